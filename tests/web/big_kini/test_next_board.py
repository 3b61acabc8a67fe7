"""What a browser keeps of a board is asked after: the next game has other colours and places."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.play.game import Seat
from tests.web.tables import client_of, make_host
from web.host.roles import Role


@pytest.mark.parametrize("address", ["/kinds.css", "/map-light.svg?in=en", "/map-dark.svg?in=fr"])
def test_the_next_game_on_the_same_page_has_its_own_colours(tmp_path: Path, address: str) -> None:
    """Kept while it is the same; where another game has begun, the other one comes."""
    host = make_host(tmp_path / "table.sqlite")
    client = client_of(host, Role.WATCHER)
    first = client.get(address)
    asked = {"If-None-Match": first.headers["ETag"]}

    assert "max-age" not in first.headers["Cache-Control"]
    assert client.get(address, headers=asked).status_code == 304

    host.choose("big_kini")
    host.begin([Seat("Ann", "red"), Seat("Ben", "blue")], {})
    after = client_of(host, Role.WATCHER).get(address, headers=asked)

    assert after.status_code == 200
    assert after.data != first.data
    host.store.close()
