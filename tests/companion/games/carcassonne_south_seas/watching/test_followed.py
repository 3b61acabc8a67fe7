"""A camera follows South Seas: what is written, what is asked, what is left alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.games.grown_games import truly, watch_grown_game
from companion.games.carcassonne_south_seas.game import GAME
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.watching.habits import HABITS, price
from companion.games.carcassonne_south_seas.watching.lying import lies
from companion.reading import EMPTY, Seen
from companion.records.record import Fact
from companion.watching.moving_pieces.ways import Search
from tests.companion.games.carcassonne_south_seas.watching.looks import (
    BOARD,
    LAID,
    LIES,
    NORTH,
    SEATS,
    follower,
    looks,
    reading,
)


def test_a_tile_and_its_islander_are_written_and_the_next_tile_ends_the_turn() -> None:
    at = follower()
    looks(at, reading({NORTH: LIES}))
    looks(at, reading({NORTH: LIES}, {f"{NORTH}/island-1": "red"}))
    both = {NORTH: LIES, "cell/16,15": "ss05/1"}
    told = looks(at, reading(both, {f"{NORTH}/island-1": "red"}))

    assert told == [
        LAID,
        {"do": "islander", "player": "Ann", "place": f"{NORTH}/island-1"},
        {"do": "tile", "player": "Ben", "cell": "cell/16,15", "tile": "ss05/1"},
    ]
    assert at.log.asked == [] == at.log.drifted


def test_an_islander_and_the_next_tile_in_one_look_are_told_in_the_order_the_rules_allow() -> None:
    """The other way round Ann's islander would come in Ben's turn. Rule 11."""
    laid = e.TileLaid("Ann", NORTH, LIES)
    placed = e.IslanderPlaced("Ann", f"{NORTH}/island-1")
    begins = GAME.apply(GAME.start(GAME.begin(SEATS, {}, BOARD), BOARD), laid)
    seen = {**lies(begins), "cell/16,15": "ss05/1", placed.place: "red"}

    [way] = Search(GAME, lies, HABITS).ways(begins, seen).found
    assert way.events == (placed, e.TileLaid("Ben", "cell/16,15", "ss05/1"))


@pytest.mark.parametrize("player", ["Ann", "Ben"])
def test_an_islander_who_breaks_a_rule_on_his_tile_is_not_told_before_it(player: str) -> None:
    """By the record he has none left: rule 23. Before the tile was laid it was not his turn."""
    start = GAME.start(GAME.begin(SEATS, {}, BOARD), BOARD)
    laid = e.TileLaid("Ann", NORTH, LIES)
    placed = e.IslanderPlaced(player, f"{NORTH}/island-1")
    none_left = replace(GAME.apply(start, laid), islanders=dict.fromkeys(map(str, range(9)), "Ann"))

    assert price(start, placed) > price(none_left, placed)


@pytest.mark.parametrize("share", [0.4, 0.6, 0.9, 0.94])
def test_a_tile_that_is_not_surely_seen_is_asked_and_never_written(share: float) -> None:
    at = follower()
    other = "ss37/0"
    doubtful = Seen(LIES, share, ((LIES, share), (other, 1 - share)))

    assert looks(at, reading({NORTH: LIES}, **{NORTH: doubtful})) == []
    [doubt] = at.outcome.doubts
    assert doubt.subject == NORTH
    assert [answer for answer, _ in doubt.likely][:2] == [LIES, other]

    at.answer(NORTH, other)
    told = looks(at, reading({NORTH: LIES}, **{NORTH: doubtful}), 2)
    assert [fact["tile"] for fact in told] == [other]


@pytest.mark.parametrize(
    ("share", "rivals", "told"),
    [
        (0.81, [0.015] * 6, [LAID]),  # it stands out among all others
        (0.9, [], [LAID]),  # and here no other is worth naming
        (0.81, [0.1], []),
        (0.7, [0.015] * 6, []),
    ],
)
def test_a_tile_that_stands_out_among_many_is_written_and_one_with_a_rival_asked(
    share: float, rivals: list[float], told: list[Fact]
) -> None:
    at = follower()
    others = [way for way in BOARD.ways_to_lie("ss37") for _ in range(2)]
    likely = ((LIES, share), *zip(map(str, others), rivals, strict=False))

    seen = reading({NORTH: LIES}, **{NORTH: Seen(LIES, share, likely)})
    assert looks(at, seen) == told
    assert [doubt.subject for doubt in at.outcome.doubts] == [NORTH] * (not told)


def test_an_islander_in_a_colour_that_nobody_plays_is_not_written() -> None:
    at = follower()
    looks(at, reading({NORTH: LIES}))

    told = looks(at, reading({NORTH: LIES}, {f"{NORTH}/island-1": "green"}))
    assert told == [LAID]


def test_a_tile_that_is_asked_for_is_laid_before_those_that_come_after_it() -> None:
    """Else it would be the next player's, and all after it as well."""
    at, east = follower(), "cell/16,15"
    doubtful = Seen(LIES, 0.6, ((LIES, 0.6), ("ss37/0", 0.4)))
    looks(at, reading({NORTH: LIES}, **{NORTH: doubtful}))

    later = reading({NORTH: LIES, east: "ss05/1"}, **{NORTH: doubtful})
    assert looks(at, later) == []

    at.answer(NORTH, LIES)
    assert looks(at, later) == [
        LAID,
        {"do": "tile", "player": "Ben", "cell": east, "tile": "ss05/1"},
    ]


