"""What the rules say about a fact: every finding at once, and nothing is refused.

Everything that knows whether something may be done asks here: the findings of a game, the options
of the player at turn, the hints on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.bank import Bank
from companion.finding import Finding, Severity
from companion.games.clippers.course import at_turn_of
from companion.games.clippers.events import (
    CardTaken,
    Event,
    MarkerMoved,
    MarkerPlaced,
    MoneyCorrected,
    Passed,
    ShipBought,
    ShipStood,
    StickLaid,
    TurnEnded,
)
from companion.games.clippers.rules import duties, market, port_card, sticks, table, turns
from companion.games.clippers.state import State

Rule = Callable[[State, Any], Finding | None]

RULES: Mapping[type[Event], tuple[Rule, ...]] = MappingProxyType(
    {
        MarkerPlaced: (
            turns.game_is_on,
            turns.player_is_at_turn,
            turns.market_is_in_phase_1,
            turns.one_action_in_phase_1,
            market.player_has_a_marker_left,
            market.slot_is_free,
        ),
        CardTaken: (
            turns.game_is_on,
            turns.player_is_at_turn,
            turns.market_is_in_phase_1,
            turns.one_action_in_phase_1,
            market.card_lies_beside_the_board,
            market.card_is_paid,
        ),
        Passed: (
            turns.game_is_on,
            turns.player_is_at_turn,
            turns.market_is_in_phase_1,
            turns.one_action_in_phase_1,
        ),
        ShipBought: (
            turns.game_is_on,
            turns.player_is_at_turn,
            turns.market_is_in_phase_1,
            market.one_ship_a_round,
            market.ship_lies_beside_the_board,
            market.ship_is_paid,
            market.bought_ship_has_a_start,
            market.company_has_left_its_harbour,
        ),
        StickLaid: (
            turns.game_is_on,
            turns.player_is_at_turn,
            turns.laying_is_in_phases_2_and_3,
            duties.sticks_within_allowance,
            duties.last_stick_opens_the_route,
        ),
        MarkerMoved: (
            turns.game_is_on,
            turns.player_is_at_turn,
            turns.laying_is_in_phases_2_and_3,
            port_card.mover_has_the_port_card,
            port_card.moved_marker_is_own,
            market.new_slot_is_free,
            port_card.marker_goes_to_another_island,
            port_card.marker_moves_before_sticks,
            port_card.marker_moves_instead_of_a_stick,
        ),
        TurnEnded: (
            turns.player_is_at_turn,
            turns.turn_ends_in_its_phase,
            turns.phase_1_asks_for_an_action,
            duties.a_stick_is_laid,
            duties.a_bought_ship_opens_a_route,
        ),
        MoneyCorrected: (),
        ShipStood: (table.ship_stands_at_an_end,),
    }
)
"""The rules that bind each kind of fact, in the order of the rulebook."""

PLACEMENT: tuple[Callable[[sticks.Laying], Finding | None], ...] = (
    sticks.space_is_free,
    sticks.company_has_sticks,
    sticks.stick_goes_on_from_an_end,
    sticks.route_follows_the_arrow,
    sticks.lane_is_not_anothers,
    sticks.lane_is_built_from_one_end,
    sticks.company_builds_one_lane,
    sticks.routes_lead_out_of_harbours,
    sticks.alternate_route_has_a_ship,
    sticks.alternate_route_starts_where_the_company_is,
    sticks.purple_is_open,
    sticks.purple_starts_at_home,
)
"""The rules about where a stick lies."""

MONEY_NOTES: tuple[Callable[[State, Bank], Finding | None], ...] = (
    table.bank_can_pay,
    table.box_has_the_chips,
)
"""What the box of chips has to say about money that has moved."""


def findings(state: State, event: Event) -> tuple[Finding, ...]:
    """Everything the rules say about a fact in this state: the same each time it is asked."""
    return tuple(_judged(at_turn_of(state, event), event))


def notes(state: State, event: Event, after: State) -> tuple[Finding, ...]:
    """What is to be said besides: about the bank's box, and about a ship that goes back.

    ``after`` is the state the fact led to.
    """
    before = at_turn_of(state, event)
    said: list[Finding | None] = []
    if after.bank is not before.bank:
        said += [rule(before, after.bank) for rule in MONEY_NOTES]
    if isinstance(event, StickLaid):
        said.append(table.bank_pays_to_its_end(before, event))
    if isinstance(event, TurnEnded):
        said.append(duties.unused_ship_goes_back(before, event))
    return tuple(note for note in said if note is not None)


def is_legal(state: State, event: Event) -> bool:
    """Whether no rule forbids it; asked more often than ``findings``, and stops at the first."""
    before = at_turn_of(state, event)
    return all(found.severity is not Severity.ILLEGAL for found in _judged(before, event))


def _judged(before: State, event: Event) -> Iterator[Finding]:
    for rule in RULES[type(event)]:
        if (found := rule(before, event)) is not None:
            yield _repairable(found, event)
    if isinstance(event, StickLaid):
        laying = sticks.Laying(before, event)
        for placement in PLACEMENT:
            if (found := placement(laying)) is not None:
                yield _repairable(found, event)


def _repairable(found: Finding, event: Event) -> Finding:
    """What a player did wrong can be taken back; a duty names its own repair."""
    if found.severity is not Severity.ILLEGAL or isinstance(event, TurnEnded | ShipStood):
        return found
    return replace(found, repair="take-back")
