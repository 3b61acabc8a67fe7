"""What is wrong with something handed in, as data, and the one exception for it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.saying.catalogue import ENGLISH
from companion.saying.phrase import Phrase

Path = tuple[str | int, ...]


class Fault(Phrase):
    """One thing wrong: where (a file, a field within it, an option), and what, as a code.

    The sentence of the code says what is wrong and what to do about it, in one line. ``places``
    lead from the outer to the inner one; there may be none.
    """

    def __init__(self, code: str, /, *places: object, **params: object) -> None:
        super().__init__(code, **params)
        self.places = places
        self.path: Path = ()
        """The steps that lead to it in a file of JSON: keys, and numbers in lists."""

    @property
    def place(self) -> str:
        """The innermost place, as a file has it."""
        return str(self.places[-1]) if self.places else ""

    def within(self, place: object) -> Fault:
        """The same fault of a part of that."""
        inner = Fault(self.code, place, *self.places, **self.params)
        inner.path = self.path
        return inner

    def said(self, language: str) -> str:
        """Say where it is, and what is wrong."""
        told = super().said(language)
        for place in reversed(self.places):
            told = Phrase("at", place=place, told=told).said(language)
        return told


def first_of(faults: Sequence[Fault]) -> Fault:
    """The first of these faults, and how many more there are."""
    more = len(faults) - 1
    return Fault("and-more", fault=faults[0], more=more) if more else faults[0]


class InputError(Exception):
    """Something handed in cannot be used: what, where and what to do, in one line.

    ``raise InputError("no-board-file", path)`` says the sentence of that code about that place.
    The front door prints it and ends with exit code 2. Mistakes of players are never errors: they
    are findings.
    """

    def __init__(self, code: str, /, *places: object, **params: object) -> None:
        super().__init__(code)
        self.fault = Fault(code, *places, **params)

    @classmethod
    def of(cls, fault: Fault) -> InputError:
        """The error that is this fault."""
        error = cls(fault.code)
        error.fault = fault
        return error

    def within(self, place: object) -> InputError:
        """The same, of a part of that."""
        return InputError.of(self.fault.within(place))

    def said(self, language: str) -> str:
        """Say it in a language."""
        return self.fault.said(language)

    def __str__(self) -> str:
        return self.said(ENGLISH)
