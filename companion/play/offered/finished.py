"""A finished game of which only the board, the players and their money are known.

A game that can be scored so hands over a ``Finished``; photos and positions are scored with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from companion.boards.board import Board
from companion.finding import Finding
from companion.play.timeline import Step
from companion.position import Position
from companion.questions import Effect, Question
from companion.reading import Reading
from companion.score import Score


@dataclass(frozen=True, slots=True)
class Counted:
    """One who has played: what he stood for, and the money he has counted, in $."""

    name: str
    role: str
    money: int


class Grant(NamedTuple):
    """A place, and the code of the finding about the position that is allowed there."""

    place: str
    code: str


class Terms(Protocol):
    """What a finished game is scored by, a frozen dataclass: its options, what was allowed."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def rulings(self) -> Any:
        """The options of the table."""

    @property
    def granted(self) -> frozenset[Grant]:
        """What the table allowed of what lies on its board."""


@dataclass(frozen=True)
class Scored:
    """A score, which kinds of pieces reach each place, and what hangs on each question.

    ``effects`` are the other answers, by place, that would change a total; ``is_settled``: no
    answer changes who wins.
    """

    score: Score
    reached: Mapping[str, tuple[str, ...]]
    effects: Mapping[str, tuple[Effect, ...]]
    is_settled: bool


Played = Sequence[Counted]


@dataclass(frozen=True)
class Finished:
    """How a finished board of a game is scored.

    ``counted`` reads a player as a person types him, ``check`` raises InputError where these can't
    have played. ``terms`` are made of options and grants, or of a state and the facts of which the
    table allowed something; ``grant`` reads what a person allows. ``likelier`` weighs a reading by
    who plays. ``granted`` are the findings of a position that its table has allowed, and
    ``may_grant`` is where and as what a finding could be.
    """

    usual: Terms
    counted: Callable[[str, Board], Counted]
    check: Callable[[Played], None]
    terms: Callable[[Mapping[str, object], frozenset[Grant]], Terms]
    terms_of: Callable[[Any, Iterable[Step[Any, Any]]], Terms]
    grant: Callable[[str, Collection[str]], Grant]
    likelier: Callable[[Reading, Played], Reading]
    scored: Callable[[Board, Position, Played, Terms, Sequence[Question]], Scored]
    to_json: Callable[[Score, Played], dict[str, object]]
    granted: Callable[[Board, Position, Terms], Sequence[tuple[Finding, Grant]]]
    may_grant: Callable[[Finding], Grant | None]
