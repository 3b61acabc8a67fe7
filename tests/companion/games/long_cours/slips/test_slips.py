"""One slip is told once."""

from __future__ import annotations

import pytest

from companion.games.long_cours.state.state import Corsair
from tests.companion.games.long_cours.slips.told import (
    ASKED,
    STRUCK,
    Told,
    a_fight,
    codes_told,
    rich,
    told_in,
)
from tests.companion.games.long_cours.tables import NAMES, after, fact, having, laden, sailing


@pytest.mark.parametrize(
    ("told", "codes"),
    [
        pytest.param(
            told_in(
                a_fight(),
                {"do": "fight", "opponent": "Ben", "card": "insult"},
                {"do": "done"},
                {"do": "done", "player": "Ben"},
            ),
            ["fight-goes-on"],
            id="nobody says who gave up",
        ),
        pytest.param(
            told_in(
                rich(),
                {"do": "auction"},
                {"do": "bid", "millions": 6},
                {"do": "buy", "product": "gold", "millions": 1},
                {"do": "done"},
                {"do": "done", "player": "Ben"},
            ),
            ["auction-goes-on"],
            id="nobody says that the others pass",
        ),
        pytest.param(
            told_in(
                having(sailing({"Ann": "perth"}), Ann=3),
                {"do": "buy", "product": "gold", "millions": 5},
                {"do": "buy", "product": "gold", "millions": 1},
                {"do": "buy", "product": "gold", "millions": 1},
            ),
            ["no-cash"],
            id="a debt that grows",
        ),
        pytest.param(
            told_in(
                laden(having(sailing({"Ann": "perth"}), Ann=3), "Ann", gold=1),
                {"do": "buy", "product": "gold", "millions": 5},
                {"do": "resell", "die": 4},
                {"do": "buy", "product": "gold", "millions": 17},
            ),
            ["no-cash"],
            id="a debt that was told",
        ),
        pytest.param(
            told_in(
                sailing(),
                {"do": "move", "player": "Ben", "stop": "alger"},
                {"do": "resell", "die": 1},
                {"do": "done"},
                {"do": "move", "player": "Ben", "stop": "londres"},
                {"do": "done", "player": "Ben"},
                {"do": "done", "player": "Cleo"},
                {"do": "move", "stop": "gibraltar"},
            ),
            ["not-your-turn"],
            id="Ann's move told as Ben's, who could not make it",
        ),
        pytest.param(
            told_in(
                sailing(),
                {"do": "resell", "player": "Ben", "die": 1},
                {"do": "move", "stop": "alger"},
                {"do": "done"},
                {"do": "resell", "player": "Ben", "die": 2},
            ),
            ["turn-not-ended", "not-your-turn"],
            id="Ann's throw told as Ben's: her turn goes on, and his begins anew",
        ),
        pytest.param(
            told_in(
                sailing(),
                {"do": "move", "player": "Cleo", "stop": "san-francisco"},
                {"do": "buy", "player": "Cleo", "product": "gold", "millions": 1},
                {"do": "done", "player": "Cleo"},
                {"do": "move", "stop": "alger"},
            ),
            ["not-your-turn"],
            id="two turns that nobody told",
        ),
        pytest.param(
            told_in(
                sailing(),
                *(
                    {"do": "done", "player": name}
                    for name in ("Ann", "Cleo", "Ann", "Cleo", "Ann", "Cleo")
                ),
            ),
            ["turn-not-ended"],
            id="one who is passed over round by round",
        ),
        pytest.param(
            told_in(
                sailing(count=4),
                *({"do": "done", "player": name} for name in ("Ann", "Dan", *("Dan", "Ann") * 3)),
            ),
            ["not-your-turn"],
            id="two who are passed over round by round",
        ),
        pytest.param(
            told_in(
                sailing(count=2),
                {"do": "resell", "die": 1},
                {"do": "resell", "player": "Ben", "die": 1},
                {"do": "resell", "die": 1},
                {"do": "done"},
                {"do": "move", "player": "Ben", "stop": "londres"},
            ),
            ["turn-not-ended", "turn-not-ended"],
            id="two who both forget to say Done",
        ),
        pytest.param(
            told_in(
                sailing({"Ben": "alger", "Cleo": "odessa"}),
                {"do": "storm", "zone": 22},
                {"do": "done"},
                {"do": "return", "player": "Ben", "die": 2, "stop": "hambourg"},
                {"do": "done", "player": "Ben"},
                {"do": "return", "player": "Cleo", "die": 1, "stop": "odessa"},
                {"do": "done", "player": "Cleo"},
                {"do": "return", "die": 6, "stop": "new-york"},
            ),
            ["still-afloat"],
            id="a storm over another zone",
        ),
        pytest.param(
            told_in(
                sailing({"Ann": None}),
                {"do": "return", "player": "Cleo", "die": 1, "stop": "alger"},
                {"do": "buy", "product": "fruit", "millions": 1},
                {"do": "move", "stop": "marseille"},
                *({"do": "done", "player": name} for name in NAMES[:2]),
                {"do": "buy", "player": "Cleo", "product": "gold", "millions": 1},
                {"do": "move", "player": "Cleo", "stop": "san-francisco"},
            ),
            ["not-your-turn"],
            id="Ann's return told as Cleo's: she buys and sails, and so does Cleo",
        ),
        pytest.param(
            told_in(
                sailing({"Ann": "marseille"}),
                {"do": "move", "stop": "londres"},
                {"do": "buy", "product": "fruit", "millions": 1},
                {"do": "buy", "product": "fruit", "millions": 1},
                *({"do": "done", "player": name} for name in NAMES[:3]),
                {"do": "move", "stop": "marseille"},
            ),
            ["no-line"],
            id="a ship told elsewhere than where it trades and sails on",
        ),
        pytest.param(
            told_in(
                rich(),
                {"do": "auction"},
                {"do": "done"},
                {"do": "corsair_enters", "player": "Ben", "die": 1, "stop": "gibraltar"},
            ),
            ["auction-goes-on"],
            id="a bid that nobody told: its buyer plays the corsair",
        ),
        pytest.param(
            told_in(sailing(), {"do": "bid", "millions": 6}),
            ["no-auction"],
            id="a bid of more than she has, though nothing is for sale",
        ),
        pytest.param(
            told_in(
                sailing(),
                {"do": "move", "stop": "gibraltar"},
                {"do": "move", "stop": "perth"},
            ),
            ["second-move"],
            id="a second move, along no line",
        ),
        pytest.param(
            told_in(
                sailing({"Ann": None}, corsair=Corsair("Ann", "gibraltar")),
                {"do": "corsair", "stop": "alger"},
                {"do": "corsair", "stop": "gibraltar"},
                {"do": "return", "die": 1, "stop": "marseille"},
                {"do": "done"},
            ),
            ["come-back-first"],
            id="a corsair that ran before its owner came back",
        ),
        pytest.param(
            told_in(
                sailing({"Ann": "gibraltar"}), {"do": "fight", "opponent": "Ben", "card": "slap"}
            ),
            ["not-together"],
            id="a blow from a rectangle at who lies elsewhere",
        ),
        pytest.param(
            told_in(sailing(), {"do": "return", "die": 1, "stop": "cap-nord"}),
            ["still-afloat"],
            id="a ship that comes back though it is afloat, to no port of the zone",
        ),
        pytest.param(
            told_in(
                rich(),
                {"do": "bid", "millions": 6},
                {"do": "no_bid", "player": "Ben"},
                {"do": "no_bid", "player": "Cleo"},
                {"do": "done"},
            ),
            ["no-auction"],
            id="an auction that nobody said began",
        ),
        pytest.param(
            told_in(
                having(sailing(corsair=Corsair("Cleo", "gibraltar")), Ann=9),
                {"do": "auction"},
                {"do": "bid", "millions": 6},
                *({"do": "done", "player": name} for name in NAMES[:3]),
                {"do": "corsair_enters", "die": 2, "stop": "cap-nord"},
            ),
            ["corsair-owned"],
            id="a corsair whose loss nobody told",
        ),
    ],
)
def test_a_slip_is_told_once(told: Told, codes: list[str]) -> None:
    assert codes_told(told) == codes


