"""A photo scored on a phone: handed in, read, doubts answered by one tap each, and the sheet."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Page, expect

from companion.boards.board import Board
from tests.browser.anybody import faults_everywhere, looked_over
from tests.browser.camera.photo_case import PHOTO, begun
from tests.web.photo_score.bench import pretended
from tests.web.photo_score.pictures import jpeg
from tests.web.score.reports import DOUBTS
from tests.web.tables import ServedTable, serve_table
from web.photo_score import page as photo_score
from web.photo_score.queue import Queue
from web.photo_score.reader import Result, Task, Unfound
from web.photo_score.unused import OTHER_BOARD

Open = Callable[..., Page]
FINGER_PX = 44
LONGEST_S = 60.0


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedTable]:
    """A table whose photos are read without being looked at."""
    monkeypatch.setattr(photo_score, "Queue", partial(Queue, doing=pretended))
    with serve_table(tmp_path / "table.sqlite") as served:
        yield served


def hand_in_both(page: Page) -> None:
    """Give the empty board and the finished one, each at the step that is open for it."""
    for which in ("empty", "final"):
        chooser = page.locator(f"#step-{which} input[type=file]:not([capture])")
        expect(page.locator(f"#step-{which}")).to_have_attribute("open", "")
        chooser.set_input_files(PHOTO)  # type: ignore[arg-type]
        expect(page.locator(f"#step-{which} .there")).to_be_attached()
    expect(page.locator("[data-busy]")).to_have_count(0)


def test_from_two_photos_to_the_sheet(table: ServedTable, open_page: Open) -> None:
    page = begun(table, open_page)
    hand_in_both(page)
    expect(page.locator(".ranking")).to_have_count(0)
    total = page.locator(".ranking tbody tr", has_text="Pauline").locator("td").last
    money = page.locator("#step-players input[name=money]")
    for seat, amount in enumerate(("2", "2", "2")):
        expect(money.nth(seat)).to_have_value("")
        money.nth(seat).fill(amount)
    page.get_by_role("button", name="These played").click()
    expect(total).to_be_visible()
    before = total.inner_text()

    money.nth(1).fill("40")  # what was unfolded stays so
    page.get_by_role("button", name="These played").click()

    expect(total).to_have_text(str(int(before) + 38))
    expect(page.locator("#said")).to_contain_text(f"Pauline {total.inner_text()}")
    said = [each.rpartition(" ")[0] for each in page.locator("#said").inner_text().split(", ")]
    seats = page.locator("#step-players input[name=name]")
    assert sorted(said) == sorted(seats.nth(seat).input_value() for seat in range(3))
    page.get_by_role("link", name="The score sheet, to print").click()
    expect(page.locator("h1")).to_contain_text("Pauline wins")


def test_what_came_of_a_photo_is_told_while_somebody_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_page: Open
) -> None:
    """And the field in which he writes stays the same one."""
    let_go = threading.Event()

    def held(task: Task, board: Board) -> Result:
        assert let_go.wait(LONGEST_S)
        return pretended(task, board)

    monkeypatch.setattr(photo_score, "Queue", partial(Queue, doing=held))
    with serve_table(tmp_path / "table.sqlite") as served:
        page = begun(served, open_page)
        empty = page.locator("#step-empty input[type=file]:not([capture])")
        empty.set_input_files(PHOTO)  # type: ignore[arg-type]
        expect(page.locator("[data-busy] .doing")).to_be_visible()
        name = page.locator("#step-players input[name=name]").nth(1)
        name.fill("Pau")
        name.press("ArrowLeft")
        page.evaluate("window.field = document.activeElement")
        let_go.set()

        expect(page.locator("#step-empty .there")).to_be_attached()
        expect(page.locator("[data-busy], .doing")).to_have_count(0)
        assert page.evaluate("window.field === document.activeElement")
        page.keyboard.press("x")
        expect(name).to_have_value("Paxu")
        page.get_by_role("button", name="These played").click()
        expect(name).to_have_value("Paxu")


def test_one_tap_answers_without_leaving_the_page(table: ServedTable, open_page: Open) -> None:
    page = begun(table, open_page, "Try it with a made-up photo")
    expect(page.locator(".asking")).to_have_count(1)
    page.evaluate("window.stays = true")
    total = page.locator(".ranking tbody tr", has_text="Pauline").locator("td").last
    before = int(total.inner_text())

    card = page.locator(".asking", has_text="Malden")
    card.locator(".answers > button[value=empty]").click()

    expect(total).to_have_text(str(before - 3))
    expect(page.locator("#questions")).to_contain_text("1 is answered.")
    page.get_by_role("link", name="Later").click()
    page.locator(".asking.answered").get_by_role("button", name="Take it back").click()
    expect(total).to_have_text(str(before))
    assert page.evaluate("window.stays")


def test_questions_are_one_deck_and_each_place_is_ringed(
    table: ServedTable, open_page: Open
) -> None:
    """However many there are, the page is no longer for that."""
    page = begun(table, open_page, "Try it with a made-up photo")
    card = page.locator("#questions .asking")
    first = card.locator("h3").inner_text()
    expect(page.locator("#questions")).to_contain_text(f"{len(DOUBTS)} places are still open.")
    for picture in card.locator(".ringed").all():
        ring, around = picture.locator("circle").first.bounding_box(), picture.bounding_box()
        assert ring is not None
        assert around is not None
        assert 0.1 < ring["width"] / around["width"] < 0.8
        middles = [box["x"] + box["width"] / 2 for box in (ring, around)]
        assert middles[0] == pytest.approx(middles[1], abs=1)
    effect = card.locator(".changes").first
    assert effect.evaluate("each => getComputedStyle(each).display") == "block"

    page.get_by_role("link", name="Later").click()
    expect(card.locator("h3")).not_to_have_text(first)
    expect(card).to_have_count(1)
    for number, verb in enumerate(("is", "are"), start=1):
        page.locator("#questions .answers > button").first.click()
        expect(page.locator("#questions")).to_contain_text(f"{number} {verb} answered.")
    expect(page.locator("#questions")).to_contain_text("All are answered.")
    expect(card).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1280])
def test_a_finger_on_the_photo_means_the_nearest_place(
    width: int, table: ServedTable, open_page: Open
) -> None:
    """Where two are meant, it comes nearer: then each place is as large as a finger."""
    page = begun(table, open_page, "Try it with a made-up photo")
    page.set_viewport_size({"width": width, "height": 800})
    photo, spot = (
        page.locator("[data-photo-window]"),
        page.locator('.tap-place[href*="malden/0#"] circle'),
    )
    photo.scroll_into_view_if_needed()
    page.mouse.click(*_middle(spot.bounding_box()))
    expect(page.get_by_role("button", name="The whole photo")).to_be_visible()
    boxes = page.evaluate(
        """[...document.querySelectorAll('.tap-place circle')].map(each => {
             const box = each.getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]; })"""
    )
    apart = min(dist(one, other) for one, other in combinations(boxes, 2))
    assert apart >= FINGER_PX - 1

    x, y = _middle(spot.bounding_box())
    page.mouse.click(x + 15, y - 10)

    expect(page.locator("#looks .asking h3")).to_contain_text("Malden")
    page.get_by_role("button", name="The whole photo").click()
    shown, window = page.locator(".photo-map").bounding_box(), photo.bounding_box()
    assert shown is not None
    assert window is not None
    assert shown["width"] <= window["width"]


def test_a_photo_of_another_board_is_told_and_nobody_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_page: Open
) -> None:
    seen = ((0.1, 0.2), (0.9, 0.2), (0.9, 0.8), (0.1, 0.8))
    other = Unfound(OTHER_BOARD, jpeg(), 640, 480, seen)
    monkeypatch.setattr(photo_score, "Queue", partial(Queue, doing=lambda *_: other))
    with serve_table(tmp_path / "table.sqlite") as table:
        page = begun(table, open_page)
        page.locator("#step-empty input[type=file]:not([capture])").set_input_files(PHOTO)  # type: ignore[arg-type]
        expect(page.locator(".fault")).to_contain_text("not the board I know")
        expect(page.locator("[name=y3]")).to_have_value("80.0")
        expect(page.locator(".ranking")).to_have_count(0)
        assert looked_over(page) == []
        page.get_by_role("main").get_by_role("link", name="Your own board").click()
        page.wait_for_url("**/trace")


def test_a_bad_file_is_told_and_the_page_stays(table: ServedTable, open_page: Open) -> None:
    page = begun(table, open_page, "Try it with a made-up photo")
    expect(page.locator(".ranking")).to_be_visible()
    page.locator("#step-final summary").click()

    text = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"}
    page.locator("#step-final input[type=file]").first.set_input_files(text)  # type: ignore[arg-type]

    expect(page.locator(".fault")).to_contain_text("not a photo")
    expect(page.locator(".ranking")).to_be_visible()


def _middle(box: FloatRect | None) -> tuple[float, float]:
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_anybody_can_use_it(table: ServedTable, open_page: Open) -> None:
    page = begun(table, open_page, "Try it with a made-up photo")
    expect(page.locator(".ranking")).to_be_visible()

    assert faults_everywhere(page, page.url) == {}


def test_by_which_rules_and_what_the_table_allows_is_two_taps(
    table: ServedTable, open_page: Open
) -> None:
    page = begun(table, open_page, "Try it with a made-up photo")
    expect(page.locator("[data-busy]")).to_have_count(0)
    place = page.locator(".look-form select")
    place.select_option("flint--tahiti/0/1")
    page.get_by_role("button", name="Look", exact=True).click()
    page.locator("#looks").get_by_role("button", name="red").click()
    finding = page.locator("#findings .finding")

    expect(finding).to_contain_text("hangs in the air")
    finding.get_by_role("button", name="We allow it").click()
    expect(finding).to_contain_text("The table allows it.")
    page.locator("#step-rules summary").click()
    page.get_by_label("The English edition").check()
    page.get_by_role("button", name="By these we played").click()

    expect(page.locator("#step-rules .there")).to_have_text("The English edition")
    expect(finding).to_contain_text("The table allows it.")


def test_what_is_being_written_stays_while_a_photo_is_read(
    table: ServedTable, open_page: Open
) -> None:
    """A photo takes some seconds: just then one types who played."""
    page = begun(table, open_page)
    players = page.locator("#step-players")
    names = players.locator("input[name=name]")
    names.nth(0).fill("Al")
    players.locator("select[name=role]").nth(0).select_option("american")
    players.locator("input[name=money]").nth(0).fill("12")
    page.locator("#step-empty input[type=file]:not([capture])").set_input_files(PHOTO)  # type: ignore[arg-type]
    names.nth(3).press_sequentially("Edward", delay=120)  # longer than the photo takes to be sent
    names.nth(3).blur()
    expect(page.locator("#step-empty .there")).to_be_attached()

    expect(names.nth(0)).to_have_value("Al")
    expect(players.locator("select[name=role]").nth(0)).to_have_value("american")
    expect(players.locator("input[name=money]").nth(0)).to_have_value("12")
    expect(names.nth(3)).to_have_value("Edward")


def test_who_sends_the_players_is_led_to_what_came_of_it(
    table: ServedTable, open_page: Open
) -> None:
    page = begun(table, open_page)
    hand_in_both(page)
    send = page.get_by_role("button", name="These played")

    send.click()
    expect(page.get_by_role("alert")).to_be_in_viewport()

    for at in range(3):
        page.locator("#step-players input[name=money]").nth(at).fill("2")
    send.click()
    expect(page.locator(".ranking")).to_be_in_viewport()


def test_a_case_is_found_again_and_not_thrown_away_by_one_tap(
    table: ServedTable, open_page: Open
) -> None:
    page = begun(table, open_page, "Try it with a made-up photo")
    expect(page.locator(".asking")).to_have_count(1)
    case = page.url.split("#")[0].split("?")[0]

    page.get_by_role("link", name="Photo").click()
    page.get_by_role("link", name="Go on with the photos you gave").click()
    expect(page.locator(".ranking")).to_be_visible()
    assert page.url == case

    page.get_by_text("Throw these photos away", exact=True).click()
    expect(page.locator(".ranking")).to_be_visible()
    page.get_by_role("button", name="Yes, throw them away").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    expect(page.get_by_role("link", name="Go on with the photos you gave")).to_have_count(0)


def test_a_wrong_answer_is_taken_back_where_it_was_given(
    table: ServedTable, open_page: Open
) -> None:
    page = begun(table, open_page, "Try it with a made-up photo")
    card = page.locator("#questions .asking")
    place = card.locator("h3").inner_text()
    card.locator(".answers > button").first.click()
    expect(card.locator("h3")).not_to_have_text(place)

    page.get_by_role("link", name="The last answer was wrong").click()
    expect(card.locator("h3")).to_have_text(place)
    card.get_by_role("button", name="Take it back").click()

    expect(page.locator("#questions")).not_to_contain_text("answered")


def test_what_is_put_right_on_the_photo_stays_named_where_it_was_tapped(
    table: ServedTable, open_page: Open
) -> None:
    page = begun(table, open_page, "Try it with a made-up photo")
    expect(page.locator("[data-busy]")).to_have_count(0)
    page.locator(".look-form select").select_option("malden/1")
    page.get_by_role("button", name="Look", exact=True).click()
    card = page.locator("#looks .asking")
    card.get_by_role("button", name="Japanese").click()

    expect(card).to_contain_text("You said: Japanese.")
    expect(page.locator("#questions")).to_contain_text("1 is answered.")
    page.locator("#given summary").click()
    assert looked_over(page) == []
    page.locator("#given").get_by_role("link", name="slot 2 of 2 (Malden").click()
    top = page.locator("#questions .asking")
    expect(top).to_contain_text("You said: Japanese.")
    expect(top.get_by_role("heading")).to_be_in_viewport()
    top.get_by_role("button", name="Take it back").click()
    expect(page.locator("#questions")).not_to_contain_text("answered")


def test_a_photo_that_found_no_way_is_chosen_again(table: ServedTable, open_page: Open) -> None:
    page = begun(table, open_page)
    chooser = page.locator("#step-empty input[type=file]:not([capture])")
    said = page.locator("#said")
    page.context.set_offline(True)
    chooser.set_input_files(PHOTO)  # type: ignore[arg-type]
    expect(said).to_contain_text("no answer came")
    expect(chooser).to_have_value("")

    page.context.set_offline(False)
    chooser.set_input_files(PHOTO)  # type: ignore[arg-type]

    expect(page.locator("#step-empty .there")).to_be_attached()
    expect(said).to_have_text("")


def test_why_a_photo_is_refused_is_led_to_and_said(table: ServedTable, open_page: Open) -> None:
    page = begun(table, open_page, "Try it with a made-up photo")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("[data-busy]")).to_have_count(0)
    for _ in range(2):  # the same once more
        page.locator("#step-final").evaluate("each => { each.open = true; each.scrollIntoView(); }")
        text = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"}
        page.locator("#step-final input[type=file]").first.set_input_files(text)  # type: ignore[arg-type]

        expect(page.locator(".fault")).to_be_in_viewport()
        expect(page.locator("#said")).to_contain_text("not a photo")


def test_photos_that_another_phone_has_thrown_away_lead_to_new_ones(
    table: ServedTable, open_page: Open
) -> None:
    page = begun(table, open_page, "Try it with a made-up photo")
    expect(page.locator(".asking")).to_have_count(1)
    page.evaluate("fetch(location.pathname + '/forget', { method: 'POST' })")
    page.locator("#questions .answers > button").first.click()

    expect(page.get_by_text("These photos are gone; begin again.")).to_be_visible()
    page.get_by_role("link", name="To the photos").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
