"""What the rules say about a fact: every finding at once, and nothing is refused.

Everything that knows whether something may be done asks here: the findings of a game, the options
of the player at turn, the hints on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from companion.bank import Bank
from companion.finding import Finding, Severity
from companion.games.clippers.course.meaning import with_room
from companion.games.clippers.course.rounds import (
    Closed,
    InTurn,
    Unsaid,
    goes_on,
    in_turn,
)
from companion.games.clippers.judging.excuses import excused
from companion.games.clippers.rules import duties, market, port_card, sticks, table, turns
from companion.games.clippers.state.state import State
from companion.games.clippers.terms import sections
from companion.games.clippers.terms.events import (
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
from companion.play.judging.findings import each_once

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
            duties.a_move_leaves_a_stick_for_the_route,
        ),
        TurnEnded: (
            turns.player_is_at_turn,
            turns.turn_ends_in_its_phase,
            turns.phase_1_asks_for_an_action,
            duties.a_stick_is_laid,
            duties.a_bought_ship_opens_a_route,
        ),
        MoneyCorrected: (market.payer_has_the_money,),
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

NO_END = frozenset({"not-from-end", "starts-elsewhere", "purple-not-from-end"})
"""The stick goes on from nowhere."""
ANY_PLACE = NO_END | {"lane-taken", "builds-both-lanes", "meets-itself", "against-arrow"}
"""The stick may not lie there."""
ANY_COUNT = frozenset({"over-allowance", "five-x-in-both-phases", "last-stick-opens-route"})
"""The stick is one too many, or should have been another."""
ANY_LEAVE = frozenset({"purple-closed", "purple-opens-next-turn", "no-ship-bought"})
"""The stick may lie nowhere, for now."""

MONEY_NOTES: tuple[Callable[[State, Bank], Finding | None], ...] = (
    table.bank_can_pay,
    table.box_has_the_chips,
)
"""What the box of chips has to say about money that has moved."""


IMPLIED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "game-over": frozenset(
            {"second-action", "second-ship", "card-not-there", "ship-not-there", "no-credit"}
        ),
        "space-taken": ANY_PLACE | ANY_COUNT | ANY_LEAVE | {"no-stick-left", "into-harbour"},
        "lane-taken": NO_END,
        "builds-both-lanes": NO_END | {"meets-itself"},
        "meets-itself": NO_END,
        "against-arrow": NO_END,
        "into-harbour": NO_END,
        "purple-closed": NO_END,
        "not-from-end": frozenset({"last-stick-opens-route"}),
        "over-allowance": frozenset({"last-stick-opens-route"}),
        "five-x-in-both-phases": frozenset({"last-stick-opens-route"}),
        "stick-and-port": frozenset({"last-stick-opens-route", "ship-owed"}),
        "no-ship-bought": frozenset({"last-stick-opens-route"}),
        "ship-owed": frozenset({"stick-owed"}),
        "not-your-turn": ANY_COUNT | {"not-phase-1", "no-ship-bought", "stick-owed", "ship-owed"},
        "turn-skipped": ANY_COUNT | {"no-ship-bought"},
        "turn-goes-on": ANY_COUNT,
    }
)
"""What is the same mistake as another, and is not told besides: a taken space is no taken lane."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the rules say about a fact: what is told of it, and whether more was told before."""

    findings: tuple[Finding, ...]
    follows: bool
    """Whether something is found that follows from a slip told before."""


def judged(state: State, event: Event, now: InTurn | None = None) -> Judged:
    """Everything the rules say about a fact in this state: the same each time it is asked.

    What follows from a slip that was told before is not told again. ``now`` is the fact in its
    turn, where that is known.
    """
    now = now or in_turn(state, event)
    before = now.state
    if before.over and before.shown.played_on:
        return Judged((), bool(RULES[type(event)]))
    known, found = excused(before, event), tuple(_found(state, now, event))
    told = tuple(each for each in found if each.code not in known)
    made_room = isinstance(event, StickLaid) and with_room(before, event) is not before
    follows = not before.over and (made_room or len(told) < len(found))
    return Judged((*_routes_owed(now), *told), follows)


def findings(state: State, event: Event) -> tuple[Finding, ...]:
    """What is to be told of a fact in this state, as ``judged`` finds it."""
    return judged(state, event).findings


