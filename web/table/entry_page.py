"""One event of the record, to be struck out or put right: on the chart if it has a place."""

from __future__ import annotations

import json
from collections.abc import Mapping

from flask import Blueprint, render_template
from markupsafe import Markup

from companion.board_drawing.layer import draw_laid
from companion.play.correcting import alternatives
from companion.play.game import About, Data, Word
from companion.play.log import log_line
from companion.play.sight import AnySight
from companion.records.record import Happened
from web.host.roles import Role
from web.table.pages import shown
from web.visits.visit import host, needs, sight
from web.words.errors import RefusedError

LIKELIEST = 10
"""So many slips are offered at once when an event is put right; the rest is folded."""
entries = Blueprint("entries", __name__)


@entries.get("/entry/<int:number>")
@needs(Role.HOST, Role.BANKER)
def one_entry(number: int) -> str:
    """One event of the record: strike it out, or say what it was instead."""
    seen = sight()
    entry = seen.table.entry(number)
    if entry is None or not isinstance(entry.act, Happened):
        raise RefusedError(404, "no-such-entry", "There is no event of this number.")
    about, step = seen.game.about, seen.step(number)
    there = "" if step is None else place_of(about, seen.game.fact(step.event))
    offered = [] if step is None else alternatives(seen, step)
    elsewhere = [each for each in offered if place_of(about, _fact(each)) not in ("", there)]
    parts = shown(seen) | {"offers": _on_chart(about, number, elsewhere)}
    if step is not None:
        parts |= {"laid": Markup(draw_laid(host().board, seen.game.face.position(step.before), []))}
    return render_template(
        "table/entry.html",
        line=log_line(seen, entry),
        instead=[each for each in offered if each not in elsewhere],
        elsewhere=_by_label(seen, number, elsewhere),
        there=there,
        shown_first=LIKELIEST,
        **parts,
    )


def _on_chart(about: About, number: int, offered: list[Data]) -> dict[str, list[Data]]:
    """What a tap on each place would make of the event, for the script of the chart."""
    offers: dict[str, list[Data]] = {}
    for each in offered:
        fact = _fact(each)
        kind = about.held(fact, Word.PIECE) or ""
        offer = {"act": _act(number, fact), "label": each["words"], "kind": kind}
        offers.setdefault(place_of(about, fact), []).append(offer)
    return offers


def _by_label(seen: AnySight, number: int, offered: list[Data]) -> list[Data]:
    """The same as a list; places that read alike, as the slots of an island, are offered once."""
    about = seen.game.about
    listed: dict[str, Data] = {}
    for each in offered:
        place = place_of(about, _fact(each))
        alike = seen.words.to_choose(place)
        label = str(each["words"]) if alike == seen.words.place(place) else alike
        listed.setdefault(label, {"label": label, "act": _act(number, _fact(each)), "place": place})
    return list(listed.values())


def _act(number: int, fact: Mapping[str, object]) -> str:
    return json.dumps({"correct": number, "fact": fact}, separators=(",", ":"))


def _fact(offered: Data) -> Mapping[str, object]:
    fact = offered["fact"]
    assert isinstance(fact, dict)
    return fact


def place_of(about: About, fact: Mapping[str, object]) -> str:
    """Where the piece of a fact came to lie."""
    return str(about.held(fact, Word.AT) or "")
