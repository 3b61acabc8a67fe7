"""A player's phone on an evening: what says a fact is looked for, unfolded, answered and tapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, Response, expect

from companion.play.game import AnyGame
from tests.web.tables import ServedTable
from web.host.roles import Role

Open = Callable[..., Page]
FIND = """fact => {
  const flat = (each) => JSON.stringify(Object.entries(each).sort());
  for (const button of document.querySelectorAll("button[name=act]")) {
    const act = JSON.parse(button.value), wanted = {...fact};
    if (!act.fact || button.closest(".anyway, .chooser")) continue;
    const asked = [act.asked ?? []].flat();
    for (const word of asked) delete wanted[word];
    if (flat(act.fact) !== flat(wanted)) continue;
    document.querySelector("[data-goal]")?.removeAttribute("data-goal");
    button.dataset.goal = "";
    return asked;
  }
  return null;
}"""
"""Marks the button that says a fact; the words that it asks for, or null where none says it."""
FOLDED = """goal => {
  let outer = null;
  for (let at = goal.parentElement; at; at = at.parentElement) {
    if (at.matches("details:not([open])")) outer = at;
  }
  outer?.querySelector(":scope > summary").setAttribute("data-unfold", "");
  return Boolean(outer);
}"""
"""Marks what is to be unfolded first, before something can be tapped."""
UNFOLDED = "document.querySelector('[data-unfold]').removeAttribute('data-unfold')"
SMALL_PHONE, USUAL_PHONE = 320, 390
HIGH = 780


@dataclass
class Phone:
    """A player's page, and how often he has tapped it."""

    page: Page
    taps: int = 0
    of_each: list[int] = field(default_factory=list)
    """How often, for each thing that he did."""

    def says(self, at: int, fact: Mapping[str, object]) -> None:
        """Tap what says this fact, as soon as the page shows all that was done before it."""
        expect(self.page.locator("body")).to_have_attribute("data-revision", str(at))
        self.taps = 0
        asked = self.page.evaluate(FIND, fact)
        assert asked is not None, f"{self.page.url} does not offer {fact}"
        goal = self.page.locator("[data-goal]")
        self._unfold(goal)
        for word in asked:
            self._answer(word, fact[word])
        self.tap(goal)
        self.of_each.append(self.taps)

    def tap(self, goal: Locator) -> None:
        goal.first.click()
        self.taps += 1

    def _unfold(self, goal: Locator) -> None:
        """From the outside, until it can be tapped."""
        while goal.evaluate(FOLDED):
            self.tap(self.page.locator("[data-unfold]"))
            self.page.evaluate(UNFOLDED)

    def _answer(self, word: str, value: object) -> None:
        form = self.page.locator(".asking:has([data-goal])")
        fields = form.locator(f"[name='fact.{word}']")
        if fields.first.get_attribute("type") == "radio":
            way = form.locator(f"[name='fact.{word}'][value='{value}']")
            self._unfold(way)
            self.tap(way)
        elif fields.input_value() == str(value):
            pass
        elif fields.evaluate("each => each.tagName") == "SELECT":
            fields.select_option(str(value))
            self.taps += 1
        else:
            fields.fill(str(value))
            self.taps += 1


@dataclass
class Evening:
    """A game that is played on its players' phones, and what was refused on the way."""

    phones: Mapping[str, Phone]
    refused: list[str]


def four_phones(table: ServedTable, names: Iterable[str], open_page: Open) -> Evening:
    """Everybody's own page: half of them in French, the last on a small phone."""
    refused: list[str] = []

    def note(answer: Response) -> None:
        if answer.status >= 400:
            refused.append(f"{answer.status} {answer.url}")

    seated = list(names)
    phones = {
        name: Phone(
            open_page(
                table.door(Role.PLAYER, name),
                viewport={
                    "width": SMALL_PHONE if name == seated[-1] else USUAL_PHONE,
                    "height": HIGH,
                },
                locale="fr-FR" if nth % 2 else "en",
            )
        )
        for nth, name in enumerate(seated)
    }
    for phone in phones.values():
        phone.page.on("response", note)
    return Evening(phones, refused)


def play(
    table: ServedTable,
    game: AnyGame,
    phones: Mapping[str, Phone],
    drawn: Callable[[Any, Random], Any],
    random: Random,
    facts: int,
) -> Counter[str]:
    """Play so many facts by lot, each on its player's phone; how many there were of each kind."""
    done = Counter[str]()
    served = table.host.table
    assert served is not None
    for number in range(1, facts + 1):
        event = drawn(served.view.last.state, random)
        if event is None:
            break
        fact = game.fact(event)
        phone = phones[str(fact["player"])]
        phone.says(number - 1, fact)
        expect(phone.page.locator("body")).to_have_attribute("data-revision", str(number))
        done[str(fact["do"])] += 1
    for phone in phones.values():
        expect(phone.page.locator("body")).to_have_attribute("data-revision", str(done.total()))
    return done
