"""The simulated table: one board, its print, its pieces' paint and its players' hands."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

import cv2
import numpy as np

from companion.boards.board import Board
from companion.boards.routes_board import of_routes
from companion.boards.stops_board import StopsBoard
from companion.boards.tiles_board import TilesBoard
from companion.position import Position
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.encoding import encoded
from vision.simulator.filmed.camera import Camera, Sensor
from vision.simulator.filmed.light import NEUTRAL, Light
from vision.simulator.filmed.stage import EmptyTable, Relief, Stage
from vision.simulator.filmed.surface import Surface, random_surface, table_tile
from vision.simulator.laid.arm import Arm, draw_arm, shade_under
from vision.simulator.laid.at_stops import Berths
from vision.simulator.laid.on_tiles import TileHands
from vision.simulator.laid.pieces import Pieces
from vision.simulator.laid.scene import USUAL, Hands, Scene, Sloppiness
from vision.simulator.laid.solids import Solid, Sprite, sprite_of
from vision.simulator.laid.standing import standing_beside
from vision.simulator.laid.tile_pieces import TilePieces
from vision.simulator.laid.tiles_truth import truth_of_tiles
from vision.simulator.laid.truth import Drawn, Truth, owners_of, truth_of
from vision.simulator.printed.art import BoardArt
from vision.simulator.printed.planisphere import draw_planisphere
from vision.simulator.printed.style import Style

Tracer = Callable[[EmptyTable, Sequence[Solid], Camera, Light], Tones]
"""Follows the light: the picture (h, w, 3) of a table and what lies on it, as a sensor gets it."""
_KEPT_SPRITES = 4096
FLAT_MM = 0.4
"""What is no higher than card is flat."""
PILED = 3
"""Tickets in a pile of which nothing else is known."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of the table: ``photo`` (h, w, 3), BGR, and all that is true of it."""

    photo: Image
    pose: Pose
    jpeg_quality: int
    _find_truth: Callable[[], Truth] = field(repr=False)
    _drawn: Drawn = field(repr=False)

    @cached_property
    def truth(self) -> Truth:
        """What the picture shows; worked out when first asked for."""
        return self._find_truth()

    @property
    def solids(self) -> tuple[Solid, ...]:
        """All that lies on and beside the board."""
        return self._drawn.solids

    def owners(self) -> np.ndarray:
        """Which of ``solids`` is seen at each pixel, counted from 1; 0 board, -1 an arm, (h, w)."""
        return owners_of(self._drawn, self.pose)

    def jpeg(self) -> bytes:
        """The photo as the camera's file."""
        return encoded(self.photo, quality=self.jpeg_quality)


@dataclass(frozen=True, eq=False)
class _Still:
    """What was drawn last, with nobody reaching over it: a table that lies still looks the same."""

    scene: Scene
    drawn: Drawn
    exposed: Image


@dataclass(eq=False)
class _View:
    """What is kept for one camera and light: the empty table, and the pieces as drawn before."""

    camera: Camera
    light: Light
    stage: Stage
    sensor: Sensor
    empty: Tones
    gain: Tones
    glare: Tones | None
    sprites: OrderedDict[tuple[object, ...], Sprite | None] = field(default_factory=OrderedDict)
    still: _Still | None = None


