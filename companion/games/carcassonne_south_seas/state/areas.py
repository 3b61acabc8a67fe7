"""Bridges, islands, seas and markets as they run over the tiles: a pure function of what lies.

Two parts are one area where they meet along a side, for a sea along half a side: corners join
nothing (rule 57), and what lies between two seas parts them (rules 58 and 59).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.boards.lattice import At
from companion.boards.tiles_board import TilesBoard
from companion.games.carcassonne_south_seas.state.parts import HALVES, SIDES, Part, parts_of
from companion.games.carcassonne_south_seas.terms.goods import MARKET, SEA

Around = tuple[tuple[int, int], ...]
AROUND: Around = tuple((q, r) for r in (-1, 0, 1) for q in (-1, 0, 1) if (q, r) != (0, 0))
"""The eight cells around one. Rule 37."""


@dataclass(frozen=True, slots=True)
class Area:
    """A connected area: its places, and how many of its ends lead to no tile yet.

    ``goods`` are its shells or bananas; ``fish`` its fish groups by their places, covered ones too;
    ``boats`` the cells from which a fishing boat is in it.
    """

    kind: str
    places: tuple[str, ...]
    open_ends: int
    goods: int = 0
    fish: tuple[tuple[str, int], ...] = ()
    boats: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Closed on every side. Rules 27, 29, 31 and 37."""
        return self.open_ends == 0


@dataclass(frozen=True, slots=True)
class _Node:
    place: str
    cell: str
    at: At
    part: Part
    ends: tuple[int, ...]


def areas_of(board: TilesBoard, tiles: Mapping[str, str]) -> Mapping[str, Area]:
    """The area of each place on the tiles that lie there, by the place.

    Most facts leave the tiles alone, and who follows a table asks of the same ones very often.
    """
    return _areas_of(board, tuple(tiles.items()))


@lru_cache(maxsize=256)
def _areas_of(board: TilesBoard, lie: tuple[tuple[str, str], ...]) -> Mapping[str, Area]:
    tiles = dict(lie)
    nodes = [*_nodes(board, tiles)]
    taken = {board.cells[cell].at for cell in tiles if cell in board.cells}
    owner = {(n.at, n.part.kind, end): i for i, n in enumerate(nodes) for end in n.ends}
    root = [*range(len(nodes))]
    for i, node in enumerate(nodes):
        for end in node.ends:
            near, meets = _across(board, node, end)
            other = owner.get((near, node.part.kind, meets))
            if other is not None:
                root[_find(root, i)] = _find(root, other)
    members: dict[int, list[_Node]] = {}
    for i, node in enumerate(nodes):
        members.setdefault(_find(root, i), []).append(node)
    areas = [_area(board, each, taken) for each in members.values()]
    return {place: area for area in areas for place in area.places}


def _nodes(board: TilesBoard, tiles: Mapping[str, str]) -> Iterator[_Node]:
    for cell, answer in tiles.items():
        lies = board.read(answer)
        if lies is None or cell not in board.cells:
            continue
        for part in parts_of(board.tiles[lies.tile]):
            count, step = (HALVES, 2) if part.kind == SEA else (SIDES, 1)
            ends = tuple((end + step * lies.turn) % count for end in part.ends)
            yield _Node(f"{cell}/{part.spot}", cell, board.cells[cell].at, part, ends)


def _across(board: TilesBoard, node: _Node, end: int) -> tuple[At, int]:
    """The cell behind an end, and the end that meets it there."""
    side = end // 2 if node.part.kind == SEA else end
    near = board.lattice.beside(node.at)[side]
    opposite = (side + SIDES // 2) % SIDES
    return near, 2 * opposite + 1 - end % 2 if node.part.kind == SEA else opposite


def _find(root: list[int], i: int) -> int:
    while root[i] != i:
        root[i] = root[root[i]]
        i = root[i]
    return i


def _area(board: TilesBoard, nodes: list[_Node], taken: set[At]) -> Area:
    kind = nodes[0].part.kind
    if kind == MARKET:
        q, r = nodes[0].at
        ends = sum((q + east, r + south) not in taken for east, south in AROUND)
    else:
        ends = sum(_across(board, node, end)[0] not in taken for node in nodes for end in node.ends)
    return Area(
        kind,
        tuple(node.place for node in nodes),
        ends,
        sum(node.part.goods for node in nodes),
        tuple((f"{node.cell}/{spot}", n) for node in nodes for spot, n in node.part.fish),
        tuple(node.cell for node in nodes if node.part.boat),
    )
