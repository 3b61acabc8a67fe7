"""Whether anybody can use a page: axe-core, big targets, and no page wider than a phone.

A page is looked over by day and by night, on a phone and on a big screen, and its size on both in
both languages. Of the other language axe-core is asked once more, on a phone by day, all but the
colours: it may lack words, but its colours are the same, and they are most of axe-core's time.
The light and the width are changed where the page stands; only the language needs it loaded again.
What lies on the chart is hidden from axe-core as it is from a screen reader; the same is there in
words.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page

LANGUAGES = ("en", "fr")
LIGHTS = ("light", "dark")
PHONE, SCREEN = (360, 740), (1920, 1080)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""Rules that another light can break; the others hold by day and by night."""
Rules = Mapping[str, object]
ALL: Rules = {"runOnly": {"type": "tag", "values": TAGS}}
OF_COLOURS: Rules = {"runOnly": {"type": "rule", "values": COLOURS}}
ALL_BUT_COLOURS: Rules = {**ALL, "rules": {rule: {"enabled": False} for rule in COLOURS}}
RUN = """async ([include, rules]) => {
  const drawn = [...document.querySelectorAll(".layer")].map(each => [each, [...each.childNodes]]);
  for (const [layer] of drawn) layer.replaceChildren();
  const found = await axe.run(
    {exclude: [".layer"], ...include}, {...rules, resultTypes: ["violations"]});
  for (const [layer, parts] of drawn) layer.replaceChildren(...parts);
  return found.violations.map(each => each.id + ": " + each.nodes.map(
    node => node.target + " " + node.any.map(reason => reason.message))); }"""
"""axe-core walks through what it is told to leave out, which is most of a page with a chart."""
UNFOLD = "document.querySelectorAll('details').forEach(e => { e.open = !e.matches('.wishes'); })"
WISHES = "document.querySelectorAll('details').forEach(e => { e.open = e.matches('.wishes'); })"
"""What opens over the page hides what it lies on: it is looked over alone."""
SMALL = """() => [...document.querySelectorAll(
    "button, summary, a.button, nav a, select, input:not([type=hidden])")]
  .filter(each => each.checkVisibility() && !each.closest(".unseen"))
  .filter(each => { const box = (each.closest("label.choice") ?? each).getBoundingClientRect();
                    return box.height < 43.9 || box.width < 43.9; })
  .map(each => "smaller than 44 px: " + each.outerHTML.slice(0, 80))"""
COVERED = """() => {
  const deck = [...document.querySelectorAll(".deck > *")].map((each) => ({
    name: each.className, box: each.getBoundingClientRect(),
    below: each.scrollHeight - each.clientHeight })).filter(({ box }) => box.height);
  return deck.filter(({ box, below }, at) => below > 1 || deck.slice(at + 1).some(
    (other) => other.box.top < box.bottom - 1)).map(({ name }) => name);
}"""
"""What stands in the deck over something else of it, or hangs out of its own box."""
WIDER = """() => document.documentElement.scrollWidth <= innerWidth ? []
  : ["wider than the window by " + (document.documentElement.scrollWidth - innerWidth)]"""
LIT_BY = "light => { document.documentElement.dataset.theme = light; }"


def faults_everywhere(page: Page, url: str) -> dict[tuple[str, str, int], list[str]]:
    """What is wrong with a page, by language, light and width; nothing where nothing is.

    What is wrong in any light is told without one.
    """
    wrong: dict[tuple[str, str, int], list[str]] = {}
    for language in LANGUAGES:
        page.context.add_cookies([{"name": "language", "value": language, "url": url}])
        page.goto(url)
        assert page.locator("html").get_attribute("lang") == language
        page.evaluate(Path(AXE_FILE_PATH).read_text(encoding="utf-8"))
        page.evaluate(UNFOLD)
        for width, height in (PHONE, SCREEN):
            page.set_viewport_size({"width": width, "height": height})
            narrow = [*page.evaluate(SMALL), *page.evaluate(WIDER)]
            if narrow:
                wrong[language, "", width] = narrow
            for light in _lights(language, width):
                page.evaluate(LIT_BY, light)
                if found := _violations(page, _rules(language, light)):
                    wrong[language, light, width] = found
        page.evaluate(WISHES)
        rules = _rules(language, LIGHTS[0])
        if page.locator(".wishes").count() and (found := _violations(page, rules, ".wishes")):
            wrong[language, "wishes", SCREEN[0]] = found
    return wrong


def _lights(language: str, width: int) -> tuple[str, ...]:
    """The lights by which axe-core is asked."""
    if language == LANGUAGES[0]:
        return LIGHTS
    return LIGHTS[:1] if width == PHONE[0] else ()


def _rules(language: str, light: str) -> Rules:
    """What axe-core is asked of a language in a light, as its run options."""
    if light != LIGHTS[0]:
        return OF_COLOURS
    return ALL if language == LANGUAGES[0] else ALL_BUT_COLOURS


def looked_over(page: Page) -> list[str]:
    """What axe-core has to say against a page as it stands."""
    page.evaluate(Path(AXE_FILE_PATH).read_text(encoding="utf-8"))
    return _violations(page)


def _violations(page: Page, rules: Rules = ALL, within: str = "") -> list[str]:
    found = page.evaluate(RUN, [{"include": [within]} if within else {}, rules])
    assert isinstance(found, list)
    return found
