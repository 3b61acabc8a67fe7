"""What the pages of a running game are drawn from: each field is a name in their templates.

Every other page's own names stand in a dataclass beside its view. That each is used, and that no
template asks for more, tests/web/table/test_page_data.py holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from flask import render_template
from markupsafe import Markup

from companion.play.in_place import Explained, Thing
from companion.play.page.face import Panel, Purse, Section, Turn
from companion.play.page.lines import EntryLine, FindingLine, LogLine, Repair
from companion.play.words import AnyWords
from web.table.anything import AnyPlace
from web.table.camera_cards import Eye
from web.table.panels import ChartOffer
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
class Shown:
    """What every page of a running game shows.

    ``offers`` are what a tap on each place of the chart offers, ``moved`` the piece that may go
    from one place to another, ``anything`` what may be said of any other place: the scripts' data.
    ``findings_left`` counts the events with findings that are not among these. ``turn_s`` is how
    long whoever is awaited has been awaited, in seconds, None unknown. ``won`` says who has won a
    game that is over. ``box``, ``spots`` and ``laid`` are the chart's measures, its places and what
    lies on them; ``letters`` are the letters of the kinds of pieces.
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
    offers: Mapping[str, Sequence[ChartOffer]]
    moved: Mapping[str, object] | None
    won: str
    log: Sequence[LogLine]
    findings: Sequence[FindingLine]
    findings_left: int
    repairs: Sequence[Repair]
    notes: Sequence[FindingLine]
    box: str
    spots: Markup
    laid: Markup
    letters: Mapping[str, str]


def drawn(template: str, *parts: DataclassInstance) -> str:
    """Draw a template whose names are the fields of these dataclasses."""
    names: dict[str, Any] = {}
    for part in parts:
        names |= {each.name: getattr(part, each.name) for each in fields(part)}
    return render_template(template, **names)
