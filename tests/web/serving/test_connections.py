"""A crowd without a code stops nobody who has one: connections, answers nobody reads, bodies."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from waitress.channel import ClientDisconnected

from tests.web.tables import ServedTable, serve_table
from web.host.roles import Role
from web.serving import connections, crowd
from web.serving.crowd import Room
from web.serving.security import LARGEST_BODY

PATIENCE_S = 20.0
FEW = Room(strangers=6, strangers_each=5, phones=4)
MAP = b"GET /map-light.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedTable]:
    """A table with two workers, to be kept waiting by a third."""
    with serve_table(tmp_path / "table.sqlite", threads=2) as table:
        yield table


def cookie(served: ServedTable, role: Role = Role.HOST) -> str:
    return f"door-{served.port}={served.host.doors.to(role).token}"


def call(served: ServedTable, at: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), PATIENCE_S, (at, 0))


def ask(served: ServedTable, path: str, role: Role | None = Role.HOST) -> tuple[int, str]:
    """One request of a phone, or a stranger's, on a connection of its own."""
    way = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
    with closing(way):
        way.request("GET", path, headers={} if role is None else {"Cookie": cookie(served, role)})
        answer = way.getresponse()
        return answer.status, answer.read().decode()


def is_closed(line: socket.socket) -> bool:
    """Whether the other side hangs up, after whatever it has said."""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def test_who_asks_and_never_reads_keeps_no_worker(served: ServedTable) -> None:
    """A hundred pictures in one breath; before, one such connection took a worker for ever."""
    with ExitStack() as stack:
        for _ in range(12):
            line = stack.enter_context(closing(call(served)))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            line.sendall(MAP * 150)

        assert ask(served, "/table")[0] == 200


def test_who_says_nothing_takes_no_place(served: ServedTable) -> None:
    with ExitStack() as stack:
        for _ in range(150):
            stack.enter_context(closing(call(served)))

        assert ask(served, "/table")[0] == 200


def test_no_more_is_heard_than_is_answered(served: ServedTable) -> None:
    with closing(call(served)) as line:
        line.sendall(MAP.replace(b"map-light.svg", b"no-such-page") * 50)
        said = b""
        while chunk := line.recv(65536):
            said += chunk

    assert 1 <= said.count(b"HTTP/1.1 ") <= 2


def test_one_after_another_a_connection_is_used_again(served: ServedTable) -> None:
    way = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
    with closing(way):
        for _ in range(30):
            way.request("GET", "/view", headers={"Cookie": cookie(served)})
            answer = way.getresponse()
            assert (answer.status, bool(answer.read())) == (200, True)


@pytest.mark.parametrize("by_s", [3600, -3600])
def test_a_clock_that_is_set_keeps_nobody_on_the_line(
    by_s: int, served: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it hang up on a phone."""
    phone = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
    with closing(phone), closing(call(served)) as line:
        phone.request("GET", "/view", headers={"Cookie": cookie(served)})
        phone.getresponse().read()
        there = phone.sock
        monkeypatch.setattr(connections, "GREETING_S", 0.5)
        now = time.time
        monkeypatch.setattr(time, "time", lambda: now() + by_s)

        assert is_closed(line)
        phone.request("GET", "/view", headers={"Cookie": cookie(served)})
        assert phone.getresponse().status == 200
        assert phone.sock is there


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        pytest.param("GREETING_S", b"", id="nothing is said"),
        pytest.param("GREETING_S", b"GET /map-light.svg HTTP/1.1\r\n", id="half a greeting"),
        pytest.param(
            "GREETING_S",
            b"POST /act HTTP/1.1\r\nContent-Length: 100\r\n\r\nhalf",
            id="half a body",
        ),
        pytest.param("GREETING_S", MAP, id="nothing more is said"),
    ],
)
def test_a_stranger_stays_a_moment(
    limit: str, said: bytes, served: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, limit, 0.2)
    with closing(call(served)) as line:
        line.sendall(said)
        assert is_closed(line)


def test_an_answer_that_nobody_reads_is_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a worker waits for it: a stream to a phone that sleeps gives its place back."""
    monkeypatch.setattr(connections, "STRANGER_READS_S", 0.2)
    with serve_table(tmp_path / "table.sqlite", threads=2) as served:
        served.host.drawings["light"] = "x" * 20_000_000
        with closing(call(served)) as line:
            line.sendall(MAP)
            assert line.recv(10).startswith(b"HTTP/1.1")
            for channel in _channels_after(served, 1):
                assert channel.token == ""
            assert _channels_after(served, 0) == []


def _channels_after(served: ServedTable, count: int) -> list[connections.Channel]:
    """Who is on the line, as soon as they are so many."""
    until_s = time.monotonic() + PATIENCE_S
    while len(served.channels()) != count and time.monotonic() < until_s:
        time.sleep(0.05)
    return served.channels()


def test_strangers_make_room_for_strangers_and_never_take_a_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "room", lambda: FEW)
    with serve_table(tmp_path / "table.sqlite") as served, ExitStack() as stack:
        phone = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
        stack.enter_context(closing(phone))
        phone.request("GET", "/view", headers={"Cookie": cookie(served)})
        assert phone.getresponse().read()
        apart = stack.enter_context(closing(call(served, "127.0.0.2")))
        first, *_ = [stack.enter_context(closing(call(served))) for _ in range(30)]

        assert is_closed(first)
        apart.settimeout(0.5)
        assert not is_closed(apart)  # another address: it has done nothing
        phone.request("GET", "/view", headers={"Cookie": cookie(served)})
        assert phone.getresponse().status == 200
        assert phone.sock is not None


