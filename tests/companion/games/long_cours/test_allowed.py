"""What the table allows is true: it puts nothing in doubt, and a later slip is told."""

from __future__ import annotations

import pytest

from companion.games.long_cours.game import GAME
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event
from tests.companion.games.long_cours.tables import fact, found, having, laden, sailing

AT_PERTH = having(sailing({"Ann": "perth"}), Ann=3, Ben=3, Cleo=3)


def buys(millions: int) -> Event:
    return fact("buy", product="gold", millions=millions)


BID = [
    fact("auction"),
    fact("bid", millions=8),
    fact("no_bid", "Ben"),
    fact("no_bid", "Cleo"),
]
CASES: dict[str, tuple[State, str, list[Event], list[str]]] = {
    "a ship lies where the table let it sail": (
        sailing({"Ann": "marseille"}),
        "no-line",
        [fact("move", stop="perth"), fact("buy", product="wool", millions=1)],
        ["sold-elsewhere"],
    ),
    "25: a debt, and one more": (AT_PERTH, "no-cash", [buys(5), buys(50)], ["no-cash"]),
    "25: a debt, and the least that there is": (
        AT_PERTH,
        "no-cash",
        [buys(5), fact("storm", zone=22), buys(1)],
        ["no-cash"],
    ),
    "25: a debt, one more, and what follows from that": (
        AT_PERTH,
        "no-cash",
        [buys(5), buys(50), buys(500), buys(1)],
        ["no-cash", "follows-from-slip", "follows-from-slip"],
    ),
    "25: a debt that was paid, and another": (
        laden(AT_PERTH, "Ann", wool=5),
        "no-cash",
        [buys(5), fact("resell", die=3), buys(13), buys(1)],
        ["no-cash"],
    ),
    "61: a bid, and a purchase when it has won": (
        having(sailing({"Ann": "perth"}), Ann=6, Ben=20, Cleo=20),
        "bid-above-cash",
        [*BID, buys(1)],
        ["no-cash"],
    ),
}
"""The code that the table allows where it is found first; and all that is found after that."""


@pytest.mark.parametrize(("state", "code", "told", "codes"), CASES.values(), ids=CASES)
def test_what_the_table_allows_is_true_and_hides_no_slip(
    state: State, code: str, told: list[Event], codes: list[str]
) -> None:
    heard, allowed = list[str](), frozenset({code})
    for event in told:
        of_it = found(state, event)
        is_it = code in of_it and allowed
        heard += [each for each in of_it if not (is_it and each == code)]
        state = GAME.after(state, event, allowed if is_it else frozenset())
        allowed = frozenset() if is_it else allowed

    assert heard == codes


def test_a_debt_that_the_table_does_not_allow_is_told_once() -> None:
    """So is a bid that has won, and what is bought after it."""
    start = having(sailing({"Ann": "perth"}), Ann=6, Ben=20, Cleo=20)
    heard = []
    for event in (*BID, buys(1), fact("done")):
        heard += found(start, event)
        start = GAME.apply(start, event)

    assert heard == ["bid-above-cash", "follows-from-slip"]
