"""Whose turn it is, and which step of it. Rules 11 to 13, 25, 34, 38, 46 and 51."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal, look
from companion.games.carcassonne_south_seas.course.doubts import is_astray
from companion.games.carcassonne_south_seas.course.told_late import is_late
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e


def game_goes_on(state: State, event: e.Event) -> Iterator[Finding]:
    """Nothing counts once the game is over. Rule 51."""
    if state.over:
        yield illegal("game-over", "51", player=event.player)


def own_turn(state: State, event: e.Event) -> Iterator[Finding]:
    """Players act clockwise; only a merchant takes his ship whosever turn it is. Rules 11, 39."""
    if isinstance(event, e.ShipTaken | e.ShipTurnedUp) or is_late(state, event):
        return
    if event.player != state.at_turn:
        yield illegal("not-your-turn", "11", player=event.player, other=state.at_turn)


def tile_first(state: State, event: e.Event) -> Iterator[Finding]:
    """The tile is the first step, and a must; told of the first step without it. Rules 12, 13."""
    turn = state.turn
    if not (turn.has_tile or turn.moved or turn.evaluated or turn.delivered):
        yield illegal("tile-first", "13", player=event.player)


def one_tile(state: State, event: e.TileDrawn | e.TileLaid | e.TileUnfit) -> Iterator[Finding]:
    """Exactly one tile is laid in a turn. Rule 13."""
    if state.turn.has_tile or (state.turn.drawn and isinstance(event, e.TileDrawn)):
        yield illegal("second-tile", "13", player=event.player)


def before_evaluation(state: State, event: e.Event) -> Iterator[Finding]:
    """Islanders move before areas are evaluated. Rules 12 and 44."""
    if state.turn.evaluated and not state.turn.moved:
        yield illegal("evaluated-already", "12", player=event.player)


def one_islander(state: State, event: e.Event) -> Iterator[Finding]:
    """One islander is placed or one taken back, not both. Rules 18 and 25."""
    if state.turn.moved:
        yield illegal("second-islander", "25", player=event.player)


def once_evaluated(state: State, event: e.Evaluated) -> Iterator[Finding]:
    """A turn has one evaluation. Rule 12."""
    if state.turn.evaluated:
        yield illegal("evaluated-already", "12", player=event.player)


def choices_made(state: State, event: e.Event) -> Iterator[Finding]:
    """What an evaluation leaves to choose comes before goods are delivered. Rules 34 and 38."""
    if state.turn.covers and not is_astray(state, state.turn.covers[0][0]):
        yield look("cover-first", "34", *state.turn.covers[0], player=event.player)
    for player in state.waiting[:1]:
        yield look("ship-first", "38", player=player)


def display_full(state: State, event: e.Event) -> Iterator[Finding]:
    """Four ships lie face up while the pile lasts. Rules 9, 38 and 46.

    At first, after the goods of this turn were delivered, or else after a market.
    """
    if state.ships_to_turn_up:
        since = "46" if state.turn.delivered else "38"
        rule = since if state.ships_gone else "9"
        yield look("turn-up-first", rule, player=event.player, count=state.ships_to_turn_up)
