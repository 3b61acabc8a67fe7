"""A table of tiles: cells of a lattice, each free or with a tile that lies there turned.

It stands beside the boards of islands and of stops. ``shape`` is all that tells hexagons from
squares. What tiles may lie there, and what is printed on them, is known; which lie where is told by
a position: ``cell/3,-1`` -> ``a7/2``, tile a7 turned twice. The places on a tile have ids below its
cell's, ``cell/3,-1/minister``, and go with it: ``lying`` is the board with them where they are.
``tiles_file`` reads and checks the file form. Lengths are millimetres, x to the right, y down.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.boards.board import Board, Box, Kind, Place
from companion.boards.lattice import At, Lattice, Shape, turned
from companion.cards.card import Card
from companion.errors import InputError
from companion.position import Position

CELL = "cell"
"""What a cell is among the kinds of places; no place on a tile is one."""
DRAWN = ("way", "ground", "water")
"""How a feature may be drawn besides its plate."""
BESIDE_MM = 14.0
"""So far a printed place reaches from its middle."""
EDGE_MM = 0.5
"""A tile may lie so far over the edge of the table, as measures are rounded."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place for one tile: ``cell/Q,R``, and its middle."""

    id: str
    at: At
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a tile: from the tile's middle, in the tile's own frame, which is not turned.

    On a board it has the id of its cell before its own.
    """

    id: str
    kind: str
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """A place that lies fixed beside the tiles, as on an action board; ``printed`` stands on it.

    A chart writes ``said`` instead, where that is given: it is larger, and shorter. ``sign`` is
    drawn before the place: what the row that begins here is for.
    """

    id: str
    kind: str
    x_mm: float
    y_mm: float
    printed: str = ""
    said: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Feature:
    """A thing printed on a tile: a port, a town.

    ``spots`` are those of the tile that belong to it, ``sides`` those that it reaches, counted from
    the first as the tile's turns are; ``halves`` are halves of sides, two of each, counted the same
    way round. ``number`` and ``sign`` are what is printed with it: a level, a kind of goods.
    ``at_mm`` is where it is, from the tile's middle in its own frame; None where that is not told.
    ``drawn`` is how it is drawn: a ``way`` leads from its sides to the middle, ``ground`` fills the
    tile from them, ``water`` is all of it that nothing else covers; empty for a plate alone.
    """

    id: str
    kind: str
    spots: tuple[str, ...] = ()
    sides: tuple[int, ...] = ()
    number: int | None = None
    sign: str = ""
    at_mm: tuple[float, float] | None = None
    halves: tuple[int, ...] = ()
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile, or ``count`` that are alike; ``printed`` is what stands on it, where anything does.

    It looks different in so many ``turns``. A tile that is a ``back`` lies face down: what it is
    is not known, it looks alike in every turn, and there may be any number. ``features`` are what
    is printed on it besides its places.
    """

    id: str
    spots: tuple[Spot, ...]
    turns: int
    printed: str = ""
    count: int = 1
    back: bool = False
    features: tuple[Feature, ...] = ()


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile as it lies: turned so many times, each by the angle between two neighbours."""

    tile: str
    turn: int

    def __str__(self) -> str:
        """The answer to what lies on a cell."""
        return f"{self.tile}/{self.turn}"


@dataclass(frozen=True, slots=True)
class Layout:
    """Which cells are used by so many players; ``marked`` are those with a printed mark, by it.

    ``in_box`` are the tiles that stay in the box; None where it is as it comes with the game.
    """

    id: str
    players: tuple[int, ...]
    cells: tuple[str, ...]
    marked: Mapping[str, str] = field(default_factory=dict)
    in_box: frozenset[str] | None = None

    def with_mark(self, mark: str) -> tuple[str, ...]:
        """The cells with a mark, in the order of the layout."""
        return tuple(cell for cell in self.cells if self.marked.get(cell) == mark)


FIGURE_THICK = 0.62
"""A wooden figure is so thick, against its width; no board file says so."""


@dataclass(frozen=True, slots=True)
class PieceType:
    """Pieces of one form: a box of this size, in these kinds.

    ``at`` are the kinds of places on which they lie; none where they may lie on any. ``kinds_of``
    names another form, in whose kinds these come too: a player's token has the colour of his cubes.
    """

    length_mm: float
    width_mm: float
    height_mm: float
    kinds: tuple[Kind, ...]
    at: tuple[str, ...] = ()
    kinds_of: str = ""

    @property
    def is_figure(self) -> bool:
        """Whether they are figures, which stand or lie: higher than wide."""
        return self.height_mm > max(self.length_mm, self.width_mm)


@dataclass(frozen=True)
class TilesBoard(Board):
    """A table of tiles, as checked by ``tiles_file``.

    With ``layouts`` the table is laid out before the game; without, it grows. ``laid`` is what lies
    where, None for the table as such: then every cell has every spot that any tile has, not turned.
    """

    lattice: Lattice = field(default_factory=lambda: Lattice(Shape.SQUARES, 0, 0, 1))
    cells: Mapping[str, Cell] = field(default_factory=dict)
    tiles: Mapping[str, Tile] = field(default_factory=dict)
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    pieces: Mapping[str, PieceType] = field(default_factory=dict)
    printed_places: Mapping[str, PrintedPlace] = field(default_factory=dict)
    """What lies beside the tiles and never moves, by its id."""
    laid: Mapping[str, Lying] | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """What cells of a table laid out before the game are called; on one that grows none is."""
    cards: Mapping[str, Card] = field(default_factory=dict)
    """What is printed on cards or tokens, where it is not as it comes with the game."""

    def __hash__(self) -> int:
        """As any board's; its mappings have none."""
        return super().__hash__()

    @cached_property
    def kinds_of_places(self) -> Mapping[str, Mapping[str, Place]]:
        """Cells, the places on tiles by their kinds, and those beside; where laid, as it lies."""
        places: dict[str, dict[str, Place]] = {CELL: dict(self.cells)}
        places |= {spot.kind: {} for spot in self.spots_of_tiles}
        for cell in self.cells.values():
            for spot in self._spots_at(cell):
                places[spot.kind][spot.id] = spot
        for fixed in self.printed_places.values():
            places.setdefault(fixed.kind, {})[fixed.id] = fixed
        return places

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """Every kind of piece; a tile is none."""
        return {kind.name: kind for form in self.pieces.values() for kind in form.kinds}

    @property
    def made_of(self) -> list[object]:
        """Cells, tiles with what is on them, layouts and pieces, without their coordinates."""
        tiles = [_tile_made_of(tile) for tile in self.tiles.values()]
        layouts = [
            [each.id, each.players, each.cells, sorted(each.marked.items())]
            + ([] if each.in_box is None else [sorted(each.in_box)])
            for each in self.layouts.values()
        ]
        shape, kinds = self.lattice.shape.value, sorted(self.kinds)
        beside = [[each.id, each.kind] for each in self.printed_places.values()]
        every: list[object] = [shape, sorted(self.cells), tiles, layouts, kinds]
        every += [beside] if beside else []
        cards = [[each.id, each.number, sorted(each.signs)] for each in self.cards.values()]
        return [*every, cards] if cards else every

    @cached_property
    def spots_of_tiles(self) -> tuple[Spot, ...]:
        """Every place that some tile has, each id once."""
        spots: dict[str, Spot] = {}
        for tile in self.tiles.values():
            spots = {**{spot.id: spot for spot in tile.spots}, **spots}
        return tuple(spots.values())

    @cached_property
    def _kinds_of_spots(self) -> Mapping[str, str]:
        return {spot.id: spot.kind for spot in self.spots_of_tiles}

    @cached_property
    def cell_at(self) -> Mapping[At, Cell]:
        """The cells by their two numbers."""
        return {cell.at: cell for cell in self.cells.values()}

    def beside(self, cell: str) -> tuple[str, ...]:
        """The cells next to one, as far as the table has them, the one along its row first."""
        near = self.lattice.beside(self.cells[cell].at)
        return tuple(self.cell_at[at].id for at in near if at in self.cell_at)

    def distance(self, one: str, other: str) -> int:
        """How many steps lead from one cell to another, whatever lies between."""
        return self.lattice.distance(self.cells[one].at, self.cells[other].at)

    def is_on_table(self, at: At) -> bool:
        """Whether a cell lies on the table whole."""
        return all(
            -EDGE_MM <= x_mm <= self.width_mm + EDGE_MM
            and -EDGE_MM <= y_mm <= self.height_mm + EDGE_MM
            for x_mm, y_mm in self.lattice.corners(at)
        )

    def read(self, answer: str) -> Lying | None:
        """What an answer says lies on a cell; None where no tile of the board lies so."""
        name, _, turn = answer.partition("/")
        tile = self.tiles.get(name)
        if tile is None or not (turn.isascii() and turn.isdigit() and len(turn) == 1):
            return None
        return Lying(name, int(turn)) if int(turn) < tile.turns else None

    def ways_to_lie(self, tile: str) -> tuple[Lying, ...]:
        """The turns in which a tile looks different."""
        return tuple(Lying(tile, turn) for turn in range(self.tiles[tile].turns))

    def cell_of(self, place: str) -> str:
        """The cell that a place on a tile is on; a cell is its own, as is a place beside tiles."""
        if place in self.printed_places:
            return place
        return "/".join(place.split("/")[:2])

    def may_lie_at(self, place: str) -> tuple[str, ...]:
        """On a cell every tile in every turn, elsewhere every kind of piece."""
        if place not in self.cells:
            return tuple(self.kinds)
        return tuple(str(way) for tile in self.tiles for way in self.ways_to_lie(tile))

    def spot_kind(self, place: str) -> str:
        """Of which kind a place on a tile or beside them is, wherever the tile lies."""
        if place in self.printed_places:
            return self.printed_places[place].kind
        return self._kinds_of_spots.get(place.rpartition("/")[2], "")

    def forms_at(self, kind_of_place: str) -> dict[str, tuple[Kind, ...]]:
        """The forms of pieces that lie on such places, by name, each with its kinds."""
        return {
            name: (*form.kinds, *self.pieces[form.kinds_of].kinds) if form.kinds_of else form.kinds
            for name, form in self.pieces.items()
            if not form.at or kind_of_place in form.at
        }

    def lying(self, position: Position) -> TilesBoard:
        """The board as it lies: tiles with their places where they are, and the cells around.

        Cells are those within a step of a tile; where the table was laid out before, those that
        lie there, and the marked ones of a layout of which all others do: they are still to be
        chosen. What the board does not know lies on its cell without a place.
        """
        told = {cell: said for cell, said in position.places.items() if cell in self.cells}
        laid = {cell: self.read(said) or Lying(said, 0) for cell, said in told.items()}
        near = dict.fromkeys(laid)
        if not self.layouts:
            near |= dict.fromkeys(other for cell in laid for other in self.beside(cell))
        for layout in self.layouts.values():
            if laid and set(layout.cells) - set(layout.marked) <= set(laid) <= set(layout.cells):
                near |= dict.fromkeys(layout.marked)
        return replace(self, laid=laid, cells={c: self.cells[c] for c in near or self._first})

    @property
    def box_mm(self) -> Box:
        """Around what lies, the cells beside it and the printed places; else all of the table."""
        if self.laid is None:
            return super().box_mm
        corners = [point for cell in self.cells.values() for point in self.lattice.corners(cell.at)]
        corners += [
            (place.x_mm + east, place.y_mm + south)
            for place in self.printed_places.values()
            for east, south in ((-BESIDE_MM, -BESIDE_MM), (BESIDE_MM, BESIDE_MM))
        ]
        left, top = (min(point[side] for point in corners) for side in (0, 1))
        right, bottom = (max(point[side] for point in corners) for side in (0, 1))
        return left, top, right - left, bottom - top

    def outline(self, place: str) -> tuple[tuple[float, float], ...]:
        """The corners of a cell; the middle of a place on a tile."""
        if place in self.cells:
            return self.lattice.corners(self.cells[place].at)
        return super().outline(place)

    @property
    def grows(self) -> bool:
        """What a page shows of it, as it lies, follows what lies there."""
        return self.laid is not None

    @property
    def keeps_shape(self) -> bool:
        """A table that was laid out before the game has one shape; one that grows has not."""
        return bool(self.layouts)

    @property
    def _first(self) -> tuple[str, ...]:
        """The cell in the middle of the table: where the first tile comes to lie."""
        middle = self.lattice.nearest(self.width_mm / 2, self.height_mm / 2)
        nearest = min(self.cell_at, key=lambda at: self.lattice.distance(at, middle))
        return (self.cell_at[nearest].id,)

    def _spots_at(self, cell: Cell) -> Iterator[Spot]:
        """The places on the tile of a cell, where they lie on the table."""
        lies = None if self.laid is None else self.laid.get(cell.id)
        tile = None if lies is None else self.tiles.get(lies.tile)
        spots = () if tile is None else tile.spots
        turn = self.lattice.turned_deg + (lies.turn * 360 / self.lattice.sides if lies else 0)
        for spot in self.spots_of_tiles if self.laid is None else spots:
            east, south = turned((spot.x_mm, spot.y_mm), turn)
            yield Spot(f"{cell.id}/{spot.id}", spot.kind, cell.x_mm + east, cell.y_mm + south)


