"""Notes about the bank's box and the ships on the board. Rules, sections 1.5 and 5.10."""

from __future__ import annotations

from companion.bank import BANK, Bank, chips_held
from companion.finding import Finding, Severity
from companion.games.clippers.course.bonuses import bonuses_of
from companion.games.clippers.course.setup import BOX
from companion.games.clippers.state.state import Inside, State
from companion.games.clippers.terms import sections
from companion.games.clippers.terms.editions import BankLimit, ClipperTokenCheck
from companion.games.clippers.terms.events import ShipStood, StickLaid


def bank_can_pay(state: State, after: Bank) -> Finding | None:
    """The box holds 125 $; what it lacks is noted, and the ledger goes on.

    Rules, section 1.5; ruling C15.
    """
    left = after.balance(BANK)
    if left >= 0 or left >= state.bank.balance(BANK):
        return None
    limited = state.game.rulings.bank_limit is BankLimit.CHIPS
    return Finding(
        "bank-empty",
        Severity.WARNING if limited else Severity.NOTE,
        sections.CHIPS_IN_BOX,
        (),
        {"missing": -left},
    )


def bank_pays_to_its_end(state: State, event: StickLaid) -> Finding | None:
    """A bank with an end pays no more than is in its box.

    Rules, section 1.5; ruling C15. By default the bank has none.
    """
    if state.over or state.game.rulings.bank_limit is BankLimit.NONE:
        return None
    unpaid = sum(bonus.unpaid for bonus in bonuses_of(state, event))
    if not unpaid:
        return None
    return Finding(
        "bonus-unpaid",
        Severity.WARNING,
        sections.CHIPS_IN_BOX,
        (event.space,),
        {"player": event.player, "unpaid": unpaid},
    )


def box_has_the_chips(state: State, after: Bank) -> Finding | None:
    """The chips at hand make the payment; where they do not, somebody changes or notes it.

    Rules, section 1.5. Who has too little has nothing to change: ``no-credit`` is about him.
    """
    if after.balance(BANK) < 0:
        return None
    before, moved = state.bank.transfers, after.transfers[len(state.bank.transfers) :]
    _, owed = chips_held(BOX, moved, before.held(BOX))
    missed = [
        each for each in owed if each.transfer in moved and after.balance(each.transfer.source) >= 0
    ]
    if not missed:
        return None
    return Finding(
        "chips-missing",
        Severity.NOTE,
        sections.CHIPS_IN_BOX,
        (),
        {"amount": sum(each.left for each in missed)},
    )


def ship_stands_at_an_end(state: State, event: ShipStood) -> Finding | None:
    """A ship stands beside the last stick of its route; the sticks decide.

    Rules, section 5.10; ruling B16.
    """
    company = state.companies[event.company]
    ends = {end for fleet in company.fleets for end in fleet}
    ways = state.game.chart.ways_through.get(event.place, ())
    laid = state.spaces.get(event.place) == event.company
    at_goal = any(way.goal in ends and index + 1 == len(way.spaces) for way, index in ways)
    inside = any(Inside(way, index + 1) in ends for way, index in ways)
    if event.place in ends or (laid and (at_goal or inside)):
        return None
    strict = state.game.rulings.clipper_token_check is ClipperTokenCheck.STRICT
    return Finding(
        "ship-misplaced",
        Severity.ILLEGAL if strict else Severity.WARNING,
        sections.SHIP_MARKS_END,
        (event.place,),
        {"company": event.company},
    )
