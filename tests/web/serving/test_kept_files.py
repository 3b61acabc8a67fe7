"""Style and scripts of the pages: what a browser keeps, and for how long."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.tables import client_of, make_host
from web.host.roles import Role
from web.serving.kept_files import address


@pytest.fixture
def phone(tmp_path: Path) -> FlaskClient:
    return client_of(make_host(tmp_path / "table.sqlite"), Role.PLAYER, "Pauline")


def test_no_phone_goes_on_with_the_scripts_of_an_older_program(phone: FlaskClient) -> None:
    """A page names the edition of its files. Of those of another, and of those that are asked for
    plainly, a phone asks each time whether they are still the same, and gets nothing twice.
    """
    [kept] = re.findall(r'src="(/static/of/[^"]*/table/page.js)"', phone.get("/me").text)
    assert "immutable" in phone.get(kept).headers["Cache-Control"]
    for path in ("/static/table/page.js", "/static/of/0123456789ab/table/page.js"):
        first = phone.get(path)
        again = phone.get(path, headers={"If-None-Match": first.headers["ETag"]})

        assert first.headers["Cache-Control"] == "no-cache"
        assert first.data == phone.get(kept).data
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["table/none.js", "..", "../app.py", "/etc/passwd", ""])
def test_nothing_but_the_files_of_the_pages_is_served(path: str, phone: FlaskClient) -> None:
    for before in ("/static/", f"{address()}/"):
        assert phone.get(before + path).status_code in {308, 404}


def test_a_file_comes_small_where_the_browser_takes_that(phone: FlaskClient) -> None:
    plain = phone.get("/static/style/page.css")
    small = phone.get("/static/style/page.css", headers={"Accept-Encoding": "gzip"})

    assert gzip.decompress(small.data) == plain.data
    assert len(small.data) < len(plain.data) / 2
    assert small.headers["ETag"] != plain.headers["ETag"]
