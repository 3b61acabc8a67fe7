"""South Seas in a terminal: a state in one line, and the end."""

from __future__ import annotations

import json
from collections.abc import Sequence

from companion.games.carcassonne_south_seas.record.story import (
    File,
    OneStep,
    state_view,
    story_json,
)
from companion.games.carcassonne_south_seas.state.state import State
from companion.play.offered.terminal import Terminal
from companion.play.words import AnyWords


def position(state: State) -> str:
    """A state in one line of JSON."""
    return json.dumps(state_view(state), ensure_ascii=False)


def end(words: AnyWords, file: File, told: Sequence[OneStep]) -> str:
    """Say whether the game is over, and in which round."""
    last = told[-1].after if told else file.start
    return words.say("turn:over" if last.over else "turn:round", round=last.round)


TERMINAL = Terminal(position, story_json, end)
