"""The log helps whoever mends, and names nobody."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.web.tables import client_of, make_host
from web.host.host import Host
from web.host.roles import Role
from web.serving.logbook import (
    LARGEST_BYTES,
    OLDER_FILES,
    Seldom,
    broke,
    kept_log,
    log_of,
    scrubbed,
)

TOKEN = "Zq3_AbCdEfGhIjKlMnOpQr"
NAMES = ("Benjamin", "Pauline", "Jean-Luc")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def log_text(host: Host) -> str:
    return log_of(host.store.path).read_text(encoding="utf-8")


def breaking(host: Host, words: str) -> FlaskClient:
    """A host's browser, on a table one page of which breaks with these words."""
    client = client_of(host, Role.HOST)

    def broken() -> str:
        raise KeyError(words)

    client.application.view_functions["bank.books"] = broken
    return client


def test_an_error_page_shows_the_id_under_which_it_stands_in_the_log(host: Host) -> None:
    client = breaking(host, "malden/0")
    with kept_log(log_of(host.store.path), host):
        page = client.get("/bank").get_data(as_text=True)
        told = client.get("/bank", headers={"Accept": "application/json"}).get_json()["error"]

    [number] = re.findall(r"error ([0-9a-f]{8})\.", page)
    said = log_text(host)
    assert f"error {number} at GET /bank" in said
    assert f"error {told['id']} at GET /bank" in said
    assert said.count("KeyError: 'malden/0'") == 2
    assert told["code"] == "broken"


def test_a_player_is_told_nothing_of_the_inside(host: Host) -> None:
    page = breaking(host, "inside")

    assert "inside" not in page.get("/bank").get_data(as_text=True)


def test_the_log_names_nobody_and_gives_no_code_away(host: Host) -> None:
    token = host.doors.to(Role.PLAYER, "Pauline").token
    words = f"Pauline and Jean-Luc, by /join/{token} and {TOKEN} in {Path.home()}/x\nERROR forged"
    client = breaking(host, words)
    with kept_log(log_of(host.store.path), host):
        client.get("/bank")
        broke(ValueError(words))
        logging.getLogger("waitress").error("while serving /join/%s", token)

    said = log_text(host)
    assert [name for name in (*NAMES, token, TOKEN, str(Path.home())) if name in said] == []
    assert "Player" in said
    assert all(re.match(r"\d{4}-|    ", line) for line in said.splitlines())


def test_names_that_are_only_being_typed_are_left_out_too(host: Host) -> None:
    client = client_of(host, Role.HOST)

    def broken() -> str:
        raise ValueError("Geneviève is no name")

    client.application.view_functions["start.begin"] = broken
    with kept_log(log_of(host.store.path), host):
        client.post("/start", data={"name": ["Geneviève"], "nation": ["french"]})

    assert "Geneviève" not in log_text(host)
    assert "is no name" in log_text(host)


def test_what_runs_and_what_breaks_in_a_thread_stands_there(host: Host) -> None:
    def fail() -> None:
        raise RuntimeError("in the background")

    with kept_log(log_of(host.store.path), host):
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()

    said = log_text(host)
    assert re.search(r"started: companion \S+, Python 3\.\S+, OpenCV \S+", said)
    assert "RuntimeError: in the background" in said
    assert "stopped" in said


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        pytest.param({"Origin": "http://evil.example"}, "another-site", id="another site"),
        pytest.param({"Host": "evil.example"}, "unknown-host-name", id="another name"),
    ],
)
def test_what_is_refused_at_the_door_is_noted_once_a_minute(
    headers: dict[str, str], code: str, host: Host
) -> None:
    client = client_of(host, Role.HOST)
    with kept_log(log_of(host.store.path), host):
        for _ in range(5):
            client.post("/act", headers=headers)

    assert log_text(host).count(f"refused: {code} at POST") == 1


def test_a_kind_of_refusal_is_noted_again_a_minute_later(caplog: pytest.LogCaptureFixture) -> None:
    now_s = [0.0]
    seldom = Seldom(lambda: now_s[0])
    for now_s[0] in (0, 59, 61, 62, 200):
        seldom.refused("too-fast")

    assert len(caplog.records) == 3


def test_the_log_never_grows_beyond_its_files(host: Host) -> None:
    log = logging.getLogger("companion")
    with kept_log(log_of(host.store.path), host):
        for _ in range(60):
            log.error("x" * (LARGEST_BYTES // 10))

    files = sorted(log_of(host.store.path).parent.glob("*.log*"))
    assert len(files) == 1 + OLDER_FILES
    assert all(file.stat().st_size <= 1.2 * LARGEST_BYTES for file in files)


def test_a_log_that_cannot_be_written_stops_nothing(
    tmp_path: Path, host: Host, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").mkdir()
    with kept_log(tmp_path / "folder", host):
        broke(ValueError("x"))

    assert capfd.readouterr().err == ""


def test_nothing_is_logged_when_the_table_is_closed(host: Host) -> None:
    before = list(logging.getLogger().handlers)
    with kept_log(log_of(host.store.path), host):
        pass

    assert logging.getLogger().handlers == before


@given(st.text(max_size=40), st.lists(st.text(min_size=1, max_size=8), max_size=4))
def test_scrubbing_never_fails_and_leaves_no_name_as_a_word(text: str, names: list[str]) -> None:
    said = scrubbed(text, names)

    for name in names:
        if name.strip() and not re.search(r"[Player\d\s\[\]code~/jin]", name):
            assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said) is None
