"""Measure how games of South Seas are watched: ``python -m benchmarks.watching_tiles [--games N]``.

Drawn games of 2 to 5 players. A tile is laid and then an islander, or both before the camera looks;
who is sent home is taken off a little later; ships are tapped, ends of turns by nobody. Who is
asked answers truly. ``--pictured``: each look is a drawn photograph, of another print, camera and
light for every game, and the table is pushed twice; else readings are made from the truth.
``--misread``: readings from the truth that err about islanders as photographs make the reader err,
by lot: what the referee makes of them.
``--readings FOLDER`` keeps what was read of each game, and replays it while nothing that reads
changes: a whole game that took a minute or two is then watched again in seconds.
Seeds below 1000 drew what the reader was made with; none of them is measured.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.games.erring_eyes import ErringEyes
from benchmarks.games.grown_games import Watched, drawn_facts, last_table, truly, watch_grown_game
from benchmarks.games.pictured.growing_table import GrowingTable
from benchmarks.games.pictured.kept_readings import KeptReadings, Looking, made_by
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.boards.tiles_board import TilesBoard
from companion.games.carcassonne_south_seas.shipped import read_shipped_board

PLAYERS = range(2, 6)
APART = 1000
PUSHED = (0.3, 0.7)
"""When the table is pushed, as shares of its looks; a tile has some eight of them."""
LOOKS_A_TILE = 8


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print; 0 when every target is reached, else 1."""
    args = _arguments().parse_args(argv)
    if args.readings is not None:
        args.readings.mkdir(parents=True, exist_ok=True)
    board, games, times, lost = read_shipped_board(), list[Watched](), list[float](), 0
    for seed in range(args.seed, args.seed + args.games):
        players = PLAYERS[seed % len(PLAYERS)]
        if args.pictured:
            eyes = _eyes(board, players, seed, args.tiles, args.readings)
            game = watch_grown_game(board, players, seed, eyes, args.tiles)
            times += eyes.times_s
            lost += eyes.lost
            if isinstance(eyes, KeptReadings):
                eyes.keep()
        else:
            plain = ErringEyes(board, seed) if args.misread else truly(board)
            game = watch_grown_game(board, players, seed, plain, args.tiles)
        games.append(game)
        if args.notes:
            print(*(f"game {seed}: {note}" for note in game.notes), sep="\n", file=sys.stderr)
    figures = _figures(games, sorted(times), lost)
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def _eyes(
    board: TilesBoard, players: int, seed: int, most_tiles: int, kept: Path | None
) -> Looking:
    """Eyes that see one game through drawn photographs, or what was kept of them."""
    _, start, facts = drawn_facts(board, players, seed)
    last, tiles = last_table(start, facts, most_tiles)
    at = [round(share * tiles * LOOKS_A_TILE) for share in PUSHED]
    eyes = GrowingTable(board, last, seed, at)
    if kept is None:
        return eyes
    return KeptReadings(kept / f"{seed}-{players}-{tiles}.json.gz", eyes, made_by())


def _figures(games: Sequence[Watched], times: Sequence[float], lost: int) -> list[Figure]:
    def summed(what: str) -> int:
        return sum(getattr(game, what) for game in games)

    def share(right: str, of: str) -> float:
        return round(summed(right) / max(summed(of), 1), 4)

    looks = sorted(second for game in games for second in game.seconds)
    count = len(games)
    return [
        Figure("tiles right, asked ones answered", share("tiles_right", "tiles"), at_least(1.0)),
        Figure("tiles wrong without being asked", summed("tiles_wrong"), at_most(0)),
        Figure("islanders right", share("islanders_right", "islanders"), at_least(0.99)),
        Figure("questions a game", round(summed("questions") / count, 2), at_most(3.0)),
        Figure("of them about tiles", round(summed("asked_tiles") / count, 2)),
        Figure("false warnings a game", round(summed("warnings") / count, 2), at_most(0.0)),
        Figure("photos in which the table was not found", lost, at_most(0)),
        Figure("photo read, 95 of 100 within processor s", _at(times, 0.95), at_most(0.7)),
        Figure("photo read, median processor s", _at(times, 0.5)),
        Figure("look, 95 of 100 within s", _at(looks, 0.95)),
        Figure("tiles", float(summed("tiles"))),
        Figure("islanders", float(summed("islanders"))),
        Figure("games", float(count)),
    ]


def _at(times: Sequence[float], share: float) -> float | None:
    return round(times[int(share * (len(times) - 1))], 3) if times else None


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.watching_tiles", description="How growing tables are watched."
    )
    add = parser.add_argument
    add("--games", type=int, default=4)
    add("--seed", type=int, default=APART + 1, help=f"the first game's; above {APART}")
    add("--tiles", type=int, default=99, help="so many tiles of each game at most")
    add("--pictured", action="store_true", help="through drawn photographs")
    add("--misread", action="store_true", help="by eyes that err by lot, without photographs")
    add("--readings", type=Path, metavar="FOLDER", help="keep what was read there, and replay it")
    add("--notes", action="store_true", help="what went wrong, look by look")
    add("--json", action="store_true", help="print JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
