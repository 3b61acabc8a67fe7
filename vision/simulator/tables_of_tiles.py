"""Tables of tiles that are out of the ordinary: other inks, varnish, lamps, hands and cameras.

Some are named, to measure a reader by each; nothing learns from these. Others come by lot, to learn
from: their inks have nothing to do with the pieces, and their marks are not those of the named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from companion.boards.tiles_board import TilesBoard
from companion.colour import bgr_of
from companion.position import Position
from vision.simulator.filmed.light import Light
from vision.simulator.laid.on_tiles import BESIDE, with_beside
from vision.simulator.laid.scene import Laid, Sloppiness
from vision.simulator.laid.tile_pieces import TilePieces
from vision.simulator.printed.canvas import Colour
from vision.simulator.printed.colour import lamp
from vision.simulator.printed.tile_faces import BY_LOT, Mark, TileFaces, TileStyle
from vision.simulator.simulator import Simulator
from vision.simulator.table import Shot
from vision.simulator.tiles_shots import MOST_TILT_DEG, random_tiles_shot

STEEPEST_DEG = 46.0
BESIDE_DEG = 3.0
ASKEW = 1.6
"""Tiles lie up to 2.5 mm and 3.5 degrees off their cells at so much sloppiness."""


@dataclass(frozen=True)
class Manner:
    """What is out of the ordinary about a table.

    ``inks`` are those of its kinds of places, ``gloss`` is what tops mirror at most, ``kelvin`` a
    lamp that the camera took for daylight, ``tilt_deg`` from where to where its cameras lean,
    ``beside_mm`` how far the board beside the tiles lies off its place.
    """

    inks: tuple[Colour, ...] = ()
    mark: Mark | None = None
    gloss: float = 0.0
    kelvin: float | None = None
    hard_shadow: bool = False
    sloppiness: float = 1.0
    tilt_deg: tuple[float, float] = (0.0, MOST_TILT_DEG)
    beside_mm: float = 0.0

    @classmethod
    def by_lot(cls, rng: np.random.Generator) -> Manner:
        """A table to learn from: any inks, half of them the print's own."""
        inks = tuple(tuple(rng.integers(10, 246, 3).tolist()) for _ in range(8))
        return cls(
            inks=inks if rng.random() < 0.5 else (),
            mark=BY_LOT[int(rng.integers(len(BY_LOT)))],
            gloss=rng.uniform(0.05, 0.6) if rng.random() < 0.35 else 0.0,
            kelvin=rng.uniform(2400, 9000) if rng.random() < 0.3 else None,
            hard_shadow=rng.random() < 0.3,
            sloppiness=rng.uniform(0.8, ASKEW),
            tilt_deg=(0.0, STEEPEST_DEG),
        )

    def table(self, board: TilesBoard, seed: int) -> Simulator:
        """Such a table."""
        style = TileStyle.drawn(np.random.default_rng([seed, 51]))
        style = replace(style, kinds=self.inks or style.kinds, mark=self.mark or style.mark)
        pieces = TilePieces(board, seed, 1.0, TileFaces(board, seed, style), self.gloss)
        hands = Sloppiness(offset_mm=self.sloppiness)
        return Simulator(board, seed, sloppiness=hands, tile_pieces=pieces)

    def shot(
        self, table: Simulator, rng: np.random.Generator, position: Position, arms: float = 0.2
    ) -> Shot:
        """A photo of it."""
        shot = random_tiles_shot(table, rng, position, arms=arms, tilt_deg=self.tilt_deg)
        scene = shot.scene
        if self.beside_mm and isinstance(table.board, TilesBoard):
            scene = with_beside(table.board, scene, self._beside(rng))
        return replace(shot, scene=scene, light=self._lit(shot.light, rng))

    def _beside(self, rng: np.random.Generator) -> Laid:
        """Away from the tiles and along them, by as much, and a little turned."""
        east, south = -rng.uniform(0.2, 1.0), rng.uniform(-1.0, 1.0)
        turn = rng.uniform(-1.0, 1.0) * BESIDE_DEG
        return Laid(BESIDE, east * self.beside_mm, south * self.beside_mm, turn)

    def _lit(self, light: Light, rng: np.random.Generator) -> Light:
        if self.kelvin is not None:
            blue, green, red = (lamp(self.kelvin) ** rng.uniform(0.5, 0.7)).tolist()
            bright = max(blue, green, red)
            light = replace(light, tint=(blue / bright, green / bright, red / bright))
        if self.hard_shadow:
            light = replace(
                light,
                direct=rng.uniform(0.75, 0.92),
                softness=rng.uniform(0.02, 0.08),
                elevation_deg=rng.uniform(28, 50),
            )
        return light


def manners(board: TilesBoard) -> Mapping[str, Manner]:
    """The tables that are measured, by name. Nothing learns from their marks and inks."""
    players = tuple(bgr_of(kind.colour or "#808080") for kind in board.kinds.values())
    return {
        "usual": Manner(),
        "players_inks": Manner(inks=players),
        "other_marks": Manner(mark=Mark.CROSS),
        "drawn_boxes": Manner(mark=Mark.DRAWN, inks=players[::-1]),
        "glossy": Manner(gloss=0.5),
        "warm": Manner(kelvin=2600),
        "cold": Manner(kelvin=9000),
        "hard_shadow": Manner(hard_shadow=True),
        "askew": Manner(sloppiness=ASKEW),
        "beside_askew": Manner(beside_mm=40.0),
        "steep": Manner(tilt_deg=(38.0, STEEPEST_DEG)),
    }
