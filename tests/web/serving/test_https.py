"""The table over https: its certificate is kept, and the door for TLS changes nothing else."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.errors import InputError
from tests.web.tables import ServedTable, serve_table
from web.host.roles import Role
from web.https import front
from web.https.certificate import FILE, LASTS, MOST_NAMES, identity
from web.serving.crowd import Room
from web.serving.limits import MOST_STREAMS_EACH

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
HOSTS = ("192.0.2.7", "den.local", "localhost", "127.0.0.1", "[::1]")
PATIENCE_S = 20.0
PASS = b'{"revision": 0, "act": {"fact": {"do": "pass", "player": "Benjamin"}}}'
ONE_BYTE_TOO_MANY = 64 * 1024 + 1


def certificate_in(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / FILE).read_bytes())


def names_in(folder: Path) -> set[str]:
    names = certificate_in(folder).extensions.get_extension_for_class(x509.SubjectAlternativeName)
    return {str(name.value) for name in names.value}


def test_a_certificate_names_this_machine_and_is_read_by_its_owner_alone(tmp_path: Path) -> None:
    made = identity(tmp_path, HOSTS, NOW)

    assert made.is_new
    assert names_in(tmp_path) == {"192.0.2.7", "den.local", "localhost", "127.0.0.1", "::1"}
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    lasts = (
        certificate_in(tmp_path).not_valid_after_utc - certificate_in(tmp_path).not_valid_before_utc
    )
    assert lasts <= timedelta(days=825)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize(
    ("hosts", "later", "is_new"),
    [
        pytest.param(HOSTS, timedelta(days=1), False, id="the same evening"),
        pytest.param(HOSTS[1:], timedelta(days=400), False, id="fewer names, a year on"),
        pytest.param((*HOSTS, "192.0.2.8"), timedelta(days=1), True, id="another address"),
        pytest.param(HOSTS, LASTS - timedelta(days=20), True, id="soon over"),
        pytest.param(HOSTS, LASTS + timedelta(days=20), True, id="over"),
        pytest.param(HOSTS, -timedelta(days=40), True, id="not yet good, by a clock put back"),
        pytest.param((*HOSTS, "zoë_s laptop"), timedelta(), False, id="no name for a certificate"),
    ],
)
def test_it_is_kept_while_it_can_be(
    hosts: tuple[str, ...], later: timedelta, is_new: bool, tmp_path: Path
) -> None:
    first = identity(tmp_path, HOSTS, NOW)

    again = identity(tmp_path, hosts, NOW + later)

    assert again.is_new is is_new
    assert (again.fingerprint != first.fingerprint) is is_new
    assert not identity(tmp_path, hosts, NOW + later).is_new


def test_who_comes_back_to_an_address_needs_no_other_certificate(tmp_path: Path) -> None:
    identity(tmp_path, HOSTS, NOW)
    away = identity(tmp_path, ("198.51.100.3",), NOW)

    assert identity(tmp_path, HOSTS, NOW).fingerprint == away.fingerprint


def test_it_does_not_grow_with_every_network(tmp_path: Path) -> None:
    for number in range(2 * MOST_NAMES):
        identity(tmp_path, (f"192.0.2.{number}",), NOW)

    assert len(names_in(tmp_path)) == MOST_NAMES
    assert f"192.0.2.{2 * MOST_NAMES - 1}" in names_in(tmp_path)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda *_: b"", id="empty"),
        pytest.param(lambda *_: b"\x00no certificate", id="something else"),
        pytest.param(lambda data, _: data[: len(data) // 2], id="cut off"),
        pytest.param(lambda data, _: data[data.index(b"-----BEGIN CERT") :], id="no key"),
        pytest.param(
            lambda data, other: (
                data[: data.index(b"-----BEGIN CERT")] + other[other.index(b"-----BEGIN CERT") :]
            ),
            id="another's certificate",
        ),
    ],
)
def test_what_is_spoilt_is_made_anew(
    spoil: Callable[[bytes, bytes], bytes], tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    identity(tmp_path, HOSTS, NOW)
    identity(tmp_path / "other", HOSTS, NOW)
    path = tmp_path / FILE
    path.write_bytes(spoil(path.read_bytes(), (tmp_path / "other" / FILE).read_bytes()))

    assert identity(tmp_path, HOSTS, NOW).is_new
    identity(tmp_path, HOSTS, NOW).context()


def test_a_folder_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=FILE) as refused:
        identity(tmp_path / "nowhere", HOSTS, NOW)

    assert "\n" not in str(refused.value)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedTable]:
    with serve_table(tmp_path / "table.sqlite", https=True) as table:
        yield table


def trusting(served: ServedTable) -> ssl.SSLContext:
    """A phone that trusts this one certificate, for its names alone."""
    return ssl.create_default_context(cafile=str(served.host.store.path.parent / FILE))


def plainly(served: ServedTable, caller: str = "127.0.0.1") -> socket.socket:
    port = served.host.address.https_port
    assert port is not None
    return socket.create_connection(("127.0.0.1", port), PATIENCE_S, (caller, 0))


def securely(served: ServedTable, caller: str = "127.0.0.1") -> ssl.SSLSocket:
    return trusting(served).wrap_socket(plainly(served, caller), server_hostname="localhost")


def cookie(served: ServedTable, role: Role = Role.HOST) -> str:
    return f"__Host-door-{served.port}={served.host.doors.to(role).token}"


def ask(
    served: ServedTable, method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPSConnection(
        "localhost", served.host.address.https_port, timeout=PATIENCE_S, context=trusting(served)
    )
    given = {"Cookie": cookie(served), "Accept": "application/json", **headers}
    connection.request(method, path, body, {name.replace("_", "-"): v for name, v in given.items()})
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    return answer, said


def test_a_page_over_https_is_the_same_page(served: ServedTable) -> None:
    answer, said = ask(served, "GET", "/table", Accept="text/html")

    assert answer.status == 200
    assert b"Benjamin" in said


def test_its_cookie_is_for_https_alone(served: ServedTable) -> None:
    token = served.host.doors.to(Role.WATCHER).token
    answer, _ = ask(served, "GET", f"/join/{token}", Cookie="")
    given = answer.headers["Set-Cookie"]

    assert given.startswith(f"__Host-door-{served.port}={token};")
    assert "; Secure" in given
    plain = http.client.HTTPConnection("localhost", served.port, timeout=PATIENCE_S)
    plain.request("GET", "/table", headers={"Cookie": f"__Host-door-{served.port}={token}"})
    assert plain.getresponse().status == 401
    plain.close()


@pytest.mark.parametrize(("scheme", "status"), [("https", 200), ("http", 403)])
def test_a_write_comes_from_its_own_page(scheme: str, status: int, served: ServedTable) -> None:
    origin = f"{scheme}://localhost:{served.host.address.https_port}"

    answer, said = ask(served, "POST", "/act", PASS, Origin=origin, Content_Type="application/json")

    assert answer.status == status, said


def test_what_is_too_large_is_refused(served: ServedTable) -> None:
    answer, said = ask(
        served, "POST", "/act", b" " * ONE_BYTE_TOO_MANY, Content_Type="application/json"
    )

    assert (answer.status, json.loads(said)["error"]["code"]) == (413, "request-entity-too-large")


def test_many_megabytes_come_through_whole(served: ServedTable) -> None:
    """A photo that is none: refused for what is in it, not for its size."""
    body = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
    body += b"\xff" * 5_000_000 + b"\r\n--x--\r\n"
    form = "multipart/form-data; boundary=x"

    answer, said = ask(served, "POST", "/camera/empty", body, Content_Type=form)

    assert answer.status == 422, said


def listening(served: ServedTable, caller: str = "127.0.0.1") -> tuple[ssl.SSLSocket, bytes]:
    """Ask for the news as a phone does; also what is said first."""
    phone = securely(served, caller)
    asked = f"GET /news HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie(served)}\r\n\r\n"
    phone.sendall(asked.encode())
    return phone, phone.recv(4096).partition(b"\r\n")[0]


def stream(served: ServedTable) -> ssl.SSLSocket:
    phone, said = listening(served)
    assert said == b"HTTP/1.1 200 OK"
    return phone


def test_news_come_at_once(served: ServedTable) -> None:
    phone = stream(served)
    said = b""
    ask(served, "POST", "/act", PASS, Content_Type="application/json")
    began = time.monotonic()
    while b"event: news" not in said:
        said += phone.recv(4096)
    phone.close()

    assert time.monotonic() - began < PATIENCE_S / 2


def test_phones_that_hang_up_give_their_streams_back(tmp_path: Path) -> None:
    with serve_table(tmp_path / "table.sqlite", threads=2, https=True) as served:
        for _ in range(6):
            stream(served).close()
        began = time.monotonic()

        stream(served).close()

    assert time.monotonic() - began < PATIENCE_S / 2


def test_phones_are_told_apart_by_their_own_address(served: ServedTable) -> None:
    """To the server behind the door they all come from this machine."""
    callers = [*["127.0.0.1"] * (MOST_STREAMS_EACH + 1), "127.0.0.2"]

    heard = [listening(served, caller) for caller in callers]

    for phone, _ in heard:
        phone.close()
    assert [said[9:12] for _, said in heard[-3:]] == [b"200", b"429", b"200"]


def test_who_comes_without_tls_is_sent_over(served: ServedTable) -> None:
    phone = plainly(served)
    phone.sendall(b"GET /table HTTP/1.1\r\nHost: den.local\r\n\r\n")
    said = phone.recv(4096).decode()
    phone.close()

    assert said.startswith("HTTP/1.1 307 ")
    assert f"Location: https://127.0.0.1:{served.host.address.https_port}/\r\n" in said


def test_who_says_nothing_holds_nobody_up(
    served: ServedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Silent, half-way through the greeting, or speaking nonsense: the next is served at once."""
    monkeypatch.setattr(front, "GREETING_S", 1.0)
    silent = [plainly(served) for _ in range(5)]
    for phone, says in zip(
        silent, (b"", b"\x16", b"\x16\x03\x01", b"\x16" * 50, b"x"), strict=True
    ):
        phone.sendall(says)
    began = time.monotonic()

    assert ask(served, "GET", "/view")[0].status == 200
    assert time.monotonic() - began < 5
    for phone in silent:
        phone.settimeout(PATIENCE_S)
        while phone.recv(4096):
            pass
        phone.close()


def test_strangers_at_the_door_make_room_for_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ever so many come, with TLS and without; the oldest of them go, and no phone that plays."""
    monkeypatch.setattr(front, "room", lambda: Room(6, 5, 20))
    with serve_table(tmp_path / "table.sqlite", https=True) as served:
        playing = stream(served)
        strangers = [plainly(served) for _ in range(12)]
        assert ask(served, "GET", "/table")[0].status == 200
        answer, _ = ask(served, "POST", "/act", PASS, Content_Type="application/json")
        assert answer.status == 200
        said = b""
        while b"event: news" not in said:
            said += playing.recv(4096)
        assert strangers[0].recv(1) == b""
    for each in (playing, *strangers):
        each.close()


def test_the_door_closes_at_once_whoever_stands_in_it(tmp_path: Path) -> None:
    with serve_table(tmp_path / "table.sqlite", https=True) as served:
        phones = [plainly(served), securely(served), stream(served)]
        began = time.monotonic()

    assert time.monotonic() - began < 5
    for phone in phones:
        phone.close()
