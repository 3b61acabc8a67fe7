"""What a change of the record would change: facts, money, and what the rules do not like."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.finding import Severity
from companion.play.otherwise import told_otherwise
from companion.play.timeline import Event, GameState, Moment, State
from companion.records.record import Act, EffectiveFact, Fact, Record
from companion.store.table import View


@dataclass(frozen=True, slots=True)
class Consequences:
    """How a table would differ: facts that come and go, money by player, slips more or fewer.

    Facts that only follow from what else is told are left out.
    """

    come: tuple[Fact, ...]
    gone: tuple[Fact, ...]
    money: Mapping[str, int]
    slips: int


def consequences_of_act(
    table: View[Moment[State, Event]], act: Act, implied: Collection[str]
) -> Consequences:
    """What an act upon a table would change, with all that is taken back together with it."""
    told = table.record
    for each in table.history.whole(act):
        told = told.add(each)
    return consequences(table, told, implied)


def consequences(
    table: View[Moment[State, Event]], told: Record, implied: Collection[str]
) -> Consequences:
    """How a table would be another by another record of it; ``implied`` facts are left out."""
    after = told_otherwise(table, told)
    old, new = table.last.state, after.last.state
    changes = {name: _money(new, name) - _money(old, name) for name in old.players}
    return Consequences(
        _without(after.facts, table.facts, implied),
        _without(table.facts, after.facts, implied),
        {name: change for name, change in changes.items() if change},
        _slips(after, table) - _slips(table, after),
    )


def _money(state: GameState, player: str) -> int:
    return 0 if state.bank is None else state.bank.balance(player)


def _without(
    some: Sequence[EffectiveFact], others: Sequence[EffectiveFact], implied: Collection[str]
) -> tuple[Fact, ...]:
    left = [each.fact for each in others]
    missing = []
    for each in some:
        if each.fact in left:
            left.remove(each.fact)
        elif each.fact.get("do") not in implied:
            missing.append(each.fact)
    return tuple(missing)


def _slips(table: View[Moment[State, Event]], other: View[Moment[State, Event]]) -> int:
    """What breaks a rule in the chapters that are not the other's too."""
    return sum(
        found.severity is Severity.ILLEGAL
        for chapter in table.moments.chapters
        if chapter not in other.moments.chapters
        for moment in chapter.moments()
        if moment.step is not None
        for found in moment.step.open_findings
    )
