"""How much one phone may ask for: no hand is ever stopped, and no script stops the others."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.tables import ServedTable, client_of, make_host, serve_table
from web.app import create_app
from web.host.host import Host
from web.host.roles import Role
from web.serving.limits import (
    MOST_KNOWN,
    MOST_STREAMS_EACH,
    PACE,
    PLACES,
    WRITES_A_SECOND,
    WRITES_AT_ONCE,
    Pace,
    Places,
)
from web.words.errors import RefusedError

ANNA, BEN = ("192.0.2.1", "a"), ("192.0.2.1", "b")
PASS = {"do": "pass", "player": "Benjamin"}
FASTEST_HAND = 12.0
"""Taps a second that nobody keeps up for a minute."""
PATIENCE_S = 20.0


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def refused_of(pace: Pace, who: tuple[str, str], writes: int) -> int:
    """How many of so many writes at once are refused."""
    refused = 0
    for _ in range(writes):
        try:
            pace.keep_to(who)
        except RefusedError as error:
            refused += error.status == 429
    return refused


def test_the_fastest_hand_is_never_stopped() -> None:
    now_s = [0.0]
    pace = Pace(clock_s=lambda: now_s[0])
    for _ in range(int(60 * FASTEST_HAND)):
        pace.keep_to(ANNA)
        now_s[0] += 1 / FASTEST_HAND


def test_a_script_is_held_to_the_pace() -> None:
    now_s = [0.0]
    pace = Pace(clock_s=lambda: now_s[0])
    at_once, a_second = int(WRITES_AT_ONCE), int(WRITES_A_SECOND)

    assert refused_of(pace, ANNA, at_once + 7) == 7
    now_s[0] += 1
    assert refused_of(pace, ANNA, a_second + 7) == 7


def test_one_phone_does_not_use_up_the_pace_of_another() -> None:
    pace = Pace(clock_s=lambda: 0.0)

    assert refused_of(pace, ANNA, 1000) > 0
    assert refused_of(pace, BEN, int(WRITES_AT_ONCE)) == 0


def test_phones_that_left_take_no_memory() -> None:
    now_s = [0.0]
    pace = Pace(clock_s=lambda: now_s[0])
    for number in range(3 * MOST_KNOWN):
        now_s[0] += 60
        pace.keep_to((str(number), ""))

    assert len(pace._left) <= MOST_KNOWN


def test_so_many_streams_for_each_and_so_many_in_all() -> None:
    places = Places(most=3, most_each=2)
    places.take(ANNA)
    places.take(ANNA)
    with pytest.raises(RefusedError) as third:
        places.take(ANNA)
    places.take(BEN)
    with pytest.raises(RefusedError) as fourth:
        places.take(("192.0.2.9", "c"))
    places.leave(ANNA)
    places.take(("192.0.2.9", "c"))

    assert (third.value.status, fourth.value.status, places.taken) == (429, 503, 3)


def test_too_many_writes_are_refused_in_one_clear_line(host: Host) -> None:
    client = client_of(host, Role.HOST)
    client.application.extensions[PACE] = Pace(0.0, 1.0)
    sent = [
        client.post("/act", json={"revision": seen, "act": {"fact": PASS}}) for seen in range(2)
    ]

    assert [answer.status_code for answer in sent] == [200, 429]
    assert sent[1].get_json()["error"] == {
        "code": "too-fast",
        "message": "That was too much at once; nothing was written, wait a second.",
    }
    assert host.table is not None
    assert host.table.view.revision == 1


@pytest.mark.parametrize("path", ["/act", "/wishes", "/photo", "/nowhere"])
def test_every_write_counts_whatever_becomes_of_it(path: str, host: Host) -> None:
    app = create_app(host)
    app.extensions[PACE] = Pace(0.0, 1.0)
    client = app.test_client()
    client.post(path)

    assert client.post(path).status_code == 429
    assert client.get("/static/style/page.css", buffered=True).status_code == 200


def test_a_phone_has_only_so_many_streams(host: Host) -> None:
    client = client_of(host, Role.WATCHER)
    streams = [client.get("/news") for _ in range(MOST_STREAMS_EACH)]

    refused = client.get("/news", headers={"Accept": "application/json"})

    assert [each.status_code for each in streams] == [200] * MOST_STREAMS_EACH
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (429, "too-many-streams")
    for stream in streams:
        stream.close()
    assert client.application.extensions[PLACES].taken == 0
    assert client.get("/news").status_code == 200


def open_stream(served: ServedTable) -> socket.socket:
    """Listen as a phone does, as far as the first words."""
    token = served.host.doors.to(Role.WATCHER).token
    phone = socket.create_connection(("127.0.0.1", served.port), PATIENCE_S)
    cookie = f"door-{served.port}={token}"
    phone.sendall(f"GET /news HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
    assert b"200 OK" in phone.recv(4096)
    return phone


def ended(phone: socket.socket) -> str:
    """What is still said until the stream ends."""
    said = b""
    while chunk := phone.recv(4096):
        said += chunk
    return said.decode()


def test_a_phone_that_leaves_gives_its_stream_back_soon(tmp_path: Path) -> None:
    with serve_table(tmp_path / "table.sqlite", threads=2) as served:
        for _ in range(6):
            open_stream(served).close()
        began = time.monotonic()

        open_stream(served).close()

    assert time.monotonic() - began < PATIENCE_S / 2


def test_a_taken_back_code_hears_nothing_more(tmp_path: Path) -> None:
    with serve_table(tmp_path / "table.sqlite") as served:
        phone = open_stream(served)
        served.host.doors.change_lock(Role.WATCHER)
        said = ended(phone)
        phone.close()

    assert "event: moved" in said


def test_a_table_that_is_stopped_sends_nobody_elsewhere(tmp_path: Path) -> None:
    with serve_table(tmp_path / "table.sqlite") as served:
        phone = open_stream(served)
        served.host.close()
        said = ended(phone)
        phone.close()

    assert "event: moved" not in said
