"""Facts as JSON, in the words of ``FACTS``: each word is a field of the fact's own class."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.files.fields import Field, shown
from companion.games.carcassonne_south_seas.state.state import Game
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import GOODS, IN_BOX
from companion.records.facts import Facts, Word
from companion.saying.phrase import Phrase

PLAYER: Mapping[str, Word] = MappingProxyType({"player": Word.PLAYER})
SHIP: Mapping[str, Word] = MappingProxyType({**PLAYER, "ship": Word.CHOICE})
FACTS: Mapping[str, Mapping[str, Word]] = MappingProxyType(
    {
        "draw": {**PLAYER, "tile": Word.CHOICE},
        "tile": {**PLAYER, "cell": Word.AT, "tile": Word.CHOICE},
        "unfit": {**PLAYER, "tile": Word.CHOICE},
        "islander": {**PLAYER, "place": Word.AT},
        "take_back": {**PLAYER, "place": Word.PLACE},
        "evaluate": PLAYER,
        "cover": {**PLAYER, "place": Word.AT},
        "take_ship": SHIP,
        "turn_up": SHIP,
        "deliver": {**SHIP, **dict.fromkeys(GOODS, Word.WHOLE)},
        "done": PLAYER,
    }
)
"""The words of each fact, by what it does."""
KINDS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "draw": e.TileDrawn,
        "tile": e.TileLaid,
        "unfit": e.TileUnfit,
        "islander": e.IslanderPlaced,
        "take_back": e.IslanderTaken,
        "evaluate": e.Evaluated,
        "cover": e.Covered,
        "take_ship": e.ShipTaken,
        "turn_up": e.ShipTurnedUp,
        "deliver": e.Delivered,
        "done": e.TurnEnded,
    }
)


def _word(game: Game, said: Field, do: str, word: str) -> object:
    """What a word of the fact says, held against what the table has."""
    board = game.board
    if word in GOODS:
        return said.whole(0, IN_BOX) if said.given else 0
    if word == "ship":
        return said.named(tuple(game.ships), Phrase("carcassonne_south_seas:no-ship"))
    if word == "tile":
        missing = Phrase("carcassonne_south_seas:no-tile")
        ways = [str(way) for tile in board.tiles for way in board.ways_to_lie(tile)]
        return said.named(ways if do == "tile" else tuple(board.tiles), missing)
    if word == "cell":
        return _among(said, board.cells)
    if word == "place":
        return _among(said, board.places)
    return said.named(game.players, Phrase("nobody-called-so"))


def _among(said: Field, places: Mapping[str, object]) -> str:
    """A cell or a place; there are too many to name them."""
    place = said.text()
    if place and place not in places:
        said.fault("carcassonne_south_seas:no-place", place=shown(place))
    return place


TOLD: Facts[Game, e.Event] = Facts(FACTS, KINDS, _word)
event_json, parse_event = TOLD.written, TOLD.read
