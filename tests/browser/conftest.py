"""A table that is served, and a real Chromium to open it in.

It is Chromium's headless shell where that is installed: the same engine without the browser's own
windows, for half the processor time. Where there is no Chromium at all these tests are skipped, and
the summary says so; with ``COMPANION_CHROMIUM=required``, as in ``.ci/run``, they fail instead.
``COMPANION_CHROMIUM`` may also be the path of one.

Much that a browser is asked has no timeout of its own. One that hangs is killed, the test fails
with a TargetClosedError, and is tried once more with a new browser (``--only-rerun``).

A page that has only just come shows what may be tapped before its scripts listen, and has sizes
before its style sheets are there. Nobody is so quick, a test is: here every tap and every measure
waits for them.
"""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    Playwright,
    Response,
    expect,
    sync_playwright,
)

from tests.web.tables import ServedTable, serve_table

REQUIRED = "required"
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
)
TIMEOUT_MS = 30_000
"""For a machine that has much else to do; nothing here takes a second of its own."""
LONGEST_S = 240.0
"""No test takes so long, even on a busy machine."""
CLOSED_S = 20.0
"""Nor what it has opened to close. Now and then Chromium hangs over that for good."""
PHONE = {"width": 360, "height": 740}
USUAL = {
    "viewport": PHONE,
    "locale": "en",
    "reduced_motion": "reduce",
    "service_workers": "block",  # One that is only just starting keeps a context from closing.
}
PARTS = {"stylesheet", "script", "image", "font", "manifest"}
"""What a page is made of, by Playwright's names; an act and a look at the table may be refused."""
LEAST_ERROR, BROKEN, STOPPING = 400, 500, 503
"""The least status of an error, that of one nobody expected, and of a table that is stopped."""

expect.set_options(timeout=TIMEOUT_MS)

HANDS = ("tap", "click", "check", "fill", "press", "press_sequentially", "select_option")
RULERS = ("bounding_box", "evaluate", "evaluate_all")


@pytest.fixture(scope="session", autouse=True)
def _nobody_is_quicker_than_the_page() -> Iterator[None]:
    """Before the document counts as loaded its deferred scripts have run, and they have waited
    for the style sheets before them (HTML, "the end")."""

    def waiting(act: Callable[..., object]) -> Callable[..., object]:
        @wraps(act)
        def once_loaded(at: Locator, *args: object, **settings: object) -> object:
            at.page.wait_for_load_state("domcontentloaded")
            return act(at, *args, **settings)

        return once_loaded

    with pytest.MonkeyPatch.context() as patch:
        for name in HANDS + RULERS:
            patch.setattr(Locator, name, waiting(getattr(Locator, name)))
        yield


class Chromium:
    """A browser for many tests, and a new one after it was killed."""

    def __init__(self, playwright: Playwright, path: str, switches: Sequence[str]) -> None:
        self._playwright, self._path, self._switches = playwright, path, switches
        self._launch()

    @contextmanager
    def guarded(self) -> Iterator[Browser]:
        """The browser, which is killed if this takes too long."""
        browser = self.alive()
        watchdog = threading.Timer(LONGEST_S, self.kill)
        watchdog.start()
        try:
            yield browser
        finally:
            watchdog.cancel()

    def alive(self) -> Browser:
        """The browser that runs."""
        if not self._browser.is_connected():
            self._launch()
        return self._browser

    def kill(self) -> None:
        """End it, whatever it is doing. Safe to call from another thread."""
        os.kill(self._pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    def close_all(self, contexts: Sequence[BrowserContext]) -> None:
        """Close what a test has opened; a browser that hangs over it is killed, and was read."""
        watchdog = threading.Timer(CLOSED_S, self.kill)
        watchdog.start()
        try:
            for context in contexts:
                context.close()
        except Error:
            if watchdog.is_alive():
                raise
        finally:
            watchdog.cancel()

    def close(self) -> None:
        self._browser.close()

    def _launch(self) -> None:
        self._browser = self._playwright.chromium.launch(
            executable_path=self._path, args=["--no-sandbox", *self._switches]
        )
        processes = self._browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
        self._pid = next(p["id"] for p in processes["processInfo"] if p["type"] == "browser")


Launch = Callable[..., Chromium]


@pytest.fixture(scope="session")
def launch() -> Iterator[Launch]:
    """Start a browser with these switches; it lives as long as the tests do."""
    asked = os.environ.get("COMPANION_CHROMIUM", "")
    path = asked if Path(asked).is_file() else next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        if asked == REQUIRED:
            pytest.fail("there is no Chromium, and it is required here; install chromium")
        pytest.skip("no Chromium here: the page was NOT tested in a browser")
    started: list[Chromium] = []
    with sync_playwright() as playwright:

        def one(*switches: str) -> Chromium:
            started.append(Chromium(playwright, path, switches))
            return started[-1]

        yield one
        for browser in started:
            browser.close()


@pytest.fixture(scope="session")
def launched(launch: Launch) -> Chromium:
    return launch("--disable-audio-output")


@pytest.fixture
def chromium(launched: Chromium) -> Iterator[Browser]:
    with launched.guarded() as browser:
        yield browser


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedTable]:
    with serve_table(tmp_path / "table.sqlite") as table:
        yield table


@pytest.fixture
def open_page(chromium: Browser, launched: Chromium) -> Iterator[Callable[..., Page]]:
    """Open an address in a browser of its own.

    Every error on its console fails the test, and every part of a page that is not served.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(url: str, **settings: object) -> Page:
        settings = {**USUAL, **settings}
        context = chromium.new_context(**settings)  # type: ignore[arg-type]
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: _note(complaints, said.type, said.text))
        page.on("response", lambda answer: _note_missing(complaints, answer))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        page.wait_for_url(lambda at: "/join/" not in at)
        return page

    yield opened
    launched.close_all(contexts)
    assert complaints == []


def _note(complaints: list[str], kind: str, text: str) -> None:
    """A refused act and a lost connection are told on the page; the console may say so too."""
    if kind == "error" and "Failed to load resource" not in text:
        complaints.append(text)


def _note_missing(complaints: list[str], answer: Response) -> None:
    """A part of a page that is not served, and whatever breaks; what a test cuts has no answer."""
    is_missing = answer.status >= LEAST_ERROR and answer.request.resource_type in PARTS
    if answer.status == BROKEN or (is_missing and answer.status != STOPPING):
        complaints.append(f"{answer.status} for {answer.url}")
