"""What a game does for the referee: it explains changes on the board as facts.

A hypothesis is one way the game may have gone. Only the game knows what is in it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from companion.position import Position
from companion.reading import Reading
from companion.records.record import Fact, Record, Source
from companion.watching.drift import Drift
from companion.watching.laid_pieces.belief import TakingHabits
from companion.watching.outcome import Doubt, Piece


class Hypothesis(Protocol):
    """One way the game may have gone, as its game tells it."""

    @property
    def cost(self) -> float:
        """How unlikely it is, in nats: less likely by that power of e."""


A = TypeVar("A", bound=Hypothesis)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """One correction of what was seen.

    ``lies`` is what then lies on its places, ``instead_of`` what lies there by the record (EMPTY
    for nothing). ``explains`` is how many facts no longer break a rule, ``frees`` are the places
    whose pieces then don't.
    """

    lies: Mapping[str, str]
    instead_of: Mapping[str, str]
    explains: int
    frees: frozenset[str] = frozenset()


class Standing(Protocol[A]):
    """Pieces that stand beside the places of a board, and follow what is laid on these.

    They are no pieces of their own: what is laid decides. But they speak for it, and may be taken
    for it.
    """

    def see(self, reading: Reading) -> None:
        """Take in a look."""

    def apart(self) -> Standing[A]:
        """Another who has seen the same so far."""

    def speak_for(self, piece: Piece, told: A, without: A) -> float:
        """How much likelier a piece is, by a hypothesis with it and one without it."""

    def taken_for(self, hypothesis: A, piece: Piece, others: Sequence[Piece]) -> float | None:
        """How much likelier a piece is than a reader thinks, if it breaks a rule.

        None where it can't be one of these that is seen.
        """

    def came_with(self, hypothesis: A, piece: Piece) -> float | None:
        """The same of a piece that came into sight together with another of its kind beside it."""

    def in_order(self, hypotheses: Sequence[A]) -> tuple[A, ...]:
        """Of hypotheses that are equally likely the one first by which they stand right."""

    def astray(self, hypothesis: A) -> Sequence[Drift]:
        """Those that stand elsewhere than they should; called once for each look."""


class Explainer(Protocol[A]):
    """What a game does for the referee."""

    def read(self, record: Record) -> A:
        """Tell the game as the record has it."""

    def think(self, hypotheses: int) -> None:
        """From now on so many hypotheses may be made to explain something, and no more."""

    @property
    def cut_short(self) -> bool:
        """Whether more were wanted since: what was explained may have a likelier explanation."""

    def explain(
        self, hypotheses: Sequence[A], pieces: Sequence[Piece], *, at_any_cost: bool = False
    ) -> Sequence[A]:
        """Go on with each hypothesis so that these pieces are explained; likeliest first.

        ``at_any_cost``: one that explains them is told even where there was too much to think
        about, though it need not be the likeliest. A piece that is gone for good explains nothing.
        """

    def cheapest(self, hypotheses: Sequence[A], pieces: Sequence[Piece]) -> A | None:
        """Only the likeliest of them, where no others are asked for: that is quicker."""

    def say(self, hypotheses: Sequence[A], fact: Fact, by: Source) -> Sequence[A]:
        """Go on with what somebody said; likeliest first."""

    def position(self, hypothesis: A) -> Position:
        """What lies on the board by a hypothesis."""

    def in_play(self, hypothesis: A) -> Collection[str]:
        """The kinds of pieces that are played with."""

    def broken(self, hypothesis: A) -> frozenset[str]:
        """The places of pieces that lie against a rule."""

    def of_this_turn(self, hypothesis: A) -> Collection[str]:
        """The places of pieces laid in the turn at hand, which may still be taken back."""

    def sureness(self, hypothesis: A, place: str) -> float:
        """How surely the piece of a place was seen when it was recorded; 1 if a person said so."""

    @property
    def habits(self) -> TakingHabits:
        """What people do with the pieces of this game."""

    def standing_pieces(self) -> Standing[A]:
        """What stands beside the places, as nobody has seen it yet."""

    def beside(self, place: str, other: str) -> bool:
        """Whether two places are so near that a piece on one may be taken for one on the other."""

    def without(self, hypothesis: A, place: str) -> A:
        """Tell it without the fact that brought the piece there."""

    def changed(self, hypothesis: A, place: str, to: str, kind: str) -> A:
        """Tell it so that the piece of ``place`` is of another kind, or lies elsewhere."""

    def otherwise(self, hypothesis: A) -> Sequence[Otherwise]:
        """The corrections of what was seen that would take away what breaks rules."""

    def course(
        self, hypothesis: A
    ) -> Sequence[tuple[A, Sequence[Piece], tuple[Fact, Source] | None]]:
        """What was seen or said, one after the other, each with the hypothesis before it."""

    def standing(self, hypothesis: A) -> Hashable:
        """All of how the game stands that what comes may depend on."""

    def facts(self, hypothesis: A) -> Sequence[tuple[Fact, Source]]:
        """All facts of a hypothesis in order, with who says so."""

    def doubts(self, hypotheses: Sequence[A]) -> Sequence[Doubt]:
        """What the hypotheses had to guess."""
