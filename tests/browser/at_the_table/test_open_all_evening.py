"""A page that stays open: what happens at the table is taken over in place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import JSHandle, Page, expect

from companion.records.record import SYSTEM, Act, Fact, Happened, Undone, read_record
from companion.store.table import Request
from tests.web.tables import NOW, ServedTable, example_of_play, serve
from tests.whole_games import GAMES
from web.host.roles import Role

Open = Callable[..., Page]
EVENTS, MOST_DOCUMENTS = 40, 12
SAME = "(before, selector) => before === document.querySelector(selector)"


def write(table: ServedTable, *acts: Act | Fact) -> None:
    served = table.host.table
    assert served is not None
    for each in acts:
        revision = served.view.revision
        act = Happened(each) if isinstance(each, dict) else each
        served.act(Request(act, revision, SYSTEM, NOW, f"open {revision}"))


def shown(page: Page, table: ServedTable) -> None:
    """Wait until the page shows all that was written."""
    assert table.host.table is not None
    revision = str(table.host.table.view.revision)
    expect(page.locator("body")).to_have_attribute("data-revision", revision)


def at(page: Page, selector: str) -> JSHandle:
    return page.evaluate_handle(f"document.querySelector({selector!r})")


def test_what_lies_on_the_chart_is_not_drawn_anew(served: ServedTable, open_page: Open) -> None:
    page = open_page(served.door(Role.WATCHER))
    facts = example_of_play()
    sticks = [at_ for at_, fact in enumerate(facts) if fact["do"] == "stick"]
    write(served, *facts[: sticks[0] + 1])
    shown(page, served)
    first = f'.piece[data-id="{facts[sticks[0]]["space"]}"]'
    stands = at(page, first)

    write(served, *facts[sticks[0] + 1 : sticks[1] + 1])
    shown(page, served)

    expect(page.locator(f'.piece[data-id="{facts[sticks[1]]["space"]}"]')).to_have_count(1)
    assert stands.evaluate(SAME, first)


def test_a_line_of_the_log_stays_the_same_line(served: ServedTable, open_page: Open) -> None:
    page = open_page(served.door(Role.WATCHER))
    write(served, example_of_play()[0])
    shown(page, served)
    line = at(page, ".log li[value='1']")

    write(served, example_of_play()[1])
    shown(page, served)

    expect(page.locator(".log li").first).to_have_attribute("value", "2")
    assert line.evaluate(SAME, ".log li[value='1']")


def test_the_keyboard_never_comes_to_stand_on_another_act(
    served: ServedTable, open_page: Open
) -> None:
    page = open_page(served.door(Role.PLAYER, "Benjamin"))
    for name in ("2X", "Pass"):
        page.get_by_role("button", name=name).focus()
        said = page.evaluate("document.activeElement.textContent.trim()")
        write(served, {"do": "pay", "from": "bank", "to": "Pauline", "amount": 1})
        shown(page, served)
        assert page.evaluate("document.activeElement.textContent.trim()") == said

    write(served, {"do": "card", "player": "Benjamin", "card": "3x"})
    shown(page, served)

    expect(page.get_by_role("button", name="Pass")).to_have_count(0)
    assert page.evaluate("document.activeElement.value ?? ''") == ""


def test_what_was_folded_open_stays_open(served: ServedTable, open_page: Open) -> None:
    page = open_page(served.door(Role.HOST))
    page.goto(f"http://localhost:{served.port}/bank")
    statement = page.locator(".statement details", has_text="Pauline")
    statement.locator("summary").click()

    write(served, {"do": "pay", "from": "bank", "to": "Pauline", "amount": 7})
    shown(page, served)

    expect(statement.locator("td", has_text="+7")).to_be_visible()


def test_what_was_folded_away_stays_away(tmp_path: Path, open_page: Open) -> None:
    game = read_record(GAMES / "2-players-stuck.jsonl")
    with serve(tmp_path / "over.sqlite", game) as served:
        page = open_page(served.door(Role.HOST))
        page.goto(f"http://localhost:{served.port}/score")
        one, other = (page.locator("details.working").nth(at_) for at_ in (0, 1))
        one.locator("summary").click()

        write(served, {"do": "pay", "from": "bank", "to": "Anna", "amount": 90})
        shown(page, served)

        assert [each.evaluate("each => each.open") for each in (one, other)] == [False, True]


def test_where_the_chart_was_scrolled_to_it_stays(served: ServedTable, open_page: Open) -> None:
    page = open_page(served.door(Role.PLAYER, "Benjamin"))
    page.locator("[data-zoom='1']").click()
    page.locator("[data-zoom='1']").click()
    page.evaluate("document.querySelector('.map-window').scrollTo(111, 77)")

    write(served, {"do": "card", "player": "Benjamin", "card": "2x"})
    shown(page, served)

    window = page.locator(".map-window")
    assert window.evaluate("each => [each.scrollLeft, each.scrollTop]") == [111, 77]


def test_nothing_piles_up_while_a_page_is_open(served: ServedTable, open_page: Open) -> None:
    page = open_page(served.door(Role.HOST))
    page.goto(f"http://localhost:{served.port}/table")
    session = page.context.new_cdp_session(page)
    fact = {"do": "card", "player": "Benjamin", "card": "3x"}
    assert served.host.table is not None

    for _ in range(EVENTS // 2):
        for act in (fact, Undone(served.host.table.view.revision + 1)):
            write(served, act)
            shown(page, served)

    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    assert session.send("Memory.getDOMCounters")["documents"] <= MOST_DOCUMENTS
