"""The log of a table, and what the rules have against it: typed, in codes and in words."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from companion.files.fields import Field
from companion.finding import FOLLOWS, Finding, Severity
from companion.play.page.lines import EntryLine, FindingLine, LogLine, Repair
from companion.play.sight import Sight
from companion.play.timeline import Event, State, Step
from companion.records.facts import Word
from companion.records.history import deed_meant
from companion.records.record import (
    SYSTEM,
    Act,
    Allowed,
    Corrected,
    Entry,
    Fact,
    Happened,
    Redone,
    Undone,
)
from companion.records.retelling import told_anew
from companion.saying.phrase import say


def log(
    sight: Sight[State, Event], most: int | None = None, before: int | None = None
) -> list[LogLine]:
    """Facts of the record, the newest first: in words, paid, struck out or corrected.

    At most so many, and only those of lower numbers than ``before``.
    """
    entries = sight.table.record.entries
    end = len(entries)
    if before is not None:
        end = bisect_left(entries, before, key=lambda entry: entry.seq)
    facts = (entries[at] for at in reversed(range(end)) if isinstance(entries[at].act, Happened))
    return [log_line(sight, entry) for entry in islice(facts, most)]


def log_line(sight: Sight[State, Event], entry: Entry) -> LogLine:
    """One fact of the record."""
    table = sight.table
    moment = table.moment_of(entry.seq)
    step = None if moment is None else moment.step
    fact = _fact_of(sight, entry)
    tells = sight.may_tell(fact)
    fault = moment.fault if moment and tells else None
    came_of_it = _notes_of(sight, step) if step else ()
    return LogLine(
        entry.seq,
        sight.told(fact),
        step_words(sight, step) if step else fact_words(sight, fact, entry.seq),
        _paid(sight, step) if step else (),
        tuple(e.words for e in came_of_it if not sight.words.pays_in_kind(e.finding)),
        entry.by,
        entry.at,
        struck=entry.seq in table.gone,
        corrected=entry.seq in table.corrected,
        fault=None if fault is None else say(fault, sight.words.language),
        findings=tuple(_findings_of(sight, step)) if step else (),
    )


def open_slips(
    sight: Sight[State, Event],
    most: int,
    lately: Collection[int] | None = None,
    explained: Collection[int] = (),
) -> tuple[list[FindingLine], int]:
    """What to look at, of so many facts, the newest first; and how many facts more there are.

    What breaks a rule, until it is put right; what is only odd, while it is among the facts that
    happened ``lately``. Where that is not said, all of it. What is ``explained`` hangs beneath a
    card of its own: all of it is there, whatever the number.
    """
    numbers = _numbers(sight, "open")
    if lately is not None:
        odd = (seq for seq in numbers[-len(lately) :] if seq in lately)
        numbers = sorted({*_numbers(sight, "illegal"), *odd})
    others = [seq for seq in numbers if seq not in explained]
    shown = sorted({*others[-most:], *(seq for seq in numbers if seq in explained)}, reverse=True)
    found = [
        each
        for each in _open_findings(sight, shown)
        if lately is None or each.is_illegal or each.seq in lately
    ]
    return found, max(len(others) - most, 0)


def the_worst(
    findings: Sequence[FindingLine], most: int, explained: Collection[int] = ()
) -> list[FindingLine]:
    """Of what is found about each event only so much, what breaks a rule first.

    Of those that are ``explained`` all of it.
    """
    by_event: defaultdict[int, list[FindingLine]] = defaultdict(list)
    for each in sorted(findings, key=lambda each: not each.is_illegal):
        by_event[each.seq].append(each)
    kept = {
        id(each)
        for seq, its in by_event.items()
        for each in (its if seq in explained else its[:most])
    }
    return [each for each in findings if id(each) in kept]


def told_repairs(sight: Sight[State, Event], repairs: Iterable[Repair]) -> list[Repair]:
    """The corrections that tell nothing which whoever looks may not be told."""
    return [
        each
        for each in repairs
        if all(map(sight.may_tell, _facts_in(sight, each)))
        and all(_hears(sight, seq) for seq in each.explains)
    ]


def _facts_in(sight: Sight[State, Event], repair: Repair) -> Iterator[Fact]:
    """The facts that a correction is about, and those that it puts in their place."""
    for number in (repair.seq, *repair.explains):
        if (step := sight.step(number)) is not None:
            yield sight.game.fact(step.event)
    mend = repair.act.get("mend")
    put = mend.get("put", ()) if isinstance(mend, Mapping) else ()
    yield from (each for each in (repair.act.get("fact"), *put) if isinstance(each, Mapping))


def explained_by(repairs: Iterable[Repair]) -> frozenset[int]:
    """The numbers of the facts whose findings some of these corrections take away."""
    return frozenset(seq for repair in repairs for seq in repair.explains)


def _numbers(sight: Sight[State, Event], word: str) -> list[int]:
    """What the gists of all chapters say, from the first chapter to the last."""
    found: list[int] = []
    for chapter in sight.table.moments.chapters:
        found += chapter.gist[word]  # type: ignore[arg-type]
    if sight.sees_all or not sight.game.about.private:
        return found
    illegal = word == "illegal"
    return [seq for seq in found if _hears(sight, seq, illegal=illegal)]


def _hears(sight: Sight[State, Event], seq: int, *, illegal: bool = False) -> bool:
    """Whether whoever looks may be told of something open that is found of a fact."""
    step = sight.step(seq)
    return step is not None and any(
        found.code not in step.allowed and (found.severity is Severity.ILLEGAL or not illegal)
        for found in sight.heard(step)
    )


def tells_of(sight: Sight[State, Event], step: Step[State, Event]) -> bool:
    """Whether whoever looks may be told all of a fact that counts."""
    about = sight.game.about
    return not about.private or sight.may_tell(sight.game.fact(step.event))


def _open_findings(sight: Sight[State, Event], numbers: Iterable[int]) -> Iterator[FindingLine]:
    for number in numbers:
        step = sight.step(number)
        if step is not None:
            about = step_words(sight, step)
            found = (each for each in _findings_of(sight, step) if not each.allowed)
            yield from (replace(each, about=about) for each in found)


def notes(sight: Sight[State, Event]) -> list[FindingLine]:
    """What is worth knowing about the last fact; after an end that came by itself, also before."""
    facts, moments = sight.table.facts, sight.table.moments
    came_by_itself = bool(facts) and facts[-1].by == SYSTEM
    lately = [each.step for each in moments[-2 if came_by_itself else -1 :] if each.step]
    return [note for step in lately for note in _notes_of(sight, step)]


def news_of(sight: Sight[State, Event], told: Sequence[FindingLine]) -> list[FindingLine]:
    """The notes that are new, of those of the last fact: none where an old one was put right.

    What only follows from a slip is told with the slip.
    """
    entries = sight.table.record.entries
    last = entries[-1] if entries else None
    along = None if last is None or last.along is None else sight.table.entry(last.along)
    if any(each is not None and not isinstance(each.act, Happened) for each in (last, along)):
        return []
    return [each for each in told if each.finding.code != FOLLOWS]


def _notes_of(sight: Sight[State, Event], step: Step[State, Event]) -> list[FindingLine]:
    """What is worth knowing about a fact, where whoever looks is told of it."""
    told = step.notes if tells_of(sight, step) else ()
    return [_line(sight, step, each) for each in told]


def entry_words(sight: Sight[State, Event], entry: Entry) -> str:
    """Say what an entry of the record did, and what was paid for it, as far as that is told.

    Each entry of a deed that tells facts anew says what the deed as a whole changed.
    A fact that only moves money is itself the payment, and is said once.
    """
    if anew := _anew_words(sight, entry.seq):
        return anew
    step = sight.step(entry.seq)
    said = [act_words(sight, entry.act, entry.seq)]
    if step and not _is_payment(sight, step):
        said += _paid(sight, step)
    return " ".join(said)


def _anew_words(sight: Sight[State, Event], number: int) -> str:
    """Say what changes by a deed that tells facts anew; empty where an entry is of no such deed.

    Facts that are only written once more, after what was put in or taken out, are not named.
    """
    deed, counts = deed_meant(sight.table.record.entries, number)
    found = told_anew(deed, lambda seq: _told_before(sight, seq))
    if found is None:
        return ""
    words, (gone, come) = sight.words, found
    told = [("entry:undone", seq) for seq in gone] + [("entry:put-in", seq) for seq in come]
    if not told:
        moved = next(entry.seq for entry in deed if isinstance(entry.act, Happened))
        told = [("entry:moved", moved)]
    every = (words.say(code, what=act_words(sight, _act_of(sight, seq), seq)) for code, seq in told)
    said = " ".join(every)
    if counts is None:
        return said
    return words.say("entry:redone" if counts else "entry:undone", what=said)


def _told_before(sight: Sight[State, Event], seq: int) -> Fact | None:
    entry = sight.table.entry(seq)
    if entry is None or not isinstance(entry.act, Happened):
        return None
    return _fact_of(sight, entry)


def _paid(sight: Sight[State, Event], step: Step[State, Event]) -> tuple[str, ...]:
    """What was paid for a fact; where money is hidden, to whom one of the two accounts is told."""
    told = (each for each in step.paid if sight.sees(each.source) or sight.sees(each.target))
    noted = _notes_of(sight, step)
    in_kind = (each.wrong for each in noted if sight.words.pays_in_kind(each.finding))
    return (*map(sight.words.transfer, told), *in_kind)


def act_words(sight: Sight[State, Event], act: Act, number: int | None = None) -> str:
    """Say what an act did; ``number`` is that of its entry, where it is written down."""
    match act:
        case Happened(fact):
            step = None if number is None else sight.step(number)
            event = sight.game.parse(Field(fact), sight.table.last.state)
            same = step is not None and step.event == event
            return step_words(sight, step) if step and same else fact_words(sight, fact, number)
        case Corrected(seq, fact):
            return sight.words.say("entry:corrected", seq=seq, what=fact_words(sight, fact, seq))
        case Allowed(seq, _):
            code = "entry:allowed"
        case Undone(seq) | Redone(seq):
            counts = isinstance(act, Redone)
            while isinstance(back := _act_of(sight, seq), Undone | Redone):
                counts, seq = counts == isinstance(back, Redone), back.seq
            code = "entry:redone" if counts else "entry:undone"
    return sight.words.say(code, what=act_words(sight, _act_of(sight, seq), seq))


def _is_payment(sight: Sight[State, Event], step: Step[State, Event]) -> bool:
    fact = sight.game.fact(step.event)
    return sight.game.about.held(fact, Word.ACCOUNT) is not None


def _act_of(sight: Sight[State, Event], seq: int) -> Act:
    """What an entry did; of a fact, as it was last corrected."""
    entry = sight.table.entry(seq)
    assert entry is not None
    return Happened(_fact_of(sight, entry)) if isinstance(entry.act, Happened) else entry.act


def step_words(sight: Sight[State, Event], step: Step[State, Event]) -> str:
    """Say what a fact tells that counts; of what is another's alone, that it happened."""
    if not tells_of(sight, step):
        return _untold(sight, sight.game.fact(step.event))
    return sight.words.happened(step.before, step.event)


