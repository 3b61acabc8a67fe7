"""The report on a terminal."""

from __future__ import annotations

import re

import pytest

from companion.games.clippers.page.words import Words
from companion.play.offered.finished import Counted
from companion.play.words import LANGUAGES
from companion.reading import Seen
from tests.catalogues import typed
from tests.web.score.reports import BOARD, DOUBTS, PLAYERS, report
from web.score.terminal import WIDTH, terminal
from web.words.language import speaking

LONG = (
    Counted("The honourable Maximilian of Hohenstein", "japanese", 999_999),
    Counted("東京の山田太郎さんと友達みんなで遊ぶ", "french", 0),
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

    said = " ".join(text.split())
    assert "12 points. Open still: 2 questions below. No answer changes who wins." in said
    assert "confidence below 95 %" in text
    assert "counted as red; likely: red 70 %, purple 20 %, empty 10 %" in text
    assert "if it is empty: Pauline -3, Jean-Luc -3" in text
    assert "hidden, counted as empty; likely: green 15 %" in text
    assert "--fix malden--starbuck/0/0=red" in text


def test_a_hidden_place_that_matters_is_asked_before_what_changes_nothing() -> None:
    hidden = Seen("hidden", 0.9, (("hidden", 0.9),))
    idle = Seen("empty", 0.6, (("empty", 0.6), ("french", 0.4)))
    text = terminal(report({**DOUBTS, "guam/0": idle, "malden/1": hidden}))

    asked = re.findall(r"\?\d  (\S+)", text)
    told = " ".join(text.partition("malden/1")[2].partition("?3")[0].split())
    assert asked == ["malden--starbuck/0/0", "malden/1", "guam/0", "h-green--hiva-oa/0/0"]
    assert (
        "hidden, counted as empty if it is French: Jean-Luc +3 if it is Japanese: Pauline +3"
        in told
    )


def test_nobody_wins_while_a_question_can_change_him() -> None:
    close = (Counted("Pauline", "japanese", 6), Counted("Jean-Luc", "french", 4))
    port = {"malden/0": Seen("french", 0.6, (("french", 0.6), ("empty", 0.4)))}
    text = " ".join(terminal(report(port, close)).split())

    assert "No winner yet: ahead, with 10 points: Jean-Luc. Not settled yet: 1 question" in text
    assert "wins" not in text


def test_a_sure_reading_asks_nothing() -> None:
    assert "--fix" not in terminal(report())


def test_a_shared_win() -> None:
    level = (Counted("Pauline", "japanese", 3), Counted("Jean-Luc", "french", 0))

    assert "Pauline wins" in terminal(report(players=level))  # level in points, more money
    assert "share the win with 0 points each" in terminal(
        report(players=(Counted("A", "german", 0), Counted("B", "english", 0)))
    )


@pytest.mark.parametrize("players", [PLAYERS, LONG], ids=["usual", "long and wide names"])
def test_it_fits_the_window(players: tuple[Counted, ...]) -> None:
    lines = terminal(report(DOUBTS, players)).splitlines()

    assert max(map(len, lines)) <= WIDTH
    assert not [line for line in lines if line != line.rstrip()]


def test_it_is_said_in_french_too() -> None:
    with speaking("fr"):
        text = typed(terminal(report(DOUBTS)))

    assert "Pauline gagne avec 12 points." in text
    assert "Encore ouvertes : 2 questions ci-dessous. Aucune réponse" in " ".join(text.split())
    assert "probable : rouge 70 %, violet 20 %, vide 10 %" in text
    assert "l'unique portion entre Malden Island et Starbuck Island" in text
    assert max(map(len, text.splitlines())) <= WIDTH


def test_what_the_rules_say_is_the_games_own_words() -> None:
    loose = {"flint--tahiti/0/1": Seen("red", 0.999, (("red", 0.999),))}
    [finding] = report(loose).score.findings

    for language in LANGUAGES:
        with speaking(language):
            said = " ".join(typed(terminal(report(loose))).split())
        assert typed(Words(language, BOARD).finding(finding)) in said
