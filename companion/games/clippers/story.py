"""A game told fact by fact: the state before and after each, what was paid, what the rules say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.bank import Transfer
from companion.finding import Finding
from companion.games.clippers.course import apply
from companion.games.clippers.ending import omens
from companion.games.clippers.events import Event
from companion.games.clippers.game_file import GameFile
from companion.games.clippers.granted import Grant, grants_of
from companion.games.clippers.judgement import findings, notes
from companion.games.clippers.players import Player
from companion.games.clippers.rounds import at_last
from companion.games.clippers.scoring import Terms, score
from companion.games.clippers.state import State
from companion.score import Score


@dataclass(frozen=True)
class Step:
    """One fact: its number in the file, the states around it, and the findings about it.

    ``allowed`` are the codes of findings that the table allows.
    """

    number: int
    event: Event
    before: State
    after: State
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    allowed: frozenset[str]

    @property
    def paid(self) -> tuple[Transfer, ...]:
        """The money the fact moved."""
        return self.after.bank.transfers[len(self.before.bank.transfers) :]

    @property
    def ends_game(self) -> bool:
        """Whether the fact brought the end."""
        return self.before.end is None and self.after.end is not None

    @property
    def open_findings(self) -> tuple[Finding, ...]:
        """The findings that the table has not allowed."""
        return tuple(finding for finding in self.findings if finding.code not in self.allowed)


def steps(file: GameFile) -> Iterator[Step]:
    """Follow a game from its start."""
    state = file.start
    for number, event in file.facts:
        after = apply(state, event)
        codes = frozenset(code for seq, code in file.allowed if seq == number)
        yield Step(
            number, event, state, after, findings(state, event), _notes(state, event, after), codes
        )
        state = after


def _notes(state: State, event: Event, after: State) -> tuple[Finding, ...]:
    """Notes about the box, and the omens of the end that were not there before."""
    if state.over:
        return notes(state, event, after)
    old = set(_keys(omens(state)))
    new = (omen for omen in omens(after) if _key(omen) not in old)
    return (*notes(state, event, after), *new)


def _keys(found: Iterator[Finding]) -> Iterator[tuple[object, ...]]:
    return map(_key, found)


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.code, *finding.params.items()


def last_state(file: GameFile, told: Sequence[Step]) -> State:
    """Where the game stands when nothing more happens."""
    return at_last(told[-1].after if told else file.start)


def end_number(told: Sequence[Step]) -> int | None:
    """The number of the fact that brought the end; the last one, where nothing came after."""
    return next((step.number for step in told if step.ends_game), told[-1].number if told else None)


def grants(told: Iterable[Step]) -> frozenset[Grant]:
    """What the table allowed of what lies on the board."""
    return grants_of((step.event, step.allowed) for step in told)


def terms_of(state: State, granted: frozenset[Grant] = frozenset()) -> Terms:
    """What a game is scored by.

    Where the round is played out, everybody has had his turn, and nobody is yet to lay (rulings A1
    and C22).
    """
    rulings = state.game.rulings
    cut_short = state.end is not None and not rulings.finish_round
    yet_to_lay = state.end.yet_to_lay if state.end is not None and cut_short else ()
    return Terms(rulings, granted, yet_to_lay)


def score_of(state: State, granted: frozenset[Grant] = frozenset()) -> Score:
    """The score, as it would be if the game stopped here."""
    terms = terms_of(state, granted)
    return score(state.game.chart.board, state.counted, players_of(state), terms)


def money_seen_by(state: State, viewer: str | None) -> dict[str, int]:
    """The balances a player may see: all of them, or his own (ruling C23); None is the table."""
    all_open = state.game.rulings.open_money
    names = [p.name for p in state.game.players if all_open or p.name == viewer]
    return {name: state.money(name) for name in names}


def players_of(state: State) -> tuple[Player, ...]:
    """The players with what they have."""
    return tuple(replace(p, money=state.money(p.name)) for p in state.game.players)
