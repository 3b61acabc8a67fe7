"""What is written, asked and told of what a camera sees: before, after, and what came of it."""

from __future__ import annotations

import pytest

from companion.games.long_cours.game import GAME
from companion.games.long_cours.state.lying import GOODS
from companion.games.long_cours.state.state import CORSAIR
from companion.reading import EMPTY, HIDDEN
from companion.records.record import Fact, Undone, Who, effective_facts
from companion.watching.referee import is_set_up
from tests.companion.games.long_cours.tables import BOARD
from tests.companion.games.long_cours.watching.watched_tables import (
    PERSON,
    SAILING,
    Answers,
    Table,
    did,
    seen_as,
)


@pytest.mark.parametrize(
    ("changed", "written", "found"),
    [
        pytest.param({}, [], [], id="nothing moved"),
        pytest.param(
            {"yellow": "alger"}, [did("move", "Ann", stop="alger")], [], id="an ordinary move"
        ),
        pytest.param(
            {"yellow": "perth"}, [did("direct", "Ann", stop="perth")], [], id="a direct move"
        ),
        pytest.param(
            {"green": "new-york"},
            [did("done", "Ann"), did("move", "Ben", stop="new-york")],
            [],
            id="the next player, whose turn nobody began",
        ),
        pytest.param(
            {"pink": "perth"},
            [did("done", "Ann"), did("done", "Ben"), did("move", "Cleo", stop="perth")],
            [],
            id="two turns were forgone",
        ),
        pytest.param(
            {"yellow": "alger", "green": "hambourg"},
            [
                did("move", "Ann", stop="alger"),
                did("done", "Ann"),
                did("move", "Ben", stop="hambourg"),
            ],
            [],
            id="two moved between two looks",
        ),
        pytest.param(
            {"yellow": "panama"},
            [did("move", "Ann", stop="panama")],
            ["no-line"],
            id="no line leads there, and no card to a rectangle",
        ),
        pytest.param(
            {"yellow": EMPTY, "gibraltar": GOODS},
            [did("storm", "Ann", zone=11)],
            [],
            id="a ship is gone, and goods are piled",
        ),
        pytest.param({"yellow": EMPTY}, [did("storm", "Ann", zone=11)], [], id="gone for long"),
        pytest.param({"yellow": HIDDEN}, [], [], id="hidden"),
    ],
)
def test_what_is_seen_is_written(changed: Answers, written: list[Fact], found: list[str]) -> None:
    table = Table()

    outcome = table.see(changed)

    assert table.new == written
    assert table.found == found
    assert outcome.doubts == ()
    assert [one.subject for one in outcome.drift] == []


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param([({"yellow": EMPTY}, 4)], id="lifted, and put back"),
        pytest.param([({"yellow": "perth"}, 1)], id="put down for a moment"),
        pytest.param([({"yellow": EMPTY}, 3), ({"green": EMPTY}, 3)], id="one after the other"),
    ],
)
def test_what_is_put_back_was_nothing(shown: list[tuple[Answers, int]]) -> None:
    table = Table()
    for changed, looks in shown:
        assert table.see(changed, looks).drift == ()
        table.see({"yellow": "marseille", "green": "londres"}, 3)

    assert table.new == []


def test_a_ship_put_down_wrongly_and_moved_on_made_one_move() -> None:
    table = Table()

    table.see({"yellow": "odessa"}, 4)
    table.see({"yellow": "alger"})

    assert table.new == [did("move", "Ann", stop="alger")]


def test_who_comes_back_threw_the_die_of_his_zone() -> None:
    table = Table((*SAILING, did("storm", "Ann", zone=22), did("done", "Ann")))

    table.see({"green": "rio"})

    assert table.new == [did("return", "Ben", die=4, stop="rio")]


def test_a_ship_put_down_for_a_moment_came_back_where_it_lies_then() -> None:
    """It has its ordinary move left: that from port to port was none."""
    table = Table((*SAILING, did("storm", "Ann", zone=22), did("done", "Ann")))
    table.see({"green": "arkhangelsk"}, 3)
    table.see({"green": "hambourg"})
    table.see({"green": "londres"})

    assert table.new == [
        did("return", "Ben", die=2, stop="hambourg"),
        did("move", "Ben", stop="londres"),
    ]
    assert table.found == []


def test_a_ship_that_lay_where_it_came_back_sailed_from_there() -> None:
    table = Table((*SAILING, did("storm", "Ann", zone=22), did("done", "Ann")))
    table.see({"green": "arkhangelsk"})
    table.see({"green": "hambourg"})

    assert table.new == [
        did("return", "Ben", die=2, stop="arkhangelsk"),
        did("move", "Ben", stop="hambourg"),
    ]


