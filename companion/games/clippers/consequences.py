"""What a change of the record would change: facts, money, and what the rules do not like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.finding import Severity
from companion.games.clippers.otherwise import told_otherwise
from companion.games.clippers.table_game import Moment
from companion.record import Act, Fact, Record, Standing
from companion.table import View


@dataclass(frozen=True, slots=True)
class Consequences:
    """How a table would differ: facts that come and go, dollars by player, slips more or fewer.

    Ends of turns are left out: they follow from what else is told.
    """

    come: tuple[Fact, ...]
    gone: tuple[Fact, ...]
    money: Mapping[str, int]
    slips: int


def consequences_of_act(table: View[Moment], act: Act) -> Consequences:
    """What an act upon a table would change, with all that is taken back together with it."""
    told = table.record
    for each in table.history.whole(act):
        told = told.add(each)
    return consequences(table, told)


def consequences(table: View[Moment], told: Record) -> Consequences:
    """How a table would be another by another record of it."""
    after = told_otherwise(table, told)
    old, new = table.last.state, after.last.state
    changes = {
        player.name: new.money(player.name) - old.money(player.name) for player in old.game.players
    }
    return Consequences(
        _without(after.facts, table.facts),
        _without(table.facts, after.facts),
        {name: change for name, change in changes.items() if change},
        _slips(after, table) - _slips(table, after),
    )


def _without(some: Sequence[Standing], others: Sequence[Standing]) -> tuple[Fact, ...]:
    left = [each.fact for each in others]
    missing = []
    for each in some:
        if each.fact in left:
            left.remove(each.fact)
        elif each.fact.get("do") != "done":
            missing.append(each.fact)
    return tuple(missing)


def _slips(table: View[Moment], other: View[Moment]) -> int:
    """What breaks a rule in the chapters that are not the other's too."""
    return sum(
        found.severity is Severity.ILLEGAL
        for chapter in table.moments.chapters
        if chapter not in other.moments.chapters
        for moment in chapter.moments()
        if moment.step is not None
        for found in moment.step.open_findings
    )
