"""Tables on the bay, as facts in short, and what is said of the last."""

from __future__ import annotations

from collections.abc import Callable

from companion.finding import Finding
from companion.games.clippers.course.apply import apply, replay
from companion.games.clippers.course.ending import omens
from companion.games.clippers.judging.judgement import findings, notes
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import DEFAULT, Rulings
from tests.companion.games.clippers.notation import parse_notation
from tests.companion.games.clippers.rules.conceivable import bay_start

LAY = "Ann: pass; Ben: pass; "
RICH = "bank: gives Ann 9 $ for 0; bank: gives Ben 9 $ for 0; "
PORT = "Ann: card port; Ben: pass; "
FIVE = "Ann: card 5x; Ben: pass; "
TO_A = "Ann: red ra/0/0; Ann: red ra/0/1; "
TO_B = f"{TO_A}Ann: red ab/0/0; Ann: red ab/0/1; "
BLUE_SHIP = f"{RICH}Ann: pass; Ann: ship blue; Ben: pass; "
SAMOA = f"{LAY}{TO_A}Ann: red as/0/0; Ben: blue rb/0/0; "
MET = f"{TO_A}Ann: red as/0/0; Ann: red sc/0/2; Ann: new red ab/0/0 from a; Ann: red ab/0/1; "


def to_phase_3(phase_2: str = "Ann: red ra/0/0; ") -> str:
    return f"{phase_2}Ann: done 2; Ben: blue rb/0/0; Ben: done 2; "


def found(table: str, rulings: Rulings = DEFAULT) -> dict[str, Finding]:
    """Everything that is said about the last fact of a table."""
    start = bay_start(rulings)
    *before, last = (parse_notation(line, start.game) for line in table.strip("; ").split("; "))
    state = replay(start, before)
    after = apply(state, last)
    said = (*findings(state, last), *notes(state, last, after), *omens(after))
    return {finding.code: finding for finding in said}


NOWHERE_TO_GO = f"{TO_A}Ann: red as/0/0; Ann: red sc/0/2; Ann: red sc/0/1; Ann: red sc/0/0; "
Tell = Callable[[State, set[str]], object]


def ends(state: State, _: set[str]) -> object:
    return state.end.reason.value if state.end else None


def money(state: State, _: set[str]) -> object:
    return state.money("Ann")


def told(table: str, rulings: Rulings, tell: Tell) -> object:
    """What is told after a table's last fact, and of what is found about that."""
    start = bay_start(rulings)
    *before, last = (parse_notation(line, start.game) for line in table.strip("; ").split("; "))
    state = replay(start, before)
    found = {finding.code for finding in findings(state, last)}
    return tell(replay(state, [last]), found)
