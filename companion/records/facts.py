"""The facts of a game in its own words: a table that writes an event as JSON, and reads it again.

A fact is an object. ``do`` says what was done; each other word is a field of the event's class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum, auto
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from companion.files.fields import Field

Event = TypeVar("Event")
Reads = Callable[[Field, str, str], object]
"""Reads a word of a fact: what stands there, what the fact does, and the word."""
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


@dataclass(frozen=True)
class Facts(Generic[Event]):
    """By what a fact does: its words, and the class of its event, with fields in their order."""

    words: Mapping[str, Mapping[str, Word]]
    kinds: Mapping[str, type[Any]]

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

    def read(self, said: Field, word_of: Reads) -> Event | None:
        """The event that is told; what can't be one leaves a fault, and None comes back."""
        if not said.is_object():
            return None
        earlier = len(said.faults)
        do = said.get("do").one_of(tuple(self.words))
        if do is None:
            return None
        words = [word_of(said.get(word), do, word) for word in self.words[do]]
        if len(said.faults) > earlier:
            return None
        event: Event = self.kinds[do](*words)
        return event


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value
