"""``python -m vision.training.twins``: fit what tells two sticks from one, and print it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from vision.training.twins.weights import FIRST, errors, fitted, twins_on


def main(argv: Sequence[str] | None = None) -> int:
    """Draw, fit and print."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.twins", description="Fit what tells two sticks from one."
    )
    parser.add_argument("--draw", type=int, default=40, help="so many boards (default: 40)")
    args = parser.parse_args(argv)
    half = FIRST + args.draw
    learned = twins_on(range(FIRST, half))
    unseen = twins_on(range(half, half + args.draw // 2))
    weights = fitted(learned)
    for name, weight in zip(("TRUST", "APART", "ALONE"), weights, strict=True):
        print(f"{name} = {weight:.2f}")
    for name, known in (("fitted to", learned), ("of others", unseen)):
        wrong = errors(known, (1.0, 0.0, 0.0)), errors(known, weights)
        print(f"{len(known.there)} twins {name}: {wrong[0]} wrong before, {wrong[1]} with it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
