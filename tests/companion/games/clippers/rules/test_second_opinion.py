"""The engine and a second referee agree: on random boards, and on the shipped one.

At every moment of a game drawn by lot, what one forbids the other forbids; money, cards, ends and
scores are the same.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.boards.board import Board
from companion.boards.board_file import parse_board
from companion.games.clippers.course.apply import apply
from companion.games.clippers.course.rounds import at_last
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.drawn.drawn_game import KEEN_ON_SHIPS, USUAL, draw_game
from companion.games.clippers.judging.judgement import is_legal
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.timeline import score_of
from companion.games.clippers.scoring.final_score import PORTS
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import EDITIONS
from companion.games.clippers.terms.events import PlayersAct, StickLaid, TurnEnded
from companion.games.clippers.terms.players import Player
from tests.companion.games.clippers.bay import PIECES
from tests.companion.games.clippers.rules.conceivable import players_acts
from tests.companion.games.clippers.rules.second_opinion import Referee
from tests.whole_games import BOARD

COMPANIES = ("red", "blue", "yellow")


def random_board(random: Random) -> Board:
    """A small sea: some islands, harbours, and routes of every kind between them."""
    islands = [f"i{number}" for number in range(random.randint(3, 6))]
    harbours = [f"h_{company}" for company in COMPANIES]
    pairs = [(harbour, random.choice(islands)) for harbour in harbours for _ in (1, 2)]
    pairs = list(dict.fromkeys(pairs))
    pairs += [(a, b) for a in islands for b in islands if a < b and random.random() < 0.6]
    routes = [_route(random, row, a, b) for row, (a, b) in enumerate(pairs)]
    cards = [
        {"nation": nation, "ports": random.sample(islands, 2)} for nation in ("french", "english")
    ]
    return parse_board(
        {
            "meta": {"name": "Sea", "game": "clippers", "width_mm": 900, "height_mm": 900},
            "pieces": PIECES,
            "islands": [_island(random, column, name) for column, name in enumerate(islands)],
            "harbours": [
                *(_harbour(random, at, company) for at, company in enumerate(COMPANIES)),
                {
                    "id": "h_purple",
                    "company": "purple",
                    "x": 800,
                    "y": 800,
                    "island": random.choice(islands),
                    "pieces": random.randint(2, 6),
                },
            ],
            "routes": routes,
            "departure_cards": cards,
        }
    )


def _island(random: Random, column: int, name: str) -> dict[str, Any]:
    x = 60 + 100 * column
    slots = [{"x": x + 12 * slot, "y": 820} for slot in range(3)]
    value = random.randint(1, 8)
    return {"id": name, "name": name, "value": value, "x": x, "y": 800, "slots": slots}


def _harbour(random: Random, at: int, company: str) -> dict[str, Any]:
    pieces, ships = random.randint(3, 12), random.randint(1, 3)
    place = {"x": 850, "y": 700 + 40 * at}
    return {"id": f"h_{company}", "company": company, "pieces": pieces, "ships": ships, **place}


def _route(random: Random, row: int, a: str, b: str) -> dict[str, Any]:
    length, lanes = random.choice((1, 1, 2, 2, 3)), random.choice((1, 1, 1, 2))
    return {
        "id": f"r{row}",
        "a": a,
        "b": b,
        "one_way": random.choice((None, None, "a>b", "b>a")) if a[0] == "i" else None,
        "lanes": [
            [
                {"x": 30 + 30 * space, "y": 20 + 30 * row + 10 * lane, "angle_deg": 0}
                for space in range(length)
            ]
            for lane in range(lanes)
        ],
    }


def agree_on_a_game(start: State, edition: str, random: Random, asked: int) -> str:
    """Play a game by lot before both referees; tell how it ended."""
    players = [(player.name, player.nation) for player in start.game.players]
    second = Referee(start.game.chart.board, players, edition)
    sayable = list(players_acts(start.game))
    wishes = random.choice((USUAL, KEEN_ON_SHIPS))
    last = start
    for state, event in draw_game(start, random, wishes):
        for act in (event, *random.sample(sayable, asked), *_of_turn(state, random, asked)):
            assert (second.forbids(event_json(act)) is None) is is_legal(state, act), (
                f"{act}: the second says {second.forbids(event_json(act))}"
            )
        second.do(event_json(event))
        last = apply(state, event)
        assert_same(last, second)
    if second.end is None:
        second.do({"do": "end of phase 1", "player": last.next_seat.player.name})
    assert_same(at_last(last), second)
    assert_same_score(at_last(last), second)
    assert second.end is not None
    return second.end[0]


def _of_turn(state: State, random: Random, asked: int) -> list[PlayersAct]:
    """What the player at turn may well try: sticks at every place, and to be done."""
    name, board = state.seat.player.name, state.game.chart.board
    free = [space for space in board.spaces if space not in state.spaces]
    sticks = [
        StickLaid(name, company, space, alternate)
        for company in state.companies
        for space in free
        for alternate in (False, True)
    ]
    return [*random.sample(sticks, min(len(sticks), asked)), TurnEnded(name, max(2, state.phase))]


def assert_same(state: State, second: Referee) -> None:
    assert {name: state.money(name) for name in second.names} == second.money
    assert {name: set(each.reached) for name, each in state.companies.items()} == second.reached
    assert {name: each.sticks for name, each in state.companies.items()} == second.sticks
    assert {name: each.ships for name, each in state.companies.items()} == second.ships
    assert {card.value: number for card, number in state.cards.items()} == second.cards
    assert (state.round, state.phase, state.turns_done) == (second.round, second.phase, second.turn)
    assert (state.end and (state.end.reason.value, state.end.player)) == second.end


def assert_same_score(state: State, second: Referee) -> None:
    score = score_of(state)
    lines = {(x.player, x.place): x.points for x in score.lines if x.what == PORTS}
    assert Counter(lines) == second.ports()
    assert sorted(s.player for s in score.standings if s.rank == 1) == sorted(second.winners())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(60))
def test_both_agree_on_games_on_random_boards(seed: int, edition: str) -> None:
    random = Random(seed)
    players = [Player("Ann", "french", 0), Player("Ben", "english", 0)]
    start = set_up(new_game(random_board(random), players, EDITIONS[edition]))

    agree_on_a_game(start, edition, random, asked=8)


@pytest.mark.parametrize(
    ("count", "edition"), [(2, "default"), (3, "fr"), (4, "en"), (5, "default")]
)
def test_both_agree_on_games_on_the_shipped_board(count: int, edition: str) -> None:
    nations = [card.nation for card in BOARD.departure_cards]
    players = [Player(f"P{seat}", nations[seat], 0) for seat in range(count)]
    start = set_up(new_game(BOARD, players, EDITIONS[edition]))

    agree_on_a_game(start, edition, Random(count), asked=3)
