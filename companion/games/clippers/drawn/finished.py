"""A finished game drawn by lot: for the demo, and wherever a plausible end position is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from companion.boards.board import Board
from companion.boards.routes_board import Harbour, Lane, OneWay, Route, RoutesBoard, of_routes
from companion.games.clippers.chart.network import OPENED_BY, home
from companion.games.clippers.terms.players import MARKERS_OF_A_NATION
from companion.play.offered.self_play import FinishedBoard
from companion.position import Position


def finished_game(board: Board, nations: Sequence[str], random: Random) -> FinishedBoard:
    """Lay routes and markers as a legal game could have ended.

    Every route grows from its harbour or from an island its company has reached, against no arrow,
    into no harbour; no company lies on both lanes of a route. Sticks and ships last as long as the
    box has them; the departure cards of ``nations`` are laid first, then the other markers on
    slots that are free. The same ``random`` gives the same position.
    """
    routes = of_routes(board)
    game = _Game(routes, random)
    ships = game.lay_routes()
    return FinishedBoard(Position(game.spaces, _markers(routes, nations, random)), ships)


@dataclass(frozen=True, slots=True)
class _End:
    """Where a route has come: its last stick, and the island there (None in mid-lane)."""

    space: str
    island: str | None


@dataclass
class _Company:
    """What a company has left, where it has been, and the ends of its routes."""

    harbour: Harbour
    sticks: int
    ships: int
    reached: set[str] = field(default_factory=set)
    growing: list[_End] = field(default_factory=list)
    stopped: list[_End] = field(default_factory=list)

    @property
    def home(self) -> str:
        """Where its routes start."""
        return home(self.harbour)

    @property
    def has_ships(self) -> bool:
        """Purple has none: each of its routes may start at home."""
        return self.harbour.island is None


@dataclass
class _Game:
    board: RoutesBoard
    random: Random
    spaces: dict[str, str] = field(default_factory=dict)

    def lay_routes(self) -> tuple[tuple[str, str], ...]:
        """Let companies take turns, lane by lane, until none can go on; say where ships stand."""
        companies = [
            _Company(harbour, harbour.pieces or 0, harbour.ships or 0)
            for harbour in self.board.harbours.values()
        ]
        waiting = [company for company in companies if not company.has_ships]
        playing = [company for company in companies if company.has_ships]
        while playing:
            company = self.random.choice(playing)
            if not self._grow(company):
                playing.remove(company)
            for purple in list(waiting):
                if sum(purple.home in each.reached for each in companies) >= OPENED_BY:
                    waiting.remove(purple)
                    playing.append(purple)

        return tuple(
            (company.harbour.company, end.space)
            for company in companies
            if company.has_ships
            for end in (*company.stopped, *company.growing)
        )

    def _grow(self, company: _Company) -> bool:
        """Lay one lane for the company, from an end or with a new ship; False when it is stuck."""
        while company.sticks and company.growing:
            end = company.growing.pop(self.random.randrange(len(company.growing)))
            if end.island and self._lay_from(end.island, company):
                return True
            company.stopped.append(end)
        if not company.sticks or (company.has_ships and not company.ships):
            return False
        starts = [company.home, *(sorted(company.reached) if company.has_ships else ())]
        company.ships -= company.has_ships
        self.random.shuffle(starts)
        return any(self._lay_from(start, company) for start in starts)

    def _lay_from(self, start: str, company: _Company) -> bool:
        ways = [
            (route, lane)
            for route in self.board.routes_at[start]
            if self._may_build(route, start, company)
            for lane in route.lanes
            if not any(space.id in self.spaces for space in lane.spaces)
        ]
        if not ways:
            return False
        self._lay(*self.random.choice(ways), start, company)
        return True

    def _may_build(self, route: Route, start: str, company: _Company) -> bool:
        """Arrows bind, harbours are no goals, and no company takes both lanes of a route."""
        far = route.b if start == route.a else route.a
        arrow = OneWay.A_TO_B if start == route.a else OneWay.B_TO_A
        laid = {self.spaces.get(space.id) for lane in route.lanes for space in lane.spaces}
        return (
            far not in self.board.harbours
            and route.one_way in (None, arrow)
            and company.harbour.company not in laid
        )

    def _lay(self, route: Route, lane: Lane, start: str, company: _Company) -> None:
        forwards = start == route.a
        spaces = lane.spaces if forwards else lane.spaces[::-1]
        laid = spaces[: company.sticks]
        self.spaces.update({space.id: company.harbour.company for space in laid})
        company.sticks -= len(laid)
        far = (route.b if forwards else route.a) if len(laid) == len(spaces) else None
        company.reached.update([far] if far else [])
        company.growing.append(_End(laid[-1].id, far))


def _markers(board: RoutesBoard, nations: Sequence[str], random: Random) -> dict[str, str]:
    slots: dict[str, str] = {}
    for card in board.departure_cards:
        for island in card.ports if card.nation in nations else ():
            free = [s.id for s in board.islands[island].slots if s.id not in slots]
            if free:
                slots[free[0]] = card.nation
    free = [slot for slot in board.slots if slot not in slots]
    random.shuffle(free)
    for nation in nations:
        laid = sum(owner == nation for owner in slots.values())
        more = random.randint(0, MARKERS_OF_A_NATION - laid)
        slots.update({free.pop(): nation for _ in range(min(more, len(free)))})
    return slots
