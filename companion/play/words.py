"""What a game says, in a language of the table: codes become sentences only here.

The sentences are gettext catalogues, by code: a game's own, and below them those that every game
says (``locale/``). ``python -m tests.catalogues`` compiles them. Which parameter of a finding names
what is data of the game.
"""

from __future__ import annotations

import gettext
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Self

from companion.bank import BANK, Transfer
from companion.cards.card_form import Doing
from companion.finding import Finding
from companion.play.timeline import Event, State
from companion.saying.catalogue import LANGUAGES as LANGUAGES
from companion.saying.catalogue import filled

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "play"
MOST_NAMED = 3
PIECE, PLACE, NAME, SIGN = "piece", "place", "name", "sign"
"""Kinds of things named; a place and somebody's name are no words of the catalogue."""


@dataclass(frozen=True, slots=True)
class Param:
    """What a parameter names: its kind (``company``, a place), and what parts several of them."""

    kind: str
    parted_by: str | None = None


@dataclass(frozen=True)
class Manner:
    """How the findings of a game are told.

    ``params`` says what each parameter names; any other is said as it stands. Where one of
    ``counts`` is 1, or where ``listed`` names one thing, the sentence about one is said, if there
    is one besides that about several (``code:one``): ``counts`` in what is wrong, ``listed`` in
    what would put it right.
    """

    params: Mapping[str, Param] = field(default_factory=dict)
    counts: tuple[str, ...] = ()
    listed: str = ""


