"""The course of a game: facts are applied one after the other, and never judged.

``apply`` accepts any fact about this table: a stick that may not lie there lies there all the same.
What the rules say about it are ``judgement.findings``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.bank import BANK, Transfer
from companion.games.clippers.allowance import is_last_turn, is_stranded
from companion.games.clippers.bonuses import bonuses, box_gives
from companion.games.clippers.editions import StrandedClipper
from companion.games.clippers.ending import end_after, end_at_turn
from companion.games.clippers.events import (
    Card,
    CardTaken,
    Event,
    MarkerMoved,
    MarkerPlaced,
    MoneyCorrected,
    Passed,
    PlayersAct,
    ShipBought,
    ShipStood,
    StickLaid,
    TurnEnded,
)
from companion.games.clippers.growth import can_start, grown, lifted
from companion.games.clippers.network import OPENED_BY
from companion.games.clippers.state import (
    FIRST_LAYING,
    MARKET,
    SECOND_LAYING,
    Company,
    Seat,
    State,
)

SHIP_PRICE = 3
CARD_PRICES = {Card.TWO_X: 2, Card.THREE_X: 0, Card.FIVE_X: 1}


def replay(state: State, events: Iterable[Event]) -> State:
    """Apply facts in turn."""
    for event in events:
        state = apply(state, event)
    return state


def apply(state: State, event: Event) -> State:
    """Return the state after a fact, with the money it moved and the end it may have brought."""
    before = at_turn_of(state, event)
    after = _done(replace(before, facts=state.facts + 1), event)
    if before.over and not isinstance(event, MoneyCorrected):
        return replace(after, bank=before.bank)
    end = end_after(after, event)
    return _settled(after if end is after.end else replace(after, end=end))


def _settled(state: State) -> State:
    """Keep what lies on the board once nothing counts any more. Rules, section 9.3."""
    if state.over and state.final is None:
        return replace(state, final=state.position)
    return state


def at_turn_of(state: State, event: Event) -> State:
    """Pass the turn where a fact shows that it has passed.

    Nothing ends a turn of phase 1: somebody has acted, may still buy a ship, and is done as soon
    as the next one acts.
    """
    if state.phase != MARKET or not state.seat.acted or not isinstance(event, PlayersAct):
        return state
    return _following(state) if event.player == state.next_seat.player.name else state


def at_last(state: State) -> State:
    """The state when nothing more happens: the end may come where the next turn would begin."""
    if state.phase != MARKET or not state.seat.acted:
        return state
    following = _following(state)
    return following if following.end is not None else state


def _following(state: State) -> State:
    """Go on from a turn of phase 1; whoever then has to lay and can't ends the game."""
    following = next_turn(state)
    end = end_at_turn(following)
    return _settled(following if end is following.end else replace(following, end=end))


def card_price(state: State, card: Card) -> int:
    """What a card costs. Rules, section 4.2; ruling A9."""
    return CARD_PRICES.get(card, state.game.rulings.port_price)


def _done(state: State, event: Event) -> State:
    match event:
        case MarkerPlaced():
            return _place_marker(state, event)
        case CardTaken():
            return _take_card(state, event)
        case Passed():
            return _seated(state, replace(state.seat_of(event.player), acted=True))
        case ShipBought():
            return _buy_ship(state, event)
        case StickLaid():
            return _lay_stick(state, event)
        case MarkerMoved():
            return _move_marker(state, event)
        case TurnEnded():
            return _end_turn(state, event)
        case MoneyCorrected():
            return _paid(
                state, event.source, event.target, event.amount, "correction", mends=event.mends
            )
        case ShipStood():
            return state


def _place_marker(state: State, event: MarkerPlaced) -> State:
    seat = state.seat_of(event.player)
    slots = {**state.slots, event.slot: seat.player.nation}
    seat = replace(seat, acted=True, markers=seat.markers - 1)
    return replace(_seated(state, seat), slots=slots)


def _take_card(state: State, event: CardTaken) -> State:
    seat = state.seat_of(event.player)
    cards = dict(state.cards)
    cards[event.card] -= 1
    if seat.card is not None:
        cards[seat.card] += 1
    state = _seated(state, replace(seat, acted=True, card=event.card))
    price = card_price(state, event.card)
    state = _paid(state, event.player, BANK, price, "card", event.card.value)
    return replace(state, cards=cards)


def _buy_ship(state: State, event: ShipBought) -> State:
    seat = state.seat_of(event.player)
    if seat.ship is not None:
        state = _with_ships(state, seat.ship, 1)
    state = _with_ships(state, event.company, -1)
    state = _seated(state, replace(seat, bought=True, ship=event.company))
    return _paid(state, event.player, BANK, SHIP_PRICE, "ship", event.company)


