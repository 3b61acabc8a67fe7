"""One slip is told once, and the correction offered first undoes it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.finding import Severity
from companion.games.big_kini.corrections.inquiry import INQUIRY
from companion.games.big_kini.drawn.self_play import drawn
from companion.games.big_kini.game import GAME
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms import events as e
from companion.play.corrections.causes import causes
from companion.play.corrections.course import told_with
from companion.play.timeline import follow
from tests.companion.games.big_kini.rule_cases import (
    CALL,
    EVEN,
    OUSTED,
    PAY,
    THREE,
    asked,
    votes,
    voting,
)
from tests.companion.games.big_kini.tables import (
    CUBES,
    FIND,
    GO,
    HERE,
    PUT,
    TILES,
    TWO,
    Fact,
    after,
    also,
    event,
    fact,
    having,
    on,
    playing,
    start,
)


def token(player: str, space: str) -> Fact:
    return fact("token", player, space=f"{space}/double")


def done(player: str) -> Fact:
    return fact("done", player)


BEN, CLEO = token("Ben", "goods"), token("Cleo", "proliferation")
ROUND = [BEN, done("Ben"), CLEO, done("Cleo")]
LAND = fact("land", place="2,1/minister-bc")
NEXT = fact("discover", from_="2,0/administrator-a", cell="1,1", atoll="a14/0")
TWO_LEFT = replace(
    TWO,
    placed=2,
    tokens={"board/income/double": "Ann", "board/goods/double": "Ben"},
)
"""Each of two has his second turn left; the next round is Ben's to begin."""
ONCE: dict[str, tuple[State, list[Fact], list[str]]] = {
    "an election that nobody said was over": (
        voting(THREE),
        [BEN, done("Ben"), CLEO, done("Cleo"), token("Ann", "income")],
        ["election-goes-on"],
    ),
    "a tie that nobody said who won": (EVEN, [BEN, done("Ben"), CLEO], ["election-goes-on"]),
    "a cube that nobody said where it landed": (
        on("discovery"),
        [FIND, BEN, done("Ben"), CLEO],
        ["cube-to-land"],
    ),
    "a token that nobody told": (HERE, [PAY, BEN, done("Ben"), CLEO], ["no-token"]),
    "a token told after its deed": (
        HERE,
        [PAY, token("Ann", "income"), done("Ann"), BEN, done("Ben"), CLEO],
        ["no-token"],
    ),
    "a token told after its discovery, before the landing": (
        HERE,
        [FIND, token("Ann", "discovery"), LAND, done("Ann"), BEN, done("Ben"), CLEO],
        ["no-token"],
    ),
    "a token told when its turn is over: it begins none": (
        TWO_LEFT,
        [fact("move", from_="0,1/administrator-a", to="0,1/minister-ab"), done("Ann"),
         token("Ann", "move"), token("Ben", "election"), done("Ben"), token("Ben", "discovery"),
         done("Ben"), token("Ann", "income")],
        ["not-your-turn"],
    ),
    "a token told as another's: the next is told rightly": (
        HERE,
        [token("Cleo", "income"), PAY, BEN, done("Ben"), CLEO],
        ["not-your-turn"],
    ),
    "a whole turn that nobody told": (
        HERE,
        [BEN, done("Ben"), CLEO, done("Cleo"), token("Ann", "income"), PAY],
        ["not-your-turn"],
    ),
    "a token tapped twice": (
        HERE,
        [token("Ann", "income"), token("Ann", "income"), PAY, done("Ann"), BEN, done("Ben"), CLEO],
        ["not-your-turn"],
    ),
    "a move told twice": (on("move"), [GO, GO, BEN], ["no-cube-there"]),
    "a cube that moves on from where it was not told to be": (
        on("move"),
        [
            fact("move", from_="2,0/minister-bc", to="3,2/administrator-b"),
            fact("move", from_="3,0/minister-bc", to="3,0/administrator-b"),
        ],
        ["too-far"],
    ),
    "a factory of another, told by who acts on": (
        on("income"),
        [
            fact("income", "Ben", place="3,1/factory-b"),
            fact("income", "Ben", place="3,1/factory-b"),
        ],
        ["not-your-turn"],
    ),
    "money that is short goes on being short": (
        on("move", having(also({"2,0/administrator-b": "Ann"}), Ann=0)),
        [GO, fact("move", from_="2,0/administrator-b", to="3,0/administrator-b")],
        ["no-money"],
    ),
    "votes in an election that nobody said was called": (
        on("election", playing(TILES, THREE)),
        [fact("vote", who, candidate="Ann", votes=1) for who in ("Ann", "Ben", "Cleo")],
        ["no-election"],
    ),
}  # fmt: skip


