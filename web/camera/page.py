"""The camera's page: the live picture with what is seen in it, and what may be done about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from flask import (
    Blueprint,
    Response,
    current_app,
    redirect,
    render_template,
    request,
)
from werkzeug.wrappers import Response as BaseResponse

from calibration.reference import is_found_alone
from companion.watching.answers import Answer, NotAskedError, NotHisError
from vision.reader import needs_reference
from web.camera.phone import phone_camera, takes_pictures
from web.host.roles import Role
from web.score.cut_out import Part
from web.serving.answers import unkept
from web.serving.security import THE_CAMERA
from web.table.cards import kinds_of
from web.table.eye import PLAYING, answers_about
from web.table.pages import shown
from web.table.shown import drawn
from web.visits.navigation import way_back
from web.visits.visit import host, needs, sight, speaker, visit
from web.visits.whose import table_meant
from web.watching.picture import (
    Kept,
    jpeg,
    place_jpeg,
    rings,
    seen_marks,
    shown_part,
)
from web.watching.state import State, state_of
from web.watching.watch import Glance, Watch
from web.words.errors import RefusedError, wants_json
from web.words.language import gettext, said, sentence

KEPT = "companion-live-picture"
camera_pages = Blueprint("camera_pages", __name__, url_prefix="/camera")
camera_pages.register_blueprint(phone_camera)
camera_pages.record_once(lambda state: state.app.extensions.setdefault(KEPT, Kept()))
KEEPERS = (Role.HOST, Role.BANKER)


@dataclass(frozen=True)
class CameraPage:
    """What the camera's page shows besides.

    ``over`` is the address over https for a phone, where it needs one. ``phone``: this device may
    be the camera. ``known``: the empty board is. ``waits`` says how a camera is that watches
    nothing yet. ``keeps``: this visitor keeps the bank. ``is_marked``: where the tiles lie in
    their photo is marked elsewhere. ``again``: the photo of the empty board may be taken again,
    and ``faults`` are what is wrong with the one there is.
    """

    over: str | None
    phone: bool
    known: bool
    waits: State | None
    keeps: bool
    is_marked: bool
    again: bool
    faults: Sequence[str]


@camera_pages.get("")
@needs(*Role)
def page() -> Response:
    """The live picture, how the watching is, and what it asks."""
    keeps, known = visit().keeps_bank, _is_known()
    phone = keeps and takes_pictures(host())
    setup, camera, board = host().mount.setup, host().mount.camera, host().board
    is_marked = needs_reference(board) and not is_found_alone(board)
    waits = state_of(_glance(), gettext, camera, visit().language) if camera and not known else None
    own = CameraPage(
        _over_https() if phone else None,
        phone,
        known,
        waits,
        keeps,
        is_marked,
        needs_reference(board) and not is_marked and (phone or camera is not None),
        [sentence(said(doubt)) for doubt in setup.doubts] if setup else [],
    )
    answer = unkept(drawn("camera/camera.html", shown(sight()), own))
    if phone:
        answer.headers.update(THE_CAMERA)
    return answer


@camera_pages.get("/picture.jpg")
@needs(*Role)
def picture() -> Response:
    """The newest frame, as much of it as shows the board."""
    glance = _glance()
    data = _kept().once("picture", (glance.frame, glance.pose), lambda: _pictured(glance))
    return _at_once(Response(data, mimetype="image/jpeg"))


@camera_pages.get("/seen.svg")
@needs(*Role)
def drawing() -> Response:
    """What is seen, drawn to be laid over the picture; it changes less often than that."""
    glance = _watch().glance
    of = (glance.pose, glance.reading, glance.outcome, glance.steps, glance.frame is None)
    data = _kept().once("seen", of, lambda: _drawn(glance))
    answer = _at_once(Response(data, mimetype="image/svg+xml"))
    answer.add_etag()
    return answer.make_conditional(request)  # type: ignore[return-value]


@camera_pages.get("/place/<path:place>.jpg")
@needs(*Role)
def crop(place: str) -> Response:
    """One place as it was read last."""
    board, glance = host().board_now, _watch().glance
    data = place_jpeg(board, glance, place) if place in board.places else None
    if data is None:
        raise RefusedError(404, "no-picture", "The camera has given no picture yet.")
    return _at_once(Response(data, mimetype="image/jpeg"))


@camera_pages.post("/answer")
@needs(*PLAYING)
def answer() -> BaseResponse:
    """Take a person's word on what lies on a place, or where a piece lies."""
    served = table_meant()
    subject, given = request.form.get("place", ""), request.form.get("piece", "")
    board = host().board_now
    asked = answers_about(_watch().glance, subject)
    if subject not in board.places and not asked:
        raise RefusedError(422, "no-such-place", "The board has no such place.")
    may_lie = kinds_of(board, subject) if subject in board.places else ()
    if given not in (may_lie or asked):
        raise RefusedError(422, "no-such-piece", "This can't lie there.")
    try:
        _watch().answer(served, Answer(subject, given, speaker(), visit().player))
    except NotAskedError:
        raise RefusedError(
            409, "not-asked", "The camera does not ask about this place, or no longer."
        ) from None
    except NotHisError as error:
        said = gettext("That is what %(player)s did: he answers, or whoever keeps the bank.")
        raise RefusedError(403, "not-your-role", said % {"player": error.player}) from None
    return _back()


