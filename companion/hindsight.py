"""What went before, kept so that the game can be told anew from there when a piece shows up late.

A piece whose place was hidden may have been laid before others that were seen. Then what followed
is explained once more, look after look, as if the piece had been seen in its time. And a piece read
wrongly lies there quietly until the game goes on from it: a game names the corrections that would
take away what breaks rules, and each is weighed by what the camera makes of its places now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Generic

from companion.belief import ASK, LEAST, TAKE, Plausible
from companion.explainer import A, Doubt, Explainer, Otherwise, Piece
from companion.reading import HIDDEN, Seen
from companion.record import Fact, Source

LOOKS_BACK = 6
"""So many looks with something new are told anew at most."""
LATE = 0.7
"""What it costs, in nats, that a piece was laid one look ago and was hidden,"""
LATER = 0.3
"""and for each look more."""
WAITED = 2.0
"""A piece that was seen looks ago, and is believed only now, was laid then; unless that costs so
many nats more than that it was laid now."""
SPEAKS = Plausible.LEGAL.value / Plausible.ILLEGAL.value
"""How much likelier a correction is for each finding that it takes away."""


@dataclass(frozen=True)
class _Step(Generic[A]):
    """The accounts before something was seen in a ``look``, or said after it, and what that was."""

    accounts: Sequence[A]
    look: int
    pieces: Sequence[Piece] = ()
    said: tuple[Fact, Source] | None = None


class Hindsight(Generic[A]):
    """The last steps of one game: as long as each began where the one before had ended."""

    def __init__(self, game: Explainer[A]) -> None:
        self.game = game
        self._steps: list[_Step[A]] = []
        self._after: Sequence[A] = ()
        self._anew: tuple[Sequence[A], list[_Step[A]]] = ((), [])
        self._looks = 0

    def begin_look(self) -> None:
        """Another look begins: ages of pieces are counted back from it."""
        self._looks += 1

    def saw(self, before: Sequence[A], pieces: Sequence[Piece], after: Sequence[A]) -> None:
        """These new pieces were seen."""
        told, steps = self._anew
        if any(account is after[0] for account in told):
            self._steps, self._after = steps, after
            self._trim()
        else:
            self._note(_Step(before, self._looks, tuple(pieces)), after)

    def heard(self, before: Sequence[A], fact: Fact, by: Source, after: Sequence[A]) -> None:
        """Somebody said something."""
        self._note(_Step(before, self._looks, said=(fact, by)), after)

    def _note(self, step: _Step[A], after: Sequence[A]) -> None:
        joins = bool(self._after) and step.accounts[0] is self._after[0]
        self._steps = [*(self._steps if joins else ()), step]
        self._after = after
        self._trim()

    def _trim(self) -> None:
        looks = [index for index, each in enumerate(self._steps) if each.pieces]
        if len(looks) > LOOKS_BACK:
            self._steps = self._steps[looks[-LOOKS_BACK] :]

    def told_in_time(
        self, accounts: Sequence[A], waited: Sequence[Piece], fresh: Sequence[Piece], below: float
    ) -> Sequence[A]:
        """The game told so that pieces seen looks ago were laid then, and ``fresh`` ones now.

        Empty where nothing was told since, or where it costs ``WAITED`` more than ``below``.
        """
        if not waited or not self._after or accounts[0] is not self._after[0]:
            return ()
        first = {piece: self._looks - piece.there for piece in waited}
        since = [step for step in self._steps if step.look >= min(first.values())]
        if not since:
            return ()
        told, anew, left = since[0].accounts, [], sorted(waited, key=lambda piece: first[piece])
        for step in since:
            seen = step.look if step.said is None else step.look + 1
            before = [piece for piece in left if first[piece] < seen]
            with_it = [piece for piece in left if first[piece] == seen and step.said is None]
            left = [piece for piece in left if piece not in before and piece not in with_it]
            if before:
                anew.append(_Step(told, min(first[piece] for piece in before), tuple(before)))
                told = self.game.explain(told, before)
            pieces = (*step.pieces, *(replace(piece, age=0) for piece in with_it))
            anew.append(_Step(told, step.look, pieces, step.said))
            told = self._went_on(told, anew[-1]) if told else ()
            if not told:
                return ()
        if rest := [*left, *fresh]:
            anew.append(_Step(told, self._looks, tuple(rest)))
            told = self.game.explain(told, rest)
        if not told or told[0].cost > below + WAITED:
            return ()
        self._anew = told, [*self._steps[: len(self._steps) - len(since)], *anew]
        return told

    def _went_on(self, told: Sequence[A], step: _Step[A]) -> Sequence[A]:
        """Go on with what was seen or said in a step."""
        if step.said is not None:
            return self.game.say(told, *step.said)
        return self.game.explain(told, step.pieces)

    def told_with(
        self, accounts: Sequence[A], late: Sequence[Piece], fresh: Sequence[Piece], below: float
    ) -> Sequence[A]:
        """The game told so that ``late`` were laid some looks ago, and ``fresh`` now.

        Only where it costs less than ``below``; else empty.
        """
        if not late or not self._after or accounts[0] is not self._after[0]:
            return ()
        best: Sequence[A] = ()
        price = LATE
        for start in reversed(range(len(self._steps))):
            step = self._steps[start]
            if not step.pieces:
                continue
            if step.accounts[0].cost + price < below:
                told = self._again(start, late, fresh)
                if told and told[0].cost + price < below:
                    best, below = told, told[0].cost + price
            price += LATER
        return best

    def _again(self, start: int, late: Sequence[Piece], fresh: Sequence[Piece]) -> Sequence[A]:
        """Tell it from one step on, with the late pieces seen before it; empty where that fails."""
        told = self.game.explain(self._steps[start].accounts, late)
        for step in self._steps[start:]:
            if not told:
                return ()
            told = self._went_on(told, step)
        return self.game.explain(told, fresh) if told and fresh else told


def second_thought(
    corrections: Sequence[Otherwise[A]], places: Mapping[str, Seen]
) -> tuple[Otherwise[A] | None, tuple[Doubt, ...]]:
    """The correction to believe in, if any; else what to ask. The likeliest decides.

    ``places`` are what is seen on each place, or was said: then nothing speaks against it. A place
    that can't be seen now waits.
    """
    seen = [
        each
        for each in corrections
        if not any(_is_out_of_question(places.get(p), kind) for p, kind in each.lies.items())
    ]
    best = max(seen, key=lambda each: _belief(each, places), default=None)
    if best is None:
        return None, ()
    belief = _belief(best, places)
    if belief >= TAKE:
        return best, ()
    if belief < ASK:
        return None, ()
    place, kind = next(iter(best.lies.items()))
    return None, (Doubt(((kind, belief), (best.instead_of[place], 1 - belief)), place),)


def _is_out_of_question(seen: Seen | None, kind: str) -> bool:
    """Whether a place can't be seen, or somebody said that another piece lies there."""
    return seen is None or seen.piece == HIDDEN or (seen.confidence >= 1 and seen.piece != kind)


def _belief(correction: Otherwise[A], places: Mapping[str, Seen]) -> float:
    """How far a correction is believed in: what is seen, times what the rules make of it."""
    seen = prod(
        _chance(places[place], kind) / _chance(places[place], correction.instead_of[place])
        for place, kind in correction.lies.items()
    )
    odds = seen * Plausible.MISREAD.value * SPEAKS**correction.explains
    return odds / (1 + odds)


def _chance(seen: Seen, kind: str) -> float:
    chances = dict(seen.likely) or {seen.piece: seen.confidence}
    return max(chances.get(kind, 0.0), LEAST)
