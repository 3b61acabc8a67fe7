"""The bank's books: each account line by line, the chips everybody holds, what to hand over now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.bank import BANK, Chips, Owed, Transfer, chips_held, handover
from companion.games.clippers.otherwise import before_last_deed
from companion.games.clippers.setup import BOX
from companion.games.clippers.state import State
from companion.games.clippers.view import Data, Sight


def statement(sight: Sight) -> list[Data]:
    """Every player's account, oldest line first: what moved, why, and what was left."""
    numbers = _numbers(sight)
    accounts = []
    for player in sight.state.game.players:
        balance, lines = 0, []
        for transfer in sight.state.bank.transfers:
            if player.name in (transfer.source, transfer.target):
                amount = transfer.amount if transfer.target == player.name else -transfer.amount
                balance += amount
                lines.append(
                    {
                        "seq": numbers.get(transfer.cause),
                        "amount": amount,
                        "balance": balance,
                        "reason": transfer.reason,
                        "about": transfer.about,
                        "mends": transfer.mends,
                        "words": sight.words.transfer(transfer),
                    }
                )
        accounts.append({"name": player.name, "balance": balance, "lines": lines})
    return accounts


def chips(sight: Sight) -> list[Data]:
    """The chips of the bank and of every player, when the smallest set always changes hands.

    ``noted`` is what somebody has yet to get, or (below nothing) to give: no chips made it so far.
    """
    held, owed = chips_held(BOX, sight.state.bank.transfers)
    names = [BANK, *(player.name for player in sight.state.game.players)]
    return [
        {
            "name": name,
            "ones": held[name].ones if name in held else 0,
            "fives": held[name].fives if name in held else 0,
            "noted": sum(_share(each, name) for each in owed),
        }
        for name in names
    ]


def _share(owed: Owed, name: str) -> int:
    return owed.left * ((name == owed.transfer.target) - (name == owed.transfer.source))


def to_hand_over(sight: Sight) -> list[Data]:
    """The chips that change hands for what was done last: what is paid, and what is given back.

    Nothing where that moved no money: what was to be handed over before has been by now.
    """
    before = before_last_deed(sight.table).last.state.bank.transfers
    after = sight.table.last.state.bank.transfers
    gone, new = _without(before, after), _without(after, before)
    back = [replace(each, source=each.target, target=each.source) for each in gone]
    held, _ = chips_held(BOX, before)
    return [
        *(_way(sight.words.given_back(each), held, each) for each in back),
        *(_way(sight.words.transfer(each), held, each) for each in new),
    ]


def _without(some: Sequence[Transfer], others: Sequence[Transfer]) -> list[Transfer]:
    """The transfers that are not among the others, whichever fact caused them."""
    left = Counter(_told(each) for each in others)
    missing = []
    for each in some:
        left[_told(each)] -= 1
        if left[_told(each)] < 0:
            missing.append(each)
    return missing


def _told(transfer: Transfer) -> Transfer:
    return replace(transfer, cause=0)


def money_over_time(sight: Sight) -> list[Data]:
    """What everybody had after each fact that counts; the first line is the start."""
    moments = sight.table.moments
    return [
        {
            "seq": moment.step.number if moment.step else 0,
            "round": moment.state.round,
            "money": _money(moment.state),
        }
        for moment in moments
        if moment is moments[0] or moment.step is not None
    ]


def _money(state: State) -> dict[str, int]:
    return {player.name: state.money(player.name) for player in state.game.players}


def _way(said: str, held: dict[str, Chips], transfer: Transfer) -> Data:
    """One payment in chips; ``held`` is changed, for the payments after it."""
    payer, payee = (held.get(name, Chips()) for name in (transfer.source, transfer.target))
    way = handover(payer, payee, transfer.amount)
    if way is not None:
        held[transfer.source] = payer.minus(way.gives).plus(way.change)
        held[transfer.target] = payee.plus(way.gives).minus(way.change)
    return {
        "words": said,
        "gives": None if way is None else {"ones": way.gives.ones, "fives": way.gives.fives},
        "change": None if way is None else {"ones": way.change.ones, "fives": way.change.fives},
    }


def _numbers(sight: Sight) -> dict[int, int]:
    """The record's number of each fact, by its place among those that count."""
    steps = [moment.step for moment in sight.table.moments if moment.step is not None]
    return {step.after.facts: step.number for step in steps}
