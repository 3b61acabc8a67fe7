"""Laptops between which evenings are carried, and how a file of them goes there and back."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.boards.board_writing import keep_board
from companion.records.record import read_record
from companion.store import Store
from tests.web.tables import BOARD, NOW, client_of, make_host
from tests.web.tracing.tracing_bench import at_once
from tests.whole_games import GAMES
from web.host.host import Address, Host
from web.host.roles import Role
from web.host.settings import Help, Settings
from web.looking_back import carry
from web.tracing.desk import TracingDesk

NAMES = ("2-players-stuck", "3-players-all-sticks", "5-players-stuck")


@pytest.fixture(autouse=True)
def read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is read apart, which takes a second to begin; but for one test, here and now."""
    monkeypatch.setattr(carry, "desk", lambda: TracingDesk(None, at_once))  # type: ignore[arg-type]


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Host]:
    """Three evenings; the last is on the table."""
    store = Store(tmp_path / "old.sqlite")
    for at, name in enumerate(NAMES):
        begun = NOW.replace("T20:", f"T1{at}:")
        store.begin(read_record(GAMES / f"{name}.jsonl"), begun, keep_board(BOARD))
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    host.change(lambda _: Settings(Help.WARN, hide_standings=True))
    yield host
    store.close()


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Host]:
    """Another laptop, with a game that is played."""
    host = make_host(tmp_path / "new.sqlite")
    yield host
    host.store.close()


def carried(host: Host, which: str = "") -> bytes:
    return client_of(host, Role.HOST).get(f"/evenings/{which}carry.json").data


def take_in(host: Host, data: bytes) -> TestResponse:
    sent = {"evenings": (io.BytesIO(data), "evenings.json")}
    return client_of(host, Role.HOST).post(
        "/evenings/carry", data=sent, headers={"Accept": "application/json"}
    )
