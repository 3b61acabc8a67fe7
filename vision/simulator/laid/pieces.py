"""The pieces of a scene as solids: sizes and colours from the board file, paint by lot."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from companion.boards.board import Board
from companion.boards.routes_board import marker_of, stick_of
from companion.boards.stops_board import StopsBoard
from companion.colour import bgr_of
from vision.picture.arrays import Floats, Image, Tones
from vision.simulator.laid.boats import Boat, parts_of
from vision.simulator.laid.scene import Laid, Odd, Scene
from vision.simulator.laid.solids import Solid
from vision.simulator.printed.canvas import Canvas
from vision.simulator.printed.colour import linear_of
from vision.simulator.printed.flags import marker_art
from vision.simulator.printed.outlines import circle, hull, rectangle

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
_SQUARE = {"phone": (146.0, 71.0, 8.0, "#18181c"), "paper": (210.0, 148.0, 0.4, "#e8e6e0")}
_ROUND = {"coin": (22.0, 2.0, "#a8a49a"), "mug": (82.0, 95.0, "#b84838")}
_KEPT = 4096
CARD_MM = (26.0, 16.0)
"""How long and wide a goods ticket is."""
CARD_HIGH_MM = 0.4


class Pieces:
    """Makes the solids of one table; its paint differs a little from the board file's colours."""

    def __init__(self, board: Board, seed: int, height: Height, paint: float = 1.0) -> None:
        self._board = board
        self._stick_type, self._marker_type = stick_of(board), marker_of(board)
        self._height = height
        self._seed = seed
        self._art = {
            kind: _tinted(art, seed, paint) for kind, art in marker_art(self._marker_type).items()
        }
        self._paint = paint
        self._boat = Boat.drawn(np.random.default_rng([seed, 10]))
        self._tickets: dict[str, Image] = {}
        self._made: dict[tuple[str, str | None, Laid | Odd], Solid] = {}
        self._boats: dict[Laid, list[Solid]] = {}

    def solids(self, scene: Scene) -> list[Solid]:
        """All that lies on and beside the board."""
        return [
            *(self._kept("stick", place, laid) for place, laid in scene.sticks.items()),
            *(self._kept("marker", place, laid) for place, laid in scene.markers.items()),
            *(
                self._kept("card", place, card)
                for place, pile in scene.cards.items()
                for card in pile
            ),
            *(part for laid in scene.ships for part in self._ships(laid)),
            *(self._kept("odd", None, odd) for odd in scene.odd),
        ]

    def _ships(self, laid: Laid) -> list[Solid]:
        """A ship: a plain hull, or on a board of stops a moulded boat of several parts."""
        if not isinstance(self._board, StopsBoard):
            return [self._kept("ship", None, laid)]
        if laid not in self._boats:
            assert self._board.ship is not None
            if len(self._boats) >= _KEPT:
                self._boats.clear()
            base = self._base_at(laid.x_mm, laid.y_mm)
            parts = parts_of(laid, self._boat, self._board.ship, self._colour("ship", laid))
            self._boats[laid] = [
                replace(
                    part, base_mm=base + part.lift_mm, place=laid.kind, key=("boat", laid, number)
                )
                for number, part in enumerate(parts)
            ]
        return self._boats[laid]

    def _base_at(self, x_mm: float, y_mm: float) -> float:
        """How high the board's face is there, or the table beside it."""
        on_board = 0 < x_mm < self._board.width_mm and 0 < y_mm < self._board.height_mm
        return self._height(x_mm, y_mm) if on_board else -_TABLE_MM

    def _kept(self, type_: str, place: str | None, thing: Laid | Odd) -> Solid:
        """The solid of one thing, made once."""
        key = (type_, place, thing)
        if key not in self._made:
            if len(self._made) >= _KEPT:
                self._made.clear()
            body = self._body(type_, thing)
            x, y = body.middle_mm
            base = self._base_at(float(x), float(y))
            self._made[key] = replace(body, base_mm=base, place=place, key=key)
        return self._made[key]

    def _body(self, type_: str, thing: Laid | Odd) -> Solid:
        if isinstance(thing, Odd):
            return self._odd(thing)
        bodies = {
            "stick": self._stick,
            "marker": self._marker,
            "ship": self._ship,
            "card": self._card,
        }
        return bodies[type_](thing)

    def _stick(self, laid: Laid, standing: bool = False) -> Solid:
        stick = self._stick_type
        assert stick is not None
        length, height = stick.length_mm, stick.height_mm
        if standing:
            length, height = height, length
        outline = rectangle(laid.x_mm, laid.y_mm, length, stick.width_mm, laid.angle_deg)
        return _painted(outline, height, self._colour("stick", laid))

    def _marker(self, laid: Laid) -> Solid:
        marker = self._marker_type
        assert marker is not None
        outline = circle(laid.x_mm, laid.y_mm, marker.diameter_mm)
        art, white = self._art[laid.kind], np.ones(3, np.float32)
        return Solid(outline, marker.height_mm, white, _CARD, art=art, turn_deg=laid.angle_deg)

    def _card(self, laid: Laid) -> Solid:
        """A ticket of card: white, with a field in its product's colour and a number on it."""
        outline = rectangle(laid.x_mm, laid.y_mm, *CARD_MM, laid.angle_deg)
        art = self._tickets.get(laid.kind)
        if art is None:
            art = self._tickets[laid.kind] = self._ticket(laid.kind)
        white = np.ones(3, np.float32)
        return Solid(outline, CARD_HIGH_MM, white, _CARD, art=art, turn_deg=laid.angle_deg)

    def _ticket(self, kind: str) -> Image:
        board = self._board
        assert isinstance(board, StopsBoard)
        lot = np.random.default_rng([self._seed, 12, zlib.crc32(kind.encode())])
        colours = {each.name: each.colour for each in board.products if each.colour}
        colour = bgr_of(colours.get(kind, "#808080"))
        reach = float(np.hypot(*CARD_MM))
        canvas = Canvas(np.full((120, 120, 3), (228, 236, 240), np.uint8), 120 / reach)
        middle = reach / 2
        whole = lot.random() < 0.4
        length, width = (0.98, 0.98) if whole else (0.86, lot.uniform(0.4, 0.8))
        field = rectangle(middle, middle, CARD_MM[0] * length, CARD_MM[1] * width, 0)
        canvas.polygon(field, colour)
        ink = (30, 30, 34) if sum(colour) > 330 else (240, 240, 240)
        canvas.text(str(lot.choice(["1", "5", "10", "50"])), middle, middle, 6.5, ink)
        return _tinted(canvas.picture, self._seed, self._paint)

    def _ship(self, laid: Laid) -> Solid:
        ship = self._board.ship
        assert ship is not None
        outline = hull(laid.x_mm, laid.y_mm, ship.length_mm, ship.width_mm, laid.angle_deg)
        return _painted(outline, ship.height_mm, self._colour("ship", laid))

    def _odd(self, odd: Odd) -> Solid:
        if odd.type.endswith("_stick"):
            laid = Laid(odd.kind or "grey", odd.x_mm, odd.y_mm, odd.angle_deg)
            return self._stick(laid, standing=odd.type == "standing_stick")
        if odd.type in _ROUND:
            diameter, height, colour = _ROUND[odd.type]
            return _painted(circle(odd.x_mm, odd.y_mm, diameter, 40), height, linear_of(colour))
        length, width, height, colour = _SQUARE[odd.type]
        outline = rectangle(odd.x_mm, odd.y_mm, length, width, odd.angle_deg)
        return _painted(outline, height, linear_of(colour))

    def _colour(self, type_: str, laid: Laid) -> Tones:
        """The paint of one kind on this table, and this one piece's shade of it."""
        name = laid.kind
        kinds = self._stick_type.kinds if self._stick_type else ()
        ships = self._board.ship.kinds if self._board.ship else ()
        named = {k.name: k.colour for k in (*ships, *kinds) if k.colour}
        nominal = linear_of(named.get(name) or _COMMON.get(name, "#808080"))
        lot = np.random.default_rng([self._seed, 7, zlib.crc32(name.encode())])
        paint = np.exp((lot.normal(0, 0.13, 3) + lot.normal(0, 0.12)) * self._paint)
        word = f"{type_} {laid.x_mm:.2f} {laid.y_mm:.2f}"
        own = np.random.default_rng([self._seed, 8, zlib.crc32(word.encode())])
        shade = np.exp(own.normal(0, 0.05) * self._paint)
        # No paint is quite black: some light comes back from its surface.
        floor = 0.004 * self._paint
        return np.asarray((nominal * paint * shade + floor).clip(0, 0.9), np.float32)


def _painted(outline_mm: Floats, height_mm: float, colour: Tones) -> Solid:
    return Solid(outline_mm, height_mm, colour, colour)


def _tinted(art: Image, seed: int, paint: float) -> Image:
    """The printed markers as they came from the press: a little duller, of another tint."""
    lot = np.random.default_rng([seed, 9])
    gain = 1 + lot.normal(0, 0.05, 3) * paint
    dull = 0.06 * paint * lot.uniform(0, 1)
    picture = art * gain * (1 - dull) + 128 * dull
    return np.asarray(cv2.convertScaleAbs(picture), np.uint8)