def _lay_stick(state: State, event: StickLaid) -> State:
    spaces = {**state.spaces, event.space: event.company}
    company = grown(state, event, spaces)
    for bonus in bonuses(state, event, company):
        state = _paid(state, BANK, event.player, bonus.amount, "bonus", bonus.island)
    seat = state.seat_of(event.player)
    if state.phase >= FIRST_LAYING:
        first, second = seat.laid
        laid = (first + 1, second) if state.phase == FIRST_LAYING else (first, second + 1)
        used = event.alternate and seat.ship == event.company
        seat = replace(seat, laid=laid, ship=None if used else seat.ship)
        state = _seated(state, _with_chance_missed(state, seat))
    companies = {**state.companies, event.company: company}
    if (under := state.spaces.get(event.space)) is not None:
        companies[under] = lifted(state.game, under, companies[under], spaces)
    return _opening(replace(state, spaces=spaces, companies=companies))


def _with_chance_missed(state: State, seat: Seat) -> Seat:
    """Note that a player could have opened his route with the stick he laid elsewhere (C8)."""
    if seat.ship is None or not is_last_turn(seat, state.phase) or not can_start(state, seat.ship):
        return seat
    return replace(seat, stranded=False)


def _opening(state: State) -> State:
    """Purple opens when two other companies have come to its island. Rules, section 7.1."""
    for name in state.game.chart.island_companies:
        if name not in state.opened:
            home = state.game.chart.homes[name]
            if len(state.companies_at(home)) >= OPENED_BY:
                state = replace(state, opened={**state.opened, name: state.turn})
    return state


def _move_marker(state: State, event: MarkerMoved) -> State:
    slots = dict(state.slots)
    seat = state.seat_of(event.player)
    nation = slots.pop(event.origin, seat.player.nation)
    slots[event.target] = nation
    state = replace(state, slots=slots)
    if seat.card is not Card.PORT:
        return state
    cards = {**state.cards, Card.PORT: state.cards[Card.PORT] + 1}
    instead = state.game.rulings.port_instead_of_stick and state.phase >= FIRST_LAYING
    seat = replace(seat, card=None, ported=state.phase if instead else 0)
    return replace(_seated(state, seat), cards=cards)


def _end_turn(state: State, event: TurnEnded) -> State:
    """Go on after this player's turn; a turn of the past that ends again changes nothing."""
    index = state.game.seat_of(event.player)
    turns_done = (index - state.first) % len(state.seats)
    if (event.phase, turns_done) < (state.phase, state.turns_done):
        return state
    if not MARKET <= event.phase <= SECOND_LAYING:
        return state
    seat = state.seats[index]
    if seat.ship is not None and is_last_turn(seat, event.phase):
        state = _seated(state, replace(seat, stranded=is_stranded(state, seat)))
    return next_turn(replace(state, phase=event.phase, turns_done=turns_done))


def next_turn(state: State) -> State:
    """Pass the turn to the left, and go on to the next phase or round. Rules, 3.1 and 3.5."""
    if state.turns_done + 1 < len(state.seats):
        return replace(state, turns_done=state.turns_done + 1)
    if state.phase < SECOND_LAYING:
        return replace(state, phase=state.phase + 1, turns_done=0)
    return _end_round(state)


def _end_round(state: State) -> State:
    """Phase 4: cards and unused ships go back, the hook passes to the left. Rules, section 3.5."""
    cards = dict(state.cards)
    for seat in state.seats:
        if seat.card is not None:
            cards[seat.card] += 1
        if seat.ship is not None:
            state = _give_ship_back(state, seat, seat.ship)
    return replace(
        state,
        seats=tuple(Seat(seat.player, seat.markers) for seat in state.seats),
        cards=cards,
        round=state.round + 1,
        phase=MARKET,
        first=(state.first + 1) % len(state.seats),
        turns_done=0,
    )


def _give_ship_back(state: State, seat: Seat, ship: str) -> State:
    """A ship that opened no route goes back beside the board; one that could not, by ruling C8."""
    ruling = state.game.rulings.stranded_clipper
    if not is_stranded(state, seat):
        return _with_ships(state, ship, 1)
    if ruling is StrandedClipper.REMOVED:
        return state
    if ruling is StrandedClipper.RETURN_REFUND:
        amount = min(SHIP_PRICE, box_gives(state))
        state = _paid(state, BANK, seat.player.name, amount, "refund", ship)
    return _with_ships(state, ship, 1)


def _seated(state: State, seat: Seat) -> State:
    at = state.game.seat_of(seat.player.name)
    return replace(state, seats=(*state.seats[:at], seat, *state.seats[at + 1 :]))


def _with_ships(state: State, name: str, more: int) -> State:
    company: Company = state.companies[name]
    return replace(
        state,
        companies={**state.companies, name: replace(company, ships=company.ships + more)},
    )


def _paid(
    state: State,
    source: str,
    target: str,
    amount: int,
    reason: str,
    about: str | None = None,
    mends: int | None = None,
) -> State:
    if not amount:
        return state
    transfer = Transfer(source, target, amount, reason, state.facts, about, mends)
    return replace(state, bank=state.bank.pay(transfer))