class Words(ABC, Generic[State, Event]):
    """The sentences of one language."""

    def __init__(self, language: str, own: gettext.NullTranslations, manner: Manner) -> None:
        """``own`` are the sentences of the game in that language."""
        self.language, self._manner, self._catalogue = language, manner, own
        self._catalogue.add_fallback(gettext.translation(DOMAIN, LOCALE, [language]))

    @abstractmethod
    def event(self, event: Event) -> str:
        """Say what an event is, by itself."""

    def happened(self, _: State, event: Event) -> str:
        """Say what happened, as the state before it tells more than the event by itself."""
        return self.event(event)

    def pays_in_kind(self, note: Finding) -> bool:
        """Whether what is worth knowing about a fact is what it paid, where that is no money."""
        del note
        return False

    def when(self, _: State) -> Self:
        """The same words where this is how the table lies, if that tells more of a place."""
        return self

    def untold(self, do: str, player: str) -> str:
        """Say that something happened that whoever looks is not told."""
        own = f"untold:{do}"
        return self.say(own if self.has(own) else "entry:untold", player=player)

    def place(self, place: str) -> str:
        """Name a place of the board; anything else stays as it is."""
        return place

    def to_choose(self, place: str) -> str:
        """Name a place to choose from a list: those as good as each other read alike."""
        return self.place(place)

    def piece(self, kind: str, _: str) -> str:
        """Name a piece of a kind that lies on a place."""
        return self.named(PIECE, kind)

    def subject(self, subject: str, *, moves: bool) -> str:
        """Name what a camera tells of: a place, or a piece that ``moves``."""
        return self.piece(subject, "") if moves else self.place(subject)

    def answer(self, answer: str, subject: str, *, moves: bool) -> str:
        """Name what is told of a subject: a piece that lies there, or where it lies."""
        return self.place(answer) if moves else self.piece(answer, subject)

    def doing(self, doing: Doing) -> str:
        """Say what a card may do, for its owner to choose."""
        return ", ".join(self.named(SIGN, sign) for sign in doing.signs)

    def earner(self, name: str) -> str:
        """Name what earned a line of a score."""
        return self.named(PIECE, name)

    def has(self, code: str) -> bool:
        """Whether there is a sentence of this code."""
        return self._catalogue.gettext(code) != code

    def say(self, code: str, words: Mapping[str, object] | None = None, /, **more: object) -> str:
        """Say something with parameters that are words already."""
        every = {**(words or {}), **more}
        return filled(self._catalogue.gettext(code), every, self.language)

    def plain(self, code: str) -> str:
        """Say something that has no parameters."""
        return self.say(code)

    def named(self, kind: str, value: str) -> str:
        """A word of the catalogue, of a kind of things; one that has none stays as it is."""
        code = f"{kind}:{value}"
        return self._catalogue.gettext(code) if self.has(code) else value.replace("_", " ")

    def listed(self, names: Sequence[str]) -> str:
        """Join names as in a sentence: ``red, green and blue``."""
        if len(names) < 2:
            return "".join(names)
        return self.say("list:and", first=", ".join(names[:-1]), last=names[-1])

    def either(self, names: Sequence[str]) -> str:
        """Join what can be chosen from as in a sentence: ``red, green or blue``."""
        if len(names) < 2:
            return "".join(names)
        return self.say("list:or", first=", ".join(names[:-1]), last=names[-1])

    def few(self, names: Iterable[str]) -> str:
        """The first few of these names, each once, and how many more there are."""
        each = [name for name in dict.fromkeys(names) if name]
        if len(each) > MOST_NAMED:
            more = self.say("list:more", number=len(each) - MOST_NAMED + 1)
            each = [*each[: MOST_NAMED - 1], more]
        return self.listed(each)

    def param(self, key: str, value: str | int) -> str:
        """Say what a parameter names."""
        its = self._manner.params.get(key)
        if its is None:
            return str(value)
        if its.parted_by is None:
            return self._of_kind(its.kind, str(value))
        every = [part for part in str(value).split(its.parted_by) if part]
        return self.listed([self._of_kind(its.kind, part) for part in every])

    def finding(self, finding: Finding) -> str:
        """Say what is wrong, and what would put it right."""
        return f"{self.wrong(finding)} {self.repair(finding)}".rstrip()

    def wrong(self, finding: Finding) -> str:
        """Say what is wrong."""
        one = 1 in map(finding.params.get, self._manner.counts)
        return self.say(self._for_one(finding.code, one), self.told_of(finding))

    def repair(self, finding: Finding) -> str:
        """Say what would put it right; nothing where nobody can tell."""
        if not finding.repair:
            return ""
        one = len(str(finding.params.get(self._manner.listed, "")).split()) == 1
        return self.say(self._for_one(f"repair:{finding.repair}", one), self.told_of(finding))

    def told_of(self, finding: Finding) -> dict[str, str]:
        """The words of a finding's parameters, and the first of its places as ``where``.

        With a ``_`` behind it a word begins a sentence: ``{company_}``.
        """
        words = {key: self.param(key, value) for key, value in finding.params.items()}
        if finding.places:
            words["where"] = self.place(finding.places[0])
        capital = {f"{key}_": f"{said[:1].upper()}{said[1:]}" for key, said in words.items()}
        return {**capital, **words}

    def weighed(self, finding: Finding) -> str:
        """Say how much a finding matters, and what is wrong."""
        severity, words = self.severity(finding), self.finding(finding)
        return self.say("why:finding", severity=severity, words=words)

    def rule(self, section: str) -> str:
        """Say a section of the rulebook, in short."""
        return self.say("why:rule", rule=section, words=self.plain(f"rule:{section}"))

    def severity(self, finding: Finding) -> str:
        """Name how much a finding matters."""
        return self.plain(f"severity:{finding.severity.value}")

    def money(self, amount: int) -> str:
        """Say an amount of the game's money; its catalogue tells how (``cash:amount``)."""
        return self.say("cash:amount", amount=amount)

    def transfer(self, transfer: Transfer) -> str:
        """Say what was paid, and what for."""
        return self._paid("pay:line", transfer)

    def given_back(self, transfer: Transfer) -> str:
        """Say what is given back of what was paid; ``transfer`` leads back."""
        return self._paid("pay:back", transfer)

    def account(self, side: str, account: str) -> str:
        """Name who pays (``source``) or is paid (``target``)."""
        return self.plain(f"bank:{side}") if account == BANK else account

    def _paid(self, code: str, transfer: Transfer) -> str:
        where = self.place(transfer.about or "")
        return self.say(
            code,
            source=self.account("source", transfer.source),
            target=self.account("target", transfer.target),
            amount=self.money(transfer.amount),
            reason=self.say(f"pay:{transfer.reason}", where=where),
        )

    def _of_kind(self, kind: str, value: str) -> str:
        if kind == PLACE:
            return self.place(value)
        return value if kind == NAME else self.named(kind, value)

    def _for_one(self, code: str, one: bool) -> str:
        single = f"{code}:one"
        return single if one and self.has(single) else code


def code_meant(said: str, codes: Sequence[str], names: Callable[[str], Iterable[str]]) -> str:
    """The one of these codes that a person means, by itself or by one of its ``names``.

    Where he means none of them it is what he says, in small letters.
    """
    small = said.strip().lower()
    if small in codes:
        return small
    return next((code for code in codes if small in map(str.lower, names(code))), small)


AnyWords = Words[Any, Any]
"""Of whichever game."""
