"""A scored board in words, in both languages."""

from __future__ import annotations

import pytest

from companion.games.clippers.page.words import Words
from companion.games.clippers.shipped import read_shipped_board
from companion.play.words import LANGUAGES
from companion.questions import Effect, Question
from companion.score import Score, Standing
from tests.catalogues import typed
from web.score.words import answer_name, changes_text, likely_text, percent, taken_text, winner_line
from web.words.language import asked_language, speaking

BOARD = read_shipped_board()
SPACE, SLOT = "flint--tahiti/0/1", "american_samoa/0"


def both(say: object) -> list[str]:
    """What is said in English and in French."""
    assert callable(say)
    said = []
    for language in LANGUAGES:
        with speaking(language):
            said.append(typed(str(say(Words(language, BOARD)))))
    return said


def ranked(*standings: tuple[str, int, int] | tuple[str, int, int, str]) -> Score:
    return Score((), tuple(Standing(*each) for each in standings))


@pytest.mark.parametrize(
    ("score", "english", "french"),
    [
        (
            ranked(("Ann", 1, 12), ("Ben", 2, 3)),
            "Ann wins with 12 points.",
            "Ann gagne avec 12 points.",
        ),
        (
            ranked(("Ann", 1, 56, "money"), ("Dan", 2, 56)),
            "Ann wins with 56 points. Level on points: more money decides.",
            "Ann gagne avec 56 points. À égalité de points, l'argent départage.",
        ),
        (ranked(("Ann", 1, 1)), "Ann wins with 1 point.", "Ann gagne avec 1 point."),
        (
            ranked(("Ann", 1, 4), ("Ben", 1, 4), ("Cat", 1, 4)),
            "Ann, Ben and Cat share the win with 4 points each.",
            "Ann, Ben et Cat se partagent la victoire avec 4 points chacun.",
        ),
    ],
)
def test_who_wins(score: Score, english: str, french: str) -> None:
    assert both(lambda words: winner_line(score, words)) == [english, french]


@pytest.mark.parametrize(
    ("kind", "place", "english", "french"),
    [
        ("red", SPACE, "red", "rouge"),
        ("french", SLOT, "French", "français"),
        ("empty", SLOT, "empty", "vide"),
        ("yellow_ochre", SPACE, "yellow ochre", "yellow ochre"),
    ],
)
def test_what_may_lie_there(kind: str, place: str, english: str, french: str) -> None:
    assert both(lambda words: answer_name(kind, place, words)) == [english, french]


def test_what_was_asked() -> None:
    question = Question(SPACE, "red", 0.7, (("red", 0.7), ("empty", 0.296)))
    hidden = Question(SPACE, "hidden", 0.7, ())

    assert both(lambda words: taken_text(question, words)) == [
        "counted as red",
        "compté comme : rouge",
    ]
    assert both(lambda words: likely_text(question, words)) == [
        "red 70 %, empty 30 %",
        "rouge 70 %, vide 30 %",
    ]
    assert both(lambda words: taken_text(hidden, words))[0] == "hidden, counted as empty"
    assert changes_text(Effect("red", (("Ann", -6), ("Ben", 3)))) == "Ann -6, Ben +3"


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0 %"), (0.001, "1 %"), (0.95, "95 %"), (0.9996, "99 %"), (1.0, "100 %")],
)
def test_nothing_is_certain_that_is_not(share: float, text: str) -> None:
    assert percent(share) == text


def test_a_language_is_spoken_only_as_long_as_it_is_meant() -> None:
    with speaking("fr"):
        with speaking("en"):
            assert asked_language() == "en"
        assert asked_language() == "fr"
    assert asked_language() == "en"
