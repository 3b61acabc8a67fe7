"""The report on a terminal."""

from __future__ import annotations

import pytest

from companion.games.clippers.players import Player
from tests.web.reports import DOUBTS, PLAYERS, report
from web.terminal import WIDTH, terminal
from web.words import percent

LONG = (
    Player("The honourable Maximilian of Hohenstein", "japanese", 999_999),
    Player("東京の山田太郎さんと友達みんなで遊ぶ", "french", 0),
)


def test_the_ranking_and_the_sums() -> None:
    text = terminal(report())

    assert "     1  Pauline   Japanese      9      3     12\n" in text
    assert "     2  Jean-Luc  French        4      6     10\n" in text
    assert "Pauline wins with 12 points." in text
    assert "Starbuck Island  3 x 1 x 1 =   3  red" in text


def test_who_reaches_what() -> None:
    text = terminal(report())

    assert "  Malden Island    red\n" in text
    assert "  By none: Hiva Oa, Gambier," in text


def test_questions_say_where_what_and_how_to_answer() -> None:
    text = terminal(report(DOUBTS))

    assert "Not settled yet: 2 questions below." in text
    assert "confidence below 95 %" in text
    assert "counted as red; likely: red 70 %, purple 20 %, empty 10 %" in text
    assert "if it is empty: Pauline -3, Jean-Luc -3" in text
    assert "hidden, counted as empty; likely: green 15 %" in text
    assert "--fix malden--starbuck/0/0=red" in text


def test_a_sure_reading_asks_nothing() -> None:
    assert "--fix" not in terminal(report())


def test_a_shared_win() -> None:
    level = (Player("Pauline", "japanese", 3), Player("Jean-Luc", "french", 0))

    assert "Pauline wins" in terminal(report(players=level))  # level in points, more money
    assert "share the win with 0 points each" in terminal(
        report(players=(Player("A", "german", 0), Player("B", "english", 0)))
    )


@pytest.mark.parametrize("players", [PLAYERS, LONG], ids=["usual", "long and wide names"])
def test_it_fits_the_window(players: tuple[Player, ...]) -> None:
    lines = terminal(report(DOUBTS, players)).splitlines()

    assert max(map(len, lines)) <= WIDTH
    assert not [line for line in lines if line != line.rstrip()]


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0 %"), (0.001, "1 %"), (0.95, "95 %"), (0.9996, "99 %"), (1.0, "100 %")],
)
def test_nothing_is_certain_that_is_not(share: float, text: str) -> None:
    assert percent(share) == text
