"""The course of a game: facts are applied one after the other, and never judged.

``apply`` accepts any fact about this table: a stick that may not lie there lies there all the same.
What the rules say about it are ``judgement.findings``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.bank import BANK
from companion.games.clippers.chart.network import OPENED_BY
from companion.games.clippers.course.allowance import (
    can_surely_lay,
    is_last_turn,
    most_sticks,
    owes_stick,
)
from companion.games.clippers.course.bonuses import bonuses
from companion.games.clippers.course.ending import end_after
from companion.games.clippers.course.meaning import as_meant, with_room
from companion.games.clippers.course.rounds import InTurn, ended, in_turn
from companion.games.clippers.course.turn_order import SHIP_PRICE, next_turn
from companion.games.clippers.state.growth import (
    can_start,
    doubtful,
    grown,
    is_let,
    is_unruly,
    lifted,
    unwritten_before,
)
from companion.games.clippers.state.handling import paid, seated, settled, with_ships
from companion.games.clippers.state.state import CARD, FIRST_LAYING, MARKET, SHIP, Seat, State
from companion.games.clippers.terms.events import (
    Card,
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
from companion.games.clippers.terms.granted import OF_A_PLACE, grants_of

OF_A_STICK = 4
"""What a stick may have earned that nobody wrote down: the first bonus at an island, with 2X."""
OF_A_CARD = frozenset({"card-not-there", "no-credit"})
"""What is told of a card that may have been another."""
OF_A_SHIP = frozenset({"ship-not-there", "no-start-for-ship"})
"""What is told of a ship that may have been another."""
CARD_PRICES = {Card.TWO_X: 2, Card.THREE_X: 0, Card.FIVE_X: 1}


def replay(state: State, events: Iterable[Event]) -> State:
    """Apply facts in turn."""
    for event in events:
        state = apply(state, event)
    return state


def apply(state: State, event: Event, now: InTurn | None = None) -> State:
    """Return the state after a fact, with the money it moved and the end it may have brought.

    ``now`` is the fact in its turn, where that is known.
    """
    before = (now or in_turn(state, event)).state
    after = _done(replace(before, facts=state.facts + 1), event)
    if before.over and not isinstance(event, MoneyCorrected):
        acted = not isinstance(event, TurnEnded | ShipStood)
        shown = replace(before.shown, played_on=before.shown.played_on or acted)
        return replace(after, bank=before.bank, shown=shown)
    end = end_after(after, event)
    return settled(after if end is after.end else replace(after, end=end))


def apply_allowed(
    state: State, event: Event, allowed: frozenset[str], now: InTurn | None = None
) -> State:
    """``apply`` where the table allows what is found by these codes: it was as it was said."""
    now = _let(now or in_turn(state, event), event, allowed)
    after = apply(state, event, now)
    match event:
        case CardTaken() if allowed & OF_A_CARD:
            return seated(after, _doubted(after.seat_of(event.player), CARD, doubted=False))
        case ShipBought() if allowed & OF_A_SHIP:
            return seated(after, _doubted(after.seat_of(event.player), SHIP, doubted=False))
        case StickLaid() if "purple-closed" in allowed and not after.is_open(event.company):
            return replace(after, opened={event.company: after.turn, **after.opened})
        case TurnEnded() if "stick-owed" in allowed:
            unwritten = min(after.shown.unwritten, state.shown.unwritten)
            return replace(after, shown=replace(after.shown, unwritten=unwritten))
    return after


def _let(now: InTurn, event: Event, allowed: frozenset[str]) -> InTurn:
    """The fact in its turn, with what the table let lie on the board of it: an unruly stick."""
    grants = {each for each in grants_of([(event, allowed)]) if each.code in OF_A_PLACE}
    if not grants or not isinstance(event, StickLaid):
        return now
    room = with_room(now.state, event)
    if not is_unruly(room, as_meant(room, event)):
        return now
    let = now.state.shown.let | {(each.place, each.code) for each in grants}
    shown = replace(now.state.shown, let=let)
    return now._replace(state=replace(now.state, shown=shown))


def card_price(state: State, card: Card) -> int:
    """What a card costs. Rules, section 4.2; ruling A9."""
    return CARD_PRICES.get(card, state.game.rulings.port_price)


def is_too_dear(state: State, player: str, price: int) -> bool:
    """Whether a player can't pay a price: also not with what he has shown to have."""
    return price > max(state.money(player) + state.shown.credit.get(player, 0), 0)


def _done(state: State, event: Event) -> State:
    match event:
        case MarkerPlaced():
            return _place_marker(state, event)
        case CardTaken():
            return _take_card(state, event)
        case Passed():
            return seated(state, replace(state.seat_of(event.player), acted=True))
        case ShipBought():
            return _buy_ship(state, event)
        case StickLaid():
            return _lay_stick(state, event)
        case MarkerMoved():
            return _move_marker(state, event)
        case TurnEnded():
            return _end_turn(state, event)
        case MoneyCorrected():
            return _correct_money(state, event)
        case ShipStood():
            return state


def _place_marker(state: State, event: MarkerPlaced) -> State:
    seat = state.seat_of(event.player)
    slots = {**state.slots, event.slot: seat.player.nation}
    seat = replace(seat, acted=True, markers=seat.markers - 1)
    return replace(seated(state, seat), slots=slots)


def _take_card(state: State, event: CardTaken) -> State:
    seat = state.seat_of(event.player)
    price = card_price(state, event.card)
    doubted = state.cards[event.card] < 1 or is_too_dear(state, event.player, price)
    cards = dict(state.cards)
    cards[event.card] -= 1
    if seat.card is not None:
        cards[seat.card] += 1
    seat = _doubted(replace(seat, acted=True, card=event.card), CARD, doubted)
    state = _bought(seated(state, seat), event.player, price, "card", event.card.value)
    return replace(state, cards=cards)


