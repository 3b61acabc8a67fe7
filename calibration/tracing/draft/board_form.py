"""A draft as a board file's JSON, and a board file as what a tracing begins with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from calibration.tracing.draft.draft import (
    Card,
    Change,
    Draft,
    Laid,
    Sheet,
    TracedHarbour,
    TracedIsland,
    TracedRoute,
    TracedSpace,
)
from companion.boards.routes_board import RoutesBoard

SOURCE = "traced over a photo of the board"
DECIMALS = 2
"""Millimetres, degrees and pixels are written to a hundredth."""
HARBOUR = "harbour_"
Traced = tuple[Sheet, tuple[Change, ...]]
"""What a tracing begins with: the sheet, and all that is on it."""


def to_board(draft: Draft) -> dict[str, object]:
    """The board file's JSON, in the order in which things were traced; it may have faults yet."""
    names = Ids.of(draft)
    return {
        "meta": {
            "name": draft.sheet.name,
            "game": draft.sheet.game,
            "width_mm": draft.sheet.width_mm,
            "height_mm": draft.sheet.height_mm,
            "source": SOURCE,
        },
        "pieces": dict(draft.sheet.pieces),
        "islands": [_island(island, names) for island in draft.islands.values()],
        "harbours": [_harbour(harbour, names) for harbour in draft.harbours.values()],
        "routes": [_route(route, names) for route in draft.routes.values()],
        "departure_cards": [
            {"nation": card.nation, "ports": [names.ends[port] for port in card.ports]}
            for card in draft.cards.values()
        ],
    }


def from_board(board: RoutesBoard, pieces: Mapping[str, object]) -> Traced:
    """A board as a tracing begins with it; ``pieces`` are those of its file.

    Ids are the keys. Raises nothing: the board was checked when it was read.
    """
    sheet = Sheet(board.name, board.game, board.width_mm, board.height_mm, pieces)
    changes: list[Change] = [
        TracedIsland(
            island.id,
            island.name,
            island.value,
            island.x_mm,
            island.y_mm,
            tuple((slot.x_mm, slot.y_mm) for slot in island.slots),
            id=island.id,
            map_mm=(island.x_mm, island.y_mm),
        )
        for island in board.islands.values()
    ]
    changes += [
        TracedHarbour(
            h.id,
            h.company,
            h.x_mm,
            h.y_mm,
            h.pieces,
            h.ships,
            h.island,
            id=h.id,
            map_mm=(h.x_mm, h.y_mm),
        )
        for h in board.harbours.values()
    ]
    for route in board.routes.values():
        lanes = tuple(
            tuple(TracedSpace(s.x_mm, s.y_mm, s.angle_deg, Laid.EVEN) for s in lane.spaces)
            for lane in route.lanes
        )
        key = (
            f"{route.id}" if route.id not in {*board.islands, *board.harbours} else f"r:{route.id}"
        )
        changes.append(TracedRoute(key, route.a, route.b, lanes, route.one_way, id=route.id))
    changes += [Card(card.nation, card.ports) for card in board.departure_cards]
    return sheet, tuple(changes)


@dataclass
class Ids:
    """The ids in the board file, by key: kept where a thing has one, else made from its name."""

    ends: dict[str, str] = field(default_factory=dict)
    routes: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, draft: Draft) -> Ids:
        """Name all that a draft holds."""
        ids = cls()
        taken = {end.id for end in draft.ends if end.id}
        for end in draft.ends:
            name = f"{HARBOUR}{end.company}" if isinstance(end, TracedHarbour) else end.name
            ids.ends[end.key] = end.id or _unique(slug(name), taken)
        taken = {route.id for route in draft.routes.values() if route.id}
        for route in draft.routes.values():
            between = f"{ids.ends[route.a]}--{ids.ends[route.b]}"
            ids.routes[route.key] = route.id or _unique(between, taken)
        return ids


def slug(name: str) -> str:
    """A name as an id: ``Île d'Oro`` is ``ile_d_oro``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_") or "island"


def _unique(wanted: str, taken: set[str]) -> str:
    """The wanted id, or with a number where another has it; it is taken from now on."""
    numbered: Iterable[str] = (f"{wanted}_{number}" for number in range(2, len(taken) + 3))
    free = next(name for name in (wanted, *numbered) if name not in taken)
    taken.add(free)
    return free


def _island(island: TracedIsland, names: Ids) -> dict[str, object]:
    return {
        "id": names.ends[island.key],
        "name": island.name,
        "value": island.value,
        **_at(island.x_mm, island.y_mm),
        "slots": [_at(x, y) for x, y in island.slots],
    }


def _harbour(harbour: TracedHarbour, names: Ids) -> dict[str, object]:
    return {
        "id": names.ends[harbour.key],
        "company": harbour.company,
        **_at(harbour.x_mm, harbour.y_mm),
        "pieces": harbour.pieces,
        "ships": harbour.ships,
        "island": names.ends.get(harbour.island) if harbour.island else None,
    }


def _route(route: TracedRoute, names: Ids) -> dict[str, object]:
    return {
        "id": names.routes[route.key],
        "a": names.ends[route.a],
        "b": names.ends[route.b],
        "one_way": route.one_way.value if route.one_way else None,
        "lanes": [
            [
                {**_at(space.x_mm, space.y_mm), "angle_deg": round(space.angle_deg, DECIMALS)}
                for space in lane
            ]
            for lane in route.lanes
        ],
    }


def _at(x_mm: float, y_mm: float) -> dict[str, object]:
    return {"x": round(x_mm, DECIMALS), "y": round(y_mm, DECIMALS)}
