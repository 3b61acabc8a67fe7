"""What differs from the record is said as somebody would say it, in each game and language."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games import game_called
from companion.play.game import Seat
from companion.records.record import Header, Record
from companion.watching.drift import Differs, Drift
from companion.watching.outcome import Doubt, Outcome
from tests.web.camera.watched_tables import watched_host
from tests.web.tables import client_of
from web.host.roles import Role

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
    client = _begun(game, drift, tmp_path)
    client.set_cookie("language", language)

    page = client.get("/camera").get_data(as_text=True)

    [card] = re.findall(r'<article class="finding warning eye-card".*?</article>', page, re.DOTALL)
    told = unescape(card).replace("\N{NO-BREAK SPACE}", " ")
    assert said in told
    assert no in told


@pytest.mark.parametrize(
    ("game", "cell", "lies", "by_hand"),
    [("big_kini", "cell/1,1", "a6/1", True), (SOUTH_SEAS, "cell/16,15", "ss31/1", False)],
)
def test_what_else_may_lie_there_is_listed_where_words_tell_it_apart(
    game: str, cell: str, lies: str, by_hand: bool, tmp_path: Path
) -> None:
    """Six turns of an atoll read alike: they are drawn on another page."""
    doubt = Doubt(((lies, 0.6), ("empty", 0.4)), cell)

    page = _begun(game, doubt, tmp_path).get("/camera").get_data(as_text=True)

    [card] = re.findall(
        r'<article class="finding eye-card asking-card".*?</article>', page, re.DOTALL
    )
    labels = re.findall(r'<button name="piece".*?class="what">([^<]*)', card, re.DOTALL)
    assert ("None of these?" in card) == by_hand
    assert len(labels) == (2 if by_hand else len({*labels}))


def _begun(name: str, ruled: Drift | Doubt, folder: Path) -> FlaskClient:
    """The bank's browser at a table that has just begun, before a camera that sees that."""
    game = game_called(name)
    board = game.shipped_board()
    seats = [Seat(who, role) for who, role in zip(("Ann", "Ben"), game.roles(board), strict=False)]
    record = Record(Header(name, dict(game.begin(seats, {}, board))))
    drift = (ruled,) if isinstance(ruled, Drift) else ()
    doubts = (ruled,) if isinstance(ruled, Doubt) else ()
    return client_of(watched_host(record, Outcome(record, doubts, drift), folder), Role.BANKER)
