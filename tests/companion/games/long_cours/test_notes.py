"""What is worth knowing about a fact is noted: who was struck, what was taken, what is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.long_cours.judging.notes import notes
from companion.games.long_cours.state.state import Corsair, Played, State
from companion.games.long_cours.terms.events import Event
from tests.companion.games.long_cours.tables import after, fact, having, laden, sailing

ANNS = Corsair("Ann", "gibraltar")
SOLD = Corsair("Ann", None, turn=3)
STORM_11 = fact("storm", zone=11)
LADEN = laden(sailing({"Ann": "alger", "Ben": "odessa"}), "Ben", gold=5)


@pytest.mark.parametrize(
    ("state", "event", "codes"),
    [
        (LADEN, STORM_11, ["wrecked"]),
        (sailing(), STORM_11, ["wrecked-empty"]),
        (sailing({"Ann": "rio"}, corsair=ANNS), STORM_11, ["corsair-lost"]),
        (laden(sailing(), "gibraltar", gold=5), fact("move", stop="gibraltar"), ["goods-taken"]),
        (sailing(), fact("move", stop="gibraltar"), []),
        (sailing(), fact("resell", die=1), ["nothing-to-resell"]),
        (sailing(), fact("auction"), ["nobody-bids"]),
        (sailing(corsair=SOLD), fact("done"), ["corsair-not-entered"]),
        (sailing(corsair=replace(SOLD, turn=10)), fact("done"), []),
        (sailing(corsair=SOLD), fact("move", "Ben", stop="londres"), ["corsair-not-entered"]),
        (sailing(corsair=SOLD), fact("done", "Ben"), ["corsair-not-entered"]),
        (sailing(corsair=replace(SOLD, turn=10)), fact("done", "Ben"), []),
        (sailing({"Ann": None}, corsair=SOLD), fact("move", "Ben", stop="londres"), []),
        (sailing(corsair=SOLD), fact("done", "Cleo"), []),
        (having(sailing(), Ben=6), fact("auction"), []),
        (
            after(having(sailing(), Ben=6), fact("auction")),
            fact("bid", "Ben", millions=6),
            ["corsair-sold"],
        ),
        (after(having(sailing(), Ben=6), fact("auction")), fact("no_bid", "Ben"), ["nobody-bids"]),
        (
            sailing({"Ben": "marseille"}, count=2, corsair=ANNS),
            fact("corsair", stop="marseille"),
            ["sunk", "won"],
        ),
        (
            replace(sailing({"Ann": "rio"}), played=Played(storms=11)),
            fact("storm", zone=22),
            ["wrecked-empty", "stalemate"],
        ),
    ],
)
def test_what_is_worth_knowing_is_noted(state: State, event: Event, codes: list[str]) -> None:
    assert [each.code for each in notes(state, event, after(state, event))] == codes
