"""What a thumb meets on a phone: the chart in reach, answers in view, and whose place it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.records.record import Fact, Source, Undone, Who
from companion.store.table import Request
from tests.browser.acts import act, all_pass, revision
from tests.browser.at_the_table.thumb import ON_TOP, PHONE, chooser
from tests.web.tables import ServedTable
from web.host.roles import Role

Open = Callable[..., Page]

WHERE = """each => { const at = each.getScreenCTM(); return [at.a, at.b, at.e, at.f]; }"""
"""Where a place lies on the glass, whether or not it is lit (the edge of the light is outside)."""
LOWEST_LIT = """Math.max(...[...document.querySelectorAll('.spot.offered')]
  .map(each => each.getBoundingClientRect().bottom))"""


def tap_beside(page: Page, place: str, away_px: float) -> None:
    """Tap so far to the right of a place's middle."""
    box = page.locator(f'.spot[data-id="{place}"]').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2 + away_px, box["y"] + box["height"] / 2)


def last_fact(served: ServedTable) -> Fact:
    """What was written down last."""
    assert served.host.table is not None
    return served.host.table.view.facts[-1].fact


def test_a_tap_beside_an_island_places_the_marker_there(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)

    tap_beside(phone, "norfolk/0", 14)

    revision(phone, 1)
    expect(phone.locator(".log")).to_contain_text("Norfolk Island")


def test_a_tap_on_a_taken_slot_means_the_island(served: ServedTable, open_page: Open) -> None:
    act(served, {"do": "marker", "player": "Benjamin", "slot": "norfolk/0"})
    act(served, {"do": "done", "player": "Benjamin", "phase": 1})
    phone = open_page(served.door(Role.PLAYER, "Pauline"), **PHONE)

    phone.locator('.spot[data-id="norfolk/0"]').tap()

    revision(phone, 3)
    assert last_fact(served)["slot"] == "norfolk/1"


def test_a_tap_on_an_unlit_space_asks_whether_it_is_meant(
    served: ServedTable, open_page: Open
) -> None:
    """The lit one is a few millimetres away; written down without a word, it is the wrong one."""
    all_pass(served)
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)

    tap_beside(phone, "h-white--manihi/0/1", 0)

    expect(chooser(phone)).to_contain_text("does something lie where you tapped?")
    expect(chooser(phone).locator("button", has_text="Manihi")).to_have_count(1)
    chooser(phone).get_by_role("button", name="white", exact=True).tap()
    revision(phone, 4)
    assert last_fact(served)["space"] == "h-white--manihi/0/1"


def test_what_a_tap_may_mean_is_asked_over_everything_else(
    served: ServedTable, open_page: Open
) -> None:
    all_pass(served)
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)

    tap_beside(phone, "h-green--hiva-oa/0/0", -9)
    answers = chooser(phone).locator("button")

    expect(answers).to_have_count(3)
    assert all(answer.evaluate(ON_TOP) for answer in answers.all())
    assert all(answer.text_content() for answer in answers.all())
    expect(phone.locator(".spot.pointed")).to_have_count(1)

    phone.get_by_role("button", name="None of these").tap()
    expect(chooser(phone)).to_be_hidden()
    expect(phone.locator(".spot.pointed")).to_have_count(0)
    revision(phone, 3)


def test_any_place_may_be_tapped_by_who_waited_for_his_turn(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    act(served, {"do": "pass", "player": "Benjamin"})
    revision(phone, 1)
    phone.reload()
    for player in ("Pauline", "Jean-Luc"):
        act(served, {"do": "pass", "player": player})
    revision(phone, 3)

    phone.locator('.spot[data-id="guam--palau/0/0"]').tap()

    expect(chooser(phone)).to_contain_text("The rules do not offer this place")
    expect(chooser(phone).get_by_role("button", name="green")).to_be_visible()


def test_no_line_about_what_was_said_lies_over_an_answer(
    served: ServedTable, open_page: Open
) -> None:
    """The host's page has that line at its foot, where the answers come up."""
    page = open_page(served.door(Role.HOST), **PHONE)
    all_pass(served)
    revision(page, 3)
    expect(page.locator("#said")).to_contain_text("Jean-Luc")

    page.locator('.spot[data-id="guam--palau/0/0"]').tap()

    close = page.get_by_role("button", name="None of these")
    expect(close).to_be_visible()
    assert close.evaluate(ON_TOP)
    close.tap()
    expect(chooser(page)).to_be_hidden()


@pytest.mark.parametrize("is_laying", [False, True], ids=["phase 1", "phase 2"])
def test_the_whole_chart_is_in_view_when_it_is_my_turn(
    is_laying: bool, served: ServedTable, open_page: Open
) -> None:
    if is_laying:
        all_pass(served)
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)

    deck = phone.locator(".deck").bounding_box()

    assert deck is not None
    assert phone.evaluate(LOWEST_LIT) <= deck["y"]


