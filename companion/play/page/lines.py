"""What pages tell of a record, in words: lines of its log, findings, corrections worth offering.

Programs get the same as JSON, in the form of the functions at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.files.plain_json import plain
from companion.finding import Finding, Severity, finding_json
from companion.play.page.face import Ask, Picture
from companion.records.record import Fact, Source


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding about the fact of number ``seq``, in words.

    ``words`` are what is ``wrong`` and what would put it right (``repair_words``). ``allowed``: by
    the table. ``about`` says the fact, where the finding stands apart from it.
    """

    seq: int
    finding: Finding
    severity_words: str
    words: str
    wrong: str
    repair_words: str
    rule_words: str
    allowed: bool
    about: str | None = None

    @property
    def severity(self) -> str:
        """How much it matters, as a word of the style: ``illegal``."""
        return self.finding.severity.value

    @property
    def is_illegal(self) -> bool:
        """Whether it breaks a rule."""
        return self.finding.severity is Severity.ILLEGAL


@dataclass(frozen=True, slots=True)
class LogLine:
    """A fact of the record: what it tells, what was paid for it, and what became of it.

    ``notes`` are the words of what came of it besides: who was elected, who is wrecked.
    ``at`` is its time by the record's clock, where that is known. ``struck``: it counts no longer.
    ``corrected``: it is told as somebody has put it right. ``fault`` says why it is set aside, None
    where it is not.
    """

    seq: int
    fact: Fact
    words: str
    paid: tuple[str, ...]
    notes: tuple[str, ...]
    by: Source
    at: str | None
    struck: bool
    corrected: bool
    fault: str | None
    findings: tuple[FindingLine, ...]


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry of the record: its number, and what it did."""

    seq: int
    words: str


@dataclass(frozen=True, slots=True)
class Repair:
    """A correction that explains what is found: a question, and the act if the answer is yes.

    ``kind`` is its game's word for it, ``seq`` the number of the fact it changes, ``about`` what
    that fact tells where the question does not. ``explains`` are the numbers of the facts whose
    findings it takes away, ``places`` what to light up. ``others`` explain as much. ``ask``: a sum
    in the act is only the first that fits, and is asked. ``even``: nothing speaks for the act more
    than for the others, among which it is; the question is which of them it was.
    """

    kind: str
    seq: int
    words: str
    about: str
    act: Mapping[str, object]
    explains: tuple[int, ...]
    places: tuple[str, ...]
    others: tuple[OtherWay, ...] = ()
    ask: Ask | None = None
    even: bool = False

    @property
    def newest(self) -> int:
        """The number of the last fact whose findings it takes away, or else of its own."""
        return max(self.explains, default=self.seq)


@dataclass(frozen=True, slots=True)
class OtherWay:
    """What else a correction may tell, in words, and the act that writes it down."""

    words: str
    act: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Alternative:
    """What a fact may have been instead; ``legal``: the rules had nothing against it then.

    ``picture`` is how it would lie, where words alone don't show it.
    """

    fact: Fact
    words: str
    legal: bool
    picture: Picture | None = None


def log_line_json(line: LogLine) -> dict[str, object]:
    """A line of the log as data."""
    return {
        "seq": line.seq,
        "fact": plain(line.fact),
        "words": line.words,
        "paid": list(line.paid),
        "notes": list(line.notes),
        "by": source_json(line.by),
        "at": line.at,
        "struck": line.struck,
        "corrected": line.corrected,
        "fault": line.fault,
        "findings": [finding_line_json(each) for each in line.findings],
    }


def finding_line_json(line: FindingLine) -> dict[str, object]:
    """A finding as data, with its words."""
    told = {
        "seq": line.seq,
        **finding_json(line.finding),
        "severity_words": line.severity_words,
        "words": line.words,
        "wrong": line.wrong,
        "repair_words": line.repair_words,
        "rule_words": line.rule_words,
        "allowed": line.allowed,
    }
    return told if line.about is None else {**told, "about": line.about}


def entry_line_json(line: EntryLine | None) -> dict[str, object] | None:
    """An entry of the record as data, where there is one."""
    return None if line is None else {"seq": line.seq, "words": line.words}


def repair_json(repair: Repair) -> dict[str, object]:
    """A correction as data; ``asks`` the word of its last fact that is only a guess."""
    ask = repair.ask
    told = {
        "kind": repair.kind,
        "seq": repair.seq,
        "words": repair.words,
        "about": repair.about,
        "act": dict(repair.act),
        "explains": list(repair.explains),
        "places": list(repair.places),
        "others": [{"words": each.words, "act": dict(each.act)} for each in repair.others],
        "even": repair.even,
    }
    if ask is None:
        return told
    asks: dict[str, object] = {"word": ask.word, "said": ask.said}
    if ask.choices:
        asks["choices"] = [{"value": value, "words": words} for value, words in ask.choices]
    else:
        asks |= {"least": ask.numbers[0], "most": ask.numbers[-1]}
    return {**told, "asks": asks}


def source_json(source: Source) -> dict[str, object]:
    """Who says so, as data."""
    return {"who": source.who.value, "name": source.name, "confidence": source.confidence}
