"""What the traced things are called in a sentence."""

from __future__ import annotations

from calibration.tracing.draft.draft import (
    Draft,
    End,
    TracedHarbour,
    TracedLine,
    TracedRoute,
)


def name_of(end: End) -> str:
    """An island's or a stop's name, or a harbour's company."""
    return end.company if isinstance(end, TracedHarbour) else end.name


def route_name(draft: Draft, route: TracedRoute | TracedLine) -> str:
    """A route or a line by the names of its ends."""
    ends = (draft.end(route.a), draft.end(route.b))
    return " - ".join(name_of(end) for end in ends if end is not None)
