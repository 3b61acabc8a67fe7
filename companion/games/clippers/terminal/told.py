"""Clippers in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.clippers.page.story_json import story_json
from companion.games.clippers.page.words import Words
from companion.games.clippers.record.game_file import GameFile, read_moves
from companion.games.clippers.record.position_line import position_line
from companion.games.clippers.record.timeline import Step, end_number, last_state
from companion.play.offered.terminal import Terminal
from companion.play.words import AnyWords


def end(words: AnyWords, file: GameFile, told: Sequence[Step]) -> str:
    """Say whether the game is over, and why."""
    assert isinstance(words, Words)
    return words.end(last_state(file, told), end_number(told))


TERMINAL = Terminal(position_line, story_json, end, read_moves)
