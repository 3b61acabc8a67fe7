"""How much a page loads on a phone that has nothing yet."""

from __future__ import annotations

from playwright.sync_api import Page

LEAST_BYTES, MOST_BYTES = 10_000, 150_000
"""Less would say that nothing was measured."""
_LOADED = """() => performance.getEntriesByType("navigation")
  .concat(performance.getEntriesByType("resource"))
  .reduce((sum, each) => sum + each.transferSize, 0)"""


def is_small(page: Page, url: str) -> bool:
    """Whether a page's first load is small; what has come before is not asked for again."""
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.goto(url)
    page.wait_for_load_state("load")
    return LEAST_BYTES < page.evaluate(_LOADED) <= MOST_BYTES
