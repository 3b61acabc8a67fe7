"""Which tiles stay in the box with fewer players: an owner ticks what his rulebook shows."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from calibration.own_tiles.kinds import with_in_box
from calibration.own_tiles.shelf import OwnTiles
from companion.errors import InputError
from companion.games import game_on
from web.host.roles import Role
from web.own_tiles.page import own_of, shelf
from web.visits.visit import needs
from web.words.errors import RefusedError, told_on
from web.words.language import fault_sentence

own_box = Blueprint("own_box", __name__, url_prefix="/tiles")


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile that may stay in the box: what stands on it, and whether it is ticked."""

    id: str
    said: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class ShownBox:
    """A layout: for how many, how many of its tiles stay in the box, and which do now.

    ``own`` says whether an owner has told so; ``fault`` what is wrong with what he ticked.
    """

    id: str
    players: int
    cells: int
    stay: int
    own: bool
    tiles: tuple[ShownTile, ...]
    fault: str | None = None


@own_box.get("/<number>/box")
@needs(Role.HOST)
def box(number: str) -> str:
    """Each layout with which some tiles stay in the box."""
    return _page(_boxed(number))


@own_box.post("/<number>/box/<layout>")
@needs(Role.HOST)
def write(number: str, layout: str) -> BaseResponse:
    """Take the tiles that were ticked, or those that stay as the game comes."""
    own = _boxed(number)
    box = next((each for each in _boxes(own) if each.id == layout), None)
    if box is None:
        raise RefusedError(404, "no-such-layout", "This board has no such layout.")
    ticked = frozenset(request.form.getlist("tile"))
    told = None if "usual" in request.form else ticked
    with told_on(lambda error: _page(own, layout, ticked, fault_sentence(error))):
        if told is not None and len(told) != box.stay:
            raise InputError("other-number-in-box", wanted=box.stay, count=len(told))
        shelf().change_board(own.id, lambda now: with_in_box(now, layout, told))
    return redirect(f"/tiles/{own.id}/box#{layout}", 303)


def _boxed(number: str) -> OwnTiles:
    """Own tiles of which some stay in the box; refused where all are always in play."""
    own = own_of(number)
    if not any(_boxes(own)):
        raise RefusedError(404, "no-such-layout", "This board has no such layout.")
    return own


def _boxes(own: OwnTiles) -> Iterator[ShownBox]:
    for name, box in game_on(own.board).about.in_box.items():
        layout = own.board.layouts.get(name)
        if layout is None:
            continue
        ticked = box.usual if layout.in_box is None else layout.in_box
        tiles = tuple(
            ShownTile(tile, own.board.tiles[tile].printed or tile, tile in ticked)
            for tile in box.tiles
            if tile in own.board.tiles
        )
        cells, is_own = len(layout.cells), layout.in_box is not None
        yield ShownBox(name, max(layout.players), cells, max(len(tiles) - cells, 0), is_own, tiles)


def _page(
    own: OwnTiles, layout: str = "", ticked: Collection[str] = (), fault: str | None = None
) -> str:
    return render_template(
        "own_tiles/box.html",
        own=own,
        boxes=[
            _as_ticked(each, ticked, fault) if each.id == layout else each for each in _boxes(own)
        ],
        fault=fault,
    )


def _as_ticked(box: ShownBox, ticked: Collection[str], fault: str | None) -> ShownBox:
    """The same as it was handed in, so that nothing has to be ticked again."""
    tiles = tuple(replace(each, ticked=each.id in ticked) for each in box.tiles)
    return replace(box, tiles=tiles, fault=fault)
