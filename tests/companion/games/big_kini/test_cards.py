"""Action cards, and six players. Rules 88 to 100."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import InputError
from companion.games.big_kini.course.election import tally, voting_power
from companion.games.big_kini.course.setup import new_game
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms.layouts import LayoutChoice
from companion.games.big_kini.terms.rulings import Blocked, Rulings
from companion.play.game import Seat
from tests.companion.games.big_kini.tables import (
    BOARD,
    COLOURS,
    NAMES,
    Fact,
    after,
    card_alone,
    fact,
    found,
    having,
    holding,
    playing,
    playing_cards,
)

CALL = fact("token", space="election/double")


def example() -> State:
    """The rules' example: Ann's token, Ben's card 1, Cleo's card 3, Ann's card 4."""
    state = playing_cards(("Ann", "k19"), ("Ben", "k17"), ("Cleo", "k18"))
    return after(
        state,
        CALL,
        fact("play", "Ben"),
        fact("play", "Cleo"),
        fact("play"),
        fact("reveal", "Ben", card="k17"),
        fact("reveal", "Cleo", card="k18"),
        fact("reveal", card="k19"),
    )


def test_all_is_done_in_the_order_of_the_numbers() -> None:
    """Rule 94; vector V20."""
    doings = example().turn.doings

    assert [(each.player, each.card) for each in doings] == [
        ("Ben", "k17"),
        ("Ann", ""),
        ("Cleo", "k18"),
        ("Ann", "k19"),
    ]


def test_the_others_say_first_in_turn_order() -> None:
    """Rule 93."""
    state = after(playing_cards(("Ann", "k19"), ("Ben", "k17"), ("Cleo", "k18")), CALL)

    assert state.turn.asked == ("Ben", "Cleo", "Ann")
    assert found(state, fact("play", "Cleo")) == [("says-later", "93")]
    assert found(state, fact("call", cell="3,0")) == [("cards-first", "93")]
    state = after(state, fact("play", "Ben"))
    assert found(state, fact("reveal", "Ben", card="k17")) == [("says-first", "93")]


def test_only_cards_of_the_action_are_played() -> None:
    """Rules 92 and 93."""
    state = after(playing_cards(("Ann", "k19"), ("Ben", "k05")), CALL)
    assert found(state, fact("play", "Ben")) == [("no-such-card", "93")]

    state = after(state, fact("no_card", "Ben"), fact("play"))
    assert found(state, fact("reveal", card="k19")) == []
    assert found(state, fact("reveal", card="k17")) == [("card-not-in-hand", "92")]


def test_a_second_election_costs_two_and_has_no_bonus() -> None:
    """Rules 96 and 97; vector V21."""
    state = holding(example(), "Ben", pearl=1)
    state = after(state, fact("call", "Ben", cell="3,0"))
    assert state.election is not None
    assert state.election.any_votes == "Ben"

    state = after(
        state,
        fact("abstain", "Ben"),
        fact("vote", candidate="Ann", votes=1),
        fact("keep_back", "Ben"),
    )
    assert state.election is None
    money = state.money("Ben") or 0
    assert found(state, fact("call", "Ben", cell="3,1")) == [("second-unpaid", "96")]
    state = after(state, fact("again", "Ben"), fact("call", "Ben", cell="3,1"))
    assert state.election is not None
    assert state.election.any_votes == ""
    assert state.money("Ben") == money - 2


def test_without_the_money_there_is_no_second_action() -> None:
    """Rule 96; vector V22."""
    state = after(having(example(), Ben=1), fact("call", "Ben", cell="3,0"))
    state = after(
        state, fact("abstain", "Ben"), fact("abstain"), fact("decide", "Ben", candidate="Ben")
    )

    assert found(state, fact("again", "Ben")) == [("no-money", "96")]
    assert found(state, fact("done", "Ben")) == []


def test_a_bonus_waits_for_its_card() -> None:
    """Rule 98: in Ann's election Cleo has no more votes than her cubes; in her own two more."""
    state = after(example(), fact("done", "Ben"), fact("call", cell="3,1"))
    assert state.election is not None
    assert voting_power(state, state.election, "Cleo") == 1

    state = after(example(), fact("done", "Ben"), fact("done"), fact("call", "Cleo", cell="3,1"))
    assert state.election is not None
    assert voting_power(state, state.election, "Cleo") == 3


def test_all_goods_count_for_who_calls_with_such_a_card() -> None:
    """Rule 95; vector V14: on a start atoll too."""
    state = after(example(), fact("done", "Ben"), fact("done"), fact("done", "Cleo"))
    state = replace(state, cubes={**state.cubes, "cell/2,0/minister-ab": "Ben"})
    state = after(holding(state, "Ann", fish=1, shell=1), fact("call", cell="2,0"))
    state = after(
        state,
        fact("abstain"),
        fact("vote", "Ben", candidate="Ben", votes=1),
        fact("show", goods="fish", number=1),
    )
    assert state.election is not None
    assert tally(state, state.election) == {"Ann": 1, "Ben": 1}

    state = after(state, fact("show", goods="shell", number=1))
    assert state.election is not None
    assert state.election.winner == "Ann"


BONUSES: dict[str, tuple[str, str, Fact, list[tuple[str, str]]]] = {
    "a cube straight to a post": (
        "k04",
        "proliferation",
        fact("proliferate", place="2,0/administrator-b"),
        [],
    ),
    "no cube straight to a minister's post": (
        "k04",
        "proliferation",
        fact("proliferate", place="2,0/minister-ab"),
        [("no-colony-space", "31")],
    ),
    "goods of any kind": ("k15", "goods", fact("pick", goods="pearl"), []),
    "goods without influence": ("k14", "goods", fact("take", place="3,0/goods-c"), []),
    "not where one has no cube": (
        "k14",
        "goods",
        fact("take", place="3,1/goods-c"),
        [("no-influence", "15")],
    ),
}


