"""Clippers as data."""

from __future__ import annotations

from companion.games.clippers.editions import OPTIONS
from companion.games.clippers.event_json import FACTS
from companion.games.clippers.setup import FEWEST_PLAYERS, MOST_PLAYERS
from companion.play.game import About

ABOUT = About(
    id="clippers",
    name="Clippers",
    players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    role="nation",
    options=OPTIONS,
    facts=FACTS,
    implied=frozenset({"done"}),
)
