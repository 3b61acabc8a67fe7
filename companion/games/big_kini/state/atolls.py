"""What an atoll is to the rules, read from the features of its tile. Rules 8 to 15."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.boards.tiles_board import Feature, Tile, TilesBoard
from companion.errors import InputError
from companion.games.big_kini.terms.goods import GOODS
from companion.games.big_kini.terms.layouts import STARTS

ADMINISTRATOR, MINISTER, BARON = "administrator", "minister", "baron"
POSTS = (ADMINISTRATOR, MINISTER, BARON)
"""The places from which an island can be used. Rule 14."""
SEATS = (ADMINISTRATOR, MINISTER)
"""The posts to which a cube may move. Rule 48, point A3."""
COLONY, FACTORY, STORE, PORT = "colony", "factory", "goods", "port"
FUNCTIONS = (PORT, COLONY, FACTORY, STORE)
"""The functions of islands. Rule 8."""


@dataclass(frozen=True, slots=True)
class Island:
    """One island: its function, the posts with influence on it, and its own places.

    ``number`` is a port's level or a factory's income; ``goods`` what lies on a goods island.
    """

    function: str
    posts: frozenset[str]
    places: tuple[str, ...]
    number: int = 0
    goods: str = ""


@dataclass(frozen=True, slots=True)
class Atoll:
    """One atoll: its number, islands, and places by their kinds; all ids as on its tile.

    ``votes`` are the goods that count as votes there, empty on a start atoll (rule 13);
    ``capital`` is a start atoll's (rule 22).
    """

    id: str
    number: int
    islands: tuple[Island, ...]
    kinds: Mapping[str, str]
    votes: str = ""
    capital: int = 0

    @property
    def is_start(self) -> bool:
        """Whether it is one of those that players begin on. Rule 3."""
        return self.number in STARTS

    def of_function(self, function: str) -> Iterable[Island]:
        """The islands that do this; one at most on each atoll that comes with the program."""
        return (island for island in self.islands if island.function == function)

    def island_with(self, spot: str) -> Island | None:
        """The island that a colony, goods or factory place lies on."""
        return next((island for island in self.islands if spot in island.places), None)


def atolls_of(board: TilesBoard) -> dict[str, Atoll]:
    """Every atoll of a board, by the id of its tile; raise InputError where one can't be read."""
    return {tile.id: _atoll(tile, board) for tile in board.tiles.values() if not tile.back}


def _atoll(tile: Tile, board: TilesBoard) -> Atoll:
    """Read a tile; raise InputError with what it lacks."""
    about = {"name": board.name, "atoll": tile.id}
    if not (tile.printed.isascii() and tile.printed.isdigit()):
        raise InputError("big_kini:atoll-number", **about)
    kinds = {spot.id: spot.kind for spot in tile.spots}
    islands = [each for each in tile.features if each.kind in FUNCTIONS]
    if not islands:
        raise InputError("big_kini:atoll-without-islands", **about)
    if BARON not in kinds.values():
        raise InputError("big_kini:atoll-without-baron", **about)
    if sum(kind in SEATS for kind in kinds.values()) < 2:
        raise InputError("big_kini:atoll-without-posts", **about)
    votes = next((each.sign for each in tile.features if each.kind == "votes"), "")
    capital = next((each.number for each in tile.features if each.kind == "capital"), 0)
    if votes and votes not in GOODS:
        raise InputError("big_kini:no-such-goods", **about, goods=votes)
    found = tuple(_island(each, kinds, about) for each in islands)
    return Atoll(tile.id, int(tile.printed), found, kinds, votes, capital or 0)


def _island(feature: Feature, kinds: Mapping[str, str], about: Mapping[str, str]) -> Island:
    if feature.kind in (PORT, FACTORY) and not feature.number:
        raise InputError("big_kini:island-without-number", **about, island=feature.kind)
    if feature.kind == STORE and feature.sign not in GOODS:
        raise InputError("big_kini:no-such-goods", **about, goods=feature.sign)
    return Island(
        feature.kind,
        frozenset(spot for spot in feature.spots if kinds[spot] in POSTS),
        tuple(spot for spot in feature.spots if kinds[spot] not in POSTS),
        feature.number or 0,
        feature.sign,
    )
