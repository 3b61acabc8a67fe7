"""The pieces of a scene as solids: sizes and colours from the board file, paint by lot."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from companion.board import Board
from vision.simulator.colour import Floats, Image, linear_of
from vision.simulator.flags import marker_art
from vision.simulator.scene import Laid, Odd, Scene
from vision.simulator.solids import Solid, box, disc, hull

Height = Callable[[float, float], float]
"""The height of the board's face at a place, mm: boards do not lie quite flat."""

_COMMON = {
    "white": "#f0ece0", "red": "#c8202a", "green": "#1f7a3a", "blue": "#2040b0",
    "black": "#1c1c20", "purple": "#6a2c8c", "yellow": "#e8c020", "orange": "#e07020",
    "pink": "#e080a0", "brown": "#704828", "grey": "#808080",
}  # fmt: skip
_CARD = np.array([0.55, 0.6, 0.63], np.float32)
_TABLE_MM = 2.0
"""How far the table lies below the board's printed face."""
_ODD_SIZES: dict[str, tuple[float, float, float, str]] = {
    "phone": (146.0, 71.0, 8.0, "#18181c"),
    "paper": (210.0, 148.0, 0.4, "#e8e6e0"),
}


class Pieces:
    """Makes the solids of one table; its paint differs a little from the board file's colours."""

    def __init__(self, board: Board, seed: int, height: Height, paint: float = 1.0) -> None:
        self._board = board
        self._height = height
        self._seed = seed
        self._art = {kind: _tinted(art, seed, paint) for kind, art in marker_art(board).items()}
        self._paint = paint

    def solids(self, scene: Scene) -> list[Solid]:
        """All that lies on and beside the board."""
        made = [self._stick(laid, place) for place, laid in scene.sticks.items()]
        made += [self._marker(laid, place) for place, laid in scene.markers.items()]
        made += [self._ship(laid) for laid in scene.ships]
        made += [self._odd(odd) for odd in scene.odd]
        return [solid for solid in made if solid is not None]

    def _stick(self, laid: Laid, place: str | None, standing: bool = False) -> Solid | None:
        stick = self._board.stick
        if stick is None:
            return None
        colour = self._colour("stick", laid, place or "")
        length, height = stick.length_mm, stick.height_mm
        if standing:
            length, height = stick.height_mm, stick.length_mm
        outline = box(laid.x_mm, laid.y_mm, length, stick.width_mm, laid.angle_deg)
        return self._solid(outline, height, colour, place=place, key=("stick", laid, standing))

    def _marker(self, laid: Laid, place: str) -> Solid | None:
        marker = self._board.marker
        if marker is None or laid.kind not in self._art:
            return None
        return self._solid(
            disc(laid.x_mm, laid.y_mm, marker.diameter_mm), marker.height_mm, np.ones(3, np.float32),
            side=_CARD, place=place, art=self._art[laid.kind], turn_deg=laid.angle_deg,
            key=("marker", laid),
        )  # fmt: skip

    def _ship(self, laid: Laid) -> Solid | None:
        ship = self._board.ship
        if ship is None:
            return None
        outline = hull(laid.x_mm, laid.y_mm, ship.length_mm, ship.width_mm, laid.angle_deg)
        return self._solid(outline, ship.height_mm, self._colour("ship", laid), key=("ship", laid))

    def _odd(self, odd: Odd) -> Solid | None:
        key = ("odd", odd)
        match odd.type:
            case "stray_stick" | "standing_stick":
                laid = Laid(odd.kind or "", odd.x_mm, odd.y_mm, odd.angle_deg)
                return self._stick(laid, None, odd.type == "standing_stick")
            case "coin":
                return self._solid(
                    disc(odd.x_mm, odd.y_mm, 22.0), 2.0, linear_of("#a8a49a"), key=key
                )
            case "mug":
                return self._solid(
                    disc(odd.x_mm, odd.y_mm, 82.0, 48), 95.0, linear_of("#b84838"), key=key
                )
            case _:
                length, width, height, colour = _ODD_SIZES[odd.type]
                outline = box(odd.x_mm, odd.y_mm, length, width, odd.angle_deg)
                return self._solid(outline, height, linear_of(colour), key=key)

    def _solid(self, outline_mm: Floats, height_mm: float, top: Floats, **more: object) -> Solid:
        x, y = (float(value) for value in outline_mm.mean(axis=0))
        on_board = 0 < x < self._board.width_mm and 0 < y < self._board.height_mm
        base = self._height(x, y) if on_board else -_TABLE_MM
        more.setdefault("side", top)
        return partial(Solid, base_mm=base)(outline_mm, height_mm, top, **more)  # type: ignore[arg-type]

    def _colour(self, type_: str, laid: Laid, place: str = "") -> Floats:
        """The paint of one kind on this table, and this one piece's shade of it."""
        name = laid.kind
        kinds = self._board.stick.kinds if self._board.stick else ()
        ships = self._board.ship.kinds if self._board.ship else ()
        named = {k.name: k.colour for k in (*ships, *kinds) if k.colour}
        nominal = linear_of(named.get(name) or _COMMON.get(name, "#808080"))
        lot = np.random.default_rng([self._seed, 7, zlib.crc32(name.encode())])
        paint = np.exp(lot.normal(0, 0.13 * self._paint, 3) + lot.normal(0, 0.12 * self._paint))
        word = f"{type_} {place} {laid.x_mm:.2f}"
        own = np.random.default_rng([self._seed, 8, zlib.crc32(word.encode())])
        shade = np.exp(own.normal(0, 0.05 * self._paint))
        floor = 0.004 * self._paint
        return np.asarray((nominal * paint * shade + floor).clip(0, 0.9), np.float32)


def _tinted(art: Image, seed: int, paint: float) -> Image:
    """The printed markers as they came from the press: a little duller, of another tint."""
    lot = np.random.default_rng([seed, 9])
    gain = 1 + lot.normal(0, 0.05, 3) * paint
    dull = 0.06 * paint * lot.uniform(0, 1)
    picture = art * gain * (1 - dull) + 128 * dull
    return np.asarray(cv2.convertScaleAbs(picture), np.uint8)
