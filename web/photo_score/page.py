"""Score a photo on the page: for whoever has a telephone and no terminal.

Whoever has a door and a case's address sees the case, and whoever began it is led back to it;
nobody else learns that there is one. Nothing of it is written into the game's record.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import quote

from flask import Blueprint, Response, redirect, render_template, request
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as BaseResponse

from companion.boards.position_file import kinds_at
from companion.boards.routes_board import RoutesBoard
from companion.errors import Fault, InputError
from companion.games import game_on
from companion.play.offered.finished import Counted, Terms
from companion.records.names import typed_name
from vision.picture.photo import check_photo
from web.host.roles import Role
from web.photo_score.case import Case
from web.photo_score.cases import Cases
from web.photo_score.corners import parse_corners
from web.photo_score.desk import EXTENSION_NAME, Desk, case_of, desk
from web.photo_score.queue import Queue
from web.photo_score.reader import PHOTO
from web.photo_score.shown import Opened, fault_words, shown
from web.photo_score.steps import players_asked, roles_on, rules_asked
from web.photo_score.unused import NOTHING_GIVEN, too_large
from web.score.report import is_reconstructed, scoring_on
from web.score.words import answer_name
from web.serving.handed_in import LARGEST_PHOTO, handed_in, is_too_large, was_chosen
from web.table.shown import drawn
from web.visits.visit import host, keep, needs, sight, visit
from web.words.errors import RefusedError, wants_json
from web.words.language import fault_sentence, gettext, words_in
from web.words.numbers import whole_number
from web.words.rulings import options_of
from web.words.seats import counters, sent_roles

MOST_SEED = 1000
WRITERS = (Role.HOST, Role.BANKER, Role.PLAYER)
TOO_LARGE = too_large(LARGEST_PHOTO)
photo_scores = Blueprint("photo_scores", __name__, url_prefix="/photo")


@photo_scores.record_once
def _set_up(state: BlueprintSetupState) -> None:
    cases = Cases()
    state.app.extensions[EXTENSION_NAME] = Desk(cases, Queue(cases))


@photo_scores.get("")
@needs(*WRITERS)
def explain() -> str:
    """Say how it goes, and begin; one line where a finished board of the game tells no score."""
    scoring_on(host().board)
    return render_template(
        "photo_score/photo.html",
        can_try=_can_make_up(),
        reconstructed=is_reconstructed(host().board),
        begun=desk().cases.get(request.cookies.get(_cookie(), "")),
    )


@photo_scores.post("")
@needs(*WRITERS)
def begin() -> BaseResponse:
    """Open a case, with the empty board where it is known; who played is asked.

    A browser to whose last one nothing was given gets that one again.
    """
    example = None
    if request.form.get("example"):
        if not _can_make_up():
            raise RefusedError(422, "no-example", "This board can't be tried with a made-up photo.")
        example = secrets.randbelow(MOST_SEED)
    terms = None if example is not None else _terms_of_table()
    mine = request.cookies.get(_cookie(), "")
    known = host().mount.setup
    case = desk().cases.begin(host().board, known, example=example, terms=terms, again=mine)
    if case is None:
        raise RefusedError(503, "too-many-photos", "Too many photos wait; try it in a minute.")
    if case.busy:
        desk().queue.put(case.id)
    return keep(redirect(f"/photo/{case.id}", 303), _cookie(), case.id)


@photo_scores.get("/<number>")
@needs(*Role)
def look(number: str) -> Response:
    """Show a case: what is still wanted, how far it is, and the score."""
    return _page(case_of(number))


@photo_scores.post("/<number>/<any(empty, final, more):which>")
@needs(*WRITERS)
def hand_in(number: str, which: str) -> BaseResponse:
    """Take a photo; what was there before stays until this one has been read."""
    case = case_of(number)
    if which == "more" and not case.may_add:
        raise _no_more_photos()
    photo = _handed_in()
    if isinstance(photo, Fault):
        return _refused(case, fault_words(photo), 413 if photo == TOO_LARGE else 422)
    try:
        check_photo(photo, PHOTO)
    except InputError as error:
        return _refused(case, fault_words(error.fault), 422)

    def is_full(now: Case) -> bool:
        return which == "more" and not now.has_room

    if _unless(number, is_full, lambda now: now.handed_in(which, photo)) is not None:
        raise _no_more_photos()
    desk().queue.put(number)
    return redirect(f"/photo/{number}", 303)


def _no_more_photos() -> RefusedError:
    return RefusedError(409, "no-more-photos", "No further photo can be added here.")


@photo_scores.post("/<number>/exchange")
@needs(*WRITERS)
def exchange(number: str) -> BaseResponse:
    """Take the photo of the empty board for that of the finished one, and the other way round."""
    return _read_anew(number, Case.the_other_way_round)


@photo_scores.post("/<number>/leave-out")
@needs(*WRITERS)
def leave_out(number: str) -> BaseResponse:
    """Take one of several photos of the finished board out again, by its number from 1."""
    nth = whole_number(request.form.get("photo", "")) or 0
    try:
        return _read_anew(number, lambda now: now.left_out(nth - 1))
    except IndexError:
        raise RefusedError(422, "no-such-photo", "There is no such photo to leave out.") from None


@photo_scores.post("/<number>/never-mind")
@needs(*WRITERS)
def never_mind(number: str) -> BaseResponse:
    """Lay the photo aside in which the board was not found; what was there before stays."""
    refused = _unless(number, _has_lost_another, Case.without_unplaced)
    return redirect(f"/photo/{number}", 303) if refused is None else _outdated(refused)


@photo_scores.post("/<number>/corners")
@needs(*WRITERS)
def mark(number: str) -> BaseResponse:
    """Take the board's corners, as a person marked them in a photo where it was not found."""
    case = case_of(number)
    if case.unplaced is None:
        raise RefusedError(404, "not-lost", "No photo waits for its corners.")
    corners = parse_corners(request.form)
    if corners is None:
        return _refused(
            case, gettext("Put the corners in turn: they have to go round the board."), 422
        )
    refused = _unless(number, _has_lost_another, lambda now: now.placed_at(corners))
    if refused is not None:
        return _outdated(refused)
    desk().queue.put(number)
    return redirect(f"/photo/{number}", 303)


