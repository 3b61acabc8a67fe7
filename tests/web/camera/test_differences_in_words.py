"""What differs from the record is said as somebody would say it, in each game and language."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from companion.games import game_called
from companion.play.game import Seat
from companion.records.record import Header, Record
from companion.store import Store
from companion.watching.drift import Differs, Drift
from companion.watching.ruling import Ruling
from tests.web.table.test_another_game import Watched
from tests.web.tables import NOW, client_of
from vision.picture.camera import CameraState
from web.host.host import Address, Host
from web.host.roles import Role
from web.watching.watch import Glance

SOUTH_SEAS = "carcassonne_south_seas"
ATOLL = Drift("cell/1,1", Differs.OTHER, "empty", "a6/1", 0.99)
START = Drift("cell/15,15", Differs.MISSING, "ss18/0", "empty", 0.99)


@pytest.mark.parametrize(
    ("game", "drift", "language", "said", "no"),
    [
        ("big_kini", ATOLL, "en", "6 lies there, and nothing was written.", "Nothing lies there"),
        ("big_kini", ATOLL, "fr", "6 y est, et rien n\u2019était noté.", "Il n\u2019y a rien"),
        (SOUTH_SEAS, START, "en", "Missing: start tile", "No, it lies there"),
        (SOUTH_SEAS, START, "fr", "Il manque : tuile de départ", "Non, il y est"),
    ],
)  # fmt: skip
def test_what_differs_is_told_and_may_be_denied(
    game: str, drift: Drift, language: str, said: str, no: str, tmp_path: Path
) -> None:
    client = client_of(_begun(game, drift, tmp_path), Role.BANKER)
    client.set_cookie("language", language)

    page = client.get("/camera").get_data(as_text=True)

    [card] = re.findall(r'<article class="finding warning eye-card".*?</article>', page, re.DOTALL)
    told = unescape(card).replace("\N{NO-BREAK SPACE}", " ")
    assert said in told
    assert no in told


def _begun(name: str, drift: Drift, folder: Path) -> Host:
    game = game_called(name)
    board = game.shipped_board()
    seats = [Seat(who, role) for who, role in zip(("Ann", "Ben"), game.roles(board), strict=False)]
    record = Record(Header(name, dict(game.begin(seats, {}, board))))
    store = Store(folder / "table.sqlite")
    store.begin(record, NOW)
    host = Host(store, board, lambda: NOW, Address(8000))
    ruling = Ruling(record, drift=(drift,))
    host.watch = Watched(Glance(CameraState.LIVE, ruling=ruling))  # type: ignore[assignment]
    return host
