"""Which tile lies on a cell, turned how: by what its samples show, its neighbours, and the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from companion.boards.tiles_board import Lying, TilesBoard
from companion.reading import Seen
from vision.picture.arrays import Tones
from vision.squares.network import look_at, odds_of
from vision.squares.printed.known_signs import KnownSigns
from vision.squares.printed.schematic import Schematics

SHARPNESS = 1.7
"""The odds that the network tells are worth so many times as much: by 354 tiles of drawn games."""
CLASHES = -6.0
"""A side that does not carry on its neighbour's costs this, in log odds: people err too."""
NONE_LEFT = -9.0
"""As does a tile of which none is left in the box."""
WORTH_NAMING, MOST_NAMED = 0.004, 6
"""What is less likely is not named, nor more than so many: each is weighed against the rules."""
UNSURE = 5e-4
"""No answer is surer than this leaves."""
TURNS = range(4)


class Teller:
    """Tells the tiles of one board; ``signs`` learns what those of its print look like."""

    def __init__(self, board: TilesBoard) -> None:
        self.board, self.schematics = board, Schematics(board)
        self.signs = KnownSigns(board, self.schematics.ways)
        self._edges = np.array([_edges(board, way) for way in self.schematics.ways])
        self._rows = {str(way): row for row, way in enumerate(self.schematics.ways)}
        self._turned = np.array(
            [[self.row(self.turned(way, turns)) for way in self.schematics.ways] for turns in TURNS]
        )

    def row(self, way: Lying) -> int:
        """The row of a way to lie among all."""
        return self._rows[str(way)]

    def turned(self, way: Lying, turns: int) -> Lying:
        """The way in which a tile lies when the table is turned by so many quarters."""
        return Lying(way.tile, (way.turn + turns) % self.board.tiles[way.tile].turns)

    def odds(self, seen: Tones) -> Tones:
        """Log odds (n,) of all ways to lie, by what is seen of a cell (15, 32, 32)."""
        return odds_of(seen, self.schematics.coarse) * SHARPNESS

    def told(self, crop: Tones, seen: Tones, cell: str, lies: Mapping[str, Lying]) -> Seen:
        """What lies on a cell beside known tiles, by its crop (64, 64, 3), seen as (15, 32, 32)."""
        return self._ranked(self._knowing(seen) + self.signs.odds(crop, seen), cell, lies)

    def told_closely(self, crop: Tones, cell: str, lies: Mapping[str, Lying]) -> Seen:
        """The same by a crop that is seen in all four turns: each errs in its own way."""
        every = look_at(np.stack([np.rot90(crop, -turns) for turns in TURNS]))
        odds = [self._knowing(seen)[rows] for seen, rows in zip(every, self._turned, strict=True)]
        return self._ranked(np.mean(odds, axis=0) + self.signs.odds(crop, every[0]), cell, lies)

    def _knowing(self, seen: Tones) -> Tones:
        """Such odds (n,) that leave fish and boats to those whose looks are known here.

        How well a tile explains where they are counts as much, whatever the network calls them: of
        879 tiles of 22 drawn tables (2055, 2088, twenty of 2200 to 2419) in small photos the log
        loss is 25 so, and 40 where the network has its word twice.
        """
        odds = self.odds(seen)
        if self.signs.are_known:
            rows, where = self.signs.having, odds.copy()
            called = self.signs.taken_for_their_own(seen)
            where[rows] = odds_of(called, self.schematics.coarse[rows]) * SHARPNESS
            odds = np.logaddexp(odds, where)
        return odds

    def _ranked(self, odds: Tones, cell: str, lies: Mapping[str, Lying]) -> Seen:
        """The ways to lie by their log odds (n,), the neighbours and the box."""
        logs = odds + self._carrying_on(cell, lies) + self._left(cell, lies)
        shares = np.exp(logs - logs.max())
        shares *= (1 - UNSURE) / shares.sum()
        order = np.argsort(-shares)
        ways = self.schematics.ways
        named = {str(ways[row]): float(shares[row]) for row in order[:MOST_NAMED]}
        return Seen.of(named, worth_naming=WORTH_NAMING)

    def _carrying_on(self, cell: str, lies: Mapping[str, Lying]) -> Tones:
        """What each way costs by the sides that do not carry on what lies beside it."""
        cost = np.zeros(len(self._edges), np.float32)
        for side, at in enumerate(self.board.lattice.beside(self.board.cells[cell].at)):
            near = self.board.cell_at.get(at)
            way = lies.get(near.id) if near else None
            if way is not None and str(way) in self._rows:
                shown = self._edges[self._rows[str(way)]][(side + 2) % 4]
                cost += np.where(self._edges[:, side] == shown, 0.0, CLASHES)
        return cost

    def _left(self, cell: str, lies: Mapping[str, Lying]) -> Tones:
        """How many of each tile are still in the box, as a log."""
        gone = Counter(way.tile for at, way in lies.items() if at != cell)
        left = [self.board.tiles[way.tile].count - gone[way.tile] for way in self.schematics.ways]
        usual = np.log(np.maximum(left, 1))
        return np.where(np.array(left) > 0, usual, NONE_LEFT).astype(np.float32)


def _edges(board: TilesBoard, way: Lying) -> list[str]:
    """What each side of a tile shows as it lies: the kind that is drawn to it, else water."""
    edges = [""] * 4
    for each in board.tiles[way.tile].features:
        if each.drawn in ("way", "ground"):
            for side in each.sides:
                edges[(side + way.turn) % 4] = each.kind
    return edges
