"""What is mended at a watched table: taken back, struck out, confirmed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from companion.play.game import About
from companion.play.sight import AnyMoment
from companion.records.facts import Word
from companion.records.record import (
    SYSTEM,
    Act,
    Corrected,
    EffectiveFact,
    Fact,
    Happened,
    Record,
    Source,
    Undone,
    Who,
    effective_facts,
    void,
)
from companion.store.table import View


def strikes(before: View[AnyMoment], act: Act) -> bool:
    """Whether an act strikes out something older than what was done last."""
    last = before.undoable
    return isinstance(act, Undone) and (last is None or act.seq != last.seq)


def taken_back(
    view: View[AnyMoment], act: Undone, by: Source, implied: Collection[str]
) -> Record | None:
    """Undo a fact together with the end of a turn that only followed from it.

    ``implied`` are the facts that only follow from others. Else the camera would find at once that
    the turn is over. None where there is no such end.
    """
    last = list(view.facts)
    ends = []
    while last and _is_inferred(last[-1], implied):
        ends.append(last.pop().seq)
    if not ends or not last or act.seq not in (*ends, last[-1].seq):
        return None
    record = view.record
    for seq in (*ends, last[-1].seq):
        record = record.add(Undone(seq), by)
    return record


def mended(record: Record) -> Iterator[Fact]:
    """The facts that people undid or corrected, as they stood before."""
    gone = void(record.entries)
    facts = {e.seq: e.act.fact for e in record.entries if isinstance(e.act, Happened | Corrected)}
    for entry in record.entries:
        act, is_said = entry.act, entry.by.who is Who.PERSON and entry.seq not in gone
        if is_said and isinstance(act, Undone | Corrected) and act.seq in facts:
            yield facts[act.seq]


def put_right(view: View[AnyMoment], act: Corrected, by: Source, about: About) -> Record | None:
    """Correct whose act it was, together with the ends of turns that only followed from it.

    These are an end amid the acts of one player, and that of a player who has done nothing else.
    None where there is no such end.
    """
    facts = view.facts
    at = next((index for index, each in enumerate(facts) if each.seq == act.seq), None)
    if at is None:
        return None
    was, now = (about.held(fact, Word.PLAYER) for fact in (facts[at].fact, act.fact))
    if was == now:
        return None
    before, after = facts[max(at - 2, 0) : at], facts[at + 1 : at + 3]
    ends = []
    if before and _is_inferred(before[-1], about.implied):
        ends += [before[-1]] if _are_of(before[:-1], now, about) else []
        before = before[:-1]
    if after and _is_inferred(after[0], about.implied):
        his_own = about.held(after[0].fact, Word.PLAYER) == was
        left = his_own and not _are_of(before[-1:], was, about)
        ends += [after[0]] if left or _are_of(after[1:], now, about) else []
    record = view.record.add(act, by)
    for end in ends:
        record = record.add(Undone(end.seq), by)
    return record if ends else None


def _are_of(facts: Sequence[EffectiveFact], player: object, about: About) -> bool:
    """Whether the last of these facts is this player's."""
    return bool(facts) and about.held(facts[-1].fact, Word.PLAYER) == player


def _is_inferred(fact: EffectiveFact, implied: Collection[str]) -> bool:
    return fact.by == SYSTEM and fact.fact.get("do") in implied


def confirmed(record: Record, fact: Fact, by: Source) -> Record:
    """The record with a person's word for what the camera had only guessed."""
    for each in reversed(effective_facts(record.entries)):
        if each.fact == fact and each.by.who is Who.CAMERA:
            return record.add(Corrected(each.seq, fact), by)
    return record
