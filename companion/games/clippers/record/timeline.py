"""A game told fact by fact: the state before and after each, what was paid, what the rules say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.games.clippers.course.rounds import at_last
from companion.games.clippers.record.game_file import GameFile
from companion.games.clippers.record.play import RULES
from companion.games.clippers.scoring.final_score import Terms, score
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Event
from companion.games.clippers.terms.granted import Grant, grants_of
from companion.games.clippers.terms.players import Player
from companion.play import timeline
from companion.score import Score

Step = timeline.Step[State, Event]
Moment = timeline.Moment[State, Event]


def steps(file: GameFile) -> Iterator[Step]:
    """Follow a game from its start."""
    return timeline.follow(RULES, file.start, file.facts, file.allowed)


def last_state(file: GameFile, told: Sequence[Step]) -> State:
    """Where the game stands when nothing more happens."""
    return at_last(told[-1].after if told else file.start)


def end_number(told: Sequence[Step]) -> int | None:
    """The number of the fact that brought the end; the last one, where nothing came after."""
    return next(
        (step.number for step in told if _ends_game(step)), told[-1].number if told else None
    )


def _ends_game(step: Step) -> bool:
    return step.before.end is None and step.after.end is not None


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
