"""``companion demo score``: the first use of the companion, on a table that is not there.

The simulator takes a photo of the empty board and one of a finished game; everything after that is
``companion score`` itself, with the arguments a player would type.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
import sys
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.board import Board
from companion.errors import InputError
from companion.games.clippers.finished import finished_game
from companion.games.clippers.shipped import read_shipped_board
from companion.position import Position
from companion.whole_file import write_whole
from vision.simulator import Camera, Laid, Light, Simulator, camera_at
from web.commands import score

PLAYERS = ("Benjamin", "Pauline", "Jean-Luc")
PHOTO_PX = (2048, 1536)
MOST_MONEY = 25
SHIP_AWAY_MM = 12.0
DEMO_FOLDER = Path("companion-demo")


@dataclass(frozen=True)
class Shot:
    """How a photo is taken: held by hand, so never twice from the same place."""

    camera: Camera
    light: Light


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("what", choices=["score"], help="score a finished game from one photo")
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


def run(args: argparse.Namespace) -> int:
    """Simulate, score, show. 0 also when the photo left questions: asking is part of the demo."""
    if args.seed < 0:
        raise InputError(f"--seed {args.seed}: a seed can't be negative; give 0 or more")
    folder: Path = args.output
    words = take_photos(folder, args.seed)
    print(f"$ companion score {shlex.join(words)}\n", flush=True)
    code = score_photo(words)
    sheet = folder / "sheet.html"
    print(f"\nThe score sheet: {sheet}")
    if has_screen() if args.open is None else args.open:
        webbrowser.open(sheet.resolve().as_uri())
    return 0 if code in (0, 1) else code


def take_photos(folder: Path, seed: int) -> list[str]:
    """Write ``empty.jpg`` and ``final.jpg``; return what to type after ``companion score``."""
    random = Random(seed)
    board = read_shipped_board()
    nations = random.sample([card.nation for card in board.departure_cards], len(PLAYERS))
    simulator = Simulator(board, seed)
    game = finished_game(board, nations, random)
    scene = simulator.hands.scene(game.position, _beside_their_sticks(board, game.ships))
    before, after = shots(board, random)
    folder.mkdir(parents=True, exist_ok=True)
    empty, final = folder / "empty.jpg", folder / "final.jpg"
    write_whole(empty, simulator.frame(Position(), before.camera, before.light).jpeg())
    write_whole(final, simulator.frame(scene, after.camera, after.light, seed=1).jpeg())
    words = [str(final), "--reference", str(empty)]
    for player, nation in zip(PLAYERS, nations, strict=True):
        words += ["--player", f"{player}={nation}:{random.randint(0, MOST_MONEY)}"]
    return [*words, "--sheet", str(folder / "sheet.html"), "--overlay", str(folder / "overlay.jpg")]


def score_photo(words: Sequence[str]) -> int:
    """Do what ``companion score`` does with these words; return its exit code."""
    parser = argparse.ArgumentParser(prog="companion score")
    score.add_arguments(parser)
    return score.run(parser.parse_args(words))


def _beside_their_sticks(board: Board, ships: Sequence[tuple[str, str]]) -> tuple[Laid, ...]:
    """Stand each ship beside its route's last stick, where it covers no place and no other ship."""
    if board.ship is None:
        return ()
    taken = [(space.x_mm, space.y_mm) for space in board.spaces.values()]
    taken += [(slot.x_mm, slot.y_mm) for slot in board.slots.values()]
    laid = []
    for company, place in ships:
        space = board.spaces[place]
        for side in (90, -90):
            away = math.radians(space.angle_deg + side)
            x_mm = space.x_mm + SHIP_AWAY_MM * math.cos(away)
            y_mm = space.y_mm + SHIP_AWAY_MM * math.sin(away)
            if all(math.dist((x_mm, y_mm), other) >= SHIP_AWAY_MM - 1e-6 for other in taken):
                laid.append(Laid(company, x_mm, y_mm, space.angle_deg))
                taken.append((x_mm, y_mm))
                break
    return tuple(laid)


def shots(board: Board, random: Random) -> tuple[Shot, Shot]:
    """Two photos of one evening: before the game by daylight, after it under the lamp."""
    middle = (board.width_mm / 2, board.height_mm / 2)
    span_mm = max(board.width_mm, board.height_mm)

    def held(tilt_deg: float, k1: float) -> Camera:
        return camera_at(
            middle,
            size_px=PHOTO_PX,
            distance_mm=span_mm * random.uniform(1.4, 1.45),
            tilt_deg=tilt_deg,
            azimuth_deg=90 + random.uniform(-8, 8),
            roll_deg=random.uniform(-3, 3),
            k1=k1,
        )

    day = Light("daylight", exposure=0.85, direct=0.3, azimuth_deg=200)
    lamp = Light(
        "lamp", exposure=0.8, tint=(0.9, 1.0, 1.06), slope=(0.2, 0.2, 0.2), slope_deg=30, direct=0.4
    )
    return Shot(held(4, -0.02), day), Shot(held(14, -0.02), lamp)


def has_screen() -> bool:
    """Guess whether somebody sits before a screen of this machine."""
    if os.environ.get("CI") or os.environ.get("SSH_CONNECTION"):
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
