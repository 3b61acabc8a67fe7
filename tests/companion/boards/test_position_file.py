"""Positions handed in as a file, and answers typed in by a person."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards.board_file import parse_board
from companion.boards.position_file import (
    Correction,
    correct_position,
    correct_reading,
    parse_correction,
    parse_position,
    position_json,
    read_position,
)
from companion.errors import InputError
from companion.position import Position
from companion.reading import Reading, Seen
from tests.companion.boards.small_board import small_board

BOARD = parse_board(small_board())


@pytest.mark.parametrize(
    ("text", "position"),
    [
        pytest.param('{"spaces": {}, "slots": {}}', Position(), id="empty"),
        pytest.param(
            '{"spaces": {"r0/0/0": "red"}, "slots": {"fiji/1": "french"}}',
            Position({"r0/0/0": "red"}, {"fiji/1": "french"}),
            id="pieces",
        ),
        pytest.param('{"spaces": {"r0/0/0": "empty"}}', Position(), id="said to be empty"),
        pytest.param('\ufeff{"slots": {}}', Position(), id="an editor's byte order mark"),
    ],
)
def test_a_position(text: str, position: Position, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(text, encoding="utf-8")

    assert read_position(path, BOARD) == position


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"", "not JSON", id="an empty file"),
        pytest.param(b"\xff\xd8\xff\xe0", "not UTF-8", id="a photo"),
        pytest.param(b"[" * 100_000, "nested too deep", id="nested too deep"),
        pytest.param(b"[]", "object", id="a list"),
        pytest.param(b"{}", "no spaces and no slots", id="nothing said"),
        pytest.param(b'{"spaces": {"r9/0/0": "red"}}', "no such place", id="no such place"),
        pytest.param(b'{"spaces": {"fiji/0": "red"}}', "no such place", id="a slot as a space"),
        pytest.param(b'{"spaces": {"r0/0/0": "pink"}}', "pink", id="no such kind"),
        pytest.param(b'{"spaces": {"r0/0/0": "hidden"}}', "say what lies there", id="hidden"),
        pytest.param(b'{"spaces": {"r0/0/0": 7}}', "is 7", id="a number"),
        pytest.param(
            b'{"spaces": {"r0/0/0": "red", "r0/0/0": "blue"}}', "more than once", id="twice"
        ),
        pytest.param(b'{"spaces": {"x": "red", "y": "red"}}', "and 1 more", id="two faults"),
        pytest.param(b" " * 1_000_001, "larger than a position file can be", id="too large"),
    ],
)
def test_what_is_no_position(data: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(data)

    with pytest.raises(InputError, match=words) as refused:
        read_position(path, BOARD)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_position(tmp_path / "none.json", BOARD)


SPACES = st.dictionaries(st.sampled_from(sorted(BOARD.spaces)), st.sampled_from(["red", "blue"]))
SLOTS = st.dictionaries(st.sampled_from(sorted(BOARD.slots)), st.sampled_from(["french"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text() | st.integers(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("spaces"), inner),
    max_leaves=8,
)


@given(SPACES, SLOTS)
def test_a_position_comes_back_from_its_file(spaces: dict[str, str], slots: dict[str, str]) -> None:
    position = Position(spaces, slots)

    assert parse_position(json.loads(json.dumps(position_json(position))), BOARD) == position


@given(JSON)
def test_any_json_is_a_position_or_refused(data: object) -> None:
    with suppress(InputError):
        position = parse_position(data, BOARD)
        assert set(position.spaces) <= set(BOARD.spaces)
        assert set(position.slots) <= set(BOARD.slots)


@pytest.mark.parametrize(
    ("text", "correction"),
    [
        pytest.param("r0/0/0=red", Correction("r0/0/0", "red"), id="a stick"),
        pytest.param("fiji/1=English", Correction("fiji/1", "english"), id="a marker"),
        pytest.param(" r0/0/0 = empty ", Correction("r0/0/0", "empty"), id="nothing there"),
    ],
)
def test_an_answer(text: str, correction: Correction) -> None:
    assert parse_correction(text, BOARD) == correction


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("r0/0/0", "PLACE=KIND", id="no kind"),
        pytest.param("=red", "PLACE=KIND", id="no place"),
        pytest.param("fijy/1=french", "did you mean fiji/1", id="a slip of the finger"),
        pytest.param("xyz=red", "take the place from a question", id="no such place"),
        pytest.param("r0/0/0=french", "give one of empty, red, blue", id="a marker on a space"),
        pytest.param("fiji/1=pink", "give one of empty, french", id="no such kind"),
    ],
)
def test_what_is_no_answer(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_correction(text, BOARD)


def test_an_answer_is_certain() -> None:
    reading = Reading({"r0/0/0": Seen("hidden", 0.4)}, {"fiji/0": Seen("french", 0.5)})

    corrected = correct_reading(reading, (Correction("r0/0/0", "red"),))

    assert corrected.spaces["r0/0/0"] == Seen("red", 1.0, (("red", 1.0),))
    assert corrected.slots == reading.slots


@pytest.mark.parametrize(
    ("answers", "spaces"),
    [
        pytest.param(["r0/0/0=blue"], {"r0/0/0": "blue"}, id="another kind"),
        pytest.param(["r0/0/0=empty"], {}, id="nothing"),
        pytest.param(["r1/1/0=red"], {"r0/0/0": "red", "r1/1/0": "red"}, id="one more"),
        pytest.param(["r0/0/0=red", "r0/0/0=red"], {"r0/0/0": "red"}, id="said twice"),
    ],
)
def test_a_corrected_position(answers: list[str], spaces: dict[str, str]) -> None:
    corrections = tuple(parse_correction(text, BOARD) for text in answers)

    assert correct_position(BOARD, Position({"r0/0/0": "red"}), corrections).spaces == spaces


def test_two_answers_that_contradict() -> None:
    corrections = (Correction("r0/0/0", "red"), Correction("r0/0/0", "blue"))

    with pytest.raises(InputError, match="say one"):
        correct_position(BOARD, Position(), corrections)
