"""A camera follows South Seas: what is written, what is asked, what is left alone."""

from __future__ import annotations

import pytest

from benchmarks.games.grown_games import truly, watch_grown_game
from companion.games.carcassonne_south_seas.game import GAME
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.watching.habits import HABITS
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


@pytest.mark.parametrize("share", [0.4, 0.6, 0.9, 0.94])
def test_a_tile_that_is_not_surely_seen_is_asked_and_never_written(share: float) -> None:
    at = follower()
    other = "ss37/0"
    doubtful = Seen(LIES, share, ((LIES, share), (other, 1 - share)))

    assert looks(at, reading({NORTH: LIES}, **{NORTH: doubtful})) == []
    [doubt] = at.ruling.doubts
    assert doubt.place == NORTH
    assert [answer for answer, _ in doubt.likely][:2] == [LIES, other]

    at.answer(NORTH, other)
    told = looks(at, reading({NORTH: LIES}, **{NORTH: doubtful}), 2)
    assert [fact["tile"] for fact in told] == [other]


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


@pytest.mark.parametrize(("share", "asked"), [(0.05, False), (0.3, True), (0.45, True)])
def test_an_islander_that_is_only_glimpsed_on_the_newest_tile_is_asked_for(
    share: float, *, asked: bool
) -> None:
    at, place = follower(), f"{NORTH}/island-1"
    looks(at, reading({NORTH: LIES}))
    glimpsed = Seen(EMPTY, 1 - share, ((EMPTY, 1 - share), ("red", share)))

    assert looks(at, reading({NORTH: LIES}, **{place: glimpsed})) == [LAID]
    assert [doubt.place for doubt in at.ruling.doubts] == [place] * asked

    if asked:
        at.answer(place, "red")
        told = looks(at, reading({NORTH: LIES}, **{place: glimpsed}), 2)
        assert told == [LAID, {"do": "islander", "player": "Ann", "place": place}]


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
    assert at.ruling.drift == ()


@pytest.mark.parametrize("players", [2, 4])
def test_the_first_tiles_of_a_drawn_game_are_each_told_in_their_turn(players: int) -> None:
    game = watch_grown_game(BOARD, players, 11 + players, truly(BOARD), most_tiles=9)

    assert (game.tiles_right, game.islanders_right) == (game.tiles, game.islanders)
    assert (game.questions, game.warnings, game.tiles_wrong) == (0, 0, 0)