def test_a_ship_that_came_back_and_is_lifted_once_more_came_back_there() -> None:
    """Goods that are half seen where none lie, all the while, tell of nothing."""
    table = Table((*SAILING, did("storm", "Ann", zone=22)))
    astray = {"panama": (GOODS, 0.85)}
    table.half_see({"green": "arkhangelsk"}, astray, 6)
    table.half_see({"green": EMPTY}, astray, 3)

    table.half_see({"green": "cap-nord"}, astray)

    assert [fact for fact in table.new if fact["do"] != "done"] == [
        did("return", "Ben", die=2, stop="arkhangelsk"),
        did("move", "Ben", stop="cap-nord"),
    ]


def test_a_ship_gone_with_another_deed_is_not_forgotten() -> None:
    """Ben is gone while Ann sails: he may be in a hand, and then it was a storm."""
    table = Table()

    table.see({"yellow": "alger", "green": EMPTY})

    assert table.new[:1] == [did("move", "Ann", stop="alger")]
    assert [fact["do"] for fact in table.new[1:]] == ["storm"]


@pytest.mark.parametrize("order", ["first", "last"])
def test_what_is_tapped_may_come_before_the_move_is_seen_or_after(order: str) -> None:
    table = Table()
    bought = did("buy", "Ann", product="fruit", millions=2)
    if order == "first":
        table.say(bought)
    table.see({"yellow": "alger"})
    if order == "last":
        table.say(bought)
    table.see({})

    assert table.new == [did("move", "Ann", stop="alger"), bought]
    assert table.found == []


def test_a_purchase_that_comes_late_belongs_before_the_next_move() -> None:
    table = Table()
    table.see({"yellow": "alger"})
    table.see({"green": "new-york"})

    table.say(did("buy", "Ann", product="fruit", millions=2))

    assert [fact["do"] for fact in table.new] == ["move", "buy", "done", "move"]
    assert table.found == []


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        pytest.param(
            {"yellow": "alger"}, did("direct", "Ann", stop="alger"), id="it was a direct move"
        ),
        pytest.param(
            {"yellow": EMPTY, "gibraltar": GOODS},
            did("storm", "Ben", zone=11),
            id="another let the storm strike",
        ),
    ],
)
def test_what_somebody_says_stands_for_what_the_camera_took_it_for(
    seen: Answers, said: Fact
) -> None:
    table = Table()
    table.see(seen)

    table.say(said)
    table.see({})

    assert table.new[-1] == said
    assert table.found == []
    assert len([fact for fact in table.new if fact["do"] != "done"]) == 1


def test_what_is_taken_back_stays_so_until_it_moves() -> None:
    table = Table()
    table.see({"yellow": "alger"})
    (move,) = [each for each in effective_facts(table.record.entries) if each.fact == table.new[0]]

    table.record = table.record.add(Undone(move.seq), PERSON)
    table.see({"yellow": "alger"})
    assert table.new == []

    table.see({"yellow": "odessa"})
    assert table.new == [did("move", "Ann", stop="odessa")]


def test_what_nothing_explains_is_told_and_hinders_nobody() -> None:
    """Nobody owns the corsair, and it stands on the board; Ann sails all the same."""
    table = Table()

    table.see({CORSAIR: "panama"})
    outcome = table.see({CORSAIR: "panama", "yellow": "alger"})

    assert [(one.subject, one.seen) for one in outcome.drift] == [(CORSAIR, "panama")]
    assert table.new == [did("move", "Ann", stop="alger")]


def test_the_ends_of_turns_that_nobody_said_are_inferred() -> None:
    table = Table()
    table.see({"green": "new-york"})

    by = {each.fact["do"]: each.by.who for each in effective_facts(table.record.entries)[-2:]}

    assert by == {"done": Who.SYSTEM, "move": Who.CAMERA}


@pytest.mark.parametrize(
    ("answers", "begins"),
    [
        ({}, True),
        ({"yellow": "alger"}, True),
        ({CORSAIR: "panama"}, False),
        ({"blue": "rio"}, False),
    ],
)
def test_ships_that_nobody_plays_go_before_the_game_begins(answers: Answers, begins: bool) -> None:
    table = Table(())
    assert GAME.watched is not None

    steps = GAME.watched.set_up_steps(table.state, seen_as(answers))

    assert is_set_up(steps) is begins


def test_ships_and_stops_are_named_in_both_languages() -> None:
    for language, ship, goods in (
        ("en", "yellow ship", "stranded goods"),
        ("fr", "navire jaune", "marchandises échouées"),
    ):
        words = GAME.words(language, BOARD)
        assert words.subject("yellow", moves=True) == ship
        assert words.answer("alger", "yellow", moves=True) == "Alger"
        assert words.subject("panama", moves=False) == "Panama"
        assert words.answer(GOODS, "panama", moves=False) == goods
