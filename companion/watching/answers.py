"""Answers to what the camera asks: to that alone, in the name of who gave them, about his own acts.

What somebody says of a place, or of a piece that moves, is believed whatever is seen, and the facts
that follow are written down. So an answer is a way to write, and is held to what its giver may
write.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.play.game import About
from companion.reading import EMPTY
from companion.records.facts import Word
from companion.records.record import (
    SYSTEM,
    Corrected,
    Entry,
    Fact,
    Happened,
    Record,
    Source,
    Undone,
    Who,
)
from companion.watching.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Answer:
    """Somebody's word on ``subject``: ``given`` lies there, or is where it lies (``EMPTY``: none).

    ``player``: he acts for this one alone; None is who keeps the bank, for everybody. ``moves``:
    the subject is a piece that moves, and a stop is given.
    """

    subject: str
    given: str
    by: Source
    player: str | None = None
    moves: bool = False


class NotAskedError(Exception):
    """The camera does not ask about this subject, or no longer."""


class NotHisError(Exception):
    """What follows from the answer is an act of ``player``, and another gave it."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.player = player


def is_asked(answer: Answer, outcome: Outcome | None) -> bool:
    """Whether the camera asks for this answer: in doubt anybody, of a difference who keeps bank."""
    if outcome is None:
        return False
    asked = {each for doubt in outcome.doubts for each in doubt.subjects}
    if answer.player is None:
        asked |= {drift.subject for drift in outcome.drift if not drift.differs.is_beside}
        asked |= {piece.place for piece in outcome.unexplained}
    return answer.subject in asked


def subjects_answered(subject: str, given: str, outcome: Outcome | None) -> tuple[str, ...]:
    """All of which something is said: all that is asked about at once, if nothing lies there."""
    doubts = () if outcome is None or given != EMPTY else outcome.doubts
    return next((doubt.subjects for doubt in doubts if subject in doubt.subjects), (subject,))


def decided_on(answer: Answer, outcome: Outcome) -> str:
    """The piece or stop that an answer decides on: the one it names, or else denies."""
    likely = (
        likely
        for doubt in outcome.doubts
        if answer.subject in doubt.subjects
        for likely, _ in doubt.likely
        if likely != EMPTY
    )
    return answer.given if answer.given != EMPTY else next(likely, EMPTY)


def left_to(
    about: About,
    answer: Answer,
    outcome: Outcome | None,
    foresee: Callable[[str, str], Record | None],
    seen: int,
) -> str | None:
    """Another player, who has done what the answer decides about: it is his; None is nobody.

    ``foresee`` gives the record as a word on a subject would make it, None where nothing is known.
    """
    given = answer.given if outcome is None else decided_on(answer, outcome)
    told = None if answer.player is None else foresee(answer.subject, given)
    return None if told is None else _whose(about, answer, told, seen)


def _whose(about: About, answer: Answer, told: Record, seen: int) -> str | None:
    """Another player whose act the answer would write down, change or take back; None is nobody.

    ``told`` is the record with the answer, of which the others know as far as ``seen``. What the
    game guesses or infers is nobody's word, and follows from anything that is said.
    """
    facts: dict[int, tuple[Fact, Source]] = {
        entry.seq: (entry.act.fact, entry.by)
        for entry in told.entries
        if isinstance(entry.act, Happened)
    }
    places = about.words_for(Word.AT)
    for entry in told.entries:
        if entry.seq <= seen:
            continue
        for fact, by in _touched(entry, facts):
            player = about.held(fact, Word.PLAYER)
            is_told = any(word in fact for word in places) or by.who is Who.PERSON
            if is_told and by != SYSTEM and player != answer.player:
                return str(player)
    return None


def _touched(
    entry: Entry, facts: Mapping[int, tuple[Fact, Source]]
) -> Iterator[tuple[Fact, Source]]:
    """The facts that an entry writes down, changes or takes back."""
    if isinstance(entry.act, Happened | Corrected):
        yield entry.act.fact, entry.by
    if isinstance(entry.act, Corrected | Undone) and entry.act.seq in facts:
        yield facts[entry.act.seq]


def signed(about: About, told: Record, seen: int, answers: Mapping[str, Answer]) -> Record:
    """The record in which what followed from an answer is said by who gave it, not by the camera.

    Entries as far as ``seen`` are on the disk and stay as they are.
    """
    if not answers:
        return told
    facts = {e.seq: e.act.fact for e in told.entries if isinstance(e.act, Happened)}
    places = about.words_for(Word.AT)

    def by(entry: Entry) -> Source:
        act = entry.act
        if isinstance(act, Undone):
            answer = _answer_about(facts.get(act.seq, {}), answers, places)
            return entry.by if answer is None or answer.given != EMPTY else answer.by
        if not isinstance(act, Happened | Corrected) or entry.by.who is not Who.CAMERA:
            return entry.by
        answer = _answer_about(act.fact, answers, places)
        return entry.by if answer is None or answer.given == EMPTY else answer.by

    entries = (e if e.seq <= seen else replace(e, by=by(e)) for e in told.entries)
    return replace(told, entries=tuple(entries))


def _answer_about(
    fact: Fact, answers: Mapping[str, Answer], words: Collection[str]
) -> Answer | None:
    """The answer that a fact follows from.

    Either it is about the place where the fact's piece came to lie; or, of a piece that moves and
    that the fact names, it says that it lies there.
    """
    places = {str(fact.get(word)) for word in words if word in fact}
    about = (answers[place] for place in places if place in answers)
    moved = (a for a in answers.values() if a.moves and a.subject in fact.values())
    return next(about, next((a for a in moved if a.given in places), None))
