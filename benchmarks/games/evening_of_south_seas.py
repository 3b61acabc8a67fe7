"""What newcomers do at a turn of South Seas: a tile drawn and laid, an islander, a delivery."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from playwright.sync_api import Page

from benchmarks.games.evening_of_long_cours import LIT, OFFERED, quoted
from benchmarks.measuring.hands import Keys, Person
from benchmarks.measuring.new_evening import Evening

WISHES: Mapping[str, float] = MappingProxyType({"islander": 6, "take_back": 0.3, "unfit": 0})
"""How gladly each is done, all else 1."""
DONE = 1
"""How gladly a turn is ended where more may be done."""
ON_CHART = frozenset({"tile", "islander", "take_back", "cover"})
CHOSEN = "[data-chooser] [data-offers]"


class SouthSeasWalk:
    """Turns of South Seas: what was drawn is said by its picture, where it lies by a lit place."""

    game = "carcassonne_south_seas"
    aside = frozenset({"Done", "unfold", "one of these", "draw", "turn_up"})
    besides = 3
    """Which tile was drawn, in which of several ways it lies, and the end."""
    unlit = ":is([data-of=bridge], [data-of=island], [data-of=sea]) .spot"
    corrected: Mapping[str, str] = MappingProxyType(
        {"en": "places an islander", "fr": "pose un insulaire"}
    )
    sentences = 1

    def lays(self, page: Page) -> bool:
        """Where an islander may be placed."""
        return any(do == "islander" for do, _ in page.evaluate(OFFERED))

    def choose(self, night: Evening, phone: Person) -> None:
        """Do one of the things that are offered, by lot, or end the turn."""
        page = phone.page
        offered: dict[str, list[str]] = {}
        for do, value in page.evaluate(OFFERED):
            if WISHES.get(do, 1) > 0:
                offered.setdefault(do, []).append(value)
        done = page.locator(".panel .done")
        weights = {do: WISHES.get(do, 1) for do in offered} | ({"": DONE} if done.count() else {})
        if not weights:
            if page.locator('.panel button[value*="unfit"]').count():
                phone.taps(page.locator('.panel button[value*="unfit"]').first, "unfit")
            return
        [do] = night.random.choices(list(weights), list(weights.values()))
        if not do:
            phone.taps(done, "Done")
            return
        lit = sorted(page.evaluate(LIT))
        if do in ON_CHART and lit:
            self._tap(phone, night.random.choice(lit))
        else:
            value = night.random.choice(offered[do])
            night.unfold(phone, page.locator(f".panel button[value={quoted(value)}]").first, do)

    def _tap(self, phone: Person, place: str) -> None:
        """Tap a lit place on the chart; of several ways in which a tile fits there, the first."""
        if isinstance(phone.hand, Keys):
            phone.hand.walk(phone.page, place, phone.counts)
            phone.taps(phone.page.locator(".map-window"), "the chart")
        else:
            phone.taps(phone.page.locator(f'.spot[data-id="{place}"]'), "the chart")
        if phone.page.locator(CHOSEN).is_visible():
            phone.taps(phone.page.locator(f"{CHOSEN} button"), "one of these")
