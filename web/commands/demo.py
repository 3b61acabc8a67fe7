"""``companion demo score``: the first use of the companion, on a table that is not there.

The simulator takes a photo of the empty board and one of a finished game; everything after that is
``companion score`` itself, with the arguments a player would type.
"""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from companion.errors import InputError
from companion.files.whole_file import check_writable, write_whole
from companion.games import USUAL, game_called
from companion.saying.phrase import Phrase
from companion.saying.terminal import add_language
from companion.saying.typed import typed
from web.commands import score
from web.demo.made_up import made_up_game

DEMO_FOLDER = Path("companion-demo")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "what", choices=["score"], metavar="score", help="score a finished game from one photo"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=DEMO_FOLDER,
        metavar="FOLDER",
        help="where the photos and the score sheet go (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=5, help="another number, another game")
    parser.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        help="open the score sheet (default: when there is a screen)",
    )
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Simulate, score, show. 0 also when the photo left questions: asking is part of the demo."""
    if args.seed < 0:
        raise InputError("seed-negative", f"--seed {args.seed}")
    folder: Path = args.output
    words = take_photos(folder, args.seed)
    print(f"$ companion score {' '.join(map(typed, words))}\n", flush=True)
    code = score_photo(words)
    sheet = folder / "sheet.html"
    print(f"\n{Phrase('score-sheet-is', sheet=sheet).said(args.language)}")
    if has_screen() if args.open is None else args.open:
        webbrowser.open(sheet.resolve().as_uri())
    return 0 if code in (0, 1) else code


def take_photos(folder: Path, seed: int) -> list[str]:
    """Write ``empty.jpg`` and ``final.jpg``; return what to type after ``companion score``."""
    made = made_up_game(game_called(USUAL).shipped_board(), seed)
    folder.mkdir(parents=True, exist_ok=True)
    names = ("empty.jpg", "final.jpg", "sheet.html", "overlay.jpg")
    paths = [folder / name for name in names]
    for path in paths:
        check_writable(path)
    for path, data in zip(paths, (made.empty, made.final), strict=False):
        write_whole(path, data)
    empty, final, sheet, overlay = map(_as_typed, paths)
    words = [final, "--reference", empty]
    for player in made.players:
        words += ["--player", f"{player.name}={player.role}:{player.money}"]
    return [*words, "--sheet", sheet, "--overlay", overlay]


def _as_typed(path: Path) -> str:
    """A path that no command takes for an option, also where the folder is called ``-``."""
    return f"{os.curdir}{os.sep}{path}" if str(path).startswith("-") else str(path)


def score_photo(words: Sequence[str]) -> int:
    """Do what ``companion score`` does with these words; return its exit code."""
    parser = argparse.ArgumentParser(prog="companion score")
    score.add_arguments(parser)
    return score.run(parser.parse_args(words))


def has_screen() -> bool:
    """Guess whether somebody sits before a screen of this machine."""
    if os.environ.get("CI") or os.environ.get("SSH_CONNECTION"):
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
