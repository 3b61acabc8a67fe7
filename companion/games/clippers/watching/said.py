"""What somebody says he did, told in one hypothesis: in its time, now, or when its turn comes."""

from __future__ import annotations

from dataclasses import replace

from companion.games.clippers.judging.judgement import is_legal
from companion.games.clippers.state.state import MARKET, State
from companion.games.clippers.terms.events import Event, ShipBought, TurnEnded
from companion.games.clippers.watching.search.hypotheses import (
    INFERRED,
    Hypothesis,
    MarketAct,
    Noted,
    add,
    before_fact,
    ends_by_itself,
    inserted,
    instead,
    turn_now,
    unruly,
)
from companion.records.record import Source

CONTRADICTED = 4.0
"""What a hypothesis costs, in nats, that somebody contradicts."""


def said_by(hypothesis: Hypothesis, event: Event, by: Source) -> Hypothesis:
    """Go on with what somebody said: in the place of a guess, now, or when its time comes."""
    state = hypothesis.state
    guess = hypothesis.guess_of(event.player) if isinstance(event, MarketAct) else None
    if guess is not None:
        return instead(hypothesis, guess, event, by)
    now = turn_now(state)
    ends_now = event == TurnEnded(now.seat.player.name, now.phase)
    if is_legal(state, event):
        return add(hypothesis, event, by)
    if ends_now:
        return _contradicted(add(hypothesis, event, by))
    end = ends_by_itself(hypothesis)
    if end is not None and event != end:
        return said_by(add(hypothesis, end, INFERRED), event, by)
    if isinstance(event, TurnEnded):
        seat = state.game.seat_of(event.player)
        if (event.phase, (seat - state.first) % len(state.seats)) < state.turn[1:]:
            return hypothesis if _ended_just_now(hypothesis, event) else _contradicted(hypothesis)
    if _is_his_turn_for(event, now):
        return _contradicted(add(hypothesis, event, by))
    if (told := _in_its_time(hypothesis, event, by)) is not None:
        return told
    return replace(hypothesis, pending=(*hypothesis.pending, Noted(event, by)))


def _in_its_time(hypothesis: Hypothesis, event: Event, by: Source) -> Hypothesis | None:
    """Tell it where it was his turn in phase 1: a stick against the rules seemed to end the phase.

    None where that would break more rules.
    """
    if not isinstance(event, MarketAct | ShipBought):
        return None
    for index in range(hypothesis.kept, len(hypothesis.noted)):
        if is_legal(before_fact(hypothesis, index).state, event):
            told = inserted(hypothesis, index, event, by)
            return told if unruly(told) <= unruly(hypothesis) else None
    return None


def _is_his_turn_for(event: Event, now: State) -> bool:
    """Whether it is the player's turn to do so in phase 1, so that only its price forbids it."""
    if now.phase != MARKET or not isinstance(event, MarketAct | ShipBought):
        return False
    done = now.seat.bought if isinstance(event, ShipBought) else now.seat.acted
    return event.player == now.seat.player.name and not done


def _ended_just_now(hypothesis: Hypothesis, end: TurnEnded) -> bool:
    """Whether the hypothesis has it already that this turn is over, and nothing since."""
    return bool(hypothesis.noted) and hypothesis.noted[-1].event == end


def _contradicted(hypothesis: Hypothesis) -> Hypothesis:
    """A hypothesis that somebody contradicts, who knows better."""
    return replace(hypothesis, cost=hypothesis.cost + CONTRADICTED)
