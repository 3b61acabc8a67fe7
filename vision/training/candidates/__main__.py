"""``python -m vision.training.candidates``: fit the weights of candidates again, and print them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from vision.simulator.whole_numbers import from_one
from vision.stops.weighing import TRAITS
from vision.training.candidates.weights import FIRST, choices, fitted


def main(argv: Sequence[str] | None = None) -> int:
    """Draw, fit and print."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.candidates", description="Fit the weights of candidates."
    )
    parser.add_argument("--draw", type=from_one, default=30, help="so many boards (default: 30)")
    parser.add_argument("--photos", type=from_one, default=3, help="photos of each (default: 3)")
    args = parser.parse_args(argv)
    seeds = range(FIRST, FIRST + args.draw)
    weights, bias = fitted(list(choices(seeds, args.photos)))
    for name, weight in zip(TRAITS, weights, strict=True):
        print(f'    "{name}": {weight:.2f},')
    print(f"BIAS = {bias:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
