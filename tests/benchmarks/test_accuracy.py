"""The definitions of accuracy, on a table small enough to count by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.measuring.accuracy import Accuracy, FrameTruth, corner_error_mm, read_truth
from companion.reading import Reading, Seen

TRUTH = {
    "reference_corners_px": [[0, 0], [9, 0], [9, 9], [0, 9]],
    "frames": {
        "001.jpg": {
            "corners_px": [[0, 0], [100, 0], [100, 100], [0, 100]],
            "spaces": {"a/0/0": "red", "a/0/1": "empty", "a/0/2": "hidden", "a/0/3": "blue"},
            "slots": {"i/0": "french", "i/1": "empty"},
            "under": {"a/0/2": "green"},
            "partial": ["a/0/3"],
            "washed": ["i/1"],
        }
    },
}
CLEAN = {"a/0/0": "red", "a/0/1": "empty", "i/0": "french"}


@pytest.fixture
def frame(tmp_path: Path) -> FrameTruth:
    (tmp_path / "truth.json").write_text(json.dumps(TRUTH))
    return read_truth(tmp_path).frames[0]


def reading(**changes: str) -> Reading:
    seen = {place: Seen(piece, 0.9) for place, piece in {**CLEAN, **changes}.items()}
    return Reading(
        {place: s for place, s in seen.items() if place.startswith("a")},
        {place: s for place, s in seen.items() if place.startswith("i")},
    )


@pytest.mark.parametrize(
    ("changes", "exact", "right", "what"),
    [
        pytest.param({}, 1, 2, None, id="all right"),
        pytest.param({"a/0/0": "blue"}, 0, 1, "wrong kind", id="another colour"),
        pytest.param({"a/0/0": "empty"}, 0, 1, "missed piece", id="a stick not seen"),
        pytest.param({"a/0/1": "red"}, 0, 1, "false piece", id="a stick seen on nothing"),
        pytest.param({"a/0/0": "hidden"}, 0, 1, None, id="abstained is neither right nor wrong"),
        pytest.param({"a/0/2": "red"}, 1, 2, None, id="hidden places don't count"),
        pytest.param({"a/0/3": "red"}, 1, 2, None, id="partly hidden places don't count"),
        pytest.param({"i/1": "french"}, 1, 2, None, id="washed out places don't count"),
    ],
)
def test_a_frame_is_held_against_its_truth(
    frame: FrameTruth, changes: dict[str, str], exact: int, right: int, what: str | None
) -> None:
    accuracy = Accuracy()
    accuracy.hold("table", frame, reading(**changes))

    assert accuracy.exact == exact
    assert accuracy.spaces.visible.total() == 2
    assert accuracy.spaces.right.total() == right
    assert [error.what for error in accuracy.wrong] == ([what] if what else [])


@pytest.mark.parametrize(
    ("changes", "right"),
    [
        pytest.param({"a/0/2": "hidden", "i/1": "hidden"}, 2, id="called hidden"),
        pytest.param({"a/0/2": "green", "i/1": "empty"}, 2, id="remembered"),
        pytest.param({"a/0/2": "empty", "i/1": "french"}, 0, id="taken for something else"),
    ],
)
def test_hidden_places_are_counted_apart(
    frame: FrameTruth, changes: dict[str, str], right: int
) -> None:
    accuracy = Accuracy()
    accuracy.hold("table", frame, reading(**changes))

    assert (accuracy.hidden, accuracy.hidden_right) == (2, right)


def test_a_frame_without_the_board_abstains_everywhere(frame: FrameTruth) -> None:
    accuracy = Accuracy()
    accuracy.hold("table", frame, None)

    assert (accuracy.refused, accuracy.exact, accuracy.wrong) == (1, 0, [])
    assert accuracy.spaces.abstained == 2
    assert accuracy.slots.abstained == 1


def test_two_tables_add_up(frame: FrameTruth) -> None:
    whole, one = Accuracy(), Accuracy()
    one.hold("table", frame, reading(**{"a/0/1": "red"}))
    whole.add(one)
    whole.add(one)

    assert (whole.frames, whole.exact, len(whole.wrong)) == (2, 0, 2)
    assert whole.spaces.false_per_10000 == 10000
    assert whole.spaces.share_right == 0.5
    assert whole.slots.share_right == 1


def test_a_corner_error_is_measured_on_the_board() -> None:
    true = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    found = [(0.0, 0.0), (103.0, 4.0), (100.0, 100.0), (0.0, 101.0)]

    assert corner_error_mm(true, found, outline_mm=800) == pytest.approx(10)
