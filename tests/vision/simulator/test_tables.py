"""What lies on a simulated table, on which boards, and how a table is written to a folder."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.boards.board import Board
from companion.boards.board_file import read_board
from companion.errors import InputError
from companion.position import Position
from companion.reading import EMPTY, HIDDEN
from vision.simulator import (
    NEAT,
    BoardArt,
    Dashes,
    Hands,
    Style,
    invent_board,
    random_camera,
    random_position,
    write_board,
    write_table,
)
from vision.simulator.printed.outlines import rectangle

SIZE = (960, 540)
SEEDS = range(8)


@pytest.fixture(scope="module")
def board() -> Board:
    return next(b for b in map(invent_board, range(20)) if b.marker and b.ship)


def full(board: Board, seed: int = 0) -> Position:
    return random_position(board, np.random.default_rng(seed), 1.0)


# Pieces lie as pieces can


def test_sticks_never_pass_through_one_another(board: Board) -> None:
    stick = board.stick
    assert stick is not None
    laid = list(Hands(board, 2).scene(full(board)).sticks.values())
    cover = np.zeros((round(board.height_mm) * 4, round(board.width_mm) * 4), np.uint8)
    for piece in laid:
        shape = rectangle(
            piece.x_mm, piece.y_mm, stick.length_mm - 0.8, stick.width_mm - 0.8, piece.angle_deg
        )
        one = np.zeros_like(cover)
        cv2.fillConvexPoly(one, np.round(shape * 4).astype(np.int32), 1)
        cover += one

    assert cover.max() == 1


def test_a_stick_stays_within_what_hands_do(board: Board) -> None:
    laid = Hands(board, 2).scene(full(board)).sticks
    slips = [
        (
            np.hypot(piece.x_mm - space.x_mm, piece.y_mm - space.y_mm),
            piece.angle_deg - space.angle_deg,
        )
        for place, piece in laid.items()
        for space in [board.spaces[place]]
    ]

    assert max(offset for offset, _ in slips) <= 3.0 + 1e-9
    assert max(abs(turn) for _, turn in slips) <= 15.0 + 1e-9
    assert np.mean([offset for offset, _ in slips]) > 0.5


def test_neat_hands_hit_the_print(board: Board) -> None:
    laid = Hands(board, 2, NEAT).scene(full(board)).sticks

    assert all(
        (piece.x_mm, piece.y_mm) == (board.spaces[p].x_mm, board.spaces[p].y_mm)
        for p, piece in laid.items()
    )


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (Position({"nowhere/0/0": "red"}), "no space nowhere/0/0"),
        (Position({}, {"nowhere/0": "french"}), "no slot nowhere/0"),
    ],
    ids=["space", "slot"],
)
def test_a_position_of_another_board_is_refused(
    board: Board, position: Position, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        Hands(board).scene(position)


def test_a_kind_the_board_does_not_have_is_refused(board: Board) -> None:
    with pytest.raises(InputError, match="of kind plaid; this board has"):
        Hands(board).scene(Position({next(iter(board.spaces)): "plaid"}))


def test_a_stick_lies_the_same_whatever_is_laid_later(board: Board) -> None:
    hands, places = Hands(board, 3), list(board.spaces)
    kind = board.stick.kinds[0].name if board.stick else ""
    before = hands.scene(Position({places[0]: kind}))
    after = hands.scene(Position(dict.fromkeys(places, kind)))

    assert after.sticks[places[0]] == before.sticks[places[0]]


# Invented boards


@pytest.mark.parametrize("seed", SEEDS)
def test_an_invented_board_is_one_that_could_be_printed(seed: int) -> None:
    board = invent_board(seed)
    stick = board.stick
    assert stick is not None
    nodes = {*board.islands, *board.harbours}
    size = np.array([board.width_mm, board.height_mm])
    middles = np.array([[s.x_mm, s.y_mm] for s in board.spaces.values()])

    assert len(board.spaces) >= 40
    assert all(route.a in nodes and route.b in nodes for route in board.routes.values())
    assert all(1 <= len(lane.spaces) <= 5 for r in board.routes.values() for lane in r.lanes)
    assert ((middles > stick.length_mm / 2) & (middles < size - stick.length_mm / 2)).all()
    assert 3 <= len(stick.kinds) <= 8


@pytest.mark.parametrize("seed", SEEDS)
def test_an_invented_board_reads_back_from_its_file(tmp_path: Path, seed: int) -> None:
    board = invent_board(seed)
    write_board(tmp_path, board)
    read = read_board(tmp_path / "board.json")
    if read.marker and board.marker:
        read = replace(read, marker=replace(read.marker, art=None))

    assert read == board


def test_invented_boards_differ() -> None:
    boards = [invent_board(seed) for seed in SEEDS]

    assert len({board.width_mm for board in boards}) > 4
    assert len({board.stick for board in boards}) == len(boards)
    assert {board.marker is None or board.marker.kinds[0].colour is None for board in boards} == {
        True,
        False,
    }


@pytest.mark.parametrize("dashes", list(Dashes), ids=lambda dashes: dashes.value)
def test_spaces_are_printed_in_the_style_asked_for(board: Board, dashes: Dashes) -> None:
    bare = Style(dashes=dashes, contrast=0, ornaments=0, grid=False, folds=0)
    picture = BoardArt(board, 3, bare).picture
    sea = np.array(bare.base)
    middles = [
        np.abs(picture[round(s.y_mm * 3), round(s.x_mm * 3)].astype(int) - sea).max()
        for s in board.spaces.values()
    ]

    assert (np.median(middles) > 25) == (dashes is not Dashes.OUTLINES)


def test_another_seed_gives_another_table(board: Board) -> None:
    prints = [BoardArt(board, seed).picture for seed in (1, 2)]

    assert np.abs(prints[0].astype(int) - prints[1]).mean() > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_camera_sees_the_whole_board(seed: int) -> None:
    pose = random_camera(np.random.default_rng(seed), (560.0, 560.0), SIZE).pose
    corners = pose.corners_px(560.0, 560.0)

    assert (corners >= 0).all()
    assert (corners <= np.array(SIZE)).all()


# A table in a folder


def test_a_table_is_written_as_the_formats_say(tmp_path: Path, board: Board) -> None:
    write_table(tmp_path, board, frames=3, seed=2, size_px=(640, 360))
    truth = json.loads((tmp_path / "truth.json").read_text(encoding="utf-8"))
    names = {"board.json", "reference.jpg", "truth.json"}
    frames = {"001.jpg", "002.jpg", "003.jpg"}

    assert {path.name for path in tmp_path.iterdir()} - {"markers.png"} == names | frames
    assert set(truth["frames"]) == frames
    assert np.shape(truth["reference_corners_px"]) == (4, 2)
    for name, frame in truth["frames"].items():
        photo = cv2.imread(str(tmp_path / name))
        assert photo is not None
        assert photo.shape == (360, 640, 3)
        hidden = {p for k in ("spaces", "slots") for p, s in frame[k].items() if s == HIDDEN}
        kinds = {kind.name for kind in board.stick.kinds} if board.stick else set()

        assert set(frame["spaces"]) == set(board.spaces)
        assert set(frame["slots"]) == set(board.slots)
        assert set(frame["spaces"].values()) <= kinds | {EMPTY, HIDDEN}
        assert hidden == set(frame["under"])
        assert not hidden & {*frame["partial"], *frame["washed"]}
        assert set(frame["tags"]) >= {"lighting", "pose", "occluded", "focus", "fill", "camera"}


def test_the_same_seed_writes_the_same_table(tmp_path: Path, board: Board) -> None:
    for folder in ("one", "other"):
        write_table(tmp_path / folder, board, frames=1, seed=6, size_px=(480, 270))
    files = sorted(path.name for path in (tmp_path / "one").iterdir())

    assert [
        name
        for name in files
        if (tmp_path / "one" / name).read_bytes() != (tmp_path / "other" / name).read_bytes()
    ] == []
