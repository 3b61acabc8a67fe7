"""The photo of own tiles on the page: handed in, its corners marked, each tile cut out of it."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from calibration.own_tiles.photographed import cut_up, first_tiles
from calibration.own_tiles.rows import counted
from calibration.own_tiles.shelf import OwnTiles
from calibration.profile import profile_bytes
from calibration.tracing.draft.board_form import slug
from companion.board_drawing.layer import draw_picture
from vision.picture.quads import CornerShares
from web.host.roles import Role
from web.own_tiles.areas_shown import style_of_game
from web.own_tiles.handing_in import hand_in, handed_in, jpeg, refused
from web.own_tiles.laid import Laid, has_photo, is_counted, laid
from web.own_tiles.page import own_of, shelf
from web.photo_score.corners import handles, parse_corners
from web.serving.answers import attached
from web.tracing.desk import desk
from web.visits.visit import host, needs
from web.words.errors import RefusedError, told_on
from web.words.language import fault_sentence, gettext

tile_photos = Blueprint("tile_photos", __name__, url_prefix="/tiles")


@tile_photos.get("/<number>/photo")
@needs(Role.HOST)
def photo(number: str) -> str:
    """How to lay the tiles, the photo as it was handed in, and its corners to mark."""
    return _page(photographed(number))


@tile_photos.post("/<number>/photo")
@needs(Role.HOST)
def take(number: str) -> BaseResponse:
    """Take a photo; the one before is forgotten."""
    own = photographed(number)
    with told_on(lambda error: _page(own, fault_sentence(error))):
        hand_in(shelf().photo(own.id))
    return redirect(f"/tiles/{own.id}/photo?faces={_laid(own).count}", 303)


@tile_photos.post("/<number>/photo/corners")
@needs(Role.HOST)
def mark(number: str) -> BaseResponse:
    """Take the middles of the four tiles furthest out, and cut every tile out of the photo."""
    own, corners = photographed(number), parse_corners(request.form)
    data = handed_in(shelf().photo(own.id))
    if corners is None:
        turns = gettext("Put the corners in turn: they have to go round the tiles.")
        return refused(_page(own, turns))
    with told_on(lambda error: _page(own, fault_sentence(error))):
        (_count if is_counted(own) else _cut)(own, data, corners)
    if is_counted(own):
        return redirect(f"/tiles/{own.id}", 303)
    return redirect(f"/tiles/{own.id}/photo?faces={_laid(own).count}", 303)


def _cut(own: OwnTiles, data: bytes, corners: CornerShares) -> None:
    """Each tile stands beside its drawing from now on."""
    board = first_tiles(own.board, _laid(own).count)
    shelf().photo(own.id).keep_pieces(desk().looked(cut_up, data, board, corners))


def _count(own: OwnTiles, data: bytes, corners: CornerShares) -> None:
    """The tiles are those that are seen, as far as can be told; what may be otherwise is marked."""
    style = style_of_game(own.board.game)
    found = desk().looked(counted, data, own.board, style, _laid(own).count, corners)
    shelf().change_board(own.id, lambda _: found.proposal.board)
    shelf().photo(own.id).keep_pieces(found.cut)


@tile_photos.get("/<number>/photo.jpg")
@needs(Role.HOST)
def picture(number: str) -> Response:
    """The photo, made smaller."""
    return jpeg(shelf().photo(photographed(number).id).picture("shown"))


@tile_photos.get("/<number>/<tile>.jpg")
@needs(Role.HOST)
def piece(number: str, tile: str) -> Response:
    """A tile as the photo shows it, from straight above, not turned."""
    own = photographed(number)
    known = tile in own.board.tiles
    return jpeg(shelf().photo(own.id).piece(tile) if known else None)


@tile_photos.get("/<number>/profile")
@needs(Role.HOST)
def profile(number: str) -> Response:
    """Board, photo and camera in one file, for ``--profile``."""
    own = photographed(number)
    known = shelf().photo(own.id).profile(own.board)
    if known is None:
        raise RefusedError(404, "no-picture", "There is no photo of all of these tiles yet.")
    return attached(
        profile_bytes(known), "application/json", f"{slug(own.board.name)}.profile.json"
    )


def photographed(number: str) -> OwnTiles:
    """Own tiles that are told by a photo of them; refused where nobody can tell any by one."""
    own = own_of(number)
    if not has_photo(own):
        raise RefusedError(404, "no-photo-needed", "These tiles are read without a photo of them.")
    return own


def _laid(own: OwnTiles) -> Laid:
    """How the tiles are laid, as many as the form says."""
    return laid(own, request.values.get("faces", type=int))


def _page(own: OwnTiles, fault: str | None = None) -> str:
    kept, lies = shelf().photo(own.id), _laid(own)
    return render_template(
        "own_tiles/photo.html",
        own=own,
        laid=lies,
        drawn=Markup(draw_picture(own.board, lies.lies, ())),
        taken=kept.is_there,
        cut=0 if lies.columns else len(kept.tiles),
        whole=set(own.board.tiles) <= kept.tiles,
        handles=handles(names=lies.corners),
        by_camera=host().mount.camera is not None,
        fault=fault,
    )