def _buy_ship(state: State, event: ShipBought) -> State:
    seat = state.seat_of(event.player)
    doubted = state.companies[event.company].ships < 1 or not can_start(state, event.company)
    if seat.ship is not None:
        state = with_ships(state, seat.ship, 1)
    state = with_ships(state, event.company, -1)
    seat = _doubted(replace(seat, bought=True, ship=event.company), SHIP, doubted)
    return _bought(seated(state, seat), event.player, SHIP_PRICE, "ship", event.company)


def _doubted(seat: Seat, what: str, doubted: bool) -> Seat:
    """A seat with something that may have been another, or surely was what was said."""
    if doubted == (what in seat.doubted):
        return seat
    return replace(seat, doubted=seat.doubted ^ {what})


def _bought(state: State, player: str, price: int, reason: str, about: str) -> State:
    """The state after a purchase: who pays more than he has by the record has more."""
    if is_too_dear(state, player, price):
        missing = price - state.money(player)
        if any(company.loose for company in state.companies.values()):
            missing = max(missing, OF_A_STICK)
        shown = state.shown.with_credit(player, missing)
        state = replace(state, shown=shown)
    return paid(state, player, BANK, price, reason, about)


def _correct_money(state: State, event: MoneyCorrected) -> State:
    """Money moved by hand; what a player gets is no longer what he has besides the record."""
    credit = state.shown.credit.get(event.target, 0)
    if credit:
        shown = state.shown.with_credit(event.target, max(0, credit - event.amount))
        state = replace(state, shown=shown)
    return paid(state, event.source, event.target, event.amount, "correction", mends=event.mends)


def _lay_stick(state: State, event: StickLaid) -> State:
    """A stick lies there, with all that follows; one that lay there before changes nothing."""
    state = with_room(state, event)
    under = state.spaces.get(event.space)
    if under == event.company:
        return state
    stick = as_meant(state, event)
    gap = () if is_let(state, stick.space) else unwritten_before(state, stick)
    if gap:
        state = replace(state, shown=state.shown.with_unwritten(-len(gap)))
    spaces = {**state.spaces, stick.space: stick.company}
    company = grown(state, stick, spaces)
    for bonus in bonuses(state, stick, company):
        state = paid(state, BANK, stick.player, bonus.amount, "bonus", bonus.island)
    companies = {**state.companies, stick.company: company}
    if under is not None:
        companies[under] = lifted(state, under, stick.space, spaces)
    if is_unruly(state, stick) and not is_let(state, stick.space):
        chart = state.game.chart
        for name in companies.keys() - {stick.company}:
            companies[name] = doubtful(chart, companies[name], stick.space)
    state = _counted(state, replace(state, companies=companies), stick)
    return _opening(replace(state, spaces=spaces))


def _counted(before: State, after: State, stick: StickLaid) -> State:
    """A stick counts towards the turn in which it is laid, whoever is said to have laid it."""
    state = _with_ship_used(after, stick)
    if state.phase < FIRST_LAYING:
        return replace(state, shown=state.shown.with_unwritten(-1))
    first, second = state.seat.laid
    laid = (first + 1, second) if state.phase == FIRST_LAYING else (first, second + 1)
    return seated(state, _with_chance_missed(before, replace(state.seat, laid=laid)))


def _with_chance_missed(before: State, seat: Seat) -> Seat:
    """Note that a player could have opened his route with the stick he laid elsewhere (C8)."""
    if seat.ship is None or not is_last_turn(seat, before.phase):
        return seat
    return replace(seat, stranded=False) if can_start(before, seat.ship) else seat


def _with_ship_used(state: State, stick: StickLaid) -> State:
    """The ship that a stick opens a route with: bought by its player, by another, or by nobody.

    Who holds one of another colour instead gives that back: there is one on the board now.
    """
    if not stick.alternate or stick.company in state.game.chart.island_companies:
        return state
    seats = (state.seat_of(stick.player), state.seat, *state.seats)
    holder = next((seat for seat in seats if seat.ship == stick.company), None)
    if holder is not None:
        return seated(state, replace(holder, ship=None))
    seat = state.seat_of(stick.player)
    if seat.ship is not None:
        state = with_ships(seated(state, replace(seat, ship=None)), seat.ship, 1)
    beside = state.companies[stick.company].ships > 0
    return with_ships(state, stick.company, -1) if beside else state


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
    nation = slots.pop(event.source, seat.player.nation)
    slots[event.target] = nation
    state = replace(state, slots=slots)
    if seat.card is not Card.PORT:
        return state
    cards = {**state.cards, Card.PORT: state.cards[Card.PORT] + 1}
    instead = state.game.rulings.port_instead_of_stick and state.phase >= FIRST_LAYING
    seat = replace(seat, card=None, ported=state.phase if instead else 0)
    return replace(seated(state, seat), cards=cards)


def _end_turn(state: State, event: TurnEnded) -> State:
    """Go on after this player's turn; a turn of the past that ends again changes nothing.

    In phase 1, a turn of phase 2 or 3 is one of the past.
    """
    is_past = event.phase < state.phase or event.phase > MARKET == state.phase
    if event.player != state.seat.player.name or is_past:
        return state
    seat = state.seat
    if owes_stick(state, seat) and can_surely_lay(state, seat):
        shown = state.shown.with_unwritten(most_sticks(seat, state.phase))
        state = replace(state, shown=shown)
    return next_turn(ended(state))
