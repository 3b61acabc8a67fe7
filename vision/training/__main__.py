"""Train the reader's networks again: ``python -m vision.training -o vision/models``.

They learn from what is drawn for them. A TABLE, which is a folder of photos with their truth, is
only measured on, so that the figures are honest; what is learned from too is named apart.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import InputError
from companion.files.input_file import read_bytes
from companion.files.whole_file import check_writable, write_whole
from vision.picture.networks import NETWORK
from vision.simulator.whole_numbers import from_zero

if TYPE_CHECKING:
    from vision.training.tasks import Taught

DONE = 0
UNUSABLE = 2
BOARDS = {"stops": False, "close": True}
"""The networks that see boards of stops, and which of them closely; others are shown patches."""
NETWORKS = ("stick", "slot", "face", *BOARDS)
NEEDED = ("torch", "onnx")
SEEDS_APART = 1000
"""Tables drawn for one ``--seed`` have seeds of their own: never those of another."""
PRINTS = 48
"""So many boards' prints lie under the patches that are drawn."""


def main(argv: Sequence[str] | None = None) -> int:
    """Train, measure and write; 0 when done, 2 when the input can't be used."""
    parser = _arguments()
    args = parser.parse_args(argv)
    if set(args.networks) & set(BOARDS) and not args.drawn:
        parser.error("the networks of stops learn from drawn boards: --drawn 96")
    try:
        missing = [name for name in NEEDED if find_spec(name) is None]
        if missing:
            raise InputError("not-installed", missing=", ".join(missing), extra="train")
        both = {table.resolve() for table in args.tables} & {
            table.resolve() for table in args.learn_from
        }
        if both:
            raise InputError("learned-and-measured", min(both))
        for name in args.networks:
            check_writable(args.out / f"{name}.onnx")
        begun = {
            name: read_bytes(args.go_on / f"{name}.onnx", NETWORK)
            for name in args.networks
            if args.go_on
        }
        _train(args, begun)
    except InputError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    return DONE


def _train(args: argparse.Namespace, begun: Mapping[str, bytes]) -> None:
    # Late: whoever only asks for --help, or has no PyTorch, should be answered all the same.
    import torch

    from vision.training.dataset.material import (
        Material,
        boards_from_drawings,
        faces_from_folders,
        from_drawings,
        from_folders,
        prints_of,
    )
    from vision.training.face_lessons import drawn_faces
    from vision.training.tasks import train

    first = args.seed * SEEDS_APART
    seeds = range(first, first + args.drawn)
    unseen = range(seeds.stop, seeds.stop + args.drawn_without)
    material, held = Material(()), []
    if set(args.networks) - set(BOARDS):
        prints = prints_of(range(unseen.stop, unseen.stop + PRINTS))
        held = from_folders(args.tables, _say) + from_drawings(unseen, _say)
        named = from_folders(args.learn_from, _say)
        faces = faces_from_folders(args.learn_from, _say) if "face" in args.networks else []
        material = Material(prints, [from_drawings(seeds, _say), named], faces=faces)
    for name in args.networks:
        torch.manual_seed(args.seed)
        boards = []
        if name in BOARDS:
            drawn, boards = (
                boards_from_drawings(each, _say, any_paint=any_, keep=args.keep, close=BOARDS[name])
                for each, any_ in ((seeds, True), (unseen, False))
            )
            material = replace(material, boards=drawn)
        taught = train(name, material, args.steps, _say, args.keep, begun.get(name, b""))
        shown: Sequence[Any] = boards if name in BOARDS else held
        if name == "face":
            shown = [drawn_faces(), *faces_from_folders(args.tables, _say)]
        _hand_over(args, name, taught, shown)


def _hand_over(args: argparse.Namespace, name: str, taught: Taught, shown: Sequence[Any]) -> None:
    """Write what has learned, and say how well it reads what it never saw."""
    from vision.training.tasks import measure

    write_whole(args.out / f"{name}.onnx", taught.shipped)
    if args.keep:
        write_whole(args.keep / f"{name}.onnx", taught.exact)
    for line in measure(name, taught.shipped, shown):
        print(f"{name}, never trained on {line}", flush=True)


def _say(line: str) -> None:
    """Tell how far it is, beside the figures."""
    print(line, file=sys.stderr, flush=True)


def _arguments() -> argparse.ArgumentParser:
    about, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        prog="python -m vision.training",
        description=about.replace("``", ""),
        epilog=rest.replace("``", ""),
    )
    add = parser.add_argument
    add("tables", nargs="*", type=Path, metavar="TABLE", help="a folder to measure on")
    add(
        "--learn-from",
        nargs="+",
        type=Path,
        default=[],
        metavar="TABLE",
        help="learn from these folders too: rendered tables, never one that is measured on",
    )
    add("--drawn", type=from_zero, default=96, metavar="N", help="learn from so many drawn tables")
    add("--drawn-without", type=from_zero, default=0, metavar="N", help="measure on so many others")
    add("--networks", nargs="+", choices=NETWORKS, default=NETWORKS, help="only these")
    add("--steps", type=from_zero, metavar="N", help="a course as short as that, to try it")
    add(
        "--keep",
        type=Path,
        metavar="DIR",
        help="keep drawn boards, the course so far and networks with exact sums there, "
        "and go on from what it has",
    )
    add(
        "--go-on",
        type=Path,
        metavar="DIR",
        help="teach the networks that were kept there the last cycle once more, not new ones",
    )
    add("--seed", type=from_zero, default=0, help="the same seed gives the same lots")
    add("-o", "--out", type=Path, required=True, metavar="DIR", help="where the networks go")
    return parser


if __name__ == "__main__":
    sys.exit(main())
