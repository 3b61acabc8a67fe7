"""What went before, kept so that the game can be told anew from there when more is known.

A piece whose place was hidden may have been laid before others that were seen. Then what followed
is explained once more, look after look, as if the piece had been seen in its time. A piece that was
read wrongly is told anew from when it was first seen; a record from the disk tells what was seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Generic

from companion.reading import EMPTY
from companion.records.record import Fact, Source
from companion.watching.laid_pieces.explainer import A, Explainer
from companion.watching.laid_pieces.hindsight.anew import (
    Step,
    Told,
    inserted,
    is_seen,
    told_on,
    with_places,
)
from companion.watching.outcome import Piece

LOOKS_BACK = 6
"""So many looks with something new are told anew at most."""
LATE = 0.7
"""What it costs, in nats, that a piece was laid one look ago and was hidden."""
LATER = 0.3
"""What each further look costs, in nats, in which that piece was hidden."""
WAITED = 2.0
"""A piece that was seen looks ago, and is believed only now, was laid then; unless that costs so
many nats more than that it was laid now."""
MOST_STEPS = 1500
"""So many steps are kept: more than a game has."""


class Hindsight(Generic[A]):
    """The steps of one game: as long as each began where the one before had ended."""

    def __init__(self, game: Explainer[A]) -> None:
        self.game = game
        self._steps: list[Step[A]] = []
        self._after: Sequence[A] = ()
        self._anew: tuple[Sequence[A], list[Step[A]]] = ((), [])
        self._looks = 0

    def begin_look(self) -> None:
        """Another look begins: ages of pieces are counted back from it."""
        self._looks += 1

    def saw(self, before: Sequence[A], pieces: Sequence[Piece], after: Sequence[A]) -> None:
        """These new pieces were seen."""
        told, steps = self._anew
        if any(hypothesis is after[0] for hypothesis in told):
            self._steps, self._after = steps, after
        else:
            self._note(Step(before, self._looks, tuple(pieces)), after)

    def heard(self, before: Sequence[A], fact: Fact, by: Source, after: Sequence[A]) -> None:
        """Somebody said something."""
        self._note(Step(before, self._looks, said=(fact, by)), after)

    def _note(self, step: Step[A], after: Sequence[A]) -> None:
        self._steps = [*(self._steps if self._goes_on(step.hypotheses) else ()), step][-MOST_STEPS:]
        self._after = after

    def _goes_on(self, hypotheses: Sequence[A]) -> bool:
        """Whether the hypotheses are those after the last step, in whatever order."""
        return any(hypothesis is hypotheses[0] for hypothesis in self._after)

    @property
    def _recent(self) -> int:
        """The first step of the last looks that saw something new."""
        looks = [at for at, each in enumerate(self._steps) if each.pieces]
        return looks[-LOOKS_BACK] if len(looks) > LOOKS_BACK else 0

    def retold(self, hypotheses: Sequence[A], lies: Mapping[str, str]) -> Sequence[A]:
        """The game told as if these places had shown these pieces all along (EMPTY: none).

        Empty where that can't be told. Taken over as what was seen once it is ``adopted``.
        """
        steps = self._from_the_beginning(hypotheses)
        told = with_places(self.game, steps, {p: k for p, k in lies.items() if is_seen(steps, p)})
        steps, after = (told.steps, told.after) if told else (steps, hypotheses)
        for place, kind in lies.items():
            if kind != EMPTY and not is_seen(steps, place):
                told = inserted(self.game, steps, after, Piece(place, kind), self._looks)
                if told is None:
                    return ()
                steps, after = told.steps, told.after
        if told is None:
            return ()
        self._anew = after, list(steps)
        return after

    def adopted(self, told: Sequence[A]) -> None:
        """The game is told so from now on."""
        if any(hypothesis is told[0] for hypothesis in self._anew[0]):
            self._after, self._steps = self._anew

    def _from_the_beginning(self, hypotheses: Sequence[A]) -> Sequence[Step[A]]:
        """Every step that led to these hypotheses; what was not followed is read in the record."""
        if not self._goes_on(hypotheses):
            self._steps, self._after = [], hypotheses
        first = self._steps[0].hypotheses[0] if self._steps else hypotheses[0]
        self._steps = [
            *(Step((before,), 0, pieces, said) for before, pieces, said in self.game.course(first)),
            *self._steps,
        ][-MOST_STEPS:]
        return self._steps

    def told_in_time(
        self, hypotheses: Sequence[A], waited: Sequence[Piece], fresh: Sequence[Piece], below: float
    ) -> Sequence[A]:
        """The game told so that pieces seen looks ago were laid then, and ``fresh`` ones now.

        Empty where nothing was told since, or where it costs ``WAITED`` more than ``below``.
        """
        if not waited or not self._goes_on(hypotheses):
            return ()
        first = {piece: self._looks - piece.there for piece in waited}
        since = [step for step in self._steps[self._recent :] if step.look >= min(first.values())]
        if not since:
            return ()
        told, anew, left = since[0].hypotheses, [], sorted(waited, key=lambda piece: first[piece])
        for step in since:
            seen = step.look if step.said is None else step.look + 1
            before = [piece for piece in left if first[piece] < seen]
            with_it = [piece for piece in left if first[piece] == seen and step.said is None]
            left = [piece for piece in left if piece not in before and piece not in with_it]
            if before:
                anew.append(Step(told, min(first[piece] for piece in before), tuple(before)))
                told = self.game.explain(told, before)
            pieces = (*step.pieces, *(replace(piece, age=0) for piece in with_it))
            anew.append(Step(told, step.look, pieces, step.said))
            told = self._went_on(told, anew[-1]) if told else ()
            if not told:
                return ()
        if rest := [*left, *fresh]:
            anew.append(Step(told, self._looks, tuple(rest)))
            told = self.game.explain(told, rest)
        if not told or told[0].cost > below + WAITED:
            return ()
        self._anew = told, [*self._steps[: len(self._steps) - len(since)], *anew]
        return told

    def _went_on(self, told: Sequence[A], step: Step[A]) -> Sequence[A]:
        """Go on with what was seen or said in a step."""
        if step.said is not None:
            return self.game.say(told, *step.said)
        return self.game.explain(told, step.pieces)

    def told_with(
        self, hypotheses: Sequence[A], late: Sequence[Piece], fresh: Sequence[Piece], below: float
    ) -> Sequence[A]:
        """The game told so that ``late`` were laid some looks ago, and ``fresh`` now.

        Only where it costs less than ``below``; else empty.
        """
        if not late or not self._goes_on(hypotheses):
            return ()
        best: Sequence[A] = ()
        price = LATE
        for start in reversed(range(self._recent, len(self._steps))):
            step = self._steps[start]
            if not step.pieces:
                continue
            if step.hypotheses[0].cost + price < below:
                told = self._again(start, late, fresh)
                if told is not None and told.after[0].cost + price < below:
                    best, below = told.after, told.after[0].cost + price
                    self._anew = told.after, list(told.steps)
            price += LATER
        return best

    def _again(self, start: int, late: Sequence[Piece], fresh: Sequence[Piece]) -> Told[A] | None:
        """Tell it from one step on, with the late pieces seen before it; None where that fails."""
        before = self._steps[start]
        told = self.game.explain(before.hypotheses, late)
        again = told_on(self.game, told, self._steps[start:]) if told else None
        if again is None:
            return None
        steps = [*self._steps[:start], replace(before, pieces=late, said=None), *again.steps]
        if not fresh:
            return Told(steps, again.after)
        after = self.game.explain(again.after, fresh)
        steps.append(Step(again.after, self._looks, fresh))
        return Told(steps, after) if after else None
