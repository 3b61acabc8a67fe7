"""What a page's scripts listen for."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import Page


def listeners(page: Page) -> Counter[str]:
    """How many listeners the document has, by what they listen for."""
    browser = page.context.new_cdp_session(page)
    document = browser.send("Runtime.evaluate", {"expression": "document"})["result"]["objectId"]
    found = browser.send("DOMDebugger.getEventListeners", {"objectId": document})["listeners"]
    browser.detach()
    return Counter(each["type"] for each in found)
