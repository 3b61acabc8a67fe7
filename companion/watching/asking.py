"""A question of what happened, in words: each way to answer is a fact."""

from __future__ import annotations

import json

from companion.files.fields import Field
from companion.play.game import Game
from companion.play.timeline import Event, State
from companion.play.words import Words
from companion.watching.referee import Asked, Way
from companion.watching.ruling import Doubt


def what_happened(
    game: Game[State, Event], doubt: Doubt, state: State, words: Words[State, Event]
) -> Asked | None:
    """Word a question of ``ByChoices``: each way to answer is a fact that may have happened."""
    ways = []
    for fact_json, share in doubt.likely:
        fact = json.loads(fact_json)
        event = game.parse(Field(fact), state)
        if event is None:
            return None
        ways.append(Way(words.event(event), fact, share))
    return Asked(words.plain("ask:what-happened"), tuple(ways))
