"""The set-up as the camera sees it, piece by piece, in words."""

from __future__ import annotations

from dataclasses import dataclass

from companion.board_drawing.paint import paints
from companion.boards.board import Board
from companion.play.words import AnyWords
from companion.reading import EMPTY
from companion.watching.referee import Done, SetUpStep
from web.watching.watch import Glance
from web.words.language import gettext


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of the set-up in words, and how far it is."""

    said: str
    name: str
    done: str
    kind: str
    letter: str
    beside: bool


def tasks(glance: Glance, words: AnyWords, board: Board) -> list[Task]:
    """The set-up, piece by piece; what lies wrong comes first."""
    letters = paints(board)
    order = (Done.WRONG, Done.WAITED_FOR, Done.THERE)
    return [
        Task(
            _step_words(step, words),
            piece_words(step.kind, step.place, words),
            step.done.value,
            step.kind,
            letters[step.kind].letter if step.kind in letters else "",
            step.beside,
        )
        for step in sorted(glance.steps, key=lambda step: (step.beside, order.index(step.done)))
    ]


def beside_said(glance: Glance, words: AnyWords) -> str:
    """What is to stand beside the places at the beginning."""
    is_some = any(step.beside for step in glance.steps)
    return words.plain("beside:seen") if is_some else ""


def _step_words(step: SetUpStep, words: AnyWords) -> str:
    named = {
        "place": words.place(step.place),
        "kind": piece_words(step.kind, step.place, words),
        "seen": piece_words(step.seen, step.place, words),
    }
    if step.beside:
        return words.say("beside:there", named)
    if step.done is not Done.WRONG:
        return words.say("set-up:waited", named)
    if step.kind == EMPTY:
        return gettext("%(place)s: take away %(seen)s, nothing belongs there yet.") % named
    return gettext("%(place)s: %(seen)s lies there, but %(kind)s belongs there.") % named


def piece_words(kind: str, place: str, words: AnyWords) -> str:
    """Name what lies on a place."""
    if kind == EMPTY:
        return gettext("nothing")
    return words.piece(kind, place)
