"""Any piece on any place, from lists, with no script and no pointer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.tables import BOARD, client_of, make_host
from web.host.host import Host
from web.host.roles import Role


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def offered(page: str, field: str) -> list[str]:
    """The values of a list of the page."""
    chosen = re.search(rf'<select name="fact\.{field}">(.*?)</select>', page)
    return re.findall(r'<option value="([^"]+)"', chosen[1]) if chosen else []


def test_every_place_is_in_a_list(host: Host) -> None:
    page = client_of(host, Role.PLAYER, "Benjamin").get("/anywhere").get_data(as_text=True)

    assert set(offered(page, "space")) == set(BOARD.spaces)
    assert {BOARD.island_of_slot[slot].id for slot in offered(page, "slot")} == set(BOARD.islands)
    assert set(offered(page, "company")) == {each.company for each in BOARD.harbours.values()}


@pytest.mark.parametrize(("role", "writers"), [(Role.PLAYER, 1), (Role.BANKER, 3)])
def test_who_may_be_written_for(role: Role, writers: int, host: Host) -> None:
    """A player writes for himself, who keeps the bank for everybody."""
    player = "Benjamin" if role is Role.PLAYER else None
    page = client_of(host, role, player).get("/anywhere").get_data(as_text=True)

    names = [name for name in ("Benjamin", "Pauline", "Jean-Luc") if f">{name}</option>" in page]
    assert len(names) == (0 if writers == 1 else writers)
    assert ('name="fact.player" value="Benjamin"' in page) is (writers == 1)


def test_a_form_without_a_script_writes_it_down(host: Host) -> None:
    client = client_of(host, Role.PLAYER, "Benjamin")
    space = next(iter(BOARD.spaces))
    sent = {"revision": "0", "back": "/", "fact.do": "stick", "fact.player": "Benjamin"}
    answer = client.post("/act", data={**sent, "fact.company": "red", "fact.space": space})

    assert answer.status_code == 303
    assert host.table is not None
    assert host.table.view.last.state.position.spaces == {space: "red"}


def test_who_only_watches_writes_nothing(host: Host) -> None:
    assert client_of(host, Role.WATCHER).get("/anywhere").status_code == 403
