"""A second referee, slow and simple, that shares no line with the engine.

It knows the three editions; numbers in brackets are rows of docs/rulings.md. It judges any move,
and plays legal ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import chain
from typing import Any, NamedTuple

from companion.boards.board import Board
from companion.boards.routes_board import OneWay

Move = dict[str, Any]
PURPLE = "purple"
PRICE = {"2x": 2, "3x": 0, "5x": 1, "port": 4}
MOST = {None: 1, "2x": 2, "3x": 3, "5x": 5, "port": 1}
FACTOR = {None: 1, "2x": 2, "3x": 0, "5x": 1, "port": 1}


class Run(NamedTuple):
    """A lane in a direction in which it may be built."""

    route: str
    lane: int
    start: str
    goal: str
    spaces: tuple[str, ...]


class Underway(NamedTuple):
    """A route's end in mid-lane."""

    run: Run
    laid: int


Ends = tuple[str | Underway, ...]  # where a company's ships may be: nobody says which has moved


class Referee:
    """A game as the second referee keeps it."""

    def __init__(self, board: Board, players: list[tuple[str, str]], edition: str) -> None:
        self.board, self.edition = board, edition
        self.names = [name for name, _ in players]
        self.nation = dict(players)
        self.home = {h.company: h.island or h.id for h in board.harbours.values()}
        self.runs = list(self._runs())
        self.sticks = {h.company: h.pieces or 0 for h in board.harbours.values()}
        self.ships = {h.company: max(0, (h.ships or 0) - 1) for h in board.harbours.values()}
        self.ships[PURPLE] = 0
        self.reached = {company: {home} for company, home in self.home.items()}
        self.worlds: dict[str, set[Ends]] = {c: {(home,)} for c, home in self.home.items()}
        self.worlds[PURPLE] = {()}
        self.spaces: dict[str, str] = {}
        self.slots: dict[str, str] = {}
        for nation in self.nation.values():
            for card in (c for c in board.departure_cards if c.nation == nation):
                for island in card.ports:
                    self.slots[self._free_slot(island)] = nation
        laid = Counter(self.slots.values())
        self.markers = {name: 12 - laid[nation] for name, nation in players}
        self.money = dict.fromkeys(self.names, 2)
        self.cards = {"2x": 3 if len(players) == 5 else 2, "3x": 1, "5x": 1, "port": 1}
        self.first, self.round = 0, 1
        self.end: tuple[str, str | None] | None = None
        self.yet_to_lay: list[str] = []
        self._begin_round()

    def _runs(self) -> Iterator[Run]:
        """Every lane, both ways round, less those against an arrow or into a harbour (B9)."""
        homes = {h.id: h.island or h.id for h in self.board.harbours.values()}
        for route in self.board.routes.values():
            a, b = homes.get(route.a, route.a), homes.get(route.b, route.b)
            for number, lane in enumerate(route.lanes):
                spaces = tuple(space.id for space in lane.spaces)
                if route.one_way is not OneWay.B_TO_A and b in self.board.islands:
                    yield Run(route.id, number, a, b, spaces)
                if route.one_way is not OneWay.A_TO_B and a in self.board.islands:
                    yield Run(route.id, number, b, a, spaces[::-1])

    def _free_slot(self, island: str) -> str:
        return next(s.id for s in self.board.islands[island].slots if s.id not in self.slots)

    def _begin_round(self) -> None:
        self.phase, self.turn = 1, 0
        self.acted: set[str] = set()
        self.bought: set[str] = set()
        self.held: dict[str, str] = {}
        self.card: dict[str, str | None] = dict.fromkeys(self.names)
        self.laid = {(name, phase): 0 for name in self.names for phase in (2, 3)}

    def may_enter(self, company: str, run: Run) -> bool:
        """A lane is entered untouched (B1, B2), and where the company is not in its twin (B4)."""
        twins = (r.spaces for r in self.runs if r.route == run.route and r.lane != run.lane)
        return not any(space in self.spaces for space in run.spaces) and not any(
            self.spaces.get(space) == company for space in chain.from_iterable(twins)
        )

    def entered(self, company: str, places: Iterable[str]) -> list[Run]:
        """The lanes that a company may enter from these places."""
        return [run for run in self.runs if run.start in places and self.may_enter(company, run)]

    def is_open(self, company: str) -> bool:
        """Purple waits for two other companies at its home (B14)."""
        return company != PURPLE or len(self.companies_at(self.home[PURPLE])) >= 2

    def companies_at(self, island: str) -> list[str]:
        """Who has come to an island; purple has not come to its own."""
        return [c for c, there in self.reached.items() if island in there - {self.home[c]}]

    def starts(self, company: str) -> list[Run]:
        """Where a further route may begin: with a ship at any place reached; purple at home."""
        places = {self.home[PURPLE]} if company == PURPLE else self.reached[company]
        return self.entered(company, places) if self.sticks[company] else []

    def next_ends(self, company: str, space: str, anew: bool) -> set[Ends]:
        """Where the company's routes may end after a stick here; none: it may not lie here."""
        fresh = company == PURPLE or anew
        found: set[Ends] = set()
        for ends in self.worlds[company]:
            steps = [(ends, run) for run in self.starts(company)] if fresh else []
            for at, end in enumerate(ends) if not anew else ():
                rest = (*ends[:at], *ends[at + 1 :])
                if isinstance(end, Underway):
                    if end.run.spaces[end.laid] == space:
                        found.add(_with(rest, end.run, end.laid + 1))
                else:
                    steps += [(rest, run) for run in self.entered(company, {end})]
            found |= {_with(old, run, 1) for old, run in steps if run.spaces[0] == space}
        return found

    def can_extend(self, company: str, ends: Ends) -> bool:
        """Whether a route goes on, if the company's routes end here; a mid-lane end does (B12)."""
        if not self.sticks[company] or not self.is_open(company):
            return False
        if company == PURPLE and self.starts(PURPLE):
            return True
        return any(isinstance(e, Underway) or bool(self.entered(company, {e})) for e in ends)

    def may_extend(self, company: str) -> bool:
        """Whether a route may go on, wherever the ships stand."""
        return any(self.can_extend(company, ends) for ends in self.worlds[company])

    @property
    def player(self) -> str:
        """Who is at turn."""
        return self.names[(self.first + self.turn) % len(self.names)]

    def forbids(self, move: Move) -> str | None:
        """Why a move is illegal, in a word; None: it is not."""
        if self.end is not None:
            return None if move["do"] == "done" else "over"
        name = self.player
        if move["player"] != name:
            following = self.names[(self.first + self.turn + 1) % len(self.names)]
            if self.phase != 1 or name not in self.acted or move["player"] != following:
                return "turn"
            return self.after_this_turn(move)
        match move["do"]:
            case "marker" | "card" | "pass":
                return "phase" if self.phase != 1 or name in self.acted else self._market(move)
            case "ship":
                return "phase" if self.phase != 1 else self._ship(name, move["company"])
            case "stick":
                return "phase" if self.phase == 1 else self._stick(name, move)
            case "move_marker":
                return "phase" if self.phase == 1 else self._port_card(name, move)
            case _:
                return "phase" if move["phase"] != self.phase else self._done(name)

    def after_this_turn(self, move: Move) -> str | None:
        """The same, when the turn at hand is over."""
        kept = self.phase, self.turn
        self._pass_turn()
        why = self.forbids(move)
        (self.phase, self.turn), self.end = kept, None
        return why

    def _market(self, move: Move) -> str | None:
        name = move["player"]
        if move["do"] == "marker":
            return "marker" if move["slot"] in self.slots or not self.markers[name] else None
        if move["do"] == "card":
            card = move["card"]
            return "card" if not self.cards[card] or self.money[name] < PRICE[card] else None
        return None

    def _ship(self, name: str, company: str) -> str | None:
        if name in self.bought or not self.ships[company] or self.money[name] < 3:
            return "ship"
        return None if self.starts(company) else "no start"

    def _stick(self, name: str, move: Move) -> str | None:
        company, anew = move["company"], move["alternate"]
        if not self.sticks[company] or not self.is_open(company):
            return "sticks"
        if anew and company != PURPLE and self.held.get(name) != company:
            return "no ship"
        if self.laid[name, self.phase] >= self.most(name):
            return "allowance"
        ship = self.held.get(name)
        owed = ship is not None and bool(self.starts(ship)) and not (anew and company == ship)
        last = self.laid[name, self.phase] + 1 == self.most(name)
        if owed and last and (self.phase == 3 or self.card[name] == "5x"):
            return "last stick"
        if not self.next_ends(company, move["space"], anew):
            return "place"
        last_turn = self.phase == 3 or self.card[name] == "5x"
        return "last start" if owed and last_turn and not self._starts_after(move) else None

    def _starts_after(self, move: Move) -> bool:
        """Whether the player's ship can still start once he has laid a stick elsewhere (C8)."""
        later = copy(self)
        for kept in ("worlds", "spaces", "sticks", "money", "laid", "held"):
            setattr(later, kept, dict(getattr(self, kept)))
        later.reached = {company: set(places) for company, places in self.reached.items()}
        later._lay(move["player"], move)
        return bool(later.starts(self.held[move["player"]]))

    def most(self, name: str) -> int:
        """The sticks of a phase; the 5X is for one of the two (C1)."""
        used = self.card[name] == "5x" and self.laid[name, 5 - self.phase]
        return 0 if used else MOST[self.card[name]]

    def _port_card(self, name: str, move: Move) -> str | None:
        origin, target = move["from"], move["to"]
        if self.card[name] != "port" or self.slots.get(origin) != self.nation[name]:
            return "marker"
        same = self.board.island_of_slot[origin].id == self.board.island_of_slot[target].id
        return "slot" if target in self.slots or (same and self.edition != "en") else None

    def _done(self, name: str) -> str | None:
        if self.phase == 1:
            return None
        ship, left = self.held.get(name), self.most(name) - self.laid[name, self.phase]
        can_start = ship is not None and bool(self.starts(ship))
        if self.must_lay(name) and (can_start or any(map(self._surely, self.sticks))):
            return "stick owed"
        used_up = self.card[name] == "5x" and self.laid[name, 2]
        return "ship owed" if can_start and left > 0 and (self.phase == 3 or used_up) else None

    def _surely(self, company: str) -> bool:
        return all(self.can_extend(company, ends) for ends in self.worlds[company])

    def must_lay(self, name: str) -> bool:
        """A stick is due in every phase, but for the 5X in the phase it is not used (A12, C1)."""
        if self.laid[name, self.phase]:
            return False
        return self.card[name] != "5x" or (self.phase == 3 and not self.laid[name, 2])

    def do(self, move: Move) -> None:
        """Play a legal move."""
        if self.phase == 1 and move["player"] != self.player:
            self._pass_turn()
        name = move["player"]
        match move["do"]:
            case "marker":
                self.slots[move["slot"]] = self.nation[name]
                self.markers[name] -= 1
            case "card":
                self.card[name] = move["card"]
                self.cards[move["card"]] -= 1
                self.money[name] -= PRICE[move["card"]]
            case "ship":
                self.held[name] = move["company"]
                self.bought.add(name)
                self.ships[move["company"]] -= 1
                self.money[name] -= 3
            case "stick":
                self._lay(name, move)
            case "move_marker":
                self.slots[move["to"]] = self.slots.pop(move["from"])
                self.card[name] = None
                self.cards["port"] += 1
            case "done":
                self._pass_turn()
        if move["do"] in ("marker", "card", "pass"):
            self.acted.add(name)

    def _lay(self, name: str, move: Move) -> None:
        company, space = move["company"], move["space"]
        self.worlds[company] = self.next_ends(company, space, move["alternate"])
        self.spaces[space] = company
        self.sticks[company] -= 1
        self.laid[name, self.phase] += 1
        if move["alternate"] and self.held.get(name) == company:
            del self.held[name]
        for run in self.runs:
            whole = run.spaces[-1] == space and run.start in self.reached[company]
            if whole and all(self.spaces.get(each) == company for each in run.spaces):
                if run.goal not in self.reached[company]:
                    bonus = 1 if self.companies_at(run.goal) else 2
                    self.money[name] += bonus * FACTOR[self.card[name]]
                self.reached[company].add(run.goal)
        if all(not left or self.is_dead(each) for each, left in self.sticks.items()):
            self._stop("all_sticks", None)
        elif self.edition == "fr" and self.is_stuck():
            self._stop("stuck", None)

    def _pass_turn(self) -> None:
        self.turn += 1
        if self.turn == len(self.names):
            self.phase, self.turn = self.phase + 1, 0
        if self.phase == 4:
            for card in filter(None, self.card.values()):
                self.cards[card] += 1
            for ship in self.held.values():
                self.ships[ship] += 1
            self.first, self.round = (self.first + 1) % len(self.names), self.round + 1
            self._begin_round()
        if self.end is None and self.phase > 1 and self.must_lay(self.player) and self.is_stuck():
            self._stop("stuck", self.player)

    def is_dead(self, company: str) -> bool:
        """Whether what is left of a company can never be laid (A6); a closed one's may (C21)."""
        if not self.is_open(company) or self.may_extend(company):
            return False
        held = company in self.held.values()
        spare = self.ships[company] > 0 and self.edition != "en"
        return not ((held or spare) and self.starts(company))

    def is_stuck(self) -> bool:
        """Whether no route goes on, nor a ship in hand could start one (A2 to A5)."""
        hands = [self.player] if self.edition == "en" else self.names
        held = [self.held[name] for name in hands if name in self.held]
        return not any(map(self.may_extend, self.sticks)) and not any(map(self.starts, held))

    def _stop(self, reason: str, stuck: str | None) -> None:
        self.end = reason, stuck
        turns = range(self.turn + (stuck is None), len(self.names))
        self.yet_to_lay = [self.names[(self.first + turn) % len(self.names)] for turn in turns]

    def ports(self) -> Counter[tuple[str, str]]:
        """The points of each player at each island; purple counts at home, but for EN (A7)."""
        points: Counter[tuple[str, str]] = Counter()
        owner = {nation: name for name, nation in self.nation.items()}
        for slot, nation in self.slots.items():
            island = self.board.island_of_slot[slot]
            purple = island.id == self.home[PURPLE] and self.edition != "en"
            companies = len(self.companies_at(island.id)) + purple
            points[owner[nation], island.id] += (island.value or 0) * companies
        return points

    def winners(self) -> list[str]:
        """Most points, then most money, then (not FR) the last who had yet to lay (A1)."""
        worth = Counter(self.money)
        for (name, _), points in self.ports().items():
            worth[name] += points
        best = max((worth[name], self.money[name]) for name in self.names)
        tied = [name for name in self.names if (worth[name], self.money[name]) == best]
        late = [name for name in self.yet_to_lay if name in tied and self.edition != "fr"]
        return late[-1:] or tied


def _with(ends: Ends, run: Run, laid: int) -> Ends:
    """The ends of all routes and of one more, in an order of their own."""
    end = run.goal if laid == len(run.spaces) else Underway(run, laid)
    return tuple(sorted((*ends, end), key=str))
