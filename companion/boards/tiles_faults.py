"""What no single field of a table of tiles can show: ids, spots and layouts held together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from companion.boards.tiles_board import CELL, Feature, Layout, PrintedPlace, Spot, Tile, TilesBoard
from companion.files.fields import Field, each_once, shown
from companion.reading import EMPTY, HIDDEN
from companion.saying.phrase import Phrase

NEAREST_MM = 3.0
"""Spots nearer than this can't be told apart by a camera."""
MOST_PLACES = 50_000
NONE = Tile("", (), 1, back=True)


class Given(NamedTuple):
    """The parts of a file as they stand in it, doubled ones too."""

    file: Field
    tiles: Sequence[Tile]
    layouts: Sequence[Layout]
    beside: Sequence[PrintedPlace]


def check_tiles(given: Given, board: TilesBoard) -> None:
    """Add to the file's faults; the board holds each id once."""
    tiles = [*zip(given.file.get("tiles").children(), given.tiles, strict=True)]
    layouts = [*zip(given.file.get("layouts").children(), given.layouts, strict=True)]
    each_once([(field.get("id"), tile.id) for field, tile in tiles], Phrase("another-tile"))
    each_once([(field.get("id"), each.id) for field, each in layouts], Phrase("another-layout"))
    kinds: dict[str, str] = {}
    for field, tile in tiles:
        _check_tile(field, tile, board)
        _check_spots(field, tile, board, kinds)
        _check_features(field, tile, board)
    if tiles and all(tile.back for tile in given.tiles):
        given.file.get("tiles").fault("only-backs")
    for field, layout in layouts:
        _check_layout(field, layout, board)
    _check_beside(given.file.get("places"), given.beside, board)
    _check_pieces(given.file.get("pieces"), board)
    count = len(board.cells) * (1 + len(board.spots_of_tiles)) + len(given.beside)
    if not (layouts or board.cells or given.file.faults):
        given.file.get("lattice").fault("no-cell-on-table")
    if count > MOST_PLACES:
        given.file.fault("too-many-cells", count=count, most=MOST_PLACES)


def _check_tile(field: Field, tile: Tile, board: TilesBoard) -> None:
    """It looks alike after a whole share of a full turn; face down there is nothing to stand on."""
    sides = board.lattice.sides
    if sides % tile.turns:
        known = ", ".join(str(turns) for turns in range(1, sides + 1) if not sides % turns)
        field.get("turns").fault("tile-turns", turns=tile.turns, known=known)
    if tile.back and (tile.spots or tile.features or tile.turns != 1):
        field.fault("back-with-spots")
    if tile.id in {EMPTY, HIDDEN}:
        field.get("id").fault("kind-name-reserved", name=shown(tile.id))


def _check_spots(field: Field, tile: Tile, board: TilesBoard, kinds: dict[str, str]) -> None:
    """Each on its tile, apart from the others, of one kind on whatever tile: ``kinds``, filled."""
    spots = [*zip(field.get("spots").children(), tile.spots, strict=True)]
    each_once([(here.get("id"), spot.id) for here, spot in spots], Phrase("another-spot"))
    for index, (here, spot) in enumerate(spots):
        if spot.kind == CELL:
            here.get("kind").fault("spot-kind-cell", kind=shown(CELL))
        elif kinds.setdefault(spot.id, spot.kind) != spot.kind:
            here.get("kind").fault(
                "spot-of-other-kind", kind=shown(spot.kind), other=shown(kinds[spot.id])
            )
        if not _is_on_tile(spot, board):
            here.fault("spot-off-tile")
        for _, other in spots[:index]:
            apart_mm = math.dist((spot.x_mm, spot.y_mm), (other.x_mm, other.y_mm))
            if spot.id != other.id and apart_mm < NEAREST_MM:
                here.fault("places-too-near", other=other.id, apart=f"{NEAREST_MM:.3g}")


