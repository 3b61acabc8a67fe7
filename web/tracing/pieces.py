"""Teaching the pieces, and a trial: what is to be laid where, and what was seen of it."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask import Blueprint, Response, jsonify, request

from calibration.tracing.draft.draft import Draft, Sheet, Taught
from calibration.tracing.draft.trace import Act, Deed
from calibration.tracing.lessons import (
    Empty,
    Learned,
    Lesson,
    Trial,
    learn,
    read_lessons,
    teaching,
    trial,
    try_out,
)
from calibration.tracing.traced_board import TracedBoard
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.errors import InputError
from companion.files.whole_file import write_whole
from companion.reading import EMPTY, HIDDEN
from web.host.roles import Role
from web.serving.handed_in import pictures
from web.tracing.desk import board_of, desk
from web.tracing.view import state_of
from web.tracing.words import kind_words
from web.visits.visit import needs
from web.words.language import gettext

USUAL_COLOUR = "#f3e9d2"
pieces = Blueprint("tracing_pieces", __name__, url_prefix="/trace")


@pieces.get("/<number>/lessons/<any(pieces, trial):which>")
@needs(Role.HOST)
def lessons(number: str, which: str) -> Response:
    """What is to be laid where."""
    board = of_routes(board_of(number).board())
    if which == "pieces":
        asked = teaching(board)
    else:
        asked = trial(board, random.Random(request.args.get("again", number)))
    return jsonify([_shown(n, lesson, board) for n, lesson in enumerate(asked, 1)])


@pieces.post("/<number>/teach")
@needs(Role.HOST)
def teach(number: str) -> Response:
    """Learn the pieces from a photo; what was not seen, or looks alike, is said.

    Where kinds look exchanged nothing is kept, unless just those were ``agreed`` to.
    """
    traced = board_of(number)
    data, board, empty, asked = _photographed(traced)
    learned = desk().looked(learn, data, asked, board, empty, traced.draft.taught.palette)
    told = _told(learned, board)
    if not {*learned.exchanged} <= _agreed():
        exchanged = [list(pair) for pair in learned.exchanged]
        return jsonify(state=state_of(traced), told=told, exchanged=exchanged)
    palette = {**traced.draft.taught.palette, **learned.palette}
    art = None if learned.art is None else _keep_art(traced, learned.art)

    def taught(draft: Draft) -> Act:
        changes = [Taught(palette)]
        sheet = draft.sheet if art is None else _with_art(draft.sheet, art)
        return Act(Deed.TAUGHT, "", (*changes, sheet))

    traced.do(None, taught)
    return jsonify(state=state_of(traced), told=told or [gettext("All pieces are learned.")])


def _agreed() -> set[tuple[str, str]]:
    """The kinds that may look like another one, as the page sends back what it was told."""
    try:
        pairs = json.loads(request.form.get("agreed", "[]"))
    except (ValueError, RecursionError):
        return set()
    shown = [pair for pair in pairs if isinstance(pair, list)] if isinstance(pairs, list) else []
    return {(str(pair[0]), str(pair[1])) for pair in shown if len(pair) == 2}


def _told(learned: Learned, board: RoutesBoard) -> list[str]:
    """What is to be said of a photo of the pieces; nothing where all is well."""
    told = [_missing_words(learned.missing, board)] if learned.missing else []
    told += [
        gettext("%(one)s and %(other)s look too much alike in this light: use a whiter lamp.")
        % {"one": kind_words(one).capitalize(), "other": kind_words(other)}
        for one, other in learned.alike
    ]
    return told + _exchanged_words(learned.exchanged)


def _exchanged_words(exchanged: Sequence[tuple[str, str]]) -> list[str]:
    """Which sticks seem to lie where others were asked for; two that changed places are one."""
    told = []
    for one, other in exchanged:
        names = {"one": kind_words(one).capitalize(), "other": kind_words(other)}
        if (other, one) not in exchanged:
            told.append(gettext("%(one)s looks like %(other)s.") % names)
        elif one < other:
            told.append(gettext("%(one)s and %(other)s look exchanged.") % names)
    return told


@pieces.post("/<number>/trial")
@needs(Role.HOST)
def dry_run(number: str) -> Response:
    """Read a photo of the trial, and say what was seen of it."""
    traced = board_of(number)
    data, board, empty, asked = _photographed(traced)
    palette = traced.draft.taught.palette
    found: Trial = desk().looked(try_out, data, asked, board, empty, palette)
    right = sum(found.seen[lesson.place] == lesson.kind for lesson in asked)
    words = {"right": right, "all": len(asked)}
    seen = {lesson.place: _judged(lesson, found.seen[lesson.place]) for lesson in asked}
    told = (
        gettext("All %(all)s pieces are seen. You can play.")
        if right == len(asked)
        else gettext("%(right)s of %(all)s pieces are seen as they lie.")
    ) % words
    return jsonify(state=state_of(traced), told=told, seen=seen)


def _photographed(traced: TracedBoard) -> tuple[bytes, RoutesBoard, Empty, list[Lesson]]:
    """The photo that was sent, the board, its empty photo, and what lies where."""
    [data] = pictures()
    board, photo = of_routes(traced.board()), traced.draft.photo
    if photo is None or photo.pose is None:
        raise InputError("no-corners-yet")
    try:
        asked = json.loads(request.form.get("lessons", ""))
    except (ValueError, RecursionError):
        asked = None
    return data, board, Empty(traced.photo_bytes(photo), photo.pose), read_lessons(asked, board)


def _keep_art(traced: TracedBoard, art: bytes) -> str:
    name = f"markers-{hashlib.sha256(art).hexdigest()[:16]}.png"
    write_whole(traced.folder / name, art)
    return name


def _with_art(sheet: Sheet, art: str) -> Sheet:
    """The sheet with another picture of its markers; kinds that had colours are told by it now."""
    marker = sheet.pieces.get("marker")
    if not isinstance(marker, Mapping):
        return sheet
    return replace(sheet, pieces={**sheet.pieces, "marker": {**marker, "art": art}})


def _shown(number: int, lesson: Lesson, board: RoutesBoard) -> dict[str, object]:
    shown: dict[str, object] = {
        "number": number,
        "place": lesson.place,
        "kind": lesson.kind,
        "name": kind_words(lesson.kind),
        "where": place_words(lesson.place, board),
    }
    space = board.spaces.get(lesson.place)
    at = space or board.slots[lesson.place]
    kinds = (board.stick if space else board.marker) or board.stick
    colours = {kind.name: kind.colour for kind in kinds.kinds} if kinds else {}
    return shown | {
        "piece": "stick" if space else "marker",
        "x": at.x_mm,
        "y": at.y_mm,
        "angle": space.angle_deg if space else 0,
        "colour": colours.get(lesson.kind) or USUAL_COLOUR,
    }


def place_words(place: str, board: RoutesBoard) -> str:
    """Where a place is, in names alone: ``Flint - Tahiti 2/3``."""
    if place in board.slots:
        island = board.island_of_slot[place]
        return f"{island.name} {int(place.rsplit('/', 1)[1]) + 1}/{len(island.slots)}"
    route = board.route_of_space[place]
    _, lane, index = place.rsplit("/", 2)
    ends = [
        board.islands[end].name if end in board.islands else _harbour(board.harbours[end].company)
        for end in (route.a, route.b)
    ]
    return f"{' - '.join(ends)} {int(index) + 1}/{len(route.lanes[int(lane)].spaces)}"


def _harbour(company: str) -> str:
    return gettext("%(company)s harbour") % {"company": kind_words(company)}


def _missing_words(places: tuple[str, ...], board: RoutesBoard) -> str:
    where = ", ".join(place_words(place, board) for place in places)
    return gettext("Nothing is seen on %(where)s: is a piece lying there?") % {"where": where}


def _judged(lesson: Lesson, piece: str) -> dict[str, object]:
    nothing = piece in (EMPTY, HIDDEN)
    return {"seen": piece == lesson.kind, "instead": None if nothing else kind_words(piece)}
