"""Ships that are read in another's colour, or as goods: whose they are follows from where all lie.

In reddish light the white ship passes for the pink one; one on a white rectangle for goods.
"""

from __future__ import annotations

import pytest

from companion.games.long_cours.state.lying import GOODS
from companion.reading import EMPTY
from companion.records.record import Fact
from tests.companion.games.long_cours.watching.watched_tables import (
    SAILING,
    Table,
    cleo_wrecked,
    did,
    done,
    glimpsed,
)


@pytest.mark.parametrize(
    ("ben", "cleo", "looks", "written"),
    [
        pytest.param(
            glimpsed(empty=0.98, hambourg=0.015),
            glimpsed(hambourg=0.977, empty=0.022),
            10,
            [did("move", "Ben", stop="hambourg")],
            id="next to where his lay",
        ),
        pytest.param(
            glimpsed(empty=0.966, londres=0.033),
            glimpsed(londres=0.948, empty=0.052),
            10,
            [],
            id="where his lies",
        ),
        pytest.param(
            ((EMPTY, 0.99),),
            glimpsed(hambourg=0.977, empty=0.022),
            4,
            [did("return", "Cleo", die=2, stop="hambourg")],
            id="where nothing is seen of his: it is in a hand",
        ),
    ],
)
def test_a_wrecked_ship_that_is_seen_where_one_is_missing_is_that_one(
    ben: tuple[tuple[str, float], ...],
    cleo: tuple[tuple[str, float], ...],
    looks: int,
    written: list[Fact],
) -> None:
    table = cleo_wrecked()

    outcome = table.glimpse({"green": ben, "pink": cleo}, looks)

    assert done(table) == written
    assert (outcome.doubts, outcome.drift, table.found) == ((), (), [])


def test_a_wrecked_ship_that_came_back_before_another_was_lifted_is_itself() -> None:
    table = cleo_wrecked()
    table.say(did("done", "Ben"))
    back = glimpsed(hambourg=0.97, empty=0.03)

    table.half_see({}, {"pink": ("hambourg", 0.97)}, 1)
    table.glimpse({"pink": back, "green": glimpsed(empty=0.98, hambourg=0.015)}, 4)

    assert done(table) == [did("return", "Cleo", die=2, stop="hambourg")]


@pytest.mark.parametrize(
    ("ann", "ben", "written"),
    [
        pytest.param(
            glimpsed(empty=0.964, alger=0.033),
            glimpsed(londres=0.65, alger=0.346),
            [did("move", "Ann", stop="alger")],
            id="Ben's lies at Londres: at Alger it is Ann's, and no storm sank her",
        ),
        pytest.param(
            glimpsed(empty=0.8, marseille=0.18),
            glimpsed(hambourg=0.62, marseille=0.37),
            [did("done", "Ann"), did("move", "Ben", stop="hambourg")],
            id="Ann's lies at Marseille: Ben has sailed to Hambourg",
        ),
        pytest.param(
            glimpsed(marseille=0.54, empty=0.45),
            glimpsed(londres=0.65, marseille=0.34),
            [],
            id="both lie where they lay",
        ),
    ],
)
def test_one_figure_that_may_be_two_ships_is_the_one_that_is_seen_nowhere_else(
    ann: tuple[tuple[str, float], ...],
    ben: tuple[tuple[str, float], ...],
    written: list[Fact],
) -> None:
    table = Table()

    outcome = table.glimpse({"yellow": ann, "green": ben})

    assert table.new == written
    assert (outcome.doubts, outcome.drift) == ((), ())


@pytest.mark.parametrize(
    ("looks", "asked"),
    [pytest.param(3, [], id="three looks"), pytest.param(4, ["yellow"], id="four")],
)
def test_a_half_seen_ship_is_asked_for_when_it_was_seen_so_four_times(
    looks: int, asked: list[str]
) -> None:
    """It was put down elsewhere first."""
    table = Table()
    table.half_see({}, {"yellow": ("panama", 0.6)}, 3)

    outcome = table.half_see({}, {"yellow": ("perth", 0.6)}, looks)

    assert [doubt.subject for doubt in outcome.doubts] == asked


def test_a_ship_that_is_never_half_seen_twice_alike_is_asked_for_all_the_same() -> None:
    table = Table()

    for _ in range(5):
        table.half_see({}, {"yellow": ("panama", 0.6)}, 1)
        outcome = table.half_see({}, {"yellow": ("perth", 0.6)}, 1)

    assert [doubt.subject for doubt in outcome.doubts] == ["yellow"]


def test_goods_where_nobody_had_any_are_the_ship_that_is_missing() -> None:
    """A storm strands no goods of who has none: Ben has sailed onto his zone's white rectangle."""
    table = Table((*SAILING, did("done", "Ann")))

    table.see({"green": EMPTY, "cap-nord": GOODS})

    assert done(table) == [did("move", "Ben", stop="cap-nord")]
    assert table.found == []


@pytest.mark.parametrize(
    ("gibraltar", "told"),
    [
        pytest.param(
            EMPTY,
            [
                did("move", "Ann", stop="gibraltar"),
                did("move", "Ben", stop="hambourg"),
                did("move", "Ann", stop="alger"),
            ],
            id="the goods are gone: it was she",
        ),
        pytest.param(
            GOODS,
            [
                did("storm", "Ann", zone=11),
                did("move", "Ben", stop="hambourg"),
                did("return", "Ann", die=1, stop="alger"),
            ],
            id="they lie there: it was a storm",
        ),
    ],
)
def test_a_storm_is_taken_back_when_its_goods_are_gone_with_the_ship_that_sails_on(
    gibraltar: str, told: list[Fact]
) -> None:
    """Ann has cloth on board, and lay next to the white rectangle of her zone."""
    table = Table()
    table.see({"yellow": EMPTY, "gibraltar": GOODS})
    table.see({"green": "hambourg"})
    table.say(did("done", "Ben"))
    table.say(did("done", "Cleo"))

    table.see({"yellow": "alger", "gibraltar": gibraltar})

    assert done(table) == told
    assert table.found == []
