"""The page at the table, tapped in a real Chromium."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.record import Fact
from tests.web.tables import PLAYERS, ServedTable, example_of_play
from web.roles import Role

SOON_S = 1.0
Open = Callable[..., Page]


def tap(page: Page, fact: Fact) -> None:
    """Do what a player does for this fact: a button, or a tap on the chart."""
    place = fact.get("slot") or fact.get("space")
    if place is not None:
        page.locator(f'.spot[data-id="{place}"]').click()
        chooser = page.locator("[data-chooser]")
        if chooser.is_visible():
            chooser.locator(f'button[value*=\'"company":"{fact["company"]}"\']').click()
    elif fact["do"] == "card":
        page.get_by_role("button", name=str(fact["card"]).upper()).click()
    else:
        page.get_by_role("button", name="Done", exact=True).click()


def revision(page: Page, number: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-revision", str(number))


def test_the_example_of_play_on_three_phones(served: ServedTable, open_page: Open) -> None:
    phones = {name: open_page(served.door(Role.PLAYER, name)) for name, _ in PLAYERS}
    screen = open_page(served.door(Role.WATCHER))

    for number, fact in enumerate(example_of_play(), start=1):
        tap(phones[str(fact["player"])], fact)
        for page in (*phones.values(), screen):
            revision(page, number)

    for name, money in (("Benjamin", 6), ("Pauline", 9), ("Jean-Luc", 2)):
        expect(phones[name].locator(".purse")).to_have_text(f"{money} $")
        expect(screen.locator(".players li", has_text=name).locator(".money")).to_have_text(
            f"{money} $"
        )
    expect(phones["Pauline"].locator(".sentence")).to_contain_text("Place a marker")
    expect(screen.locator(".sentence")).to_contain_text("Pauline places a marker")


def test_another_phone_sees_it_within_a_second(served: ServedTable, open_page: Open) -> None:
    benjamin = open_page(served.door(Role.PLAYER, "Benjamin"))
    pauline = open_page(served.door(Role.PLAYER, "Pauline"))
    pauline.wait_for_timeout(300)

    benjamin.get_by_role("button", name="Pass").click()
    began = time.monotonic()
    revision(pauline, 1)

    assert time.monotonic() - began < SOON_S
    expect(pauline.locator(".log")).to_contain_text("Benjamin passes.")


def test_undo_takes_back_what_it_says(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"))
    phone.get_by_role("button", name="2X").click()
    expect(phone.locator(".purse")).to_have_text("0 $")

    undo = phone.get_by_role("button", name="Undo")
    expect(undo).to_contain_text("Benjamin takes the card 2X")
    undo.click()

    expect(phone.locator(".purse")).to_have_text("2 $")
    expect(phone.get_by_role("button", name="Redo")).to_be_visible()


@pytest.mark.parametrize("role", [Role.WATCHER, Role.PLAYER])
def test_who_may_not_act_is_offered_nothing(
    role: Role, served: ServedTable, open_page: Open
) -> None:
    page = open_page(served.door(role, "Pauline" if role is Role.PLAYER else None))

    expect(page.locator("button[name=act]")).to_have_count(0)
