"""What nobody said and a fact shows: the turn before is over, the token lies on the one space."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.big_kini.state.state import NEUTRAL, Phase, State
from companion.games.big_kini.terms.rulings import Blocked
from tests.companion.games.big_kini.tables import (
    CUBES,
    FIND,
    HERE,
    PUT,
    TILES,
    Fact,
    after,
    also,
    fact,
    found,
    having,
    holding,
    playing,
)

STAY = fact("move", from_="2,0/minister-bc", to="2,0/administrator-b")


def only_paid(money: int) -> State:
    """Of the row of moves the paid space alone is free, and Ann has so much."""
    taken = dict.fromkeys(("board/move/double", "board/move/standard"), NEUTRAL)
    return replace(having(HERE, Ann=money), tokens=taken)


@pytest.mark.parametrize(("money", "told"), [(2, []), (1, [("no-money", "A1")])])
def test_a_token_that_a_deed_shows_is_paid_for(money: int, told: list[tuple[str, str]]) -> None:
    """Rule 29: who can't pay the one free space can't have put his token there."""
    state = only_paid(money)

    assert found(state, STAY) == told
    assert after(state, STAY).money("Ann") == money - 2


def test_a_deed_without_its_token_comes_after_cards() -> None:
    """Rule 93: the token that it shows asks who has cards."""
    state = playing({"0,1": "a4/0"}, {"0,1/administrator-a": "Ann"}, count=2, cards=True)
    move = fact("move", from_="0,1/administrator-a", to="0,1/minister-ab")

    assert found(state, move) == []
    assert found(holding(state, "Ben", "k05"), move) == [("cards-first", "93")]


def at_the_end_of_a_round(**rulings: object) -> State:
    """The last token of the first round lies there, and its action is not yet done."""
    count = 1 if rulings.get("cards") else 3
    tiles, cubes = (TILES, CUBES) if count == 3 else ({"0,1": "a4/0"}, {"0,1/colony-b-0": "Ann"})
    state = replace(playing(tiles, cubes, count=count, **rulings), placed=2 * count - 1)
    return after(state, fact("token", state.at_turn, space="move/double"))


@pytest.mark.parametrize(
    ("state", "player", "told"),
    [
        (at_the_end_of_a_round(), "Ben", []),
        (at_the_end_of_a_round(blocked=Blocked.TWO), "Ben", [("blocked-first", "86")]),
        (at_the_end_of_a_round(cards=True), "Ann", [("blocked-first", "103")]),
        (replace(at_the_end_of_a_round(), round=12), "Ben", [("game-over", "73")]),
    ],
    ids=["the next round", "dice come first", "alone, cards come first", "after the last round"],
)
def test_a_token_shows_that_the_round_is_over(
    state: State, player: str, told: list[tuple[str, str]]
) -> None:
    """Rules 73, 86 and 103: what has to be said between two rounds still has to."""
    assert found(state, fact("token", player, space="income/double")) == told


def test_a_token_after_the_last_turn_ends_the_game_and_no_more() -> None:
    """Rule 73: nothing is paid any more."""
    state = replace(at_the_end_of_a_round(), round=12)
    over = after(state, fact("token", "Ben", space="income/paid"))

    assert over.phase is Phase.OVER
    assert over.money("Ben") == state.money("Ben")
    assert over.tokens == {}


def test_what_another_is_said_to_do_by_a_token_just_laid_is_done_by_it() -> None:
    """Rule 25: nobody else's turn begins because of a wrong name, though one space is left him."""
    state = having(HERE, Ann=5)
    before = after(state, fact("token", "Ann", space="move/standard"))
    other = next(name for name in before.players if name != "Ann")
    taken = replace(before, tokens={**before.tokens, "board/move/double": NEUTRAL})
    wrong = fact("move", other, from_="2,0/minister-bc", to="2,0/administrator-b")

    done = after(taken, wrong)

    assert [code for code, _ in found(taken, wrong)] == ["not-your-turn"]
    assert (done.at_turn, done.placed, done.turn.space) == (
        "Ann",
        state.placed,
        "board/move/standard",
    )


