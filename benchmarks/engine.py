"""How fast the rules of Clippers are, and what games drawn by lot are like.

``python -m benchmarks.engine [--games 1000] [--json]``. Options are asked at every position of the
middle third of a game of five on the shipped board: when sticks are laid, and in phase 1, where
every vacant slot is an option. Beside them stand python-chess's ``legal_moves`` and ``push`` on a
mid-game position, timed in the same run, so that a slow machine is told from a slow engine. All
times are of this process alone, so that what else the machine does is not counted.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.measuring.report import Figure, as_json, as_text, at_most
from companion.games.clippers.course.apply import apply, replay
from companion.games.clippers.course.rounds import at_last
from companion.games.clippers.course.setup import FEWEST_PLAYERS, MOST_PLAYERS, new_game, set_up
from companion.games.clippers.drawn.drawn_game import draw_game
from companion.games.clippers.judging.choices import options
from companion.games.clippers.record.game_file import GameFile
from companion.games.clippers.record.timeline import score_of, steps
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.state.state import MARKET, State
from companion.games.clippers.terms.events import Event
from companion.games.clippers.terms.players import Player

MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
REPEATS = 5
SEED = 5


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures, on the terminal or as JSON; 1 when one misses its target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games to draw by lot")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    start, events = game_of_five()
    figures = [*speed(start, events), *beside_chess(start, events), *drawn(args.games)]
    print(as_json(figures) if args.json else as_text(figures))
    return 1 if any(figure.reached is False for figure in figures) else 0


def set_up_for(players: int) -> State:
    """So many players at the shipped board, before their game."""
    board = read_shipped_board()
    nations = [card.nation for card in board.departure_cards]
    table = [Player(f"Player {number}", nations[number], 0) for number in range(players)]
    return set_up(new_game(board, table))


def game_of_five() -> tuple[State, list[Event]]:
    """A whole game of five, the same each time."""
    start = set_up_for(MOST_PLAYERS)
    return start, [event for _, event in draw_game(start, Random(SEED))]


def middle(start: State, events: Sequence[Event]) -> list[State]:
    """Every position of the middle third of a game."""
    states, third = [start], len(events) // 3
    for event in events:
        states.append(apply(states[-1], event))
    return states[third : 2 * third]


def speed(start: State, events: list[Event]) -> Iterator[Figure]:
    """What the engine takes for options and for a whole game."""
    positions = middle(start, events)
    file = GameFile(start, tuple(enumerate(events)))
    for words, asked in (
        ("options when laying", [state for state in positions if state.phase != MARKET]),
        ("options in phase 1", [state for state in positions if state.phase == MARKET]),
    ):
        yield Figure(f"{words}, ms", typical_ms(options, asked), at_most(1))
    yield Figure("facts of the game of five", len(events))
    yield Figure("game of five replayed, ms", typical_ms(replay, [start], events), at_most(50))
    yield Figure("and judged fact by fact, ms", typical_ms(judged, [file]), at_most(50))


def judged(file: GameFile) -> None:
    """Follow a game with everything the rules say about it."""
    for _ in steps(file):
        pass


def beside_chess(start: State, events: Sequence[Event]) -> Iterator[Figure]:
    """The engine's times as multiples of python-chess's, where that is installed."""
    try:
        chess: Any = import_module("chess")
    except ImportError:
        print("python-chess is missing: install it with pip install '.[bench]'", file=sys.stderr)
        return
    board = chess.Board(MIDDLE_GAME)
    move = next(iter(board.legal_moves))

    def push(board: Any) -> None:
        board.push(move)
        board.pop()

    laying = [state for state in middle(start, events) if state.phase != MARKET]
    generated = typical_ms(lambda each: list(each.legal_moves), [board] * 50)
    pushed = typical_ms(push, [board] * 50)
    fact_ms = typical_ms(replay, [start], events) / len(events)
    yield Figure("python-chess legal_moves, ms", generated)
    yield Figure("python-chess push and pop, ms", pushed)
    yield Figure("options when laying / legal_moves", typical_ms(options, laying) / generated)
    yield Figure("a fact applied / push and pop", fact_ms / pushed)


def typical_ms(function: Callable[..., object], subjects: Sequence[object], *more: object) -> float:
    """The median over subjects of the best time of each, in ms."""
    return statistics.median(
        min(_seconds(function, subject, *more) for _ in range(REPEATS)) * 1000
        for subject in subjects
    )


def _seconds(function: Callable[..., object], *arguments: object) -> float:
    started = time.process_time()
    function(*arguments)
    return time.process_time() - started


@dataclass
class Games:
    """What games of one number of players came to."""

    facts: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)

    def count(self, last: State) -> None:
        """Count a finished game."""
        assert last.end is not None
        totals = [standing.total for standing in score_of(last).standings]
        self.facts.append(last.facts)
        self.rounds.append(last.end.round)
        self.winners.append(max(totals))
        self.totals += totals
        self.ends[last.end.reason.value] += 1


def drawn(games: int) -> Iterator[Figure]:
    """Play games by lot, as many for each number of players, and tell how they went."""
    started = time.process_time()
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        start, counted = set_up_for(players), Games()
        for seed in range(games // (MOST_PLAYERS - FEWEST_PLAYERS + 1)):
            counted.count(played(start, seed))
        yield from _told(f"{players} players", counted)
    if games:
        yield Figure("games drawn, each, ms", (time.process_time() - started) / games * 1000)


def played(start: State, seed: int) -> State:
    """The last state of a game drawn by lot."""
    state = start
    for before, event in draw_game(start, Random(seed)):
        state = apply(before, event)
    return at_last(state)


def _told(who: str, games: Games) -> Iterator[Figure]:
    yield Figure(f"{who}: games", len(games.facts))
    for reason, number in sorted(games.ends.items()):
        yield Figure(f"{who}: ended {reason}", number)
    for what, values in (
        ("facts", games.facts),
        ("rounds", games.rounds),
        ("the winner's points", games.winners),
        ("everybody's points", games.totals),
    ):
        yield from _spread(f"{who}: {what}", values)


def _spread(name: str, values: Iterable[int]) -> Iterator[Figure]:
    ordered = sorted(values)
    if ordered:
        for word, place in (("least", 0.0), ("5 %", 0.05), ("median", 0.5), ("95 %", 0.95)):
            yield Figure(f"{name}, {word}", ordered[int(place * len(ordered))])
        yield Figure(f"{name}, most", ordered[-1])


if __name__ == "__main__":
    raise SystemExit(main())
