"""What newcomers do at a turn of Long Cours: sail, buy, throw, play a card, fight, bid, end it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from playwright.sync_api import Page

from benchmarks.measuring.hands import Person
from benchmarks.measuring.new_evening import Evening

OFFERED = """() => [...document.querySelectorAll(".panel button[name=act]:not(.done)")]
  .filter(each => !each.closest("details.more details"))
  .map(each => [JSON.parse(each.value).fact.do, each.value])"""
WISHES: Mapping[str, float] = MappingProxyType(
    {
        "place": 9,
        "return": 9,
        "answer": 4,
        "give_up": 2,
        "bid": 3,
        "no_bid": 3,
        "move": 6,
        "buy": 4,
        "resell": 4,
        "corsair_enters": 8,
        "corsair": 8,
        "auction": 1,
        "storm": 0.7,
        "fight": 1,
    }
)
"""How gladly each is done; a direct move is left out, and a further throw that no rule asks for."""
MORE = 0.25
"""How often somebody does a second thing in his turn."""
ON_CHART = frozenset({"place", "move", "corsair"})
LIT = """() => [...document.querySelectorAll(".spot.offered")].map(each => each.dataset.id)"""
SAILED = "You have moved", "Vous vous êtes déplacé"


class LongCoursWalk:
    """Turns of Long Cours; each is ended by a tap, as more may always be done."""

    game = "long_cours"
    aside = frozenset({"Done", "unfold", "one of these"})
    besides = 1
    unlit = ".spot"
    corrected: Mapping[str, str] = MappingProxyType({"en": "sails to", "fr": "va à"})
    sentences = 9

    def lays(self, page: Page) -> bool:
        """At sea, before the ship has sailed."""
        return any(do == "move" for do, _ in page.evaluate(OFFERED))

    def choose(self, night: Evening, phone: Person) -> None:
        """Do what is wished for most by lot, or end the turn."""
        page = phone.page
        offered: dict[str, list[str]] = {}
        for do, value in page.evaluate(OFFERED):
            if do in WISHES:
                offered.setdefault(do, []).append(value)
        done = page.locator(".panel .done")
        acted = any(tap not in self.aside for tap in self._in_turn(night, phone))
        if done.count() and (not offered or (acted and night.random.random() > MORE)):
            phone.taps(done, "Done")
            return
        if not offered:  # the turn has just ended by itself
            return
        [do] = night.random.choices(list(offered), [WISHES[each] for each in offered])
        lit = page.evaluate(LIT)
        if do in ON_CHART and lit:
            night.tap_place(phone, night.random.choice(sorted(lit)))
        else:
            value = night.random.choice(offered[do])
            night.unfold(phone, page.locator(f".panel button[value={quoted(value)}]").first, do)

    def _in_turn(self, night: Evening, phone: Person) -> list[str]:
        """What he has tapped since his turn began."""
        phase = phone.page.locator(".turn .phase")
        return night.in_turn.get((phone.name, phase.text_content() or ""), [])


def quoted(value: str) -> str:
    """A string of CSS."""
    told = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{told}"'
