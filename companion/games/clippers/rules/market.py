"""What is placed, taken and bought in phase 1, and what it costs. Rules, sections 4 and 6.1."""

from __future__ import annotations

from dataclasses import replace

from companion.bank import BANK
from companion.finding import Finding, Severity
from companion.games.clippers.course.apply import card_price, is_too_dear
from companion.games.clippers.course.turn_order import SHIP_PRICE
from companion.games.clippers.state.growth import can_start
from companion.games.clippers.state.state import State
from companion.games.clippers.terms import sections
from companion.games.clippers.terms.editions import ClipperBeforeFirstRoute
from companion.games.clippers.terms.events import (
    CardTaken,
    MarkerMoved,
    MarkerPlaced,
    MoneyCorrected,
    ShipBought,
)


def slot_is_free(state: State, event: MarkerPlaced) -> Finding | None:
    """A marker goes to a vacant slot; any island will do, also one with own markers (C19).

    Rules, section 4.1.
    """
    return _taken(state, event.player, event.slot)


def new_slot_is_free(state: State, event: MarkerMoved) -> Finding | None:
    """A moved marker goes to a vacant slot too.

    Rules, section 4.1.
    """
    return _taken(state, event.player, event.target)


def player_has_a_marker_left(state: State, event: MarkerPlaced) -> Finding | None:
    """A nation has twelve markers.

    Rules, section 1.3.
    """
    if state.seat_of(event.player).markers > 0:
        return None
    return Finding(
        "no-marker-left",
        Severity.ILLEGAL,
        sections.MARKERS_IN_BOX,
        (event.slot,),
        {"player": event.player},
    )


def card_lies_beside_the_board(state: State, event: CardTaken) -> Finding | None:
    """A card that another player has can't be taken.

    Rules, section 4.2.
    """
    if state.cards[event.card] > 0:
        return None
    return Finding(
        "card-not-there",
        Severity.ILLEGAL,
        sections.CARD_PRICE,
        (),
        {"player": event.player, "card": event.card.value},
    )


def card_is_paid(state: State, event: CardTaken) -> Finding | None:
    """A card is paid at once; there is no credit.

    Rules, section 4.7; ruling C14.
    """
    return _too_dear(state, event.player, card_price(state, event.card))


def ship_is_paid(state: State, event: ShipBought) -> Finding | None:
    """A ship is paid at once; there is no credit.

    Rules, section 4.7; ruling C14.
    """
    return _too_dear(state, event.player, SHIP_PRICE)


def payer_has_the_money(state: State, event: MoneyCorrected) -> Finding | None:
    """Whoever hands money over has it; the bank's own box is told of by ``table.bank_can_pay``.

    Rules, section 4.7. Money that is put right may have been miscounted before: it is a warning.
    """
    if event.source == BANK:
        return None
    found = _too_dear(state, event.source, event.amount)
    return None if found is None else replace(found, severity=Severity.WARNING)


def first_card_goes_back(state: State, event: CardTaken) -> Finding | None:
    """Whoever takes a second card has that one alone; what the first one cost stays paid.

    Rules, section 3.2.
    """
    held = state.seat_of(event.player).card
    if held is None:
        return None
    return Finding(
        "first-card-goes-back",
        Severity.NOTE,
        sections.MARKET_ACTION,
        (),
        {"player": event.player, "card": held.value},
    )


def first_ship_goes_back(state: State, event: ShipBought) -> Finding | None:
    """Whoever buys a second ship has that one alone; what the first one cost stays paid.

    Rules, section 3.3.
    """
    held = state.seat_of(event.player).ship
    if held is None:
        return None
    return Finding(
        "first-ship-goes-back",
        Severity.NOTE,
        sections.SHIP_BESIDES,
        (),
        {"player": event.player, "company": held},
    )


def ship_lies_beside_the_board(state: State, event: ShipBought) -> Finding | None:
    """Only a ship beside the board can be bought; purple has none.

    Rules, section 1.4.
    """
    if state.companies[event.company].ships > 0:
        return None
    return Finding(
        "ship-not-there",
        Severity.ILLEGAL,
        sections.SHIPS_IN_BOX,
        (),
        {"player": event.player, "company": event.company},
    )


def one_ship_a_round(state: State, event: ShipBought) -> Finding | None:
    """A player buys one ship in a round, whatever else he does.

    Rules, section 3.3; ruling C12.
    """
    if not state.seat_of(event.player).bought:
        return None
    return Finding(
        "second-ship", Severity.ILLEGAL, sections.SHIP_BESIDES, (), {"player": event.player}
    )


def bought_ship_has_a_start(state: State, event: ShipBought) -> Finding | None:
    """A ship can't be bought when its company has nowhere to start a route, or no stick.

    Rules, section 6.2; ruling C8.
    """
    if can_start(state, event.company):
        return None
    return Finding(
        "no-start-for-ship",
        Severity.ILLEGAL,
        sections.DUTY_TO_START,
        (),
        {"player": event.player, "company": event.company},
    )


def company_has_left_its_harbour(state: State, event: ShipBought) -> Finding | None:
    """A second ship is of little use while the first still lies in the harbour.

    Rules, section 6.1; ruling C11.
    """
    if event.company in state.spaces.values():
        return None
    forbidden = state.game.rulings.clipper_before_first_route is ClipperBeforeFirstRoute.FORBID
    return Finding(
        "ship-before-first-route",
        Severity.ILLEGAL if forbidden else Severity.WARNING,
        sections.BUYING_A_SHIP,
        (),
        {"player": event.player, "company": event.company},
    )


def _taken(state: State, player: str, slot: str) -> Finding | None:
    nation = state.slots.get(slot)
    if nation is None:
        return None
    return Finding(
        "slot-taken",
        Severity.ILLEGAL,
        sections.FREE_SLOT,
        (slot,),
        {"player": player, "nation": nation},
    )


def _too_dear(state: State, player: str, price: int) -> Finding | None:
    if not is_too_dear(state, player, price):
        return None
    return Finding(
        "no-credit",
        Severity.ILLEGAL,
        sections.NO_CREDIT,
        (),
        {"player": player, "price": price, "money": state.money(player)},
    )
