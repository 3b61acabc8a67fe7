"""What a camera can see of a state: tiles, the cells beside them, islanders, boat tokens.

Goods, ships and what is in the hand it does not see.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from companion.boards.tiles_board import TilesBoard
from companion.games.carcassonne_south_seas.course.placing import free_beside
from companion.games.carcassonne_south_seas.state.parts import parts_of
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.goods import BOAT
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.watching.moving_pieces.sightings import SURE

UNSURE = 0.49
"""A tile that is seen less than surely is asked for, however much likelier it is than others: what
is printed on tiles differs little. So likely it is then, however many others there are."""
TILED = 0.75
"""Where a tile is likelier than this, whichever it is, it is only asked which."""
STANDS_OUT, TIMES = 0.75, 40.0
"""A tile that is seen so surely, and is so many times likelier than each other, is that one: what
is left is spread over many that are no rivals."""


def lies(state: State) -> dict[str, str]:
    """The tile on each cell, or ``EMPTY`` beside them; islander or token on each place of a tile.

    An area that is evaluated lies as it will when all have gone home.
    """
    colours = state.game.colours
    places = dict(_bare(state.game.board, tuple(state.tiles.items())))
    places |= {place: colours[who] for place, who in state.islanders.items()}
    return places | dict.fromkeys(state.covered, BOAT)


@lru_cache(maxsize=256)
def _bare(board: TilesBoard, tiles: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Tiles with nothing on them, and the free cells beside them.

    Kept: of the ways in which a table may have come about most have the same tiles.
    """
    places = dict.fromkeys(free_beside(board, dict(tiles)), EMPTY)
    for cell, answer in tiles:
        places[cell] = answer
        lying = board.read(answer)
        for part in parts_of(board.tiles[lying.tile]) if lying else ():
            places[f"{cell}/{part.spot}"] = EMPTY
            places |= dict.fromkeys((f"{cell}/{spot}" for spot, _ in part.fish), EMPTY)
    return places


def meaning(state: State) -> Hashable:
    """What two ways have to differ in to be worth a question."""
    goods = tuple(tuple(state.held(player).values()) for player in state.players)
    return frozenset(lies(state).items()), state.turns, state.turn.moved, goods


def told_apart(reading: Reading, state: State, parts: Mapping[str, Seen]) -> Reading:
    """The reading without what says nothing in this state; tiles surely seen, or to be asked.

    ``parts`` is what is told of the parts of tiles; on their other places lie tokens or nothing.
    """
    known, cells = lies(state), state.game.board.cells
    slots = {
        place: parts[place] if place in parts else _token(seen)
        for place, seen in reading.slots.items()
        if place in known
    }
    spaces = {
        cell: _asked_for(seen) if known[cell] == EMPTY else seen
        for cell, seen in reading.spaces.items()
        if cell in known and cell in cells
    }
    return replace(reading, spaces=spaces, slots=slots)


def came(reading: Reading, state: State, before: Sequence[str]) -> tuple[str, ...]:
    """The cells with a tile that nobody has written down, as they came; ``before``: so far.

    Of those that come in one look what is surely seen is told first.
    """
    seen = {
        cell: one
        for cell, one in reading.spaces.items()
        if one.answer != EMPTY and cell not in state.tiles
    }
    new = (cell for cell in seen if cell not in before and seen[cell].answer != HIDDEN)
    return (
        *(cell for cell in before if cell in seen),
        *sorted(new, key=lambda cell: seen[cell].confidence < SURE),
    )


def held_back(reading: Reading, order: Sequence[str]) -> Reading:
    """The reading without the tiles that came after one that is asked for: its turn is first."""
    doubtful = (at for at, cell in enumerate(order) if reading.spaces[cell].confidence < SURE)
    later = dict.fromkeys(order[next(doubtful, len(order)) + 1 :], Seen(HIDDEN, 1.0))
    return replace(reading, spaces={**reading.spaces, **later})


def _asked_for(seen: Seen) -> Seen:
    """A tile as it was seen; one that was not surely seen so that it is asked for.

    Where it is hardly bare table, it is as sure as it is among all tiles. One that stands out among
    all others is sure.
    """
    if seen.answer in (EMPTY, HIDDEN) or seen.confidence >= SURE:
        return seen
    whole = 1 - dict(seen.likely).get(EMPTY, 0.0)
    if whole > TILED and seen.confidence >= SURE * whole:
        return Seen.only(seen.answer, seen.confidence / whole)
    likely = seen.likely or ((seen.answer, seen.confidence),)
    unnamed = 0.0 if seen.likely else 1 - seen.confidence
    rival = max((each for way, each in likely if way != seen.answer), default=unnamed)
    if seen.confidence >= max(STANDS_OUT, TIMES * rival):
        return Seen.only(seen.answer, SURE)
    share = UNSURE / seen.confidence
    return Seen(seen.answer, UNSURE, tuple((way, each * share) for way, each in likely))


def _token(seen: Seen) -> Seen:
    """What was seen where only a token may lie: that, or nothing."""
    likely = seen.likely or ((seen.answer, seen.confidence),)
    shares = {piece: share for piece, share in likely if piece in (BOAT, HIDDEN)}
    nothing = 1 - sum(shares.values())
    ranked = sorted(((share, piece) for piece, share in [*shares.items(), (EMPTY, nothing)]))
    told = tuple((piece, share) for share, piece in reversed(ranked))
    return Seen(*told[0], told)
