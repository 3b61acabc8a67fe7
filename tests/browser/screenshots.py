"""The pictures of the pages in ``docs/pages``: ``python -m tests.browser.screenshots [FOLDER]``.

A whole game of Clippers is played half-way by the record of one in ``tests/games``, and one of Long
Cours by the record of one in its own tests; each page is taken on a
phone (360 px), a laptop (1280 px) and a big screen (1920 px), by day and by night; what is wider
than a page of documents is made smaller.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, sync_playwright

from companion.games import game_called, game_of
from companion.position import Position
from companion.records.record import Entry, Happened, Record, read_record
from tests.browser.camera.tracer import (
    begun,
    choose_photo,
    put_corners,
    trace_islands,
    trace_routes,
)
from tests.companion.games.long_cours.whole_games import GAMES as SHIPS
from tests.web.camera.watched_tables import wait_for
from tests.web.tables import NOW, ServedTable, serve
from tests.whole_games import GAMES
from vision.watch import LIVE
from web.demo.camera import SimulatedCamera
from web.host.roles import Role

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "pages"
WIDTHS = {"phone": (360, 780), "laptop": (1280, 800), "screen": (1920, 1080)}
WIDEST_PX, QUALITY = 1000, 72
Shot = tuple[str, str, Role, str, str, str, bool]
"""Name, page, who opens it, how wide, by which light, in which language, and the whole length."""
HALF_WAY, BEFORE_A_STICK = 120, 61
SHOTS = (
    ("table", "/table", Role.HOST, "screen", "light", "en", False),
    ("table-night", "/table", Role.WATCHER, "laptop", "dark", "fr", False),
    ("table-phone", "/table", Role.WATCHER, "phone", "light", "en", True),
    ("player", "/me", Role.PLAYER, "phone", "light", "en", False),
    ("player-night", "/me", Role.PLAYER, "phone", "dark", "fr", True),
    ("bank", "/bank", Role.BANKER, "laptop", "light", "en", False),
    ("bank-phone", "/bank", Role.BANKER, "phone", "light", "en", True),
    ("entry", "/entry/8", Role.BANKER, "laptop", "light", "en", False),
    ("score", "/score", Role.HOST, "laptop", "light", "en", True),
    ("score-phone", "/score", Role.WATCHER, "phone", "light", "en", True),
    ("doors", "/doors", Role.HOST, "laptop", "light", "en", True),
    ("start", "/start", Role.HOST, "laptop", "light", "en", False),
    ("photo", "/photo", Role.HOST, "laptop", "light", "en", False),
)
WATCHED = (
    ("camera", "/camera", Role.HOST, "laptop", "light", "en", False),
    ("camera-missing", "/table", Role.HOST, "screen", "light", "en", False),
    ("camera-phone", "/me", Role.PLAYER, "phone", "dark", "en", False),
)
"""The same, where a camera watches, and a stick is missing."""
AT_SEA = (
    ("ships", "/table", Role.HOST, "screen", "light", "en", False),
    ("ships-phone", "/me", Role.PLAYER, "phone", "light", "en", False),
)
"""Long Cours, while somebody may let the corsair run."""
TRACED = {"own-board-corners", "own-board-routes"}


def half_a_game() -> Record:
    """A game that goes on, as far as the moment before somebody lays a stick."""
    whole = read_record(GAMES / "4-players-stuck.jsonl")
    last = next(
        entry.seq
        for entry in whole.entries
        if entry.seq > HALF_WAY
        and isinstance(entry.act, Happened)
        and entry.act.fact["do"] == "stick"
    )
    return Record(whole.header, tuple(e for e in whole.entries if e.seq < last))


def half_at_sea() -> Record:
    """A game of Long Cours, as far as the moment before the corsair's second run."""
    whole, _ = SHIPS["4-players"]
    entries = whole.entries
    runs = [
        entry.seq
        for entry, before in zip(entries[1:], entries, strict=False)
        if "corsair" == _done(entry) != _done(before)
    ]
    return Record(whole.header, tuple(entry for entry in entries if entry.seq < runs[1]))


