"""A phone under a thumb: its size, what lies on top, where one chooses."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
ON_TOP = """each => {
  const box = each.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return each.contains(there);
}"""


def chooser(page: Page) -> Locator:
    return page.locator("[data-chooser]")
