"""Sticks that broke a rule: what follows from them, and what does once the table allows them."""

from __future__ import annotations

from companion.games.clippers.judging.choices import options
from companion.games.clippers.record.play import RULES
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import DEFAULT, Rulings
from companion.games.clippers.terms.events import StickLaid
from companion.play.timeline import Step, follow
from tests.companion.games.clippers.notation import parse_notation
from tests.companion.games.clippers.rules.conceivable import bay_start

LAY = "Ann: pass; Ben: pass; "


def told(table: str, *allowed: str, rulings: Rulings = DEFAULT) -> list[Step]:
    """Every fact of a table, whose findings of these codes are allowed."""
    start = bay_start(rulings)
    events = [parse_notation(line, start.game) for line in table.strip("; ").split("; ")]
    every = frozenset((number, code) for number in range(len(events)) for code in allowed)
    return list(follow(RULES, start, enumerate(events), every))


def offers_purple(state: State) -> bool:
    sticks = (each.event for each in options(state) if isinstance(each.event, StickLaid))
    return any(stick.company == "purple" for stick in sticks)


def test_purple_that_is_laid_too_early_opens_nothing_until_the_table_allows_it() -> None:
    table = f"{LAY}Ann: purple as/0/0; Ann: done 2"

    assert not offers_purple(told(table)[-1].after)
    assert offers_purple(told(table, "purple-closed")[-1].after)
    last = told(f"{table}; Ben: purple bs/0/0", "purple-closed")[-1]
    assert not last.findings
