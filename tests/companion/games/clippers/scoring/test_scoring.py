"""What a position is worth: rulebook, section 10, and rulings A1, A7 and C20."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.boards.board_file import parse_board
from companion.errors import InputError
from companion.games.clippers.scoring.final_score import (
    MONEY,
    PORTS,
    Terms,
    check_scorable,
    score,
)
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.editions import OPTIONS
from companion.games.clippers.terms.players import Player
from companion.position import Position
from companion.score import ScoreLine, total
from tests.companion.games.clippers.bay import bay, bay_json, lay

BAY = bay()
SHIPPED = read_shipped_board()
WORTH = json.loads(Path(__file__).with_name("worth.json").read_text(encoding="utf-8"))
"""Positions of whole legal games with what each is worth, counted by another program."""
ANN, BEN, CAT = Player("Ann", "french", 3), Player("Ben", "english", 3), Player("Cat", "german", 0)


def pieces(by_kind: dict[str, list[str]]) -> dict[str, str]:
    return {place: kind for kind, places in by_kind.items() for place in places}


@pytest.mark.parametrize("game", WORTH, ids=lambda game: game["name"])
def test_what_games_are_worth(game: dict[str, Any]) -> None:
    position = Position(pieces(game["spaces"]), pieces(game["slots"]))
    players = [Player(nation, nation, sums["money"]) for nation, sums in game["total"].items()]

    done = score(SHIPPED, position, players)

    ports = [line for line in done.lines if line.what == PORTS]
    assert [as_counted(line) for line in ports] == game["lines"]
    assert done.findings == ()
    for nation, sums in game["total"].items():
        assert done.points(nation, PORTS) == sums["ports"]
        assert done.points(nation, MONEY) == sums["money"]
        assert total(done.lines, nation) == sums["total"]


def as_counted(line: ScoreLine) -> list[object]:
    factors = dict(line.factors)
    return [
        line.player,
        line.place,
        factors["value"],
        list(line.because),
        factors["markers"],
        line.points,
    ]


@pytest.mark.parametrize(
    ("lanes", "slots", "points"),
    [
        pytest.param({"ra/0": "rr"}, ["a/0"], 2, id="value x one company"),
        pytest.param({"ra/0": "rr"}, ["a/0", "a/2"], 4, id="each marker counts"),
        pytest.param(
            {"ra/0": "rr", "rb/0": "b", "ab/0": "bb"}, ["a/0"], 4, id="each company counts"
        ),
        pytest.param(
            {"ra/0": "rr", "as/0": "r", "bs/0": "r", "ab/0": "rr"},
            ["b/1"],
            3,
            id="a company counts once, however often it arrives",
        ),
        pytest.param({}, ["c/0"], 0, id="an island nobody reached (C20)"),
        pytest.param({}, ["samoa/0"], 5, id="purple counts at Samoa, always (A7)"),
        pytest.param({"ra/0": "rr", "as/0": "r"}, ["samoa/0"], 10, id="with red beside it"),
    ],
)
def test_port_points(lanes: dict[str, str], slots: list[str], points: int) -> None:
    position = lay(lanes, dict.fromkeys(slots, "french"))

    assert score(BAY, position, [ANN]).points("Ann", PORTS) == points


def test_samoa_can_be_left_out() -> None:
    position = lay({}, {"samoa/0": "french"})
    terms = Terms(OPTIONS.read({"samoa_counts_purple": "no"}))

    assert score(BAY, position, [ANN], terms).points("Ann", PORTS) == 0


MARKERS = {"a/0": "french", "a/1": "english", "a/2": "german"}


@pytest.mark.parametrize(
    ("money", "ranks"),
    [
        pytest.param((5, 4, 3), {"Ann": 1, "Ben": 2, "Cat": 3}, id="by points"),
        pytest.param((5, 5, 3), {"Ann": 1, "Ben": 1, "Cat": 3}, id="level: both are first"),
        pytest.param((5, 3, 3), {"Ann": 1, "Ben": 2, "Cat": 2}, id="level behind the first"),
        pytest.param((0, 0, 0), {"Ann": 1, "Ben": 1, "Cat": 1}, id="all level"),
    ],
)
def test_ranks(money: tuple[int, int, int], ranks: dict[str, int]) -> None:
    players = [
        Player(name, nation, each)
        for (name, nation), each in zip(
            (("Ann", "french"), ("Ben", "english"), ("Cat", "german")), money, strict=True
        )
    ]

    standings = score(BAY, lay({"ra/0": "rr"}, MARKERS), players).standings

    assert {standing.player: standing.rank for standing in standings} == ranks


def test_money_decides_between_equal_points() -> None:
    """Ann has 2 + 3 points, Ben none and 5 $: he is first."""
    position = lay({"ra/0": "rr"}, {"a/0": "french", "b/0": "english"})

    done = score(BAY, position, [ANN, Player("Ben", "english", 5)])

    assert [(s.player, s.rank, s.total) for s in done.standings] == [("Ben", 1, 5), ("Ann", 2, 5)]


@pytest.mark.parametrize(
    ("tie_break", "yet_to_lay", "winners", "said"),
    [
        pytest.param("en3", None, ("Ann", "Ben"), ["tie-open"], id="not known: said in a note"),
        pytest.param("en3", ["Ann", "Ben"], ("Ben",), [], id="the last who had no turn wins"),
        pytest.param("en3", ["Ann"], ("Ann",), [], id="the only one without a turn wins"),
        pytest.param("en3", [], ("Ann", "Ben"), [], id="all had theirs: they share"),
        pytest.param("shared", None, ("Ann", "Ben"), [], id="the French rules share"),
    ],
)
def test_the_third_level(
    tie_break: str, yet_to_lay: list[str] | None, winners: tuple[str, ...], said: list[str]
) -> None:
    """Ruling A1."""
    position = lay({"ra/0": "rr"}, {"a/0": "french", "a/1": "english"})
    terms = Terms(
        OPTIONS.read({"tie_break": tie_break}),
        yet_to_lay=None if yet_to_lay is None else tuple(yet_to_lay),
    )

    done = score(BAY, position, [ANN, BEN], terms)

    assert done.winners == winners
    assert [finding.code for finding in done.findings] == said


@pytest.mark.parametrize(
    ("slots", "codes"),
    [
        pytest.param({"a/0": "french", "a/1": "english"}, [], id="everybody has one"),
        pytest.param({"a/0": "french"}, ["player-without-marker"], id="Ben has none"),
        pytest.param(
            {"a/0": "french", "a/1": "english", "b/0": "german"},
            ["nation-not-in-play"],
            id="nobody is German",
        ),
    ],
)
def test_markers_and_players_fit(slots: dict[str, str], codes: list[str]) -> None:
    done = score(BAY, lay({}, slots), [ANN, Player("Ben", "english", 9)])

    assert [finding.code for finding in done.findings] == codes


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param(lambda b: b["meta"].update(game="routes"), "'routes'", id="another game"),
        pytest.param(
            lambda b: b.update(harbours=[], routes=[b["routes"][2]]), "harbours", id="no harbours"
        ),
        pytest.param(lambda b: [i.pop("slots") for i in b["islands"]], "slots", id="no slots"),
        pytest.param(lambda b: b["pieces"].pop("marker"), "port markers", id="no markers"),
        pytest.param(lambda b: b["islands"][2].pop("value"), "'c'", id="no value"),
    ],
)
def test_what_cannot_be_scored_is_refused_in_words(change: Any, words: str) -> None:
    data = bay_json()
    change(data)

    with pytest.raises(InputError, match=words):
        check_scorable(parse_board(data))
