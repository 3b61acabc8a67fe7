"""Photographs of tables of tiles, by lot: of games as they lie, and of tiles laid out bare."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.boards.board import Box
from companion.boards.tiles_board import TilesBoard
from companion.position import Position
from vision.simulator.filmed.camera import Camera, Lens, random_camera
from vision.simulator.filmed.light import Light, random_light
from vision.simulator.laid.arm import Arm, random_arm
from vision.simulator.simulator import Frame, Simulator
from vision.simulator.table import Shot

SHEET_PX = (2560, 1440)
"""Tiles are photographed bare with some care, as phones can."""
MARGIN_MM = 8.0
MOST_TILT_DEG = 36.0


def random_tiles_shot(
    simulator: Simulator,
    rng: np.random.Generator,
    position: Position,
    size_px: tuple[int, int] = (1920, 1080),
    arms: float = 0.2,
    tilt_deg: tuple[float, float] = (0.0, MOST_TILT_DEG),
) -> Shot:
    """A camera that sees all that lies there, in some light; ``arms`` of them with an arm."""
    board = simulator.board
    assert isinstance(board, TilesBoard)
    box = _box(board, position)
    camera = _over(box, random_camera(rng, box[2:], size_px, tilt_deg))
    light = _in(box, random_light(rng, box[2:]))
    arm = _reaching(box, random_arm(rng, box[2:])) if rng.random() < arms else None
    tags = {"lighting": light.name, "tilt_deg": round(camera.tilt_deg, 1), "arm": arm is not None}
    return Shot(simulator.laid(position), camera, light, arm, tags)


def sheet(
    simulator: Simulator,
    rng: np.random.Generator,
    position: Position,
    size_px: tuple[int, int] = SHEET_PX,
) -> Frame:
    """A careful photo in quiet light, from nearly above."""
    board = simulator.board
    assert isinstance(board, TilesBoard)
    box = _box(board, position)
    lens = Lens(blur_px=rng.uniform(0.5, 0.8), noise=rng.uniform(0.6, 2.0), jpeg_quality=92)
    camera = _over(box, random_camera(rng, box[2:], size_px, (0.0, 18.0), lens))
    light = Light(
        "sheet", rng.uniform(0.7, 1.0), (rng.uniform(0.92, 1.05), 1.0, rng.uniform(0.95, 1.08)),
        (0.15, 0.15, 0.15), rng.uniform(0, 360), direct=0.35,
    )  # fmt: skip
    return simulator.frame(simulator.laid(position), camera, light, tags={"lighting": "sheet"})


def _box(board: TilesBoard, position: Position) -> Box:
    left, top, width, height = board.lying(position).box_mm
    return left - MARGIN_MM, top - MARGIN_MM, width + 2 * MARGIN_MM, height + 2 * MARGIN_MM


def _over(box: Box, camera: Camera) -> Camera:
    """A camera over a box at (0, 0), as it stands over this one."""
    pose = camera.pose
    corner = pose.rotation_matrix @ np.array([box[0], box[1], 0.0])
    return replace(camera, pose=replace(pose, translation_mm=pose.translation_mm - corner))


def _reaching(box: Box, arm: Arm) -> Arm:
    """An arm over a box at (0, 0), as it reaches over this one."""
    return replace(arm, x_mm=arm.x_mm + box[0], y_mm=arm.y_mm + box[1])


def _in(box: Box, light: Light) -> Light:
    """Light on a box at (0, 0), as it falls on this one."""
    left, top = box[:2]
    person, sun, glare = light.person, light.sun, light.glare
    return replace(
        light,
        person=person and (person[0] + left, person[1] + top, *person[2:]),
        sun=sun and (sun[0] + left, sun[1] + top, *sun[2:]),
        glare=glare and replace(glare, x_mm=glare.x_mm + left, y_mm=glare.y_mm + top),
    )
