"""The facts of a game in its own words: a table that writes an event as JSON, and reads it again.

A fact is an object. ``do`` says what was done; each other word is a field of the event's class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum, auto
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from companion.files.fields import Field

Table = TypeVar("Table")
Table_co = TypeVar("Table_co", covariant=True)
Event = TypeVar("Event")
WRITTEN: Mapping[str, str] = MappingProxyType({"source": "from", "target": "to"})
"""Words that can be no names in Python."""


class Word(Enum):
    """What a word of a fact holds."""

    PLAYER = auto()
    """The name of the player who does it. A fact without one is the bank's to say."""
    OTHER = auto()
    """The name of another player, whom it is done to."""
    ACCOUNT = auto()
    """Whose money: a player's name, or the bank."""
    AT = auto()
    """The place where a piece comes to lie."""
    PLACE = auto()
    """Another place: where the piece comes from, or what it stands beside."""
    PIECE = auto()
    """A kind of piece."""
    CHOICE = auto()
    """One of a few words."""
    WHOLE = auto()
    """A whole number."""
    SUM = auto()
    """A sum of money: a whole number that may be any."""
    FLAG = auto()
    """Yes or no."""


class _At(Protocol[Table_co]):
    @property
    def game(self) -> Table_co:
        """What never changes while it is played."""


@dataclass(frozen=True)
class Facts(Generic[Table, Event]):
    """By what a fact does: its words, and the class of its event, with fields in their order.

    ``word_of`` reads a word of a fact about a table: what stands there, what the fact does, and the
    word. What can't be one leaves a fault.
    """

    words: Mapping[str, Mapping[str, Word]]
    kinds: Mapping[str, type[Any]]
    word_of: Callable[[Table, Field, str, str], object]

    @cached_property
    def _fields(self) -> Mapping[type[Any], tuple[str, Mapping[str, str]]]:
        """By the class of an event: what its fact does, and its words with the fields they are."""
        return {
            kind: (do, {WRITTEN.get(each.name, each.name): each.name for each in fields(kind)})
            for do, kind in self.kinds.items()
        }

    def written(self, event: Event) -> dict[str, object]:
        """The JSON that ``read`` reads. A word that may be left out, and is nothing, is."""
        do, words = self._fields[type(event)]
        told = {word: getattr(event, name) for word, name in words.items()}
        said = {word: _plain(value) for word, value in told.items() if value is not None}
        return {"do": do, **said}

    def read(self, said: Field, table: Table) -> Event | None:
        """The event that is told; what can't be one leaves a fault, and None comes back.

        That a fact breaks a rule is no fault: it only has to be about what there is at the table.
        """
        if not said.is_object():
            return None
        earlier = len(said.faults)
        do = said.get("do").one_of(tuple(self.words))
        if do is None:
            return None
        words = [self.word_of(table, said.get(word), do, word) for word in self.words[do]]
        if len(said.faults) > earlier:
            return None
        event: Event = self.kinds[do](*words)
        return event

    def read_at(self, said: Field, state: _At[Table]) -> Event | None:
        """The same at a table, whatever its state."""
        return self.read(said, state.game)


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value
