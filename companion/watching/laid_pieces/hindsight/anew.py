"""A game told anew from one step on, as if something had been seen otherwise."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from companion.reading import EMPTY
from companion.records.record import Fact, Source
from companion.watching.laid_pieces.explainer import A, Explainer
from companion.watching.outcome import Piece

TRIED_BACK = 90
"""A piece that was never seen was laid so many steps ago at most."""
IN_MIND = 2.0
AGO = 0.02
"""What it costs, in nats, for each step that it was laid longer ago."""


@dataclass(frozen=True)
class Step(Generic[A]):
    """The hypotheses before something was seen in a ``look``, or said after it, and what it was."""

    hypotheses: Sequence[A]
    look: int
    pieces: Sequence[Piece] = ()
    said: tuple[Fact, Source] | None = None


@dataclass(frozen=True)
class Told(Generic[A]):
    """The steps as they are told anew, and the hypotheses after the last."""

    steps: Sequence[Step[A]]
    after: Sequence[A]


def told_on(
    game: Explainer[A],
    told: Sequence[A],
    steps: Sequence[Step[A]],
    most: float = float("inf"),
    known: set[tuple[int, Hashable]] | None = None,
) -> Told[A] | None:
    """Go on from hypotheses with what was seen and said; None where that can't be explained.

    Given up where it costs more than ``most``, and where it comes to what is ``known``: the number
    of a step and how the game stood before it.
    """
    anew: list[Step[A]] = []
    for number, step in enumerate(steps, -len(steps)):
        if known is not None:
            at = (number, game.standing(told[0]))
            if at in known:
                return None
            known.add(at)
        anew.append(replace(step, hypotheses=told))
        if step.said is not None:
            told = game.say(told, *step.said)
        elif step.pieces:
            told = game.explain(told, step.pieces)
        if not told or told[0].cost > most:
            return None
    return Told(anew, told)


def with_places(
    game: Explainer[A], steps: Sequence[Step[A]], lies: Mapping[str, str]
) -> Told[A] | None:
    """Tell it as if places that were seen had shown other pieces (EMPTY: none) from the first."""
    first = min((_last_seen(steps, place) for place in lies), default=-1)
    if first < 0:
        return None
    rewritten = [
        replace(step, pieces=tuple(_as_it_lies(step.pieces, lies))) for step in steps[first:]
    ]
    told = told_on(game, steps[first].hypotheses, rewritten)
    return None if told is None else Told([*steps[:first], *told.steps], told.after)


def is_seen(steps: Sequence[Step[A]], place: str) -> bool:
    """Whether something was seen on a place in any step."""
    return _last_seen(steps, place) >= 0


def _last_seen(steps: Sequence[Step[A]], place: str) -> int:
    """The last step in which a piece was seen on a place; -1 for none."""
    for at in reversed(range(len(steps))):
        if any(piece.place == place and not piece.gone for piece in steps[at].pieces):
            return at
    return -1


def _as_it_lies(pieces: Sequence[Piece], lies: Mapping[str, str]) -> Sequence[Piece]:
    changed = (
        replace(piece, kind=lies.get(piece.place, piece.kind)) if not piece.gone else piece
        for piece in pieces
    )
    return [piece for piece in changed if piece.kind != EMPTY]


def inserted(
    game: Explainer[A], steps: Sequence[Step[A]], after: Sequence[A], piece: Piece, look: int
) -> Told[A] | None:
    """Tell it with a piece that was never seen, laid in the step with which the game is cheapest.

    The latest is tried first: what comes to the same game is not followed twice. Hypotheses
    of other steps that cost ``IN_MIND`` more at most are kept in mind: what comes may speak for
    them.
    """
    found: list[tuple[float, Told[A]]] = []
    known: set[tuple[int, Hashable]] = set()
    last = len(steps)
    for at in reversed(range(max(0, last - TRIED_BACK), last + 1)):
        before = steps[at].hypotheses if at < last else after
        least = min((cost for cost, _ in found), default=float("inf"))
        most = least + IN_MIND - AGO * (last - at)
        told = game.explain(before, (piece,))
        if not told or told[0].cost > most:
            continue
        laid = Step(before, steps[at].look if at < last else look, (piece,))
        anew = told_on(game, told, steps[at:], most, known)
        if anew is not None:
            price = anew.after[0].cost + AGO * (last - at)
            found.append((price, Told([*steps[:at], laid, *anew.steps], anew.after)))
    if not found:
        return None
    found.sort(key=lambda each: each[0])
    best, others = found[0][1], (each.after[0] for _, each in found[1:])
    return Told(best.steps, [*best.after, *others])