def at_the_last_turn_of_two() -> State:
    """Ann's is the last turn of the round, and the first of the next."""
    state = playing({"0,1": "a4/0"}, {"0,1/administrator-a": "Ann"}, count=2)
    lie = {
        f"board/{row}/double": who
        for row, who in (("income", "Ann"), ("goods", "Ben"), ("election", "Ben"))
    }
    return replace(state, placed=3, first=1, tokens=lie)


def test_a_token_told_where_one_lies_already_lies_where_its_deed_shows() -> None:
    """Rule 25: two lie on no space. Who acts is not in the next round because of it."""
    last = at_the_last_turn_of_two()
    told = after(last, fact("token", "Ann", space="income/double"))
    move = fact("move", from_="0,1/administrator-a", to="0,1/minister-ab")

    done = after(told, move)

    assert last.at_turn == "Ann"
    assert found(told, move) == []
    assert (done.round, done.placed, done.turn.space) == (1, 3, "board/move/double")


TWICE_HERE = also({"3,0/administrator-b": "Ann"})
LATE: dict[str, tuple[State, Fact, Fact, list[str]]] = {
    "on the one space that two use, at the end of a round": (
        at_the_last_turn_of_two(),
        fact("move", from_="0,1/administrator-a", to="0,1/minister-ab"),
        fact("token", space="move/double"),
        [],
    ),
    "on one of several spaces": (HERE, STAY, fact("token", space="move/double"), ["no-token"]),
    "on a space for one action": (HERE, STAY, fact("token", space="move/standard"), ["no-token"]),
    "on a space that is paid": (HERE, STAY, fact("token", space="move/paid"), ["no-token"]),
    "before the cube has landed": (
        HERE,
        FIND,
        fact("token", space="discovery/standard"),
        ["no-token"],
    ),
    "while its election goes on": (
        TWICE_HERE,
        fact("call", cell="3,0"),
        fact("token", space="election/double"),
        ["no-token"],
    ),
}


@pytest.mark.parametrize(("state", "deed", "token", "told"), LATE.values(), ids=LATE)
def test_a_token_told_after_its_deed_is_no_second_one(
    state: State, deed: Fact, token: Fact, told: list[str]
) -> None:
    """Rule 25: it lies as if it had been told first, and nobody's turn has begun by it."""
    late, meant = after(state, deed, token), after(state, token, deed)

    assert [code for code, _ in found(state, deed)] == told
    assert found(after(state, deed), token) == []
    assert (late.round, late.placed, late.at_turn) == (meant.round, meant.placed, meant.at_turn)
    assert (late.turn, late.tokens, late.election) == (meant.turn, meant.tokens, meant.election)
    assert (late.cubes, late.tiles) == (meant.cubes, meant.tiles)
    assert late.money("Ann") == meant.money("Ann")


TAKEN = after(HERE, fact("token", space="move/standard"), fact("done"))
AS_BEN = fact("move", "Ben", from_="3,0/minister-ab", to="3,0/administrator-b")
NO_LATE: dict[str, tuple[State, list[Fact], list[str]]] = {
    "what another lies on is taken": (
        TAKEN,
        [AS_BEN, fact("token", "Ben", space="move/standard")],
        ["no-token", "space-taken"],
    ),
    "who can't pay the space can't have lain there": (
        having(HERE, Ann=1),
        [PUT, fact("token", space="proliferation/paid")],
        ["no-token", "no-money"],
    ),
    "the next one's is his own": (
        HERE,
        [STAY, fact("token", "Ben", space="move/double")],
        ["no-token"],
    ),
    "after Done it is the next round's": (
        at_the_last_turn_of_two(),
        [
            fact("move", from_="0,1/administrator-a", to="0,1/minister-ab"),
            fact("done"),
            fact("token", space="move/double"),
            fact("token", space="move/double"),
        ],
        ["not-your-turn"],
    ),
}


@pytest.mark.parametrize(("state", "facts", "codes"), NO_LATE.values(), ids=NO_LATE)
def test_a_late_token_hides_no_second_slip(
    state: State, facts: list[Fact], codes: list[str]
) -> None:
    told = []
    for each in facts:
        told += [code for code, _ in found(state, each)]
        state = after(state, each)

    assert told == codes
