"""Watching with readings spoilt on purpose: ``python -m benchmarks.spoilt [--games 40] [--json]``.

In each drawn game some places are read wrong whenever a piece lies there, all game long, half of
them surely. A person answers what is asked with what lies there. Is the final score right, and how
much was asked?
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator, Sequence

from benchmarks.games.simulated_games import Eyes, Watched, watch_drawn_game
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.games.clippers.shipped import read_shipped_board

TARGETS = ((0.005, 0.95, 2.0), (0.01, 0.85, 4.0), (0.02, 0.65, 8.0))
"""The share of places that are spoilt, the scores that should be right, and questions a game."""


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures, on the terminal or as JSON; 1 when one misses its target."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spoilt", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="drawn games for each share")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    board = read_shipped_board()
    figures: list[Figure] = []
    for share, right, questions in TARGETS:
        eyes = Eyes(misread=share)
        outcomes = [watch_drawn_game(board, 2 + at % 4, at, eyes) for at in range(args.games)]
        figures += _told(f"{share:.1%} spoilt", outcomes, right, questions)
    print(as_json(figures) if args.json else as_text(figures))
    return 1 if any(figure.reached is False for figure in figures) else 0


def _told(name: str, outcomes: Sequence[Watched], right: float, most: float) -> Iterator[Figure]:
    mean = statistics.fmean
    yield Figure(f"{name}: games", len(outcomes))
    if not outcomes:
        return
    yield Figure(f"{name}: scores right", mean(o.score_right for o in outcomes), at_least(right))
    yield Figure(f"{name}: questions a game", mean(o.asked for o in outcomes), at_most(most))
    sticks = sum(watched.sticks for watched in outcomes)
    named = sum(watched.right for watched in outcomes) / sticks if sticks else None
    yield Figure(f"{name}: sticks for the right player and turn", named)


if __name__ == "__main__":
    raise SystemExit(main())
