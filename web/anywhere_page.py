"""Any piece on any place, from lists: for who plays by keyboard, or with no script at all.

The table is right, so nothing is left out; what the rules think of it is told afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, render_template

from companion.play.game import Data
from companion.play.sight import AnySight
from web.anything import anything
from web.pages import shown
from web.panels import valued
from web.roles import Role
from web.visit import host, needs, sight

anywhere = Blueprint("anywhere", __name__)


@anywhere.get("/anywhere")
@needs(Role.HOST, Role.BANKER, Role.PLAYER)
def lists() -> str:
    """Every place of the board in lists, with all that may be said to lie there."""
    seen = sight()
    told = anything(seen, None)
    kinds = [
        {"kind": kind, "pieces": told[kind], "places": list(places(seen))}
        for kind, places in (("space", _spaces), ("slot", _slots))
    ]
    return render_template(
        "pages/anywhere.html",
        kinds=kinds,
        writers=told["players"],
        writer=told["player"],
        **shown(seen),
    )


def _spaces(seen: AnySight) -> Iterator[Data]:
    """Each space that is bare, by the ends of its route; those that are laid come last."""
    laid = seen.state.position.spaces
    spaces = host().board.route_of_space
    told = ((space in laid, seen.words.place(space), space) for space in spaces)
    for _, label, space in sorted(told):
        yield {"place": space, "label": label}


def _slots(seen: AnySight) -> Iterator[Data]:
    """Each island once, with its first bare slot: the slots of an island are worth the same."""
    laid = seen.state.position.slots
    islands = host().board.islands.values()
    for island in sorted(islands, key=lambda each: each.name):
        bare = [slot.id for slot in island.slots if slot.id not in laid]
        yield {"place": [*bare, island.slots[0].id][0], "label": valued(island)}