def _tile_made_of(tile: Tile) -> list[object]:
    """What of a tile a game depends on."""
    spots = [[spot.id, spot.kind] for spot in tile.spots]
    made: list[object] = [tile.id, tile.turns, tile.count, tile.back, spots]
    features = [
        [each.id, each.kind, each.spots, each.sides, each.number, each.sign]
        + ([each.halves] if each.halves else [])
        for each in tile.features
    ]
    return [*made, features] if features else made


def of_tiles(board: Board) -> TilesBoard:
    """The same board, for who can do nothing with another kind; raises InputError for one."""
    if not isinstance(board, TilesBoard):
        raise InputError("no-table-of-tiles", name=board.name)
    return board


def names_of(cells: Iterable[Cell]) -> Mapping[str, str]:
    """Each cell's name: a letter for its row from the top, its number in the row from the left.

    Rows beyond the alphabet have none.
    """
    rows: dict[int, list[str]] = {}
    for cell in sorted(cells, key=lambda cell: (round(cell.y_mm), cell.x_mm)):
        rows.setdefault(round(cell.y_mm), []).append(cell.id)
    named = zip(string.ascii_uppercase, rows.values(), strict=False)
    return {cell: f"{row}{nth}" for row, there in named for nth, cell in enumerate(there, 1)}


def cell_id(at: At) -> str:
    """The id of a cell: ``cell/3,-1``."""
    return f"{CELL}/{at[0]},{at[1]}"
