"""The bank's books: each account line by line, the chips everybody holds, what to hand over now."""

from __future__ import annotations

from companion.bank import BANK, Transfer, chips_held, handover
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
    """The chips of the bank and of every player, when the smallest set always changes hands."""
    held, _ = chips_held(BOX, sight.state.bank.transfers)
    names = [BANK, *(player.name for player in sight.state.game.players)]
    return [
        {
            "name": name,
            "ones": held[name].ones if name in held else 0,
            "fives": held[name].fives if name in held else 0,
        }
        for name in names
    ]


def to_hand_over(sight: Sight) -> list[Data]:
    """The chips that change hands for the last fact that moved money."""
    transfers = sight.state.bank.transfers
    if not transfers or not transfers[-1].cause:
        return []
    cause = transfers[-1].cause
    first = next(i for i, transfer in enumerate(transfers) if transfer.cause == cause)
    return [_way(sight, transfers[: first + i], each) for i, each in enumerate(transfers[first:])]


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


def _way(sight: Sight, before: tuple[Transfer, ...], transfer: Transfer) -> Data:
    held, _ = chips_held(BOX, before)
    sides = (held.get(transfer.source), held.get(transfer.target))
    payer, payee = (side if side is not None else type(BOX)() for side in sides)
    way = handover(payer, payee, transfer.amount)
    return {
        "words": sight.words.transfer(transfer),
        "gives": None if way is None else {"ones": way.gives.ones, "fives": way.gives.fives},
        "change": None if way is None else {"ones": way.change.ones, "fives": way.change.fives},
    }


def _numbers(sight: Sight) -> dict[int, int]:
    """The record's number of each fact, by its place among those that count."""
    steps = [moment.step for moment in sight.table.moments if moment.step is not None]
    return {step.after.facts: step.number for step in steps}
