"""The example of play in the French rules, with every amount and every alternative it states."""

from __future__ import annotations

import pytest

from companion.bank import BANK
from companion.games.clippers.course.apply import apply
from companion.games.clippers.course.bonuses import bonuses_of
from companion.games.clippers.judging.choices import options
from companion.games.clippers.judging.judgement import findings
from companion.games.clippers.record.timeline import Step, steps
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Card, ShipBought, StickLaid, TurnEnded
from tests.whole_games import GAMES, read_game

FILE = read_game(GAMES / "example-of-play.jsonl")
TOLD: dict[int, Step] = {step.number: step for step in steps(FILE)}
PAULINES_FIRST_RED, PAULINE_DONE, JEAN_LUCS_FIRST_WHITE = 9, 11, 19


def after(number: int) -> State:
    return TOLD[number].after


def paid(number: int) -> list[tuple[str, str, int]]:
    return [(each.source, each.target, each.amount) for each in TOLD[number].paid]


def test_every_player_begins_with_2_dollars_and_seven_markers() -> None:
    start = FILE.start
    for seat in start.seats:
        assert start.money(seat.player.name) == 2
        assert seat.markers == 5
    islands = start.game.chart.board.island_of_slot
    french = sorted(islands[slot].id for slot, nation in start.slots.items() if nation == "french")
    assert french == ["australia", "australia", *sorted(
        ["fiji", "funafuti", "phoenix", "malden", "hiva_oa"]
    )]  # fmt: skip


def test_with_three_players_one_2x_card_is_taken_out() -> None:
    assert FILE.start.cards == {Card.TWO_X: 2, Card.THREE_X: 1, Card.FIVE_X: 1, Card.PORT: 1}


def test_benjamin_begins_with_his_third_marker_on_new_guinea() -> None:
    assert TOLD[1].before.seat.player.name == "Benjamin"
    new_guinea = after(1).game.chart.board.islands["new_guinea"]
    assert [after(1).slots.get(slot.id) for slot in new_guinea.slots].count("english") == 3


@pytest.mark.parametrize(
    ("number", "money"),
    [
        pytest.param(1, [], id="a marker is free"),
        pytest.param(2, [("Pauline", BANK, 1)], id="5X costs 1 $"),
        pytest.param(3, [], id="3X is free"),
        pytest.param(4, [(BANK, "Benjamin", 2)], id="black reaches Gambier"),
        pytest.param(6, [(BANK, "Pauline", 2)], id="black goes on to Pitcairn"),
        pytest.param(7, [(BANK, "Pauline", 2)], id="green reaches Hiva Oa"),
        pytest.param(8, [(BANK, "Pauline", 2)], id="green goes on to Caroline"),
        pytest.param(9, [], id="red is under way"),
        pytest.param(10, [(BANK, "Pauline", 2)], id="red reaches Malden"),
        pytest.param(12, [], id="red goes on to Starbuck; 3X earns nothing"),
        pytest.param(13, [], id="green is under way"),
        pytest.param(14, [], id="green goes on to Flint; 3X earns nothing"),
        pytest.param(16, [(BANK, "Benjamin", 2)], id="green goes on to Manihi"),
        pytest.param(19, [], id="white is under way"),
        pytest.param(20, [], id="white is under way still"),
        pytest.param(21, [], id="white reaches Manihi; 3X earns nothing"),
    ],
)
def test_every_dollar_of_the_example(number: int, money: list[tuple[str, str, int]]) -> None:
    assert paid(number) == money


def test_no_rule_is_broken() -> None:
    assert [step.number for step in TOLD.values() if step.findings] == []


@pytest.mark.parametrize(("number", "player"), [(1, "Benjamin"), (2, "Pauline"), (3, "Jean-Luc")])
def test_nobody_could_pay_for_a_ship_and_it_would_be_of_no_use(number: int, player: str) -> None:
    found = {each.code for each in findings(after(number), ShipBought(player, "red"))}

    assert found == {"no-credit", "ship-before-first-route"}


def test_black_can_only_go_on_to_pitcairn_or_rurutu() -> None:
    chart = FILE.start.game.chart
    spaces = [
        choice.event.space
        for choice in options(after(5))
        if isinstance(choice.event, StickLaid) and choice.event.company == "black"
    ]
    goals = {way.goal for space in spaces for way, _ in chart.ways_through[space]} - {"gambier"}
    assert goals == {"pitcairn", "rurutu"}


def test_pauline_may_lay_five_sticks_and_no_sixth() -> None:
    sixth = StickLaid("Pauline", "red", "malden--starbuck/0/0")

    assert [each.code for each in findings(after(10), sixth)] == ["over-allowance"]


def test_paulines_other_line_would_have_earned_10_dollars_too() -> None:
    state = TOLD[PAULINES_FIRST_RED].before
    for space in ("malden--caroline/0/0", "malden--starbuck/0/0"):
        stick = StickLaid("Pauline", "green", space)
        assert findings(state, stick) == ()
        state = apply(state, stick)
    assert bonuses_in_phase_2(state) == 10
    assert bonuses_in_phase_2(after(PAULINE_DONE)) == 8


def bonuses_in_phase_2(state: State) -> int:
    return sum(
        each.amount
        for each in state.bank.transfers
        if each.target == "Pauline" and each.reason == "bonus"
    )


@pytest.mark.parametrize(
    ("numbers", "forgone"),
    [
        pytest.param([12, 13, 14], 4, id="phase 2, as the rules say"),
        pytest.param([12, 13, 14, 19, 20, 21], 5, id="the whole round"),
    ],
)
def test_what_jean_luc_went_without_for_his_3x_card(numbers: list[int], forgone: int) -> None:
    assert sum(worth_without_a_card(TOLD[number]) for number in numbers) == forgone


def worth_without_a_card(step: Step) -> int:
    assert isinstance(step.event, StickLaid)
    other = StickLaid("Benjamin", step.event.company, step.event.space)
    return sum(bonus.amount for bonus in bonuses_of(step.before, other))


def test_pauline_can_lay_nothing_in_phase_3_and_owes_nothing() -> None:
    kinds = {type(choice.event) for choice in options(after(17))}

    assert after(17).seat.player.name == "Pauline"
    assert kinds == {TurnEnded}


def test_the_hook_goes_to_pauline_who_has_9_dollars() -> None:
    last = after(22)

    assert (last.round, last.phase, last.seat.player.name) == (2, 1, "Pauline")
    assert {name: last.money(name) for name in ("Benjamin", "Pauline", "Jean-Luc")} == {
        "Benjamin": 6,
        "Pauline": 9,
        "Jean-Luc": 2,
    }
    assert last.cards == FILE.start.cards
