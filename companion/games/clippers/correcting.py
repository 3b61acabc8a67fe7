"""What an older fact may have been instead: offered when somebody corrects the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.clippers.choices import options
from companion.games.clippers.event_json import event_json
from companion.games.clippers.events import (
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
from companion.games.clippers.judgement import is_legal
from companion.games.clippers.rounds import at_turn_of
from companion.games.clippers.state import State
from companion.games.clippers.story import Step
from companion.games.clippers.view import Data, Sight

MarketAct = MarkerPlaced | CardTaken | Passed


def step_of(sight: Sight, seq: int) -> Step | None:
    """The moment of a fact that counts."""
    moment = sight.table.moment_of(seq)
    return None if moment is None else moment.step


def alternatives(sight: Sight, step: Step) -> list[Data]:
    """What may have happened instead: each in words, with what the rules think of it then.

    The likeliest slips come first: another piece in the same place, another player. Then all that
    could be done at that moment.
    """
    offered: dict[Event, None] = {}
    for event in (*_slips(step.before, step.event), *_possible(step)):
        if event != step.event:
            offered.setdefault(event)
    return [
        {
            "fact": event_json(event),
            "words": sight.words.event(event),
            "legal": is_legal(step.before, event),
        }
        for event in offered
    ]


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


def _possible(step: Step) -> Iterator[Event]:
    """What the rules allowed the same player at that moment, of the same kind."""
    if not isinstance(step.event, PlayersAct):
        return
    kinds = next(
        (k for k in (MarketAct, StickLaid, MarkerMoved, ShipBought) if isinstance(step.event, k)),
        None,
    )
    for choice in options(at_turn_of(step.before, step.event)):
        same = choice.event.player == step.event.player
        if same and kinds is not None and isinstance(choice.event, kinds):
            yield choice.event
