"""What newcomers do at a turn of Clippers: a card, a marker, a stick, or nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from playwright.sync_api import Page

from benchmarks.measuring.hands import Person
from benchmarks.measuring.new_evening import Evening

PLACES = "() => JSON.parse(document.querySelector('.acting').dataset.places)"


class ClippersWalk:
    """Turns of Clippers; whoever comes next need not wait for a Done of phase 1."""

    game = "clippers"
    aside = frozenset({"Done", "unfold", "one of these"})
    besides = 0
    unlit = "rect.spot"
    corrected: Mapping[str, str] = MappingProxyType({"en": "stick", "fr": "bâtonnet"})
    sentences = 9

    def lays(self, page: Page) -> bool:
        """In phases 2 and 3, which have no cards."""
        return not page.locator(".cards button").count()

    def choose(self, night: Evening, phone: Person) -> None:
        """Take a card, place a marker, lay a stick or say that it is done."""
        page = phone.page
        cards, places = page.locator(".cards button.card"), page.evaluate(PLACES)
        passing = page.locator(".cards button:not(.card)")
        lot = night.random.random()
        if cards.count() and lot < 0.3:
            phone.taps(cards.first, "a card")
        elif passing.count() and lot < 0.6:
            phone.taps(passing, "Pass")
        elif places:
            best = max(max(offer["earns"] for offer in here) for here in places.values())
            good = [p for p, here in places.items() if any(o["earns"] == best for o in here)]
            night.tap_place(phone, night.random.choice(sorted(good)))
        elif page.locator(".panel .done").count():  # or the turn has just ended by itself
            phone.taps(page.locator(".panel .done"), "Done")
