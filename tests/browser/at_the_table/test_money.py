"""Money that was wrong, and what happened that the rules do not offer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.acts import act, all_pass, revision
from tests.browser.anybody import looked_over
from tests.browser.at_the_table.thumb import PHONE
from tests.web.tables import ServedTable
from web.host.roles import Role

Open = Callable[..., Page]
BONUS = {"do": "stick", "player": "Benjamin", "company": "green", "alternate": False,
         "space": "h-green--hiva-oa/0/0"}  # fmt: skip


def chips_of(bank: Page, name: str) -> Locator:
    return bank.locator("[data-live=chips] tr", has_text=name).locator("td")


@pytest.fixture
def bank(served: ServedTable, open_page: Open) -> Page:
    """The bank's page, where Benjamin has just earned 2 $ and ended his turn."""
    all_pass(served)
    page = open_page(served.door(Role.BANKER), viewport={"width": 1280, "height": 800})
    act(served, BONUS)
    act(served, {"do": "done", "player": "Benjamin", "phase": 2})
    revision(page, 5)
    return page


def test_what_is_handed_over_follows_what_was_done(bank: Page, served: ServedTable) -> None:
    handing = bank.locator(".handing")
    expect(handing).to_contain_text("The bank pays Benjamin 2 $")

    bank.locator(".events a", has_text="Benjamin lays a green stick").click()
    bank.get_by_role("button", name="Strike it out").click()
    bank.wait_for_url("**/bank")
    expect(handing).to_contain_text("Benjamin gives the bank 2 $ back")
    expect(handing).to_contain_text("1 $.")
    expect(chips_of(bank, "Benjamin")).to_have_text(["0", "2"])

    act(served, {"do": "stick", "player": "Pauline", "company": "red", "alternate": False,
                 "space": "h-red--kiritimati/0/0"})  # fmt: skip
    expect(handing).to_have_count(0)


def test_undo_after_a_strike_takes_back_the_strike(bank: Page) -> None:
    bank.locator(".events a", has_text="Benjamin passes").click()
    bank.get_by_role("button", name="Strike it out").click()
    bank.wait_for_url("**/bank")
    undo = bank.get_by_role("button", name="Undo")
    expect(undo).to_contain_text("Taken back: Benjamin passes.")

    undo.click()

    expect(bank.locator(".events a.struck")).to_have_count(0)
    expect(bank.locator("#said")).to_have_text("Counts again: Benjamin passes.")


def test_money_is_put_right_without_a_number(bank: Page) -> None:
    bank.get_by_label("To").select_option("Pauline")
    bank.get_by_label("Dollars").fill("3")
    bank.get_by_role("button", name="Write it down").click()

    expect(bank.locator("#said")).to_have_text("The bank gives Pauline 3 $, to put money right.")
    expect(bank.locator(".purses li", has_text="Pauline").locator(".money")).to_have_text("5 $")


def test_a_card_nobody_can_pay_for_can_be_written_down(
    served: ServedTable, open_page: Open
) -> None:
    act(served, {"do": "card", "player": "Benjamin", "card": "2x"})
    act(served, {"do": "done", "player": "Benjamin", "phase": 1})
    act(served, {"do": "pay", "from": "Pauline", "to": "bank", "amount": 2, "mends": 0})
    phone = open_page(served.door(Role.PLAYER, "Pauline"), **PHONE)
    assert phone.locator(".panel button", has_text="5X").count() == 0

    phone.locator(".anyway summary").tap()
    card = phone.locator(".anyway button", has_text="Pauline takes the card 5X")
    expect(card).to_contain_text("1 $")
    assert looked_over(phone) == []
    card.tap()

    expect(phone.locator(".log li").first).to_contain_text("Pauline takes the card 5X.")
    expect(phone.locator(".finding.illegal")).not_to_have_count(0)


@pytest.mark.parametrize("role", [Role.PLAYER, Role.BANKER], ids=lambda role: role.value)
def test_an_act_out_of_turn_can_be_written_down(
    role: Role, served: ServedTable, open_page: Open
) -> None:
    page = open_page(served.door(role, "Jean-Luc" if role is Role.PLAYER else None), **PHONE)

    page.locator(".anyway > details > summary").tap()
    if role is Role.BANKER:
        page.locator(".anyway summary", has_text="Jean-Luc").tap()
    page.get_by_role("button", name="Jean-Luc takes the card 3X").tap()

    revision(page, 1)
    expect(page.locator(".log li").first).to_contain_text("Jean-Luc takes the card 3X.")


def test_the_table_allows_all_of_it_where_the_card_says_so(
    served: ServedTable, open_page: Open
) -> None:
    host = open_page(served.door(Role.HOST))
    act(served, {"do": "stick", "player": "Pauline", "company": "green", "alternate": False,
                 "space": "guam--palau/0/0"})  # fmt: skip
    finding = host.locator(".finding.illegal")
    expect(finding).to_contain_text("or say that the table allows it")

    finding.get_by_role("button", name="We allow it").first.click()

    expect(finding).to_have_count(0)
    host.get_by_role("button", name="Undo").click()
    expect(finding).to_have_count(1)
    expect(host.locator(".log li").first).to_contain_text("Pauline lays a green stick")
