"""Every fact that can be said about a table, whether the rules like it or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.bank import BANK
from companion.boards.board import Board
from companion.boards.board_file import parse_board
from companion.games.clippers.course.apply import apply
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.judging.choices import options
from companion.games.clippers.state.state import Game, State
from companion.games.clippers.terms.editions import DEFAULT, Rulings
from companion.games.clippers.terms.events import (
    Card,
    CardTaken,
    Event,
    MarkerMoved,
    MarkerPlaced,
    MoneyCorrected,
    Passed,
    PlayersAct,
    ShipBought,
    ShipStood,
    StickLaid,
    TurnEnded,
)
from companion.games.clippers.terms.players import Player
from tests.companion.games.clippers.bay import bay_json

ANN, BEN = Player("Ann", "french", 0), Player("Ben", "english", 0)


def playable_bay() -> Board:
    """The bay with sticks for purple, and where everybody's first markers go."""
    said = bay_json()
    said["harbours"][2]["pieces"] = 5
    said["harbours"][1]["pieces"] = 12
    said["departure_cards"] = [
        {"nation": "french", "ports": ["a", "samoa"]},
        {"nation": "english", "ports": ["a", "c"]},
    ]
    return parse_board(said)


def bay_start(rulings: Rulings = DEFAULT) -> State:
    """Ann and Ben before their game on the bay."""
    return set_up(new_game(playable_bay(), [ANN, BEN], rulings))


def players_acts(game: Game) -> Iterator[PlayersAct]:
    """Everything a player may be said to have done."""
    board = game.chart.board
    companies = list(game.chart.harbours)
    for player in (each.name for each in game.players):
        yield Passed(player)
        yield from (TurnEnded(player, phase) for phase in (1, 2, 3))
        yield from (CardTaken(player, card) for card in Card)
        yield from (MarkerPlaced(player, slot) for slot in board.slots)
        yield from (MarkerMoved(player, a, b) for a in board.slots for b in board.slots)
        yield from (ShipBought(player, company) for company in companies)
        yield from (
            StickLaid(player, company, space, alternate)
            for company in companies
            for space in board.spaces
            for alternate in (False, True)
        )


def facts(game: Game) -> Iterator[Event]:
    """Everything that can be said about a table."""
    chart = game.chart
    accounts = [BANK, *(player.name for player in game.players)]
    yield from players_acts(game)
    for player in (each.name for each in game.players):
        for space in chart.board.spaces:
            for way, _ in chart.ways_through[space]:
                yield StickLaid(player, "red", space, True, way.start)
    yield from (MoneyCorrected(a, b, 3, 1) for a in accounts for b in accounts)
    yield from (
        ShipStood(company, place)
        for company in chart.harbours
        for place in (*chart.board.spaces, *chart.board.harbours)
    )


def stray(state: State, sayable: Sequence[Event], numbers: Sequence[int]) -> Iterator[Event]:
    """Facts for numbers drawn: three of four are legal, where there is anything legal to do."""
    for number in numbers:
        choices = options(state)
        if number % 4 and choices:
            event: Event = choices[number // 4 % len(choices)].event
        else:
            event = sayable[number // 4 % len(sayable)]
        yield event
        state = apply(state, event)
