"""One evening of people who have never been here: how they sit down, play, and what goes wrong.

What they do at their turn depends on the game: a ``Walk`` of ``benchmarks/games`` does it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import TimeoutError as TimedOut

from benchmarks.measuring.hands import Finger, Hand, Keys, Mouse, Person
from benchmarks.measuring.program import Program
from companion.errors import InputError

LAPTOP = (1280, 800)
FRIENDS = ("Ann", "Ben", "Chloé")
AWAY_PX = 60
WAIT_S = 20.0
BETWEEN = "\N{MIDDLE DOT}"
STANDS = """() => ({
  panel: Boolean(document.querySelector(".acting .panel")),
  ends: Boolean(document.querySelector(".by-itself")),
  over: !document.querySelector(".turn .phase")
    || Boolean(document.querySelector(".turn a[href='/score']")),
  phase: document.querySelector(".turn .phase")?.textContent ?? ""})"""
HEARD = "least => Number(document.body.dataset.revision) >= least"
UNLIT = """([away, spots]) => {
  const middle = (each) => { const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2]; };
  const pieces = [...document.querySelectorAll(".layer .piece, .layer .stick")];
  const taken = new Set(pieces.map(each => each.dataset.beside ?? each.dataset.id));
  const lit = [...document.querySelectorAll(".spot.offered")].map(middle);
  const far = [...document.querySelectorAll(`${spots}:not(.offered)`)]
    .filter(each => !taken.has(each.dataset.id))
    .filter(each => lit.every(([x, y]) =>
      Math.hypot(x - middle(each)[0], y - middle(each)[1]) > away));
  return far.map(each => each.dataset.id);
}"""


@dataclass(frozen=True)
class Kind:
    """How the people of an evening read and tap."""

    language: str
    phone: tuple[int, int]
    by_keyboard: bool = False

    @property
    def hand(self) -> Hand:
        """What they tap with on a phone."""
        return Keys() if self.by_keyboard else Finger()

    @property
    def host_hand(self) -> Hand:
        """What the host taps with."""
        return Keys() if self.by_keyboard else Mouse()


class Walk(Protocol):
    """What is done at the turns of one game, and what can be wrong there."""

    game: str
    """Its id, as the page's choice of games sends it."""
    aside: frozenset[str]
    """Taps that do nothing at the table."""
    besides: int
    """How many taps a turn takes besides that for the one thing done: for what was drawn, its end.
    """
    unlit: str
    """Which spots of the chart are tapped for something against the rules."""
    corrected: Mapping[str, str]
    """A word of the events that the bank corrects on the chart, by language."""
    sentences: int
    """By so many sentences of where the game stands a turn is told; those after them count."""

    def lays(self, page: Page) -> bool:
        """Whether a piece may come onto the chart now."""

    def choose(self, night: Evening, phone: Person) -> None:
        """Do one thing, as somebody would who looks at what is offered."""


