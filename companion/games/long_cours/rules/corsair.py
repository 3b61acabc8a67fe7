"""The corsair. Rules 62 to 69 and point A16."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal, look
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import (
    Bought,
    CorsairEntered,
    CorsairMoved,
    DirectMove,
    FightBegun,
    Moved,
)
from companion.games.long_cours.terms.rulings import CorsairEnters

MOST_STEPS = 3


def own_corsair(state: State, event: CorsairEntered | CorsairMoved) -> Iterator[Finding]:
    """Its owner alone plays it. Rules 62 and 65."""
    if state.corsair.owner != event.player:
        yield illegal("not-his-corsair", "65", event.stop, player=event.player)


def enters_once(state: State, event: CorsairEntered) -> Iterator[Finding]:
    """It enters when it is not on the board. Rule 62."""
    at = state.corsair.at
    if at is not None:
        yield illegal("corsair-on-board", "62", at, player=event.player)


def enters_in_its_turn(state: State, event: CorsairEntered) -> Iterator[Finding]:
    """Its buyer waits for his own turn. Rule 62, point A16."""
    at_once = state.game.rulings.corsair_enters is CorsairEnters.SAME_TURN
    if state.corsair.owner and state.corsair.turn == state.turns and not at_once:
        yield illegal("corsair-waits", "A16", event.stop, player=event.player)


def enters_on_the_rectangle(state: State, event: CorsairEntered) -> Iterator[Finding]:
    """It enters on the white rectangle of the zone that the die names. Rule 62."""
    zone = state.game.zone_of_die(event.die)
    stranding = state.game.board.stranding_places[zone].id
    if event.stop != stranding:
        yield illegal(
            "corsair-elsewhere",
            "62",
            event.stop,
            player=event.player,
            die=event.die,
            rectangle=stranding,
        )


def rests_after_entering(state: State, event: CorsairMoved) -> Iterator[Finding]:
    """It stays where it entered until its owner's next turn. Rule 64."""
    if state.turn.entered:
        yield illegal("corsair-rests", "64", event.stop, player=event.player)


def corsair_along_a_line(state: State, event: CorsairMoved) -> Iterator[Finding]:
    """It makes ordinary moves alone, and no direct ones. Rules 66 and 67."""
    at = state.corsair.at
    if at is None:
        yield illegal("corsair-not-on-board", "62", event.stop, player=event.player)
    elif event.stop not in state.game.board.beside[at]:
        yield illegal("corsair-no-line", "66", at, event.stop, origin=at, stop=event.stop)


def three_steps(state: State, event: CorsairMoved) -> Iterator[Finding]:
    """It makes three moves in a row at most. Rule 67."""
    if state.turn.steps >= MOST_STEPS:
        yield illegal("corsair-too-far", "67", event.stop, player=event.player)


def cargo_first(state: State, event: Bought | Moved | DirectMove | FightBegun) -> Iterator[Finding]:
    """The owner plays first his cargo ship, then the corsair. Rules 62 and 65.

    Of a ship that comes back after it, the corsair's own step has told it (``comes_back_first``).
    """
    if state.turn.entered or state.turn.steps:
        yield illegal("cargo-after-corsair", "65", player=event.player)


def comes_back_first(state: State, event: CorsairEntered | CorsairMoved) -> Iterator[Finding]:
    """An owner who was wrecked before his turn first comes back. Rule 65, point A13."""
    if state.captain(event.player).at is None and not state.turn.wrecked:
        yield look("come-back-first", "65", player=event.player)


def reach(state: State, stop: str) -> int | None:
    """How many stops away the corsair is; None where it can't come, or is not on the board."""
    at = state.corsair.at
    return None if at is None else state.game.board.distance(at, stop)


def in_reach(state: State, stop: str) -> bool:
    """Whether the corsair can come to a stop in one run: three stops away at most. Rule 75."""
    away = reach(state, stop)
    return away is not None and away <= MOST_STEPS
