"""The referee: what was seen, held against the record.

It knows no game. A game explains changes on the board as facts (``Explainer``); the referee decides
what of the seen is believed, writes the facts into the record, and says what it would ask and where
the table differs from the record. Nothing is unrecorded because it can't be seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from math import inf
from typing import Generic

from companion.reading import EMPTY, HIDDEN, Reading
from companion.records.record import Fact, Record, Source, facts_of
from companion.records.retelling import retell
from companion.watching.drift import Drift
from companion.watching.laid_pieces.belief import (
    AT_ONCE,
    BEYOND_DOUBT,
    FAINT,
    LEAST,
    NOTICED,
    TAKE,
    Plausible,
    Suspect,
    Verdict,
    judge,
    of_legal,
    suspect,
)
from companion.watching.laid_pieces.differing import drift_of
from companion.watching.laid_pieces.explainer import A, Explainer
from companion.watching.laid_pieces.hindsight.misread import SURELY_GONE, Misread
from companion.watching.laid_pieces.hindsight.steps import Hindsight
from companion.watching.outcome import Doubt, Outcome, Piece

WORTH_TRYING = 0.05
"""A kind less likely than this, as a probability, is not tried where the likeliest is legal."""
WORTH_HOPING = 0.01
"""A kind less likely than this is not tried even where the likeliest breaks a rule."""
WEIGHED, TOLD = 1100, 400
"""Weighing the pieces of a look may take so many hypotheses, telling what happened so many, at 0.2
to 0.3 ms each: under half a second in all. A marker moved with the port card takes 1,028."""


class LaidPieces(Generic[A]):
    """Holds settled readings of one table against its record.

    It keeps several hypotheses of the game in mind: a later look may show that another than the
    likeliest was right, and the record is then told anew from where they part.
    """

    def __init__(self, game: Explainer[A], *, patient: bool = True) -> None:
        """``patient``: looks are cheap, so what breaks a rule is always looked at twice."""
        self.game = game
        self.patient = patient
        self.hypotheses: tuple[A, ...] = ()
        self._hindsight = Hindsight(game)
        self._misread = Misread(game, self._hindsight)
        self._suspects: dict[str, Suspect] = {}
        self._hidden: set[str] = set()
        self._came_with: dict[str, frozenset[str]] = {}
        self._standing = game.standing_pieces()
        self._explained: dict[tuple[Piece, ...], A | None] = {}

    def look(self, record: Record, reading: Reading) -> Outcome:
        """Compare a settled reading with the record and write down what happened."""
        hypotheses = self.recall(record)
        reading = self._misread.heard(reading)
        self._hindsight.begin_look()
        self._suspects = self._compare(hypotheses[0], reading)
        self._note_company()
        self._standing.see(reading)
        if self._is_disturbed():
            self.hypotheses = hypotheses
            broken = tuple(sorted(self.game.broken(hypotheses[0])))
            drift = tuple(self._drift(hypotheses[0]))
            return Outcome(record, (), drift, broken, disturbed=True)
        hypotheses = tuple(self._misread.put_right(hypotheses, self._suspects))
        self._explained = {}
        self.game.think(WEIGHED)
        pieces, doubts = self._weigh(hypotheses)
        cut_short = self.game.cut_short
        self.game.think(TOLD)
        told = self._think_again(hypotheses, pieces)
        cut_short |= self.game.cut_short
        self.hypotheses = self._standing.in_order(told or hypotheses)
        if told and pieces:
            self._hindsight.saw(hypotheses, pieces, self.hypotheses)
        thought, again = self._misread.think_twice(self.hypotheses, reading)
        cut_short |= self.game.cut_short
        self.hypotheses = tuple(thought)
        best = self.hypotheses[0]
        return Outcome(
            retell(record, self.game.facts(best)),
            (*self._freeing(doubts, best), *again, *self.game.doubts(self.hypotheses)),
            (*self._drift(best), *self._standing.astray(best)),
            tuple(sorted(self.game.broken(best))),
            () if told else tuple(pieces),
            cut_short=cut_short,
        )

    def apart(self) -> LaidPieces[A]:
        """Another who thinks the same so far: to see what would come of a look, without it."""
        other = copy(self)
        other._standing = self._standing.apart()
        other._hindsight = copy(self._hindsight)
        other._misread = self._misread.apart(other._hindsight)
        return other

    def say(self, record: Record, fact: Fact, by: Source) -> Record:
        """Somebody says what he did: it takes the place of a guess, or waits until its turn is."""
        self.game.think(WEIGHED + TOLD)
        before = self.recall(record)
        told = tuple(self.game.say(before, fact, by))
        first = self._with_half_seen(before)
        better = tuple(self.game.say(first, fact, by)) if first else ()
        if better and better[0].cost < told[0].cost:
            before, told = tuple(first), better
        self.hypotheses = told
        self._hindsight.heard(before, fact, by, self.hypotheses)
        return retell(record, self.game.facts(self.hypotheses[0]))

    def _with_half_seen(self, hypotheses: tuple[A, ...]) -> Sequence[A]:
        """Tell it with the pieces that still wait for another look: somebody went on already."""
        lies = self.game.position(hypotheses[0]).places
        new = [one for one in self._suspects.values() if not one.age and one.place not in lies]
        kept, self._explained = self._suspects, {}
        self._suspects = {one.place: replace(one, age=1) for one in new}
        pieces, _ = self._weigh(hypotheses)
        self._suspects = kept
        return self.game.explain(hypotheses, pieces) if pieces else ()

    def answer(self, place: str, piece: str) -> None:
        """A person says what lies on a place (EMPTY for nothing): believed whatever is seen."""
        self._misread.answer(place, piece)

    def recall(self, record: Record) -> tuple[A, ...]:
        """The hypotheses kept in mind, unless somebody wrote something else into the record."""
        if self.hypotheses:
            ours = [fact for fact, _ in self.game.facts(self.hypotheses[0])]
            if ours == list(facts_of(record)):
                return self.hypotheses
        return (self.game.read(record),)

    def _compare(self, hypothesis: A, reading: Reading) -> dict[str, Suspect]:
        """The places that look different from the record."""
        recorded = self.game.position(hypothesis).places
        found = {}
        for place, seen in reading.places.items():
            one = suspect(
                place,
                recorded.get(place, EMPTY),
                seen,
                self._suspects.get(place),
                unseen=place in self._hidden,
            )
            if one is not None:
                found[place] = one
        self._hidden = {p for p, seen in reading.places.items() if seen.answer == HIDDEN}
        return found

    def _note_company(self) -> None:
        """Remember what was first seen together: a piece, and maybe what stands beside it."""
        fresh = [one for one in self._suspects.values() if not one.age]
        self._came_with = {p: self._came_with.get(p, frozenset()) for p in self._suspects}
        for one in fresh:
            alike = {other.place for other in fresh if other.best == one.best}
            self._came_with[one.place] = frozenset(alike - {one.place})

    def _is_disturbed(self) -> bool:
        """Whether too many pieces are gone at once: a cat was here, or the board is cleared.

        One that is taken for another kind lies there still.
        """
        lay = [one for one in self._suspects.values() if one.recorded != EMPTY]
        return sum(one.empty >= SURELY_GONE for one in lay) > self.game.habits.most_gone

    def _weigh(self, hypotheses: tuple[A, ...]) -> tuple[list[Piece], list[Doubt]]:
        """Which pieces to believe in, and which to ask about: the surest first."""
        new = [piece for piece in self._new_pieces(hypotheses[0]) if self._is_ripe(piece)]
        waiting = sorted(new, key=lambda piece: -piece.sureness)
        surest = {piece.kind: piece for piece in reversed(waiting)}
        gone = self._may_have_moved(waiting)
        taken = [p for p in gone if not self._broken_by(hypotheses, [p, surest[p.kind]])]
        doubts = []
        while waiting:
            piece = waiting.pop(0)
            found, beliefs = self._judge(hypotheses, piece, taken, waiting)
            if self.game.cut_short:
                # Judged by half of what may have been: what was half seen waits for another look.
                taken += [p for p in (piece, *waiting) if p.sureness >= BEYOND_DOUBT]
                break
            if found is Verdict.TAKE:
                kind = max(beliefs, key=lambda kind: beliefs[kind])
                chance = self._suspects[piece.place].chance(kind)
                taken.append(replace(piece, kind=kind, sureness=chance))
            elif found is Verdict.ASK:
                likely = sorted(beliefs.items(), key=lambda pair: -pair[1])[:3]
                doubts.append(Doubt(tuple(likely), piece.place))
        return taken, doubts

    def _is_ripe(self, piece: Piece) -> bool:
        """Whether a piece may be judged now; what was half seen waits for another look."""
        return not self.patient or piece.age > 0 or piece.sureness >= AT_ONCE

    def _new_pieces(self, hypothesis: A) -> Iterator[Piece]:
        """Where something seems to lie that the record doesn't have: the likeliest piece."""
        in_play = self.game.in_play(hypothesis)
        for one in self._suspects.values():
            kinds = [kind for kind in one.chances if kind in in_play]
            if one.recorded == EMPTY and kinds and 1 - one.empty >= FAINT:
                kind = max(kinds, key=one.chance)
                yield Piece(
                    one.place, kind, one.chance(kind), False, one.age, one.unseen, one.there
                )

    def _may_have_moved(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Pieces that are gone while as many like them lie somewhere new: those that went last."""
        left = Counter(piece.kind for piece in pieces)
        gone = []
        for one in sorted(self._suspects.values(), key=lambda one: (one.age, -one.empty)):
            if one.recorded != EMPTY and left[one.recorded] and one.empty >= NOTICED:
                left[one.recorded] -= 1
                gone.append(Piece(one.place, one.recorded, one.empty, gone=True, age=one.age))
        return gone

    def _judge(
        self, hypotheses: tuple[A, ...], piece: Piece, taken: list[Piece], waiting: list[Piece]
    ) -> tuple[Verdict, dict[str, float]]:
        """What to do about one piece, and how far each that may lie there is believed in.

        ``taken`` are surer pieces, ``waiting`` are less sure ones, which may make it legal.
        """
        one = self._suspects[piece.place]
        first = self._factor(hypotheses, piece, taken)
        likely = [other for other in waiting if other.sureness >= NOTICED]
        if likely and first < Plausible.LEGAL.value:
            first = max(first, self._factor(hypotheses, piece, [*taken, *likely]))
        if first >= 1 and piece.sureness >= BEYOND_DOUBT:
            return Verdict.TAKE, {piece.kind: piece.sureness}
        in_play = self.game.in_play(hypotheses[0])
        factors = {piece.kind: first}
        least = WORTH_TRYING if first >= 1 else WORTH_HOPING
        for kind, chance in one.chances.items():
            if kind not in (EMPTY, piece.kind) and chance >= least:
                tried = replace(piece, kind=kind, sureness=chance)
                factors[kind] = (
                    self._factor(hypotheses, tried, taken)
                    if kind in in_play
                    else Plausible.STRANGER.value
                )
        weights = {kind: one.chance(kind) * factor for kind, factor in factors.items()}
        weights[EMPTY] = max(one.empty, LEAST)
        whole = sum(weights.values())
        beliefs = {kind: weight / whole for kind, weight in weights.items()}
        kind = max(factors, key=lambda kind: beliefs[kind])
        legal = factors[kind] >= 1 and beliefs[kind] >= TAKE
        surely = one.chance(kind) >= AT_ONCE
        at_once = (legal and surely) or ((legal or surely) and not self.patient) or one.age > 0
        return judge(1 - one.empty, beliefs[kind], at_once=at_once), beliefs

    def _factor(self, hypotheses: tuple[A, ...], piece: Piece, others: Sequence[Piece]) -> float:
        """What the rules say about a piece that lies there, together with the others."""
        told = self._explain(hypotheses, [*others, piece])
        legal = told is not None and piece.place not in self.game.broken(told)
        factor = Plausible.ILLEGAL.value
        if told is not None and legal:
            factor = self._legal_factor(piece, told, self._explain(hypotheses, others))
        alike = self._standing.taken_for(hypotheses[0], piece, others)
        if factor < 1 and alike is not None:
            return Plausible.ILLEGAL.value if legal else alike
        doubted = self.patient and piece.sureness < BEYOND_DOUBT
        return min(factor, self._came_with_one(hypotheses[0], piece, others)) if doubted else factor

    def _legal_factor(self, piece: Piece, told: A, without: A | None) -> float:
        """How much likelier a legal piece is, told with it and without it."""
        if without is None:
            return of_legal(0.0)
        # A photo shows whole turns: what stands there was led there by several pieces.
        comes = self._standing.speak_for(piece, told, without) if self.patient else 1.0
        return comes * of_legal(told.cost - without.cost)

    def _came_with_one(self, hypothesis: A, piece: Piece, others: Sequence[Piece]) -> float:
        """The most a piece may be believed that came together with another beside it."""
        lies = {*self.game.position(hypothesis).places, *(other.place for other in others)}
        together = self._came_with.get(piece.place, frozenset()) & lies
        if not any(self.game.beside(piece.place, other) for other in together):
            return inf
        factor = self._standing.came_with(hypothesis, piece)
        return inf if factor is None else factor

    def _explain(self, hypotheses: tuple[A, ...], pieces: Sequence[Piece]) -> A | None:
        """The likeliest hypothesis of these pieces; looked for once in a look."""
        key = tuple(sorted(pieces, key=lambda piece: piece.place))
        if key not in self._explained:
            self._explained[key] = self.game.cheapest(hypotheses, key)
        return self._explained[key]

    def _broken_by(self, hypotheses: tuple[A, ...], pieces: Sequence[Piece]) -> bool:
        """Whether any of these pieces would lie against a rule."""
        told = self._explain(hypotheses, pieces)
        if told is None:
            return True
        broken = self.game.broken(told)
        return any(piece.place in broken for piece in pieces)

    def _think_again(self, hypotheses: tuple[A, ...], pieces: list[Piece]) -> Sequence[A]:
        """Explain the new pieces; and those that seemed to break rules, now that more is known."""
        plainly = self.game.explain(hypotheses, pieces, at_any_cost=True)
        told = self._in_hindsight(hypotheses, pieces, plainly)
        broken = self.game.broken(told[0] if told else hypotheses[0])
        seen_before = broken - {piece.place for piece in pieces}
        lies = self.game.position(hypotheses[0]).places
        again = [Piece(place, lies[place], age=len(lies)) for place in sorted(seen_before)]
        gone = [piece for piece in self._may_have_moved(again) if piece not in pieces]
        if not again or not (pieces or gone):
            return told
        retold = self._laid_again(hypotheses[0], again, [*pieces, *gone])
        better = retold and len(self.game.broken(retold[0])) < len(broken)
        return retold if better else told

    def _laid_again(self, hypothesis: A, again: list[Piece], others: list[Piece]) -> Sequence[A]:
        """Explain pieces of a hypothesis once more, together with others."""
        for piece in again:
            hypothesis = self.game.without(hypothesis, piece.place)
        return self.game.explain((hypothesis,), [*others, *again])

    def _freeing(self, doubts: list[Doubt], best: A) -> list[Doubt]:
        """The same questions, each with the pieces that break a rule only if nothing lies there."""
        broken = self.game.broken(best)
        if not broken:
            return doubts
        lies = self.game.position(best).places
        again = [Piece(place, lies[place], age=len(lies)) for place in sorted(broken)]
        self.game.think(TOLD)

        def freed(doubt: Doubt) -> frozenset[str]:
            kinds = [kind for kind, _ in doubt.likely if kind != EMPTY]
            if not kinds or doubt.subject is None or doubt.subject in lies:
                return frozenset()
            told = self._laid_again(best, again, [Piece(doubt.subject, kinds[0], age=len(lies))])
            return frozenset(broken - self.game.broken(told[0])) if told else frozenset()

        return [replace(doubt, frees=freed(doubt)) for doubt in doubts]

    def _in_hindsight(
        self, hypotheses: Sequence[A], pieces: Sequence[Piece], told: Sequence[A]
    ) -> Sequence[A]:
        """Tell it as if what was hidden, or was not believed, had been seen in its time."""
        below = told[0].cost if told else float("inf")
        broken = self.game.broken
        waited = [piece for piece in pieces if piece.there and not piece.unseen]
        hidden = [piece for piece in pieces if piece.unseen]
        tells = ((self._hindsight.told_in_time, waited), (self._hindsight.told_with, hidden))
        for tell, late in tells:
            fresh = [piece for piece in pieces if piece not in late]
            retold = tell(hypotheses, late, fresh, below)
            if retold and not (told and len(broken(retold[0])) > len(broken(told[0]))):
                return retold
        return told

    def _drift(self, hypothesis: A) -> Iterator[Drift]:
        recorded = self.game.position(hypothesis).places
        return drift_of(
            self._suspects.values(),
            recorded,
            self.game.in_play(hypothesis),
            self.game.habits.gone_odds,
        )