@photo_scores.post("/<number>/players")
@needs(*WRITERS)
def name_players(number: str) -> BaseResponse:
    """Take who played, what each stood for, with how much money."""
    case, form = case_of(number), request.form
    columns = (form.getlist("name"), sent_roles(form), form.getlist("money"))
    rows = [(typed_name(n), role, m.strip()) for n, role, m in zip(*columns, strict=False)]
    try:
        about = game_on(case.board).about
        named = [row for row in rows if row[0] or row[2]][: about.players[-1]]
        counted = counters(named, roles_on(case.board), about)
        players = tuple(Counted(seat.name, seat.role, money) for seat, money in counted)
    except InputError as error:
        return _refused(case, fault_sentence(error), 422, rows)
    desk().cases.change(number, lambda now: replace(now, players=players))
    return redirect(f"/photo/{number}#score", 303)


@photo_scores.post("/<number>/rules")
@needs(*WRITERS)
def name_rules(number: str) -> BaseResponse:
    """Take the edition and the rulings that were played by."""
    case = case_of(number)
    try:
        options = game_on(case.board).about.options
        rulings = options.read(options_of(request.form, options))
    except InputError as error:
        return _refused(case, fault_sentence(error), 422)
    desk().cases.change(
        number, lambda now: replace(now, terms=replace(now.played_by, rulings=rulings))
    )
    return redirect(f"/photo/{number}#score", 303)


@photo_scores.post("/<number>/allow")
@needs(*WRITERS)
def allow(number: str) -> BaseResponse:
    """Take the table's word that a finding is allowed; ``not`` takes it back."""
    board = case_of(number).board
    said = f"{request.form.get('place', '')}={request.form.get('code', '')}"
    try:
        grant = scoring_on(board).grant(said, board.places)
    except InputError:
        raise RefusedError(422, "no-such-finding", "There is no such finding.") from None

    def with_grant(case: Case) -> Case:
        now = case.played_by.granted
        granted = now - {grant} if "not" in request.form else now | {grant}
        return replace(case, terms=replace(case.played_by, granted=granted))

    desk().cases.change(number, with_grant)
    return redirect(f"/photo/{number}#findings", 303)


@photo_scores.post("/<number>/answer")
@needs(*WRITERS)
def answer(number: str) -> BaseResponse:
    """Take a person's word on what lies on a place; an empty word takes it back."""
    case, form = case_of(number), request.form
    place, piece = form.get("place", ""), form.get("piece", "")
    if place not in case.board.places:
        raise RefusedError(422, "no-such-place", "The board has no such place.")
    if piece and piece not in kinds_at(case.board, place):
        raise RefusedError(422, "no-such-piece", "This can't lie there.")

    refused = _unless(
        number, lambda now: _is_late(now, place, piece), lambda now: now.answered(place, piece)
    )
    if refused is not None:
        return _late(refused, place, looks="look" in form)
    if "look" in form:
        return redirect(f"/photo/{number}?look={quote(place)}#looks", 303)
    return redirect(f"/photo/{number}#questions", 303)


@photo_scores.post("/<number>/forget")
@needs(*WRITERS)
def forget(number: str) -> BaseResponse:
    """Throw a case away with its photos."""
    case_of(number)
    desk().cases.forget(number)
    return redirect("/photo", 303)


