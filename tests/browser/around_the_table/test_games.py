"""Another game is chosen: the host's page, the form that begins it, and every phone that waits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.anybody import SMALL, WIDER, faults_everywhere
from tests.web.tables import ServedTable, serve_table
from web.host.roles import Role

Open = Callable[..., Page]
WIDE_ENOUGH = """it => {
  const alone = it.cloneNode(true);
  alone.style.cssText = "position: absolute; width: auto";
  it.after(alone);
  const wanted = alone.offsetWidth;
  alone.remove();
  return it.offsetWidth >= wanted;
}"""
"""Whether a list shows its longest choice whole."""
PLAY = re.compile("^(Play|Jouer)")
PHONE, NARROW = {"width": 390, "height": 844}, {"width": 320, "height": 640}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[ServedTable]:
    """A table where no game has begun."""
    with serve_table(tmp_path / "table.sqlite", ()) as table:
        yield table


def choose(host: Page, game: str) -> None:
    host.locator(".which-game").get_by_role("button", name=game).click()
    expect(host.locator(".which-game [aria-pressed=true]")).to_contain_text(game)


def test_phones_that_wait_follow_the_host_to_another_game(
    evening: ServedTable, open_page: Open
) -> None:
    host = open_page(evening.door(Role.HOST))
    phones = [open_page(evening.door(Role.WATCHER), viewport=NARROW, locale="fr-FR") for _ in "AB"]
    phones[0].locator(".sit-down [name=name]").fill("Ann")
    phones[0].locator(".sit-down .done").click()
    expect(phones[0].locator(".lead")).to_contain_text("Clippers")
    phones[1].locator(".sit-down [name=name]").fill("Be")

    choose(host, "Long Cours")

    expect(phones[0].locator(".lead")).to_contain_text("Vous jouez le navire jaune.")
    expect(phones[1].locator(".sit-down")).to_contain_text("Navire")
    expect(phones[1].locator(".sit-down [name=name]")).to_have_value("Be")  # he goes on typing
    phones[1].locator(".sit-down [name=name]").fill("Ben")
    phones[1].locator(".sit-down select").select_option(label="navire rose")
    phones[1].locator(".sit-down .done").click()

    host.get_by_role("link", name="Play").click()
    expect(host.locator(".seats [name=name]").nth(1)).to_have_value("Ben")
    host.get_by_role("button", name="Begin").click()
    host.wait_for_url("**/table")
    for phone in phones:
        phone.wait_for_url("**/me")
    assert evening.host.game.about.id == "long_cours"


def test_names_stay_where_the_game_is_changed_by_keyboard(
    evening: ServedTable, open_page: Open
) -> None:
    host = open_page(evening.door(Role.HOST))
    host.goto(host.url.partition("/table")[0].rstrip("/") + "/start")
    for at, name in enumerate(("Ann", "Ben")):
        host.locator(".seats [name=name]").nth(at).fill(name)
    other = host.locator(".which-game [aria-pressed=false]", has_text="Long Cours")
    other.focus()
    host.keyboard.press("Enter")

    expect(host.locator(".which-game [aria-pressed=true]")).to_contain_text("Long Cours")
    for at, name in enumerate(("Ann", "Ben")):
        expect(host.locator(".seats [name=name]").nth(at)).to_have_value(name)
    host.get_by_role("button", name="Begin").click()
    host.wait_for_url("**/doors")
    assert evening.host.game.about.id == "long_cours"


@pytest.mark.parametrize("path", ["/", "/start"])
def test_anybody_can_choose(evening: ServedTable, open_page: Open, path: str) -> None:
    host = open_page(evening.door(Role.HOST), viewport=PHONE)
    choose(host, "Long Cours")
    url = host.url.rstrip("/") + path

    assert faults_everywhere(host, url) == {}
    host.set_viewport_size(NARROW)
    assert [*host.evaluate(SMALL), *host.evaluate(WIDER)] == []


@pytest.mark.parametrize("game", ["Long Cours", "Big Kini"])
@pytest.mark.parametrize("locale", ["en", "fr-FR"])
def test_six_rows_leave_the_button_that_begins_in_view(
    evening: ServedTable, open_page: Open, locale: str, game: str
) -> None:
    host = open_page(
        evening.door(Role.HOST), viewport={"width": 1280, "height": 800}, locale=locale
    )
    choose(host, game)

    host.get_by_role("link", name=PLAY).first.click()

    expect(host.locator(".seats li")).to_have_count(6)
    expect(host.locator(".seats > button.done")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [320, 360, 390])
def test_what_a_player_plays_and_the_names_of_games_are_read_whole_on_a_phone(
    evening: ServedTable, open_page: Open, width: int
) -> None:
    """``navire orange`` was cut off in its list; no word of a game's name is broken."""
    host = open_page(
        evening.door(Role.HOST), viewport={"width": width, "height": 740}, locale="fr-FR"
    )
    choose(host, "Long Cours")
    names = host.locator(".which-game b")
    whole = "all => all.length > 1 && all.every(it => it.scrollWidth <= it.clientWidth)"
    assert names.evaluate_all(whole)

    host.get_by_role("link", name=PLAY).first.click()

    expect(host.locator(".seats li")).to_have_count(6)
    assert names.evaluate_all(whole)
    assert host.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width == PHONE["width"]:
        assert host.locator(".seats select").first.evaluate(WIDE_ENOUGH)
