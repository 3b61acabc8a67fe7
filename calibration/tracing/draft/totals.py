"""How much of a draft there is, beside what is known of the printed board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.tracing.draft.checks import kinds_of
from calibration.tracing.draft.draft import Draft


@dataclass(frozen=True)
class Printed:
    """What rulebooks and reviews say of a printed board (``docs/own-board.md`` names them)."""

    islands: int
    harbours: int
    cards: int
    ports: int
    """Markers on each departure card."""
    slots: tuple[int, int]
    """Fewest and most slots of an island."""
    spaces: tuple[int, int]
    """Fewest and most spaces of a route's lane."""


PRINTED: Mapping[str, Printed] = {"clippers": Printed(38, 6, 5, 7, (2, 5), (1, 4))}


@dataclass(frozen=True)
class Total:
    """A count of what was traced; ``said`` is what the printed board has, where that is known."""

    what: str
    count: int
    said: int | None = None


def totals(draft: Draft) -> list[Total]:
    """Islands, slots, routes, double routes, spaces, harbours and departure cards."""
    known = PRINTED.get(draft.sheet.game)
    lanes = [lane for route in draft.routes.values() for lane in route.lanes]
    counted = [
        Total("islands", len(draft.islands), known.islands if known else None),
        Total("slots", sum(len(island.slots) for island in draft.islands.values())),
        Total("routes", len(draft.routes)),
        Total("double", sum(len(route.lanes) > 1 for route in draft.routes.values())),
        Total("spaces", sum(map(len, lanes))),
        Total("harbours", len(draft.harbours), known.harbours if known else None),
    ]
    if kinds_of(draft, "marker"):
        counted.append(Total("cards", len(draft.cards), known.cards if known else None))
    return counted


def unusual(draft: Draft) -> dict[str, str]:
    """Islands, routes and cards unlike any that the printed board is said to have: key -> what."""
    known = PRINTED.get(draft.sheet.game)
    if known is None:
        return {}
    fewest, most = known.slots
    odd = {
        key: "slots"
        for key, island in draft.islands.items()
        if not fewest <= len(island.slots) <= most
    }
    shortest, longest = known.spaces
    odd |= {
        key: "spaces"
        for key, route in draft.routes.items()
        if not all(shortest <= len(lane) <= longest for lane in route.lanes)
    }
    odd |= {key: "ports" for key, card in draft.cards.items() if len(card.ports) != known.ports}
    return odd
