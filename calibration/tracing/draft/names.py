"""What the traced things are called in a sentence."""

from __future__ import annotations

from calibration.tracing.draft.draft import Draft, End, TracedIsland, TracedRoute


def name_of(end: End) -> str:
    """An island's name, or a harbour's company."""
    return end.name if isinstance(end, TracedIsland) else end.company


def route_name(draft: Draft, route: TracedRoute) -> str:
    """A route by the names of its ends."""
    ends = (draft.end(route.a), draft.end(route.b))
    return " - ".join(name_of(end) for end in ends if end is not None)
