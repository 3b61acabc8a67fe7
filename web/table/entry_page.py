"""One event of the record, to be struck out or put right: on the chart if it has a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint

from companion.play.corrections.alternatives import alternatives
from companion.play.game import About
from companion.play.log import log_line
from companion.play.page.lines import Alternative, LogLine
from companion.play.sight import AnySight
from companion.records.facts import Word
from companion.records.record import Fact, Happened
from web.host.roles import Role
from web.table.pages import shown
from web.table.panels import ChartOffer, correction_of
from web.table.shown import chart_shown, drawn
from web.visits.visit import host, needs, over_the_books
from web.words.errors import RefusedError

LIKELIEST = 10
"""So many slips are offered at once when an event is put right; the rest is folded."""
entries = Blueprint("entries", __name__)


@dataclass(frozen=True)
class OtherPlace:
    """Another place to choose from a list, and the act that puts the event there, as JSON."""

    label: str
    act: str
    place: str


@dataclass(frozen=True)
class OneEntry:
    """An event, and what it may have been instead: there, and on which other places.

    ``there`` is its place, empty for none; so many of ``instead`` are ``shown_first``. ``sums`` are
    its words that may be any sum, each as it is now; ``unit`` asks for one. ``accounts`` are those
    that say whose money it is.
    """

    line: LogLine
    instead: Sequence[Alternative]
    elsewhere: Sequence[OtherPlace]
    there: str
    sums: Mapping[str, object]
    accounts: Mapping[str, object]
    unit: str
    shown_first: int = LIKELIEST


@entries.get("/entry/<int:number>")
@needs(Role.HOST, Role.BANKER)
def one_entry(number: int) -> str:
    """One event of the record: strike it out, or say what it was instead."""
    seen = over_the_books()
    entry = seen.table.entry(number)
    if entry is None or not isinstance(entry.act, Happened):
        raise RefusedError(404, "no-such-entry", "There is no event of this number.")
    about, step = seen.game.about, seen.step(number)
    there = "" if step is None else place_of(about, seen.game.fact(step.event))
    offered = [] if step is None else alternatives(seen, step)
    elsewhere = [each for each in offered if place_of(about, each.fact) not in ("", there)]
    parts = replace(shown(seen), offers=_on_chart(about, number, elsewhere))
    if step is not None:
        parts = replace(
            parts, **vars(chart_shown(host().board, seen.game, step.before, seen.words))
        )
    own = OneEntry(
        log_line(seen, entry),
        [each for each in offered if each not in elsewhere],
        _by_label(seen, number, elsewhere),
        there,
        {} if step is None else _words(about, seen.game.fact(step.event), Word.SUM),
        {} if step is None else _words(about, seen.game.fact(step.event), Word.ACCOUNT),
        seen.words.plain("cash:unit") if about.cash else "",
    )
    return drawn("table/entry.html", parts, own)


def _words(about: About, fact: Fact, kind: Word) -> dict[str, object]:
    """What a fact tells of that kind, by its words."""
    words = about.facts[str(fact["do"])]
    return {word: said for word, said in fact.items() if words.get(word) is kind}


def _on_chart(
    about: About, number: int, offered: Sequence[Alternative]
) -> dict[str, list[ChartOffer]]:
    """What a tap on each place would make of the event, for the script of the chart."""
    offers: dict[str, list[ChartOffer]] = {}
    for each in offered:
        kind = str(about.held(each.fact, Word.PIECE) or "")
        offer = ChartOffer(correction_of(number, each.fact), each.words, kind)
        offers.setdefault(place_of(about, each.fact), []).append(offer)
    return offers


def _by_label(seen: AnySight, number: int, offered: Sequence[Alternative]) -> list[OtherPlace]:
    """The same as a list; places that read alike, as the slots of an island, are offered once."""
    about = seen.game.about
    listed: dict[str, OtherPlace] = {}
    for each in offered:
        place = place_of(about, each.fact)
        alike = seen.words.to_choose(place)
        label = each.words if alike == seen.words.place(place) else alike
        listed.setdefault(label, OtherPlace(label, correction_of(number, each.fact), place))
    return list(listed.values())


def place_of(about: About, fact: Fact) -> str:
    """Where the piece of a fact came to lie."""
    return str(about.held(fact, Word.AT) or "")
