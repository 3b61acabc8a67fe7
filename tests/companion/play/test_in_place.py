"""Rules in place: each game says what its own things are and do now, and where its rules say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.clippers.game import GAME
from companion.play.in_place import PIECE, PLACE, Thing, thing
from companion.play.words import LANGUAGES
from companion.records.record import Record, read_record
from tests.companion.games.clippers.page.at_table import sight, table_of
from tests.companion.play.evening import Evening
from tests.whole_games import BOARD, GAMES

WHOLE = read_record(GAMES / "4-players-all-sticks.jsonl")
PLACES = [*BOARD.spaces, *BOARD.slots, *BOARD.harbours, *BOARD.islands]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("until", [0, 97, None], ids=["at first", "in mid-game", "at the end"])
def test_everything_on_the_table_is_told(until: int | None, language: str, tmp_path: Path) -> None:
    """No sentence lacks a word, and every section that is named has its words."""
    seen = sight(table_of(WHOLE, tmp_path, until), language=language)
    things = [*GAME.things(seen.state), *(Thing(PLACE, place) for place in PLACES)]
    for each in things:
        told = GAME.explained(seen, each)
        assert told is not None
        assert told.title
        assert told.now, each
        for sentence in (told.title, *told.now):
            assert not sentence.startswith(("now:", "deed:")), each
            assert "{" not in sentence, each
        for section in told.sections:
            assert seen.words.has(f"rule:{section}"), each
        assert told.sections, each


@pytest.mark.parametrize(
    ("until", "asked", "said"),
    [
        pytest.param(0, "card:2x", "(2 of them) and costs 2 $", id="cards beside the board"),
        pytest.param(0, "card:3x", "(1 of them) and costs 0 $", id="a card for nothing"),
        pytest.param(0, "piece:purple", "It is not open yet.", id="purple before it opens"),
        pytest.param(0, "piece:red", "32 of its 32 sticks", id="a company's sticks"),
        pytest.param(0, "money:Anna", "Anna has 2 $.", id="money"),
        pytest.param(0, "hook", "Anna has it", id="the hook"),
        pytest.param(0, "phase:1", "Anna is at turn", id="the phase that is played"),
        pytest.param(0, "place:tahiti", "is worth nothing yet", id="an island nobody reached"),
        pytest.param(0, "place:tahiti", "new here earns Anna 2 $", id="what the first one earns"),
        pytest.param(None, "place:tahiti", "Reached by: ", id="an island that was reached"),
    ],
)
def test_what_a_thing_does_now(until: int | None, asked: str, said: str, tmp_path: Path) -> None:
    told = GAME.explained(sight(table_of(WHOLE, tmp_path, until)), thing(asked))

    assert told is not None
    assert said in " ".join(told.now)


def test_the_worth_of_a_marker_is_what_the_score_counts(tmp_path: Path) -> None:
    seen = sight(table_of(WHOLE, tmp_path))
    lines = [line for line in seen.score.lines if line.place]
    assert lines
    for line in lines:
        told = GAME.explained(seen, Thing(PLACE, str(line.place)))
        markers = dict(line.factors)["markers"]
        assert told is not None
        if line.points:
            assert f"worth {line.points // markers} points" in " ".join(told.now)


@pytest.mark.parametrize(
    "asked", ["card:9x", "money:Nobody", "phase:7", "place:", "colour:red", ""]
)
def test_what_is_not_there_is_not_told(asked: str, tmp_path: Path) -> None:
    assert GAME.explained(sight(table_of(WHOLE, tmp_path, 0)), thing(asked)) is None


def test_money_that_is_hidden_stays_hidden(tmp_path: Path) -> None:
    setup = {**WHOLE.header.setup, "options": {"open_money": False}}
    header = type(WHOLE.header)(WHOLE.header.game, setup)
    seen = sight(table_of(Record(header, ()), tmp_path), viewer="Ben")
    told = [GAME.explained(seen, Thing("money", name)) for name in ("Anna", "Ben")]

    assert [each is not None and "$" in each.now[0] for each in told] == [False, True]


def test_a_lesson_for_each_phase_of_the_first_round(tmp_path: Path) -> None:
    lessons = []
    for moment in table_of(WHOLE, tmp_path).view.moments:
        lesson = GAME.lesson(GAME.seen(moment.state))
        if lesson not in lessons:
            lessons.append(lesson)

    assert [str(each) for each in lessons] == ["phase:1", "phase:2", "phase:3", "None"]


def test_any_game_tells_its_own(tmp_path: Path) -> None:
    seen = Evening(tmp_path / "table.sqlite").sight
    [mine, *_] = seen.game.things(seen.state)
    told = [seen.game.explained(seen, each) for each in (mine, Thing(PLACE, "apia"))]

    assert mine.kind == PIECE
    assert [each and each.title for each in told] == ["Ann's ferry", "Apia"]
