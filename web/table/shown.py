"""What the pages of a running game are drawn from: each field is a name in their templates.

Every other page's own names stand in a dataclass beside its view. That each is used, and that no
template asks for more, tests/web/test_page_data.py holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from flask import render_template
from markupsafe import Markup

from companion.board_drawing.layer import Layer
from companion.boards.board import Board
from companion.play.game import AnyGame
from companion.play.in_place import Explained, Thing
from companion.play.page.face import Panel, Purse, Section, Turn
from companion.play.page.lines import EntryLine, FindingLine, LogLine, Repair
from companion.play.words import AnyWords
from web.news.parts import only_live
from web.table.anything import AnyPlace
from web.table.eye import Eye
from web.table.panels import ChartOffer, OpenOffer
from web.time_lapse.page import Lapse

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True)
class TableHead:
    """Where a record stands: its revision, and what undo and redo would do, None for nothing."""

    revision: int
    over: bool
    undo: EntryLine | None
    redo: EntryLine | None


@dataclass(frozen=True)
class ChartShown:
    """The chart: its measures, its places, what lies on them.

    ``ground`` stands instead of the picture of a printed board where the table itself grows; None
    elsewhere. ``key`` are the marks that stand for words there, each drawn, with its words.
    """

    box: str
    spots: Markup
    laid: Markup
    ground: Markup | None
    key: Sequence[tuple[Markup, str]]


def chart_shown(board: Board, game: AnyGame, state: Any, words: AnyWords) -> ChartShown:
    """The chart as it lies at some moment of a game.

    A mark that needs words has them in its game, as ``key:`` and the mark's name.
    """
    layer = Layer(board, game.face.position(state), game.face.standing(state))
    ground = layer.ground
    # The places of a printed board came with the page, and never change.
    stay = ground is None and only_live()
    return ChartShown(
        layer.box,
        Markup("") if stay else Markup(layer.spots),
        Markup(layer.laid),
        None if ground is None else Markup(ground),
        [
            (Markup(drawn), words.plain(code))
            for name, drawn in layer.marks
            if words.has(code := f"key:{name}")
        ],
    )


@dataclass(frozen=True)
class Shown(ChartShown):
    """What every page of a running game shows.

    ``offers`` are what a tap on each place of the chart offers, ``moved`` the piece that may go
    from one place to another, ``anything`` what may be said of any other place: the scripts' data.
    ``findings_left`` counts the events with findings that are not among these. ``turn_s`` is how
    long whoever is awaited has been awaited, in seconds, None unknown. ``won`` says who has won a
    game that is over. ``news`` are those of the ``notes`` that the last fact brought.
    ``told_alone``: players are told things alone. ``letters`` are those of the kinds of pieces.
    """

    view: TableHead
    words: AnyWords
    turn: Turn
    purses: Sequence[Purse]
    sections: Sequence[Section]
    eye: Eye | None
    pictures: Lapse
    acting: Sequence[Panel]
    anything: AnyPlace
    ends_by_itself: bool
    last_said: str
    turn_s: int | None
    lesson: tuple[Thing, Explained] | None
    may_undo: bool
    may_redo: bool
    offers: Mapping[str, Sequence[ChartOffer | OpenOffer]]
    moved: Mapping[str, object] | None
    won: str
    decided: str
    log: Sequence[LogLine]
    findings: Sequence[FindingLine]
    findings_left: int
    repairs: Sequence[Repair]
    notes: Sequence[FindingLine]
    news: Sequence[FindingLine]
    letters: Mapping[str, str]
    told_alone: bool


def drawn(template: str, *parts: DataclassInstance) -> str:
    """Draw a template whose names are the fields of these dataclasses."""
    names: dict[str, Any] = {}
    for part in parts:
        names |= {each.name: getattr(part, each.name) for each in fields(part)}
    return render_template(template, **names)
