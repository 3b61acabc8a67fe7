"""What a correction says of sticks, in Clippers' own words."""

from __future__ import annotations

from enum import Enum

from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Event, StickLaid
from companion.play.corrections import course
from companion.play.corrections.course import Kind

Course = course.Course[State, Event]


class OfSticks(Enum):
    """What a correction says of one stick, or of two; the value is the code of its sentence."""

    COLOUR = "cause:colour"
    SPACE = "cause:space"
    PLAYER = "cause:player"
    OPENS = "cause:opens"
    ORDER = "cause:order"


def kind_of(old: Event, new: Event) -> Kind | OfSticks:
    """What a correction of one fact says."""
    if isinstance(old, StickLaid) and isinstance(new, StickLaid):
        if old.company != new.company:
            return OfSticks.COLOUR
        if old.space != new.space:
            return OfSticks.SPACE
        if old.player != new.player:
            return OfSticks.PLAYER
        return OfSticks.OPENS
    return Kind.INSTEAD
