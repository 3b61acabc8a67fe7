"""The one test command: lint, format, types, the page's scripts, tests. Arguments go to pytest.

``--quick`` is the same with one case of every test that is not slow, for an answer in a minute.
Tests run in one process more than the machine has cores, for those of the page wait as often as
they work; each file is in one of them. Say ``-n 0`` for one process. Meanwhile the other checks run
one after the other, for a core that has nothing to do is time lost; what they say comes last.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

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
)
COMPILE_ALL = ("pytest", "--collect-only", "--quiet", "-n", "0")
"""Each process of the tests reads all of them: what one has compiled, the others need not."""


def main() -> int:
    """Run every check and the tests; return 0 when all passed."""
    tests = ("pytest", *SIDE_BY_SIDE, *sys.argv[1:])
    with _compiled() as (environment, is_fresh), ThreadPoolExecutor() as beside:
        checks = beside.submit(lambda: [(check, _run(check, environment)) for check in CHECKS])
        if is_fresh and not sys.argv[1:]:
            _run(COMPILE_ALL, environment)
        print(f"== {' '.join(tests)}", flush=True)
        passed = subprocess.run(_python(tests), cwd=ROOT, env=environment, check=False)
        failed = [] if passed.returncode == 0 else [" ".join(tests)]
        for check, done in checks.result():
            print(f"== {' '.join(check)}\n{done.stdout}", end="", flush=True)
            failed += [" ".join(check)] if done.returncode else []
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


@contextmanager
def _compiled() -> Iterator[tuple[Mapping[str, str], bool]]:
    """The environment of all that runs, and whether nothing is compiled yet.

    Tests start hundreds of processes. Where Python is told to keep nothing of what it compiles,
    each would compile everything anew: here they keep it in a folder that is gone in the end.
    """
    keeps = not sys.dont_write_bytecode
    with TemporaryDirectory(prefix="companion-tests-") as folder:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        # Every core has a process of its own: threads of OpenCV would wait for one another.
        environment.setdefault("OPENCV_FOR_THREADS_NUM", "1")
        if not keeps:
            environment["PYTHONPYCACHEPREFIX"] = folder
        yield environment, not keeps or not (ROOT / "tests" / "web" / "__pycache__").exists()


def _run(
    check: tuple[str, ...], environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    together = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(
        _python(check), cwd=ROOT, env=environment, check=False, encoding="utf-8", **together
    )


def _python(check: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-m", *check]


if __name__ == "__main__":
    sys.exit(main())
