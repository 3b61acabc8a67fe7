"""Any piece on any place, from lists: for who plays by keyboard, or with no script at all.

The table is right, so nothing is left out; what the rules think of it is told afterwards.
"""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.play.game import Data
from companion.play.page.face import Anywhere
from companion.play.sight import AnySight
from web.host.roles import Role
from web.table.anything import writer, writers
from web.table.pages import shown
from web.visits.visit import host, needs, sight

anywhere = Blueprint("anywhere", __name__)


@anywhere.get("/anywhere")
@needs(Role.HOST, Role.BANKER, Role.PLAYER)
def lists() -> str:
    """Every place of the board in lists, with all that may be said to lie there."""
    seen = sight()
    kinds = [
        {"at": here, "asked": _asked(here), "places": _places(seen, kind)}
        for kind, here in seen.game.face.anywhere(seen).items()
    ]
    return render_template(
        "table/anywhere.html",
        kinds=kinds,
        writers=writers(seen),
        writer=writer(seen, None),
        **shown(seen),
    )


def _asked(here: Anywhere) -> str:
    """The word of the fact in which the pieces differ; empty where there is but one."""
    first, *others = here.pieces
    differ = (word for word, held in first.fact.items() for o in others if o.fact[word] != held)
    return next(differ, "")


def _places(seen: AnySight, kind: str) -> list[Data]:
    """Each place once that reads differently, the first bare one; those that are full come last."""
    laid = seen.game.face.position(seen.state).places
    bare: dict[str, str] = {}
    full: dict[str, str] = {}
    for place in host().board.kinds_of_places[kind]:
        (full if place in laid else bare).setdefault(seen.words.to_choose(place), place)
    shown_last = {label: place for label, place in full.items() if label not in bare}
    told = sorted(bare.items()) + sorted(shown_last.items())
    return [{"place": place, "label": label} for label, place in told]
