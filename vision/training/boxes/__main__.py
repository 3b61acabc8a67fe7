"""``python -m vision.training.boxes BOARD``: teach the network of boxes on drawn tables."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from companion.boards.board_file import read_board
from companion.boards.tiles_board import of_tiles
from companion.errors import InputError
from companion.files.input_file import read_bytes
from companion.files.whole_file import check_writable, make_folder, write_whole
from vision.picture.networks import NETWORK
from vision.simulator.whole_numbers import from_one, from_zero
from vision.training.boxes.cutting import Cut, kept_table
from vision.training.boxes.lessons import BATCH, lesson, loss_of, tempered
from vision.training.boxes.nets import BoxNet
from vision.training.loop import Course, Cycle, teach
from vision.training.resuming import resume
from vision.training.shipping.exporting import as_onnx

NAME = "box.onnx"
FIRST, TEST = 20_000, 90_000
"""Tables that are learned from have seeds from the first on, those that check from the other."""
LONGEST_STEP, LONGER_STEP = 3e-3, 1e-3
"""From nothing, and from weights that were taught before."""


def main(argv: Sequence[str] | None = None) -> int:
    """Draw, learn, temper, and write the network."""
    args = _arguments().parse_args(argv)
    try:
        return _train(args)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2


def _train(args: argparse.Namespace) -> int:
    board = of_tiles(read_board(args.board))
    begun = read_bytes(args.go_on, NETWORK) if args.go_on else b""
    check_writable(args.output / NAME)
    if args.keep:
        make_folder(args.keep)
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    known, apart = (
        Cut.of(kept_table(args.keep, board, first + nth, args.photos) for nth in range(count))
        for first, count in ((FIRST, args.draw), (TEST, max(args.draw // 8, 1)))
    )
    print(f"{len(known.stands)} places, {int(known.stands.sum())} of them with a piece", flush=True)
    net, rng = BoxNet(), np.random.default_rng(args.seed)
    if begun:
        shown = lesson(known, rng.integers(0, len(known.stands), 4 * BATCH), plain=True)
        resume(net, begun, lambda: net(shown.patches))
    teach(
        net,
        lambda: loss_of(net, lesson(known, rng.integers(0, len(known.stands), BATCH))),
        Course((Cycle(args.steps, LONGER_STEP if begun else LONGEST_STEP),)),
        lambda line: print(line, flush=True),
    )
    odds = _odds(net, apart)
    net.heat.fill_(tempered(odds, apart.stands))
    wrong = (odds > 0) != apart.stands
    sure = 1 / (1 + np.exp(-np.abs(odds) / float(net.heat))) > 0.95
    print(
        f"of {len(odds)} others {int(wrong.sum())} are wrong, {int((wrong & sure).sum())} surely; "
        f"{1 - sure.mean():.2%} are unsure; heat {float(net.heat):.2f}"
    )
    write_whole(args.output / NAME, as_onnx("box", net))
    return 0


@torch.no_grad()
def _odds(net: BoxNet, cut: Cut) -> np.ndarray:
    """What the network says of places, before it is tempered, (n,)."""
    told = [
        net(lesson(cut, np.arange(at, min(at + BATCH, len(cut.stands))), plain=True).patches)[0]
        for at in range(0, len(cut.stands), BATCH)
    ]
    return np.asarray(torch.cat(told).numpy()[:, 0])


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.boxes", description="Teach the network of boxes."
    )
    add = parser.add_argument
    add("board", type=Path, help="the file of a table of tiles")
    add("--draw", type=from_one, default=80, help="so many tables (default: 80)")
    add("--photos", type=from_one, default=2, help="photos of each (default: 2)")
    add("--steps", type=from_one, default=2400, help="steps of the course (default: 2400)")
    add("--seed", type=from_zero, default=0, help="of the lots")
    add("--go-on", type=Path, help="the weights to begin with: an ONNX file")
    add("--keep", type=Path, help="a folder where what was drawn is kept")
    add("-o", "--output", type=Path, default=Path("vision/models"), help="where the weights go")
    return parser


if __name__ == "__main__":
    sys.exit(main())
