"""Hold the reader beside others: ``python -m benchmarks.beside TABLE_DIR... [--json]``.

The same photos are read by the reader, by the usual recipe (warp, mean colour, nearest paint) and
by the reader of an earlier version of this repository, each frame as if it were the only one. What
counts are places in plain view that are not read right, those told hidden among them; beside them
stands how many times as many each of the others has. Up to version 89408fa networks learned
from tables too: those of that version had seen aruco1, clippers1, game1, seq1 and table1, 4 and 6.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.measuring.accuracy import Accuracy, Tally, read_truth, share
from benchmarks.measuring.program import ROOT
from benchmarks.measuring.report import Figure, as_json, as_text
from benchmarks.measuring.usual_recipe import UsualRecipe
from calibration.reference import find_reference
from companion.boards.board_file import read_board
from companion.boards.routes_board import of_routes
from companion.errors import InputError
from vision.alignment.align import NotAligned
from vision.picture.photo import load_photo
from vision.routes.reader import RoutesReader

EARLIER = "89408fa"
"""The last version whose networks had learned from photo tables."""
KINDS: dict[str, Callable[[Accuracy], Tally]] = {
    "spaces": lambda accuracy: accuracy.spaces,
    "slots": lambda accuracy: accuracy.slots,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print; 2 where a table or the earlier version can't be had."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.beside", description=__doc__)
    parser.add_argument("tables", nargs="+", type=Path, metavar="TABLE_DIR")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--earlier", default=EARLIER, metavar="VERSION", help="a commit, or a tag")
    args = parser.parse_args(argv)
    reader, recipe = Accuracy(), Accuracy()
    try:
        for folder in args.tables:
            _read(folder, reader, recipe)
        figures = [*_figures(reader, recipe, _shares_of(args.earlier, args.tables), args.earlier)]
    except (InputError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(as_json(figures) if args.json else as_text(figures))
    return 0


def _read(folder: Path, reader_right: Accuracy, recipe_right: Accuracy) -> None:
    truth = read_truth(folder)
    board = of_routes(read_board(folder / "board.json"))
    reference = find_reference(load_photo(folder / "reference.jpg"), board)
    reader, recipe = RoutesReader(board, reference), UsualRecipe(board, reference)
    for frame in truth.frames:
        photo = load_photo(folder / frame.name)
        reader.forget()
        try:
            reading = reader.read(photo).reading
        except NotAligned:
            reader_right.hold(truth.name, frame, None)
            recipe_right.hold(truth.name, frame, None)
            continue
        reader_right.hold(truth.name, frame, reading)
        corners_px = np.array(reading.corners_px)
        recipe_right.hold(truth.name, frame, recipe.read(photo, corners_px))


def _shares_of(version: str, tables: Sequence[Path]) -> dict[str, float]:
    """The share of visible places that an earlier version reads right, by its own benchmark.

    Raises InputError where this clone does not have it.
    """
    packed = subprocess.run(
        ["git", "archive", "--format=tar", version], cwd=ROOT, capture_output=True, check=False
    )
    if packed.returncode:
        raise InputError(f"this clone has no version {version}; name another with --earlier")
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
            files.extractall(folder, filter="data")
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.reading", "--json", "--alone"]
            + [str(table.resolve()) for table in tables],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": folder},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    try:
        told = json.loads(done.stdout)
        return {what: told[f"visible {what} right"]["value"] for what in KINDS}
    except (ValueError, KeyError):
        last = (done.stderr.strip() or "it said nothing").splitlines()[-1]
        raise InputError(f"version {version} can't be measured here: {last}") from None


def _figures(
    reader: Accuracy, recipe: Accuracy, earlier: dict[str, float], version: str
) -> Iterator[Figure]:
    for what, tally_of in KINDS.items():
        tally = tally_of(reader)
        visible = tally.visible.total()
        missed = visible - tally.right.total()
        by_recipe = visible - tally_of(recipe).right.total()
        yield Figure(f"{what} in plain view", visible)
        if not visible:
            continue
        before = round(visible * (1 - earlier[what]))
        yield Figure(f"{what} not read right", missed)
        yield Figure(f"{what} not read right by the usual recipe", by_recipe)
        yield Figure(f"{what}: times as many by the usual recipe", share(by_recipe, missed))
        yield Figure(f"{what} not read right by {version}", before)
        yield Figure(f"{what}: times as many by {version}", share(before, missed))


if __name__ == "__main__":
    sys.exit(main())
