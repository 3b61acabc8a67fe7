"""From the box to the first turn: somebody who knows nothing starts the table, and friends come."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from companion.records.record import read_record
from tests.browser.anybody import faults_everywhere, looked_over
from tests.browser.conftest import TIMEOUT_MS, Chromium, Launch
from tests.web.tables import ELSEWHERE, NOW, ServedTable, serve_table
from tests.whole_games import GAMES
from web.host.roles import Role
from web.start.invitation import invitation_of

PHONE, SMALL_PHONE, LAPTOP = (390, 780), (320, 640), (1280, 800)
FRIENDS = (("Ann", "French"), ("Ben", "German"), ("Chloé", "Japanese"))
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def network(launch: Launch) -> Chromium:
    """A browser that finds the table by its name on the network too."""
    return launch(f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1")


@pytest.fixture
def browser(network: Chromium) -> Iterator[Browser]:
    with network.guarded() as browser:
        yield browser


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[ServedTable]:
    """A table on the network, started for the first time."""
    with serve_table(tmp_path / "table.sqlite", (), lan=True) as table:
        yield table


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Open]:
    """Somebody with a browser of his own; every 4xx and every error of a script fails the test."""
    contexts = []
    wrong: list[str] = []

    def opened(url: str, size: tuple[int, int] = PHONE, language: str = "en") -> Page:
        wide, high = size
        context = browser.new_context(
            viewport={"width": wide, "height": high},
            locale=language,
            reduced_motion="reduce",
            service_workers="block",  # one that is only just starting keeps a context from closing
        )
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("response", lambda answer: _note(wrong, answer))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(url)
        page.wait_for_url(lambda at: not re.search("/(here|join/.*)$", at))  # it goes on by itself
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def _note(wrong: list[str], answer: Response) -> None:
    """503 is what a page hears that asks while the table is stopped, at the end of a test."""
    if answer.status >= 400 and answer.status != 503:
        wrong.append(f"{answer.status} {answer.url}")


def near(table: ServedTable, path: str = "/") -> str:
    return f"http://localhost:{table.port}{path}"


def far(table: ServedTable, path: str = "/") -> str:
    return f"http://{ELSEWHERE}:{table.port}{path}"


def come_in(phone: Page, letters: str) -> None:
    expect(phone.get_by_role("textbox")).to_be_focused()
    phone.keyboard.type(letters)  # the last letter lets in
    expect(phone.locator(".sit-down [name=name]")).to_be_focused()


def sit_down(phone: Page, name: str, nation: str | None = None) -> None:
    phone.locator(".sit-down [name=name]").fill(name)
    if nation is not None:
        phone.locator(".sit-down select").select_option(label=nation)
    phone.locator(".sit-down .done").click()
    expect(phone.locator(".seat-again")).to_be_visible()


def test_a_newcomer_and_three_phones_are_seated(evening: ServedTable, visitor: Open) -> None:
    """Nobody knows a code; nothing answers 4xx; everybody's page opens by itself."""
    host = visitor(near(evening), LAPTOP)
    expect(host.locator(".way-in")).to_have_count(4)
    letters = host.locator(".invitation .letters").inner_text()
    assert host.locator(".invitation .typed").inner_text() == f"{ELSEWHERE}:{evening.port}"
    host.get_by_role("link", name="Play").click()

    phones = []
    for name, nation in FRIENDS:
        phones.append(visitor(far(evening)))
        come_in(phones[-1], letters.lower())
        sit_down(phones[-1], name, nation)
    for at, (name, nation) in enumerate(FRIENDS):
        row = host.locator(".seats li").nth(at)
        expect(row.locator("[name=name]")).to_have_value(name)
        expect(row.locator("[name=role] option:checked")).to_have_text(nation)
    bank = visitor(far(evening))
    come_in(bank, letters)
    bank.get_by_role("button", name="Keep the bank").click()
    expect(bank.locator("h1")).to_have_text("You keep the bank")
    expect(host.get_by_label("The bank is kept on a phone that has come")).to_be_checked()
    host.get_by_role("button", name="Player 2: one place up").click()
    host.get_by_role("button", name="Begin").click()

    host.wait_for_url("**/table")
    bank.wait_for_url("**/bank")
    for phone, (name, _) in zip(phones, FRIENDS, strict=True):
        phone.wait_for_url("**/me")
        expect(phone.locator(".me h1")).to_contain_text(name)
    expect(phones[1].locator(".sentence")).to_contain_text("Place a marker")  # Ben begins