@dataclass
class Evening:
    """People, the program they play with, and what was counted."""

    program: Program
    browser: Browser
    kind: Kind
    walk: Walk
    pictures: Path | None
    random: Random
    people: dict[str, Person] = field(default_factory=dict)
    in_turn: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """What was tapped in each turn: whose, in which round and phase."""
    of_each: list[int] = field(default_factory=list)
    """How many taps each thing took that did something at the table."""
    not_heard: int = 0
    seating_machine_s: float = 0.0

    def come(self, name: str, size: tuple[int, int], hand: Hand) -> Person:
        """Somebody with a browser of his own that has never been here."""
        wide, high = size
        context = self.browser.new_context(
            viewport={"width": wide, "height": high},
            locale=self.kind.language,
            has_touch=isinstance(hand, Finger) and not isinstance(hand, Mouse),
        )
        self.people[name] = person = Person(name, context.new_page(), hand)
        return person

    @property
    def phones(self) -> list[Person]:
        """The players' phones, in seat order."""
        return [self.people[name] for name in FRIENDS]

    def look(self, stage: str) -> None:
        """Keep a picture of everybody's page."""
        if self.pictures is None:
            return
        for person in self.people.values():
            person.page.screenshot(path=self.pictures / f"{stage}-{person.name}.png")

    # From the box to the first turn.

    def sit_down(self) -> None:
        """Everybody comes in and sits: host, three players, the bank."""
        began_s = time.monotonic()
        host = self.come("host", LAPTOP, self.kind.host_hand)
        host.sees(f"http://localhost:{self.program.port}/")
        self.look("1-front")
        self._choose_game(host)
        host.taps(host.page.locator(".way-in.first"), "Play")
        letters = host.page.locator(".invitation .letters").inner_text()
        address = f"http://{host.page.locator('.invitation .typed').inner_text()}/"
        for name in FRIENDS:
            self._come_in(self.come(name, self.kind.phone, self.kind.hand), address, letters)
        self.look("2-lobby")
        for phone in self.phones:
            page = phone.page
            phone.types(page.locator(".sit-down [name=name]"), phone.name)
            phone.sends(page.locator(".sit-down .done"), f"Sit down: {phone.name}")
            page.locator(".seat-again").wait_for()
        bank = self.come("bank", self.kind.phone, self.kind.hand)
        self._come_in(bank, address, letters)
        bank.taps(bank.page.locator(".keep-bank button"), "Keep the bank")
        host.page.locator("[data-bank]").wait_for()
        host.page.wait_for_function(
            "many => [...document.querySelectorAll('.seats [name=guest]')]"
            ".filter(each => each.value).length === many",
            arg=len(FRIENDS),
        )
        self.look("3-seated")
        host.sends(host.page.locator(".seats .done"), "Begin")
        for phone in self.phones:
            phone.page.wait_for_url("**/me")
        bank.page.wait_for_url("**/bank")
        host.page.wait_for_url("**/table")
        self.look("4-begun")
        self.seating_machine_s = self.program.started_s + time.monotonic() - began_s

    def _choose_game(self, host: Person) -> None:
        """Tap the game on the front page, where another one is chosen."""
        game = host.page.locator(f'.which-game button[value="{self.walk.game}"]')
        if game.count() and game.get_attribute("aria-pressed") != "true":
            host.taps(game, "the game")
            host.page.locator(
                f'.which-game button[value="{self.walk.game}"][aria-pressed=true]'
            ).wait_for()

    def _come_in(self, person: Person, address: str, letters: str) -> None:
        person.types_address(address)
        person.types(person.page.locator("[name=letters]"), letters)
        person.page.locator(".keep-bank").wait_for()  # the last letter lets in
        person.counts.pages += 1

    # The game.

    def play(self, turns: int) -> None:
        """Play so many turns, and what goes wrong on an evening meanwhile."""
        events = {
            6: self.against_the_rules_taken_back,
            12: self.against_the_rules_allowed,
            18: self.undone,
            24: self.corrected,
            29: self.killed,
            34: self.cut_off,
        }
        while len(self.in_turn) < turns:
            number = len(self.in_turn) + 1
            due = next((each for each in events if each <= number), None)
            if due is not None and self.phone_at_turn(laying=True):
                event = events.pop(due)
                event()
                self.look(f"turn-{number:02}-{event.__name__}")
                continue
            if self.phone_at_turn() is None:
                break
            self.act()
            if number in (1, 5, 20, turns):
                self.look(f"turn-{number:02}")
        self.people["host"].page.goto(f"http://localhost:{self.program.port}/score")
        self.look("score")

    def phone_at_turn(self, *, laying: bool = False) -> Person | None:
        """Whose turn it is, as the phones say; None where the game is over or nobody lays."""
        until_s = time.monotonic() + WAIT_S
        while time.monotonic() < until_s:
            stand = {phone.name: phone.page.evaluate(STANDS) for phone in self.phones}
            if any(each["over"] for each in stand.values()):
                return None
            at = [name for name, each in stand.items() if each["panel"] and not each["ends"]]
            if at:
                phone = self.people[at[0]]
                return None if laying and not self.walk.lays(phone.page) else phone
            time.sleep(0.1)
        self.not_heard += 1
        raise InputError("nobody's phone says that it is his turn")

    def act(self) -> None:
        """The one at turn does one thing; it is one of the taps of his turn."""
        phone = self.phone_at_turn()
        assert phone is not None
        key = phone.name, self._turn(phone)
        done = len(phone.counts.tapped)
        seen = self._revision(phone)
        self.walk.choose(self, phone)
        taps = phone.counts.tapped[done:]
        self.in_turn.setdefault(key, []).extend(taps)
        if any(each not in self.walk.aside for each in taps):
            self.of_each.append(len(taps))
        self._everybody_heard(seen + 1)

    def _turn(self, phone: Person) -> str:
        stands = str(phone.page.evaluate(STANDS)["phase"]).split(BETWEEN)
        return BETWEEN.join(stands[: self.walk.sentences])

    def tap_place(self, phone: Person, place: str) -> None:
        """Lay or place there on the chart."""
        page = phone.page
        if isinstance(phone.hand, Keys):
            phone.hand.walk(page, place, phone.counts)
            phone.taps(page.locator(".map-window"), "the chart")
        else:
            phone.taps(page.locator(f'.spot[data-id="{place}"]'), "the chart")
        if page.locator("[data-chooser]").is_visible():
            phone.taps(page.locator(f'[data-chooser] [data-place="{place}"]').first, "one of these")

    def unfold(self, phone: Person, goal: Locator, what: str = "a place from the list") -> None:
        """Unfold what the goal is folded in, from the outside, and press it."""
        for _ in range(4):
            if goal.is_visible():
                break
            folded = goal.locator("xpath=ancestor::details[not(@open)]").first
            phone.taps(folded.locator("xpath=./summary"), "unfold")
        phone.taps(goal, what)

    @staticmethod
    def _revision(person: Person) -> int:
        return int(person.page.evaluate("Number(document.body.dataset.revision)"))

    def _everybody_heard(self, revision: int) -> None:
        for other in self.people.values():
            try:
                other.page.wait_for_function(HEARD, arg=revision, timeout=1000 * WAIT_S)
            except TimedOut:
                self.not_heard += 1
            other.look()

    # What goes wrong.

    def against_the_rules_taken_back(self) -> None:
        """A piece where none may lie; the bank takes it back."""
        bank = self.people["bank"]
        self._lay_wrong()
        bank.taps(bank.page.locator(".finding.illegal .repair"), "Take it back")
        bank.page.wait_for_function("() => !document.querySelector('.finding.illegal')")

    def against_the_rules_allowed(self) -> None:
        """A piece where none may lie; the table allows it."""
        bank = self.people["bank"]
        self._lay_wrong()
        allow = bank.page.locator(".finding.illegal button[value*=allow]").first
        self.unfold(bank, allow, "We allow it")
        bank.page.wait_for_function("() => !document.querySelector('.finding.illegal')")

    def _lay_wrong(self) -> None:
        phone, bank = self.phone_at_turn(), self.people["bank"]
        assert phone is not None
        page = phone.page
        if self.kind.by_keyboard:
            self.unfold(phone, page.locator(".anyway a[href^='/anywhere']"))
            phone.taps(page.locator("main .done"), "Write it down")
            page.wait_for_url("**/me")
        else:
            place = self.random.choice(page.evaluate(UNLIT, [AWAY_PX, self.walk.unlit]))
            phone.taps(page.locator(f'.spot[data-id="{place}"]'), "an unlit place")
            self.look(f"wrong-asked-{len(self.in_turn)}")
            phone.taps(page.locator("[data-chooser] [data-offers] button").first, "what lies there")
        bank.page.locator(".finding.illegal").first.wait_for()
        self.look(f"wrong-{len(self.in_turn)}")

    def undone(self) -> None:
        """A player acts, thinks better of it, and takes it back on his own phone."""
        phone = self.phone_at_turn()
        assert phone is not None
        revision = self._revision(phone)
        self.walk.choose(self, phone)
        self._everybody_heard(revision + 1)
        phone.taps(phone.page.locator(".undo"), "Undo")
        self._everybody_heard(revision + 2)

    def corrected(self) -> None:
        """The bank puts right where a piece lies: on the chart, or from the list."""
        bank, page = self.people["bank"], self.people["bank"].page
        event = page.locator(".events li", has=page.locator("a:not(.struck)"))
        event = event.filter(has_text=self.walk.corrected[self.kind.language]).first
        bank.taps(event.locator("a"), "the event")
        page.wait_for_url("**/entry/*")
        self.look("correcting")
        if self.kind.by_keyboard:
            self.unfold(bank, page.locator(".instead button[data-place]").last)
        else:
            bank.taps(page.locator(".spot.offered").last, "where it lies")
            if page.locator("[data-chooser]").is_visible():
                bank.taps(page.locator("[data-offers] button").first, "one of these")
        page.wait_for_url("**/bank")

    def killed(self) -> None:
        """The program is killed and started again; phones come back by themselves."""
        self.program.kill()
        self.phones[0].page.locator("#gone").wait_for()
        self.look("gone")
        self.program.start()
        for person in self.people.values():
            person.page.locator("#gone").wait_for(state="hidden")

    def cut_off(self) -> None:
        """The one at turn loses the connection and taps all the same; the tap is kept and sent."""
        phone = self.phone_at_turn()
        assert phone is not None
        revision = self._revision(phone)
        phone.page.context.set_offline(True)
        self.walk.choose(self, phone)
        phone.page.locator("#gone [data-kept]").wait_for()
        self.look("kept")
        phone.page.context.set_offline(False)
        self._everybody_heard(revision + 1)
