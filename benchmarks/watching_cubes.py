"""Measure how games of Big Kini are watched: ``python -m benchmarks.watching_cubes [--games N]``.

Drawn games of 2 to 4 players by the base rules, then with action cards, seen through readings made
from the truth: cubes are lifted and put down on another post first, incomes tapped before or after
what was done before them is seen, half the factories marked, and no end of a turn told. ``--noise``
hides and misreads places besides; ``--others`` plays alone, with blocked spaces, with five and six.
``--pictured``: each table is drawn as a photograph, and read; ``--readings FOLDER`` keeps what was
read there, one file a game, and draws only what is missing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.games.pictured.photo_eyes import PhotoEyes
from benchmarks.games.pictured.table_of_tiles import TableOfTiles
from benchmarks.games.tabled_games import Table, Watched, drawn_facts, watch_tabled_game
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.boards.tiles_board import TilesBoard
from companion.games.big_kini.shipped import read_shipped_board

PLAYERS = range(2, 5)
OTHERS: Sequence[tuple[int, Mapping[str, object]]] = (
    (1, {"cards": "yes"}),
    (3, {"blocked": "two"}),
    (3, {"blocked": "two", "cards": "yes"}),
    (5, {}),
    (6, {"cards": "yes"}),
)
"""Solo, three with blocked spaces, and tables with the extension: with ``--others``."""
RULES: Sequence[Mapping[str, object]] = ({}, {"cards": "yes"})
"""The base rules, and those for experienced players."""
HIDDEN, WRONG = 0.01, 0.002
"""Of the places in a look, with ``--noise``; a table has up to two hundred."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print."""
    args = _arguments().parse_args(argv)
    table = Table()
    if args.noise:
        table = replace(table, hidden=HIDDEN, wrong=WRONG)
    board, games = read_shipped_board(), []
    for seed in range(args.seed, args.seed + args.games):
        played = OTHERS[seed % len(OTHERS)] if args.others else _usual(seed)
        kept = args.readings and args.readings / f"game-{seed}.json"
        eyes = _eyes(board, played, seed, kept) if args.pictured or kept else None
        game = watch_tabled_game(board, played, seed, table, eyes)
        games.append(game)
        if eyes is not None:
            eyes.keep()
        if args.notes:
            print(*(f"game {seed}: {note}" for note in game.notes), sep="\n", file=sys.stderr)
    figures = _figures(games)
    print(as_json(figures) if args.json else as_text(figures))
    return 0


def _usual(seed: int) -> tuple[int, Mapping[str, object]]:
    return PLAYERS[seed % len(PLAYERS)], RULES[seed // len(PLAYERS) % len(RULES)]


def _eyes(
    board: TilesBoard, game: tuple[int, Mapping[str, object]], seed: int, kept: Path | None
) -> PhotoEyes:
    _, start, _ = drawn_facts(board, *game, seed)
    return PhotoEyes(TableOfTiles(board, start.game.layout, seed), kept)


def _figures(games: Sequence[Watched]) -> list[Figure]:
    def share(right: str, of: str) -> float:
        whole = float(sum(getattr(game, of) for game in games))
        return float(sum(getattr(game, right) for game in games)) / whole

    seconds = sorted(second for game in games for second in game.seconds)
    return [
        Figure("cubes of the right player and turn", share("cubes_right", "cubes"), at_least(0.99)),
        Figure("atolls right", share("tiles_right", "tiles"), at_least(1.0)),
        Figure("tokens right", share("tokens_right", "tokens"), at_least(0.99)),
        Figure("games with all money right", sum(g.money_right for g in games) / len(games)),
        Figure("games told to their end", sum(g.ended for g in games) / len(games), at_least(1.0)),
        Figure("questions a game", sum(g.questions for g in games) / len(games), at_most(3.0)),
        Figure("false warnings a game", sum(g.warnings for g in games) / len(games), at_most(0.0)),
        Figure("look, 95 of 100 within s", seconds[int(0.95 * (len(seconds) - 1))], at_most(0.5)),
        Figure("look, slowest s", seconds[-1]),
        Figure("cubes", float(sum(game.cubes for game in games))),
        Figure("games", float(len(games))),
    ]


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks.watching_cubes", description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", action="store_true")
    parser.add_argument("--others", action="store_true", help="solo, blocked spaces, five and six")
    parser.add_argument("--pictured", action="store_true", help="through drawn photographs")
    parser.add_argument("--readings", type=Path, help="a folder that keeps what was read")
    parser.add_argument("--notes", action="store_true", help="what went wrong, look by look")
    parser.add_argument("--json", action="store_true")
    return parser


if __name__ == "__main__":
    sys.exit(main())