def told_of(state: State, facts: list[Fact]) -> list[str]:
    """What is told of these facts, but for notes."""
    codes = []
    for each in facts:
        said = event(state, each)
        codes += [x.code for x in findings(state, said) if x.severity is not Severity.NOTE]
        state = apply(state, said)
    return codes


@pytest.mark.parametrize(("state", "facts", "codes"), ONCE.values(), ids=ONCE)
def test_a_slip_is_told_once(state: State, facts: list[Fact], codes: list[str]) -> None:
    assert told_of(state, facts) == codes


AT_C = fact("land", place="2,1/administrator-c")
SET_OUT = on("discovery")
ON = fact("move", from_="2,1/administrator-c", to="2,1/minister-bc")
LANDINGS: dict[str, tuple[list[Fact], list[Fact], list[str]]] = {
    "told when the turn is over": (
        [FIND, done("Ann"), AT_C, BEN, done("Ben"), CLEO],
        [FIND, AT_C, done("Ann"), BEN, done("Ben"), CLEO],
        ["cube-to-land"],
    ),
    "told in the next one's turn": (
        [FIND, BEN, AT_C, done("Ben"), CLEO],
        [FIND, AT_C, BEN, done("Ben"), CLEO],
        ["cube-to-land"],
    ),
    "told before its discovery": (
        [AT_C, FIND, done("Ann"), BEN, done("Ben"), CLEO],
        [FIND, AT_C, done("Ann"), BEN, done("Ben"), CLEO],
        ["nothing-to-land"],
    ),
    "told of another": (
        [FIND, {**AT_C, "player": "Ben"}, done("Ann"), BEN, done("Ben"), CLEO],
        [FIND, AT_C, done("Ann"), BEN, done("Ben"), CLEO],
        ["nothing-to-land"],
    ),
    "told after its discovery was told twice": (
        [FIND, FIND, AT_C, BEN, done("Ben"), CLEO],
        [FIND, AT_C, BEN, done("Ben"), CLEO],
        ["cube-to-land"],
    ),
}


@pytest.mark.parametrize(("told", "meant", "codes"), LANDINGS.values(), ids=LANDINGS)
def test_no_cube_comes_from_nowhere_as_one_lands(
    told: list[Fact], meant: list[Fact], codes: list[str]
) -> None:
    """Point A10: the cube that sets out lands once, wherever in the record that is told."""
    facts = [event(SET_OUT, each) for each in told]

    assert after(SET_OUT, *told).cubes == after(SET_OUT, *meant).cubes
    assert told_of(SET_OUT, told) == codes
    [cause, *_] = causes(INQUIRY, SET_OUT, facts)
    assert told_with(facts, cause.edit) == tuple(event(SET_OUT, each) for each in meant)


def test_a_cube_that_nobody_told_to_land_did_so_where_it_sets_out_from() -> None:
    """Point A10: it is one cube, and it is told of once."""
    told = [FIND, done("Ann"), *ROUND, token("Ann", "move"), ON]

    assert told_of(SET_OUT, told) == ["cube-to-land"]
    assert after(SET_OUT, *told).cubes == after(SET_OUT, FIND, LAND).cubes


