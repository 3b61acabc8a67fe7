"""A piece that was read wrongly: asked about, or told anew from when it was first seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Generic

from companion.reading import EMPTY, Reading
from companion.watching.laid_pieces.belief import NOTICED, TAKE, Plausible, Suspect, believed
from companion.watching.laid_pieces.explainer import A, Explainer
from companion.watching.laid_pieces.hindsight.steps import Hindsight
from companion.watching.laid_pieces.hindsight.weighing import second_thought
from companion.watching.outcome import Doubt
from companion.watching.overrides import Overrides

SURELY_GONE = 0.9
"""So surely a place must be empty before a piece is said to have lain elsewhere all along."""
TOLD_ANEW = 5000
"""So many hypotheses may be made to tell a game anew: 2 s at most, once for each misread piece."""


class Misread(Generic[A]):
    """Finds the places that were read wrongly, and tells the game as if they had been read well."""

    def __init__(self, game: Explainer[A], hindsight: Hindsight[A]) -> None:
        self.game = game
        self.hindsight = hindsight
        self._overrides = Overrides()
        self._reading: Reading | None = None
        self._asked: set[str] = set()

    def apart(self, hindsight: Hindsight[A]) -> Misread[A]:
        """Another who has heard the same so far, with his own memory."""
        other = copy(self)
        other.hindsight = hindsight
        other._overrides, other._asked = copy(self._overrides), set(self._asked)
        return other

    def answer(self, place: str, piece: str) -> None:
        """Somebody says what lies on a place: it holds until the camera sees it changed."""
        self._overrides.say(place, piece, self._reading)

    def heard(self, reading: Reading) -> Reading:
        """What is seen in a look, with everybody's word in it."""
        self._reading = reading
        return self._overrides.heard(reading)

    def think_twice(
        self, hypotheses: Sequence[A], reading: Reading
    ) -> tuple[Sequence[A], Sequence[Doubt]]:
        """Tell it anew where later pieces show that one was misread; or ask about that."""
        recorded = self.game.position(hypotheses[0]).places
        corrections = [
            each
            for each in self.game.otherwise(hypotheses[0])
            if all(recorded.get(place, EMPTY) == kind for place, kind in each.instead_of.items())
        ]
        found, asked = second_thought(corrections, reading.places)
        self._asked |= {doubt.subject for doubt in asked if doubt.subject is not None}
        if found is None:
            return hypotheses, asked
        for place, kind in found.lies.items():
            self.answer(place, kind)
        return self._told_so(hypotheses, found.lies, least_changed=True), asked

    def put_right(self, hypotheses: Sequence[A], suspects: dict[str, Suspect]) -> Sequence[A]:
        """Tell it without what was taken back, and as it was where the camera had misread.

        ``suspects`` are the places that look different from the record; these are taken out.
        """
        for each in list(suspects.values()):
            if each.place in suspects and (told := self._righted(hypotheses, each, suspects)):
                hypotheses = told
                del suspects[each.place]
        return hypotheses

    def _righted(
        self, hypotheses: Sequence[A], one: Suspect, suspects: dict[str, Suspect]
    ) -> Sequence[A]:
        """The game told otherwise because of one place; empty where it need not be."""
        best, place = hypotheses[0], one.place
        if place in self._asked and self._is_word(one, best):
            self._asked.discard(place)
            return self._told_so(hypotheses, {place: one.best})
        if one.recorded == EMPTY:
            return ()
        if elsewhere := self._lies_elsewhere(one, suspects):
            del suspects[elsewhere]
            return (self.game.changed(best, place, elsewhere, one.recorded),)
        if one.empty >= NOTICED and place in self.game.broken(best):
            taken_back = believed(one.empty, Plausible.TAKEN_BACK) >= TAKE
            # Whose it seemed to be decided whose turn came next.
            return self._told_so(hypotheses, {place: EMPTY}) if taken_back else ()
        if one.empty >= SURELY_GONE and place in self.game.of_this_turn(best):
            return (self.game.without(best, place),)
        if self._was_misread(best, one):
            return self._told_so(hypotheses, {place: one.best}, least_changed=True)
        return ()

    def _is_word(self, one: Suspect, hypothesis: A) -> bool:
        """Whether somebody said what lies there, which no camera is as sure of."""
        known = one.best in (EMPTY, *self.game.in_play(hypothesis))
        return known and (self._overrides.holds(one.place, one.best) or one.chance(one.best) >= 1)

    def _lies_elsewhere(self, gone: Suspect, suspects: Mapping[str, Suspect]) -> str | None:
        """Where a piece lay all along that was thought to lie here."""
        if gone.empty < SURELY_GONE or not gone.age:
            return None
        beside = (
            other.place
            for other in suspects.values()
            if other.recorded == EMPTY
            and other.best == gone.recorded
            and self.game.beside(gone.place, other.place)
        )
        return next(beside, None)

    def _was_misread(self, hypothesis: A, one: Suspect) -> bool:
        """Whether the camera was wrong when it recorded the piece of a place."""
        kinds = {EMPTY, *self.game.in_play(hypothesis)} - {one.recorded}
        doubt = 1 - self.game.sureness(hypothesis, one.place)
        if one.best != EMPTY and doubt:
            doubt = max(doubt, Plausible.MISREAD.value)
        seen = one.chance(one.best)
        return one.age > 0 and one.best in kinds and believed(seen, doubt) >= TAKE

    def _told_so(
        self, hypotheses: Sequence[A], lies: Mapping[str, str], *, least_changed: bool = False
    ) -> Sequence[A]:
        """Tell it as if these pieces had lain on their places from the first (EMPTY: none).

        Only the facts of those places are changed where telling all anew would break more rules;
        with ``least_changed`` also where it would break as many: nobody said so, only the camera.
        """
        self.game.think(TOLD_ANEW)
        plain = self._plainly(hypotheses[0], lies)
        changes = plain is not hypotheses[0]
        if changes and least_changed and self._broken(plain) <= self._broken(hypotheses[0]):
            return (plain,)
        told = self.hindsight.retold(hypotheses, lies)
        if not told:
            return (plain,) if changes else hypotheses
        if changes and self._broken(plain) < self._broken(told[0]):
            return (plain,)
        self.hindsight.adopted(told)
        return told

    def _plainly(self, hypothesis: A, lies: Mapping[str, str]) -> A:
        recorded = self.game.position(hypothesis).places
        for place, kind in lies.items():
            if place in recorded and kind == EMPTY:
                hypothesis = self.game.without(hypothesis, place)
            elif place in recorded:
                hypothesis = self.game.changed(hypothesis, place, place, kind)
        return hypothesis

    def _broken(self, hypothesis: A) -> int:
        return len(self.game.broken(hypothesis))
