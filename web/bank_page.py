"""The banker's pages: the books, chips, corrections, and every older event to change."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.games.clippers.correcting import alternatives, step_of
from companion.games.clippers.statement import chips, statement, to_hand_over
from companion.games.clippers.view import log, omens, open_findings
from web.anything import anyway
from web.errors import RefusedError
from web.pages import shown
from web.roles import Role
from web.visit import host, needs, sight

LIKELIEST = 10
"""So many slips are offered at once when an event is put right; the rest is folded."""
bank = Blueprint("bank", __name__)


@bank.get("/bank")
@needs(Role.HOST, Role.BANKER)
def books() -> str:
    """The accounts, the chips, and a correction to write down."""
    seen = sight()
    parts = shown(seen)
    parts |= {"log": log(seen)}
    if host().settings.help.audits:
        parts |= {"findings": open_findings(seen), "notes": omens(seen)}
    return render_template(
        "pages/bank.html",
        statement=statement(seen),
        chips=chips(seen),
        handing=to_hand_over(seen),
        anyway=anyway(seen),
        **parts,
    )


@bank.get("/entry/<int:number>")
@needs(Role.HOST, Role.BANKER)
def entry(number: int) -> str:
    """One event of the record: strike it out, or say what it was instead."""
    seen = sight()
    line = next((line for line in log(seen) if line["seq"] == number), None)
    if line is None:
        raise RefusedError(404, "no-such-entry", "There is no event of this number.")
    step = step_of(seen, number)
    return render_template(
        "pages/entry.html",
        line=line,
        instead=[] if step is None else alternatives(seen, step),
        shown_first=LIKELIEST,
        **shown(seen),
    )
