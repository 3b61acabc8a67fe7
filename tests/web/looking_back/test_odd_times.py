"""A record may come from a machine whose clock was anywhere: no page or export fails for it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.clippers.game import GAME
from tests.web.tables import client_of, host_of_game
from web.host.roles import Role
from web.standings.exports import Play
from web.words.times import local_day, local_time, time_of

ODD = (
    "yesterday", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "1970-01-01T00:00:00",
    "x" * 5000,
)  # fmt: skip
PAGES = (
    "/table", "/score", "/bank", "/view", "/start", "/start?like=1", "/evenings",
    "/evenings/1", "/doors", "/settings", "/camera", "/entry/1",
    "/export/play.bgsplay", "/export/score.csv", "/export/score.json", "/export/record.jsonl",
    "/export/board.svg", "/evenings/1/play.bgsplay", "/evenings/1/score.csv",
    "/evenings/1/score.json", "/evenings/1/record.jsonl",
)  # fmt: skip
BEGUN = "2026-11-21T19:00:00+00:00"


def with_times(path: Path, *, begun: str, at: str) -> FlaskClient:
    """The host's way to a game that is over, begun and written down at these times."""
    host = host_of_game(path, "2-players-stuck")
    assert host.table is not None
    host.table.take_in(
        host.table.view.record.add(host.table.view.record.entries[-1].act),
        host.table.view.revision,
        at,
    )
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("UPDATE games SET begun = ?", (begun,))
    return client_of(host, Role.HOST)


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_every_page_and_file_is_there_whatever_the_clock_said(odd: str, tmp_path: Path) -> None:
    client = with_times(tmp_path / "table.sqlite", begun=odd, at=odd)

    statuses = {page: client.get(page).status_code for page in PAGES}
    assert statuses == dict.fromkeys(PAGES, 200)


def test_the_last_time_that_is_one_is_when_it_ended(tmp_path: Path) -> None:
    client = with_times(tmp_path / "table.sqlite", begun=BEGUN, at="yesterday")

    [play] = client.get("/export/play.bgsplay").get_json()["plays"]

    assert play["playDate"].startswith("20")
    assert "yesterday" not in client.get("/score").get_data(as_text=True)


@pytest.mark.parametrize(
    ("begun", "ended", "minutes"),
    [
        pytest.param(BEGUN, "2026-11-21T21:30:29+00:00", 150, id="an evening"),
        pytest.param(BEGUN, "2026-11-21T22:30:29+02:00", 90, id="another zone"),
        pytest.param(BEGUN, "2026-11-21T18:59:00+00:00", None, id="set back"),
        pytest.param("1970-01-01T00:00:10+00:00", BEGUN, None, id="it woke up in 1970"),
        pytest.param(BEGUN, "2099-01-01T00:00:00+00:00", None, id="far ahead"),
        pytest.param("soon", BEGUN, None, id="no time"),
    ],
)
def test_how_long_it_took_is_said_only_where_it_is_known(
    begun: str, ended: str, minutes: int | None
) -> None:
    play = Play(GAME.about, begun, ended, "x", None, (), 1)  # type: ignore[arg-type]

    assert play.minutes == minutes
    assert ("durationMin" in play.when) == (minutes is not None)


def test_a_time_that_is_none_is_said_to_be_unknown() -> None:
    assert time_of(None) is None
    assert local_time("yesterday") == local_day("yesterday") == "time unknown"
    assert local_time("0987-06-05T12:00:00").startswith("0987-06-05 12:00")
