"""What is said about the last fact of a table on the bay."""

from __future__ import annotations

from companion.finding import Finding
from companion.games.clippers.course.apply import apply, replay
from companion.games.clippers.course.ending import omens
from companion.games.clippers.judging.judgement import findings, notes
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import OPTIONS
from tests.companion.games.clippers.notation import parse_notation
from tests.companion.games.clippers.rules.conceivable import bay_start

LAY = "Ann: pass; Ben: pass; "
TO_C = (
    "Ann: red ra/0/0; Ann: red ra/0/1; Ann: red as/0/0; Ann: red sc/0/2; Ann: red sc/0/1; "
    "Ann: red sc/0/0"
)
BLUE_AT_SAMOA = "Ann: blue rb/0/0; Ann: blue bs/0/0; "
STUCK = f"{LAY}{BLUE_AT_SAMOA}{TO_C}; Ann: done 2"


def said_of(table: str, start: State) -> tuple[State, dict[str, Finding]]:
    """Where a table stands, and everything that is said about its last fact."""
    *before, last = (parse_notation(line, start.game) for line in table.strip("; ").split("; "))
    state = replay(start, before)
    after = apply(state, last)
    said = (*findings(state, last), *notes(state, last, after), *omens(after))
    return after, {finding.code: finding for finding in said}


def told(table: str, start: State | None = None, **options: str) -> tuple[State, set[str]]:
    """The same on the bay, by the default rulings but for some; the codes alone."""
    state, said = said_of(table, start or bay_start(OPTIONS.read(options)))
    return state, set(said)


TOLD = {
    "sticks-dead",
    "sticks-count-as-gone",
    "stick-and-port",
    "purple-opens-next-turn",
    "bonus-unpaid",
    "ship-is-refunded",
    "ship-leaves-game",
}
"""The codes whose tables stand here."""