def test_phones_that_come_at_once_do_not_meet_in_one_nation(
    evening: ServedTable, visitor: Open
) -> None:
    """The host's list follows who thinks better of it; what is taken is offered no more."""
    host = visitor(near(evening), LAPTOP)
    letters = host.locator(".invitation .letters").inner_text()
    host.get_by_role("link", name="Play").click()
    phones = [visitor(far(evening)) for _ in FRIENDS]
    for phone in phones:
        come_in(phone, letters)
    for phone, (name, _) in zip(phones[:2], FRIENDS, strict=False):
        sit_down(phone, name)
    expect(host.locator("#said")).to_have_text("Ben sits down.")
    expect(phones[2].locator(".sit-down option")).to_have_count(4)  # three left, or whichever
    expect(phones[2].locator(".sit-down select")).to_have_value("")

    phones[0].get_by_text("Change that").click()
    phones[0].locator(".sit-down select").select_option(label="Japanese")
    phones[0].locator(".sit-down .done").click()

    row = host.locator(".seats li").first
    expect(row.locator("[name=role] option:checked")).to_have_text("Japanese")
    chosen = host.locator(".seats [name=role]").evaluate_all("all => all.map(it => it.value)")
    assert len(set(chosen)) == len(chosen)


def test_a_scanned_code_leads_to_the_lobby_and_then_to_the_table(
    evening: ServedTable, visitor: Open
) -> None:
    host = visitor(near(evening, "/table"), LAPTOP)  # a page that is not there yet
    host.wait_for_url(near(evening))
    phone = visitor(invitation_of(evening.host).url)
    expect(phone.locator("h1")).to_have_text("The game has not begun yet")
    expect(phone.locator(".waiting")).to_contain_text("Nobody yet.")
    friend = visitor(invitation_of(evening.host).url)
    sit_down(friend, "Ann")
    expect(phone.locator(".waiting")).to_contain_text("Ann")
    expect(host.locator(".waiting")).to_contain_text("Ann")
    host.get_by_role("button", name="Take Ann off the list").click()
    expect(phone.locator(".waiting")).to_contain_text("Nobody yet.")

    host.get_by_role("link", name="Play").click()
    for at, name in enumerate(("Eve", "Dan")):
        host.locator(".seats [name=name]").nth(at).fill(name)
    host.get_by_role("button", name="Begin").click()
    host.wait_for_url("**/doors")
    phone.wait_for_url("**/table")
    letters = host.locator(".doors li", has_text="Eve").locator(".letters").inner_text()

    third = visitor(far(evening))
    third.keyboard.type(letters)
    third.wait_for_url("**/me")
    expect(third.locator(".me h1")).to_contain_text("Eve")


def test_a_phone_is_told_what_is_wrong_and_stays_where_it_is(
    evening: ServedTable, visitor: Open, browser: Browser
) -> None:
    host = visitor(near(evening), LAPTOP)
    letters = host.locator(".invitation .letters").inner_text()
    context = browser.new_context(viewport={"width": 320, "height": 640}, locale="fr")
    phone = context.new_page()
    phone.goto(far(evening, "/me"))
    phone.locator("[name=letters]").fill("aaaa")
    phone.get_by_role("button", name="Entrer").click()
    expect(phone.locator(".fault")).to_contain_text("Aucun code")
    assert looked_over(phone) == []

    come_in(phone, letters)
    sit_down(phone, "Zoé", "français")
    expect(phone.locator("h1")).to_contain_text("Zoé")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()


@pytest.mark.parametrize("which", ["front", "lobby", "seated", "letters", "start"])
def test_anybody_can_use_it(which: str, evening: ServedTable, visitor: Open) -> None:
    host = visitor(near(evening), LAPTOP)
    letters = host.locator(".invitation .letters").inner_text()
    page, url = (host, near(evening)) if which in ("front", "start") else (None, far(evening))
    phone = visitor(far(evening))
    if which != "letters":
        come_in(phone, letters)
    if which in ("seated", "front", "start"):
        sit_down(phone, "Benjamin-Alexandre Delacroix-Montmorency")

    assert faults_everywhere(page or phone, url + ("start" if which == "start" else "")) == {}


