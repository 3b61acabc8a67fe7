"""What is left of a game when the program is killed: ``python -m benchmarks.kills``.

A game is played by script on ``companion play``, which is killed (``kill -9``) at moments drawn by
lot, while it starts too, and started again. After each start all that any phone had been told is
held against the table. Every twenty kills another evening begins, on a file of its own.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from tests.trust.killed_table import Counts, Faults, KilledTable

KILLS = 200
KILLS_AN_EVENING = 20


def main() -> int:
    """Play, kill and print; 0 when nothing was lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=7, help="another number, other games")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    random = Random(args.seed)
    evenings: list[tuple[Faults, Counts]] = []
    while (done := sum(counts.kills for _, counts in evenings)) < args.kills:
        evenings.append(evening(random, min(KILLS_AN_EVENING, args.kills - done)))
        print(f"{done + evenings[-1][1].kills} of {args.kills} kills", file=sys.stderr)
    figures = measured(evenings, args.kills)
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def evening(random: Random, kills: int) -> tuple[Faults, Counts]:
    """Play on one file until its program was killed so often."""
    with tempfile.TemporaryDirectory() as folder:
        table = KilledTable(Path(folder), random)
        try:
            while table.counts.kills < kills:
                table.live_and_die()
        finally:
            table.close()
    return table.faults, table.counts


def measured(evenings: Sequence[tuple[Faults, Counts]], kills: int) -> list[Figure]:
    """Add up the evenings."""
    starts = sorted(ms for _, counts in evenings for ms in counts.restarts_ms)
    return [
        Figure("kills", sum(c.kills for _, c in evenings), at_least(kills)),
        Figure("events written", sum(c.written for _, c in evenings)),
        Figure("events that phones were told", sum(c.seen for _, c in evenings)),
        Figure("events lost", sum(f.lost for f, _ in evenings), at_most(0)),
        Figure("events doubled", sum(f.doubled for f, _ in evenings), at_most(0)),
        Figure(
            "events changed or in another order", sum(f.changed for f, _ in evenings), at_most(0)
        ),
        Figure("tables with other money", sum(f.money for f, _ in evenings), at_most(0)),
        Figure("codes that no longer let in", sum(f.elsewhere for f, _ in evenings), at_most(0)),
        Figure("whole pages held against those before", sum(c.compared for _, c in evenings)),
        Figure("start_ms median", round(statistics.median(starts))),
        Figure("start_ms worst", round(starts[-1])),
    ]


if __name__ == "__main__":
    sys.exit(main())