@camera_pages.post("/do")
@needs(*KEEPERS)
def command() -> BaseResponse:
    """Hold the picture or go on, find the board again, read again; or all lies as it is written."""
    served, watch, asked = table_meant(), _watch(), request.form.get("what", "")
    match asked:
        case "hold" | "go-on":
            watch.hold(asked == "hold")
        case "find":
            watch.find_again()
        case "read":
            watch.read_again()
        case "begin" | "all-there":
            watch.all_lies_so(served)
        case _:
            raise RefusedError(422, "no-such-thing", "The camera can't do this.")
    return _back()


def _is_known() -> bool:
    """Whether a picture can be read: the empty board is known, or none is needed."""
    return host().mount.setup is not None or not needs_reference(host().board)


def _over_https() -> str | None:
    """Where a phone comes to this page over https; None where this one has, or can't."""
    if request.is_secure or host().address.https_port is None:
        return None
    return host().address.secure_url(f"/join/{host().doors.to(Role.BANKER).token}?to=camera")


def _pictured(glance: Glance) -> bytes:
    return jpeg(_part(glance))


def _drawn(glance: Glance) -> bytes:
    part, board = _part(glance), host().board_now
    svg = render_template(
        "parts/seen.svg",
        size=part.image.shape[1::-1],
        unit=part.image.shape[1] / board.box_mm[2],
        marks=seen_marks(board, glance, part),
        rings=rings(board, glance, part),
    )
    return svg.encode()


def _part(glance: Glance) -> Part:
    part = shown_part(host().board_now, glance)
    if part is None:
        raise RefusedError(404, "no-picture", "The camera has given no picture yet.")
    return part


def _kept() -> Kept:
    return cast(Kept, current_app.extensions[KEPT])


def _glance() -> Glance:
    """What is known right now; of a camera that is not watched yet, its newest picture."""
    camera = host().mount.camera
    if host().mount.watch is None and camera is not None:
        return Glance(camera.state, camera.newest(most_s=0.0))
    return _watch().glance


def _watch() -> Watch:
    """The watching of this table; refused while there is none."""
    watch = host().mount.watch
    if watch is None:
        raise RefusedError(404, "no-camera", "No camera watches this table.")
    return watch


def _back() -> BaseResponse:
    if wants_json():
        return Response(status=204)
    return redirect(way_back(), 303)


def _at_once(answer: Response) -> Response:
    """Let nobody keep what is new in a moment; the browser may ask whether it still holds."""
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