def test_the_port_card_asks_whence_and_then_whither(served: ServedTable, open_page: Open) -> None:
    act(served, {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 5, "mends": 0})
    act(served, {"do": "card", "player": "Benjamin", "card": "port"})
    act(served, {"do": "done", "player": "Benjamin", "phase": 1})
    for player in ("Pauline", "Jean-Luc"):
        act(served, {"do": "pass", "player": player})
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)

    phone.locator("summary", has_text="Move a marker").tap()
    phone.locator("summary", has_text="From Gambier").tap()
    phone.get_by_role("button", name="Fiji (6)").tap()

    expect(phone.locator(".log")).to_contain_text("(Gambier) to slot")
    expect(phone.locator("summary", has_text="Move a marker")).to_have_count(0)


def test_a_stick_and_a_ships_first_stick_are_told_apart(
    served: ServedTable, open_page: Open
) -> None:
    act(served, {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 5, "mends": 0})
    act(served, {"do": "pass", "player": "Benjamin"})
    act(served, {"do": "ship", "player": "Benjamin", "company": "white"})
    for player in ("Pauline", "Jean-Luc"):
        act(served, {"do": "pass", "player": player})
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)

    phone.locator('.spot[data-id="h-white--manihi/0/0"]').tap()

    expect(chooser(phone).locator("button", has_text="Manihi")).to_have_count(2)
    expect(chooser(phone).locator("button", has_text="Manihi, with the ship")).to_have_count(1)


def test_a_slip_of_others_is_left_to_the_bank(served: ServedTable, open_page: Open) -> None:
    act(served, {"do": "pass", "player": "Jean-Luc"})
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    bank = open_page(served.door(Role.BANKER), **PHONE)

    expect(phone.locator(".finding")).to_contain_text("Whoever keeps the bank")
    expect(bank.locator(".finding")).not_to_contain_text("Whoever keeps the bank")
    expect(phone.locator(".finding button")).to_have_count(0)


def test_a_slip_never_moves_the_chart_under_the_finger(
    served: ServedTable, open_page: Open
) -> None:
    """It is heard, stands folded above the thumb, and opens over the chart."""
    all_pass(served)
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    look, cards = phone.locator(".look-here > summary"), phone.locator(".looked-through")
    choice = phone.locator('.spot[data-id="h-red--kiritimati/0/0"]')
    expect(look).to_be_hidden()
    before = choice.evaluate(WHERE)

    act(served, {"do": "stick", "player": "Pauline", "company": "green", "alternate": False,
                 "space": "guam--palau/0/0"})  # fmt: skip
    expect(look).to_be_in_viewport(ratio=1)
    expect(look).to_contain_text("Benjamin's turn of phase 2 is missing")
    expect(phone.locator("#heard")).to_contain_text("Benjamin's turn of phase 2 is missing")
    assert choice.evaluate(WHERE) == before

    look.tap()
    expect(cards.locator(".finding.illegal")).to_be_in_viewport()
    expect(phone.locator(".look-here")).to_have_attribute("open", "")
    assert choice.evaluate(WHERE) == before
    look.tap()
    assert choice.evaluate(ON_TOP)

    look.focus()
    phone.keyboard.press("Enter")
    expect(cards).to_be_visible()
    host = served.host
    assert host.table is not None
    undo = Undone(host.table.view.record.entries[-1].seq)
    host.act(host.table, Request(undo, host.table.view.revision, Source(Who.PERSON), host.clock()))
    expect(look).to_be_hidden()
    expect(phone.locator(".look-here")).not_to_have_attribute("open", "")


BROKEN = """each => {
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), broken = [];
  while (texts.nextNode()) {
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const rows = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (rows.size > 1) broken.push(word);
    }
  }
  return broken;
}"""
"""The words that stand in more than one row."""


@pytest.mark.parametrize("width", [320, 360, 390, 430])
def test_the_words_on_cards_are_whole(width: int, served: ServedTable, open_page: Open) -> None:
    """Five of them, in the longer language: who has 4 $ may take the port card too."""
    act(served, {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 9, "mends": 0})
    size = {"width": width, "height": 740}
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), viewport=size, locale="fr-FR")
    cards = phone.locator(".deck .cards > button")
    expect(cards).to_have_count(5)

    assert [word for card in cards.all() for word in card.evaluate(BROKEN)] == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= width


def test_a_phone_says_when_it_hears_nothing(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    gone = phone.locator("#gone")
    expect(gone).to_be_hidden()

    served.host.close()

    expect(gone).to_contain_text("No connection to the table")
