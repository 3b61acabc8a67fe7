"""What a fact may have been instead, when somebody corrects the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.clippers.course.rounds import at_turn_of
from companion.games.clippers.judging.choices import options
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import (
    Card,
    CardTaken,
    Event,
    MarkerMoved,
    MarkerPlaced,
    Passed,
    PlayersAct,
    ShipBought,
    StickLaid,
)

MarketAct = MarkerPlaced | CardTaken | Passed


def instead(before: State, event: Event) -> Iterator[Event]:
    """The likeliest slips first: another piece in the same place, another player.

    Then all that could be done at that moment.
    """
    yield from _slips(before, event)
    yield from _possible(before, event)


def _slips(before: State, event: Event) -> Iterator[Event]:
    """The same with one word changed."""
    match event:
        case StickLaid():
            for company in before.companies:
                yield replace(event, company=company)
            yield replace(event, alternate=not event.alternate)
        case CardTaken():
            yield from (replace(event, card=card) for card in Card)
            yield Passed(event.player)
        case ShipBought():
            yield from (replace(event, company=company) for company in before.companies)
    if isinstance(event, PlayersAct):
        for player in before.game.players:
            yield replace(event, player=player.name)


def _possible(before: State, event: Event) -> Iterator[Event]:
    """What the rules allowed the same player at that moment, of the same kind."""
    if not isinstance(event, PlayersAct):
        return
    kinds = next(
        (k for k in (MarketAct, StickLaid, MarkerMoved, ShipBought) if isinstance(event, k)),
        None,
    )
    for choice in options(at_turn_of(before, event)):
        same = choice.event.player == event.player
        if same and kinds is not None and isinstance(choice.event, kinds):
            yield choice.event
