"""Clippers as every game is played: what the neutral rooms ask of its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.boards.board import Board
from companion.finding import Finding
from companion.games.clippers.course.apply import apply, apply_allowed
from companion.games.clippers.course.ending import omens
from companion.games.clippers.course.setup import (
    BOX,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    check_stick_numbers,
    new_game,
    set_up,
)
from companion.games.clippers.judging.judgement import Judged, judged, notes
from companion.games.clippers.record.event_json import FACTS, TOLD
from companion.games.clippers.record.game_file import GameFile, parse_setup, setup_json
from companion.games.clippers.scoring.final_score import MONEY, PORTS
from companion.games.clippers.state.kept_state import KEPT
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import OPTIONS
from companion.games.clippers.terms.events import Event
from companion.games.clippers.terms.players import Player
from companion.play.game import About, Rules, Seat
from companion.play.played import read_played
from companion.records.record import Record

ABOUT = About(
    id="clippers",
    name="Clippers",
    players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    role="nation",
    options=OPTIONS,
    facts=FACTS,
    implied=frozenset({"done"}),
    scored=(MONEY, PORTS),
    factors=("value", "markers", "companies"),
    cash=BOX,
)
"""Clippers as data."""


class Judging:
    """What the rules say, remembering what it was asked last: the next fact asks for it again."""

    def __init__(self) -> None:
        self._known: tuple[State, tuple[Finding, ...]] | None = None
        self._judged: tuple[State, Event, Judged] | None = None

    def findings(self, state: State, event: Event) -> tuple[Finding, ...]:
        """What the rules have against a fact."""
        return self._judge(state, event).findings

    def notes(self, before: State, event: Event, after: State) -> tuple[Finding, ...]:
        """Notes about the box, and the omens of the end that were not there before."""
        told = notes(before, event, after, self._judge(before, event))
        if before.over:
            return told
        old = set(map(_key, self._omens(before)))
        return (*told, *(omen for omen in self._omens(after) if _key(omen) not in old))

    def _judge(self, state: State, event: Event) -> Judged:
        """What the rules say of a fact; after its findings its notes are asked for."""
        known = self._judged
        if known is None or known[0] is not state or known[1] is not event:
            known = self._judged = state, event, judged(state, event)
        return known[2]

    def _omens(self, state: State) -> tuple[Finding, ...]:
        """The omens of a state; with the next fact those of the last one are asked for again."""
        known = self._known
        if known is None or known[0] is not state:
            known = self._known = state, tuple(omens(state))
        return known[1]


def _begin(
    seats: Sequence[Seat], options: Mapping[str, object], board: Board
) -> Mapping[str, object]:
    """The set-up of a new game. Rules, section 2."""
    check_stick_numbers(board)
    players = [Player(seat.name, seat.role, 0) for seat in seats]
    rulings = ABOUT.options.read(options)
    return setup_json(set_up(new_game(board, players, rulings)))


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.code, *finding.params.items()


_JUDGING = Judging()
RULES: Rules[State, Event] = Rules(
    about=ABOUT,
    begin=_begin,
    start=parse_setup,
    parse=TOLD.read_at,
    fact=TOLD.written,
    apply=apply,
    findings=_JUDGING.findings,
    notes=_JUDGING.notes,
    keep=KEPT.written,
    recall=KEPT.read,
    apply_allowed=apply_allowed,
)


def from_record(record: Record, board: Board) -> GameFile:
    """A game of Clippers from its record; raise InputError where it is of another game or board."""
    return read_played(RULES, record, board)
