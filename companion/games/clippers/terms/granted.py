"""What a table allowed of what lies on its board: a rule that was broken there, and stays broken.

A finding of the game is about an act, one of ``inspection`` about a position. Who allowed the act
allowed what lies there of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from companion.errors import InputError
from companion.finding import Finding
from companion.games.clippers.terms.events import Event, MarkerMoved, MarkerPlaced, StickLaid
from companion.play.offered.finished import Grant as Grant

LEFT_BEHIND: Mapping[str, str] = MappingProxyType(
    {
        "lane-taken": "lane-shared",
        "meets-itself": "lane-from-both-ends",
        "builds-both-lanes": "both-lanes",
        "against-arrow": "stick-against-arrow",
        "into-harbour": "stick-into-harbour",
        "not-from-end": "stick-hangs",
        "starts-elsewhere": "stick-hangs",
        "purple-not-from-end": "stick-hangs",
        "purple-closed": "company-closed",
        "purple-opens-next-turn": "company-closed",
        "no-stick-left": "too-many-sticks",
        "no-marker-left": "too-many-markers",
    }
)
"""Per finding about an act, the finding about the position that it leaves behind."""


OF_A_PLACE = frozenset(
    {
        "lane-shared",
        "lane-from-both-ends",
        "both-lanes",
        "stick-against-arrow",
        "stick-into-harbour",
        "stick-hangs",
        "company-closed",
    }
)
"""What is left behind by a stick that may not lie where it does."""


def grants_of(acts: Iterable[tuple[Event, Iterable[str]]]) -> frozenset[Grant]:
    """What acts left on the board that the table allowed; each comes with the codes allowed."""
    return frozenset(
        Grant(place, LEFT_BEHIND[code])
        for event, codes in acts
        if (place := _place_of(event)) is not None
        for code in codes
        if code in LEFT_BEHIND
    )


def is_granted(finding: Finding, granted: frozenset[Grant]) -> bool:
    """Whether the table allowed what a finding about the position is about."""
    return any(Grant(place, finding.code) in granted for place in finding.places)


def parse_grant(text: str, places: Iterable[str]) -> Grant:
    """Read ``PLACE=CODE``, as a person types it; raise InputError on anything else."""
    place, equals, code = (part.strip() for part in text.partition("="))
    if not (equals and place and code):
        raise InputError("clippers:grant-form", text=text)
    if place not in places:
        raise InputError("clippers:grant-no-place", text=text, place=place)
    code = LEFT_BEHIND.get(code, code)
    if code not in LEFT_BEHIND.values():
        known = ", ".join(sorted(set(LEFT_BEHIND.values())))
        raise InputError("clippers:grant-no-code", text=text, asked=code, known=known)
    return Grant(place, code)


def _place_of(event: Event) -> str | None:
    match event:
        case StickLaid():
            return event.space
        case MarkerPlaced():
            return event.slot
        case MarkerMoved():
            return event.target
    return None
