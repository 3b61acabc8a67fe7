"""The corners of the board are marked on a photo with more than one finger on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.anybody import faults_everywhere
from tests.browser.camera.photo_case import PHOTO, begun
from tests.browser.listeners import listeners
from tests.web.photo_score.bench import unless_marked
from tests.web.tables import serve_table
from web.photo_score import page as photo_score
from web.photo_score.queue import Queue

Open = Callable[..., Page]
Place = tuple[float, float]
SHEET, LOUPE = ".corner-sheet", ".loupe"


@pytest.fixture
def marking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_page: Open) -> Iterator[Page]:
    """A photo whose corners are asked for."""
    monkeypatch.setattr(photo_score, "Queue", partial(Queue, doing=unless_marked))
    with serve_table(tmp_path / "table.sqlite") as table:
        page = begun(table, partial(open_page, has_touch=True))
        page.locator("#step-empty input[type=file]:not([capture])").set_input_files(PHOTO)  # type: ignore[arg-type]
        page.locator(SHEET).evaluate("each => each.scrollIntoView({ block: 'center' })")
        yield page


class Hand:
    """Fingers on the photo, each at its share of the sheet's width and height."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        box = page.locator(SHEET).bounding_box()
        assert box is not None
        self._box = box
        self._down: dict[int, Place] = {}

    def puts(self, finger: int, at: Place) -> None:
        self._down[finger] = at
        self._send("touchStart")

    def moves(self, finger: int, to: Place) -> None:
        self._down[finger] = to
        self._send("touchMove")

    def lifts(self, finger: int) -> None:
        del self._down[finger]
        self._send("touchEnd")

    def _send(self, kind: str) -> None:
        box = self._box
        points = [
            {"id": finger, "x": box["x"] + x * box["width"], "y": box["y"] + y * box["height"]}
            for finger, (x, y) in self._down.items()
        ]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def corner(page: Page, number: int) -> list[float]:
    """Where it is, in percent of the photo."""
    return [float(page.locator(f"[name={axis}{number}]").input_value()) for axis in "xy"]


def test_each_of_two_fingers_moves_its_own_corner(marking: Page) -> None:
    hand = Hand(marking)
    hand.puts(1, (0.12, 0.12))
    hand.puts(2, (0.88, 0.88))
    hand.moves(1, (0.2, 0.25))
    hand.moves(2, (0.8, 0.7))
    hand.lifts(1)
    expect(marking.locator(LOUPE)).to_be_hidden()
    hand.moves(2, (0.75, 0.6))
    expect(marking.locator(LOUPE)).to_be_visible()
    hand.lifts(2)
    expect(marking.locator(LOUPE)).to_be_hidden()

    assert corner(marking, 1) == pytest.approx([20, 25], abs=0.6)
    assert corner(marking, 3) == pytest.approx([75, 60], abs=0.6)
    assert [corner(marking, other) for other in (2, 4)] == [[88, 12], [12, 88]]


def test_a_corner_that_was_let_go_leaves_nothing_behind(marking: Page) -> None:
    before = listeners(marking)
    hand = Hand(marking)
    for _ in range(3):
        hand.puts(1, (0.12, 0.12))
        hand.moves(1, (0.14, 0.14))
        hand.moves(1, (0.12, 0.12))
        hand.lifts(1)
        expect(marking.locator(LOUPE)).to_be_hidden()

    assert listeners(marking) == before


def test_corners_are_marked_by_finger_and_by_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_page: Open
) -> None:
    monkeypatch.setattr(photo_score, "Queue", partial(Queue, doing=unless_marked))
    with serve_table(tmp_path / "table.sqlite") as table:
        page = begun(table, open_page)
        page.locator("#step-empty input[type=file]:not([capture])").set_input_files(PHOTO)  # type: ignore[arg-type]
        sheet = page.locator(".corner-sheet")
        expect(sheet).to_be_visible()
        sheet.scroll_into_view_if_needed()
        box = sheet.bounding_box()
        assert box is not None
        at = partial(_within, box)

        page.mouse.move(*at(0.12, 0.12))
        page.mouse.down()
        page.mouse.move(*at(0.25, 0.2), steps=4)
        expect(page.locator(".loupe")).to_be_visible()
        page.mouse.up()
        page.mouse.click(*at(0.8, 0.15))
        page.get_by_role("button", name="3: Bottom right").focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Shift+ArrowUp")

        fields = [
            page.locator(f"[name={axis}{n}]").input_value() for n in (1, 2, 3) for axis in "xy"
        ]
        wanted = [25, 20, 80, 15, 87.5, 83]
        assert [float(each) for each in fields] == pytest.approx(wanted, abs=0.6)
        assert faults_everywhere(page, page.url) == {}
        page.get_by_role("button", name="Il est là").click()
        expect(page.locator("#step-empty .there")).to_be_attached()


def _within(box: FloatRect, x: float, y: float) -> tuple[float, float]:
    return box["x"] + x * box["width"], box["y"] + y * box["height"]
