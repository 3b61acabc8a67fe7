"""Who may write what is told by the words of a game's facts, whichever game it is."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.clippers.game import GAME as CLIPPERS
from companion.play.game import Game
from companion.records.record import Fact, Happened
from companion.store import Door
from tests.toys.toy_game import GAME as FERRIES
from web.host.roles import Role, may_act_ever

ANN = Door("token", Role.PLAYER.value, "Ann")
PAY = {"do": "pay", "from": "bank", "to": "Ann", "amount": 5, "mends": 0}


@pytest.mark.parametrize(
    ("game", "fact", "may"),
    [
        (CLIPPERS, {"do": "pass", "player": "Ann"}, True),
        (CLIPPERS, {"do": "pass", "player": "Ben"}, False),
        (CLIPPERS, {"do": "pass"}, False),
        (CLIPPERS, PAY, False),
        (CLIPPERS, {**PAY, "player": "Ann"}, False),
        (
            CLIPPERS,
            {"do": "ship_stood", "company": "red", "place": "h-red", "player": "Ann"},
            False,
        ),
        (FERRIES, {"do": "sail", "player": "Ann", "stop": "fiji"}, True),
        (FERRIES, {"do": "sail", "player": "Ben", "stop": "fiji"}, False),
        (FERRIES, {"do": "pass", "player": "Ann"}, False),
    ],
)
def test_a_player_writes_what_he_does_and_nothing_else(
    game: Game[Any, Any], fact: Fact, may: bool
) -> None:
    about = game.about
    banker = Door("token", Role.BANKER.value)

    assert may_act_ever(ANN, Happened(fact), None, about) is may
    assert may_act_ever(banker, Happened(fact), None, about)
