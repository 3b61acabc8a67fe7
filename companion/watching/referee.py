"""What a game hands over to be followed by a camera, and what a page asks of it: two verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from companion.boards.board import Board
from companion.reading import EMPTY, Reading
from companion.records.record import Fact, Record, Source
from companion.watching.outcome import Doubt, Outcome

if TYPE_CHECKING:
    from companion.play.page.face import Picture
    from companion.play.words import AnyWords


class Referee(Protocol):
    """Turns what a camera sees into facts, by the rules of its game."""

    def look(self, record: Record, reading: Reading) -> Outcome:
        """Compare a settled reading with the record: what happened, what to ask, what differs."""

    def say(self, record: Record, fact: Fact, by: Source) -> Record:
        """Somebody says what he did; raise InputError where it can't be about this table.

        What finds no place yet may wait, with nothing written.
        """

    def apart(self) -> Referee:
        """Another who thinks the same so far: to see what would come of a look, without it."""


class Pace(Enum):
    """How often a camera looks, and who says what it can't see."""

    LIVE = "live"
    """It looks all the time, and people say the rest."""
    ON_CALL = "on-call"
    """It looks when it is told to, and people say the rest: a phone's single pictures."""
    PHOTOS_SAID = "photos-said"
    """Photos of a whole game; what can't be seen is said before its photo."""
    PHOTOS = "photos"
    """Photos of a whole game, and nobody says anything."""


class Done(Enum):
    """How far a piece of the set-up is."""

    WAITED_FOR = "waited-for"
    THERE = "there"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class SetUpStep:
    """One piece of the set-up: ``kind`` belongs on ``place``, ``seen`` is what lies there.

    With ``kind`` ``EMPTY`` the place has to be cleared. A piece that stands ``beside`` the places
    of the board is looked at, but not waited for.
    """

    place: str
    kind: str
    done: Done
    seen: str = EMPTY
    beside: bool = False


def is_set_up(steps: Sequence[SetUpStep]) -> bool:
    """Whether all that is waited for lies as it should."""
    return all(step.done is Done.THERE for step in steps if not step.beside)


@dataclass(frozen=True, slots=True)
class AnswerWay:
    """A way to answer: its words, the fact it writes down, and how likely it is.

    ``picture`` draws how the table would lie then.
    """

    said: str
    fact: Fact
    share: float
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question without a subject, in words.

    ``mends``: the answer puts right an older fact, the one of this index among those that count.
    """

    said: str
    ways: tuple[AnswerWay, ...]
    mends: int | None = None


def nothing_to_set_up(_state: Any, _reading: Reading) -> tuple[SetUpStep, ...]:
    """The game begins on whatever board is seen."""
    return ()


def nothing_to_ask(_doubt: Doubt, _state: Any, _words: AnyWords) -> Asked | None:
    """Every question has a subject."""
    return None


@dataclass(frozen=True)
class Watched:
    """What a game hands over that a camera can follow.

    ``set_up_steps`` tells of a state at the beginning and a reading what lies there and what does
    not; its words say ``set-up:waited`` of what is still to be laid. ``asked`` words a question
    without a subject, in a state. Where pieces stand beside the places of its board, its words say
    ``beside:astray``, ``beside:gone``, ``beside:there`` and ``beside:seen``. ``counted`` are the
    facts with which players have the money that they counted, in a state; None where more than
    money hangs on what was guessed. ``stays``: what is laid stays, and is seen so well that the
    table may deny what somebody wrote.
    """

    referee: Callable[[Board, Pace], Referee]
    set_up_steps: Callable[[Any, Reading], tuple[SetUpStep, ...]] = nothing_to_set_up
    asked: Callable[[Doubt, Any, AnyWords], Asked | None] = nothing_to_ask
    counted: Callable[[Any, Mapping[str, int]], Sequence[Fact]] | None = None
    stays: bool = False
