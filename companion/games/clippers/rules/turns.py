"""Whose turn it is, in which phase. Rules, section 3 and 9.3."""

from __future__ import annotations

from companion.finding import Finding, Severity
from companion.games.clippers.course.turn_order import had_turn_before
from companion.games.clippers.state.state import FIRST_LAYING, MARKET, SECOND_LAYING, State
from companion.games.clippers.terms import sections
from companion.games.clippers.terms.events import (
    CardTaken,
    MarkerMoved,
    MarkerPlaced,
    Passed,
    PlayersAct,
    ShipBought,
    StickLaid,
    TurnEnded,
)

MarketAction = MarkerPlaced | CardTaken | Passed


def game_is_on(state: State, event: PlayersAct) -> Finding | None:
    """Nothing counts after the end. A turn may still be said to be over.

    Rules, section 9.3; ruling C22.
    """
    if not state.over or isinstance(event, TurnEnded):
        return None
    return Finding(
        "game-over", Severity.ILLEGAL, sections.ENDS_AT_ONCE, (), {"player": event.player}
    )


def player_is_at_turn(state: State, event: PlayersAct) -> Finding | None:
    """Players act one after the other, from the first player to the left.

    Rules, section 3.1.
    """
    if event.player == state.seat.player.name or state.over:
        return None
    return Finding(
        "not-your-turn",
        Severity.ILLEGAL,
        sections.TURN_ORDER,
        (),
        {"player": event.player, "turn_of": state.awaited_seat.player.name},
    )


def market_is_in_phase_1(state: State, event: MarketAction | ShipBought) -> Finding | None:
    """Markers are placed, cards taken and ships bought in phase 1.

    Rules, section 3.2.
    """
    if state.phase == MARKET or state.over:
        return None
    return Finding(
        "not-phase-1",
        Severity.ILLEGAL,
        sections.MARKET_ACTION,
        (),
        {"player": event.player, "phase": state.phase},
    )


def laying_is_in_phases_2_and_3(state: State, event: StickLaid | MarkerMoved) -> Finding | None:
    """Sticks are laid, and markers moved, in phases 2 and 3.

    Rules, section 3.4. Told after the turn they were laid in, it is told that this is over.
    """
    if state.phase >= FIRST_LAYING or state.over or _is_late(state, event, SECOND_LAYING):
        return None
    return Finding(
        "not-phase-2-or-3", Severity.ILLEGAL, sections.LAYING_PHASES, (), {"player": event.player}
    )


def one_action_in_phase_1(state: State, event: MarketAction) -> Finding | None:
    """A player places a marker or takes a card or passes: one of the three.

    Rules, section 3.2; ruling A19.
    """
    if not state.seat_of(event.player).acted:
        return None
    return Finding(
        "second-action", Severity.ILLEGAL, sections.MARKET_ACTION, (), {"player": event.player}
    )


def phase_1_asks_for_an_action(state: State, event: TurnEnded) -> Finding | None:
    """A player who does neither says that he passes.

    Rules, section 3.2; ruling A19.
    """
    seat = state.seat_of(event.player)
    if state.phase != MARKET or event.phase != MARKET or seat.acted or state.over:
        return None
    return Finding(
        "no-action-said", Severity.WARNING, sections.MARKET_ACTION, (), {"player": event.player}
    )


def turn_ends_in_its_phase(state: State, event: TurnEnded) -> Finding | None:
    """A turn ends in the phase that is being played.

    Rules, section 3.1. Of the last turn of a phase that ends twice, it is told that it is over.
    """
    if event.phase == state.phase or state.over or _is_late(state, event, event.phase):
        return None
    return Finding(
        "another-phase",
        Severity.ILLEGAL,
        sections.TURN_ORDER,
        (),
        {"player": event.player, "said": event.phase, "phase": state.phase},
    )


def _is_late(state: State, event: PlayersAct, phase: int) -> bool:
    """Whether it is another's turn, and what is told is of the one before, in another phase."""
    is_anothers = event.player != state.seat.player.name
    return is_anothers and had_turn_before(state, event.player, phase)