def _cookie() -> str:
    """The name of the cookie by which whoever has begun a case finds back to it."""
    return f"photos-{host().address.port}"


def _unless(
    number: str, refuses: Callable[[Case], bool], how: Callable[[Case], Case]
) -> Case | None:
    """Change a case unless it is refused as it is by then -> the refused one, else None."""
    refused: list[Case] = []

    def changed(now: Case) -> Case:
        if not refuses(now):
            return how(now)
        refused.append(now)
        return now

    desk().cases.change(case_of(number).id, changed)
    return refused[0] if refused else None


def _read_anew(number: str, how: Callable[[Case], Case]) -> BaseResponse:
    """Have a case read from other photos; not while one is read, nor from a page of before."""
    refused = _unless(number, lambda now: now.busy or _is_of_before(now), how)
    if refused is not None and refused.busy:
        raise RefusedError(409, "being-read", "These photos are just being read; wait for them.")
    if refused is not None:
        return _outdated(refused)
    desk().queue.put(number)
    return redirect(f"/photo/{number}", 303)


def _has_lost_another(case: Case) -> bool:
    """Whether the board is missed in another photo than on the page from which this comes."""
    lost = case.unplaced
    return lost is not None and request.form.get("mark", lost.mark) != lost.mark


def _is_of_before(case: Case) -> bool:
    """Whether a photo was read since the page was shown from which this comes."""
    return request.form.get("reads", str(case.reads)) != str(case.reads)


def _is_late(case: Case, place: str, piece: str) -> bool:
    """Whether an answer was given to another photo, or while somebody else gave another one.

    One that says what stands already is never too late.
    """
    now = case.fixes.get(place, "")
    return piece != now and (_is_of_before(case) or request.form.get("was", now) != now)


def _outdated(case: Case, opened: Opened | None = None) -> Response:
    """The case as it is by now, where another photo came since the page was shown."""
    told = gettext("Another photo was read meanwhile, and nothing was changed: look again.")
    return _refused(case, told, 409, code="stale", opened=opened)


def _late(case: Case, place: str, *, looks: bool) -> Response:
    """The case as it is by now, and why an answer that came too late was not taken.

    The place is on top of the deck, unless somebody looks at it himself.
    """
    words, said_now = words_in(visit().language, case.board), case.fixes.get(place)
    opened = Opened(looks=place) if looks else Opened(on_top=place)
    if _is_of_before(case):
        return _outdated(case, opened)
    if said_now is None:
        told = gettext(
            "%(place)s: somebody else took the answer back meanwhile. Yours was not taken: "
            "look again."
        ) % {"place": words.place(place)}
    else:
        told = gettext(
            "%(place)s: somebody else said meanwhile: %(what)s. That stands; if it is wrong, "
            "answer once more."
        ) % {"place": words.place(place), "what": answer_name(said_now, place, words)}
    return _refused(case, told, 409, code="stale", opened=opened)


def _page(
    case: Case,
    fault: str | None = None,
    rows: list[tuple[str, str, str]] | None = None,
    opened: Opened | None = None,
) -> Response:
    """The page of a case; what is ``opened`` is told by its address, unless it is given."""
    ahead = desk().queue.ahead_of(case.id)
    words = words_in(visit().language, case.board)
    opened = opened or Opened(request.args.get("look"), request.args.get("ask"))
    page = drawn(
        "photo_score/photo_score.html",
        shown(case, ahead, opened, fault),
        players_asked(case, rows, words),
        rules_asked(case, words),
    )
    made = Response(page)
    made.headers["Cache-Control"] = "no-store"
    return made


def _refused(
    case: Case,
    message: str,
    status: int,
    rows: list[tuple[str, str, str]] | None = None,
    opened: Opened | None = None,
    code: str = "unusable",
) -> Response:
    """The case as it was, with one line on what was wrong."""
    if wants_json():
        raise RefusedError(status, code, message)
    made = _page(case, message, rows, opened)
    made.status_code = status
    return made


def _handed_in() -> bytes | Fault:
    """The photo of the form, so far as can be told without decoding it."""
    if is_too_large(LARGEST_PHOTO):
        return TOO_LARGE
    try:
        photo = handed_in("photo")
    except InputError as error:
        return error.fault
    return photo if was_chosen("photo") else NOTHING_GIVEN


def _terms_of_table() -> Terms | None:
    """What the game at the table is played by, and what its table has allowed; None without one."""
    if host().table is None:
        return None
    seen = sight()
    return scoring_on(host().board).terms_of(seen.state, seen.allowed)


def _can_make_up() -> bool:
    board = host().board
    return isinstance(board, RoutesBoard) and len(board.departure_cards) >= 3