class Simulator:
    """Draws camera frames of one table; the same board and seed give the same table.

    The table is empty, or bears a ``Position`` (laid by the table's own hands) or a ``Scene``. The
    first frame of a camera and light takes longer: the empty table is made for it and kept. So is
    the last frame without an arm: the same scene once more differs from it by noise alone.
    """

    def __init__(
        self,
        board: Board,
        seed: int = 0,
        *,
        style: Style | None = None,
        surface: Surface | None = None,
        sloppiness: Sloppiness = USUAL,
        paint: float = 1.0,
        rise_mm: float | None = None,
        tile_pieces: TilePieces | None = None,
    ) -> None:
        """``paint`` scales how far the pieces' colours are from the board file's: 0 not at all.

        ``rise_mm`` is how far the board's middle stands off the table; the seed draws it else.
        ``tile_pieces`` are the tiles and pieces of a table of tiles, where the seed does not draw
        them.
        """
        rng = np.random.default_rng([seed, 1])
        rise = float(rng.uniform(0, 2.5)) if rise_mm is None else rise_mm
        self.board = board
        self.hands = Hands(board, seed, sloppiness)
        self.berths = Berths(board, seed, sloppiness) if isinstance(board, StopsBoard) else None
        self._seed = seed
        relief = Relief((board.width_mm, board.height_mm), rise)
        self.tile_hands: TileHands | None = None
        printed: Image | None = None
        self._pieces: Pieces | TilePieces
        if isinstance(board, TilesBoard):
            self.tile_hands = TileHands(board, seed, sloppiness)
        elif isinstance(board, StopsBoard):
            printed = draw_planisphere(board, seed)
        else:
            printed = BoardArt(of_routes(board), seed, style).picture
        table = table_tile(surface or random_surface(rng), rng)
        self._empty = EmptyTable(board, printed, table, relief)
        self._pieces = (
            tile_pieces or TilePieces(board, seed, paint)
            if isinstance(board, TilesBoard)
            else Pieces(board, seed, relief, paint)
        )
        self._view: _View | None = None

    def laid(self, position: Position, standing: Sequence[tuple[str, str]] = ()) -> Scene:
        """Lay any kind of board: pieces on places, and ships (kind, place) beside or at them.

        What lies on a stranding place is a pile of tickets, whatever it is called.
        Errors: ``InputError`` where a place or a kind is named that the board lacks.
        """
        if self.tile_hands is not None:
            return self.tile_hands.scene(position)
        if self.berths is None:
            ships = standing_beside(of_routes(self.board), standing)
            return self.hands.scene(position, ships)
        assert isinstance(self.board, StopsBoard)
        tickets = [product.name for product in self.board.products[:PILED]]
        return self.berths.scene(dict(standing), dict.fromkeys(position.spaces, tickets))

    def frame(
        self,
        lies: Position | Scene,
        camera: Camera,
        light: Light = NEUTRAL,
        *,
        arm: Arm | None = None,
        seed: int = 0,
        tags: Mapping[str, object] | None = None,
        tracer: Tracer | None = None,
    ) -> Frame:
        """Take a picture. ``seed`` is the sensor noise's; ``tags`` go into the truth.

        With a ``tracer`` the light is followed, not drawn; it knows of no arm.
        """
        scene = self._scene(lies) if isinstance(lies, Position) else lies
        view = self._seen_from(camera, light)
        drawn, exposed = self._exposed(view, scene, arm)
        if tracer is not None:
            assert arm is None
            traced = tracer(self._empty, drawn.solids, camera, light)
            exposed = view.sensor.expose(traced)
        photo = view.sensor.developed(exposed, np.random.default_rng([self._seed, 3, seed]))
        find_truth = partial(self._truth, scene, drawn, camera.pose, photo, dict(tags or {}))
        return Frame(photo, camera.pose, camera.lens.jpeg_quality, find_truth, drawn)

    def _exposed(self, view: _View, scene: Scene, arm: Arm | None) -> tuple[Drawn, Image]:
        """All that lies there, and how the sensor sees it but for its noise."""
        still = view.still
        if arm is None and still is not None and still.scene == scene:
            return still.drawn, still.exposed
        image = view.empty.copy()
        drawn = self._lay(image, view, scene, arm)
        exposed = view.sensor.expose(image)
        if arm is None:
            view.still = _Still(scene, drawn, exposed)
        return drawn, exposed

    def _scene(self, position: Position) -> Scene:
        hands = self.tile_hands or self.hands
        return hands.scene(position)

    def _truth(
        self, scene: Scene, drawn: Drawn, pose: Pose, photo: Image, tags: Mapping[str, object]
    ) -> Truth:
        if isinstance(self.board, TilesBoard):
            return truth_of_tiles(self.board, scene, drawn, pose, photo, tags)
        return truth_of(self.board, scene, drawn, pose, self._empty.relief, photo, tags)

    def _seen_from(self, camera: Camera, light: Light) -> _View:
        kept = self._view
        if kept is None or not _stands_alike(kept.camera, camera):
            # Let go of the old view first: two at once are what a small computer can't hold.
            kept = self._view = None
            stage = Stage(self._empty, camera)
            sensor = Sensor(camera, self._seed)
        elif kept.light != light:
            stage, sensor = kept.stage, kept.sensor
        else:
            return kept
        self._view = _View(camera, light, stage, sensor, *stage.lit(light))
        return self._view

    def _lay(self, image: Tones, view: _View, scene: Scene, arm: Arm | None) -> Drawn:
        """Draw all that lies on the table into the light of the empty one."""
        pose = view.camera.pose
        solids = self._pieces.solids(scene)
        camera = pose.camera_mm[:2]
        solids.sort(key=lambda solid: _far_first(solid, camera))
        sprites = [self._sprite(solid, view) for solid in solids]
        # The shadows of what stands there fall on tiles too.
        for ground in (True, False):
            seen = [
                sprite
                for solid, sprite in zip(solids, sprites, strict=True)
                if sprite is not None and solid.ground is ground
            ]
            if seen:
                _darken(image, _shadows(seen, view))
            for sprite in seen:
                _blend(image, sprite, view)
        cover = None
        if arm is not None:
            # After the pieces, because an arm's shadow falls on them too.
            _darken(image, shade_under(arm, pose, view.light))
            cover = np.asarray(draw_arm(image, view.gain, arm, pose), np.uint8)
        return Drawn(tuple(solids), tuple(sprites), cover)

    def _sprite(self, solid: Solid, view: _View) -> Sprite | None:
        sprites = view.sprites
        if solid.key in sprites:
            sprites.move_to_end(solid.key)
            return sprites[solid.key]
        sprite = sprite_of(solid, view.camera.pose, view.light)
        sprites[solid.key] = sprite
        if len(sprites) > _KEPT_SPRITES:
            sprites.popitem(last=False)
        return sprite


