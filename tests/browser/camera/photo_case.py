"""A case of photos to score, begun on its page; and a photo to hand in."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.web.photo_score.pictures import jpeg
from tests.web.tables import ServedTable
from web.host.roles import Role

Open = Callable[..., Page]
PHOTO = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": jpeg()}


def begun(table: ServedTable, open_page: Open, button: str = "Begin") -> Page:
    page = open_page(table.door(Role.HOST))
    page.goto(f"http://localhost:{table.port}/photo")
    with page.expect_navigation():  # a photo chosen before the page's script runs is not seen
        page.get_by_role("button", name=button).click()
    return page
