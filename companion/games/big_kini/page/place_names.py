"""What places of the table are called: cells by row and place, posts by the islands they rule.

Where a state is at hand, an atoll is called by the number that is printed on it; a sentence that
knows no state calls it by its cell: ``C2`` is the second place of the third row.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards.tiles_board import Tile
from companion.games.big_kini.state.atolls import FUNCTIONS, POSTS, Atoll
from companion.games.big_kini.state.state import State, cell_of, spot_of
from companion.play.words import AnyWords

SPOT, ISLAND = "spot", "island"
ACTION, COLUMN = "action", "column"


def of_the_board(words: AnyWords, place: str) -> str | None:
    """A space of the action board, or of the round track; None for any other place."""
    match place.split("/"):
        case ["board", "round", number]:
            return words.say("place:round", number=number)
        case ["board", row, column]:
            return words.say(
                "place:space", action=words.named(ACTION, row), column=words.named(COLUMN, column)
            )
    return None


def without_state(words: AnyWords, cells: Mapping[str, str], place: str) -> str:
    """A place where nobody knows which atoll lies there: by its cell, and its id on the tile."""
    if (said := of_the_board(words, place)) is not None:
        return said
    cell, spot = cells.get(cell_of(place), cell_of(place)), spot_of(place)
    if not spot:
        return cell
    kind, _, which = spot.partition("-")
    named = words.named(SPOT, kind)
    told = words.say("place:of", kind=named, which=which) if which else named
    return words.say("place:on", spot=told, atoll=cell)


def at_this_moment(words: AnyWords, cells: Mapping[str, str], state: State, place: str) -> str:
    """A place on the table as it lies: ``administrator (port), atoll 7``."""
    if (said := of_the_board(words, place)) is not None:
        return said
    cell, spot = cell_of(place), spot_of(place)
    atoll = state.atoll_at(cell)
    if atoll is None:
        named = cells.get(cell, cell)
        hidden = words.say("place:hidden", cell=named) if cell in state.hidden else named
        return without_state(words, cells, place) if spot else hidden
    where = words.say("place:atoll", number=atoll.number)
    return words.say("place:on", spot=_spot(words, atoll, spot), atoll=where) if spot else where


def seat_on(words: AnyWords, tile: Tile, post: str) -> str:
    """A post by its atoll and the islands it rules: ``atoll 7 (port, goods)``; a baron rules it."""
    atoll = words.say("place:atoll", number=tile.printed)
    islands = [each for each in tile.features if each.kind in FUNCTIONS]
    ruled = [words.named(ISLAND, each.kind) for each in islands if post in each.spots]
    all_of_it = len(ruled) == len(islands)
    return atoll if all_of_it else words.say("place:of", kind=atoll, which=", ".join(ruled))


def _spot(words: AnyWords, atoll: Atoll, spot: str) -> str:
    """A post by its islands; of several places of a kind on one island the number.

    What this atoll lacks, since it was put right to another, is told by its kind.
    """
    kind = atoll.kinds.get(spot, "")
    if not kind:
        return words.named(SPOT, spot.partition("-")[0])
    named, which = words.named(SPOT, kind), ""
    if kind in POSTS and kind != "baron":
        ruled = [each.function for each in atoll.islands if spot in each.posts]
        which = ", ".join(words.named(ISLAND, function) for function in ruled)
    else:
        alike = [each for each, its in atoll.kinds.items() if its == kind]
        which = str(alike.index(spot) + 1) if len(alike) > 1 else ""
    return words.say("place:of", kind=named, which=which) if which else named
