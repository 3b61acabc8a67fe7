"""Ships that stand on stops: moulded little boats with a hull, and a cabin, a funnel or sails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from companion.boards.board import ShipType
from vision.picture.arrays import Tones
from vision.simulator.laid.scene import Laid
from vision.simulator.laid.solids import Solid
from vision.simulator.printed.outlines import circle, hull, rectangle


class Rig(Enum):
    """What stands on the hull."""

    STEAMER = "steamer"
    """A cabin and a funnel."""
    SAILER = "sailer"
    """Two masts with a sail each."""
    BLOCK = "block"
    """Nothing: a hull of wood as high as the whole ship."""
    FREIGHTER = "freighter"
    """A bridge at the stern and hatches before it."""


@dataclass(frozen=True)
class Boat:
    """How all ships of one table are moulded; shares of the type's height and width."""

    rig: Rig
    hull: float = 0.4
    """How high the hull is."""
    deck: float = 1.0
    """How light the deck is against the rest: dust and wear lie there."""

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> Boat:
        """Draw the mould by lot."""
        rig = list(Rig)[int(rng.integers(len(Rig)))]
        return cls(rig, rng.uniform(0.3, 0.5), rng.uniform(0.9, 1.05))


def parts_of(laid: Laid, boat: Boat, ship: ShipType, colour: Tones) -> list[Solid]:
    """The solids of one ship, the lowest first, over a board at height 0."""
    stands = np.array([laid.x_mm, laid.y_mm])
    return [
        replace(part, lift_mm=lift, base_mm=lift, stands_mm=stands)
        for part, lift in _parts(laid, boat, ship, colour)
    ]


def _parts(laid: Laid, boat: Boat, ship: ShipType, colour: Tones) -> Iterator[tuple[Solid, float]]:
    """Each part and how far it stands over the board."""
    long, wide, high = ship.length_mm, ship.width_mm, ship.height_mm
    deck_mm = high if boat.rig is Rig.BLOCK else boat.hull * high
    body = hull(laid.x_mm, laid.y_mm, long, wide, laid.angle_deg)
    yield Solid(body, deck_mm, colour * boat.deck, colour), 0.0
    cos, sin = np.cos(np.radians(laid.angle_deg)), np.sin(np.radians(laid.angle_deg))

    def at(along: float) -> tuple[float, float]:
        return laid.x_mm + along * long * cos, laid.y_mm + along * long * sin

    def block(along: float, length: float, width: float, top: float, base: float) -> Solid:
        outline = rectangle(*at(along), length * long, width * wide, laid.angle_deg)
        return Solid(outline, (top - base) * high, colour, colour)

    if boat.rig is Rig.STEAMER:
        yield block(-0.08, 0.36, 0.66, 0.66, boat.hull), boat.hull * high
        funnel = circle(*at(-0.12), 0.42 * wide, 12)
        yield Solid(funnel, 0.34 * high, colour, colour), 0.66 * high
    elif boat.rig is Rig.FREIGHTER:
        for along in (0.02, 0.22):
            yield block(along, 0.14, 0.5, boat.hull + 0.1, boat.hull), boat.hull * high
        yield block(-0.33, 0.2, 0.86, 0.8, boat.hull), boat.hull * high
        yield Solid(circle(*at(-0.33), 0.3 * wide, 10), 0.2 * high, colour, colour), 0.8 * high
    elif boat.rig is Rig.SAILER:
        for along in (-0.22, 0.12):
            # A sail is set across the mast, and as thin as a mould allows.
            sail = rectangle(*at(along), 1.4, 0.9 * wide, laid.angle_deg + 12)
            lift = (boat.hull + 0.06) * high
            yield Solid(sail, high - lift, colour, colour), lift
