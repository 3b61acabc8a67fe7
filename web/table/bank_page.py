"""The banker's page: the books, chips, corrections, and every older event to change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint

from companion.play.log import log, notes
from companion.play.sight import AnySight
from companion.play.statement import (
    Account,
    Holding,
    Payment,
    holdings,
    statement,
    to_hand_over,
)
from web.host.roles import Role
from web.table.anything import Beside, anyway
from web.table.pages import as_told, shown, to_look_at
from web.table.shown import drawn
from web.visits.visit import host, needs, over_the_books

MOST_EVENTS, MOST_MOVED, MOST_SLIPS = 50, 100, 8
"""So many events, lines of accounts and slips are shown at once; older ones have their pages."""
bank = Blueprint("bank", __name__)


@dataclass(frozen=True)
class Books:
    """What the bank's page shows besides.

    ``before`` is the event before which all of it lies, ``older`` the one before which there is
    more; None for neither. ``values`` are those of the pieces of money, ``handing`` what is to be
    handed over now. ``pieces_called``, ``sign_said`` and ``unit`` are the game's words of money.
    """

    before: int | None
    older: int | None
    statement: Sequence[Account]
    holdings: Sequence[Holding]
    values: Sequence[int]
    pieces_called: str
    sign_said: str
    unit: str
    handing: Sequence[Payment]
    anyway: Sequence[Beside]


@bank.get("/bank")
@needs(Role.HOST, Role.BANKER)
def books() -> str:
    """The accounts, the chips, and a correction to write down."""
    return _books(None)


@bank.get("/bank/<int:before>")
@needs(Role.HOST, Role.BANKER)
def older_books(before: int) -> str:
    """The same, with the events and the lines of the accounts from before an event."""
    return _books(before)


def _books(before: int | None) -> str:
    seen = over_the_books()
    lines = log(seen, MOST_EVENTS + 1, before)
    audits = host().settings.help.audits
    parts = replace(shown(seen), log=as_told(lines[:MOST_EVENTS], told=audits))
    if audits:
        found = to_look_at(seen, MOST_SLIPS)
        parts = replace(parts, **vars(found), notes=notes(seen))
    older = lines[MOST_EVENTS - 1].seq if len(lines) > MOST_EVENTS else None
    return drawn("table/bank.html", parts, _books_of(seen, before, older))


def _books_of(seen: AnySight, before: int | None, older: int | None) -> Books:
    cash = seen.game.about.cash
    return Books(
        before=before,
        older=older,
        statement=statement(seen, MOST_MOVED, before),
        holdings=holdings(seen),
        values=() if cash is None else cash.values,
        pieces_called=seen.words.plain("cash:pieces"),
        sign_said=seen.words.plain("cash:sign"),
        unit=seen.words.plain("cash:unit"),
        handing=to_hand_over(seen),
        anyway=anyway(seen),
    )
