"""Own tiles whose areas are drawn: each tap on a side, a way to draw it, or a sign is a step."""

from __future__ import annotations

import math
from collections.abc import Callable

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from calibration.own_tiles.arrangements import arrangements
from calibration.own_tiles.kinds import with_count, with_one_like, without_tile
from calibration.own_tiles.placing import placed
from calibration.own_tiles.printed_areas import DrawnTile, Style, drawn_tile
from calibration.own_tiles.shelf import OwnTiles
from companion.boards.tiles_board import Tile, TilesBoard
from web.host.roles import Role
from web.own_tiles.areas_shown import style_of_game
from web.own_tiles.form import Form, tapped_mm
from web.own_tiles.page import changed, own_of, saved, shelf, tile_of
from web.own_tiles.shown import DRAWN_PX
from web.visits.visit import needs
from web.words.errors import RefusedError
from web.words.numbers import whole_number

Wish = Callable[[DrawnTile], DrawnTile]
MIDDLE = 0.2
"""A tap nearer to the middle than this share of a tile is on the middle, and on no side."""
drawn_tiles = Blueprint("drawn_tiles", __name__, url_prefix="/tiles")


@drawn_tiles.post("/<number>/<tile>/areas")
@needs(Role.HOST)
def change(number: str, tile: str) -> BaseResponse:
    """Take one tap: a side, a place in the drawing, a way to draw it, or so many of a sign."""
    own, form = own_of(number), request.form
    tile_of(own, tile)
    style = style_of_game(own.board.game)
    if style is None:
        raise RefusedError(404, "no-such-tile", "This board has no such tile.")
    part, wish = _wish(form, style, own.board)

    def make(now: Tile) -> Tile:
        drawn = drawn_tile(now, style, own.board.lattice.sides)
        return placed(now, wish(drawn), style, own.board)

    return changed(own, tile, make, part)


@drawn_tiles.post("/<number>/<tile>/kind")
@needs(Role.HOST)
def kinds(number: str, tile: str) -> BaseResponse:
    """How many there are of a tile, that it is right, one more kind like it, or none of it."""
    own = own_of(number)
    tile_of(own, tile)
    all_tiles = f"/tiles/{own.id}"
    if "another" in request.form:
        last = [*with_one_like(own.board, tile).tiles][-1]
        return _saved(own, tile, lambda now: with_one_like(now, tile), f"{all_tiles}/{last}")
    if "right" in request.form:
        return changed(own, tile, lambda now: now)
    if "remove" in request.form:
        return _saved(own, tile, lambda now: without_tile(now, tile), all_tiles)
    count = request.form.get("count", type=int) or 1
    return changed(own, tile, lambda now: with_count(now, count), "count")


@drawn_tiles.post("/<number>/<tile>/undo")
@needs(Role.HOST)
def undo(number: str, tile: str) -> BaseResponse:
    """Take the last step back, and show the tile again where it is still there."""
    own = shelf().undo(own_of(number).id)
    there = tile in own.board.tiles
    return redirect(f"/tiles/{own.id}/{tile}" if there else f"/tiles/{own.id}", 303)


def _saved(
    own: OwnTiles, tile: str, make: Callable[[TilesBoard], TilesBoard], there: str
) -> BaseResponse:
    return saved(own, tile, lambda: shelf().change_board(own.id, make), there)


def _wish(form: Form, style: Style, board: TilesBoard) -> tuple[str, Wish]:
    """The part of the page that was tapped, and what becomes of the tile."""
    if "sign" in form:
        nth, kind, number = _sign(form["sign"])
        return f"area-{nth}", lambda drawn: _signed(drawn, nth, style, kind, number)
    if "drawn" in form:
        which = _whole(form["drawn"])
        return "drawn", lambda drawn: _arranged(drawn, style, which)
    side = _whole(form["side"]) if "side" in form else _tapped_side(form, board)
    if side is None:
        return "sides", lambda drawn: _next_drawn(drawn, style)
    turned = side % board.lattice.sides
    return "sides", lambda drawn: drawn.with_edge(turned, style.middles)


def _signed(drawn: DrawnTile, nth: int, style: Style, kind: str, number: int) -> DrawnTile:
    """So many of a sign in an area; the tile as it is where there may be none."""
    if nth >= len(drawn.areas):
        return drawn
    signs = style.signs.get(style.kinds.get(drawn.areas[nth].drawn, ""), ())
    most = max((sign.most for sign in signs if sign.kind == kind), default=0)
    return drawn.with_sign(nth, kind, number) if 0 <= number <= most else drawn


def _arranged(drawn: DrawnTile, style: Style, which: int) -> DrawnTile:
    found = arrangements(drawn.edges, style.middles)
    return drawn.arranged(found[which % len(found)])


def _next_drawn(drawn: DrawnTile, style: Style) -> DrawnTile:
    """The sides drawn in the next way."""
    found = [frozenset(each) for each in arrangements(drawn.edges, style.middles)]
    now = frozenset(drawn.areas)
    return _arranged(drawn, style, found.index(now) + 1 if now in found else 0)


def _tapped_side(form: Form, board: TilesBoard) -> int | None:
    """The side nearest to a tap on the drawing; None on the middle, or by keyboard."""
    x_mm, y_mm = tapped_mm(form, DRAWN_PX, board) or (0.0, 0.0)
    if math.hypot(x_mm, y_mm) < MIDDLE * board.lattice.apart_mm:
        return None
    apart_deg = 360 / board.lattice.sides
    angle_deg = math.degrees(math.atan2(y_mm, x_mm)) - board.lattice.turned_deg
    return round(angle_deg / apart_deg) % board.lattice.sides


def _sign(value: str) -> tuple[int, str, int]:
    """``3.fish.2``: in area 3 two fish."""
    nth, _, rest = value.partition(".")
    kind, _, number = rest.rpartition(".")
    return _whole(nth), kind, _whole(number)


def _whole(text: str) -> int:
    """A number that a button sent; what no button sends is none."""
    return whole_number(text, most_digits=3) or 0
