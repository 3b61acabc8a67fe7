"""A table as somebody sees it: what a game answers about it, each asked once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, Generic, TypeVar

from companion.finding import FOLLOWS, Finding
from companion.play.game import Choice, Game
from companion.play.timeline import Event, Moment, State, Step
from companion.play.words import Words
from companion.records.facts import Word
from companion.records.record import Fact
from companion.score import Score
from companion.store.table import Table, View

Own = TypeVar("Own", bound=Words[Any, Any])


@dataclass(frozen=True)
class Sight(Generic[State, Event]):
    """A table as somebody sees it: ``viewer`` is a player's name, or None for the table itself.

    ``goes_on``: the turn at hand is about to end by itself. ``keeps_bank``: whoever looks does so
    over the books, which hold what is told to nobody else too.
    """

    game: Game[State, Event]
    table: View[Moment[State, Event]]
    words: Words[State, Event]
    viewer: str | None = None
    goes_on: bool = False
    keeps_bank: bool = False

    def own_words(self, kind: type[Own]) -> Own:
        """The words as those of a game, which says more in its own class of them."""
        assert isinstance(self.words, kind)
        return self.words

    @cached_property
    def state(self) -> State:
        """Where the game stands, as people see it."""
        return self.game.seen(self.table.last.state)

    @cached_property
    def choices(self) -> Sequence[Choice[Event]]:
        """All that may be done now without breaking a rule."""
        return self.game.choices(self.table.last.state)

    @cached_property
    def allowed(self) -> tuple[Step[State, Event], ...]:
        """The facts of which the table allows something."""
        return allowed_steps(self.table)

    @cached_property
    def score(self) -> Score:
        """The score as it would be if the game stopped here, or the final one."""
        return self.game.score(self.state, self.allowed)

    @cached_property
    def sees_all(self) -> bool:
        """Whether nothing is kept from whoever looks: at the end all lies open."""
        return self.keeps_bank or self.state.over or self.game.is_open(self.state)

    def sees(self, player: object) -> bool:
        """Whether whoever looks may be told what is a player's alone."""
        return self.sees_all or (player is not None and player == self.viewer)

    def may_tell(self, fact: Fact) -> bool:
        """Whether whoever looks may be told all of a fact: he did it, or it was done with him."""
        about, do = self.game.about, str(fact.get("do"))
        if not about.private.get(do) or self.sees_all:
            return True
        owners = (Word.PLAYER, Word.OTHER, Word.ACCOUNT)
        return any(
            self.sees(fact.get(word)) for word, kind in about.facts[do].items() if kind in owners
        )

    def heard(self, step: Step[State, Event]) -> tuple[Finding, ...]:
        """What is found of a fact, as far as whoever looks may be told it."""
        return self._heard(step.number, step.event, step.findings)

    def against(self, event: Event) -> tuple[Finding, ...]:
        """What the rules would have against a fact now, as far as whoever looks may be told it."""
        found = self.game.findings(self.table.last.state, event)
        return self._heard(self.table.revision + 1, event, found)

    def _heard(
        self, number: int, event: Event, findings: tuple[Finding, ...]
    ) -> tuple[Finding, ...]:
        """Those that tell nothing that is another's; of what follows, if all before was told."""
        about = self.game.about
        if self.sees_all or not about.private or not findings:
            return findings
        kept = about.told_to_bank
        if number >= self._kept_from:
            kept |= {FOLLOWS}
        tells = self.may_tell(self.game.fact(event))
        told = (found for found in findings if tells or found.code in about.told_to_all)
        return tuple(found for found in told if found.code not in kept)

    @cached_property
    def _kept_from(self) -> float:
        """From which fact on something may follow from what whoever looks was not told."""
        about = self.game.about
        told = {FOLLOWS, *about.told_to_all, *about.told_to_bank}
        for chapter in self.table.moments.chapters:
            for found in chapter.gist["findings"]:  # type: ignore[attr-defined]
                step = None if found["code"] in told else self.step(found["move"])
                if step is not None and not self.may_tell(self.game.fact(step.event)):
                    return step.number
        return inf

    def told(self, fact: Fact) -> Fact:
        """As much of a fact as whoever looks may be told."""
        if self.may_tell(fact):
            return fact
        private = self.game.about.private[str(fact["do"])]
        return {word: held for word, held in fact.items() if word not in private}

    @property
    def told_choices(self) -> Sequence[Choice[Event]]:
        """What may be done now, as far as that tells nothing that is another player's alone."""
        game = self.game
        if not game.about.private:
            return self.choices
        return [
            each
            for each in self.choices
            if self.sees(game.about.held(game.fact(each.event), Word.PLAYER))
        ]

    def step(self, seq: int) -> Step[State, Event] | None:
        """The fact of a number, as it was followed; None where it does not count."""
        return _step(self.table, seq)

    def may_go_on(self, player: str | None) -> bool:
        """Whether a player may act now, by the order of turns."""
        states = self.table.last.state, self.state
        return any(player in self.game.awaited(state) for state in states)


def allowed_steps(table: View[Moment[State, Event]]) -> tuple[Step[State, Event], ...]:
    """The facts of which a table allows something: its score counts what they left behind."""
    steps = (_step(table, seq) for seq in sorted({seq for seq, _ in table.allowed}))
    return tuple(step for step in steps if step is not None)


def _step(table: View[Moment[State, Event]], seq: int) -> Step[State, Event] | None:
    moment = table.moment_of(seq)
    return None if moment is None else moment.step


AnyMoment = Moment[Any, Any]
GameTable = Table[AnyMoment]
AnySight = Sight[Any, Any]
"""Of whichever game: for rooms that serve them all."""
