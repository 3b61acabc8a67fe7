"""Long Cours in a terminal: a state in one line, and the end."""

from __future__ import annotations

import json
from collections.abc import Sequence

from companion.games.long_cours.page.turn_words import ended
from companion.games.long_cours.page.words import Words
from companion.games.long_cours.record.story import File, OneStep, state_view, story_json
from companion.games.long_cours.state.state import State
from companion.play.offered.terminal import Terminal
from companion.play.words import AnyWords


def position(state: State) -> str:
    """A state in one line of JSON."""
    return json.dumps(state_view(state), ensure_ascii=False)


def end(words: AnyWords, file: File, told: Sequence[OneStep]) -> str:
    """Say whether the game is over, and why."""
    assert isinstance(words, Words)
    return ended(told[-1].after if told else file.start, words)


TERMINAL = Terminal(position, story_json, end)
