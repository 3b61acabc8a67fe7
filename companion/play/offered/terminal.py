"""A game in a terminal: how its facts and states are written for people and for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.boards.board import Board
from companion.play.game import AnyGame
from companion.play.played import Played
from companion.play.timeline import Step, follow
from companion.play.words import AnyWords
from companion.records.record import Record
from companion.saying.phrase import Of

AnyPlayed = Played[Any, Any]
AnyStep = Step[Any, Any]


@dataclass(frozen=True)
class Terminal:
    """What a game hands over to be told by ``companion game`` and ``companion watch``.

    ``position`` writes a state in one line. ``story`` is the whole game as JSON. ``end`` says
    whether it is over, and why. ``moves`` reads a plain list of moves from another program, and
    raises InputError where it is none; a game of which there are no such lists has no ``moves``.
    """

    position: Callable[[Any], str]
    story: Callable[[AnyPlayed, Sequence[AnyStep]], dict[str, object]]
    end: Callable[[AnyWords, AnyPlayed, Sequence[AnyStep]], str]
    moves: Callable[[Path, Board], AnyPlayed] | None = None


@dataclass(frozen=True)
class ToldGame:
    """A game that was read, with what it is played on; ``record`` where it was a record."""

    game: AnyGame
    board: Board
    played: AnyPlayed
    record: Record | None = None

    @cached_property
    def steps(self) -> tuple[AnyStep, ...]:
        """All its facts, followed from the start."""
        played = self.played
        return tuple(follow(self.game, played.start, played.facts, played.allowed))

    @property
    def last(self) -> Any:
        """Where it stands, as people see it."""
        return self.game.seen(self.steps[-1].after if self.steps else self.played.start)

    @property
    def story(self) -> dict[str, object]:
        """All of it as JSON."""
        return self.game.terminal.story(self.played, self.steps)

    def ending(self, words: AnyWords) -> Iterator[str]:
        """Whether it is over, and why; then each player's rank, points and, if any, money."""
        yield self.game.terminal.end(words, self.played, self.steps)
        last = self.last
        score = self.game.score(last, [step for step in self.steps if step.allowed])
        for each in score.standings:
            held = None if last.bank is None else last.bank.balance(each.player)
            money = "" if held is None else f" ({words.money(held)})"
            ranked = Of(f"{each.rank}. {each.player}", f"{each.total}{money}")
            yield ranked.said(words.language)
