"""Big Kini on a phone: what is lit is tapped, and an election is a few buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page

from companion.games.big_kini.course.election import tally
from companion.games.big_kini.judging.choices import awaited
from companion.games.big_kini.state.election import Stage
from companion.games.big_kini.state.state import State
from companion.records.record import facts_of
from tests.browser.anybody import WIDER
from tests.companion.games.big_kini.tables import BOARD
from tests.web.tables import ServedTable, serve
from tests.web.tiles.big_kini_tables import Until, drawn_until, token_is_due
from web.host.roles import Role

Open = Callable[..., Page]
FINGER_PX = 40
LIT_IN_WINDOW = """() => {
  const window = document.querySelector(".map-window").getBoundingClientRect();
  return [...document.querySelectorAll(".spot.offered")].map(each => each.getBoundingClientRect())
    .filter(box => box.left >= window.left && box.right <= window.right).length;
}"""
DRAWN_HERE = """picture => { const use = picture.querySelector("use");
  const drawing = document.querySelector(use.getAttribute("href"));
  use.replaceWith(...drawing.cloneNode(true).childNodes); }"""
HOMES = 6
"""Of so many atolls one begins on one."""
TURNS, ROWS = 6, 3
"""The turns of an atoll stand side by side."""
PHONE = {"width": 390, "height": 844}


def last_fact(table: ServedTable) -> Mapping[str, object]:
    assert table.host.table is not None
    return list(facts_of(table.host.table.view.record))[-1]


def at_first(state: State) -> bool:
    return not state.homes


def a_move(state: State) -> bool:
    return state.round > 1 and state.doing is not None and state.doing.action.value == "move"


def his_own_vote(state: State) -> bool:
    """Who is to vote first is a candidate."""
    election = state.election
    if election is None or election.stage is not Stage.VOTING:
        return False
    return awaited(state)[0] in tally(state, election)


def tap_on_chart(phone: Page, places: str) -> None:
    phone.locator(f".spot.offered{places}").first.tap()


def put_a_token(phone: Page) -> None:
    tap_on_chart(phone, '[data-id="board/income/double"]')


def put_a_token_by_its_row(phone: Page) -> None:
    phone.get_by_role("group", name="Income").get_by_role("button", name="double").tap()


def lay_a_home(phone: Page) -> None:
    tap_on_chart(phone, '[data-id^="cell/"]')
    chooser = phone.locator("[data-chooser]")
    assert chooser.locator(".picture:visible").count() <= HOMES
    chooser.locator("summary", has_text="atoll 1").tap()
    ways = chooser.get_by_role("button", name="Atoll 1, turn").all()
    boxes = [box for way in ways if (box := way.bounding_box()) is not None]
    assert len(boxes) == TURNS
    assert len({box["y"] for box in boxes}) <= ROWS
    chooser.get_by_role("button", name="Atoll 1, turn 2").tap()


def vote_for_oneself(phone: Page) -> None:
    phone.get_by_role("button", name="for myself").click()


@pytest.mark.parametrize(
    ("until", "act", "done"),
    [
        pytest.param(at_first, lay_a_home, "home", id="a home"),
        pytest.param(token_is_due, put_a_token, "token", id="a token on the chart"),
        pytest.param(token_is_due, put_a_token_by_its_row, "token", id="a token by its row"),
        pytest.param(his_own_vote, vote_for_oneself, "vote", id="votes"),
    ],
)
def test_a_player_acts_on_his_phone(
    until: Until, act: Callable[[Page], None], done: str, tmp_path: Path, open_page: Open
) -> None:
    record, state = drawn_until(until)
    with serve(tmp_path / "table.sqlite", record, board=BOARD) as table:
        door = table.door(Role.PLAYER, awaited(state)[0])
        phone = open_page(door, viewport=PHONE, has_touch=True)
        assert phone.evaluate(WIDER) == []

        with phone.expect_response(lambda answer: answer.url.endswith("/act")):
            act(phone)

        assert last_fact(table)["do"] == done


def test_a_picture_that_is_drawn_once_looks_as_if_it_were_drawn_where_it_is(
    tmp_path: Path, open_page: Open
) -> None:
    record, state = drawn_until(at_first)
    with serve(tmp_path / "table.sqlite", record, board=BOARD) as table:
        phone = open_page(
            table.door(Role.PLAYER, awaited(state)[0]), viewport=PHONE, has_touch=True
        )
        tap_on_chart(phone, '[data-id^="cell/"]')
        picture = phone.locator("[data-chooser] .picture:has(use)").first.element_handle()
        by_name = picture.screenshot()
        picture.evaluate(DRAWN_HERE)

        assert picture.query_selector("use") is None
        assert picture.screenshot() == by_name


def test_a_move_is_offered_by_its_cube(tmp_path: Path, open_page: Open) -> None:
    record, state = drawn_until(a_move)
    with serve(tmp_path / "table.sqlite", record, board=BOARD) as table:
        phone = open_page(table.door(Role.PLAYER, awaited(state)[0]), viewport=PHONE)

        with phone.expect_response(lambda answer: answer.url.endswith("/act")):
            phone.get_by_role("button", name="Move from").first.click()

        assert last_fact(table)["do"] == "move"


def test_a_first_look_closer_makes_the_action_board_as_large_as_a_finger(
    tmp_path: Path, open_page: Open
) -> None:
    record, state = drawn_until(token_is_due)
    with serve(tmp_path / "table.sqlite", record, board=BOARD) as table:
        phone = open_page(
            table.door(Role.PLAYER, awaited(state)[0]), viewport=PHONE, has_touch=True
        )
        lit = phone.locator(".spot.offered")

        phone.get_by_role("button", name="Larger").tap()

        box = lit.first.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER_PX
        assert phone.evaluate(LIT_IN_WINDOW) == lit.count()
