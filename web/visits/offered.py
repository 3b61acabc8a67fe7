"""What can be done with the game at hand: only that is offered, in menus and on the front page."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.own_tiles.shelf import shipped_tiles
from calibration.tracing.shelf import shipped_maps
from web.visits.visit import host


@dataclass(frozen=True, slots=True)
class Offered:
    """What there is for a game, besides playing it.

    Whether a finished board is scored by a photo, a camera follows, boards can be traced, and own
    tiles put right.
    """

    photo: bool
    camera: bool
    tracing: bool
    tiles: bool


def offered() -> Offered:
    """What the game on the table can do, or the one that would be begun."""
    game = host().game
    return Offered(
        photo=game.finished is not None,
        camera=game.watched is not None,
        tracing=game.about.id in shipped_maps(),
        tiles=game.about.id in shipped_tiles(),
    )
