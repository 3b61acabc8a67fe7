"""The one test command: lint, format, types, the page's scripts, tests. Arguments go to pytest.

``--quick`` is the same with one case of every test that is not slow, for an answer in a minute.
Tests run in one process more than the machine has cores, for those of the page wait as often as
they work; each file is in one of them. Say ``-n 0`` for one process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROCESSES = ("-n", str(min((os.cpu_count() or 1) + 1, 4)))
SIDE_BY_SIDE = (*PROCESSES, "--dist", "loadfile", "--no-loadscope-reorder")
"""In the order of the folders: the browser's files, long and of few tests, come early so. By number
of tests, as xdist would have it, they come last, and at the end one process works alone.
"""
CHECKS = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    ("mypy",),
    ("deno", "check", "--quiet", "web/static"),
    ("deno", "lint", "--quiet", "web/static"),
    ("deno", "fmt", "--quiet", "--check"),
    ("pytest", *SIDE_BY_SIDE, *sys.argv[1:]),
)


def main() -> int:
    """Run every check, pytest last; return 0 when all passed."""
    failed = [" ".join(check) for check in CHECKS if not _passes(check)]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _passes(check: tuple[str, ...]) -> bool:
    print(f"== {' '.join(check)}", flush=True)
    done = subprocess.run([sys.executable, "-m", *check], cwd=ROOT, check=False)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
