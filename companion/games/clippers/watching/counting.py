"""Money that was counted: it settles whatever was guessed of acts beside the board.

Cards, passes and ships that nobody saw change what players have, and nothing that lies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.bank import BANK
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import MoneyCorrected
from companion.records.record import Fact


def counted(state: State, money: Mapping[str, int]) -> Sequence[Fact]:
    """The payments after which these players have what they counted."""
    owed = {name: has - state.money(name) for name, has in money.items()}
    return [event_json(_payment(name, more)) for name, more in owed.items() if more]


def _payment(player: str, more: int) -> MoneyCorrected:
    source, target = (BANK, player) if more > 0 else (player, BANK)
    return MoneyCorrected(source, target, abs(more), 0)
