"""What a training says: how far it is, and figures on tables that were never trained on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Say = Callable[[str], None]
"""Where lines of progress go."""
PERCENTILES = (50, 90, 98)


@dataclass
class Figures:
    """What was right of how many, and how far off: by what was asked."""

    right: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    off: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def count(self, what: str, right: NDArray[np.bool_]) -> None:
        """Count answers (n,), each right or wrong."""
        self.right[what].extend(right.tolist())

    def measure(self, what: str, off: NDArray[np.floating[Any]]) -> None:
        """Note errors (n,)."""
        self.off[what].extend(off.tolist())

    def share(self, what: str) -> float:
        """The share of right answers; NaN where nothing was asked."""
        answers = self.right.get(what)
        return sum(answers) / len(answers) if answers else float("nan")

    def lines(self) -> Sequence[str]:
        """One line for each thing asked."""
        shares = [
            f"{what}: {self.share(what):.2%} of {len(answers)}"
            for what, answers in self.right.items()
            if answers
        ]
        errors = [
            f"{what}: "
            + ", ".join(
                f"{p} % within {value:.3f}"
                for p, value in zip(PERCENTILES, np.percentile(off, PERCENTILES), strict=True)
            )
            + f" of {len(off)}"
            for what, off in self.off.items()
            if off
        ]
        return [*shares, *errors]