def test_the_keyboard_is_enough_to_sit_down_and_begin(evening: ServedTable, visitor: Open) -> None:
    """Nobody reaches for anything: what is to be typed has the keyboard, and Enter goes on."""
    host = visitor(near(evening), LAPTOP)
    host.get_by_role("link", name="Play").press("Enter")
    letters = host.locator(".seats-invited .letters").inner_text()
    phone = visitor(far(evening))
    phone.keyboard.type(letters)
    expect(phone.locator(".sit-down [name=name]")).to_be_focused()
    phone.keyboard.type("Ann")
    phone.keyboard.press("Enter")
    expect(phone.locator("h1")).to_have_text("You sit, Ann")
    expect(host.locator(".seats [name=name]").first).to_have_value("Ann")
    expect(host.locator(".seats [name=name]").first).to_be_focused()
    host.keyboard.press("Tab")
    host.keyboard.press("Tab")
    host.keyboard.press("Tab")
    host.keyboard.type("Ben")
    host.keyboard.press("Enter")

    phone.wait_for_url("**/me")


def test_a_new_game_does_not_throw_the_running_one_away(tmp_path: Path, visitor: Open) -> None:
    with serve_table(tmp_path / "table.sqlite", lan=True) as table:
        host = visitor(near(table), LAPTOP)
        host.get_by_role("button", name="Pass").click()
        expect(host.locator("body")).to_have_attribute("data-revision", "1")
        screen = visitor(far(table, f"/join/{_watchers(table)}"))
        screen.wait_for_url("**/table")
        host.get_by_role("link", name="New game").click()
        host.locator(".seats [name=name]").first.fill("Eve")
        host.get_by_role("button", name="Begin").click()

        expect(host.locator("h1")).to_have_text("A game is running")
        expect(host.locator(".lead")).to_contain_text(re.compile("Pauline.*round 1, 1 event"))
        assert looked_over(host) == []
        host.get_by_role("button", name="Put it away").click()
        host.wait_for_url("**/doors")
        expect(screen.locator(".players")).to_contain_text("Eve")

        host.get_by_role("link", name="Evenings").click()
        expect(host.locator(".evenings li")).to_have_count(2)
        older = host.locator(".evenings li", has_text="Benjamin")
        older.get_by_role("link", name="Look").click()
        expect(host.locator(".ranking")).to_contain_text("Benjamin")
        with host.expect_download() as file:
            host.get_by_role("link", name="The whole record").click()
        assert file.value.suggested_filename == "clippers-record.jsonl"
        assert file.value.path().stat().st_size  # one still under way keeps a context from closing
        host.get_by_role("button", name="Go on with it").click()

        host.wait_for_url("**/table")
        expect(host.locator("body")).to_have_attribute("data-revision", "1")
        expect(screen.locator(".players")).to_contain_text("Benjamin")


@pytest.mark.parametrize("path", ["/evenings", "/evenings/2"])
def test_anybody_can_read_old_evenings(path: str, tmp_path: Path, visitor: Open) -> None:
    with serve_table(tmp_path / "table.sqlite", lan=True) as table:
        for name in ("2-players-stuck", "5-players-all-sticks"):
            table.host.store.begin(read_record(GAMES / f"{name}.jsonl"), NOW)
        page = visitor(near(table), LAPTOP)

        assert faults_everywhere(page, near(table, path)) == {}


def _watchers(table: ServedTable) -> str:
    return table.host.doors.to(Role.WATCHER).token


def test_begin_is_in_view_on_a_laptop(evening: ServedTable, visitor: Open) -> None:
    """Rulebook, help and house rules are folded away: their usual answers are good ones."""
    page = visitor(near(evening), (1366, 768))
    page.goto(near(evening, "/start"))
    begin = page.get_by_role("button", name="Begin", exact=True)
    expect(begin).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Ben")
    begin.click()
    page.wait_for_url("**/doors")