def test_one_phone_has_only_so_many_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One worker: with more, who was answered first is not always who was done with first."""
    monkeypatch.setattr(crowd, "MOST_EACH", 3)
    with serve_table(tmp_path / "table.sqlite", threads=1) as served, ExitStack() as stack:
        shown = f"Cookie: {cookie(served)}"
        asked = f"GET /view HTTP/1.1\r\nHost: localhost\r\n{shown}\r\n\r\n".encode()
        lines = [stack.enter_context(closing(call(served))) for _ in range(5)]
        for line in lines:
            line.sendall(asked)
            assert line.recv(12) == b"HTTP/1.1 200"
        for line in lines:
            line.settimeout(0.5)

        assert [is_closed(line) for line in lines] == [True, True, False, False, False]


def test_strangers_wait_in_line_and_phones_do_not(
    served: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "STRANGERS_AT_ONCE", 0)
    monkeypatch.setattr(connections, "ASIDE_S", 0.1)

    status, said = ask(served, "/map-light.svg", None)

    assert (status, said) == (503, connections.SAID.decode())
    assert ask(served, "/map-light.svg")[0] == 200
    token = served.host.doors.to(Role.WATCHER).token
    assert ask(served, f"/join/{token}", None)[0] == 200


def test_strangers_are_held_to_a_pace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "EACH_IN_A_BURST", 2.0)
    monkeypatch.setattr(crowd, "EACH_A_SECOND", 0.0)
    monkeypatch.setattr(connections, "ASIDE_S", 0.1)
    with serve_table(tmp_path / "table.sqlite") as served:
        asked = [ask(served, "/map-light.svg", None)[0] for _ in range(3)]

    assert asked == [200, 200, 503]


def body_told(served: ServedTable, length: int, head: str = "") -> socket.socket:
    """Begin to send a body of so many bytes."""
    line = call(served)
    asked = f"POST /camera/empty HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n{head}"
    line.sendall(asked.encode() + b"\r\n" + b"x" * 100)
    return line


def test_a_strangers_body_is_refused_before_it_comes(served: ServedTable) -> None:
    with closing(body_told(served, LARGEST_BODY + 1)) as line:
        assert line.recv(12) == b"HTTP/1.1 413"


def test_a_strangers_body_in_pieces_is_no_longer_than_another(served: ServedTable) -> None:
    head = b"POST /act HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with closing(call(served)) as line:
        line.sendall(head + b"20000\r\n" + b"x" * 0x20000 + b"\r\n")
        assert line.recv(12) == b"HTTP/1.1 413"


def test_one_phone_sends_only_so_many_photos_at_once(served: ServedTable) -> None:
    head = f"Cookie: {cookie(served)}\r\n"
    with ExitStack() as stack:
        for _ in range(connections.MOST_UPLOADS_EACH):
            stack.enter_context(closing(body_told(served, 20_000_000, head))).settimeout(0.5)
        ask(served, "/view")  # those before were heard by now
        with closing(body_told(served, 20_000_000, head)) as third:
            assert third.recv(12) == b"HTTP/1.1 413"


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: " + b"9" * 5000,
        b"Content-Length: -1",
        b"Content-Length: 1e3",
        b"Transfer-Encoding: gzip, chunked",
        b"A B: c",
        b"\x00: \xff",
    ],
)
def test_a_head_of_nonsense_is_answered(head: bytes, served: ServedTable) -> None:
    with closing(call(served)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\n")

        assert line.recv(100).split()[1] in (b"400", b"501")


def test_who_speaks_nonsense_and_leaves_breaks_nothing(
    served: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, broken, answered = connections.Channel.service, list[Exception](), threading.Event()

    def left(*_: object) -> int:
        raise ClientDisconnected

    def answering(channel: connections.Channel) -> None:
        try:
            answer(channel)
        except Exception as error:  # noqa: BLE001  (whichever it is, a worker meets it)
            broken.append(error)
        answered.set()

    monkeypatch.setattr(connections.Channel, "write_soon", left)
    monkeypatch.setattr(connections.Channel, "service", answering)
    with closing(call(served)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nA B: c\r\n\r\n")
        assert answered.wait(PATIENCE_S)

    assert not broken


def test_one_phone_is_answered_so_often_at_once_and_then_in_turn(
    served: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that it asks is answered; another phone need not wait for it."""
    monkeypatch.setattr(crowd, "ANSWERED_EACH", 1)
    go_on, answer, at_once = threading.Event(), connections.Channel.service, [0, 0]

    def slowly(channel: connections.Channel) -> None:
        if getattr(channel.requests[0], "path", "") == "/score":
            at_once[0] += 1
            at_once[1] = max(at_once)
            go_on.wait(PATIENCE_S)
            at_once[0] -= 1
        answer(channel)

    monkeypatch.setattr(connections.Channel, "service", slowly)
    head = f"GET /score HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie(served)}\r\n\r\n"
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(call(served))) for _ in range(5)]
        for line in lines:
            line.sendall(head.encode())

        assert ask(served, "/table", Role.WATCHER)[0] == 200
        go_on.set()
        assert {line.recv(12) for line in lines} == {b"HTTP/1.1 200"}
    assert at_once[1] == 1


def test_few_files_have_room_for_few() -> None:
    few, many = Room.for_files(512), Room.for_files(4096)

    assert few.strangers + few.phones < 512 / 2
    assert 3 * (many.strangers + many.phones) < 4096
    assert many.strangers_each < many.strangers