def _stands_alike(one: Camera, other: Camera) -> bool:
    """Whether two cameras see the table alike, whatever words they were made from."""
    if one is other:
        return True
    a, b = one.pose, other.pose
    pinhole = ("camera_matrix", "distortion", "rotation", "translation_mm")
    return (
        (one.lens, a.size_px) == (other.lens, b.size_px)
        and a.relief is b.relief
        and a.leaning is b.leaning
        and all(np.array_equal(getattr(a, part), getattr(b, part)) for part in pinhole)
    )


def _far_first(solid: Solid, camera_mm: Floats) -> tuple[bool, float]:
    """What is flat lies under all else, as it was laid; of the rest the nearest is drawn last."""
    if solid.height_mm <= FLAT_MM or solid.ground:
        return False, 0.0
    return True, -float(((solid.foot_mm - camera_mm) ** 2).sum())


def _shadows(sprites: list[Sprite], view: _View) -> Image:
    """What pieces leave of the light on the board, 255 being all: least where they touch it."""
    pose, light = view.camera.pose, view.light
    width, height = pose.size_px
    mask = np.full((height, width), 255, np.uint8)
    for sprite in sprites:
        outline = np.round(sprite.shadow_px * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, outline, round(255 * (1 - 0.85 * light.direct)), 8, 4)
    for sprite in sprites:
        if not len(sprite.foot_px):
            continue
        foot = np.round(sprite.foot_px * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, foot, round(255 * 0.4), 8, 4)
    px_per_mm = float(pose.camera_matrix[0, 0] / pose.camera_mm[2])
    # The soft edge of the shadow of a thing of 5 mm; its sigma is half of its width.
    sigma = max(0.5, 5.0 * light.softness * px_per_mm / 2)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.uint8)


def _darken(image: Tones, mask: Image) -> None:
    cv2.multiply(
        image, cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR), dst=image, scale=1 / 255, dtype=cv2.CV_32F
    )


def _blend(image: Tones, sprite: Sprite, view: _View) -> None:
    rows, columns = sprite.cover.shape[:2]
    here = np.s_[sprite.top : sprite.top + rows, sprite.left : sprite.left + columns]
    light = sprite.colour * view.gain[here]
    if view.glare is not None:
        light += sprite.cover * view.glare[here]
    image[here] *= 1 - sprite.cover
    image[here] += light
