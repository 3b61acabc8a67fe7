"""What each thing on a page is, what it does now, and the section that says so."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.play.in_place import Explained, Thing, thing
from companion.play.sight import AnySight
from web.host.roles import Role
from web.host.settings import Settings
from web.visits.visit import needs, sight
from web.words.errors import RefusedError
from web.words.language import gettext

rules = Blueprint("rules", __name__)
OWN = "page"


@rules.get("/rule")
@needs(*Role)
def in_place() -> str:
    """One thing, or all that lies on the table, where none is asked for by ``of``."""
    seen, asked = sight(), request.args.get("of", "")
    if not asked:
        every = [(each, told(seen, each)) for each in seen.game.things(seen.state)]
        own = [(Thing(OWN, name), told(seen, Thing(OWN, name))) for name in own_things()]
        return render_template("rules/page.html", told=[*every, *own], rule=seen.words.rule)
    said = told(seen, thing(asked))
    if said is None:
        raise RefusedError(404, "no-such-thing", "There is no such thing at this table.")
    return render_template("rules/page.html", told=[(thing(asked), said)], rule=seen.words.rule)


def told(seen: AnySight, asked: Thing) -> Explained | None:
    """A thing of the game, or of the page, in words."""
    if asked.kind != OWN:
        return seen.game.explained(seen, asked)
    own = own_things().get(asked.which)
    return None if own is None else Explained(own[0], (own[1],))


def own_things() -> dict[str, tuple[str, str]]:
    """What is the page's own, and no game's: by its name a title and a text."""
    return {
        "undo": (
            gettext("Undo"),
            gettext(
                "Takes back what stands on it, and nothing else. The record keeps both, and Redo "
                "brings it back."
            ),
        ),
        "anyway": (
            gettext("Something else happened"),
            gettext(
                "What the rules do not offer now. The table is right: it is written down all the "
                "same, and what the rules say about it is told."
            ),
        ),
        "log": (
            gettext("What happened"),
            gettext(
                "Every event in order, the last first. Who keeps the bank taps one to strike it "
                "out or to put it right."
            ),
        ),
    }


def lesson(seen: AnySight, settings: Settings) -> tuple[Thing, Explained] | None:
    """What is to be explained now to who plays for the first time; None where all is known."""
    now = None if settings.known or not settings.help.warns else seen.game.lesson(seen.state)
    said = None if now is None else told(seen, now)
    return None if now is None or said is None else (now, said)
