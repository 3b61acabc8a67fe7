"""The score sheet: one printable HTML file that needs nothing beside it."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from companion.board_drawing import draw_board
from companion.boards.routes_board import RoutesBoard
from companion.games import game_on
from companion.play.words import AnyWords
from companion.questions import Question
from vision.overlay import Mark, Role, lightness, marks, ring_mm
from vision.picture.arrays import Image
from vision.picture.encoding import encoded
from web.score.cut_out import CROP_MM, CROP_PX, Part, board_part, place_crop
from web.score.report import Report, View, table_of
from web.score.words import answer_name, changes_text, percent, taken_text, winner_line
from web.words.language import asked_language, board_called, gettext, ngettext, words_on

LONGEST_SIDE_PX = 2600


@dataclass(frozen=True)
class Picture:
    """A picture for the page: a data URI, its size, and the marks in its own pixels."""

    uri: str
    width: int
    height: int
    marks: tuple[Mark, ...] = ()
    unit: float = 1.0
    """Pixels to a millimetre of the board, for the width of lines."""
    ring: float | None = None
    """Radius of a ring around its middle."""


@dataclass(frozen=True)
class Asked:
    """A question with its crops: the photo, and the same place on the empty board."""

    number: int
    question: Question
    taken: str
    crops: tuple[tuple[str, Picture], ...]


def sheet_html(report: Report, answered_at: str | None = None) -> str:
    """Lay out the sheet, in the language that is being spoken or asked for.

    ``answered_at`` is the page on which its questions are answered; without one a command is.
    """
    words = words_on(report.board)
    return (
        _environment()
        .get_template("sheet.html")
        .render(
            report=report,
            answered_at=answered_at,
            language=asked_language(),
            board_called=board_called,
            winner=winner_line(report.score, words, is_settled=report.is_settled),
            table=table_of(report, words),
            sums_said=_sums_said(report, words),
            reached=_reached(report, words),
            findings=[
                (words.severity(finding), words.finding(finding), finding)
                for finding in report.score.findings
            ],
            asked=[_asked(report, n, each, words) for n, each in enumerate(report.questions, 1)],
            picture=_picture(report),
            drawing=_drawing(report),
            place_name=words.place,
            answer_name=lambda kind, place: answer_name(kind, place, words),
            reached_said=words.plain("score:reached"),
            piece_name=words.piece,
            colours=_colours(report),
            legend=_legend(report),
            markers=Role.MARKER,
        )
    )


def _environment() -> Environment:
    """What the sheet's template is laid out with: no name unknown, nothing taken for markup."""
    environment = Environment(
        loader=PackageLoader("web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        gettext, ngettext, newstyle=True
    )
    environment.filters.update(
        percent=percent,
        changes=changes_text,
    )
    return environment


def _sums_said(report: Report, words: AnyWords) -> list[str]:
    """How each kind of points is worked out, as whole sentences for a sheet that stands alone."""
    codes = (f"sums:{kind}" for kind in game_on(report.board).about.scored)
    return [words.plain(code) for code in codes if words.has(code)]


@dataclass(frozen=True)
class Reached:
    """An island with its value, where it has one, and what reaches it: ids, each with its name."""

    said: str
    value: int | None
    by: tuple[tuple[str, str], ...]


def _reached(report: Report, words: AnyWords) -> tuple[Reached, ...]:
    board = report.board
    islands = board.islands if isinstance(board, RoutesBoard) else {}
    return tuple(
        Reached(
            words.place(place),
            islands[place].value if place in islands else None,
            tuple((each, words.earner(each)) for each in here),
        )
        for place, here in report.reached.items()
    )


def _picture(report: Report) -> Picture | None:
    """The board's part of the photo, with everything that was recognised."""
    if report.seen is None:
        return None
    view, reading = report.seen.view, report.seen.reading
    asked = [question.place for question in report.questions]
    drawn = marks(report.board, reading, view.pose, asked)
    part = board_part(view, report.board.box_mm, LONGEST_SIDE_PX)
    return _as_picture(part, drawn, report.board.width_mm)


def _asked(report: Report, number: int, question: Question, words: AnyWords) -> Asked:
    seen = report.seen
    photo = seen.view_of(question.place) if seen else None
    views = [(gettext("photo"), photo), (gettext("empty board"), seen.empty)] if seen else []
    crops = tuple(
        (name, _crop(report, question.place, view)) for name, view in views if view is not None
    )
    return Asked(number, question, taken_text(question, words), crops)


def _crop(report: Report, place: str, view: View) -> Picture:
    unit = CROP_PX / CROP_MM
    part, ring = place_crop(report.board, view, place), ring_mm(report.board, place) * unit
    return Picture(_uri(part), CROP_PX, CROP_PX, unit=unit, ring=ring)


def _as_picture(part: Part, drawn: Sequence[Mark], board_mm: float) -> Picture:
    moved = tuple(mark.moved(part.corner, part.scale) for mark in drawn)
    height, width = part.image.shape[:2]
    units = [mark.unit_px for mark in moved]
    unit = float(np.median(units)) if units else width / board_mm
    return Picture(_uri(part.image), width, height, moved, unit)


def _uri(part: Image) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(encoded(part)).decode()


def _drawing(report: Report) -> Markup | None:
    """Without a photo: the board as a drawing, with the position on it."""
    if report.seen is not None:
        return None
    svg = draw_board(report.board, report.position)
    return Markup(svg[svg.index("<svg") :])


def _colours(report: Report) -> dict[str, tuple[str, str]]:
    """Per company the colour of its sticks, and of letters upon it."""
    return {
        kind.name: (kind.colour, "#10233f" if lightness(kind.colour) > 0.5 else "#ffffff")
        for kind in report.board.kinds.values()
        if kind.colour
    }


def _legend(report: Report) -> dict[Role, list[Mark]]:
    """One mark of each kind in the picture, sticks and port markers apart."""
    if report.seen is None:
        return {}
    drawn = marks(report.board, report.seen.reading, report.seen.view.pose)
    return {
        role: list({mark.piece: mark for mark in drawn if mark.role is role}.values())
        for role in (Role.STICK, Role.MARKER)
    }
