"""The empty table as one camera sees it: made once per pose and light, then only copied."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Board
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.quads import rectangle
from vision.simulator.filmed.camera import Camera, vignette
from vision.simulator.filmed.light import MAP_MM, MARGIN_MM, Light, glare_map, light_map
from vision.simulator.printed.art import PX_PER_MM
from vision.simulator.printed.colour import linear_of, to_linear

THICK_MM = 2.0
_GRID_PX = 8
_FAR_MM = 20000.0
_CARD = linear_of("#b8b0a4")


@dataclass(frozen=True)
class Relief:
    """A board that does not lie quite flat: its middle rises by ``rise_mm``, its edge lies."""

    board_mm: tuple[float, float]
    rise_mm: float = 0.0

    def __call__(self, x_mm: float, y_mm: float) -> float:
        """Height over the flat board at one place, mm."""
        return float(self.heights(np.array([x_mm]), np.array([y_mm]))[0])

    def heights(self, x_mm: np.ndarray, y_mm: np.ndarray) -> np.ndarray:
        """Height over the flat board, mm, in the shape of its arguments."""
        u = np.clip(np.asarray(x_mm) / self.board_mm[0], 0, 1)
        v = np.clip(np.asarray(y_mm) / self.board_mm[1], 0, 1)
        heights = np.asarray(self.rise_mm * 16 * u)
        for factor in (1 - u, v, 1 - v):
            heights *= factor
        return heights


@dataclass(frozen=True, eq=False)
class EmptyTable:
    """A table with nothing on it but its board, seen by nobody yet.

    ``print_`` (h, w, 3) is the board from straight above, ``PX_PER_MM`` to the millimetre. Without
    one no board lies there: a table of tiles is laid upon the bare table. ``table`` is a tile of
    what is under it, as ``table_tile`` draws it.
    """

    board: Board
    print_: Image | None
    table: Image
    relief: Relief


class Stage:
    """The empty table before one camera; ``albedo`` (h, w, 3) is what is reflected, 0..1."""

    def __init__(self, empty: EmptyTable, camera: Camera) -> None:
        self._board = empty.board
        self._camera = camera
        self._pose = camera.pose
        self._flat = board_points(self._pose, 0.0)
        self.albedo = self._table(empty.table)
        self._cover: Tones = np.zeros(self.albedo.shape[:2], np.float32)
        if empty.print_ is not None:
            self._edges()
            self._face(empty.print_, empty.relief)
        self._bare = empty.print_ is None
        self._corner_cards()

    def lit(self, light: Light) -> tuple[Tones, Tones, Tones | None]:
        """The empty table in this light, the light itself, and glare on what lies there.

        Light is (h, w, 3) in shares of a full sensor per reflectance; glare (h, w, 1) or None.
        """
        board_mm = (self._board.width_mm, self._board.height_mm)
        gain = self._laid_out(light_map(light, board_mm))
        gain *= vignette(self._camera)[..., None]
        scene = self.albedo * gain
        if not self._bare:
            scene *= self._board_shadow(light)[..., None]
        if light.glare is None:
            return scene, gain, None
        glare: Tones = self._laid_out(glare_map(light.glare, board_mm))[..., None]
        # Varnish mirrors a lamp; a table does so less.
        scene += glare * (0.3 + 0.7 * self._cover[..., None])
        return scene, gain, glare * 0.2

    def _laid_out(self, drawn: Tones) -> Tones:
        """A map of the table as ``light_map`` has it -> in the frame, (h, w[, 3])."""
        places = (self._flat + MARGIN_MM) * (1 / MAP_MM)
        return np.asarray(_sampled(drawn, places), np.float32)

    def _table(self, tile: Image) -> Tones:
        under = board_points(self._pose, -THICK_MM)
        side = tile.shape[0]
        tile = np.asarray(cv2.copyMakeBorder(tile, 0, 1, 0, 1, cv2.BORDER_WRAP), np.uint8)
        return to_linear(np.asarray(_sampled(tile, under % side), np.uint8))

    def _edges(self) -> None:
        """The board's cut edges, where they look to the camera."""
        width, height = self._board.width_mm, self._board.height_mm
        corners = rectangle(width, height)
        face = self._pose.project(corners)
        under = self._pose.project(corners, -THICK_MM)
        x, y, _ = self._pose.camera_mm
        seen = (y < 0, x > width, y > height, x < 0)
        for i in np.flatnonzero(seen):
            j = (i + 1) % 4
            side = np.stack([face[i], face[j], under[j], under[i]])
            mask = np.zeros(self.albedo.shape[:2], np.uint8)
            fixed = np.round(side * 16).clip(-(2**26), 2**26).astype(np.int32)
            cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, 4)
            cover = mask[..., None].astype(np.float32) / 255
            self.albedo += cover * (_CARD * (0.7, 0.5, 0.9, 0.6)[i] - self.albedo)

    def _face(self, print_: Image, relief: Relief) -> None:
        """The printed face, from four points to a pixel, so that lines do not break up."""
        pose = self._pose
        face = np.zeros_like(self.albedo)
        cover = np.zeros(face.shape[:2], np.float32)
        paper = np.full(print_.shape[:2], 0.25, np.float32)
        for dx, dy in ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)):
            x, y = _print_places(pose, relief, (dx, dy))
            here = cv2.remap(paper, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
            seen = cv2.remap(print_, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            light = to_linear(np.asarray(seen, np.uint8))
            cv2.accumulateProduct(light, cv2.merge([here] * 3), face)
            cover += here
        self._cover = cover
        self.albedo *= (1 - cover)[..., None]
        self.albedo += face

    def _corner_cards(self) -> None:
        """The printed ArUco markers that lie beside the board, each on its white card."""
        cards = self._board.corner_markers
        if cards is None:
            return
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, cards.dictionary))
        for card in cards.markers:
            code = cv2.aruco.generateImageMarker(dictionary, card.id, 120, borderBits=1)
            paper = cv2.copyMakeBorder(code, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255)
            inner = np.array([[20, 20], [140, 20], [140, 140], [20, 140]], np.float32) - 0.5
            seen = self._pose.project(np.array(card.corners_mm), cards.z_mm)
            fine = cv2.getPerspectiveTransform(inner, ((seen + 0.5) * 2 - 0.5).astype(np.float32))
            self._paste(np.asarray(paper, np.uint8), fine)

    def _paste(self, paper: Image, fine: np.ndarray) -> None:
        """Lay a grey picture over the table by a homography into the frame at double size."""
        side = paper.shape[0]
        ends = np.array([[[0, 0], [side, 0], [side, side], [0, side]]], np.float32) - 0.5
        corners = cv2.perspectiveTransform(ends, fine)[0] / 2
        limit = np.array([self.albedo.shape[1], self.albedo.shape[0]])
        low = np.clip(np.floor(corners.min(0)).astype(int) - 1, 0, limit)
        high = np.clip(np.ceil(corners.max(0)).astype(int) + 2, 0, limit)
        if (high <= low).any():
            return
        shift = np.array([[1, 0, -2.0 * low[0]], [0, 1, -2.0 * low[1]], [0, 0, 1]])
        size = (2 * (high - low)).tolist()
        both = np.dstack([to_linear(paper) * 0.85 + 0.02, np.ones(paper.shape, np.float32)])
        drawn = cv2.warpPerspective(both.astype(np.float32), shift @ fine, size)
        drawn = cv2.resize(drawn, (high - low).tolist(), interpolation=cv2.INTER_AREA)
        here = self.albedo[low[1] : high[1], low[0] : high[0]]
        cover = drawn[..., 1:]
        here[:] = here * (1 - cover) + drawn[..., :1] * cover

    def _board_shadow(self, light: Light) -> Tones:
        """The share of light that the board's own thickness leaves to the table, (h, w)."""
        width, height = self._board.width_mm, self._board.height_mm
        corners = rectangle(width, height)
        ground = np.concatenate([corners, corners + light.fall * THICK_MM])
        outline = cv2.convexHull(self._pose.project(ground, -THICK_MM).astype(np.float32))
        mask = np.zeros(self.albedo.shape[:2], np.float32)
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1.0)
        soft = cv2.GaussianBlur(mask, (9, 9), 2.0)
        return np.asarray(1 - (1 - self._cover) * soft * (0.25 + 0.5 * light.direct), np.float32)


