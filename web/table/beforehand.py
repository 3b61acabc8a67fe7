"""What an answer to the camera would change, said in one line before it is tapped.

And which fact of the record it is about: the one that brought the piece of a place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.files.fields import Field
from companion.play.consequences import Consequences, consequences, consequences_of_act
from companion.play.log import fact_words
from companion.play.sight import AnySight
from companion.records.facts import Word
from companion.records.record import (
    Allowed,
    EffectiveFact,
    Happened,
    Record,
    Undone,
    effective_facts,
)
from companion.records.retelling import Mend
from companion.watching import answers
from web.table.acts import read_act
from web.visits.visit import host, speaker, visit
from web.words.language import gettext, signed_money

MOST_TOLD = 2
"""So many facts are told one by one; of more it is said how many there are."""


def answer_changes(seen: AnySight, subject: str, given: str) -> str:
    """What it would change to give this answer about a subject; empty where nobody can tell."""
    watch, table = host().mount.watch, host().table
    if watch is None or table is None:
        return ""
    told = watch.foresee(table, subject, given)
    return (
        "" if told is None else _said(seen, consequences(seen.table, told, seen.game.about.implied))
    )


def left_to(seen: AnySight, subject: str, given: str) -> str | None:
    """Another player who gives this answer about a subject; None where whoever looks may."""
    watch, table = host().mount.watch, host().table
    if watch is None or table is None:
        return None
    answer = answers.Answer(subject, given, speaker(), visit().player)

    def foresee(subject: str, given: str) -> Record | None:
        return watch.foresee(table, subject, given)

    outcome, revision = watch.glance.outcome, seen.table.revision
    return answers.left_to(seen.game.about, answer, outcome, foresee, revision)


def act_left_to(seen: AnySight, act: str) -> str | None:
    """Another player of whom a button's fact tells; None where whoever looks may tell it."""
    fact, player = json.loads(act).get("fact", {}), visit().player
    his = seen.game.about.held(fact, Word.PLAYER)
    return None if player is None or his == player else str(his)


def act_changes(seen: AnySight, act: str) -> str:
    """What an act would change that a button carries as JSON."""
    said = Field(json.loads(act))
    wanted = read_act(said)
    if wanted is None or said.faults or isinstance(wanted, Allowed | Mend):  # no card asks for them
        return ""
    watch, table, implied = host().mount.watch, host().table, seen.game.about.implied
    told = None
    if watch is not None and table is not None:
        told = watch.foresee_act(table, wanted, speaker())
    if told is None:
        return _said(seen, consequences_of_act(seen.table, wanted, implied))
    return _said(seen, consequences(seen.table, told, implied))


def _said(seen: AnySight, changes: Consequences) -> str:
    told = " ".join(_told(seen, changes))
    return told or gettext("Nothing in the record changes; it is not asked again.")


def _told(seen: AnySight, changes: Consequences) -> Iterator[str]:
    gone, come = (
        [fact_words(seen, fact) for fact in some] for some in (changes.gone, changes.come)
    )
    for said, facts in ((gettext("Struck out:"), gone), (gettext("Written down:"), come)):
        if facts:
            yield f"{said} {' '.join(facts[:MOST_TOLD])}"
        if (more := len(facts) - MOST_TOLD) > 0:
            yield gettext("And %(num)s more.") % {"num": more}
    told = {name: amount for name, amount in changes.money.items() if seen.sees(name)}
    if told:
        sums = (f"{name} {signed_money(amount, seen.words)}" for name, amount in told.items())
        yield f"{', '.join(sums)}."
    if changes.slips:
        yield gettext("Slips: %(num)s.") % {"num": f"{changes.slips:+d}"}


def laid_by(seen: AnySight, place: str) -> EffectiveFact | None:
    """The fact that brought the recorded piece of a place; None where none lies there."""
    recorded = seen.game.face.position(seen.state).places.get(place)
    for each in reversed(seen.table.facts) if recorded is not None else ():
        if place in _places(seen, each) and recorded in _brought(seen, each):
            return each
    return None


def struck_at(seen: AnySight, place: str, piece: str) -> int | None:
    """The number of the fact that brought such a piece there and was taken back last.

    None where there is none, or where what went before it is told otherwise by now: to let it count
    again would put it among other facts.
    """
    table = seen.table
    counts = {each.seq for each in table.facts}
    for at, undo in reversed([*enumerate(table.record.entries)]):
        laid = table.entry(undo.act.seq) if isinstance(undo.act, Undone) else None
        if laid is None or not isinstance(laid.act, Happened) or laid.seq in counts:
            continue
        fact = EffectiveFact(laid.seq, table.corrected.get(laid.seq, laid.act.fact), laid.by)
        if place in _places(seen, fact) and piece in _brought(seen, fact):
            before = effective_facts(table.record.entries[:at])
            return laid.seq if {e.seq for e in before if e.seq < laid.seq} <= counts else None
    return None


def _places(seen: AnySight, fact: EffectiveFact) -> list[object]:
    return [fact.fact[word] for word in words_for(seen, fact, Word.AT)]


def _brought(seen: AnySight, fact: EffectiveFact) -> list[object]:
    """What a fact may have laid: the piece it names, or its player's own."""
    if named := words_for(seen, fact, Word.PIECE):
        return [fact.fact[word] for word in named]
    seats = seen.game.seats(seen.state)
    return [seat.role for seat in seats if seat.name == fact.fact.get("player")]


def words_for(seen: AnySight, fact: EffectiveFact, kind: Word) -> list[str]:
    """The words of a fact that hold this."""
    words = seen.game.about.facts.get(str(fact.fact.get("do")), {})
    return [word for word, its in words.items() if its is kind and word in fact.fact]
