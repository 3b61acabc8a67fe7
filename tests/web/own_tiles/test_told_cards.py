"""Own action cards: the sentence that an owner chooses is what the rules play."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from companion.boards.board_file import parse_board
from companion.boards.tiles_board import TilesBoard
from companion.games.big_kini.terms.actions import Action
from companion.games.big_kini.terms.cards import CARDS, ActionCard, Bonus
from companion.games.big_kini.terms.own_cards import FORM, cards_of


@pytest.fixture
def at(client: FlaskClient) -> str:
    return client.post("/tiles", data={"game": "big_kini", "name": "Ours"}).location


def cards(client: FlaskClient, at: str) -> dict[str, ActionCard]:
    board = parse_board(json.loads(client.get(f"{at}/board.json").data))
    assert isinstance(board, TilesBoard)
    return dict(cards_of(board))


def page(client: FlaskClient, at: str, card: str = "") -> str:
    return client.get(f"{at}/cards?open={card}").get_data(as_text=True)


def tell(client: FlaskClient, at: str, card: str, **form: object) -> str:
    answer = client.post(f"{at}/cards/{card}", data=form)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return answer.location


def test_untouched_they_are_those_of_the_program(client: FlaskClient, at: str) -> None:
    said = page(client, at)

    assert said.count('<li id="card-') == len(CARDS)
    assert "<form method" not in said.partition("told-cards")[2].partition("</ol>")[0]
    assert cards(client, at) == CARDS


def test_cards_that_are_written_down_as_they_stand_are_the_same(
    client: FlaskClient, at: str
) -> None:
    """What the form shows is what is told: nothing changes where nothing is typed."""
    for card in CARDS:
        said = page(client, at, card)
        [does] = re.findall(r'<option value="([a-z_.]+)" selected>', said)
        [number] = re.findall(r'name="number"[^>]* value="(\d*)"', said)
        [count] = re.findall(r'name="count"[^>]* value="(\d*)"', said)
        ticked = re.findall(r'name="besides" value="(\w+)" checked', said)
        tell(client, at, card, does=does, number=number, count=count, besides=ticked)

    assert cards(client, at) == CARDS


def test_what_is_chosen_is_what_the_rules_play(client: FlaskClient, at: str) -> None:
    form = {"does": "income.more_income", "number": "4", "count": "3", "next": "k10"}
    shown = tell(client, at, "k09", **form)

    theirs = cards(client, at)
    assert theirs["k09"] == ActionCard("k09", Action.INCOME, 4, Bonus.MORE_INCOME, False, 3)
    assert {**theirs, "k09": CARDS["k09"]} == CARDS
    assert shown.endswith("?open=k10#card-k10")
    assert "card 4, income (3 more income) · yours" in page(client, at)


def test_every_sentence_on_the_page_can_be_chosen(client: FlaskClient, at: str) -> None:
    shown = page(client, at, "k01")
    for doing in (each for group in FORM.doings.values() for each in group):
        assert f'<option value="{doing.id}"' in shown
        tell(client, at, "k01", does=doing.id, number="1", count="2", besides="second")
        its = cards(client, at)["k01"]
        assert (its.action.value, its.second) == (doing.signs[0], True)
        assert its.count == (2 if doing.counted else 1)


def test_one_more_and_one_fewer(client: FlaskClient, at: str) -> None:
    """One more is as it was typed; after one that is none the next stands there."""
    typed = {"does": "move", "number": "3"}
    assert tell(client, at, "k05", **typed, another="1").endswith("?open=k29#card-k29")
    assert tell(client, at, "k01", none="1").endswith("?open=k02#card-k02")

    theirs = cards(client, at)
    plain = ActionCard("k29", Action.MOVE, 3, None, False)
    assert (theirs["k29"], "k01" in theirs, len(theirs)) == (plain, False, len(CARDS))


def test_the_last_card_cannot_be_taken_away(client: FlaskClient, at: str) -> None:
    """A box without one has those of the program."""
    for card in [*CARDS][:-1]:
        tell(client, at, card, none="1")

    assert [*cards(client, at)] == ["k28"]
    assert 'name="another"' in page(client, at, "k28")
    assert 'name="none"' not in page(client, at, "k28")


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"number": "0"}, "give the whole number that is printed on it"),
        ({"number": ""}, "give the whole number that is printed on it"),
        ({"number": "1000"}, "1 to 999"),
        ({"number": "three"}, "three"),
        ({"count": ""}, "How many is missing"),
        ({"count": "0"}, "How many is missing"),
        ({"count": "10"}, "1 to 9"),
        ({"does": "income.farther"}, "choose one of them"),
        ({"does": ""}, "choose one of them"),
    ],
)
def test_what_no_card_can_be_is_refused_in_one_line(
    form: dict[str, str], said: str, client: FlaskClient, at: str
) -> None:
    """What was typed stays to be put right, and nothing is changed."""
    whole = {"does": "income.more_income", "number": "7", "count": "3", **form}
    answer = client.post(f"{at}/cards/k09", data=whole)
    text = answer.get_data(as_text=True)

    assert answer.status_code == 422
    [line] = re.findall(r'role="alert">([^<]*)<', text)
    assert said in line
    assert f'value="{whole["number"]}"' in text
    assert cards(client, at) == CARDS


def test_of_a_card_that_counts_nothing_the_number_is_not_asked(
    client: FlaskClient, at: str
) -> None:
    tell(client, at, "k09", does="move.free_move", number="1", count="")

    assert cards(client, at)["k09"].bonus is Bonus.FREE_MOVE


def test_a_step_is_undone(client: FlaskClient, at: str) -> None:
    tell(client, at, "k09", does="move", number="1")
    answer = client.post(f"{at}/undo", data={"back": "cards"})

    assert answer.location == f"{at}/cards"
    assert cards(client, at) == CARDS
    assert client.post(f"{at}/undo", data={"back": "//elsewhere.example"}).location == at


@pytest.mark.parametrize(("language", "said"), [("en", "N votes more"), ("fr", "N votes de plus")])
def test_in_both_languages(language: str, said: str, client: FlaskClient, at: str) -> None:
    client.set_cookie("language", language)

    assert said in page(client, at, "k17")
    assert not re.search(r"(does|doings?|sign|page):[a-z]", page(client, at, "k17"))


def test_the_photo_wants_them_in_any_order(client: FlaskClient, at: str) -> None:
    """What is on them is told afterwards, beside the picture of each."""
    said = client.get(f"{at}/cards/photo").get_data(as_text=True)

    assert "in any order" in said
    assert said.count("<td>") == len(CARDS)
