"""The one test command: lint, format, types, tests. Arguments go to pytest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CHECKS = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    ("mypy",),
    ("pytest", *sys.argv[1:]),
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
