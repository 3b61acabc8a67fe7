"""Which pieces may have been misread, by what the rules find later: for the referee to weigh."""

from __future__ import annotations

from collections.abc import Iterator

from companion.explainer import Otherwise
from companion.games.clippers.accounts import Account, Noted, begin
from companion.games.clippers.causes import Cause, causes
from companion.games.clippers.events import Event, MarkerPlaced, StickLaid, TurnEnded
from companion.reading import EMPTY
from companion.record import Source, Who

TOLD_ANEW = Source(Who.CAMERA, confidence=0.95)
"""Who says what was told anew: the camera, which had misread it."""


def otherwise(account: Account) -> Iterator[Otherwise[Account]]:
    """The account with each correction of what was seen that takes away what breaks rules.

    What a person said is not the camera's to correct.
    """
    events = [noted.event for noted in account.noted]
    for cause in causes(account.origin, events, [frozenset[str]()] * len(events)):
        edit = cause.edit
        old = account.noted[edit.at : edit.at + edit.out]
        seen_only = all(isinstance(e, StickLaid | MarkerPlaced | TurnEnded) for e in edit.put)
        if seen_only and all(noted.by.who is Who.CAMERA for noted in old):
            yield from _told(account, cause, old)


def _told(account: Account, cause: Cause, old: tuple[Noted, ...]) -> Iterator[Otherwise[Account]]:
    edit = cause.edit
    before = dict(_pieces(account, (noted.event for noted in old)))
    after = dict(_pieces(account, iter(edit.put)))
    places = {place for place in {**before, **after} if before.get(place) != after.get(place)}
    if not places:
        return
    facts = [(noted.event, noted.by) for noted in account.noted]
    put = [(event, TOLD_ANEW) for event in edit.put]
    told = begin(account.origin, [*facts[: edit.at], *put, *facts[edit.at + edit.out :]])
    yield Otherwise(
        told,
        {place: after.get(place, EMPTY) for place in sorted(places)},
        {place: before.get(place, EMPTY) for place in sorted(places)},
        len(cause.explains),
    )


def _pieces(account: Account, events: Iterator[Event]) -> Iterator[tuple[str, str]]:
    """What events bring to which places."""
    for event in events:
        if isinstance(event, StickLaid):
            yield event.space, event.company
        elif isinstance(event, MarkerPlaced):
            yield event.slot, account.state.seat_of(event.player).player.nation
