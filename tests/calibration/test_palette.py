"""Colours are taught from sticks on stated spaces, and it is told when two are too close."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.piece_looks.palette import learned, parse_sticks, teach, too_close
from calibration.piece_looks.stick_colours import StickColours
from calibration.reference import find_reference
from companion.errors import InputError
from companion.position import Position
from tests.calibration.tables import empty_table
from vision.simulator import Simulator, demo_camera

BOARD = empty_table(104).board
SPACES = list(BOARD.spaces)
KINDS = [kind.name for kind in BOARD.stick.kinds] if BOARD.stick else []
SEEN = {
    "a": (0.9, np.array((0.1, 0.2, 0.3))),
    "b": (0.8, np.array((0.3, 0.4, 0.5))),
    "c": (0.2, np.array((0.5, 0.6, 0.7))),
}


def test_spaces_and_kinds_are_read() -> None:
    text = f" {SPACES[0]}={KINDS[0]}, {SPACES[1]}={KINDS[1]}"
    assert parse_sticks(text, BOARD) == {SPACES[0]: KINDS[0], SPACES[1]: KINDS[1]}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("", "write SPACE=KIND", id="nothing"),
        pytest.param(SPACES[0], "write SPACE=KIND", id="no kind"),
        pytest.param(f"nowhere/0/0={KINDS[0]}", "no space 'nowhere/0/0'", id="no such space"),
        pytest.param(f"{SPACES[0]}=ultraviolet", "no kind 'ultraviolet'", id="no such kind"),
        pytest.param(f"{SPACES[0]}={KINDS[0]},{SPACES[0]}={KINDS[1]}", "twice", id="space twice"),
    ],
)
def test_slips_in_sticks_are_named(text: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        parse_sticks(text, BOARD)


@given(st.text(max_size=40))
def test_no_text_breaks_the_parser(text: str) -> None:
    with pytest.raises(InputError) as refusal:  # no chance text names a space of the board
        parse_sticks(text, BOARD)
    assert "\n" not in str(refusal.value)


def test_sticks_of_one_kind_are_averaged() -> None:
    taught = teach(SEEN, {"a": "red", "b": "red"})
    assert taught == {"red": pytest.approx((0.2, 0.3, 0.4))}


def test_a_space_without_a_stick_is_named() -> None:
    with pytest.raises(InputError, match="no stick is seen on c;"):
        teach(SEEN, {"a": "red", "c": "blue"})


@pytest.mark.parametrize("order", [("a", "b", "c"), ("c", "b", "a")])
def test_what_is_seen_is_learned_in_any_order_and_the_rest_is_missing(
    order: tuple[str, ...],
) -> None:
    palette, missing = learned(SEEN, dict.fromkeys(order, "red"))
    assert palette == {"red": pytest.approx((0.2, 0.3, 0.4))}
    assert missing == ["c"]


@pytest.mark.parametrize(
    ("palette", "close"),
    [
        ({}, []),
        ({"red": (0.15, 0.15, 0.75)}, []),
        ({"red": (0.15, 0.15, 0.75), "blue": (0.65, 0.27, 0.14)}, []),
        ({"red": (0.15, 0.15, 0.75), "rust": (0.15, 0.17, 0.72)}, [{"red", "rust"}]),
        ({"black": (0.1, 0.1, 0.1), "white": (0.85, 0.9, 0.92), "ink": (0.13, 0.1, 0.1)},
         [{"black", "ink"}]),
        ({"plum": (0.70, 0.28, 0.92), "violet": (0.63, 0.07, 0.82)}, []),
    ],
    ids=["none", "one", "apart", "alike", "two of three alike", "apart for the reader"],
)  # fmt: skip
def test_kinds_too_close_to_tell_apart_are_named(
    palette: dict[str, tuple[float, ...]], close: list[set[str]]
) -> None:
    assert [set(pair) for pair in too_close(palette)] == close


def test_a_photo_teaches_colours_near_the_paint() -> None:
    simulator = Simulator(BOARD, 104)
    camera = demo_camera(BOARD, (1280, 720))
    empty = simulator.frame(Position(), camera).photo
    sticks = dict(zip(SPACES[::9], KINDS, strict=False))
    photo = simulator.frame(Position(spaces=sticks), camera, seed=1).photo
    taught = teach(StickColours(BOARD, find_reference(empty, BOARD)).measure(photo), sticks)
    assert set(taught) == set(sticks.values())
    assert BOARD.stick is not None
    for kind in BOARD.stick.kinds:
        if kind.name in taught and kind.colour:
            paint = np.array([int(kind.colour[i : i + 2], 16) / 255 for i in (5, 3, 1)])
            assert np.abs(np.array(taught[kind.name]) - paint).max() < 0.25


def test_a_camera_that_sharpens_teaches_the_same_colours() -> None:
    simulator, camera = Simulator(BOARD, 104), demo_camera(BOARD, (1280, 720))
    reference = find_reference(simulator.frame(Position(), camera).photo, BOARD)
    sticks = dict(zip(SPACES[::9], KINDS, strict=False))
    photo = simulator.frame(Position(spaces=sticks), camera, seed=1).photo
    sharp = cv2.addWeighted(photo, 2.5, cv2.GaussianBlur(photo, (0, 0), 1.5), -1.5, 0)

    plain, sharpened = (
        teach(StickColours(BOARD, reference).measure(np.asarray(each, np.uint8)), sticks)
        for each in (photo, sharp)
    )

    off = [np.abs(np.subtract(plain[kind], sharpened[kind])).max() for kind in plain]
    assert max(off) < 0.05


def test_a_warm_lamp_over_the_empty_photo_changes_nothing_of_what_is_seen() -> None:
    board = empty_table(106).board
    simulator, camera = Simulator(board, 106), demo_camera(board, (1280, 720))
    reference = find_reference(simulator.frame(Position(), camera).photo, board)
    warm = np.clip(reference.photo * np.array([0.45, 0.75, 1.0]), 0, 255).astype(np.uint8)
    kinds = itertools.cycle(kind.name for kind in board.stick.kinds) if board.stick else []
    sticks = dict(zip(list(board.spaces)[::2], kinds, strict=False))
    photo = simulator.frame(Position(spaces=sticks), camera, seed=1).photo

    seen = StickColours(board, replace(reference, photo=warm)).measure(photo)

    assert {space for space, (sure, _) in seen.items() if sure >= 0.5} == set(sticks)
