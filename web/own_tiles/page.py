"""Own tiles: each tile is corrected on a page of its own, saved at every step. Only the host may.

A tap on the drawing is an ``<input type="image">``: browsers send where it was tapped, and no
script is needed. By keyboard the same is typed in millimetres.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import cast
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, redirect, render_template, request
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as BaseResponse

from calibration.own_tiles.changes import with_printed, with_spot, with_spot_at, without_spot
from calibration.own_tiles.kinds import number_of_tiles
from calibration.own_tiles.shelf import FOLDER, OwnTiles, TilesShelf, shipped_tiles
from calibration.setup import setup_of
from calibration.tracing.draft.board_form import slug
from companion.boards.board_writing import tiles_json
from companion.boards.tiles_board import Tile
from companion.errors import Fault, InputError
from companion.games import game_on
from web.host.roles import Role
from web.own_tiles.areas_shown import shown_areas
from web.own_tiles.form import printed_of, tapped_mm
from web.own_tiles.laid import has_photo, is_counted
from web.own_tiles.shown import DRAWN_PX, fault_on, is_doubtful, shown_tile, tile_picture
from web.serving.answers import attached, unkept
from web.visits.visit import EXTENSION, host, needs, visit
from web.words.errors import RefusedError, told_on
from web.words.language import fault_sentence

SHELF = "own-tiles"
LONGEST_NAME = 80
WHICH = "page:own-tiles"
"""What a game says of its tiles: which of them a table needs."""
CARDS = "own-cards"
"""What a game calls its cards, where they are not only cards and tokens."""
BESIDE_TILES = ("cards", "box")
"""Pages of a board that are about no tile of their own."""
own_tiles = Blueprint("own_tiles", __name__, url_prefix="/tiles")


@own_tiles.record_once
def _set_up(state: BlueprintSetupState) -> None:
    store = state.app.extensions[EXTENSION].store
    state.app.extensions[SHELF] = TilesShelf(store.path.parent / FOLDER)


def shelf() -> TilesShelf:
    """The boards of own tiles of this table."""
    return cast(TilesShelf, current_app.extensions[SHELF])


@own_tiles.get("")
@needs(Role.HOST)
def shelved() -> str:
    """The boards of own tiles, and how to begin one."""
    return render_template("own_tiles/shelf.html", boards=shelf().boards(), shipped=shipped_tiles())


@own_tiles.post("")
@needs(Role.HOST)
def begin() -> BaseResponse:
    """Begin with the tiles that come with a game."""
    game = request.form.get("game", "")
    if game not in shipped_tiles():
        raise RefusedError(404, "no-such-tiles", "There is no such board; choose one of these.")
    name = request.form.get("name", "").strip()[:LONGEST_NAME]
    return redirect(f"/tiles/{shelf().begin(game, name).id}", 303)


@own_tiles.get("/<number>")
@needs(Role.HOST)
def tiles(number: str) -> str:
    """All tiles of a board, each with its drawing."""
    own = own_of(number)
    every = [shown_tile(own, tile) for tile in own.board.tiles.values() if not tile.back]
    there, usual = (number_of_tiles(each) for each in (own.board, own.shipped))
    game = game_on(own.board)
    words = game.words(visit().language, own.board)
    return render_template(
        "own_tiles/tiles.html",
        own=own,
        tiles=every,
        there=there,
        usual=usual,
        which=words.plain(WHICH) if words.has(WHICH) else "",
        has_cards=bool(game.about.cards),
        cards=called_cards(own),
        has_box=any(each in own.board.layouts for each in game.about.in_box),
        has_photo=has_photo(own),
        counted=is_counted(own),
    )


@own_tiles.get("/<number>/<tile>")
@needs(Role.HOST)
def one(number: str, tile: str) -> str:
    """One tile, with what is printed on it."""
    own = own_of(number)
    return _page(own, tile_of(own, tile))


@own_tiles.get("/<number>/<tile>.svg")
@needs(Role.HOST)
def picture(number: str, tile: str) -> Response:
    """A tile, its places numbered."""
    own = own_of(number)
    drawing = tile_picture(own.board, tile_of(own, tile))
    return unkept(Response(drawing, mimetype="image/svg+xml"))


@own_tiles.post("/<number>/<tile>")
@needs(Role.HOST)
def write(number: str, tile: str) -> BaseResponse:
    """Take what was typed of a tile."""
    own = own_of(number)
    tile_of(own, tile)
    following = request.form.get("next", "")
    then = f"/tiles/{own.id}/{tile_of(own, following).id}" if following else ""
    return changed(
        own, tile, lambda now: with_printed(now, printed_of(now, request.form)), then=then
    )


@own_tiles.post("/<number>/<tile>/spot")
@needs(Role.HOST)
def spot(number: str, tile: str) -> BaseResponse:
    """Take what was tapped: one more place, one that lies elsewhere, or one that is none."""
    own = own_of(number)
    tile_of(own, tile)
    which = request.form.get("which", "")
    if "remove" in request.form:
        return changed(own, tile, lambda now: without_spot(now, which))
    return changed(own, tile, lambda now: _tapped(own, now, which))


def _tapped(own: OwnTiles, tile: Tile, which: str) -> Tile:
    """The tile with a place where it was tapped. Raises InputError where nobody says where."""
    at_mm = tapped_mm(request.form, DRAWN_PX, own.board)
    if at_mm is None:
        raise InputError("place-unsaid")
    if which.startswith("new:"):
        return with_spot(tile, which.removeprefix("new:"), at_mm)
    return with_spot_at(tile, which, at_mm)


@own_tiles.post("/<number>/undo")
@needs(Role.HOST)
def undo(number: str) -> BaseResponse:
    """Take the last step back, and show the page again from which that was wanted."""
    back = request.form.get("back", "")
    there = f"/{back}" if back in BESIDE_TILES else ""
    return redirect(f"/tiles/{shelf().undo(own_of(number).id).id}{there}", 303)


@own_tiles.get("/<number>/board.json")
@needs(Role.HOST)
def board_file(number: str) -> Response:
    """The board as a file, to play on (``--board``) or to hand to others who own the game."""
    own = own_of(number)
    text = json.dumps(tiles_json(own.board), indent=1, ensure_ascii=False) + "\n"
    return attached(text, "application/json", f"{slug(own.board.name)}.json")


@own_tiles.post("/<number>/play")
@needs(Role.HOST)
def play(number: str) -> BaseResponse:
    """Take these tiles for the next game, with the photo of all of them, and ask who plays."""
    board, profile = own_of(number).board, shelf().photo(number).profile(own_of(number).board)
    game = game_on(board)
    game.check_board(board)
    known = profile and setup_of(profile, board.name)
    host().play_on(board)
    if known:
        host().mount.know(board, known)
    return redirect(f"/start?game={game.about.id}", 303)


def called_cards(own: OwnTiles) -> str:
    """What a game calls its cards, where their owner says in sentences what they do; else empty."""
    game = game_on(own.board)
    words = game.words(visit().language, own.board)
    return words.plain(f"page:{CARDS}") if game.about.card_form else ""


def own_of(number: str) -> OwnTiles:
    """A board by its id; refused where there is none."""
    own = shelf().get(number)
    if own is None:
        raise RefusedError(404, "no-such-tiles", "There is no such board; choose one of these.")
    return own


def tile_of(own: OwnTiles, tile: str) -> Tile:
    """A tile of a board that lies face up; refused where there is none."""
    found = own.board.tiles.get(tile)
    if found is None or found.back:
        raise RefusedError(404, "no-such-tile", "This board has no such tile.")
    return found


def changed(
    own: OwnTiles, tile: str, make: Callable[[Tile], Tile], part: str = "", then: str = ""
) -> BaseResponse:
    """Save a step of a tile, and show that ``part`` of its page again, or another page ``then``."""
    pointed = urlencode({"which": which}) if (which := request.form.get("which", "")) else ""
    there = f"/tiles/{own.id}/{tile}?{pointed}".rstrip("?")
    there = then or f"{there}#{part}"
    return saved(own, tile, lambda: shelf().change(own.id, tile, make), there)


def saved(own: OwnTiles, tile: str, step: Callable[[], object], there: str) -> BaseResponse:
    """Save a step, and go there; what is wrong with it is said, and nothing is changed then."""
    with told_on(lambda error: _page(own, own.board.tiles[tile], error.fault)):
        step()
    return redirect(there.rstrip("#"), 303)


def _page(own: OwnTiles, tile: Tile, fault: Fault | None = None) -> str:
    words = game_on(own.board).words(visit().language, own.board)
    drawn, photographed = shown_areas(own.board, tile, words), shelf().photo(own.id).tiles
    if drawn is not None:
        return render_template(
            "own_tiles/areas.html",
            own=own,
            tile=drawn,
            photographed=tile.id in photographed,
            doubtful=is_doubtful(own.board, tile),
            fault=fault and fault_sentence(fault),
        )
    shown = shown_tile(own, tile, words)
    return render_template(
        "own_tiles/tile.html",
        own=own,
        tile=shown,
        drawn_px=DRAWN_PX,
        which=request.values.get("which", ""),
        next=_after(own, tile),
        photographed=tile.id in photographed,
        fault=fault and fault_sentence(fault_on(shown, fault)),
    )


def _after(own: OwnTiles, tile: Tile) -> Tile | None:
    """The tile that stands next among all; None after the last one."""
    every = [each for each in own.board.tiles.values() if not each.back]
    return next(iter(every[every.index(tile) + 1 :]), None)
