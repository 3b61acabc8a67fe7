"""How long the tour through the demo takes: ``python -m benchmarks.tour``.

``companion play --demo`` starts, and somebody opens it and takes the tour at once, in Chromium. He
reads each stop at so many words a minute, and everything that it tells him to look for: the card of
the stick that breaks a rule, for which he waits. Then he taps Next. In both languages.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.measuring.program import Program, chromium_path
from benchmarks.measuring.report import Figure, as_json, as_text, at_most
from companion.errors import InputError

WORDS_A_MINUTE = 200
MOST_S, MOST_WAIT_S = 180.0, 15.0
LAPTOP = {"width": 1366, "height": 768}
PATIENCE_S = 120.0


def main(argv: Sequence[str] | None = None) -> int:
    """Take the tour and print the figures; 1 where one is missed, 2 where none can be had."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tour", description=__doc__)
    parser.add_argument("--language", action="append", choices=("en", "fr"))
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    try:
        figures = [
            figure for language in args.language or ("en", "fr") for figure in _taken(language)
        ]
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    print(as_json(figures) if args.json else as_text(figures))
    return int(any(figure.reached is False for figure in figures))


def _taken(language: str) -> list[Figure]:
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        Program(Path(folder), demo=True) as program,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        try:
            page = browser.new_context(viewport=LAPTOP, locale=language).new_page()  # type: ignore[arg-type]
            page.set_default_timeout(PATIENCE_S * 1000)
            page.goto(f"http://localhost:{program.port}/")
            return _told(language, *_walked(page))
        finally:
            browser.close()


def _told(language: str, whole_s: float, words: int, stops: int, waited_s: float) -> list[Figure]:
    return [
        Figure(f"{language}: stops", stops),
        Figure(f"{language}: words read", words),
        Figure(
            f"{language}: waited for the stick that breaks a rule, s",
            waited_s,
            at_most(MOST_WAIT_S),
        ),
        Figure(f"{language}: the whole tour, s", whole_s, at_most(MOST_S)),
    ]


def _walked(page: Page) -> tuple[float, int, int, float]:
    """Take the tour; return how long it took, the words read, the stops, and what was waited."""
    began_s, words, stops, waited_s = time.monotonic(), 0, 0, 0.0
    page.locator("form[action='/demo/tour'] button").click()
    while True:
        stops += 1
        page.wait_for_url(f"**?tour={stops}")
        words += _read(page.locator(".tour > p").inner_text())
        if page.locator(".tour").get_attribute("data-look") == ".findings":
            since_s = time.monotonic()
            page.locator(".finding.illegal").first.wait_for()
            waited_s = time.monotonic() - since_s
            words += _read(page.locator(".finding.illegal").first.inner_text())
        if page.locator(".tour a.done").count():
            page.locator(".tour a.done").click()
            page.wait_for_url("**/table")
            return time.monotonic() - began_s, words, stops, waited_s
        page.locator(".tour button.done").click()


def _read(text: str) -> int:
    """Read a text at the usual pace; return how many words it has."""
    count = len(text.split())
    time.sleep(count * 60 / WORDS_A_MINUTE)
    return count


if __name__ == "__main__":
    sys.exit(main())
