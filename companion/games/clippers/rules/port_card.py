"""A marker moved with the port card. Rules, section 4.6."""

from __future__ import annotations

from companion.finding import Finding, Severity
from companion.games.clippers.state.state import State
from companion.games.clippers.terms import sections
from companion.games.clippers.terms.editions import PortTiming
from companion.games.clippers.terms.events import Card, MarkerMoved


def mover_has_the_port_card(state: State, event: MarkerMoved) -> Finding | None:
    """Only the port card moves a marker, and it goes back at once: one move.

    Rules, section 4.6; ruling C6.
    """
    if state.seat_of(event.player).card is Card.PORT:
        return None
    return Finding(
        "no-port-card",
        Severity.ILLEGAL,
        sections.PORT_CARD,
        (event.source, event.target),
        {"player": event.player},
    )


def moved_marker_is_own(state: State, event: MarkerMoved) -> Finding | None:
    """A player moves a marker of his own nation.

    Rules, section 4.6.
    """
    if state.slots.get(event.source) == state.seat_of(event.player).player.nation:
        return None
    return Finding(
        "not-your-marker",
        Severity.ILLEGAL,
        sections.PORT_CARD,
        (event.source,),
        {"player": event.player},
    )


def marker_goes_to_another_island(state: State, event: MarkerMoved) -> Finding | None:
    """The marker goes to another island.

    Rules, section 4.6; ruling A10.
    """
    islands = state.game.chart.board.island_of_slot
    island = islands[event.target].id
    if state.game.rulings.port_same_island or islands[event.source].id != island:
        return None
    return Finding(
        "same-island",
        Severity.ILLEGAL,
        sections.PORT_CARD,
        (event.source, event.target),
        {"player": event.player, "island": island},
    )


def marker_moves_instead_of_a_stick(state: State, event: MarkerMoved) -> Finding | None:
    """By one reading, the card is played in the place of the phase's stick.

    Rules, section 4.6; ruling C25. By default it is played besides.
    """
    laid = state.seat_of(event.player).laid_in(state.phase) > 0
    if not laid or not state.game.rulings.port_instead_of_stick:
        return None
    return Finding(
        "stick-and-port",
        Severity.ILLEGAL,
        sections.PORT_CARD,
        (event.source, event.target),
        {"player": event.player},
    )


def marker_moves_before_sticks(state: State, event: MarkerMoved) -> Finding | None:
    """By one reading, the card is played before the turn's first stick.

    Rules, section 4.6; ruling C6. By default any moment of the turn will do.
    """
    late = state.seat_of(event.player).laid_in(state.phase) > 0
    if not late or state.game.rulings.port_timing is PortTiming.ANY_MOMENT_OF_TURN:
        return None
    return Finding(
        "port-after-sticks",
        Severity.ILLEGAL,
        sections.PORT_CARD,
        (event.source, event.target),
        {"player": event.player},
    )
