"""What is said, heard, lit and printed: for who looks away, can't see, or wants paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.records.record import read_record
from tests.browser.acts import act, revision
from tests.browser.screenshots import half_a_game
from tests.web.tables import ServedTable, serve
from tests.whole_games import GAMES
from web.host.roles import Role

Open = Callable[..., Page]
SLIP = {"do": "pass", "player": "Jean-Luc"}
PAGE_OF_PDF = re.compile(rb"/Type\s*/Page\b")
LISTEN = """window.chimes = 0; window.said = [];
  const Real = window.AudioContext;
  window.AudioContext = class extends Real { constructor() { super(); window.chimes += 1; } };
  speechSynthesis.speak = each => said.push(each.text); 0"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    path: Path = tmp_path_factory.mktemp("seen") / "table.sqlite"
    with serve(path, half_a_game()) as table:
        yield table


def test_a_screen_reader_is_told_politely(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Jean-Luc"))
    for region in ("#said", "#heard"):
        expect(phone.locator(region)).to_have_attribute("aria-live", "polite")

    act(served, SLIP)

    expect(phone.locator("#said")).to_have_text("Jean-Luc passes.")
    expect(phone.locator("#heard")).to_contain_text("It is not Jean-Luc's turn")
    assert phone.locator("dialog[open], [role=dialog], [aria-live=assertive]").count() == 0


@pytest.mark.parametrize(("wished", "chimes"), [(False, 0), (True, 1)], ids=["quiet", "wished"])
def test_one_short_sound_for_look_here(
    wished: bool, chimes: int, served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Jean-Luc"))
    phone.evaluate(LISTEN)
    if wished:
        phone.locator(".wishes > summary").click()
        phone.get_by_role("button", name="Say turns and warnings aloud").click()

    act(served, SLIP)
    revision(phone, 1)
    act(served, {"do": "marker", "player": "Benjamin", "slot": "new_guinea/2"})
    revision(phone, 2)

    assert phone.evaluate("chimes") == chimes
    assert any("not Jean-Luc's turn" in each for each in phone.evaluate("said")) == wished


def test_an_old_event_is_struck_out_in_two_taps(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Pauline"))
    bank = open_page(served.door(Role.BANKER))
    act(served, {"do": "card", "player": "Benjamin", "card": "2x"})
    act(served, {"do": "pass", "player": "Pauline"})
    revision(bank, 2)

    bank.locator(".events a", has_text="Benjamin takes the card 2X").click()
    bank.get_by_role("button", name="Strike it out").click()

    expect(phone.locator("#said")).to_contain_text("Taken back: Benjamin takes the card 2X.")
    expect(phone.locator(".purses li", has_text="Benjamin").locator(".money")).to_have_text("2 $")
    expect(phone.locator(".log .struck")).to_have_count(1)


def test_one_event_has_one_repair(served: ServedTable, open_page: Open) -> None:
    host = open_page(served.door(Role.HOST))
    act(served, {"do": "stick", "player": "Pauline", "company": "green", "alternate": False,
                 "space": "guam--palau/0/0"})  # fmt: skip
    finding = host.locator(".finding.illegal")
    expect(finding).to_have_count(1)

    expect(finding.get_by_role("button", name="Take it back")).to_have_count(1)
    finding.locator("summary").click()
    assert finding.get_by_role("button", name="We allow it").count() > 1
    assert finding.locator(".rule").count() > 1


@pytest.mark.parametrize("page_of", [Role.BANKER, Role.PLAYER, Role.WATCHER], ids=lambda r: r.value)
def test_money_of_all_is_in_view_on_a_phone(
    page_of: Role, game: ServedTable, open_page: Open
) -> None:
    page = open_page(game.door(page_of, "Dan" if page_of is Role.PLAYER else None))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")

    for money in page.locator(".purses .money").all():
        expect(money).to_be_in_viewport(ratio=1)


def test_the_money_stays_on_a_big_screen_however_long_the_page(
    game: ServedTable, open_page: Open
) -> None:
    page = open_page(game.door(Role.HOST))
    page.set_viewport_size({"width": 1280, "height": 800})
    page.mouse.move(1000, 700)
    page.mouse.wheel(0, 5000)

    for each in (*page.locator(".players .money").all(), page.locator(".sentence").first):
        expect(each).to_be_in_viewport(ratio=1)


def test_a_line_of_the_score_lights_its_places(game: ServedTable, open_page: Open) -> None:
    page = open_page(game.door(Role.HOST))
    page.goto(f"http://localhost:{game.port}/score")
    page.locator(".working summary").first.click()
    line = page.locator("[data-light]").first

    line.click()
    assert page.locator(".spot.scored").count() > 0
    expect(line).to_have_attribute("aria-pressed", "true")
    line.press("Enter")
    expect(page.locator(".spot.scored")).to_have_count(0)


def test_the_score_is_printed_with_every_line(game: ServedTable, open_page: Open) -> None:
    page = open_page(game.door(Role.HOST))
    page.goto(f"http://localhost:{game.port}/score")
    lines = page.locator("[data-light]")
    expect(lines.first).to_be_hidden()

    page.emulate_media(media="print")

    for unwanted in (".top", ".exports", ".map-tools"):
        expect(page.locator(unwanted)).to_be_hidden()
    assert lines.count() > 0
    for each in (lines.first, lines.last, page.locator(".chart")):
        expect(each).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_score_prints_on_one_page(
    players: int, theme: str, tmp_path: Path, open_page: Open
) -> None:
    record = read_record(GAMES / f"{players}-players-all-sticks.jsonl")
    with serve(tmp_path / "table.sqlite", record) as table:
        page = open_page(table.door(Role.HOST), viewport={"width": 1280, "height": 800})
        url = f"http://localhost:{table.port}"
        page.context.add_cookies([{"name": "theme", "value": theme, "url": url}])
        page.goto(f"{url}/score")

        for paper in ("A4", "Letter"):
            assert len(PAGE_OF_PDF.findall(page.pdf(format=paper))) == 1
        page.emulate_media(media="print")
        seen = page.locator(".map-sheet img:visible")
        expect(seen).to_have_count(1)
        expect(seen).to_have_attribute("src", re.compile("/map-light"))
        expect(page.locator(".when")).to_contain_text("Clippers")


def test_a_turns_time_is_shown_to_who_wants_it(served: ServedTable, open_page: Open) -> None:
    act(served, {"do": "pass", "player": "Benjamin"})
    page = open_page(served.door(Role.HOST))
    timer = page.locator(".lasts")
    expect(timer).to_be_hidden()

    page.locator(".wishes > summary").click()
    page.get_by_role("button", name="Show how long a turn lasts").click()

    expect(timer).to_be_visible()
    first = timer.inner_text()
    assert re.fullmatch(r"\d+:[0-5]\d", first)
    expect(timer).not_to_have_text(first)
    page.reload()
    expect(timer).to_be_visible()


def test_no_piece_is_told_by_its_colour_alone(game: ServedTable, open_page: Open) -> None:
    """Sticks are bars and markers are discs, and of each the letters differ."""
    page = open_page(game.door(Role.HOST))
    for kind, round_ in ((".companies .stick", False), (".players .disc", True)):
        letters = page.locator(kind).all_inner_texts()
        assert len(set(letters)) == len(letters) > 1
        assert all(letter.strip() for letter in letters)
        radius = page.locator(kind).first.evaluate("it => getComputedStyle(it).borderRadius")
        assert (radius == "50%") == round_