def _found(state: State, now: InTurn, event: Event) -> tuple[Finding, ...]:
    """What is found about a fact, each mistake once.

    That a stick was told twice explains the rest, and comes first.
    """
    before = now.state
    roomy = with_room(before, event) if isinstance(event, StickLaid) else before
    found = (*_missing_before(state, now, event), *_judged(roomy, event))
    told = each_once(found, IMPLIED)
    if isinstance(event, StickLaid) and before.spaces.get(event.space) == event.company:
        told.sort(key=lambda each: each.code != "space-taken")
    return tuple(told)


def notes(
    state: State, event: Event, after: State, known: Judged | None = None
) -> tuple[Finding, ...]:
    """What is to be said besides: what was taken as said, the bank's box, a ship that goes back.

    ``after`` is the state the fact led to; ``known`` is what ``judged`` says of it, where that was
    asked before.
    """
    now = in_turn(state, event)
    before = now.state
    said: list[Finding | None] = []
    said += notes_of_turns(state, event, now)
    if after.bank is not before.bank:
        said += [rule(before, after.bank) for rule in MONEY_NOTES]
    if (known or judged(state, event, now)).follows:
        said.append(Finding("follows-from-slip", Severity.NOTE, sections.TURN_ORDER))
    if isinstance(event, CardTaken):
        said.append(market.first_card_goes_back(before, event))
    if isinstance(event, ShipBought):
        said.append(market.first_ship_goes_back(before, event))
    if isinstance(event, StickLaid):
        said.append(table.bank_pays_to_its_end(before, event))
    ends = [(each.state, TurnEnded(each.player, each.phase)) for each in now.closed]
    if isinstance(event, TurnEnded):
        ends.append((before, event))
    said += [duties.unused_ship_goes_back(at_end, done) for at_end, done in ends]
    return tuple(note for note in said if note is not None)


def notes_of_turns(state: State, event: Event, now: InTurn) -> tuple[Finding, ...]:
    """What was left unsaid about the turns before a fact, and is taken as said."""
    if not now.closed or any(True for _ in _missing_before(state, now, event)):
        return ()
    return tuple(_taken_as_said(each) for each in now.closed)


def is_legal(state: State, event: Event) -> bool:
    """Whether no rule forbids it, and nothing before it has to be taken as said.

    Asked more often than ``findings``, and stops at the first.
    """
    before, closed = in_turn(state, event)
    if before.turn < state.turn or closed:
        return False
    return all(found.severity is not Severity.ILLEGAL for found in _judged(before, event))


def _missing_before(state: State, now: InTurn, event: Event) -> Iterator[Finding]:
    """What has to have happened before a fact, and nobody said: one finding, however much it is."""
    if goes_on(state, now.state.turn):
        yield _turn_goes_on(now.state)
    skipped = next((each for each in now.closed if each.unsaid is Unsaid.TURN), None)
    if skipped is not None:
        yield Finding(
            skipped.unsaid.value,
            Severity.ILLEGAL,
            sections.DUTY_TO_LAY,
            (),
            {"player": skipped.player, "phase": skipped.phase},
        )
    elif isinstance(event, StickLaid | MarkerMoved):
        many = sum(each.unsaid is Unsaid.PASS for each in now.closed) > 1
        if many and (found := turns.laying_is_in_phases_2_and_3(state, event)) is not None:
            yield found


def _routes_owed(now: InTurn) -> Iterator[Finding]:
    """The routes that players did not open in turns whose end nobody said."""
    for each in now.closed:
        done = TurnEnded(each.player, each.phase)
        found = duties.a_bought_ship_opens_a_route(each.state, done)
        if found is not None and found.code not in excused(each.state, done):
            yield replace(found, repair=None)


def _turn_goes_on(before: State) -> Finding:
    """Say that a turn was not over when others acted: one of them was named by mistake."""
    return Finding(
        "turn-goes-on",
        Severity.ILLEGAL,
        sections.TURN_ORDER,
        (),
        {"player": before.seat.player.name, "phase": before.phase},
    )


def _taken_as_said(closed: Closed) -> Finding:
    """A note that a turn was taken to be over."""
    return Finding(
        closed.unsaid.value,
        Severity.NOTE,
        sections.TURN_ORDER,
        (),
        {"player": closed.player, "phase": closed.phase},
    )


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
    return replace(found, repair="missing-sticks" if found.params.get("gap") else "take-back")
