"""Clippers in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.clippers.game_file import GameFile, read_moves
from companion.games.clippers.notation import write_event
from companion.games.clippers.position_line import position_line
from companion.games.clippers.story import Step, end_number, last_state
from companion.games.clippers.story_json import story_json
from companion.games.clippers.words import Words
from companion.play.offered.terminal import Terminal
from companion.play.words import AnyWords


def end(words: AnyWords, file: GameFile, told: Sequence[Step]) -> str:
    """Say whether the game is over, and why."""
    assert isinstance(words, Words)
    return words.end(last_state(file, told), end_number(told))


TERMINAL = Terminal(read_moves, position_line, write_event, story_json, end)
