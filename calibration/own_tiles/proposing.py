"""Which tiles lie in a photo: those that are known, and what others seem to have on them.

Most tiles of a box are like those of the board one begins with: they are counted. What looks like
none of them is drawn anew, by the sides, ways and signs that are seen. All of it is a proposal: who
owns the tiles puts it right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from calibration.own_tiles.arrangements import EDGES, Area, Arrangement, arrangements
from calibration.own_tiles.kinds import with_count, with_one_like
from calibration.own_tiles.placing import placed
from calibration.own_tiles.printed_areas import DrawnTile, Style
from companion.boards.tiles_board import Tile, TilesBoard
from companion.boards.tiles_file import SEEN
from vision.picture.arrays import Tones
from vision.squares.network import odds_of
from vision.squares.printed.schematic import SPAN, Schematics, halved, part_map
from vision.squares.printed.signs import FIRST, SeenSign, sign_maps, signs_in, with_signs

KNOWN = 3.4
"""A tile looks like a known one by such log odds: those that are it by 4 to 7, others by 3.0."""
APART = 1.0
"""A known kind that another comes so near to is to be looked at."""
ALIKE = 0.7
"""Tiles of one kind look so much alike; of others hardly any two do."""
INSIDE = slice(3, -3)
"""The samples of a cell that show no neighbour."""
TRIED, ROUNDS = 12, 2
"""So many drawings are weighed with another number of each sign, so often."""


@dataclass(frozen=True)
class Shown:
    """Where a kind of tile is seen: the ``nth`` tile of a photo, turned by so many quarters."""

    nth: int
    quarters: int


@dataclass(frozen=True)
class Proposal:
    """The board with the tiles that were seen, where each kind is shown, and which are ``new``.

    Its status says ``SEEN`` of those that may be others.
    """

    board: TilesBoard
    shown: Mapping[str, Shown]
    new: frozenset[str]


def proposed(board: TilesBoard, style: Style, seen: Tones) -> Proposal:
    """What tiles that look so, (n, 15, 32, 32), seem to be; those of the board are known."""
    known, drawing = Schematics(board), _Drawing(board, style)
    found: dict[str, list[Shown]] = {}
    doubtful, others = set[str](), list[_Alike]()
    for nth, one in enumerate(seen):
        told = _told(known, one)
        if told.odds < KNOWN or (_is_named(board.tiles[told.tile]) and told.tile in found):
            _put_together(others, one, nth)
            continue
        if told.apart < APART:
            doubtful.add(told.tile)
        found.setdefault(told.tile, []).append(Shown(nth, told.turn))
    new = [replace(drawing.of(each.mean), id=f"new-{nth}") for nth, each in enumerate(others)]
    for tile, each in zip(new, others, strict=True):
        found[tile.id] = each.shown
        doubtful.add(tile.id)
    return _proposal(board, new, found, doubtful)


@dataclass(eq=False)
class _Alike:
    """Tiles that look the same but for a turn: what they show in all (15, 32, 32), and where."""

    whole: Tones
    shown: list[Shown]

    @property
    def mean(self) -> Tones:
        """What they show in the mean."""
        return self.whole / len(self.shown)


def _put_together(others: list[_Alike], seen: Tones, nth: int) -> None:
    """A tile with those that look as it does, or as the first of its kind."""
    turns = [np.rot90(seen, quarters, axes=(1, 2)) for quarters in range(4)]
    ways = ((_likeness(way, each.mean), each, way) for each in others for way in turns)
    best = max(ways, key=lambda way: way[0], default=None)
    if best is None or best[0] < ALIKE:
        others.append(_Alike(seen, [Shown(nth, 0)]))
        return
    best[1].whole = best[1].whole + best[2]
    best[1].shown.append(Shown(nth, 0))


def _likeness(one: Tones, other: Tones) -> float:
    """How much alike two tiles (15, 32, 32) look, up to 1: the same grounds, the same signs."""
    a, b = (each[:, INSIDE, INSIDE] for each in (one, other))
    grounds = float(np.minimum(a[: FIRST - 1], b[: FIRST - 1]).sum(axis=0).mean())
    x, y = a[FIRST:].ravel(), b[FIRST:].ravel()
    return grounds * float(x @ y / np.sqrt((x @ x) * (y @ y) + 1e-6))


@dataclass(frozen=True)
class _Told:
    """The likeliest tile, how it is turned, its log odds, and how far the next is behind."""

    tile: str
    turn: int
    odds: float
    apart: float


def _told(schematics: Schematics, seen: Tones) -> _Told:
    odds, ways = odds_of(seen, schematics.coarse), schematics.ways
    best = ways[int(odds.argmax())]
    others = (told for told, way in zip(odds, ways, strict=True) if way.tile != best.tile)
    most = float(odds.max())
    return _Told(best.tile, best.turn, most, most - max(map(float, others), default=-np.inf))


def _is_named(tile: Tile) -> bool:
    """Whether a tile is called by a name: it is there once. Others have numbers."""
    return bool(tile.printed) and not tile.printed.isdecimal()


def _proposal(
    board: TilesBoard,
    new: Sequence[Tile],
    found: Mapping[str, Sequence[Shown]],
    doubtful: set[str],
) -> Proposal:
    """The board with as many of each kind as were found; named tiles are there at any rate."""
    kept = {
        id_: tile if tile.back else with_count(tile, len(found.get(id_, ())))
        for id_, tile in board.tiles.items()
        if tile.back or id_ in found or _is_named(tile)
    }
    unseen = {id_ for id_, tile in kept.items() if not tile.back and id_ not in found}
    made, names = replace(board, tiles=kept), dict[str, str]()
    for tile in new:
        made = with_one_like(made, [*made.tiles][-1])
        like = [*made.tiles.values()][-1]
        names[tile.id] = like.id
        drawn = replace(tile, id=like.id, printed=like.printed, count=len(found[tile.id]))
        made = replace(made, tiles={**made.tiles, like.id: drawn})
    shown = {names.get(id_, id_): places[0] for id_, places in found.items()}
    status = {names.get(id_, id_): {"features": SEEN} for id_ in doubtful | unseen}
    return Proposal(replace(made, status=status), shown, frozenset(names.values()))


class _Drawing:
    """Every way in which a tile may be drawn, held against what is seen of one."""

    def __init__(self, board: TilesBoard, style: Style) -> None:
        self._board, self._style = board, style
        self._like = next(tile for tile in board.tiles.values() if not tile.back)
        self._every: tuple[Arrangement, ...] = ()
        self._tiles: list[Tile] = []
        self._maps = np.zeros((0, 1, 1, 1), np.float32)

    def of(self, seen: Tones) -> Tile:
        """The likeliest tile that looks so, (15, 32, 32), as it lies."""
        self._make()
        signs = signs_in(self._board, seen)
        odds = self._odds(seen, self._maps, signs)
        for _ in range(ROUNDS):
            likely = np.argsort(-odds)[:TRIED]
            fewer_or_more = [*self._counted(signs)]
            told = [self._odds(seen, self._maps[likely], each).max() for each in fewer_or_more]
            if not told or max(told) <= odds.max():
                break
            signs = fewer_or_more[int(np.argmax(told))]
            odds = self._odds(seen, self._maps, signs)
        drawn = self._printed(int(odds.argmax()), signs)
        return placed(self._like, drawn, self._style, self._board)

    def _make(self) -> None:
        """All drawings, once one is needed: it takes a while."""
        if self._every:
            return
        board, style = self._board, self._style
        sides = board.lattice.sides
        edges = product(EDGES, repeat=sides)
        self._every = tuple(way for each in edges for way in arrangements(each, style.middles))
        for nth, areas in enumerate(self._every):
            tile = placed(self._like, DrawnTile(sides, areas, {}), style, board)
            self._tiles.append(replace(tile, id=str(nth), turns=1))
        self._maps = Schematics(replace(board, tiles={t.id: t for t in self._tiles})).maps

    def _odds(self, seen: Tones, maps: Tones, signs: Sequence[SeenSign]) -> Tones:
        return odds_of(seen, halved(with_signs(maps, sign_maps(self._board, signs))))

    def _counted(self, signs: Sequence[SeenSign]) -> Iterator[list[SeenSign]]:
        """The same signs, one more or fewer of one."""
        most = {sign.kind: sign.most for its in self._style.signs.values() for sign in its}
        for nth, each in enumerate(signs):
            for number in (each.number - 1, each.number + 1):
                if 0 < number <= most.get(each.kind, 1):
                    yield [*signs[:nth], replace(each, number=number), *signs[nth + 1 :]]

    def _printed(self, row: int, signs: Sequence[SeenSign]) -> DrawnTile:
        """A drawing with these signs in the nearest areas that may have them."""
        areas, style, board = self._every[row], self._style, self._board
        _, masks = part_map(board, self._tiles[row])
        away = [cv2.distanceTransform((m < 0.5).astype(np.uint8), cv2.DIST_L2, 5) for m in masks]
        size = masks.shape[-1]
        step_mm = SPAN * board.lattice.apart_mm / size
        printed: dict[Area, dict[str, int]] = {}
        for each in signs:
            column, line = np.clip(each.at_mm / step_mm + size / 2, 0, size - 1).astype(int)
            may = [
                (float(far[line, column]), nth, sign.most)
                for nth, (area, far) in enumerate(zip(areas, away, strict=True))
                for sign in style.signs.get(style.kinds.get(area.drawn, ""), ())
                if sign.kind == each.kind
            ]
            if may:
                _, nth, most = min(may)
                there = printed.setdefault(areas[nth], {})
                there[each.kind] = min(there.get(each.kind, 0) + each.number, most)
        return DrawnTile(board.lattice.sides, areas, printed)