def _check_features(field: Field, tile: Tile, board: TilesBoard) -> None:
    """Each with an id of its own, on its tile, with spots that the tile has."""
    features = [*zip(field.get("features").children(), tile.features, strict=True)]
    each_once([(here.get("id"), each.id) for here, each in features], Phrase("another-feature"))
    there = {spot.id for spot in tile.spots}
    for here, feature in features:
        for said, spot in zip(here.get("spots").children(), feature.spots, strict=True):
            if spot and spot not in there:
                said.fault("no-such-spot", spot=shown(spot))
        if not _is_on_tile(feature, board):
            here.fault("spot-off-tile")


def _check_beside(field: Field, beside: Sequence[PrintedPlace], board: TilesBoard) -> None:
    """Each printed place with an id of its own, apart from the others, and none of them a cell."""
    places = [*zip(field.children(), beside, strict=True)]
    each_once([(here.get("id"), each.id) for here, each in places], Phrase("another-place"))
    for index, (here, place) in enumerate(places):
        if place.kind == CELL:
            here.get("kind").fault("spot-kind-cell", kind=shown(CELL))
        for _, other in places[:index]:
            apart_mm = math.dist((place.x_mm, place.y_mm), (other.x_mm, other.y_mm))
            if place.id != other.id and apart_mm < NEAREST_MM:
                here.fault("places-too-near", other=other.id, apart=f"{NEAREST_MM:.3g}")
        if _is_known(place, board):
            cell = board.cell_at.get(board.lattice.nearest(place.x_mm, place.y_mm))
            if cell is not None:
                here.fault("place-under-tile", cell=cell.id)


def _is_known(place: PrintedPlace, board: TilesBoard) -> bool:
    return board.lattice.is_known and math.isfinite(place.x_mm + place.y_mm)


def _is_on_tile(printed: Spot | Feature, board: TilesBoard) -> bool:
    """Whether it lies nearer to the middle of its tile than to that of any beside it."""
    at = printed.at_mm if isinstance(printed, Feature) else (printed.x_mm, printed.y_mm)
    lattice = board.lattice
    if at is None or not (lattice.is_known and math.isfinite(sum(at))):
        return True  # told as a fault of its own
    return lattice.nearest(lattice.x_mm + at[0], lattice.y_mm + at[1]) == (0, 0)


def _check_layout(field: Field, layout: Layout, board: TilesBoard) -> None:
    """Cells on the table, each once, and a tile for each of them."""
    cells = field.get("cells")
    each_once(zip(cells.children(), layout.cells, strict=True), Phrase("another-cell"))
    for here, cell in zip(cells.children(), layout.cells, strict=True):
        if cell in board.cells and not board.is_on_table(board.cells[cell].at):
            here.fault("cell-off-table")
    there = sum(tile.count for tile in board.tiles.values() if not tile.back)
    if len(layout.cells) > there > 0:
        cells.fault("more-cells-than-tiles", cells=len(layout.cells), tiles=there)
    in_box = [(here, here.value) for here in field.get("in_box").children()]
    named = [(here, tile) for here, tile in in_box if isinstance(tile, str)]
    each_once(named, Phrase("another-tile"))
    for here, tile in named:
        if board.tiles.get(tile, NONE).back:
            here.fault("no-such-tile", tile=shown(tile))


def _check_pieces(field: Field, board: TilesBoard) -> None:
    for name, form in board.pieces.items():
        if form.kinds_of and (form.kinds_of == name or form.kinds_of not in board.pieces):
            known = ", ".join(each for each in board.pieces if each != name) or "-"
            said = field.get(name).get("kinds_of")
            said.fault("no-such-form", form=shown(form.kinds_of), known=known)
        for kind in form.kinds:
            if kind.name in {EMPTY, HIDDEN}:
                field.get(name).get("kinds").fault("kind-name-reserved", name=shown(kind.name))