AGAIN: dict[str, tuple[State, list[Fact], list[str]]] = {
    "a factory used again, in the next round": (
        on("income"),
        [PAY, PAY, BEN, done("Ben"), CLEO, done("Cleo"), token("Ann", "move"), done("Ann"),
         token("Ben", "election"), done("Ben"), token("Cleo", "discovery"), done("Cleo"),
         token("Ben", "move"), done("Ben"), token("Cleo", "goods"), done("Cleo"),
         token("Ann", "income"), PAY, PAY],
        ["factory-used", "factory-used"],
    ),
    "a debt, when the bank has put the first right": (
        on("move", having(also({"2,0/administrator-b": "Ann"}), Ann=0)),
        [GO, {"do": "pay", "from": "bank", "to": "Ann", "amount": 1},
         fact("move", from_="2,0/administrator-b", to="3,0/administrator-b")],
        ["no-money", "no-money"],
    ),
    "cubes on another atoll": (
        on("proliferation"),
        [fact("proliferate", place="3,0/colony-b-1"), fact("proliferate", place="3,2/colony-a-1")],
        ["no-influence", "no-influence"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("state", "facts", "codes"), AGAIN.values(), ids=AGAIN)
def test_another_slip_is_told_too(state: State, facts: list[Fact], codes: list[str]) -> None:
    assert told_of(state, facts) == codes


TOO_FAR = fact("move", from_="2,0/minister-bc", to="3,2/administrator-b")
ALLOWED: dict[str, tuple[list[Fact], str, list[str]]] = {
    "factories on atolls where she has no cube": (
        [
            *(TOO_FAR, done("Ann"), *ROUND, token("Ann", "income")),
            *(fact("income", place=it) for it in ("3,1/factory-b", "2,0/factory-c")),
        ],
        "too-far",
        ["no-influence", "no-influence"],
    ),
    "more votes than he has, where his cube came to": (
        [
            *(TOO_FAR, done("Ann"), token("Ben", "goods"), done("Ben")),
            *(token("Cleo", "election"), fact("call", "Cleo", cell="3,2")),
            fact("vote", "Ann", candidate="Ann", votes=2),
        ],
        "too-far",
        ["too-many-votes"],
    ),
}


@pytest.mark.parametrize(("facts", "code", "told"), ALLOWED.values(), ids=ALLOWED)
def test_what_the_table_allows_is_true_and_hides_no_slip(
    facts: list[Fact], code: str, told: list[str]
) -> None:
    state = on("move")
    events = [(number, event(state, each)) for number, each in enumerate(facts)]

    first, *others = follow(GAME, state, events, frozenset({(0, code)}))

    assert [each.code for each in first.findings] == [code]
    assert [each.code for step in others for each in step.findings] == told


FIRST: dict[str, tuple[State, list[Fact], list[Fact]]] = {
    "another player": (
        on("income"),
        [fact("income", "Ben", place="2,0/factory-c"), done("Ann"), BEN],
        [PAY, done("Ann"), BEN],
    ),
    "twice": (on("move"), [GO, GO, BEN], [GO, BEN]),
    "another place": (
        on("proliferation"),
        [fact("proliferate", place="3,0/colony-b-0"), done("Ann")],
        [PUT, done("Ann")],
    ),
    "a token forgotten": (
        playing(TILES, CUBES, count=3),
        [PAY, done("Ann"), BEN, done("Ben"), CLEO],
        [token("Ann", "income"), PAY, done("Ann"), BEN, done("Ben"), CLEO],
    ),
    "a token told after its deed": (
        playing(TILES, CUBES, count=3),
        [PAY, token("Ann", "income"), done("Ann"), BEN, done("Ben"), CLEO],
        [token("Ann", "income"), PAY, done("Ann"), BEN, done("Ben"), CLEO],
    ),
    "a call forgotten": (
        on("election", playing(TILES, THREE)),
        [fact("vote", who, candidate="Ann", votes=1) for who in ("Ann", "Ben", "Cleo")] + [BEN],
        [CALL, *(fact("vote", who, candidate="Ann", votes=1) for who in ("Ann", "Ben", "Cleo")),
         BEN],
    ),
    "another cell, which is discovered next": (
        on("discovery"),
        [{**FIND, "cell": "cell/1,1"}, LAND, NEXT],
        [FIND, LAND, NEXT],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("state", "told", "meant"), FIRST.values(), ids=FIRST)
def test_the_first_card_undoes_the_slip(state: State, told: list[Fact], meant: list[Fact]) -> None:
    facts = [event(state, each) for each in told]

    offered = causes(INQUIRY, state, facts)

    assert offered
    assert told_with(facts, offered[0].edit) == tuple(event(state, each) for each in meant)


SPACES = ("colony-b-1", "administrator-a", "administrator-b", "administrator-c")
POSTS = ("minister-ab", "minister-bc", "minister-ac")
FROM_BC = fact("move", "Ben", from_="3,0/minister-bc", to="3,0/administrator-b")


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        pytest.param([BEN, done("Ben"), CLEO], SPACES + POSTS, id="nothing tells"),
        pytest.param(
            [token("Ben", "move"), FROM_BC, done("Ben"), CLEO], ("minister-bc",), id="one"
        ),
    ],
)
def test_where_an_ousted_baron_went_is_asked_among_all_that_it_may_be(
    told: list[Fact], asked: tuple[str, ...]
) -> None:
    """Rule 61: any free space of the atoll, for nothing; only a move from there tells which."""
    cause = causes(INQUIRY, OUSTED, [event(OUSTED, each) for each in told])[0]

    ways = [event(OUSTED, fact("retreat", "Ben", place=f"3,0/{each}")) for each in asked]
    assert {each.put for each in cause.asked} == {(each,) for each in ways}


def test_nothing_is_asked_where_nothing_is_found_or_all_is_allowed() -> None:
    wrong = [event(HERE, fact("proliferate", place="3,0/colony-b-1")), event(HERE, done("Ann"))]
    allowed = [frozenset({"no-influence"}), frozenset[str]()]

    assert causes(INQUIRY, on("income"), [event(HERE, PAY)]) == ()
    assert causes(INQUIRY, on("proliferation"), wrong, allowed) == ()


LEVEL = votes(voting(THREE, fish=1), Ann="Ann", Ben="Ben", Cleo="Cleo")
"""Only the one fish in Cleo's hand could end it."""


@pytest.mark.parametrize(
    ("state", "told", "not_told"),
    [
        pytest.param(LEVEL, [BEN, done("Ben"), CLEO], e.GoodsShown, id="goods"),
        pytest.param(
            asked(),
            [fact("no_card", "Cleo"), fact("no_card", "Ann"), CALL],
            e.CardLaid,
            id="a card",
        ),
    ],
)
def test_what_somebody_hides_is_not_guessed_at(
    state: State, told: list[Fact], not_told: type[e.Event]
) -> None:
    """A card laid, goods in the hand: no correction tells that somebody has them."""
    found = causes(INQUIRY, state, [event(state, each) for each in told])

    assert found
    ways = [way for cause in found for way in (cause.edit, *cause.others, *cause.asked)]
    assert [word for way in ways for word in way.put if isinstance(word, not_told)] == []


def test_a_landing_is_asked_about_though_the_next_player_slips_too() -> None:
    """Point A10: who goes on from there may have done anything."""
    start_, random = start(3), Random(6)
    state, events = start_, list[e.Event]()
    while state.turn.landing is None:
        told = drawn(state, random)
        assert told is not None
        events.append(told)
        state = apply(state, told)
    home, there = "cell/-1,3", state.turn.landing.cell
    tail = [
        e.Moved("Ben", f"{home}/colony-b-0", f"{there}/administrator-b"),
        e.Moved("Ben", f"{home}/administrator-c", f"{there}/administrator-c"),
    ]
    events += [e.TokenPlaced("Ben", "board/move/double"), *tail]
    first = causes(INQUIRY, start_, events)[0]

    assert findings(apply(state, events[-3]), tail[0]) != ()
    assert (first.edit.at, first.edit.put[0].__class__) == (len(events) - 3, e.Landed)
    assert len(first.asked) > 1
