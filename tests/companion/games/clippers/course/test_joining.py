"""A game joined half-way: from what lies there and what everybody has, it goes on as it would."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.finding import Severity
from companion.games.clippers.course.apply import replay
from companion.games.clippers.course.joining import join
from companion.games.clippers.course.setup import set_up
from companion.games.clippers.record.game_file import GameFile
from companion.games.clippers.record.play import from_record
from companion.games.clippers.record.position_line import position_line
from companion.games.clippers.record.timeline import last_state, steps
from companion.games.clippers.state.ends import end_name
from companion.games.clippers.state.state import MARKET, State
from companion.games.clippers.terms.events import Event
from companion.position import Position
from tests.companion.games.clippers.rules.conceivable import bay_start
from tests.whole_games import BOARD, new_record, read_game, whole_games

ANN_AND_BEN = {"Ann": 5, "Ben": 0}


def money_of(state: State) -> dict[str, int]:
    return {player.name: state.money(player.name) for player in state.game.players}


def ships_of(state: State) -> dict[str, list[str]]:
    """Where the ships stand: beside the last stick, or at the place a route has come to."""
    return {
        name: [end_name(end).partition(">")[0] for end in company.fleets[0]]
        for name, company in state.companies.items()
        if name not in state.game.chart.island_companies
    }


def half_way(path: Path) -> tuple[State, list[Event]]:
    """A game where a round begins with the player it began with, and what came after."""
    game = read_game(path)
    states, facts = [game.start], [event for _, event in game.facts]
    for event in facts:
        states.append(replay(states[-1], [event]))
    middle = [
        number
        for number, state in enumerate(states)
        if state.turn[1:] == (MARKET, 0) and not state.seat.acted and state.first == 0
    ]
    at = middle[len(middle) // 2]
    return states[at], facts[at:]


every_game = pytest.mark.parametrize("path", whole_games(), ids=lambda path: path.stem)


@every_game
def test_with_the_ships_told_nothing_is_lost(path: Path) -> None:
    before, _ = half_way(path)
    joined = join(before.game, before.position, money_of(before), ships_of(before))

    assert joined.seats == before.seats
    assert joined.cards == before.cards
    assert money_of(joined) == money_of(before)
    assert bool(joined.opened) == bool(before.opened)
    for name, company in before.companies.items():
        ours = joined.companies[name]
        assert (ours.sticks, ours.ships, ours.reached) == (
            company.sticks,
            company.ships,
            company.reached,
        )
        if name not in before.game.chart.island_companies:
            assert ours.fleets == company.fleets[:1]


@every_game
@pytest.mark.parametrize("told", [True, False], ids=["ships told", "ships not told"])
def test_the_rest_of_the_game_is_as_legal_as_it_was(path: Path, told: bool) -> None:
    before, rest = half_way(path)
    ships = ships_of(before) if told else None
    joined = join(before.game, before.position, money_of(before), ships)
    file = GameFile(joined, tuple(enumerate(rest)))

    illegal = [
        (step.number, finding.code)
        for step in steps(file)
        for finding in step.findings
        if finding.severity is Severity.ILLEGAL
    ]
    assert illegal == []
    whole = read_game(path)
    last, as_it_was = (last_state(each, tuple(steps(each))) for each in (file, whole))
    assert last.position == as_it_was.position
    assert money_of(last) == money_of(as_it_was)


@every_game
def test_the_record_of_a_joined_game_begins_where_it_was_joined(path: Path) -> None:
    before, _ = half_way(path)
    joined = join(before.game, before.position, money_of(before), ships_of(before))

    again = from_record(new_record(joined), BOARD).start

    assert position_line(again) == position_line(joined)


def test_an_empty_board_is_a_new_game_but_for_the_markers() -> None:
    start = bay_start()
    joined = join(start.game, start.position, {"Ann": 2, "Ben": 2})

    assert replace(joined, seats=start.seats) == set_up(start.game)


@pytest.mark.parametrize(
    ("position", "money", "ships", "said"),
    [
        pytest.param(
            Position({"ra/0/9": "red"}),
            ANN_AND_BEN,
            None,
            "position: 'red' on 'ra/0/9'",
            id="nowhere",
        ),
        pytest.param(
            Position({"ra/0/0": "yellow"}), ANN_AND_BEN, None, "'yellow' on", id="no such company"
        ),
        pytest.param(
            Position({}, {"a/0": "martian"}), ANN_AND_BEN, None, "'martian'", id="no such nation"
        ),
        pytest.param(Position(), {"Ann": 5}, None, "none is told for 'Ben'", id="money not told"),
        pytest.param(
            Position(),
            {"Ann": 5, "Ben": -1},
            None,
            "none is told for 'Ben'",
            id="a debt",
        ),
        pytest.param(
            Position({"ra/0/0": "red"}),
            ANN_AND_BEN,
            {"red": ["ra/0/1"]},
            "ships: no red route ends at 'ra/0/1'",
            id="a ship beside no stick",
        ),
    ],
)
def test_what_can_not_be_joined_is_refused_in_words(
    position: Position, money: dict[str, int], ships: dict[str, list[str]] | None, said: str
) -> None:
    with pytest.raises(InputError) as error:
        join(bay_start().game, position, money, ships)

    assert said in str(error.value)
