"""A player's phone on an evening: what says a fact is looked for, unfolded, answered and tapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import ElementHandle, Page, Response, expect

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
    if (flat(act.fact) === flat(wanted)) return button;
  }
  return null;
}"""
"""The button that says a fact, or null where none says it."""
ASKED = "button => [JSON.parse(button.value).asked ?? []].flat()"
"""The words that a button asks for."""
FOLDED = """goal => {
  let outer = null;
  for (let at = goal.parentElement; at; at = at.parentElement) {
    if (at.matches("details:not([open])")) outer = at;
  }
  return outer?.querySelector(":scope > summary") ?? null;
}"""
"""What is to be unfolded first, before something can be tapped, or null."""
FORM = "button => button.closest('.asking')"
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
        goal = self.page.evaluate_handle(FIND, fact).as_element()
        assert goal is not None, f"{self.page.url} does not offer {fact}"
        self._unfold(goal)
        for word in goal.evaluate(ASKED):
            self._answer(goal, word, fact[word])
        self.tap(goal)
        self.of_each.append(self.taps)

    def tap(self, goal: ElementHandle) -> None:
        goal.click()
        self.taps += 1

    def _unfold(self, goal: ElementHandle) -> None:
        """From the outside, until it can be tapped."""
        while (summary := goal.evaluate_handle(FOLDED).as_element()) is not None:
            self.tap(summary)

    def _answer(self, goal: ElementHandle, word: str, value: object) -> None:
        form = goal.evaluate_handle(FORM).as_element()
        assert form is not None
        first = form.query_selector(f"[name='fact.{word}']")
        assert first is not None, word
        if first.get_attribute("type") == "radio":
            way = form.query_selector(f"[name='fact.{word}'][value='{value}']")
            assert way is not None, value
            self._unfold(way)
            self.tap(way)
        elif first.input_value() == str(value):
            pass
        elif first.evaluate("each => each.tagName") == "SELECT":
            first.select_option(str(value))
            self.taps += 1
        else:
            first.fill(str(value))
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
