"""The banker's page: the books, chips, corrections, and every older event to change."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.play.log import log, notes
from companion.play.statement import holdings, statement, to_hand_over
from web.host.roles import Role
from web.table.anything import anyway
from web.table.pages import shown, to_look_at
from web.visits.visit import host, needs, sight

MOST_EVENTS, MOST_MOVED, MOST_SLIPS = 50, 100, 8
"""So many events, lines of accounts and slips are shown at once; older ones have their pages."""
bank = Blueprint("bank", __name__)


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
    seen = sight()
    parts = shown(seen)
    lines = log(seen, MOST_EVENTS + 1, before)
    parts |= {"log": lines[:MOST_EVENTS]}
    older = lines[MOST_EVENTS - 1]["seq"] if len(lines) > MOST_EVENTS else None
    if host().settings.help.audits:
        parts |= {**to_look_at(seen, MOST_SLIPS), "notes": notes(seen)}
    return render_template(
        "table/bank.html",
        before=before,
        older=older,
        statement=statement(seen, MOST_MOVED, before),
        holdings=holdings(seen),
        values=() if seen.game.about.cash is None else seen.game.about.cash.values,
        pieces_called=seen.words.plain("cash:pieces"),
        sign_said=seen.words.plain("cash:sign"),
        unit=seen.words.plain("cash:unit"),
        handing=to_hand_over(seen),
        anyway=anyway(seen),
        **parts,
    )