def fact_words(sight: Sight[State, Event], fact: Fact, number: int | None = None) -> str:
    """Say what a fact tells; of what is another's alone, that it happened.

    As the table lay before the fact of that ``number``, else as it lies now.
    """
    if not sight.may_tell(fact):
        return _untold(sight, fact)
    table = sight.table
    state = (table.last if number is None else table.before(number)).state
    event = sight.game.parse(Field(fact), state)
    if event is None:
        return sight.words.plain("entry:unknown")
    return sight.words.happened(state, event)


def _untold(sight: Sight[State, Event], fact: Fact) -> str:
    player, do = sight.game.about.held(fact, Word.PLAYER), str(fact["do"])
    if player is None and not sight.words.has(f"untold:{do}"):
        return sight.words.plain("entry:unknown")
    return sight.words.untold(do, str(player))


def entry_line(sight: Sight[State, Event], entry: Entry | None) -> EntryLine | None:
    """An entry of the record, where there is one: its number, and what it did."""
    if entry is None:
        return None
    said = _anew_words(sight, entry.seq) or act_words(sight, entry.act, entry.seq)
    return EntryLine(entry.seq, said)


def _findings_of(sight: Sight[State, Event], step: Step[State, Event]) -> Iterator[FindingLine]:
    for finding in sight.heard(step):
        yield _line(sight, step, finding)


def _line(sight: Sight[State, Event], step: Step[State, Event], finding: Finding) -> FindingLine:
    """A finding, or a note, in the words of a table that lies as it did then."""
    words = sight.words.when(step.before)
    return FindingLine(
        step.number,
        finding,
        words.severity(finding),
        words.finding(finding),
        words.wrong(finding),
        words.repair(finding),
        words.rule(finding.rule),
        finding.code in step.allowed,
    )


def _fact_of(sight: Sight[State, Event], entry: Entry) -> Fact:
    """The fact of an entry, as it was last corrected."""
    assert isinstance(entry.act, Happened)
    return sight.table.corrected.get(entry.seq, entry.act.fact)
