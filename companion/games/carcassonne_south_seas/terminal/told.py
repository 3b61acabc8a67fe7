"""South Seas in a terminal: a fact and a state in one line each, a list of moves, the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from companion.boards.board import Board
from companion.errors import InputError
from companion.games.carcassonne_south_seas.record.event_json import event_json
from companion.games.carcassonne_south_seas.record.story import (
    File,
    OneStep,
    state_view,
    story_json,
)
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.events import Event
from companion.play.offered.terminal import Terminal
from companion.play.words import AnyWords


def no_moves(path: Path, _: Board) -> File:
    """There is no plain list of moves of this game: its record is what other programs read."""
    raise InputError("carcassonne_south_seas:no-list-of-moves", path)


def position(state: State) -> str:
    """A state in one line of JSON."""
    return json.dumps(state_view(state), ensure_ascii=False)


def event_line(event: Event) -> str:
    """A fact in one line: what was done, by whom, and with what."""
    fact = event_json(event)
    who = fact.pop("player", "bank")
    do = fact.pop("do")
    return " ".join([f"{who}: {do}", *map(str, fact.values())])


def end(words: AnyWords, file: File, told: Sequence[OneStep]) -> str:
    """Say whether the game is over, and in which round."""
    last = told[-1].after if told else file.start
    return words.say("turn:over" if last.over else "turn:round", round=last.round)


TERMINAL = Terminal(no_moves, position, event_line, story_json, end)
