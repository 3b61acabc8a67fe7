"""What South Seas says, in a language of the table: its catalogue is ``locale/``."""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from companion.boards.board import Board
from companion.boards.tiles_board import TilesBoard
from companion.finding import Finding
from companion.games.carcassonne_south_seas.course.score import PAID_LAST
from companion.games.carcassonne_south_seas.course.setup import START
from companion.games.carcassonne_south_seas.record.event_json import event_json
from companion.games.carcassonne_south_seas.rules.notes import OF_GOODS
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import GOODS, tokens
from companion.games.carcassonne_south_seas.terms.ships import SHIPS, Ship, ships_of
from companion.play import words
from companion.play.words import NAME, PLACE, Manner, Param
from companion.position import Position

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "carcassonne_south_seas"
GOOD, AREA = "good", "area"
PARAMS: Mapping[str, Param] = MappingProxyType(
    {
        "cell": Param(PLACE),
        "place": Param(PLACE),
        "goods": Param(GOOD),
        "area": Param(AREA),
        "players": Param(NAME, "\n"),
    }
)
SIDES = ("right", "below", "left", "above")
"""Where the notch of a tile points, by its turn."""


class Words(words.Words[State, e.Event]):
    """The sentences of one language, about one board."""

    def __init__(self, language: str, board: Board) -> None:
        """Read the catalogue of a language."""
        own = gettext.translation(DOMAIN, LOCALE, [language])
        super().__init__(language, own, Manner(PARAMS, counts=("count",)))
        self._board = board if isinstance(board, TilesBoard) else None
        self._ships = SHIPS if self._board is None else ships_of(self._board)
        self._start = (0, 0)
        if self._board is not None:
            self._start = next(iter(self._board.lying(Position()).cells.values())).at

    def param(self, key: str, value: str | int) -> str:
        """Say what a parameter names: a ship by what it asks for, a tile by its number."""
        if key == "ship":
            return self.ship(str(value))
        return self.tile(str(value)) if key == "tile" else super().param(key, value)

    def told_of(self, finding: Finding) -> dict[str, str]:
        """The words of a finding; so many goods as one of them."""
        kind, count = finding.params.get("goods"), finding.params.get("count")
        paid = {"paid": self.goods(str(kind), int(count or 0))} if kind else {}
        return {**super().told_of(finding), **paid}

    def pays_in_kind(self, note: Finding) -> bool:
        """Whether it is what goods an evaluation brought, who goes home, or what is covered."""
        return note.code in OF_GOODS

    def ship(self, ship: str) -> str:
        """A ship: what is on its sail, and its points."""
        its = self._ships.get(ship)
        if its is None:
            return ship
        return self.say("ship:said", asks=self.sail(its), points=its.points)

    def sail(self, ship: Ship) -> str:
        """What a ship asks for. Rule 47."""
        return ", ".join(self._sail(ship))

    def _sail(self, ship: Ship) -> Iterator[str]:
        for kind, number in zip(GOODS, ship.fixed, strict=True):
            if number:
                yield self.goods(kind, number)
        for nth, number in enumerate(ship.alike):
            yield self.say("ship:other" if nth else "ship:alike", count=number)
        if ship.free:
            yield self.say("ship:free", count=ship.free)

    def goods(self, kind: str, number: int) -> str:
        """So many goods of a kind."""
        return self.say(self._for_one(f"goods:{kind}", number == 1), count=number)

    def every(self, goods: Mapping[str, int]) -> str:
        """Goods of several kinds, those that there are."""
        said = [self.goods(kind, goods.get(kind, 0)) for kind in GOODS if goods.get(kind, 0)]
        return self.listed(said) or self.plain("goods:none")

    def held(self, kind: str, number: int) -> str:
        """Goods as the fewest tokens, large and small. Rule 3."""
        large, small = tokens(number)
        if not large:
            return self.goods(kind, number)
        code = "goods:held" if small else "goods:held:large"
        return self.say(code, goods=self.goods(kind, number), large=large, small=small)

    def place(self, place: str) -> str:
        """A cell by its steps from the start tile, a part of a tile by its kind besides."""
        if place in self._ships:
            return self.ship(place)
        _, _, rest = place.partition("/")
        at, _, spot = rest.partition("/")
        cell = self._cell(at)
        return self.say("place:on", spot=self.spot(place), cell=cell) if spot else cell

    def spot(self, place: str) -> str:
        """A part of a tile by its kind, and its number on the tile."""
        kind, _, which = place.rpartition("/")[2].partition("-")
        return f"{self.named('spot', kind)} {which}".strip()

    def _cell(self, at: str) -> str:
        q, _, r = at.partition(",")
        if not r:
            return at
        east, south = int(q) - self._start[0], int(r) - self._start[1]
        steps = [
            self.say(code, count=abs(number))
            for code, number in (
                ("step:east" if east > 0 else "step:west", east),
                ("step:south" if south > 0 else "step:north", south),
            )
            if number
        ]
        return ", ".join(steps) or self.plain("place:start")

    def piece(self, kind: str, _: str) -> str:
        """A tile by its number and turn, an islander by his colour."""
        return (
            self.tile(kind)
            if self._board and kind.partition("/")[0] in self._board.tiles
            else (self.named("piece", kind))
        )

    def tile(self, tile: str) -> str:
        """A tile by what is printed on it, and how it lies where that is told."""
        name, _, turn = tile.partition("/")
        known = self._board.tiles.get(name) if self._board else None
        said = known.printed or name if known else name
        if said == START:
            said = self.plain("tile:start")
        if not turn or (known is not None and known.turns == 1):
            return said
        return self.say("tile:turned", tile=said, side=self.turned(int(turn)))

    def turned(self, turn: int) -> str:
        """Where the notch of a tile points."""
        return self.named("side", SIDES[turn % len(SIDES)])

    def earner(self, name: str) -> str:
        """A ship that earned points, so many goods, or those of the last evaluation."""
        if name.isdecimal():
            return self.say("goods:threes", count=int(name))
        last, _, goods = name.partition(":")
        if last == PAID_LAST:
            kind, _, number = goods.partition(":")
            return self.say("goods:last", goods=self.goods(kind, int(number)))
        return self.ship(name)

    def event(self, event: e.Event) -> str:
        """Say what happened."""
        fact = event_json(event)
        told = {key: self.param(key, str(value)) for key, value in fact.items() if key != "do"}
        if isinstance(event, e.Delivered):
            told["paid"] = self.every(event.goods)
        return self.say(f"event:{fact['do']}", told)
