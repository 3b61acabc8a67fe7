"""Something to be said later, in whichever language it is asked for."""

from __future__ import annotations

import errno
from collections.abc import Iterable
from functools import reduce
from typing import Any, Protocol, runtime_checkable

from companion.saying.catalogue import ENGLISH, filled, sentence

COUNT = "count"


@runtime_checkable
class Sayable(Protocol):
    """What can say itself in a language."""

    def said(self, language: str) -> str:
        """Say it."""


def say(value: object, language: str) -> str:
    """Say a parameter: what can say itself does, anything else is the same in each language."""
    return value.said(language) if isinstance(value, Sayable) else str(value)


class Phrase:
    """A code and what fills the gaps of its sentence; a gap may be filled by another phrase.

    Where the parameter ``count`` is 1, the sentence ``code:one`` is said, if there is one. A gap
    with ``_`` behind its name (``{number_}``) begins a sentence.
    """

    def __init__(self, code: str, /, **params: Any) -> None:
        self.code, self.params = code, params

    def said(self, language: str) -> str:
        """Say it; a code that no catalogue knows stays as it is."""
        one = sentence(f"{self.code}:one", language) if self.params.get(COUNT) == 1 else None
        text = one or sentence(self.code, language)
        if text is None:
            return self.code
        words = {name: say(value, language) for name, value in self.params.items()}
        begins = {f"{name}_": f"{word[:1].upper()}{word[1:]}" for name, word in words.items()}
        return filled(text, {**begins, **words}, language)

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r}, {self.params!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((self.code, *self.params))


class Of(Phrase):
    """Something said of a file, or of a place in it: ``board.json: no faults``."""

    def __init__(self, place: object, told: object) -> None:
        super().__init__("at", place=place, told=told)


class AnyOf(Phrase):
    """Several things of which one is meant: ``red or blue``."""

    joint = "or"

    def __init__(self, each: Iterable[object]) -> None:
        super().__init__(self.joint, each=tuple(each))

    def said(self, language: str) -> str:
        """Say them, parted by the little word."""
        joint = sentence(self.joint, language) or ""
        words = [say(each, language) for each in self.params["each"]]
        return reduce(lambda one, other: joint.format(one=one, other=other), words or [""])


class AllOf(AnyOf):
    """Several things that are all meant: ``top and left``."""

    joint = "and"


class Listed(AnyOf):
    """Several things one after the other: ``2 games, 7 events``."""

    joint = "comma"


def reason(error: OSError) -> Phrase | str:
    """What the system says of its refusal; in its own words where no catalogue has them."""
    phrase = Phrase(f"errno:{errno.errorcode.get(error.errno or 0)}")
    return phrase if sentence(phrase.code, ENGLISH) else error.strerror or str(error)
