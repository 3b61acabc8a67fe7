"""How a game goes on, whatever the rules say of each fact: money, rounds, both ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import InputError
from companion.games.big_kini.course.rounds import round_over
from companion.games.big_kini.game import GAME
from companion.games.big_kini.rules.notes import notes
from companion.games.big_kini.state.state import BACK, Phase, State
from companion.games.big_kini.terms.layouts import LayoutChoice
from companion.games.big_kini.terms.rulings import Blocked, Length
from companion.play.game import Seat
from tests.companion.games.big_kini.tables import (
    BOARD,
    CUBES,
    FIND,
    GO,
    HERE,
    PAY,
    PUT,
    TAKE,
    TILES,
    TWO,
    Fact,
    after,
    also,
    event,
    fact,
    found,
    holding,
    on,
    playing,
    start,
)

ROWS = ("proliferation", "move", "income", "goods", "election", "discovery")


def test_two_players_need_no_token_said_where_one_space_alone_fits() -> None:
    """Rule 26: of each row there is one space."""
    state = after(TWO, fact("move", from_="0,1/administrator-a", to="0,1/minister-ab"))

    assert state.tokens == {"board/move/double": "Ann"}
    assert state.doing is not None
    assert state.doing.left == 1


@pytest.mark.parametrize(
    ("row", "told", "player", "paid"),
    [
        ("move", GO, "Ann", -1),
        ("move", fact("move", from_="2,0/minister-bc", to="3,1/administrator-a"), "Ann", -2),
        ("income", PAY, "Ann", 3),
        ("discovery", FIND, "Ann", -5),
        ("proliferation", PUT, "Ann", 0),
    ],
)
def test_what_an_action_costs_or_brings(row: str, told: Fact, player: str, paid: int) -> None:
    """Rules 40, 43 and 64."""
    before = on(row)
    state = after(before, told)

    assert (state.money(player) or 0) - (before.money(player) or 0) == paid


def test_a_paid_space_costs_two_and_allows_one_action() -> None:
    """Rule 29."""
    state = on("move", column="paid")

    assert state.money("Ann") == 18
    assert state.doing is not None
    assert state.doing.left == 1


def test_a_discovery_brings_a_token_and_goods_and_leaves_a_cube() -> None:
    """Rules 66 and 67, point A10; atoll 7 has fish."""
    state = after(on("discovery"), FIND, fact("land", place="2,1/minister-bc"))

    assert state.hand("Ann").discovered == 1
    assert state.goods["cell/2,1/goods-c"] == "fish"
    assert state.cubes["cell/2,1/minister-bc"] == "Ann"
    assert "cell/2,0/minister-bc" not in state.cubes


def test_tokens_go_round_twice_then_all_comes_home() -> None:
    """Rules 25 and 68 to 72."""
    state = on("income", column="standard")
    state = after(state, PAY)
    for player, row in zip(("Ben", "Cleo", "Ann", "Ben", "Cleo"), ROWS, strict=False):
        assert state.at_turn == player
        state = after(state, fact("token", player, space=f"{row}/double"), fact("done", player))

    assert (state.round, state.at_turn, state.first_player) == (2, "Ben", "Ben")
    assert (state.tokens, state.used, state.held) == ({}, {}, frozenset())
    assert all(place in state.goods for place in ("cell/3,0/goods-c", "cell/3,1/goods-c"))


def test_a_goods_space_is_filled_at_the_end_of_the_round() -> None:
    """Rule 69."""
    state = on("goods", also({"3,0/minister-bc": "Ann"}))
    state = after(state, TAKE, fact("done"))
    assert "cell/3,0/goods-c" not in state.goods

    for player, row in zip(("Ben", "Cleo", "Ann", "Ben", "Cleo"), ROWS, strict=False):
        state = after(state, fact("token", player, space=f"{row}/double"), fact("done", player))

    assert state.goods["cell/3,0/goods-c"] == "shell"
    assert state.hand("Ann").goods == {"shell": 1}


def test_two_cubes_on_posts_of_the_start_atoll_then_its_capital() -> None:
    """Rules 20 to 24; atoll 2 pays 7, atoll 1 pays 6."""
    state = after(
        start(2),
        fact("home", "Ben", cell="0,1", atoll="a1/0"),
        fact("home", "Ann", cell="4,1", atoll="a2/3"),
    )
    assert len(state.hidden) == 11
    assert found(state, fact("settle", place="4,1/baron")) == [("first-on-posts", "21")]
    assert found(state, fact("settle", place="0,1/administrator-a")) == [("not-on-home", "21")]

    state = after(state, fact("settle", place="4,1/administrator-a"))
    assert state.money("Ann") == 0
    state = after(state, fact("settle", place="4,1/minister-ab"))
    assert found(state, fact("settle", place="4,1/administrator-b")) == [("two-cubes", "21")]
    state = after(
        state,
        fact("settle", "Ben", place="0,1/administrator-a"),
        fact("settle", "Ben", place="0,1/administrator-b"),
    )

    assert (state.money("Ann"), state.money("Ben")) == (7, 6)
    assert (state.phase.value, state.at_turn) == ("playing", "Ann")


@pytest.mark.parametrize(
    ("dice", "blocked"),
    [((2, 5), {"move", "election"}), ((3, 3), {"income"})],
)
def test_dice_block_standard_spaces(dice: tuple[int, int], blocked: set[str]) -> None:
    """Rules 86 and 87; vectors V1 and V2."""
    state = playing(TILES, CUBES, blocked=Blocked.TWO)
    state = replace(state, phase=Phase.BLOCKING)
    state = after(state, fact("dice", first=dice[0], second=dice[1]))

    assert set(state.tokens) == {f"board/{row}/standard" for row in blocked}
    row = min(blocked)
    assert found(state, fact("token", space=f"{row}/standard")) == [("space-blocked", "86")]
    assert found(state, fact("token", space=f"{row}/double")) == []


def test_the_game_ends_with_the_round_in_which_the_last_atoll_was_found() -> None:
    """Rule 73: not before all tokens of that round are placed."""
    state = playing(TILES, CUBES)
    numbers = iter((1, 2, 3, 5, 6, 7, 9, 12, 14, 15))
    tiles = {
        cell: lies if not lies.startswith("back") else f"a{next(numbers)}/0"
        for cell, lies in state.tiles.items()
    }
    state = replace(state, tiles=tiles)
    rows = [*zip(("Ann", "Ben", "Cleo") * 2, ROWS, strict=True)]
    for player, row in rows[:-1]:
        state = after(state, fact("token", player, space=f"{row}/double"), fact("done", player))
        assert not state.over
    state = after(state, fact("token", "Cleo", space="discovery/double"), fact("done", "Cleo"))

    assert state.over
    assert state.round == 1
    assert found(state, fact("token", space="move/double")) == [("game-over", "73")]


@pytest.mark.parametrize(
    ("length", "number", "code"),
    [
        (Length.DISCOVERY, 1, "last-atoll"),
        (Length.DISCOVERY, 12, "last-round"),
        (Length.ALWAYS_12, 12, "last-round"),
    ],
)
def test_it_is_told_why_the_game_ends(length: Length, number: int, code: str) -> None:
    """Rules 73 and 79b: atolls found long before end no game of twelve rounds."""
    state = playing({"0,1": "a4/0"}, {"0,1/administrator-a": "Ann"}, count=2, length=length)
    known = {cell: lies for cell, lies in state.tiles.items() if not lies.startswith(BACK)}
    state = replace(state, tiles=known, round=number)
    done = event(state, fact("done"))

    assert [each.code for each in notes(state, done, round_over(state))] == [code]


def test_who_deals_in_no_election_of_three_is_told() -> None:
    """Rule 53."""
    assert found(HERE, fact("give", other="Ben", amount=2)) == [("no-deal-now", "53")]
    state = after(HERE, fact("give", other="Ben", amount=2))

    assert (state.money("Ann"), state.money("Ben")) == (18, 22)


def test_who_has_no_cube_there_deals_with_nobody() -> None:
    """Rule 53: those who are represented agree *among themselves*."""
    cubes = {**CUBES, "3,0/administrator-a": "Ann", "3,0/administrator-c": "Cleo"}
    state = after(
        playing(TILES, {**cubes, "2,0/administrator-c": "Dan"}, count=4),
        fact("token", space="election/double"),
        fact("call", cell="3,0"),
    )

    assert found(state, fact("promise", other="Ben")) == []
    assert found(state, fact("promise", other="Dan")) == [("not-represented", "53")]
    assert found(state, fact("give", "Dan", other="Ann", amount=2)) == [("not-represented", "53")]


def test_goods_are_given_for_votes() -> None:
    """Rule 53."""
    state = after(
        holding(HERE, "Ann", fish=2), fact("give_goods", other="Ben", goods="fish", number=1)
    )

    assert state.hand("Ann").goods == {"fish": 1}
    assert state.hand("Ben").goods == {"fish": 1}


def test_what_was_said_wrongly_of_homes_leaves_nobody_stuck() -> None:
    """A start atoll found before its time, or two on one home: whoever is next still has one."""
    early = after(
        start(2),
        fact("discover", "Ben", from_="0,1/baron", cell="4,1", atoll="a1/0"),
        fact("home", "Ben", cell="0,1", atoll="a2/0"),
    )
    same = after(
        start(2),
        fact("home", "Ben", cell="0,1", atoll="a1/0"),
        fact("home", "Ann", cell="0,1", atoll="a2/0"),
        fact("home", "Ann", cell="4,1", atoll="a2/0"),
    )

    assert found(early, fact("home", cell="4,1", atoll="a1/0")) == []
    assert same.homes == {"Ben": "cell/0,1", "Ann": "cell/4,1"}
    assert same.phase is Phase.SETTLING


def test_an_election_ends_where_its_atoll_has_changed() -> None:
    """Somebody's word put another tile under the winner's cubes: nobody waits for a crown."""
    cubes = {"2,0/administrator-a": "Ann", "2,0/minister-bc": "Ann"}
    state = after(
        playing(TILES, cubes),
        fact("token", space="election/standard"),
        fact("call", cell="2,0"),
        fact("vote", candidate="Ann", votes=2),
    )
    assert state.election is not None
    state = after(
        state,
        fact("move", from_="2,0/minister-bc", to="3,0/minister-bc"),
        fact("move", from_="2,0/administrator-a", to="3,0/administrator-a"),
    )

    assert state.election is None


def with_starts(layout: LayoutChoice, count: int, more: int) -> tuple[State, Fact]:
    """So many start atolls lie open besides the homes; Ann, at a port of level 3, finds another."""
    state = playing(count=count, layout=layout)
    home, *others = state.game.homes
    hidden = next(cell for cell in state.game.board.beside(home) if cell in state.hidden)
    far = [cell for cell in state.tiles if cell not in (home, hidden, *others)]
    starts = zip([home, *others, *far[:more]], ("a2", "a1", "a3", "a4", "a5"), strict=False)
    tiles = {**dict.fromkeys(state.tiles, f"{BACK}/0"), **{at: f"{tile}/0" for at, tile in starts}}
    port = f"{home}/administrator-a"
    told = {"do": "discover", "player": "Ann", "from": port, "cell": hidden, "atoll": "a6/0"}
    state = replace(state, tiles=tiles, cubes={port: "Ann"})
    return after(state, fact("token", space="discovery/double")), told


@pytest.mark.parametrize(
    ("layout", "count", "left_in", "rule"),
    [
        (LayoutChoice.EAST_OR_WEST, 2, 2, "80"),
        (LayoutChoice.TWO_MORE, 2, 1, "81"),
        (LayoutChoice.SYMMETRY_1, 3, 0, "83"),
        (LayoutChoice.SYMMETRY_2, 3, 1, "84"),
        (LayoutChoice.THREE_MORE, 3, 2, "85"),
    ],
)
def test_start_atolls_that_went_out_by_lot_are_found_nowhere(
    layout: LayoutChoice, count: int, left_in: int, rule: str
) -> None:
    """Rules 80 to 85: when all that were left in lie open, another can't."""
    assert found(*with_starts(layout, count, left_in)) == [("atoll-not-in-play", rule)]
    for fewer in range(left_in):
        assert found(*with_starts(layout, count, fewer)) == []


def test_a_game_begun_with_an_option_that_is_gone_opens_as_before() -> None:
    """Rules 17 and 82: which start atolls may be chosen was an option once, and changed nothing."""
    seats = [Seat("Ann", "red"), Seat("Ben", "blue")]
    setup = GAME.begin(seats, {"length": "always_12"}, BOARD)
    older = {**setup, "options": {"length": "always_12", "start_atolls": "any"}}

    assert GAME.start(older, BOARD) == GAME.start(setup, BOARD)
    with pytest.raises(InputError) as refused:
        GAME.begin(seats, {"start_atolls": "any"}, BOARD)
    assert refused.value.fault.code == "no-such-option"