def board_points(pose: Pose, height_mm: float, shift_px: tuple[float, float] = (0, 0)) -> Floats:
    """Where each pixel's ray meets a height, (h, w, 2) mm, float32.

    Worked out on a coarse grid and joined linearly: lens and perspective bend so smoothly that
    the error stays below two hundredths of a pixel.
    """
    width, height = pose.size_px
    columns, rows = (math.ceil(side / _GRID_PX) + 2 for side in (width, height))
    x = (np.arange(columns) - 0.5) * _GRID_PX - 0.5 + shift_px[0]
    y = (np.arange(rows) - 0.5) * _GRID_PX - 0.5 + shift_px[1]
    grid = np.stack(np.meshgrid(x, y), axis=2).reshape(-1, 2)
    coarse = _meet_height(pose, grid, height_mm).reshape(rows, columns, 2)
    size = (columns * _GRID_PX, rows * _GRID_PX)
    points = cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)
    # Contiguous, because every later reading of them walks through them in one go.
    return np.ascontiguousarray(
        points[_GRID_PX : _GRID_PX + height, _GRID_PX : _GRID_PX + width], np.float32
    )


def _meet_height(pose: Pose, points_px: NDArray[np.float64], height_mm: float) -> Floats:
    """``Pose.to_board``, but rays that run beside the table or upwards end far away on it."""
    bend = np.array([*pose.distortion, 0.0, 0.0])
    flat = cv2.undistortPoints(points_px.reshape(-1, 1, 2), pose.camera_matrix, bend)
    rays = np.column_stack([flat.reshape(-1, 2), np.ones(len(points_px))]) @ pose.rotation_matrix
    x, y, above = pose.camera_mm
    reach = (above - height_mm) / np.maximum(rays[:, 2:], 1e-3)
    points = np.array([x, y]) + rays[:, :2] * reach
    return np.asarray(points.clip(-_FAR_MM, _FAR_MM), np.float32)


def _sampled(picture: NDArray[Any], places_px: Floats) -> NDArray[Any]:
    """A picture read at places (h, w, 2) px; beyond its edge it goes on as at its edge."""
    x, y = cv2.split(places_px)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _print_places(
    pose: Pose, relief: Relief, shift_px: tuple[float, float]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where each pixel's ray meets the printed face: x and y in the print's pixels, (h, w) each."""
    flat = cv2.split(board_points(pose, 0.0, shift_px))
    x, y = (np.asarray(plane, np.float32) for plane in flat)
    if relief.rise_mm:
        camera = pose.camera_mm.astype(np.float32)
        share = relief.heights(x, y)
        share /= camera[2]
        x += (camera[0] - x) * share
        y += (camera[1] - y) * share
    for plane in (x, y):
        np.multiply(plane, PX_PER_MM, out=plane)
        np.subtract(plane, 0.5, out=plane)
    return x, y
