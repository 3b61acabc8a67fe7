"""Measure the simulator: ``python -m benchmarks.simulator [--json]``.

One 1080p camera over an invented board with half of its places filled, ships and an arm. The
first frame makes the empty table and draws each piece; the live demo pays for it once. Times are
wall-clock on this machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import numpy as np

from benchmarks.measuring.report import Figure, as_json, as_text, at_most, peak_memory_mb
from vision.simulator import (
    Frame,
    Light,
    Simulator,
    demo_camera,
    invent_board,
    random_arm,
    random_position,
    random_ships,
)

_Result = TypeVar("_Result")
FRAMES = 15
SEED = 1


def main(argv: Sequence[str] | None = None) -> int:
    """Print the times; 0 when every target is reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.simulator", description=__doc__)
    parser.add_argument("--json", action="store_true", help="figures, targets and whether reached")
    args = parser.parse_args(argv)
    figures = _measure()
    print(as_json(figures) if args.json else as_text(figures))
    return 1 if any(figure.reached is False for figure in figures) else 0


def _measure() -> list[Figure]:
    board, rng = invent_board(SEED), np.random.default_rng(SEED)
    simulator, made = _timed(lambda: Simulator(board, SEED))
    laid = simulator.hands.scene(random_position(board, rng))
    scene = simulator.hands.scene(
        random_position(board, rng), ships=random_ships(board, rng, laid, 8)
    )
    camera, light = demo_camera(board), Light(direct=0.6)
    arms = [random_arm(rng, (board.width_mm, board.height_mm)) for _ in range(FRAMES)]

    def shoot(number: int, arm: bool) -> Frame:
        return simulator.frame(scene, camera, light, arm=arms[number] if arm else None, seed=number)

    _, first = _timed(lambda: shoot(0, False))
    plain = [_timed(partial(shoot, n, False))[1] for n in range(FRAMES)]
    reached = [_timed(partial(shoot, n, True))[1] for n in range(FRAMES)]
    _, truth = _timed(lambda: shoot(0, True).truth)
    return [
        Figure("table made, ms", made),
        Figure("first frame of a camera, ms", first),
        Figure("frame, ms (median)", float(np.median(plain)), at_most(60)),
        Figure("frame with a moving arm, ms (median)", float(np.median(reached)), at_most(60)),
        Figure("frame with an arm and its truth, ms", truth),
        Figure("peak memory, MB", peak_memory_mb()),
    ]


def _timed(work: Callable[[], _Result]) -> tuple[_Result, float]:
    start = time.perf_counter()
    result = work()
    return result, 1e3 * (time.perf_counter() - start)


if __name__ == "__main__":
    raise SystemExit(main())
