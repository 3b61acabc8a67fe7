"""Tables of South Seas for tests: begun, laid by hand, drawn to the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.course.setup import new_game, set_up
from companion.games.carcassonne_south_seas.drawn.self_play import drawn
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.shipped import read_shipped_board
from companion.games.carcassonne_south_seas.state.state import State, Turn
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.rulings import Rulings
from companion.games.carcassonne_south_seas.terms.ships import SHIPS
from companion.play.game import Seat

BOARD = read_shipped_board()
COLOURS = ("red", "blue", "green", "yellow", "black")
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
MIDDLE = "cell/15,15"
FOUR = ("b01", "b04", "b16", "b21")


def start(players: int = 2, **rulings: Any) -> State:
    """The start tile lies there, no ship is turned up."""
    seats = [Seat(*pair) for pair in zip(NAMES[:players], COLOURS, strict=False)]
    return set_up(new_game(BOARD, seats, Rulings(**rulings)))


def begun(players: int = 2, **rulings: Any) -> State:
    """Four ships lie face up."""
    return replace(start(players, **rulings), display=FOUR)


def at(q: int, r: int) -> str:
    """A cell, counted from the start tile to the right and down."""
    return f"cell/{15 + q},{15 + r}"


def lying(tiles: Mapping[tuple[int, int], str], state: State | None = None) -> State:
    """A table with these tiles instead of the start tile."""
    return replace(state or begun(), tiles={at(*where): tile for where, tile in tiles.items()})


def after(state: State, *events: e.Event) -> State:
    """The state after these facts."""
    for event in events:
        state = apply(state, event)
    return state


def codes(state: State, event: e.Event) -> list[tuple[str, str]]:
    """What is found of a fact: code and rule."""
    return [(found.code, found.rule) for found in findings(state, event)]


def found_in(start: State, *told: e.Event) -> list[str]:
    """The codes of all that is found, one fact after the other."""
    found, state = [], start
    for event in told:
        found += [code for code, _ in codes(state, event)]
        state = apply(state, event)
    return found


def in_turn(state: State, **turn: Any) -> State:
    """The same with another turn at hand."""
    return replace(state, turn=replace(Turn(), **turn))


def played_out(state: State, seed: int) -> Iterator[tuple[State, e.Event, State]]:
    """Each fact of a drawn game, with the states around it."""
    random = Random(seed)
    while (event := drawn(state, random)) is not None:
        before, state = state, apply(state, event)
        yield before, event, state


ALL_SHIPS = tuple(SHIPS)


def turn_of(player: str, q: int, *rest: e.Event) -> list[e.Event]:
    """A turn of this player, whose tile goes on with the bridge to the right."""
    laid = e.TileLaid(player, at(q, 0), "ss05/1")
    return [e.TileDrawn(player, "ss05"), laid, *rest, e.TurnEnded(player)]