@pytest.mark.parametrize(("card", "row", "told", "expected"), BONUSES.values(), ids=BONUSES)
def test_what_a_bonus_allows(
    card: str, row: str, told: Fact, expected: list[tuple[str, str]]
) -> None:
    """Rule 95."""
    assert found(card_alone(card, row), told) == expected


@pytest.mark.parametrize(
    ("card", "row", "told", "paid"),
    [
        ("k11", "income", fact("income", place="2,0/factory-c"), 5),
        ("k08", "move", fact("move", from_="2,0/minister-bc", to="3,0/minister-bc"), 0),
        ("k07", "move", fact("move", from_="2,0/minister-bc", to="3,0/minister-bc"), -1),
        (
            "k23",
            "discovery",
            fact("discover", from_="2,0/minister-bc", cell="2,1", atoll="a7/0"),
            -3,
        ),
    ],
)
def test_what_a_bonus_is_worth(card: str, row: str, told: Fact, paid: int) -> None:
    """Rule 95."""
    before = card_alone(card, row)

    assert found(before, told) == []
    assert (after(before, told).money("Ann") or 0) - (before.money("Ann") or 0) == paid


def test_a_second_colonist_goes_on_the_same_atoll() -> None:
    """Rule 95."""
    state = after(card_alone("k03", "proliferation"), fact("proliferate", place="2,0/colony-b-0"))

    assert found(state, fact("proliferate", place="3,0/colony-b-0")) == [
        ("second-on-same-atoll", "95")
    ]
    assert found(state, fact("proliferate", place="2,0/colony-b-1")) == []


def test_a_second_colonist_may_be_left_out_before_the_second_action() -> None:
    """Rules 95 and 96: where no space is free for him, the card may still be paid to do again."""
    state = after(card_alone("k03", "proliferation"), fact("proliferate", place="2,0/colony-b-0"))
    assert found(state, fact("again")) == []
    state = after(state, fact("again"))

    assert found(state, fact("proliferate", place="3,0/colony-b-0")) == []
    state = after(state, fact("proliferate", place="3,0/colony-b-0"))
    assert found(state, fact("proliferate", place="3,0/colony-b-1")) != []


def test_a_used_factory_pays_again_by_a_card() -> None:
    """Rules 45 and 95."""
    before = card_alone("k10", "income")
    state = replace(before, used={"cell/2,0/factory-c": "Ben"})

    assert found(state, fact("income", place="2,0/factory-c")) == []


def test_a_card_costs_one_and_is_in_one_hand() -> None:
    """Rules 91 and 92."""
    state = after(playing_cards(("Ben", "k05")), fact("token", space="buy_card/standard"))
    state = after(state, fact("no_card", "Ben"))

    assert found(state, fact("buy", card="k05")) == [("card-held-already", "92")]
    assert found(having(state, Ann=0), fact("buy", card="k06")) == [("no-money", "91")]
    state = after(state, fact("buy", card="k06"))
    assert state.hand("Ann").cards == ("k06",)
    assert state.money("Ann") == 19


def test_a_card_that_lies_open_or_in_his_own_hand_is_drawn_by_nobody() -> None:
    """Rule 92."""
    state = replace(playing_cards(("Ann", "k05")), played=("k07",))
    state = after(state, fact("token", space="buy_card/double"), fact("no_card"))

    for card in ("k05", "k07"):
        assert found(state, fact("buy", card=card)) == [("card-in-no-deck", "92")]


def test_two_cards_block_standard_spaces_with_three_players() -> None:
    """Rule 88."""
    state = playing_cards(blocked=Blocked.TWO)
    state = after(
        replace(state, phase=Phase.BLOCKING),
        fact("turn_up", card="k05"),
        fact("turn_up", card="k17"),
    )

    assert set(state.tokens) == {"board/move/standard", "board/election/standard"}
    assert state.phase is Phase.PLAYING


def test_six_have_two_more_and_blue_spaces_cost_nothing() -> None:
    """Rules 90 and 91; vector V33."""
    state = playing(cards=True, count=6)
    state = replace(
        state,
        phase=Phase.SETTLING,
        tiles={**state.tiles, state.homes["Ann"]: "a1/0"},
    )
    before = state.money("Ann") or 0
    home = state.homes["Ann"].removeprefix("cell/")
    state = after(
        state,
        fact("settle", place=f"{home}/administrator-a"),
        fact("settle", place=f"{home}/administrator-b"),
    )
    assert (state.money("Ann") or 0) - before == 6 + 2

    there = after(replace(state, phase=Phase.PLAYING), fact("token", space="move/blue"))
    assert there.money("Ann") == state.money("Ann")


REFUSED = {
    "alone without cards": (1, Rulings(), "big_kini:only-with-cards"),
    "six without cards": (6, Rulings(), "big_kini:only-with-cards"),
    "seven": (7, Rulings(cards=True), "big_kini:players-number"),
    "a layout of others": (
        3,
        Rulings(layout=LayoutChoice.TOWER),
        "big_kini:layout-of-others",
    ),
    "blocked with four": (4, Rulings(blocked=Blocked.TWO), "big_kini:blocked-with-three"),
}


@pytest.mark.parametrize(("count", "rulings", "code"), REFUSED.values(), ids=REFUSED)
def test_what_no_table_can_rule(count: int, rulings: Rulings, code: str) -> None:
    names, colours = (*NAMES, "Gil"), (*COLOURS, "grey")
    seats = [Seat(*each) for each in zip(names[:count], colours, strict=False)]

    with pytest.raises(InputError) as refused:
        new_game(BOARD, seats, rulings)
    assert refused.value.fault.code == code
