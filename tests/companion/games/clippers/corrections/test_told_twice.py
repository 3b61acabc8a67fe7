"""A second tap is the easiest slip of all: one card takes it back."""

from __future__ import annotations

import pytest

from companion.games.clippers.corrections.inquiry import INQUIRY
from companion.games.clippers.terms.events import Event, StickLaid, TurnEnded
from companion.play.corrections.causes import causes
from companion.play.corrections.course import told_with
from tests.whole_games import GAMES, read_game

GAME = read_game(GAMES / "5-players-stuck.jsonl")
FACTS = tuple(event for _, event in GAME.facts)


@pytest.mark.parametrize("kind", [StickLaid, TurnEnded])
def test_what_was_told_twice_is_asked_about(kind: type[Event]) -> None:
    at = next(at for at, event in enumerate(FACTS) if isinstance(event, kind))
    slipped = (*FACTS[: at + 1], *FACTS[at:])

    assert told_with(slipped, causes(INQUIRY, GAME.start, slipped)[0].edit) == FACTS
