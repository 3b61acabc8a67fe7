"""A second referee of South Seas, written from the rules' text alone: slow and plain.

Facts are the JSON that a record keeps. Rules are named by their numbers in ``rulebook.md``.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.companion.games.carcassonne_south_seas.second_referee.ground import (
    Ground,
    Stretch,
    beside,
)
from tests.companion.games.carcassonne_south_seas.second_referee.sails import KINDS, buys

Fact = Mapping[str, Any]
Against = tuple[str, str]
GOODS = {"bridge": "shell", "island": "banana", "sea": "fish"}
ABOUT_TILES = ("draw", "tile", "unfit")
BEFORE_PAY = (*ABOUT_TILES, "islander", "take_back", "evaluate")
FOR_ANYBODY = ("take_ship", "turn_up")
ISLANDERS, SHIPS_UP, BOATS = 4, 4, 19


class Referee:
    """A table, and what may be done there."""

    def __init__(
        self,
        printed: Sequence[Mapping[str, Any]],
        sails: Mapping[str, Mapping[str, Any]],
        names: Sequence[str],
        ruled: Mapping[str, Any],
    ) -> None:
        self.ground, self.sails, self.names, self.ruled = Ground(printed), sails, names, ruled
        start = next(tile["id"] for tile in printed if tile["printed"] == "start")
        self.laid: dict[str, tuple[str, int]] = {"cell/15,15": (start, 0)}
        self.figures: dict[str, str] = {}
        self.covered: list[str] = []
        self.goods = {name: dict.fromkeys(KINDS, 0) for name in names}
        self.owned: dict[str, list[str]] = {name: [] for name in names}
        self.display: list[str] = []
        self.out: list[str] = []
        self.turns, self.over = 0, False
        self._stretches: dict[str, Stretch] = {}
        self._new_turn()

    def _new_turn(self) -> None:
        self.drawn, self.cell, self.no_tile = "", "", False
        self.moved = self.paid = self.delivered = False
        self.choose: list[set[str]] = []
        self.alone: list[str] = []
        self.merchants: list[str] = []

    @property
    def now(self) -> str:
        """Whose turn it is. 11."""
        return self.names[self.turns % len(self.names)]

    @property
    def next(self) -> str:
        """Whose turn comes then. 11."""
        return self.names[(self.turns + 1) % len(self.names)]

    @property
    def has_tile(self) -> bool:
        """Whether the tile lies, or there is none to lay. 13, A1."""
        return bool(self.cell) or self.no_tile

    def left(self, tile: str) -> int:
        """How many of a tile are in the pile or in a hand. 1."""
        gone = [lies for lies, _ in self.laid.values()] + self.out
        count: int = self.ground.tiles[tile]["count"]
        return count - gone.count(tile)

    def none_left(self) -> bool:
        """Whether the last tile has been laid."""
        return all(self.left(tile) <= 0 for tile in self.ground.tiles)

    def hidden(self) -> set[str]:
        """The ships that nobody has seen. 9."""
        return {*self.sails} - {*self.display} - {s for its in self.owned.values() for s in its}

    def supply(self, name: str) -> int:
        """The islanders before a player. 10."""
        return ISLANDERS - [*self.figures.values()].count(name)

    def may_turn_up(self) -> bool:
        """Whether fewer than four ships lie there, while there are any. 9, 46."""
        return len(self.display) < SHIPS_UP and bool(self.hidden())

    def stretch(self, place: str) -> Stretch | None:
        """The area of a place; None where there is none."""
        if not self._stretches:
            self._stretches.update(self.ground.stretches(self.laid))
        return self._stretches.get(place)

    def forbids(self, fact: Fact) -> list[Against]:
        """All that the rules have against a fact."""
        then = self.at_the_time_of(fact)
        left = self._left_open(fact)
        if then.over:
            return [*left, ("51", "the game is over")]
        against = [*left, *then._against_turn(fact)]
        return [*against, *getattr(then, f"_against_{fact['do']}")(fact)]

    def do(self, fact: Fact) -> None:
        """Go on by a fact that nothing forbids."""
        then = self.at_the_time_of(fact)
        getattr(then, f"_do_{fact['do']}")(fact)
        self.__dict__ = then.__dict__

    def at_the_time_of(self, fact: Fact) -> Referee:
        """The table once what this fact shows to be over is over. 12."""
        then = copy.copy(self)
        for name in ("laid", "figures", "covered", "display", "out", "choose", "merchants"):
            setattr(then, name, copy.copy(getattr(self, name)))
        then.goods = {name: dict(held) for name, held in self.goods.items()}
        then.owned = {name: list(its) for name, its in self.owned.items()}
        if self.over or not self.has_tile:
            return then
        if fact["do"] in ABOUT_TILES and fact["player"] == self.next:
            then._end_turn()
        elif fact["do"] not in BEFORE_PAY and not then.paid:
            then._pay()
        return then

    def _left_open(self, fact: Fact) -> list[Against]:
        """What the turn may not be left without that a tile shows to be over. 34, 38."""
        over = fact["do"] in ABOUT_TILES and fact["player"] == self.next
        if self.over or not (self.has_tile and over):
            return []
        end = {"do": "done", "player": self.now}
        return [*self.at_the_time_of(end)._against_done(end)]

    # What the rules have against facts.

    def _against_turn(self, fact: Fact) -> Iterator[Against]:
        if fact["player"] != self.now and fact["do"] not in FOR_ANYBODY:
            yield "11", "another's turn"

    def _against_draw(self, fact: Fact) -> Iterator[Against]:
        if self.has_tile or self.drawn:
            yield "13", "one tile a turn"
        if self.may_turn_up():
            yield self._since(), "ships first"
        if self.left(fact["tile"]) < 1:
            yield "1", "all of these are out"

    def _against_tile(self, fact: Fact) -> Iterator[Against]:
        tile, turn = fact["tile"].split("/")
        if self.has_tile:
            yield "13", "one tile a turn"
        if self.may_turn_up():
            yield self._since(), "ships first"
        if self.drawn not in ("", tile):
            yield "13", "another was drawn"
        if self.left(tile) < 1:
            yield "1", "all of these are out"
        if fact["cell"] in self.laid:
            yield "14", "there lies one"
        elif not self._neighbours(fact["cell"]):
            yield "14", "beside nothing"
        elif not self._goes_on(fact["cell"], tile, int(turn)):
            yield "15", "the drawing does not go on"

    def _against_unfit(self, fact: Fact) -> Iterator[Against]:
        tile = fact["tile"]
        if self.has_tile or self.drawn not in ("", tile):
            yield "13", "the one tile that was drawn"
        if self.left(tile) < 1:
            yield "1", "all of these are out"
        near = {cell for laid in self.laid for cell in beside(laid).values()} - {*self.laid}
        if any(self._goes_on(cell, tile, turn) for cell in near for turn in range(4)):
            yield "17", "it fits somewhere"

    def _against_islander(self, fact: Fact) -> Iterator[Against]:
        yield from self._against_a_move()
        place, area = fact["place"], self.stretch(fact["place"])
        if self.supply(fact["player"]) < 1:
            yield "23", "none left"
        if not self.cell or not place.startswith(f"{self.cell}/"):
            yield "20", "only on the new tile"
        if area is None:
            yield "21", "nothing to stand on"
        elif any(each in self.figures for each in area.places):
            yield "22", "somebody stands there"

    def _against_take_back(self, fact: Fact) -> Iterator[Against]:
        yield from self._against_a_move()
        if self.figures.get(fact["place"]) != fact["player"]:
            yield "24", "not his own"
        if self.ruled["take_back"] != "any_turn" and self.supply(fact["player"]):
            yield "24", "he has some left"

    def _against_a_move(self) -> Iterator[Against]:
        """2a and 2b: after the tile, one of them, before the evaluation."""
        if not self.has_tile:
            yield "13", "the tile first"
        if self.moved:
            yield "25", "one islander a turn"
        elif self.paid:
            yield "12", "evaluated already"

    def _against_evaluate(self, _: Fact) -> Iterator[Against]:
        if not self.has_tile:
            yield "13", "the tile first"
        if self.paid:
            yield "12", "evaluated already"

    def _against_cover(self, fact: Fact) -> Iterator[Against]:
        if not any(fact["place"] in each for each in [*self.choose, self.alone]):
            yield "34", "not one of those to be covered"

    def _against_take_ship(self, fact: Fact) -> Iterator[Against]:
        player, ship = fact["player"], fact["ship"]
        if player not in self.merchants:
            yield "38", "no market of his is complete"
        elif self.may_turn_up():
            yield "39", "ships first"
        elif self.merchants[0] != player:
            yield "39", "another's first"
        if ship not in self.display:
            yield "38", "not face up"
        elif any(self._points(other) > self._points(ship) for other in self.display):
            yield "38", "there is one worth more"

    def _against_turn_up(self, fact: Fact) -> Iterator[Against]:
        if fact["ship"] not in self.hidden():
            yield "2", "it is known already"
        if not self.may_turn_up():
            yield "46", "four lie there"

    def _against_deliver(self, fact: Fact) -> Iterator[Against]:
        if self.has_tile and self.delivered:
            yield "45", "one ship a turn"
        yield from self._against_done(fact)
        if fact["ship"] not in self.display:
            yield "45", "not face up"
        if any(fact[kind] > self.goods[fact["player"]][kind] for kind in KINDS):
            yield "46", "he has not so many"
        if not buys(self.sails[fact["ship"]], {kind: fact[kind] for kind in KINDS}):
            yield "47", "not what is on the sail"

    def _against_done(self, _: Fact) -> Iterator[Against]:
        if not self.has_tile:
            yield "13", "the tile first"
        if self.choose:
            yield "34", "a fish group is to be covered"
        if self.merchants and (self.display or self.hidden()):
            yield "38", "a merchant waits"
        if self.may_turn_up():
            yield self._since(), "ships first"

    def _since(self) -> str:
        """Why ships are to be turned up: at first, after a delivery, or after a market."""
        if not any(self.owned.values()):
            return "9"
        return "46" if self.delivered else "38"

    def _neighbours(self, cell: str) -> list[str]:
        return [near for near in beside(cell).values() if near in self.laid]

    def _goes_on(self, cell: str, tile: str, turn: int) -> bool:
        mine = self.ground.edges(tile, turn)
        for (x, y), near in beside(cell).items():
            if near in self.laid and self.ground.edges(*self.laid[near])[-x, -y] != mine[x, y]:
                return False
        return True

    def _points(self, ship: str) -> int:
        points: int = self.sails[ship]["points"]
        return points

    # What facts do.

    def _do_draw(self, fact: Fact) -> None:
        self.drawn = fact["tile"]

    def _do_tile(self, fact: Fact) -> None:
        tile, turn = fact["tile"].split("/")
        self.laid[fact["cell"]] = (tile, int(turn))
        self.cell, self.drawn, self._stretches = fact["cell"], "", {}

    def _do_unfit(self, fact: Fact) -> None:
        self.out.append(fact["tile"])
        self.drawn, self.no_tile = "", self.none_left()

    def _do_islander(self, fact: Fact) -> None:
        self.figures[fact["place"]] = fact["player"]
        self.moved = True
        self._pay()

    def _do_take_back(self, fact: Fact) -> None:
        del self.figures[fact["place"]]
        self.moved = True
        self._pay()

    def _do_evaluate(self, _: Fact) -> None:
        self._pay()

    def _do_cover(self, fact: Fact) -> None:
        if group := next((each for each in self.choose if fact["place"] in each), None):
            self.covered.append(fact["place"])
            self.choose.remove(group)

    def _do_take_ship(self, fact: Fact) -> None:
        self.merchants.remove(fact["player"])
        self.display.remove(fact["ship"])
        self.owned[fact["player"]].append(fact["ship"])

    def _do_turn_up(self, fact: Fact) -> None:
        self.display.append(fact["ship"])

    def _do_deliver(self, fact: Fact) -> None:
        for kind in KINDS:
            self.goods[fact["player"]][kind] -= fact[kind]
        self.display.remove(fact["ship"])
        self.owned[fact["player"]].append(fact["ship"])
        self.delivered = True

    def _do_done(self, _: Fact) -> None:
        self._end_turn()

    # Evaluation and the end. 26 to 43, 51 to 56.

    def _occupied(self) -> list[Stretch]:
        """The areas with islanders, each once."""
        every: list[Stretch] = []
        for place in self.figures:
            area = self.stretch(place)
            assert area is not None
            if all(area is not other for other in every):
                every.append(area)
        return every

    def _pay(self) -> None:
        self.paid = True
        for area in self._occupied():
            boat = bool(self.cell) and self.cell in area.boats
            if not (area.closed or boat):
                continue
            owners = self._pay_one(area)
            if area.kind == "market":
                self.merchants += owners
            elif boat and (not area.closed or self.ruled["boat_covers_in_closed_sea"]):
                self._cover_in(area)
        order = [*self.names, *self.names][self.names.index(self.now) :]
        self.merchants.sort(key=order.index)

    def _pay_one(self, area: Stretch) -> list[str]:
        """Pay who has most islanders there, all of them on a tie; they all go home. 41 to 43."""
        there = Counter(who for place, who in self.figures.items() if place in area.places)
        first = [name for name, count in there.items() if count == max(there.values())]
        if area.kind in GOODS:
            free = sum(n for place, n in area.fish.items() if place not in self.covered)
            for name in first:
                self.goods[name][GOODS[area.kind]] += free if area.kind == "sea" else area.printed
        for place in [place for place in self.figures if place in area.places]:
            del self.figures[place]
        return first

    def _cover_in(self, area: Stretch) -> None:
        """One group is covered: of two if there is one. 34, A6, A7."""
        free = {place: n for place, n in area.fish.items() if place not in self.covered}
        if len(self.covered) >= BOATS or not free:
            return
        largest = {place for place, n in free.items() if n == max(free.values())}
        if len(largest) == 1:
            self.covered += largest
            self.alone = [*self.alone, *largest]
        else:
            self.choose.append(largest)

    def _end_turn(self) -> None:
        if self.has_tile and not self.paid:
            self._pay()
        all_gone = not self.display and not self.hidden()
        by_ships = all_gone and (self.ruled["market_may_take_last_ship"] or self.delivered)
        if self.none_left() or by_ships:
            for area in self._occupied():
                if area.kind != "market":
                    self._pay_one(area)
            self.over = True
        else:
            self.turns += 1
            self._new_turn()

    def points(self) -> dict[str, int]:
        """The ships, and one for every three goods. 54."""
        ships = {name: sum(map(self._points, its)) for name, its in self.owned.items()}
        return {name: ships[name] + sum(self.goods[name].values()) // 3 for name in self.names}
