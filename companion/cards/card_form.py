"""How an owner tells what his cards do: for each one of the doings that the game's rules know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards.card import Card


@dataclass(frozen=True, slots=True)
class Doing:
    """What a card may do: the signs that it bears then; the last is ``counted`` where it says so.

    A sign that is counted stands as often as there is of it: income, and two more.
    """

    signs: tuple[str, ...]
    counted: bool = False

    @property
    def id(self) -> str:
        """``move.farther``."""
        return ".".join(self.signs)


@dataclass(frozen=True, slots=True)
class Written:
    """What is told of a card: its number, what it does, how much of it, and what it has besides."""

    number: int
    doing: Doing
    count: int = 1
    besides: frozenset[str] = frozenset()


@dataclass(frozen=True)
class CardForm:
    """What all cards of a game may do, by headings, and what any of them may have ``besides``."""

    doings: Mapping[str, tuple[Doing, ...]]
    besides: tuple[str, ...] = ()
    most: int = 9
    """So often a sign may be printed that is counted."""

    def find(self, id_: str) -> Doing | None:
        """A doing by its id; None where there is no such one."""
        every = (doing for doings in self.doings.values() for doing in doings)
        return next((doing for doing in every if doing.id == id_), None)

    def card(self, id_: str, written: Written) -> Card:
        """The card that is told so."""
        doing = written.doing
        more = doing.signs[-1:] * (written.count - 1 if doing.counted else 0)
        besides = (sign for sign in self.besides if sign in written.besides)
        return Card(id_, written.number, (*doing.signs, *more, *besides))

    def read(self, card: Card) -> Written | None:
        """What is told of a card; None where its signs are those of no doing."""
        signs = Counter(card.signs)
        besides = frozenset(sign for sign in self.besides if signs[sign])
        doing = self._of({*signs} - besides)
        if doing is None:
            return None
        count = signs[doing.signs[-1]] if doing.counted else 1
        written = Written(card.number, doing, count, besides)
        same = Counter(self.card(card.id, written).signs) == signs
        return written if same and count <= self.most else None

    def _of(self, signs: set[str]) -> Doing | None:
        """The doing with these signs, in whatever order they stand."""
        every = (doing for doings in self.doings.values() for doing in doings)
        return next((doing for doing in every if {*doing.signs} == signs), None)
