"""What an owner tells of his box: what his cards do, and which atolls stay in it. Rules 16, 92."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.boards.board import digest_of
from companion.boards.board_file import parse_board
from companion.boards.board_writing import board_json
from companion.boards.tiles_board import TilesBoard
from companion.cards.card import Card, by_id
from companion.errors import InputError
from companion.games.big_kini.course.election import voting_power
from companion.games.big_kini.course.setup import new_game, tiles_board
from companion.games.big_kini.game import ABOUT, GAME
from companion.games.big_kini.judging.choices import choices
from companion.games.big_kini.page.asks import Asks
from companion.games.big_kini.page.turn_words import stands
from companion.games.big_kini.page.words import Words
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.cards import CARDS, Bonus
from companion.games.big_kini.terms.events import HomeChosen
from companion.games.big_kini.terms.own_cards import FORM, cards_of
from companion.games.big_kini.terms.rulings import Rulings
from companion.play.game import Seat
from tests.catalogues import typed
from tests.companion.games.big_kini.own_box.own_cards import equal_numbers, with_cards
from tests.companion.games.big_kini.tables import (
    BOARD,
    Fact,
    after,
    card_alone,
    event,
    fact,
    found,
    playing,
    start,
)

SEATS = (Seat("Ann", "red"), Seat("Ben", "blue"))
DIGEST = "3d4ed1b5d52ac8dd"
"""Of the board that comes with the program, before an owner could tell any of this."""


def boxed(layout: str, *numbers: int) -> TilesBoard:
    told = replace(BOARD.layouts[layout], in_box=frozenset(f"a{each}" for each in numbers))
    return replace(BOARD, layouts={**BOARD.layouts, layout: told})


def by_card(row: str, number: int, *signs: str) -> State:
    """Ann plays her own card with these signs alone, her board action forgone."""
    return card_alone("c1", row, board=with_cards(Card("c1", number, signs)))


def test_a_box_of_which_nothing_is_told_is_that_of_the_program() -> None:
    assert cards_of(BOARD) == CARDS
    assert digest_of(BOARD) == DIGEST
    assert start(2).game.in_box == {10, 11, 14, 17, 18}
    assert start(3).game.in_box == {10, 11, 17, 18}


def test_what_the_page_begins_with_is_what_the_rules_take() -> None:
    """Every card of the program can be told by its signs, and every box by its tiles."""
    assert cards_of(with_cards(*ABOUT.cards)) == CARDS
    for layout, box in ABOUT.in_box.items():
        told = replace(BOARD.layouts[layout], in_box=box.usual)
        board = replace(BOARD, layouts={**BOARD.layouts, layout: told})
        assert tiles_board(board) is board
        assert {*box.tiles} <= BOARD.tiles.keys()


def test_every_sentence_is_a_card_that_can_be_played() -> None:
    every = [doing for group in FORM.doings.values() for doing in group]
    cards = cards_of(with_cards(*(Card(f"c{n}", 1, each.signs) for n, each in enumerate(every))))

    assert {card.bonus for card in cards.values()} == {None, *Bonus}
    assert len({(card.action, card.bonus) for card in cards.values()}) == len(every)


@pytest.mark.parametrize(
    ("row", "signs", "told", "earned"),
    [
        ("income", ["more_income"] * 3, fact("income", place="2,0/factory-c"), 3 + 3),
        ("income", [], fact("income", place="2,0/factory-c"), 3),
        ("income", ["other"], fact("income", place="2,0/factory-c"), 3),
        (
            "discovery",
            ["cheaper"] * 4,
            fact("discover", from_="2,0/minister-bc", cell="2,1", atoll="a7/0"),
            -1,
        ),
        (
            "discovery",
            ["cheaper"] * 9,
            fact("discover", from_="2,0/minister-bc", cell="2,1", atoll="a7/0"),
            0,
        ),
    ],
)
def test_what_a_card_gives_is_what_its_owner_says(
    row: str, signs: list[str], told: Fact, earned: int
) -> None:
    """Rule 95."""
    before = by_card(row, 1, row, *signs)

    assert found(before, told) == []
    assert (after(before, told).money("Ann") or 0) - (before.money("Ann") or 0) == earned


@pytest.mark.parametrize(("farther", "expected"), [(1, [("too-far", "39")]), (2, [])])
def test_a_port_reaches_as_many_atolls_farther(
    farther: int, expected: list[tuple[str, str]]
) -> None:
    """From atoll 4, whose port is of level 2, four atolls away. Rule 39."""
    before = by_card("discovery", 1, "discovery", *["farther"] * farther)
    told = fact("discover", from_="2,0/minister-bc", cell="3,3", atoll="a7/0")
    assert BOARD.distance("cell/2,0", "cell/3,3") == 4

    assert found(before, told) == expected
    offered = {getattr(choice.event, "cell", "") for choice in choices(before)}
    assert ("cell/3,3" in offered) is (not expected)


def test_votes_are_as_many_more_as_the_card_says() -> None:
    before = by_card("election", 1, "election", *["more_votes"] * 3)
    state = after(before, fact("call", cell="3,0"))
    assert state.election is not None

    assert voting_power(state, state.election, "Ann") == 1 + 3
    assert voting_power(state, state.election, "Ben") == 1


def test_a_card_without_second_allows_none() -> None:
    """Rule 96."""
    paid, told = fact("income", place="2,0/factory-c"), fact("again")

    once = after(by_card("income", 1, "income", "more_income"), paid)
    twice = after(by_card("income", 1, "income", "more_income", "second"), paid)
    assert found(once, told) == [("no-second", "96")]
    assert found(twice, told) == []


def test_of_equal_numbers_the_board_comes_first_then_who_turned_up_first() -> None:
    """Point A18."""
    assert equal_numbers() == [("Ann", ""), ("Cleo", "c3"), ("Ann", "c1"), ("Ben", "c2")]


@pytest.mark.parametrize(
    ("number", "signs", "code"),
    [
        (0, ("move",), "card-number"),
        (1, (), "card-action"),
        (1, ("farther",), "card-action"),
        (1, ("move", "income"), "card-action"),
        (1, ("move", "move"), "card-action"),
        (1, ("move", "more_income"), "card-signs"),
        (1, ("move", "farther", "free_move"), "card-signs"),
        (1, ("move", "free_move", "free_move"), "card-signs"),
        (1, ("move", "second", "second"), "card-signs"),
        (1, ("move", "shell"), "card-signs"),
        (1, ("income", *["more_income"] * 10), "card-signs"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_that_no_rule_can_play_is_told_in_one_line(
    number: int, signs: tuple[str, ...], code: str, language: str
) -> None:
    with pytest.raises(InputError) as refused:
        GAME.check_board(with_cards(Card("c1", number, signs)))

    said = refused.value.said(language)
    assert refused.value.fault.code == f"big_kini:{code}"
    assert "c1" in said
    assert not {*"{}\n"} & {*said}


def test_the_order_of_signs_says_nothing() -> None:
    told = with_cards(Card("c1", 4, ("second", "more_income", "income", "more_income")))

    assert cards_of(told)["c1"] == replace(CARDS["k11"], id="c1")


@pytest.mark.parametrize(
    ("language", "signs", "said"),
    [
        ("en", ("income", *["more_income"] * 3), "card 7, income (3 more income)"),
        ("fr", ("move", "farther", "farther"), "carte 7, déplacement (2 atolls plus loin)"),
        ("en", ("election", "more_votes"), "card 7, election (1 more vote)"),
        ("fr", ("move",), "carte 7, déplacement"),
        ("en", ("goods", "other"), "card 7, goods (something else)"),
        ("en", ("goods", "any_goods", "second"), "card 7, goods (goods of any kind, again for 2)"),
        ("fr", ("goods", "second"), "carte 7, marchandises (encore pour 2)"),
    ],
)
def test_own_cards_in_words(language: str, signs: tuple[str, ...], said: str) -> None:
    words = Words(language, with_cards(Card("c1", 7, signs)))

    assert typed(words.card("c1")) == said
    assert typed(words.param("card", "c1")) == said


def test_of_cards_that_are_alike_one_is_offered() -> None:
    """Which does not matter; those that differ in a second action alone are two."""
    plain, again = ("income",), ("income", "second")
    signs = (plain, plain, again, plain, again)
    board = with_cards(*(Card(f"c{nth}", 1, each) for nth, each in enumerate(signs, 1)))
    asked = Asks(Words("en", board), start(2, board)).cards(("c2", "c3", "c4", "c5"))

    assert asked.choices == (("c2", "card 1, income"), ("c3", "card 1, income (again for 2)"))


@pytest.mark.parametrize(
    ("language", "board", "said"),
    [
        ("en", BOARD, "atolls 10, 11, 14, 17 and 18 stay in the box, or those of your rulebook"),
        (
            "fr",
            boxed("2_base", 1, 7, 8, 9, 12),
            "les atolls 1, 7, 8, 9 et 12 restent dans la boîte",
        ),
    ],
)
def test_what_stays_in_the_box_is_said_while_homes_are_chosen(
    language: str, board: TilesBoard, said: str
) -> None:
    state, words = start(2, board), Words(language, board)

    assert typed(stands(state, words)[1]) == said
    assert not [each for each in stands(start(4), Words("en", BOARD)) if "box" in each]
    assert not [each for each in stands(playing(count=2), Words("en", BOARD)) if "box" in each]


def test_what_stays_in_an_owners_box_is_not_turned_up() -> None:
    """Rule 16: with two, 7 to 9, 12 and 13 stay in this box, and 10 does not."""
    state = playing({"0,1": "a4/0"}, {"0,1/administrator-a": "Ann", "0,1/minister-bc": "Ann"},
                    count=2, board=boxed("2_base", 7, 8, 9, 12, 13))  # fmt: skip
    state = after(state, fact("token", space="discovery/double"))

    def find(number: int) -> list[tuple[str, str]]:
        told = fact("discover", from_="0,1/minister-bc", cell="1,0", atoll=f"a{number}/0")
        return found(state, told)

    assert {number for number in range(7, 26) if find(number) == [("atoll-not-in-play", "16")]} == {
        7,
        8,
        9,
        12,
        13,
        *range(19, 26),
    }
    assert all(find(number) == [] for number in (10, 11, 14, 17, 18, 1, 2, 3, 5, 6))


def test_a_start_atoll_in_the_box_is_not_chosen() -> None:
    state = start(2, boxed("2_base", 1, 2, 10, 11, 17))
    chosen = {
        choice.event.atoll for choice in choices(state) if isinstance(choice.event, HomeChosen)
    }

    assert chosen == {f"a{number}/0" for number in (3, 4, 5, 6)}
    told = fact("home", "Ben", cell="0,1", atoll="a1/0")
    assert found(state, told) == [("no-start-atoll", "17")]


@pytest.mark.parametrize(
    ("layout", "numbers", "code"),
    [
        ("2_base", (10, 11, 14, 17), "box-count"),
        ("2_base", (7, 8, 9, 10, 11, 12), "box-count"),
        ("2_base", (10, 11, 14, 17, 25), "box-count"),
        ("2_base", (1, 2, 3, 4, 5), "box-starts"),
        ("3_base", (1, 2, 3, 4), "box-starts"),
        ("4_base", (), "box-of-layout"),
        ("2_two_more", (10, 11, 14), "box-of-layout"),
        ("1_solo", (10, 11, 17), "box-of-layout"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_box_that_leaves_no_table_is_told_in_one_line(
    layout: str, numbers: tuple[int, ...], code: str, language: str
) -> None:
    """One atoll for each place, and a start atoll for each player."""
    with pytest.raises(InputError) as refused:
        GAME.check_board(boxed(layout, *numbers))

    said = refused.value.said(language)
    assert refused.value.fault.code == f"big_kini:{code}"
    assert layout in said
    assert not {*"{}\n"} & {*said}


def test_all_of_it_stands_in_the_board_file() -> None:
    board = replace(boxed("3_base", 7, 8, 9, 12), cards=by_id([Card("c1", 2, ("move", "other"))]))
    file: Any = board_json(board)

    assert parse_board(file) == board
    assert file["cards"] == [{"id": "c1", "number": 2, "signs": ["move", "other"]}]
    assert [each["in_box"] for each in file["layouts"] if "in_box" in each] == [
        ["a7", "a8", "a9", "a12"]
    ]
    assert digest_of(board) != digest_of(replace(board, cards={}))
    assert digest_of(board) != digest_of(boxed("3_base", 7, 8, 9, 13))


def test_facts_name_the_cards_of_this_box_alone() -> None:
    state = start(2, with_cards(Card("c1", 1, ("move",))), cards=True)
    told = fact("turn_up", card="c1")

    assert GAME.fact(event(state, told)) == told
    with pytest.raises(AssertionError, match="k01"):
        event(state, fact("turn_up", card="k01"))


def test_a_game_on_an_own_board_is_for_that_board() -> None:
    own = boxed("2_base", 7, 8, 9, 12, 13)
    setup = GAME.begin(SEATS, {}, own)

    assert GAME.start(setup, own).game.in_box == {7, 8, 9, 12, 13}
    with pytest.raises(InputError):
        GAME.start(setup, BOARD)
    assert new_game(own, SEATS, Rulings()).cards == CARDS
