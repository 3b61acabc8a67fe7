"""Measure how games of Long Cours are watched: ``python -m benchmarks.watching_ships [--games N]``.

Drawn games of 2 to 6 players, seen through readings made from the truth: ships are lifted and put
down wrongly, purchases tapped before or after the move is seen, half the cards tapped, and no end
of a turn. ``--noise`` hides and misreads pieces besides; ``--unsaid``: nobody taps anything.
``--pictured``: each table is drawn as a photograph, and read; ``--readings FOLDER`` keeps what was
read there, one file a game, and draws only what is missing.

``--misread``: of each game some parts, in each of which one thing on one table is surely misread,
once in each way that there is: how many are told right all the same?
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from benchmarks.games.one_misreading import OneMisreading, Slip
from benchmarks.games.pictured.photo_eyes import PhotoEyes
from benchmarks.games.pictured.table_of_ships import TableOfShips
from benchmarks.games.sailed_games import Table, Watched, drawn_facts, watch_sailed_game
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.boards.stops_board import StopsBoard
from companion.games.long_cours.game import GAME
from companion.games.long_cours.shipped import read_shipped_board
from companion.games.long_cours.state.state import CORSAIR

PLAYERS = range(2, 7)
HIDDEN, WRONG = 0.03, 0.02
"""Of the pieces in a look, with ``--noise``."""

PARTS, FACTS_A_PART = 2, 70
"""With ``--misread``, of each game and each way to misread."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print."""
    args = _arguments().parse_args(argv)
    table = Table(says_all=not args.unsaid)
    if args.noise:
        table = replace(table, hidden=HIDDEN, wrong=WRONG)
    board = read_shipped_board()
    if args.misread:
        figures = _misread(board, range(args.seed, args.seed + args.games), table, args.notes)
        print(as_json(figures) if args.json else as_text(figures))
        return 0
    games = []
    for seed in range(args.seed, args.seed + args.games):
        kept = args.readings and args.readings / f"game-{seed}.json"
        players = PLAYERS[seed % len(PLAYERS)]
        ships = (*GAME.roles(board)[:players], CORSAIR)
        seen = TableOfShips(board, seed, ships)
        eyes = PhotoEyes(seen, kept) if args.pictured or kept else None
        game = watch_sailed_game(board, players, seed, table, eyes)
        games.append(game)
        if eyes is not None:
            eyes.keep()
        if args.notes:
            print(*(f"game {seed}: {note}" for note in game.notes), sep="\n", file=sys.stderr)
    figures = _figures(games)
    print(as_json(figures) if args.json else as_text(figures))
    return 0


def _figures(games: Sequence[Watched]) -> list[Figure]:
    def share(right: str, of: str) -> float | None:
        whole = sum(getattr(game, of) for game in games)
        return sum(getattr(game, right) for game in games) / whole if whole else None

    seconds = sorted(second for game in games for second in game.seconds)
    return [
        Figure("ships' moves right", share("right", "moves"), at_least(0.99)),
        Figure("wrecks right", share("wrecks_right", "wrecks"), at_least(1.0)),
        Figure("sinkings right", share("sinkings_right", "sinkings"), at_least(1.0)),
        Figure("questions a game", sum(g.questions for g in games) / len(games), at_most(1.0)),
        Figure("false warnings a game", sum(g.warnings for g in games) / len(games), at_most(0.0)),
        Figure("look, 99 of 100 within s", seconds[int(0.99 * (len(seconds) - 1))], at_most(0.1)),
        Figure("look, slowest s", seconds[-1]),
        Figure("moves", float(sum(game.moves for game in games))),
        Figure("games", float(len(games))),
    ]


def _misread(board: StopsBoard, seeds: range, table: Table, notes: bool) -> list[Figure]:
    """Parts of games in each of which one thing is misread, each way by itself."""
    figures, every = [], list[Watched]()
    for slip in Slip:
        parts = []
        for seed in seeds:
            players, lot = PLAYERS[seed % len(PLAYERS)], Random(f"{seed} {slip.name}")
            ships = (*GAME.roles(board)[:players], CORSAIR)
            last = len(drawn_facts(board, players, seed)[1])
            for number in range(PARTS):
                eyes = OneMisreading(board, ships, slip, lot)
                first = lot.randint(2 * players, max(2 * players, last - FACTS_A_PART))
                part = slice(first, first + FACTS_A_PART)
                watched = watch_sailed_game(board, players, seed, table, eyes, part)
                if eyes.told is None:
                    continue
                parts.append(watched)
                if notes and not watched.is_right:
                    heading = f"game {seed}, part {number}: {eyes.told}"
                    print(heading, *watched.notes, sep="\n  ", file=sys.stderr)
        right = sum(part.is_right for part in parts) / len(parts) if parts else None
        figures.append(Figure(f"told right, {slip.value}", right, at_least(0.99)))
        every += parts
    seconds = sorted(second for part in every for second in part.seconds)
    return [
        *figures,
        Figure("told right, all", sum(p.is_right for p in every) / len(every), at_least(0.99)),
        Figure("parts", float(len(every))),
        Figure("moves wrong a part", sum(p.moves - p.right for p in every) / len(every)),
        Figure("wrecks and sinkings wrong a part", sum(_wrong(p) for p in every) / len(every)),
        Figure("questions a part", sum(part.questions for part in every) / len(every)),
        Figure("false warnings a part", sum(part.warnings for part in every) / len(every)),
        Figure("look, 99 of 100 within s", seconds[int(0.99 * (len(seconds) - 1))], at_most(0.1)),
        Figure("look, slowest s", seconds[-1]),
    ]


def _wrong(part: Watched) -> int:
    missed = part.wrecks - part.wrecks_right + part.sinkings - part.sinkings_right
    return missed + part.made_up


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks.watching_ships", description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", action="store_true")
    parser.add_argument("--misread", action="store_true", help="one thing in each part of a game")
    parser.add_argument("--unsaid", action="store_true")
    parser.add_argument("--pictured", action="store_true", help="through drawn photographs")
    parser.add_argument("--readings", type=Path, help="a folder that keeps what was read")
    parser.add_argument("--notes", action="store_true", help="what went wrong, look by look")
    parser.add_argument("--json", action="store_true")
    return parser


if __name__ == "__main__":
    sys.exit(main())