def _done(entry: Entry) -> object:
    return entry.act.fact["do"] if isinstance(entry.act, Happened) else None


def let_a_camera_watch(table: ServedTable) -> None:
    """Put a simulated camera over the table, and take one stick off it."""
    host = table.host
    assert host.table is not None
    position = host.table.view.last.state.position
    first = next(iter(position.spaces))
    camera = SimulatedCamera(host.board, 5)
    watch = host.mount.hang(camera, camera.setup(), LIVE)
    camera.lay(position)
    wait_for(lambda: watch.glance.outcome)
    rest = {space: kind for space, kind in position.spaces.items() if space != first}
    camera.lay(Position(rest, position.slots), reaches=True)
    wait_for(lambda: watch.glance.outcome and watch.glance.outcome.drift)


def take(
    browser: Browser,
    table: ServedTable,
    only: set[str],
    folder: Path,
    shots: Sequence[Shot] = SHOTS,
) -> None:
    """Take every picture that is asked for."""
    assert table.host.table is not None
    view = table.host.table.view
    for name, path, role, width, theme, language, whole in shots:
        if only and name not in only:
            continue
        wide, high = WIDTHS[width]
        size = {"width": wide, "height": high}
        context = browser.new_context(viewport=size, locale=language, reduced_motion="reduce")  # type: ignore[arg-type]
        context.add_cookies(
            [
                {"name": "theme", "value": theme, "url": f"http://localhost:{table.port}"},
                {"name": "language", "value": language, "url": f"http://localhost:{table.port}"},
            ]
        )
        page = context.new_page()
        player = game_of(view.record).awaited(view.last.state)[-1] if role is Role.PLAYER else None
        page.goto(table.door(role, player))
        page.wait_for_url(lambda at: "/join/" not in at)
        page.goto(f"http://localhost:{table.port}{path}")
        page.wait_for_load_state("load")
        page.wait_for_timeout(400)
        if whole:  # what stays at the foot of a window stands at the end of the page
            page.evaluate("() => { document.querySelector('.status').style.position = 'static'; }")
        (folder / f"{name}.jpg").write_bytes(small(page.screenshot(full_page=whole)))
        context.close()


def trace_a_board(browser: Browser, table: ServedTable, folder: Path) -> None:
    """Take the corners that were found, and the routes that were traced, of a small board."""
    wide, high = WIDTHS["laptop"]
    context = browser.new_context(viewport={"width": wide, "height": high}, locale="en")
    page = context.new_page()
    page.goto(table.door(Role.HOST))
    page.wait_for_url(lambda at: "/join/" not in at)
    tracer = begun(page, table)
    choose_photo(tracer)
    (folder / "own-board-corners.jpg").write_bytes(small(page.screenshot()))
    put_corners(tracer)
    trace_islands(tracer)
    trace_routes(tracer)
    (folder / "own-board-routes.jpg").write_bytes(small(page.screenshot()))
    context.close()


def small(picture: bytes) -> bytes:
    """A PNG file as a JPEG of what a page of documents shows, and no more."""
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    scale = min(WIDEST_PX / image.shape[1], 1.0)
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with (
        tempfile.TemporaryDirectory() as scratch,
        serve(Path(scratch) / "table.sqlite", half_a_game(), NOW) as table,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        only = set(sys.argv[2:])
        take(browser, table, only, folder)
        if not only or only & {name for name, *_ in WATCHED}:
            let_a_camera_watch(table)
            take(browser, table, only, folder, WATCHED)
        if not only or only & TRACED:
            trace_a_board(browser, table, folder)
        if not only or only & {name for name, *_ in AT_SEA}:
            board = game_called("long_cours").shipped_board()
            path = Path(scratch) / "ships.sqlite"
            with serve(path, half_at_sea(), NOW, board=board) as ships:
                take(browser, ships, only, folder, AT_SEA)
        browser.close()


if __name__ == "__main__":
    main()
