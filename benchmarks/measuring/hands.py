"""Somebody at the table with a page before him: what he taps and types is counted and watched.

A tap is dead when nothing on the page follows it, and a page is covered when something lies over
what can be tapped. Time in the hands is counted with the keystroke-level model (Card, Moran and
Newell, *The Psychology of Human-Computer Interaction*, 1983): so much for each tap, so much for
each letter, so much to read a page that was not there before; what the machine takes comes on top.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Protocol

from playwright.sync_api import Error, Locator, Page, Response

TAP_S, LETTER_S, PAGE_S = 1.2, 0.28, 1.35
FOLLOWS_S, SLOW_S = 20.0, 1.0
"""A tap is dead that nothing follows in so long, and slow where it takes longer than that."""
MOST_TABS = 200
SEEN = """() => [document.body.dataset.revision, location.pathname, document.body.innerText,
  [...document.querySelectorAll("details")].map(each => Number(each.open)).join(""),
  document.querySelectorAll(".spot.offered").length,
  [...document.querySelectorAll("[aria-pressed]")].map(each => each.ariaPressed).join(),
  document.querySelector(".map")?.classList.contains("larger")].join("|")"""
FOLLOWED = f"before => ({SEEN})() !== before"
COVERED = """() => {
  const status = document.querySelector(".status");
  return !status ? [] : [...document.querySelectorAll("button, a, summary, select, .spot.offered")]
    .filter(each => each.checkVisibility() && !status.contains(each))
    .filter(each => {
      const box = each.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const over = document.elementFromPoint(x, y);
      return over && status.contains(over);
    }).map(each => each.textContent.trim().slice(0, 40) || each.dataset.id);
}"""
"""What can be tapped and lies behind the page's last line, wherever the page is scrolled to."""
AT_END = "() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1"
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
IN_SIGHT = """each => {
  const box = each.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let around = each.parentElement; around; around = around.parentElement) {
    const window = around.getBoundingClientRect();
    const clips = around !== document.body && getComputedStyle(around).overflowY !== "visible";
    if (clips && around !== document.documentElement && (y < window.top || y > window.bottom))
      return false;
  }
  const over = document.elementFromPoint(x, y);
  return Boolean(over) && !over.closest(".status, .deck, .purses, .top")
    || Boolean(over?.contains(each) || each.contains(over));
}"""
"""Whether it can be seen: no bar that stays lies over it, and no window of its own cuts it off."""
WAY = """place => {
  const middle = (each) => { const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2]; };
  const here = document.querySelector(".spot.pointed");
  const goal = document.querySelector(`.spot[data-id="${CSS.escape(place)}"]`);
  if (!here) return ["", "ArrowRight"];
  if (here === goal) return null;
  const [dx, dy] = [0, 1].map(axis => middle(goal)[axis] - middle(here)[axis]);
  const across = dx > 0 ? "ArrowRight" : "ArrowLeft";
  const down = dy > 0 ? "ArrowDown" : "ArrowUp";
  const first = Math.abs(dx) > Math.abs(dy) ? [across, down] : [down, across];
  return [here.dataset.id, ...first, "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
}"""
"""Where the chart is pointed at, and the arrows towards a place, the likeliest first."""
ON_IT = """each => each === document.activeElement"""


@dataclass
class Counts:
    """What was done with one page, and what went wrong on it."""

    taps: int = 0
    letters: int = 0
    keys: int = 0
    pages: int = 0
    scrolls: int = 0
    slow: int = 0
    dead: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)
    wide: list[str] = field(default_factory=list)
    tapped: list[str] = field(default_factory=list)

    @property
    def in_hand_s(self) -> float:
        """How long hands and eyes take for it."""
        return self.taps * TAP_S + (self.letters + self.keys) * LETTER_S + self.pages * PAGE_S


class Hand(Protocol):
    """How somebody reaches what he sees: with a finger, a mouse or the keyboard alone."""

    def reach(self, page: Page, goal: Locator, counts: Counts) -> None:
        """Tap it; what that took is counted."""


