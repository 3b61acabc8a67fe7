"""A page that stays open all evening: ``python -m benchmarks.open_page [--hours 3]``.

The big screen of the host and a player's phone are open in Chromium. Games are played by lot,
undone and paid for, one event after the other: as soon as both pages have shown one, the next
follows. An evening at one event in ``EVERY_S`` is so compressed in time; what an event costs the
main thread of a page is divided by that. Then the camera's picture runs on the big screen for a
while, in its own time. Times are of the processor, so that a busy machine is not taken for a slow
page. Memory is the renderers' own (RssAnon) once their garbage is collected and they have rested: a
page that gets an event in two seconds rests most of the time, and gives back then what it freed.
What it holds after the events is compared with the same pages opened anew, which show the same
game; the picture runs after that, for it needs the big screen loaded once more.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright

from benchmarks.long_evening import played
from benchmarks.measuring.bare_page import BarePage
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.records.record import Source, Who
from companion.store import table as tables
from tests.web.tables import NOW, PLAYERS, ServedTable, serve_table
from vision.watch import LIVE
from web.demo.camera import SimulatedCamera
from web.host.roles import Role

HOURS, EVERY_S, PICTURE_S, SEED = 0.1, 2.0, 60.0, 5
WARM_EVENTS = 60
"""After so many events everything has been shown once."""
MOST_GROWN_MB, MOST_MAIN_THREAD = 50.0, 0.05
MOST_DOCUMENTS, MOST_NODES_GROWN = 30, 3000
REST_S = 60.0
AFTER_AN_ANSWER_S = 0.03
SHOWN = """new Promise(done => {
  const look = () => document.body.dataset.revision === "%d" && (watch.disconnect(), done());
  const watch = new MutationObserver(look);
  watch.observe(document.body, {attributes: true});
  look();
})"""
FETCHED = """(() => {
  const told = performance.getEntriesByType("resource");
  performance.clearResourceTimings();
  return told.filter(each => each.name.includes("part=live")).map(each => each.encodedBodySize);
})()"""
PICTURED = """new Promise(done => {
  const shown = () => document.querySelector("[data-picture] .frame");
  const look = () => shown() ? done() : setTimeout(look, 50);
  look();
})"""
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@dataclass(frozen=True)
class Held:
    """What the pages hold at one moment."""

    memory_mb: float
    documents: int
    nodes: int


class Pages:
    """The big screen and a phone, in one browser; nobody listens to what they load."""

    def __init__(self, browser: Browser, served: ServedTable) -> None:
        self._system = browser.new_browser_cdp_session()
        self.screen = _opened(browser, served.door(Role.HOST), "/table", (1366, 768))
        self.phone = _opened(browser, served.door(Role.PLAYER, PLAYERS[0][0]), "/me", (390, 844))
        self.both = (self.screen, self.phone)
        self.refreshed = 0
        self.fetched_bytes = 0

    def held(self) -> Held:
        """Let the pages rest, collect the garbage, and count what is left."""
        time.sleep(REST_S)
        documents, nodes = 0, 0
        for page in self.both:
            page.ask("HeapProfiler.collectGarbage")
            counted = page.ask("Memory.getDOMCounters")
            documents += counted["documents"]
            nodes += counted["nodes"]
        return Held(self._memory_mb(), documents, nodes)

    def busy_s(self) -> float:
        """How long the main thread of the big screen has worked since it was opened."""
        metrics = self.screen.ask("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

    def show(self, revision: int) -> None:
        """Wait until both pages show it, and count what the big screen has fetched for it."""
        for page in self.both:
            page.run(SHOWN % revision)
        for fetched in self.screen.run(FETCHED):
            self.refreshed += 1
            self.fetched_bytes += fetched

    def open_anew(self) -> None:
        """Load both pages once more."""
        for page in self.both:
            page.reload()

    def _memory_mb(self) -> float:
        told = self._system.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(_own_mb(int(each["id"])) for each in told if each["type"] == "renderer")


def main() -> int:
    """Measure and print; 0 when every target is reached, 2 where none can be measured."""
    args = _arguments()
    with (
        tempfile.TemporaryDirectory() as folder,
        serve_table(Path(folder) / "evening.sqlite") as served,
        _chromium() as browser,
    ):
        figures = measure(browser, served, round(3600 * args.hours / EVERY_S), args.picture_s)
    print(as_json(figures) if args.json else as_text(figures))
    return int(any(figure.reached is False for figure in figures))


def measure(browser: Browser, served: ServedTable, events: int, picture_s: float) -> list[Figure]:
    """Play so many events before two open pages, and then let the camera's picture run."""
    pages, random = Pages(browser, served), Random(SEED)
    _play(served, pages, random, WARM_EVENTS)
    warm, refreshed, fetched = pages.held(), pages.refreshed, pages.fetched_bytes
    began_s, before_s = time.monotonic(), pages.busy_s()
    _play(served, pages, random, events // 2)
    half = pages.held()
    _play(served, pages, random, events - events // 2)
    lasted_s, busy_s = time.monotonic() - began_s - REST_S, pages.busy_s() - before_s
    refreshes, fetched_bytes = pages.refreshed - refreshed, pages.fetched_bytes - fetched
    played_out = pages.held()
    table = served.host.table
    assert table is not None
    shown = int(pages.screen.run("document.body.dataset.revision"))
    pages.open_anew()
    anew = pages.held()
    each_s = busy_s / refreshes
    picture = _before_the_camera(served, pages, picture_s)
    share = each_s / EVERY_S + picture
    by_events = played_out.memory_mb - warm.memory_mb
    by_picture = pages.held().memory_mb - anew.memory_mb
    return [
        Figure("events", events),
        Figure("hours at one event in 2 s", events * EVERY_S / 3600),
        Figure("minutes it took", lasted_s / 60),
        Figure("the big screen shows the last", shown == table.view.revision, at_least(1)),
        Figure("main thread an event, ms", 1000 * each_s),
        Figure("main thread, share for the picture", picture),
        Figure("main thread, share in all", share, at_most(MOST_MAIN_THREAD)),
        Figure("kB fetched an event", fetched_bytes / refreshes / 1000),
        Figure("memory when warm, MB", warm.memory_mb),
        Figure("memory grown by the events, MB", by_events, at_most(MOST_GROWN_MB)),
        Figure("of it in the second half, MB", played_out.memory_mb - half.memory_mb),
        Figure("memory of the pages opened anew, MB", anew.memory_mb),
        Figure("memory grown by the picture, MB", by_picture, at_most(MOST_GROWN_MB)),
        Figure("documents when warm", warm.documents),
        Figure("documents after the events", played_out.documents, at_most(MOST_DOCUMENTS)),
        Figure("nodes of the pages opened anew", anew.nodes),
        Figure("nodes more than those", played_out.nodes - anew.nodes, at_most(MOST_NODES_GROWN)),
    ]  # fmt: skip


def _play(served: ServedTable, pages: Pages, random: Random, events: int) -> None:
    """Write so many events; each is shown by both pages before the next."""
    table = served.host.table
    assert table is not None
    by = Source(Who.PERSON, PLAYERS[0][0])
    for _ in range(events):
        view = table.view
        act, key = played(view, random), f"key-{view.revision}"
        table.act(tables.Request(act, view.revision, by, NOW, key))
        pages.show(table.view.revision)
        time.sleep(AFTER_AN_ANSWER_S)


def _before_the_camera(served: ServedTable, pages: Pages, seconds: float) -> float:
    """Let the picture run on the big screen; how much of its main thread that takes."""
    if not seconds:
        return 0.0
    camera = SimulatedCamera(served.host.board, SEED)
    watch = served.host.mount.hang(camera, camera.setup(), LIVE)
    try:
        pages.screen.reload()
        pages.screen.run(PICTURED)
        time.sleep(10)
        began_s, before_s = time.monotonic(), pages.busy_s()
        time.sleep(seconds)
        return (pages.busy_s() - before_s) / (time.monotonic() - began_s)
    finally:
        watch.close()


def _opened(browser: Browser, door: str, path: str, size: tuple[int, int]) -> BarePage:
    page = BarePage(browser, size)
    page.go(door)
    page.go(door.split("/join/")[0] + path)
    return page


def _own_mb(process: int) -> float:
    """What a process holds that is no file's; 0 where the system doesn't say."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0.0
    lines = status.read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1024


@contextmanager
def _chromium() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        print("there is no Chromium here; install chromium", file=sys.stderr)
        sys.exit(2)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.open_page", description=__doc__)
    parser.add_argument("--hours", type=float, default=HOURS)
    parser.add_argument("--picture-s", type=float, default=PICTURE_S)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
