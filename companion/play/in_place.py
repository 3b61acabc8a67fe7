"""Rules in place: what a thing on a page is, what it does now, and where the rulebook says so.

A game explains its own things, as data; every page that shows one can ask. Some kinds of things
every game has: a place of the board, a piece, a player's money, a phase, and a deed (what a button
does, by the ``do`` of its fact). Whatever else lies on a table is of the game's own kinds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

PLACE, PIECE, MONEY, PHASE, DEED = "place", "piece", "money", "phase", "deed"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies on a table or a page: of which kind, and which of them."""

    kind: str
    which: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.which}"


def thing(said: str) -> Thing:
    """Read what ``str`` wrote of a thing."""
    kind, _, which = said.partition(":")
    return Thing(kind, which)


@dataclass(frozen=True, slots=True)
class Explained:
    """A thing in words: its name, what it does now in whole sentences, and the sections of it.

    What it is, its sections say (``Words.rule``).
    """

    title: str
    now: tuple[str, ...] = ()
    sections: tuple[str, ...] = field(default=())
