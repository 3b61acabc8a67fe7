"""What a still camera shows is kept but for what changed; in another light all of it is new."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.boards.board import Board
from companion.games.clippers.shipped import read_shipped_board
from vision.alignment.reference import Reference
from vision.between.ground import Ground
from vision.between.outlook import Outlook
from vision.photometry.light import FittedLight
from vision.photometry.light import Light as LightOfPicture
from vision.picture.arrays import Image
from vision.simulator import Laid, Light, Scene, Simulator, demo_camera

BOARD: Board = read_shipped_board()
SHIP = Laid("red", 280.0, 200.0, 30.0)
PLAIN = LightOfPicture(
    FittedLight(
        np.vstack([np.eye(3), np.zeros((1, 3))]).astype(np.float32),
        np.ones((4, 4, 3), np.float32),
        np.zeros((4, 4, 3), np.float32),
        np.array([BOARD.width_mm / 4, BOARD.height_mm / 4], np.float32),
    )
)


class Table:
    """A drawn table under one fixed camera."""

    def __init__(self) -> None:
        self.simulator = Simulator(BOARD, 11)
        empty = self.simulator.frame(Scene(), demo_camera(BOARD), Light())
        self.ground = Ground.lay(BOARD, empty.pose, Reference(empty.photo, empty.pose))

    def photo(self, scene: Scene, seed: int) -> Image:
        return self.simulator.frame(scene, demo_camera(BOARD), Light(), seed=seed).photo


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


@pytest.fixture
def outlook(table: Table) -> Outlook:
    """An outlook that has seen the empty board."""
    outlook = Outlook(table.ground)
    outlook.take_in(table.photo(Scene(), 1), PLAIN)
    return outlook


def test_the_first_picture_is_all_new(outlook: Outlook) -> None:
    assert outlook.changed.all()


def test_noise_changes_nothing(table: Table, outlook: Outlook) -> None:
    before = outlook.tones.copy()

    outlook.take_in(table.photo(Scene(), 2), PLAIN)

    assert outlook.changed.mean() < 0.001
    assert (outlook.tones == before)[~outlook.changed].all()


def test_a_ship_that_comes_is_seen_where_it_stands_and_nowhere_else(
    table: Table, outlook: Outlook
) -> None:
    outlook.take_in(table.photo(Scene(ships=(SHIP,)), 2), PLAIN)

    rows, columns = np.nonzero(outlook.changed)
    at_mm = (np.column_stack([columns, rows]) + 0.5) * table.ground.step_mm
    assert len(rows) > 30
    assert np.hypot(*(np.median(at_mm, axis=0) - (SHIP.x_mm, SHIP.y_mm))) < 15
    blue, _, red = outlook.tones[outlook.changed].mean(axis=0)
    assert red > blue + 0.1


def test_a_ship_that_goes_leaves_the_board_as_it_was(table: Table, outlook: Outlook) -> None:
    before = outlook.tones.copy()
    outlook.take_in(table.photo(Scene(ships=(SHIP,)), 2), PLAIN)

    outlook.take_in(table.photo(Scene(), 3), PLAIN)

    assert np.percentile(np.abs(outlook.tones - before), 99.9) < 0.08


def test_what_changes_by_and_by_is_seen_in_the_end(table: Table, outlook: Outlook) -> None:
    empty = table.photo(Scene(), 1)
    for darker in range(1, 15):
        outlook.take_in(empty - np.minimum(empty, darker), PLAIN)

    off = outlook.tones - outlook.expected.lit.relative_to_white(
        table.ground.sample(empty - np.minimum(empty, 14)), PLAIN.exposure
    )
    assert np.abs(off).max() < 0.04


def test_an_exposure_is_made_up_for(table: Table, outlook: Outlook) -> None:
    brighter = replace(PLAIN, exposure=np.full(3, 1.1, np.float32))

    outlook.take_in(np.round(1.1 * table.photo(Scene(), 1)).clip(0, 255).astype(np.uint8), brighter)

    assert outlook.changed.mean() < 0.05


@pytest.mark.parametrize("why", ["another light", "forgotten"])
def test_all_is_new_in_another_light(table: Table, outlook: Outlook, why: str) -> None:
    dimmer = replace(PLAIN.fitted, gain=0.9 * PLAIN.fitted.gain)
    light = replace(PLAIN, fitted=dimmer) if why == "another light" else PLAIN
    if why == "forgotten":
        outlook.forget()

    outlook.take_in(table.photo(Scene(), 2), light)

    assert outlook.changed.all()


def test_what_the_camera_clips_is_told(table: Table, outlook: Outlook) -> None:
    photo = table.photo(Scene(), 2)
    clipped = photo.copy()
    clipped[200:300, 300:420, 1:] = 255

    outlook.take_in(clipped, PLAIN)

    at_px = table.ground.frame_px
    inside = (np.abs(at_px - (360, 250)) < (55, 45)).all(axis=2)
    outside = (np.abs(at_px - (360, 250)) > (65, 55)).any(axis=2)
    assert outlook.blown[inside].all()
    assert (outlook.blown == (table.ground.sample(photo).max(axis=2) > 250))[outside].all()
