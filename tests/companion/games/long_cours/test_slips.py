"""One slip is told once, and the correction offered first undoes it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.finding import Severity
from companion.games.long_cours.corrections.causes import causes
from companion.games.long_cours.corrections.course import told_with
from companion.games.long_cours.rules.judgement import findings
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event
from tests.companion.games.long_cours.tables import after, fact, having, laden, sailing

ASKED = fact("auction")
STRUCK = fact("fight", opponent="Ben", card="insult")
Told = tuple[State, list[Event]]


def _told(state: State, *facts: dict[str, Any]) -> Told:
    return state, [fact(**each) for each in facts]


def a_fight() -> State:
    return having(sailing({"Ann": "londres", "Ben": "londres"}), Ann=3, Ben=5)


def rich() -> State:
    return having(sailing({"Ann": "perth"}), Ann=9, Ben=9, Cleo=9)


@pytest.mark.parametrize(
    ("told", "codes"),
    [
        pytest.param(
            _told(
                a_fight(),
                {"do": "fight", "opponent": "Ben", "card": "insult"},
                {"do": "done"},
                {"do": "done", "player": "Ben"},
            ),
            ["fight-goes-on"],
            id="nobody says who gave up",
        ),
        pytest.param(
            _told(
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
            _told(
                having(sailing({"Ann": "perth"}), Ann=3),
                {"do": "buy", "product": "gold", "millions": 5},
                {"do": "buy", "product": "gold", "millions": 1},
                {"do": "buy", "product": "gold", "millions": 1},
            ),
            ["no-cash", "no-cash", "no-cash"],
            id="each purchase that goes deeper into debt",
        ),
        pytest.param(
            _told(
                laden(having(sailing({"Ann": "perth"}), Ann=3), "Ann", gold=1),
                {"do": "buy", "product": "gold", "millions": 5},
                {"do": "resell", "die": 4},
                {"do": "buy", "product": "gold", "millions": 17},
            ),
            ["no-cash"],
            id="a debt that was told",
        ),
    ],
)
def test_a_slip_is_told_once(told: Told, codes: list[str]) -> None:
    state, events = told
    found = []
    for event in events:
        serious = (x for x in findings(state, event) if x.severity is not Severity.NOTE)
        found += [each.code for each in serious]
        state = after(state, event)

    assert found == codes


def test_who_does_not_answer_has_given_up() -> None:
    state = after(a_fight(), STRUCK, fact("done"))

    assert (state.cash("Ann"), state.cash("Ben")) == (8, 0)
    assert state.at_turn.name == "Ben"


def test_the_corsair_goes_to_the_highest_bid_so_far() -> None:
    state = after(rich(), ASKED, fact("bid", millions=7), fact("done"))

    assert (state.corsair.owner, state.cash("Ann")) == ("Ann", 2)


@pytest.mark.parametrize(
    ("state", "told", "meant"),
    [
        pytest.param(
            rich(),
            [fact("buy", product="wool", millions=2), fact("done")],
            [fact("buy", product="gold", millions=2), fact("done")],
            id="another product",
        ),
        pytest.param(
            rich(),
            [fact("buy", "Cleo", product="gold", millions=2), fact("done")],
            [fact("buy", "Ann", product="gold", millions=2), fact("done")],
            id="another player",
        ),
        pytest.param(
            sailing({"Ann": "perth"}),
            [fact("resell", die=1), fact("resell", die=1), fact("done")],
            [fact("resell", die=1), fact("done")],
            id="twice",
        ),
        pytest.param(
            a_fight(),
            [STRUCK, fact("done"), fact("done", "Ben")],
            [STRUCK, fact("give_up", "Ben"), fact("done"), fact("done", "Ben")],
            id="forgotten",
        ),
        pytest.param(
            having(sailing({"Ann": "perth"}), Ann=12),
            [
                fact("buy", product="gold", millions=10),
                *(fact("done", name) for name in ("Ann", "Ben", "Cleo")),
                fact("buy", product="gold", millions=5),
                fact("buy", product="gold", millions=6),
            ],
            [
                fact("buy", product="gold", millions=1),
                *(fact("done", name) for name in ("Ann", "Ben", "Cleo")),
                fact("buy", product="gold", millions=5),
                fact("buy", product="gold", millions=6),
            ],
            id="a nought too many",
        ),
    ],
)
def test_the_first_card_undoes_the_slip(
    state: State, told: list[Event], meant: list[Event]
) -> None:
    offered = causes(state, told)

    assert offered
    assert told_with(told, offered[0].edit) == tuple(meant)


def test_nothing_is_asked_where_nothing_is_found_or_all_is_allowed() -> None:
    wrong = [fact("buy", product="wool", millions=2), fact("done")]

    assert causes(rich(), [fact("done")]) == ()
    assert causes(rich(), wrong, [frozenset({"sold-elsewhere"}), frozenset()]) == ()