@pytest.mark.parametrize(
    ("told", "codes"),
    [
        pytest.param(
            told_in(
                sailing(),
                {"do": "move", "stop": "londres"},
                {"do": "done"},
                {"do": "done", "player": "Ben"},
                {"do": "done", "player": "Cleo"},
                {"do": "move", "stop": "cap-nord"},
                {"do": "done"},
                {"do": "done", "player": "Ben"},
                {"do": "done", "player": "Cleo"},
                {"do": "move", "stop": "perth"},
            ),
            ["no-line", "no-line"],
            id="another line, when the ship has been where it was told",
        ),
        pytest.param(
            told_in(
                sailing(),
                {"do": "resell", "player": "Cleo", "die": 1},
                {"do": "resell", "die": 1},
                {"do": "resell", "player": "Cleo", "die": 1},
            ),
            ["not-your-turn", "not-your-turn"],
            id="out of turn again, when somebody else has acted",
        ),
        pytest.param(
            told_in(
                having(sailing({"Ann": "perth"}), Ann=3),
                {"do": "buy", "product": "gold", "millions": 5},
                {"do": "pay", "player": None, "from": "bank", "to": "Ann", "amount": 5},
                {"do": "buy", "product": "gold", "millions": 4},
            ),
            ["no-cash", "no-cash"],
            id="a debt, when the bank has put the first right",
        ),
    ],
)
def test_another_slip_is_told_too(told: Told, codes: list[str]) -> None:
    test_a_slip_is_told_once(told, codes)


def test_who_does_not_answer_has_given_up() -> None:
    state = after(a_fight(), STRUCK, fact("done"))

    assert (state.cash("Ann"), state.cash("Ben")) == (8, 0)
    assert state.at_turn.name == "Ben"


def test_the_corsair_goes_to_the_highest_bid_so_far() -> None:
    state = after(rich(), ASKED, fact("bid", millions=7), fact("done"))

    assert (state.corsair.owner, state.cash("Ann")) == ("Ann", 2)