class Finger:
    """A finger on glass: what is out of view is scrolled to, what is covered is missed."""

    def reach(self, page: Page, goal: Locator, counts: Counts) -> None:
        """Tap the middle of it, whatever lies over it."""
        box = goal.bounding_box()
        if box is None or not goal.evaluate(IN_SIGHT):
            goal.evaluate("each => each.scrollIntoView({ block: 'center' })")
            counts.scrolls += 1
            box = goal.bounding_box()
        assert box is not None
        counts.taps += 1
        self.press(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def press(self, page: Page, x: float, y: float) -> None:
        """Tap there."""
        page.touchscreen.tap(x, y)


class Mouse(Finger):
    """A mouse on a laptop: the same, with a pointer."""

    def press(self, page: Page, x: float, y: float) -> None:
        """Click there."""
        page.mouse.click(x, y)


class Keys:
    """No finger and no mouse: Tab until it is reached, then Enter."""

    def reach(self, page: Page, goal: Locator, counts: Counts) -> None:
        """Walk to it from where the keyboard is, and press Enter; each key is counted."""
        walked = 0
        while not goal.evaluate(ON_IT):
            page.keyboard.press("Tab")
            walked += 1
            if walked > MOST_TABS:
                counts.dead.append(f"can't be reached by keyboard: {goal}")
                return
        counts.keys += walked + 1
        page.keyboard.press("Enter")

    def walk(self, page: Page, place: str, counts: Counts) -> None:
        """Walk on the chart to a lit place, by arrows, as the eye leads."""
        chart = page.locator(".map-window")
        while not chart.evaluate(ON_IT):
            page.keyboard.press("Tab")
            counts.keys += 1
        tried: set[tuple[str, str]] = set()
        while (way := page.evaluate(WAY, place)) is not None:
            here, *arrows = way
            arrow = next((each for each in arrows if (here, each) not in tried), None)
            if arrow is None:
                counts.dead.append(f"no arrow leads to {place}")
                return
            tried.add((here, arrow))
            page.keyboard.press(arrow)
            counts.keys += 1


@dataclass
class Person:
    """Somebody with a page of his own; every 4xx and every broken script is noted."""

    name: str
    page: Page
    hand: Hand
    counts: Counts = field(default_factory=Counts)

    def __post_init__(self) -> None:
        self.page.on("response", self._note)
        self.page.on("pageerror", lambda error: self.counts.broken.append(str(error.stack)))

    def sees(self, url: str) -> None:
        """Have a page opened for him: the program opens it where there is a screen."""
        self.page.goto(url)
        self.counts.pages += 1
        self.look()

    def types_address(self, url: str) -> None:
        """Type an address, as it is read from a screen, and open it."""
        self.counts.letters += len(url.removeprefix("http://").rstrip("/")) + 1
        self.sees(url)

    def types(self, where: Locator, text: str) -> None:
        """Tap a field and type into it, or walk to it by keyboard."""
        if isinstance(self.hand, Keys):
            while not where.evaluate(ON_IT):
                self.page.keyboard.press("Tab")
                self.counts.keys += 1
        elif not where.evaluate(ON_IT):
            self.hand.reach(self.page, where, self.counts)
        self.page.keyboard.press("Control+A")
        self.counts.letters += len(text)
        self.page.keyboard.type(text)

    def taps(self, goal: Locator, what: str) -> bool:
        """Tap something; whether anything on the page followed. A new page is read first."""
        before, path = self.page.evaluate(SEEN), self.page.url
        self.counts.tapped.append(what)
        self.hand.reach(self.page, goal.first, self.counts)
        follows = self._follows(before)
        if not follows:
            self.counts.dead.append(what)
        self.counts.pages += self.page.url != path
        self.look()
        return follows

    def sends(self, button: Locator, what: str) -> bool:
        """Send what was typed: by its button, or with Enter where there is a keyboard."""
        if not isinstance(self.hand, Keys):
            return self.taps(button, what)
        before = self.page.evaluate(SEEN)
        self.counts.keys += 1
        self.counts.pages += 1
        self.page.keyboard.press("Enter")
        if follows := self._follows(before):
            return follows
        self.counts.dead.append(what)
        return False

    def look(self) -> None:
        """Note what lies behind the last line at the end of a page, and what is too wide."""
        try:
            if covered := self.page.evaluate(COVERED):
                self.counts.covered += covered if self.page.evaluate(AT_END) else []
            if (wider := self.page.evaluate(WIDER)) > 0:
                self.counts.wide.append(f"{self.page.url}: {wider} px")
        except Error:
            pass  # The page is just going on to another.

    def _follows(self, before: str) -> bool:
        began_s = time.monotonic()
        until_s = began_s + FOLLOWS_S
        while time.monotonic() < until_s:
            try:
                left_ms = max(1, 1000 * (until_s - time.monotonic()))
                self.page.wait_for_function(FOLLOWED, arg=before, timeout=left_ms, polling=50)
            except Error as error:
                if "Timeout" in str(error):
                    return False
                time.sleep(0.05)  # it goes on to another page
            else:
                self.counts.slow += time.monotonic() - began_s > SLOW_S
                return True
        return False

    def _note(self, answer: Response) -> None:
        if answer.status >= 400:
            self.counts.refused.append(f"{answer.status} {answer.request.method} {answer.url}")
