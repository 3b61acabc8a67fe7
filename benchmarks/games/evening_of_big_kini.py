"""What newcomers do at a turn of Big Kini: a token, an action, votes, or the end of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from playwright.sync_api import Page

from benchmarks.games.evening_of_long_cours import LIT, OFFERED, quoted
from benchmarks.measuring.hands import Keys, Person
from benchmarks.measuring.new_evening import Evening

WISHES: Mapping[str, float] = MappingProxyType(
    {"abstain": 0.3, "keep_back": 0.5, "give": 0, "give_goods": 0, "promise": 0}
)
"""How gladly each is done, all else 1; deals in an election are left out."""
ON_CHART = frozenset({"home", "settle", "proliferate", "move", "income", "take", "call", "land"})
"""What is done by a tap on a lit place; a token is put down by its row."""
CHOSEN = "[data-chooser] [data-offers]"


class BigKiniWalk:
    """Turns of Big Kini; an action that can't be done is left out by a tap."""

    game = "big_kini"
    aside = frozenset({"Done", "unfold", "one of these", "the atoll"})
    besides = 0
    unlit = "[data-of=administrator] .spot"
    corrected: Mapping[str, str] = MappingProxyType({"en": "cube", "fr": "cube"})
    sentences = 9

    def lays(self, page: Page) -> bool:
        """Where a token may be put down."""
        return any(do == "token" for do, _ in page.evaluate(OFFERED))

    def choose(self, night: Evening, phone: Person) -> None:
        """Do one of the things that are offered, by lot, or leave the rest out."""
        page = phone.page
        offered: dict[str, list[str]] = {}
        for do, value in page.evaluate(OFFERED):
            offered.setdefault(do, []).append(value)
        kinds = [do for do in offered if WISHES.get(do, 1) > 0]
        done = page.locator(".panel .done")
        if not kinds:
            if done.count():
                phone.taps(done, "Done")
            return
        [do] = night.random.choices(kinds, [WISHES.get(each, 1) for each in kinds])
        lit = sorted(page.evaluate(LIT))
        if do in (*ON_CHART, "discover") and lit:
            self._tap(phone, night.random.choice(lit))
            self._which_atoll(phone)
        else:
            value = night.random.choice(offered[do])
            night.unfold(phone, page.locator(f".panel button[value={quoted(value)}]").first, do)

    def _tap(self, phone: Person, place: str) -> None:
        """Tap a lit place on the chart."""
        if isinstance(phone.hand, Keys):
            phone.hand.walk(phone.page, place, phone.counts)
            phone.taps(phone.page.locator(".map-window"), "the chart")
        else:
            phone.taps(phone.page.locator(f'.spot[data-id="{place}"]'), "the chart")

    def _which_atoll(self, phone: Person) -> None:
        """From which place, where several may be meant; its number, then how it lies."""
        chooser = phone.page.locator(CHOSEN)
        if not chooser.is_visible():
            return
        if not chooser.locator(".drawn").count():
            phone.taps(chooser.locator("button"), "one of these")
        if chooser.is_visible() and chooser.locator("summary").count():
            phone.taps(chooser.locator("summary"), "the atoll")
            phone.taps(chooser.locator("details[open] .drawn"), "how it lies")
