"""Where a company's ships should stand, and where they are seen. Rules, section 6.

A ship marks the end of a route: it stands beside the last stick, or at the place the route has come
to. It is a reminder: the sticks decide (ruling B16).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin

from companion.boards.routes_board import RoutesBoard
from companion.games.clippers.state.state import End, Fleet, Inside, State
from companion.reading import ShipSeen

BESIDE_MM = 13.0
"""A ship beside a stick stands so far from the stick's middle."""
AT_PLACE_MM = 26.0
"""A ship at an island or in a harbour stands so far from the middle of that."""
ASTRAY_MM = 30.0
"""So much further away it stands somewhere else."""
HULL_MM = 9.0
"""A ship so near to a space hides part of it: half its width, a stick's, and its height's shift."""
FURTHEST_MM = 90.0
"""All that is further is as far."""


@dataclass(frozen=True, slots=True)
class Stray:
    """A ship of this kind should stand at ``place``, and stands at ``stands``.

    ``was_there``: by the record it may have stood there before, and been forgotten. One that stood
    at ``place``, and is seen nowhere, stands nowhere: None.
    """

    kind: str
    place: str
    stands: str | None
    was_there: bool


@dataclass(frozen=True, slots=True)
class Berth:
    """Where a ship should stand, ``place`` an island, a harbour or the space of a last stick.

    ``spots`` are the points beside which it then stands: x, y and how far from them, in mm.
    """

    company: str
    place: str
    spots: tuple[tuple[float, float, float], ...]

    def off_mm(self, ship: ShipSeen) -> float:
        """How far a ship stands from there; 0 where it stands well."""
        away = (hypot(ship.x_mm - x, ship.y_mm - y) - near for x, y, near in self.spots)
        return min(max(min(away), 0.0), FURTHEST_MM)


def ships_of(state: State, company: str) -> int:
    """How many ships of a company stand on the board."""
    owner = state.companies.get(company)
    return len(owner.fleets[0]) if owner is not None and owner.fleets else 0


def fleets_of(state: State, company: str) -> list[tuple[Berth, ...]]:
    """Where a company's ships should stand, by each reading of its ends."""
    owner = state.companies.get(company)
    if owner is None or company in state.game.chart.island_companies:
        return []
    return [_berths(state, company, fleet) for fleet in owner.fleets]


def out_of_place_mm(state: State, company: str, ships: Sequence[ShipSeen]) -> float:
    """How far the ships seen of a company stand from where they should, in all."""
    mine = [ship for ship in ships if ship.colour == company]
    fleets = [fleet for fleet in fleets_of(state, company) if fleet]
    if not mine or not fleets:
        return 0.0
    return min(sum(min(berth.off_mm(ship) for berth in fleet) for ship in mine) for fleet in fleets)


def ships_astray(state: State, ships: Sequence[ShipSeen]) -> Iterator[Stray]:
    """The ships that stand elsewhere by every reading of the ends, while their berth is vacant."""
    for company in state.companies:
        berths = [berth for fleet in fleets_of(state, company) for berth in fleet]
        mine = [ship for ship in ships if ship.colour == company]
        lost = [ship for ship in mine if berths and not _is_at_any(ship, berths)]
        for berth, ship in zip(_vacant(state, company, ships), lost, strict=False):
            stands = nearest_place(state.game.chart.board, ship)
            sailed = state.companies[company].reached
            was_there = stands in sailed or state.spaces.get(stands) == company
            yield Stray(company, berth.place, stands, was_there)


def ships_gone(
    state: State, ships: Sequence[ShipSeen], gone: Sequence[ShipSeen]
) -> Iterator[Stray]:
    """The ships that stood where they should by every reading of the ends, and are seen nowhere."""
    for company in state.companies:
        fleets = fleets_of(state, company)
        stood = [ship for ship in gone if ship.colour == company]
        seen = sum(ship.colour == company for ship in ships)
        vacant = [
            berth
            for berth in _vacant(state, company, ships)
            if _is_one_at(stood, berth) and all(berth in fleet for fleet in fleets)
        ]
        missing = max(0, ships_of(state, company) - seen)
        for berth in vacant[:missing]:
            yield Stray(company, berth.place, None, was_there=True)


def ships_in_place(state: State, ships: Sequence[ShipSeen]) -> dict[tuple[str, str], ShipSeen]:
    """The ships that stand where they should, by company and the place of their berth."""
    return {
        (company, berth.place): min(mine, key=berth.off_mm)
        for company in state.companies
        if (mine := [ship for ship in ships if ship.colour == company])
        for fleet in fleets_of(state, company)[:1]
        for berth in fleet
        if _is_one_at(mine, berth)
    }


def _vacant(state: State, company: str, ships: Sequence[ShipSeen]) -> list[Berth]:
    """The berths of a company, by the first reading of its ends, at which none of its ships is."""
    mine = [ship for ship in ships if ship.colour == company]
    fleets = fleets_of(state, company)
    return [berth for berth in (fleets[0] if fleets else ()) if not _is_one_at(mine, berth)]


def hull_over(board: RoutesBoard, place: str, ship: ShipSeen) -> bool:
    """Whether a ship stands so near to a space that it hides part of it."""
    space = board.spaces.get(place)
    if space is None or board.stick is None:
        return False
    angle = radians(space.angle_deg)
    x_mm, y_mm = ship.x_mm - space.x_mm, ship.y_mm - space.y_mm
    beyond_mm = abs(x_mm * cos(angle) + y_mm * sin(angle)) - board.stick.length_mm / 2
    return hypot(max(beyond_mm, 0.0), y_mm * cos(angle) - x_mm * sin(angle)) <= HULL_MM


def nearest_place(board: RoutesBoard, ship: ShipSeen) -> str:
    """The island, harbour or space a ship stands nearest to."""
    spots = [
        (hypot(ship.x_mm - at.x_mm, ship.y_mm - at.y_mm) - near, place)
        for places, near in (
            (board.spaces, BESIDE_MM),
            (board.islands, AT_PLACE_MM),
            (board.harbours, AT_PLACE_MM),
        )
        for place, at in places.items()
    ]
    return min(spots)[1]


def _is_at_any(ship: ShipSeen, berths: Sequence[Berth]) -> bool:
    return any(berth.off_mm(ship) < ASTRAY_MM for berth in berths)


def _is_one_at(ships: Sequence[ShipSeen], berth: Berth) -> bool:
    return any(berth.off_mm(ship) < ASTRAY_MM for ship in ships)


def _berths(state: State, company: str, fleet: Fleet) -> tuple[Berth, ...]:
    return tuple(_berth(state, company, end) for end in fleet)


def _berth(state: State, company: str, end: End) -> Berth:
    board, chart = state.game.chart.board, state.game.chart
    if isinstance(end, Inside):
        space = board.spaces[end.way.spaces[max(end.laid - 1, 0)]]
        return Berth(company, space.id, ((space.x_mm, space.y_mm, BESIDE_MM),))
    at = board.islands.get(end) or board.harbours[end]
    last = {way.spaces[0] for way in chart.ways_from[end]}
    sticks = [board.spaces[space] for space in last if state.spaces.get(space) == company]
    beside = tuple((space.x_mm, space.y_mm, BESIDE_MM) for space in sticks)
    return Berth(company, end, ((at.x_mm, at.y_mm, AT_PLACE_MM), *beside))
