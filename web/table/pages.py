"""The table and a player's phone, and what every page of a running game shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from flask import Blueprint

from companion.board_drawing.paint import paints
from companion.play.log import (
    entry_line,
    entry_words,
    explained_by,
    log,
    news_of,
    notes,
    open_slips,
    the_worst,
)
from companion.play.page.lines import FindingLine, LogLine, Repair
from companion.play.page.score_table import decided, won
from companion.play.sight import AnySight
from companion.records.record import Entry, Redone, Undone
from web.host.roles import Role, may_act, undoable_by
from web.rules.page import lesson
from web.table.anything import Beside, anything, anyway
from web.table.cards import Card
from web.table.eye import eye, repairs
from web.table.panels import acting, moved, on_chart
from web.table.shown import Shown, TableHead, chart_shown, drawn
from web.time_lapse.page import lapse
from web.visits.visit import host, needs, sight, table, visit
from web.words.errors import RefusedError

LAST_LINES = 8
MOST_SLIPS, MOST_FOUND = 5, 3
"""So many events that broke a rule are shown at once, and of each so much that was found."""
pages = Blueprint("pages", __name__)
LONGEST_TURN = 100
"""So many facts are looked back upon for where a turn began; a real one has a handful."""


@dataclass(frozen=True)
class OwnPhone:
    """What a player's own phone shows besides: the place of his seat, and what else he may do."""

    me_at: int
    anyway: Sequence[Beside]


@dataclass(frozen=True)
class ToLookAt:
    """What is found, how many events more have findings, and what may explain it."""

    findings: Sequence[FindingLine] = ()
    findings_left: int = 0
    repairs: Sequence[Repair] = ()


@pages.get("/table")
@needs(*Role)
def big_screen() -> str:
    """The table for all to see; who keeps the bank can act for everybody here."""
    return drawn("table/table.html", _one_card_each(shown(sight())))


@pages.get("/me")
@needs(Role.PLAYER)
def player() -> str:
    """A player's own phone."""
    seen = sight()
    names = [seat.name for seat in seen.game.seats(seen.state)]
    if seen.viewer not in names:
        raise RefusedError(410, "other-game", "Another game has begun; ask for a new code.")
    own = OwnPhone(names.index(seen.viewer), anyway(seen))
    return drawn("table/player.html", _one_card_each(shown(seen)), own)


def _one_card_each(parts: Shown) -> Shown:
    """One thing on the board is one card: what is found of a piece stands in the question about it.

    With it goes the correction that explains it, and all else that this, or the answer, explains.
    """
    if parts.eye is None:
        return parts
    told: set[int] = set()
    causes = list(parts.repairs)

    def taken(card: Card) -> Card:
        own = {*card.frees, *(() if card.laid is None else (card.laid,))} - told
        cause = next((each for each in causes if own & {each.seq, *each.explains}), None)
        if cause is not None:
            causes.remove(cause)
            own |= {*cause.explains} - told
        about = tuple(each for each in parts.findings if each.seq in own)
        told.update(each.seq for each in about)
        return replace(card, findings=about, cause=cause)

    eye = replace(
        parts.eye,
        questions=[*map(taken, parts.eye.questions)],
        differences=[*map(taken, parts.eye.differences)],
    )
    findings = [each for each in parts.findings if each.seq not in told]
    return replace(parts, eye=eye, findings=findings, repairs=causes)


def shown(seen: AnySight) -> Shown:
    """What every page of the game shows."""
    face, settings, board = seen.game.face, host().settings, host().board
    panels, lines = acting(seen), log(seen, LAST_LINES)
    lately = {line.seq for line in lines}
    found = to_look_at(seen, MOST_SLIPS, lately) if settings.help.warns else ToLookAt()
    told = notes(seen) if settings.help.warns else []
    return Shown(
        **vars(chart_shown(board, seen.game, seen.state, seen.words)),
        view=_head(seen),
        words=seen.words,
        turn=face.turn(seen),
        purses=face.purses(seen),
        sections=face.sections(seen),
        eye=eye(seen),
        pictures=lapse(table().number),
        acting=panels,
        anything=anything(seen, panels[0].player if panels else None),
        ends_by_itself=seen.goes_on,
        last_said=_last_said(seen),
        turn_s=turn_lasts_s(seen, host().clock()),
        lesson=lesson(seen, settings),
        may_undo=_may(seen, Undone, _undoable(seen)),
        may_redo=_may(seen, Redone, seen.table.redoable),
        offers=on_chart(panels, seen.words) if settings.help.offers else {},
        moved=moved(panels, seen.words) if settings.help.offers else None,
        won=won(seen.score, seen.words) if seen.state.over else "",
        decided=decided(seen.score, seen.words) if seen.state.over else "",
        log=as_told(lines, told=settings.help.warns),
        findings=found.findings,
        findings_left=found.findings_left,
        repairs=found.repairs,
        notes=told,
        news=news_of(seen, told),
        letters={name: paint.letter for name, paint in paints(board).items()},
        told_alone=bool(seen.game.about.private) and not seen.game.is_open(seen.state),
    )


def as_told(lines: Sequence[LogLine], *, told: bool) -> Sequence[LogLine]:
    """The log, with what came of each fact where that is told."""
    return lines if told else [replace(line, notes=()) for line in lines]


def _head(seen: AnySight) -> TableHead:
    table = seen.table
    undo, redo = entry_line(seen, _undoable(seen)), entry_line(seen, table.redoable)
    return TableHead(table.revision, seen.state.over, undo, redo)


def _undoable(seen: AnySight) -> Entry | None:
    """What this visitor takes back next."""
    door = visit().door
    return seen.table.undoable if door is None else undoable_by(door, seen.table, seen.game)


def to_look_at(seen: AnySight, most: int, lately: Collection[int] | None = None) -> ToLookAt:
    """What is found of so many events, what may explain it, and how many events are left out."""
    found = repairs(seen)
    explained = explained_by(found)
    slips, left = open_slips(seen, most, lately, explained)
    return ToLookAt(the_worst(slips, MOST_FOUND, explained), left, found)


def turn_lasts_s(seen: AnySight, now: str) -> int | None:
    """How long whoever is awaited has been awaited, by the clock of the record; None unknown."""
    facts, moments = seen.table.facts, seen.table.moments
    awaited = seen.game.awaited
    here, began = awaited(seen.state)[-1:], None
    for at in range(len(facts), max(len(facts) - LONGEST_TURN, 0), -1):
        if awaited(moments[at].state)[-1:] != here:
            break
        began = seen.table.entry(facts[at - 1].seq)
    else:
        if len(facts) > LONGEST_TURN:
            return None
    if began is None or not began.at:
        return None
    try:
        lasts = datetime.fromisoformat(now) - datetime.fromisoformat(began.at)
    except (ValueError, TypeError):  # a record from elsewhere may tell its times otherwise
        return None
    return max(round(lasts.total_seconds()), 0)


def _last_said(seen: AnySight) -> str:
    entries = seen.table.record.entries
    return entry_words(seen, entries[-1]) if entries else ""


def _may(seen: AnySight, kind: type[Undone] | type[Redone], entry: Entry | None) -> bool:
    """Whether this visitor may take an entry back, or let it count again."""
    door = visit().door
    if entry is None or door is None:
        return False
    return may_act(door, kind(entry.seq), seen.table, seen.game)
