"""Trace your own board: over its photo, by taps, saved at every step. Only the host may."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from flask import Blueprint, Response, jsonify, redirect, render_template, request
from flask.blueprints import BlueprintSetupState
from werkzeug.exceptions import BadRequest, UnsupportedMediaType
from werkzeug.wrappers import Response as BaseResponse

from calibration.profile import profile_bytes
from calibration.setup import setup_of
from calibration.tracing.draft.board_form import slug
from calibration.tracing.draft.draft_json import read_corners
from calibration.tracing.kinds.board_kind import is_of_game, kind_of, steps_of
from calibration.tracing.kinds.wishes import act_of
from calibration.tracing.shelf import FOLDER, Shelf, shipped_maps
from calibration.tracing.traced_board import BehindError, TracedBoard
from companion.errors import InputError
from companion.files.fields import Field
from companion.files.input_file import parse_json
from companion.games import game_on
from web.host.roles import Role
from web.serving.answers import attached
from web.serving.handed_in import LARGEST_PHOTOS, MOST_PHOTOS, handed_in, pictures
from web.tracing.desk import (
    DESK,
    TracingDesk,
    board_of,
    desk,
    flat_picture,
    no_such_tracing,
    set_corners,
    shown_picture,
    take_in_profile,
    take_photos,
)
from web.tracing.finder import ghosts_json, working_desk
from web.tracing.view import state_of
from web.tracing.words import (
    at_its_field,
    meanwhile_words,
    pieces_words,
    side_words,
    stale_words,
    step_words,
)
from web.visits.visit import EXTENSION, host, needs
from web.words.errors import RefusedError, told_on
from web.words.language import fault_sentence

LARGEST_PROFILE = 60_000_000
LARGEST_REVISION = 10**9
FOREVER = "private, max-age=31536000, immutable"
NOTHING_TYPED = MappingProxyType({"name": "", "width_mm": "560", "height_mm": "560"})
tracings = Blueprint("tracings", __name__, url_prefix="/trace")


@tracings.record_once
def _set_up(state: BlueprintSetupState) -> None:
    store = state.app.extensions[EXTENSION].store
    state.app.extensions[DESK] = TracingDesk(Shelf(store.path.parent / FOLDER))


@tracings.get("")
@needs(Role.HOST)
def shelf() -> str:
    """The boards traced so far, and how to begin another."""
    return _shelf_page()


@tracings.post("")
@needs(Role.HOST)
def begin() -> BaseResponse:
    """Begin with the shipped map, or with nothing; what is wrong with a size is said beside it."""
    form = request.form
    if form.get("from") in shipped_maps():
        board = desk().shelf.begin_shipped(form["from"], bare="bare" in form)
    else:
        width, height = (_side(form.get(side, "")) for side in ("width_mm", "height_mm"))
        with told_on(_unfit_size):
            board = desk().shelf.begin_empty(form.get("name", "").strip(), width, height)
    return redirect(f"/trace/{board.id}", 303)


@tracings.post("/import")
@needs(Role.HOST)
def take_in() -> BaseResponse:
    """Take in a profile that somebody has sent; what is wrong with it is said on the page."""
    with told_on(lambda error: _shelf_page(fault_sentence(error))):
        board = take_in_profile(handed_in("profile", LARGEST_PROFILE))
    return redirect(f"/trace/{board.id}#taken-in", 303)


@tracings.get("/<number>")
@needs(Role.HOST)
def trace(number: str) -> str:
    """The page on which a board is traced."""
    board = board_of(number)
    kind = kind_of(board.draft)
    return render_template(
        "tracing/trace.html",
        board=board,
        game=is_of_game(board.draft),
        live=host().mount.camera is not None,
        steps=[(step, step_words(step)) for step in steps_of(board.draft)],
        sides=[
            (piece, side, side_words(piece, side))
            for piece, sides in kind.pieces.items()
            for side in sides
        ],
        pieces=[(piece, pieces_words(piece)) for piece in kind.pieces],
    )


@tracings.get("/<number>/state")
@needs(Role.HOST)
def state(number: str) -> Response:
    """All that is traced, as JSON."""
    return _state(board_of(number))


@tracings.post("/<number>/remove")
@needs(Role.HOST)
def remove(number: str) -> BaseResponse:
    """Take a tracing off the shelf; it can be brought back."""
    return _moved(desk().shelf.remove(number))


@tracings.post("/<number>/bring-back")
@needs(Role.HOST)
def bring_back(number: str) -> BaseResponse:
    """Put a removed tracing back on the shelf."""
    return _moved(desk().shelf.bring_back(number))


@tracings.post("/<number>/act")
@needs(Role.HOST)
def act(number: str) -> Response:
    """Do what is asked for; the answer is all that is traced then."""
    board = board_of(number)
    asked = _sent()
    wish = asked.get("wish") if isinstance(asked, dict) else None
    desk_of = working_desk(board)
    try:
        return _stepped(
            board, lambda revision: board.do(revision, lambda draft: act_of(wish, desk_of(draft)))
        )
    except InputError as error:
        fault = at_its_field(error.fault)
        if fault is error.fault:
            raise
        raise InputError.of(fault) from None


@tracings.post("/<number>/<any(undo, redo):way>")
@needs(Role.HOST)
def step_back(number: str, way: str) -> Response:
    """Take the last act back, or do it again."""
    board = board_of(number)
    return _stepped(board, board.undo if way == "undo" else board.redo)


@tracings.post("/<number>/photo")
@needs(Role.HOST)
def photo(number: str) -> Response:
    """Take the photo of the empty board, and look for its corners."""
    board = board_of(number)
    take_photos(board, pictures(LARGEST_PHOTOS, MOST_PHOTOS))
    return _state(board)


@tracings.post("/<number>/corners")
@needs(Role.HOST)
def corners(number: str) -> Response:
    """Take the corners, and straighten the board."""
    board = board_of(number)
    field = Field(_sent(), "corners")
    px = read_corners(field.get("px"))
    if field.faults:
        raise InputError.of(field.faults[0])
    return _stepped(board, lambda revision: set_corners(board, px, revision))


@tracings.get("/<number>/<any(photo, flat):which>.jpg")
@needs(Role.HOST)
def picture(number: str, which: str) -> Response:
    """The photo as it was taken, or the board in it from right above."""
    board = board_of(number)
    data = shown_picture(board) if which == "photo" else flat_picture(board)
    answer = Response(data, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = FOREVER if request.args.get("v") else "no-store"
    return answer


@tracings.get("/<number>/ghosts")
@needs(Role.HOST)
def ghosts(number: str) -> Response:
    """What the photo shows that may be a place."""
    return jsonify(ghosts_json(board_of(number)))


@tracings.get("/<number>/profile")
@needs(Role.HOST)
def profile(number: str) -> Response:
    """Board, photo, camera and colours in one file, to keep, play with or send."""
    board = board_of(number)
    name = f"{slug(board.draft.sheet.name)}.profile.json"
    return attached(profile_bytes(board.profile()), "application/json", name)


@tracings.post("/<number>/play")
@needs(Role.HOST)
def play(number: str) -> BaseResponse:
    """Take this board for the next game, with its empty photo and colours, and ask who plays."""
    traced = board_of(number)
    board, known = traced.board(), traced.profile()
    game = game_on(board)
    game.check_board(board)
    name = traced.draft.sheet.name
    known_empty = desk().looked(setup_of, known, name)
    host().play_on(board)
    host().mount.know(board, known_empty)
    return redirect(f"/start?game={game.about.id}", 303)


def _unfit_size(error: InputError) -> str:
    """The page with what was typed, and beside it what is wrong with it."""
    typed = {field: request.form.get(field, "") for field in NOTHING_TYPED}
    return _shelf_page(size_fault=fault_sentence(at_its_field(error.fault)), typed=typed)


def _shelf_page(
    fault: str | None = None,
    size_fault: str | None = None,
    typed: Mapping[str, str] = NOTHING_TYPED,
) -> str:
    boards, removed = desk().shelf.boards(), desk().shelf.removed()
    return render_template(
        "tracing/traces.html",
        boards=boards,
        removed=removed,
        fault=fault,
        size_fault=size_fault,
        typed=typed,
        shipped=shipped_maps(),
    )


def _sent() -> object:
    """The JSON of this request, within the bounds of any file. Raises InputError."""
    if not request.is_json:
        raise UnsupportedMediaType
    try:
        return parse_json(request.get_data(), "JSON")
    except (ValueError, RecursionError):
        raise BadRequest from None


def _moved(done: bool) -> BaseResponse:
    if not done:
        raise no_such_tracing()
    return redirect("/trace", 303)


def _state(board: TracedBoard) -> Response:
    answer = jsonify(state_of(board))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _stepped(board: TracedBoard, step: Callable[[int], object]) -> Response:
    """Do a step at the revision that the page has seen. Raises InputError where it says none."""
    asked = Field(_sent(), "JSON")
    revision = asked.get("revision").whole(0, LARGEST_REVISION) if asked.is_object() else 0
    if asked.faults:
        raise InputError.of(asked.faults[0])
    try:
        step(revision)
    except BehindError as behind:
        meanwhile = meanwhile_words(behind)
        told = {"state": state_of(board), "meanwhile": meanwhile}
        raise RefusedError(409, "stale", stale_words(meanwhile), told) from None
    return _state(board)


def _side(text: str) -> float | str:
    """A length as a number; what is none as it was typed."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return text
