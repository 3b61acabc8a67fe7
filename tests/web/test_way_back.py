"""Settings are on every page, and lead back to it; also where the page answers a form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.web.routes import path_of
from tests.web.tables import app_of, make_host
from web.visits.navigation import this_page


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    host = make_host(tmp_path / "table.sqlite")
    yield app_of(host)
    host.store.close()


@pytest.mark.parametrize(
    ("form", "page"),
    [
        ("/tiles/1/a7/spot", "/tiles/1/a7"),
        ("/tiles/1/undo", "/tiles/1"),
        ("/tiles/1/play", "/tiles/1"),
        ("/tiles/1/cards/photo/corners", "/tiles/1/cards/photo"),
        ("/trace/import", "/trace"),
        ("/photo/3/answer", "/photo/3"),
        ("/start", "/start"),
        ("/wishes", "/"),
    ],
)
def test_a_page_that_answers_a_form_is_found_again(form: str, page: str, app: Flask) -> None:
    with app.test_request_context(form, method="POST"):
        assert this_page() == page


def test_no_form_leads_where_nothing_is(app: Flask) -> None:
    addresses = app.url_map.bind("")
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            with app.test_request_context(path_of(rule), method="POST"):
                assert addresses.test(this_page(), "GET"), rule
