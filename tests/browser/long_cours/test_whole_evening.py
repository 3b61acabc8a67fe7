"""Four phones through an evening of Long Cours: each player taps what he does on his own page.

The game is drawn by lot; it has a fight on two phones, an auction, a storm with a ship that comes
back, and the corsair's run. Nothing is refused, and everybody's page shows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

import pytest
from playwright.sync_api import Page, Response, expect

from companion.games import game_called
from companion.games.long_cours.drawn.self_play import drawn
from companion.play.game import Seat
from companion.records.record import Header, Record
from tests.browser.anybody import SMALL, WIDER
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
GAME = game_called("long_cours")
BOARD = GAME.shipped_board()
SHIPS = GAME.roles(BOARD)
NAMES = ("Ann", "Ben", "Cleo", "Dan")
SEED, FACTS = 176, 62
EVERY_KIND = {
    "place", "buy", "move", "direct", "resell", "storm", "return", "fight", "answer", "give_up",
    "auction", "bid", "corsair_enters", "corsair", "done",
}  # fmt: skip
FIND = """fact => {
  const flat = (each) => JSON.stringify(Object.entries(each).sort());
  for (const button of document.querySelectorAll("button[name=act]")) {
    const act = JSON.parse(button.value), wanted = {...fact};
    if (!act.fact || button.closest(".anyway, .chooser")) continue;
    if (act.asked) delete wanted[act.asked];
    if (flat(act.fact) !== flat(wanted)) continue;
    document.querySelector("[data-goal]")?.removeAttribute("data-goal");
    button.dataset.goal = "";
    return act.asked ?? "";
  }
  return null;
}"""
"""Marks the button that says a fact; what it asks for, or null where none does."""
FOLDED = """() => {
  let outer = null;
  for (let at = document.querySelector("[data-goal]"); at; at = at.parentElement) {
    if (at.matches("details:not([open])")) outer = at;
  }
  outer?.querySelector(":scope > summary").setAttribute("data-unfold", "");
  return Boolean(outer);
}"""
"""Marks what is to be unfolded first, before the button can be tapped."""
UNFOLDED = "document.querySelector('[data-unfold]').removeAttribute('data-unfold')"


@dataclass
class Phone:
    """A player's page, and how often he has tapped it."""

    page: Page
    taps: int = 0
    of_each: list[int] = field(default_factory=list)
    """How often, for each thing that he did."""

    def says(self, at: int, fact: dict[str, object]) -> None:
        """Tap what says this fact, as soon as the page shows all that was done before it."""
        expect(self.page.locator("body")).to_have_attribute("data-revision", str(at))
        self.taps = 0
        asked = self.page.evaluate(FIND, fact)
        assert asked is not None, f"{self.page.url} does not offer {fact}"
        while self.page.evaluate(FOLDED):
            self.tap("[data-unfold]")
            self.page.evaluate(UNFOLDED)
        if asked:
            self._fill(fact[asked])
        self.tap("[data-goal]")
        self.of_each.append(self.taps)

    def tap(self, goal: str) -> None:
        self.page.locator(goal).first.click()
        self.taps += 1

    def _fill(self, value: object) -> None:
        form = self.page.locator(".asking:has([data-goal])")
        if form.locator("select").count():
            form.locator("select").select_option(str(value))
        elif form.locator("input").input_value() != str(value):
            form.locator("input").fill(str(value))
        else:
            return
        self.taps += 1


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ServedTable]:
    seats = [Seat(*each) for each in zip(NAMES, SHIPS, strict=False)]
    record = Record(Header("long_cours", dict(GAME.begin(seats, {}, BOARD))))
    with serve(tmp_path / "table.sqlite", record, board=BOARD) as served:
        yield served


def test_four_phones_through_an_evening(table: ServedTable, open_page: Open) -> None:
    refused: list[str] = []

    def note(answer: Response) -> None:
        if answer.status >= 400:
            refused.append(f"{answer.status} {answer.url}")

    phones = {
        name: Phone(
            open_page(
                table.door(Role.PLAYER, name),
                viewport={"width": 320 if name == "Dan" else 390, "height": 780},
                locale="fr-FR" if name in ("Ben", "Dan") else "en",
            )
        )
        for name in NAMES
    }
    for phone in phones.values():
        phone.page.on("response", note)
    done = play(table, phones)

    assert refused == []
    assert set(done) >= EVERY_KIND
    assert table.host.table is not None
    state = table.host.table.view.last.state
    for phone in phones.values():
        shown = phone.page.locator(".purses .money").all_inner_texts()
        assert [text.split("\u202f")[0] for text in shown] == [
            str(state.cash(name)) for name in state.players
        ]
        assert phone.page.evaluate(SMALL) == []
        assert phone.page.evaluate(WIDER) == []
    taps = [each for phone in phones.values() for each in phone.of_each]
    assert median(taps) == 1
    assert max(taps) <= 3


def play(table: ServedTable, phones: dict[str, Phone]) -> Counter[str]:
    """Play so many facts by lot, each on its player's phone; how many there were of each kind."""
    random, done = Random(SEED), Counter[str]()
    served = table.host.table
    assert served is not None
    for number in range(1, FACTS + 1):
        event = drawn(served.view.last.state, random)
        if event is None:
            break
        fact = GAME.fact(event)
        phone = phones[str(fact["player"])]
        phone.says(number - 1, fact)
        expect(phone.page.locator("body")).to_have_attribute("data-revision", str(number))
        done[str(fact["do"])] += 1
    for phone in phones.values():
        expect(phone.page.locator("body")).to_have_attribute(
            "data-revision", str(sum(done.values()))
        )
    return done
