"""The photo of own tiles on the page: handed in, its corners marked, each tile cut out of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from flask import Blueprint, Response, current_app, redirect, render_template, request
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from calibration.own_tiles.photographed import PHOTO, cut_up, first_tiles, taken
from calibration.own_tiles.shelf import OwnTiles
from calibration.profile import profile_bytes
from calibration.tracing.draft.board_form import slug
from companion.board_drawing.layer import draw_picture
from companion.boards.tiles_board import TilesBoard
from companion.errors import InputError
from vision.picture.photo import check_photo
from vision.reader import needs_reference
from vision.tiles.bare.sheet import corner_cells, sheet_position
from web.host.roles import Role
from web.own_tiles.page import own_of, shelf
from web.photo_score.corners import handles, parse_corners
from web.serving.sandbox import Failed, apart
from web.tracing.desk import Apart, pictures
from web.visits.visit import host, needs
from web.words.errors import RefusedError
from web.words.language import gettext, said

LOOKING = "own-tiles-apart"
Result = TypeVar("Result")
tile_photos = Blueprint("tile_photos", __name__, url_prefix="/tiles")


@tile_photos.record_once
def _set_up(state: BlueprintSetupState) -> None:
    state.app.extensions.setdefault(LOOKING, apart)


@tile_photos.get("/<number>/photo")
@needs(Role.HOST)
def photo(number: str) -> str:
    """How to lay the tiles, the photo as it was handed in, and its corners to mark."""
    return _page(photographed(number))


@tile_photos.post("/<number>/photo")
@needs(Role.HOST)
def take(number: str) -> Response | BaseResponse:
    """Take a photo; the one before is forgotten."""
    own = photographed(number)
    [data] = pictures()
    try:
        check_photo(data, PHOTO)
        shelf().photo(own.id).keep(_looked(taken, data))
    except InputError as error:
        return _refused(own, said(error))
    return redirect(f"/tiles/{own.id}/photo?faces={_faces(own)}", 303)


@tile_photos.post("/<number>/photo/corners")
@needs(Role.HOST)
def mark(number: str) -> Response | BaseResponse:
    """Take the middles of the four tiles furthest out, and cut every tile out of the photo."""
    own, corners = photographed(number), parse_corners(request.form)
    kept = shelf().photo(own.id)
    data = kept.picture("taken")
    if data is None:
        raise RefusedError(404, "no-picture", "There is no photo of these tiles yet.")
    if corners is None:
        return _refused(own, gettext("Put the corners in turn: they have to go round the tiles."))
    try:
        kept.keep_pieces(_looked(cut_up, data, first_tiles(own.board, _faces(own)), corners))
    except InputError as error:
        return _refused(own, said(error))
    return redirect(f"/tiles/{own.id}/photo?faces={_faces(own)}", 303)


@tile_photos.get("/<number>/photo.jpg")
@needs(Role.HOST)
def picture(number: str) -> Response:
    """The photo, made smaller."""
    return _jpeg(shelf().photo(photographed(number).id).picture("shown"))


@tile_photos.get("/<number>/<tile>.jpg")
@needs(Role.HOST)
def piece(number: str, tile: str) -> Response:
    """A tile as the photo shows it, from straight above, not turned."""
    own = photographed(number)
    kept = shelf().photo(own.id)
    return _jpeg(
        kept.picture(f"tile-{tile}") if tile in kept.tiles & set(own.board.tiles) else None
    )


@tile_photos.get("/<number>/profile")
@needs(Role.HOST)
def profile(number: str) -> Response:
    """Board, photo and camera in one file, for ``--profile``."""
    own = photographed(number)
    known = shelf().photo(own.id).profile(own.board)
    if known is None:
        raise RefusedError(404, "no-picture", "There is no photo of all of these tiles yet.")
    answer = Response(profile_bytes(known), mimetype="application/json")
    name = f"{slug(own.board.name)}.profile.json"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def photographed(number: str) -> OwnTiles:
    """Own tiles that are told by a photo of them; refused where a camera needs none."""
    own = own_of(number)
    if not needs_reference(own.board):
        raise RefusedError(404, "no-photo-needed", "These tiles are read without a photo of them.")
    return own


def _faces(own: OwnTiles) -> int:
    """How many faces lie in the photo, as the form says; all of them where it says nothing."""
    most = len(_face_ids(own.board))
    asked = request.values.get("faces", type=int)
    return most if asked is None else min(max(asked, 1), most)


def _face_ids(board: TilesBoard) -> list[str]:
    return [tile.id for tile in board.tiles.values() if not tile.back]


def _looked(work: Callable[..., Result], *given: object) -> Result:
    """Do some work on a photo that nobody knows, apart from the page."""
    looks = cast(Apart, current_app.extensions[LOOKING])
    result = looks(work, *given)
    if isinstance(result, Failed):
        raise RefusedError(422, "not-looked", "This photo could not be looked at; try another.")
    return cast(Result, result)


def _page(own: OwnTiles, fault: str | None = None) -> str:
    kept, faces = shelf().photo(own.id), _faces(own)
    laid = first_tiles(own.board, faces)
    lies = sheet_position(laid)
    cells = [lies.spaces[cell].partition("/")[0] for cell in corner_cells(laid)]
    drawn = draw_picture(own.board, lies, ())
    return render_template(
        "own_tiles/photo.html",
        own=own,
        faces=faces,
        most=len(_face_ids(own.board)),
        drawn=Markup(drawn),
        corners=[own.board.tiles[tile].printed or tile for tile in cells],
        taken=kept.is_there,
        cut=len(kept.tiles),
        whole=set(own.board.tiles) <= kept.tiles,
        handles=handles(),
        by_camera=host().camera is not None,
        fault=fault,
    )


def _refused(own: OwnTiles, fault: str) -> Response:
    page = Response(_page(own, fault))
    page.status_code = 422
    return page


def _jpeg(data: bytes | None) -> Response:
    if data is None:
        raise RefusedError(404, "no-picture", "There is no photo of these tiles yet.")
    answer = Response(data, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "no-store"
    return answer
