"""A whole table of tiles under a finger: ``python -m benchmarks.large_chart``.

The last moment of a drawn game of Carcassonne South Seas, 70 tiles and more, is open on a phone
whose processor is slowed down. Two fingers enlarge the chart, one drags it, and two make it small
again. Counted is how many frames a second the page draws, by its own animation frames: the mean,
and as the slowest tenth of them comes.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright

from benchmarks.measuring.report import Figure, as_json, as_text, at_least
from companion.games import game_called
from companion.games.carcassonne_south_seas.drawn.self_play import drawn
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record
from tests.web.tables import serve
from web.host.roles import Role

Point = tuple[float, float]
Gesture = Callable[[CDPSession, Point], None]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
PLAYERS, SEED = ("Ann", "Ben", "Cleo"), 3
PHONE: ViewportSize = {"width": 390, "height": 844}
SLOWER = 4
"""A telephone's processor takes so many times as long."""
LEAST_FRAMES = 30.0
LEAST_TILES = 68
SPEED_PX = 400
DRAGGED = [step / 60 for step in range(1, 61)]
COUNT = """() => {
  globalThis.frames = [];
  const note = (now) => { globalThis.frames.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""
WHERE = """() => { const view = document.querySelector(".map-window");
  return [view.scrollLeft, view.scrollTop, view.scrollWidth / view.clientWidth]; }"""
FRAMES = "() => globalThis.frames.splice(0)"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures; 1 where one misses its target."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.large_chart", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--slower", type=float, default=SLOWER, help="how many times")
    parser.add_argument("--pictures", type=Path, help="keep screenshots in this folder")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        parser.error("there is no Chromium here; install chromium")
    with whole_table() as (address, tiles), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport=PHONE, has_touch=True, is_mobile=True)
        page.goto(address)
        page.locator(".map[data-listens]").first.wait_for()
        figures = [Figure("tiles on the table", tiles, at_least(LEAST_TILES))]
        figures += measured(page, args.slower, args.pictures)
        browser.close()
    print(as_json(figures) if args.json else as_text(figures))
    return 1 if any(figure.reached is False for figure in figures) else 0


@contextmanager
def whole_table() -> Iterator[tuple[str, int]]:
    """A phone's address at the end of a drawn game, and how many tiles lie there."""
    game = game_called("carcassonne_south_seas")
    board, random = game.shipped_board(), Random(SEED)
    seats = [Seat(*each) for each in zip(PLAYERS, game.roles(board), strict=False)]
    record = Record(Header("carcassonne_south_seas", dict(game.begin(seats, {}, board))))
    state = game.start(record.header.setup, board)
    while (event := drawn(state, random)) is not None:
        after = game.apply(state, event)
        if after.over:
            break
        record, state = record.add(Happened(game.fact(event))), after
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder) / "table.sqlite", record, board=board) as table,
    ):
        yield table.door(Role.PLAYER, PLAYERS[0]), len(state.tiles)


def measured(page: Page, slower: float, pictures: Path | None) -> Iterator[Figure]:
    """Frames a second under each gesture."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate(COUNT)
    box = page.locator(".map-window").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    gestures: Sequence[tuple[str, Gesture]] = (
        ("enlarging", partial(pinch, factor=3.0)),
        ("dragging", partial(drag, x_px=100, y_px=140)),
        ("making small", partial(pinch, factor=0.4)),
    )
    for name, gesture in gestures:
        before = page.evaluate(WHERE)
        page.evaluate(FRAMES)
        gesture(session, middle)
        times = page.evaluate(FRAMES)
        assert page.evaluate(WHERE) != before, f"{name} moves nothing"
        apart = [b - a for a, b in pairwise(times)] or [float("inf")]
        if pictures:
            pictures.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=pictures / f"{name}.png")
        yield Figure(
            f"{name}: frames a second", 1000 / statistics.mean(apart), at_least(LEAST_FRAMES)
        )
        slow = sorted(apart)[int(0.9 * (len(apart) - 1))]
        yield Figure(f"{name}: as its slowest tenth comes", 1000 / slow)


def pinch(session: CDPSession, middle: Point, *, factor: float) -> None:
    """Two fingers come apart, or together."""
    at = {"x": middle[0], "y": middle[1], "gestureSourceType": "touch"}
    session.send(
        "Input.synthesizePinchGesture", {**at, "scaleFactor": factor, "relativeSpeed": SPEED_PX}
    )


def drag(session: CDPSession, middle: Point, *, x_px: float, y_px: float) -> None:
    """One finger moves by so much in a second, and comes to rest."""
    for kind, steps in (("touchStart", [0.0]), ("touchMove", DRAGGED)):
        for share in steps:
            at = {"x": middle[0] + share * x_px, "y": middle[1] + share * y_px}
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
            time.sleep(1 / len(DRAGGED))
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


if __name__ == "__main__":
    sys.exit(main())
