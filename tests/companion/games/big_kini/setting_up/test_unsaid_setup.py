"""A slip of the setting up is told once: the game goes on, and what lacked may be told late."""

from __future__ import annotations

import pytest

from companion.finding import Severity
from companion.games.big_kini.corrections.inquiry import INQUIRY
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.state.state import Phase
from companion.play.corrections.causes import causes
from companion.play.corrections.course import told_with
from tests.companion.games.big_kini.tables import Fact, after, event, fact, found, start

STATE = start(3)
H1, H2, H3 = (cell.removeprefix("cell/") for cell in STATE.game.homes)


def home(player: str, cell: str, atoll: str) -> Fact:
    return fact("home", player, cell=cell, atoll=f"{atoll}/0")


def cubes(player: str, cell: str) -> list[Fact]:
    spots = ("administrator-a", "administrator-b")
    return [fact("settle", player, place=f"{cell}/{spot}") for spot in spots]


CLEO, BEN, ANN = home("Cleo", H1, "a1"), home("Ben", H2, "a2"), home("Ann", H3, "a3")
CUBES = [*cubes("Cleo", H1), *cubes("Ben", H2), *cubes("Ann", H3)]
PLAY = [
    fact("token", "Ann", space="goods/double"),
    fact("done", "Ann"),
    fact("token", "Ben", space="income/double"),
    fact("done", "Ben"),
]
MEANT = [CLEO, BEN, ANN, *CUBES, *PLAY]
ONCE: dict[str, tuple[list[Fact], list[str]]] = {
    "all is told": (MEANT, []),
    "the first start atoll is not told": (MEANT[1:], ["chooses-later"]),
    "another is not told": ([CLEO, ANN, *CUBES, *PLAY], ["chooses-later"]),
    "the last is not told": ([CLEO, BEN, *CUBES, *PLAY], ["homes-first"]),
    "a start atoll told of who comes next": (
        [home("Ben", H1, "a1"), BEN, ANN, *CUBES, *PLAY],
        ["chooses-later"],
    ),
    "a start atoll told of who comes last": (
        [home("Ann", H1, "a1"), BEN, ANN, *CUBES, *PLAY],
        ["chooses-later"],
    ),
    "a start atoll told late": ([BEN, CLEO, ANN, *CUBES, *PLAY], ["chooses-later"]),
    "a start atoll told after cubes": (
        [CLEO, BEN, CUBES[0], ANN, *CUBES[1:], *PLAY],
        ["homes-first"],
    ),
    "a start atoll told after its own cubes": (
        [CLEO, BEN, *CUBES, ANN, *PLAY],
        ["homes-first"],
    ),
    "a start atoll told twice": ([CLEO, CLEO, BEN, ANN, *CUBES, *PLAY], ["chooses-later"]),
    "a first cube is not told": ([CLEO, BEN, ANN, *CUBES[:-1], *PLAY], ["cubes-first"]),
    "both of one player are not told": ([CLEO, BEN, ANN, *CUBES[2:], *PLAY], ["cubes-first"]),
    "a first cube told late": (
        [CLEO, BEN, ANN, *CUBES[:-1], PLAY[0], CUBES[-1], *PLAY[1:]],
        ["cubes-first"],
    ),
}


@pytest.mark.parametrize(("facts", "codes"), ONCE.values(), ids=ONCE)
def test_a_slip_of_the_setting_up_is_told_once(facts: list[Fact], codes: list[str]) -> None:
    """Rules 19 to 22: and the first round is played as if nothing had been forgotten."""
    state, told = STATE, list[str]()
    for each in facts:
        said = event(state, each)
        told += [x.code for x in findings(state, said) if x.severity is not Severity.NOTE]
        state = apply(state, said)

    assert told == codes
    assert (state.phase, state.round, state.placed) == (Phase.PLAYING, 1, 2)


SAME = [name for name in ONCE if "not told" not in name]


@pytest.mark.parametrize("name", SAME)
def test_what_is_told_late_or_of_another_lies_as_it_was(name: str) -> None:
    late, meant = after(STATE, *ONCE[name][0]), after(STATE, *MEANT)

    assert late.homes == meant.homes
    assert late.tiles == meant.tiles
    assert late.cubes == meant.cubes
    assert [late.money(each) for each in late.players] == [
        meant.money(each) for each in meant.players
    ]


def test_where_first_cubes_lack_the_capital_is_paid() -> None:
    """Rule 22: his start atoll shows it, wherever on it his cubes are."""
    state = after(STATE, *ONCE["both of one player are not told"][0])

    assert state.money("Cleo") == after(STATE, *MEANT).money("Cleo") != 0


STILL: dict[str, tuple[list[Fact], Fact, list[tuple[str, str]]]] = {
    "two start atolls lack": ([CLEO], CUBES[0], [("homes-first", "19")]),
    "two players' cubes lack": (
        [CLEO, BEN, ANN, *CUBES[:3]],
        PLAY[0],
        [("cubes-first", "21")],
    ),
    "a third first cube after the beginning": (
        MEANT,
        fact("settle", "Ben", place=f"{H2}/administrator-c"),
        [("not-in-a-round", "24")],
    ),
    "a late first cube on another's atoll": (
        [CLEO, BEN, ANN, *CUBES[:-1], PLAY[0]],
        {**CUBES[0], "player": "Ann"},
        [("not-on-home", "21")],
    ),
    "a late start atoll that another has": (
        [CLEO, BEN, *CUBES],
        home("Ann", H3, "a1"),
        [("atoll-taken", "19")],
    ),
    "who has chosen chooses again": ([CLEO], home("Cleo", H2, "a1"), [("chooses-later", "19")]),
}


@pytest.mark.parametrize(("facts", "last", "told"), STILL.values(), ids=STILL)
def test_another_slip_of_the_setting_up_is_told_too(
    facts: list[Fact], last: Fact, told: list[tuple[str, str]]
) -> None:
    assert found(after(STATE, *facts), last) == told


@pytest.mark.parametrize("lacking", [0, 1, 2, 8])
def test_a_card_asks_for_what_lacks(lacking: int) -> None:
    facts = [event(STATE, each) for each in MEANT]

    cause = causes(INQUIRY, STATE, [*facts[:lacking], *facts[lacking + 1 :]])[0]

    assert (facts[lacking],) in [way.put for way in (cause.edit, *cause.asked)]


@pytest.mark.parametrize("name", [name for name in ONCE if "told of" in name])
def test_a_card_asks_whose_start_atoll_it_was(name: str) -> None:
    facts = [event(STATE, each) for each in ONCE[name][0]]

    cause = causes(INQUIRY, STATE, facts)[0]

    assert told_with(facts, cause.edit) == tuple(event(STATE, each) for each in MEANT)
