"""A way to the table on which what a page sends is held back."""

from __future__ import annotations

from playwright.sync_api import Page, Route


class HeldBack:
    """What a page sends there: none of it arrives by itself until the way is open.

    The way is never taken down: a browser would send on what it holds, dropped a moment ago or not.
    """

    def __init__(self, page: Page, address: str) -> None:
        self.held: list[Route] = []
        self.is_open = False
        page.route(address, self._meet)

    def _meet(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.held.append(route)
