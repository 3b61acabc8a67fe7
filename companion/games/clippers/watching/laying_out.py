"""Setting up before the camera: what still has to be put where, and what lies wrong. Rules, 2."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from companion.boards.routes_board import RoutesBoard
from companion.games.clippers.state.state import State
from companion.reading import EMPTY, HIDDEN, Reading
from companion.watching.referee import Done, SetUpStep

SURE = 0.9
"""What is seen less surely is not said to lie wrong."""
IN_HARBOUR_MM = 30.0
"""A ship so near a harbour stands in it."""


def steps_of_setting_up(state: State, reading: Reading) -> tuple[SetUpStep, ...]:
    """What has to lie on the board when the game begins, what of it is there, and what is wrong.

    A ship's place is its harbour. In a harbour of their own colour many stay unseen.
    """
    position = state.position
    wanted = position.places
    return (
        *_pieces(wanted, reading),
        *_strangers(wanted, reading),
        *_ships(state, reading),
    )


def _pieces(wanted: dict[str, str], reading: Reading) -> Iterator[SetUpStep]:
    places = reading.places
    for place, kind in wanted.items():
        seen = places.get(place)
        if seen is None or seen.answer in (EMPTY, HIDDEN):
            yield SetUpStep(place, kind, Done.WAITED_FOR)
        elif seen.answer == kind:
            yield SetUpStep(place, kind, Done.THERE, kind)
        else:
            yield SetUpStep(place, kind, Done.WRONG, seen.answer)


def _strangers(wanted: dict[str, str], reading: Reading) -> Iterator[SetUpStep]:
    """Pieces where nothing belongs yet."""
    for place, seen in reading.places.items():
        lies = seen.answer not in (EMPTY, HIDDEN) and seen.confidence >= SURE
        if lies and place not in wanted:
            yield SetUpStep(place, EMPTY, Done.WRONG, seen.answer)


def _ships(state: State, reading: Reading) -> Iterator[SetUpStep]:
    """One ship of each company in its harbour. Rules, section 2.3."""
    board = state.game.chart.board
    for name, company in state.companies.items():
        for place in company.fleets[0] if company.fleets else ():
            if isinstance(place, str):
                standing = _standing_near(board, place, reading)
                if not standing:
                    yield SetUpStep(place, name, Done.WAITED_FOR, beside=True)
                elif name in standing:
                    yield SetUpStep(place, name, Done.THERE, name, beside=True)
                else:
                    yield SetUpStep(place, name, Done.WRONG, standing[0], beside=True)


def _standing_near(board: RoutesBoard, place: str, reading: Reading) -> list[str]:
    """The colours of the ships that stand in a harbour."""
    at = board.harbours.get(place) or board.islands[place]
    return [
        ship.colour
        for ship in reading.ships
        if hypot(ship.x_mm - at.x_mm, ship.y_mm - at.y_mm) <= IN_HARBOUR_MM
    ]