@pytest.mark.parametrize(("share", "told"), [(0.8, [LAID]), (0.51, [])])
def test_a_tile_beside_which_bare_table_is_seen_is_written_unless_it_may_be_cloth(
    share: float, told: list[Fact]
) -> None:
    at = follower()
    seen = Seen(LIES, share, ((LIES, share), (EMPTY, 1 - share)))

    assert looks(at, reading({NORTH: LIES}, **{NORTH: seen})) == told


@pytest.mark.parametrize(
    ("bare", "share", "is_told", "asked"),
    [
        (8, 0.05, False, False),
        (8, 0.3, False, True),
        (8, 0.45, True, False),  # he came into sight on a tile that was bare
        (0, 0.45, False, True),
        (0, 0.8, False, True),
        (0, 0.88, True, False),
    ],
)
def test_an_islander_that_is_half_seen_on_the_newest_tile_is_told_if_it_was_bare_or_else_asked_for(
    bare: int, share: float, *, is_told: bool, asked: bool
) -> None:
    at, place = follower(), f"{NORTH}/island-1"
    looks(at, reading({NORTH: LIES}), bare)
    half = Seen("red", share, (("red", share), (EMPTY, 1 - share)))
    islander = {"do": "islander", "player": "Ann", "place": place}

    told = looks(at, reading({NORTH: LIES}, **{place: half}), 12)
    assert told == [LAID, *[islander] * is_told]
    assert [doubt.subject for doubt in at.outcome.doubts] == [place] * asked

    if asked:
        at.answer(place, "red")
        assert looks(at, reading({NORTH: LIES}, **{place: half}), 2) == [LAID, islander]


@pytest.mark.parametrize(("tile", "sea"), [("ss05/1", "sea-2"), ("ss24/0", "sea-1")])
def test_fish_are_covered_where_nobody_was_seen_who_came_and_went_home(tile: str, sea: str) -> None:
    at, south = follower(), "cell/15,16"
    told = looks(at, reading({south: tile}, {"cell/15,15/fish-1": "boat"}))

    assert told == [
        {"do": "tile", "player": "Ann", "cell": south, "tile": tile},
        {"do": "islander", "player": "Ann", "place": f"{south}/{sea}"},
    ]
    assert at.log.asked == [] == at.log.drifted


def test_a_hidden_tile_is_not_gone() -> None:
    at = follower()
    looks(at, reading({NORTH: LIES}))
    hidden = Seen("hidden", 1.0, (("hidden", 1.0),))

    assert looks(at, reading({NORTH: LIES}, **{NORTH: hidden})) == [LAID]
    assert at.outcome.drift == ()


@pytest.mark.parametrize("players", [2, 4])
def test_the_first_tiles_of_a_drawn_game_are_each_told_in_their_turn(players: int) -> None:
    game = watch_grown_game(BOARD, players, 11 + players, truly(BOARD), most_tiles=9)

    assert (game.tiles_right, game.islanders_right) == (game.tiles, game.islanders)
    assert (game.questions, game.warnings, game.tiles_wrong) == (0, 0, 0)
