"""Which way round a stick was laid: from the end of its route that it goes on from."""

from __future__ import annotations

from dataclasses import replace

from companion.games.clippers.chart.chart import Way
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Event, StickLaid


def headed(before: State, event: Event) -> Event:
    """The fact with where its lane was entered from, where what lies there tells.

    ``before`` is the state before it. A stick that goes on from nothing, or from both sides, keeps
    what was said of it.
    """
    if not isinstance(event, StickLaid) or event.start is not None:
        return event
    ways = before.game.chart.ways_through.get(event.space, ())
    starts = {way.start for way, index in ways if _goes_on(before, event, way, index)}
    return replace(event, start=starts.pop()) if len(starts) == 1 else event


def _goes_on(before: State, stick: StickLaid, way: Way, index: int) -> bool:
    """Whether the company was at this end of the space."""
    if index:
        return before.spaces.get(way.spaces[index - 1]) == stick.company
    reached = before.companies[stick.company].reached
    return way.start in reached or way.start == before.game.chart.homes[stick.company]
