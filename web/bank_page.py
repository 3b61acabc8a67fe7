"""The banker's page: the books, chips, corrections, and every older event to change."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.games.clippers.repairs import offered_repairs
from companion.games.clippers.statement import chips, statement, to_hand_over
from companion.games.clippers.view import log, omens, open_findings
from web.anything import anyway
from web.pages import shown
from web.roles import Role
from web.visit import host, needs, sight

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
        parts |= {"repairs": offered_repairs(seen)}
    return render_template(
        "pages/bank.html",
        statement=statement(seen),
        chips=chips(seen),
        handing=to_hand_over(seen),
        anyway=anyway(seen),
        **parts,
    )
