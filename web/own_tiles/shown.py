"""A tile as its page shows it: its places numbered, what is printed on it, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from calibration.own_tiles.changes import kinds_of_features, kinds_of_spots, signs
from calibration.own_tiles.shelf import OwnTiles
from companion.board_drawing.layer import draw_picture
from companion.board_drawing.tiles import draw_tile
from companion.boards.position_file import position_of
from companion.boards.tiles_board import Feature, Lying, Tile, TilesBoard
from companion.boards.tiles_file import SEEN
from companion.drawing.svg import element, group, number, text
from companion.errors import Fault
from companion.play.words import AnyWords
from companion.saying.phrase import Phrase
from web.own_tiles.form import ONE_MORE, side_mm

DRAWN_PX = 288
"""How large a tile is drawn, on every screen: a tap is told in these pixels."""
STYLE = (
    "text{text-anchor:middle;font:700 4px sans-serif}"
    ".feature rect:not([fill]){fill:#fdfaf0;stroke:#6b7148;stroke-width:.4}"
    ".feature text:not([fill]),.printed{fill:#1f3a4d}.notch{fill:#6b7148}"
    ".numbers text{stroke:#1f3a4d;stroke-width:1;paint-order:stroke}"
)
"""Of a picture of its own, which no style of a page reaches."""


@dataclass(frozen=True, slots=True)
class ShownSpot:
    """A place: its id, its number in the drawing, and its words."""

    id: str
    nth: int
    said: str
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class ShownFeature:
    """What is printed on a tile, or one thing more that may be; then ``kind`` is empty."""

    id: str
    kind: str = ""
    number: int | None = None
    sign: str = ""
    spots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile, whether it was changed or may be another, its places and features.

    ``kinds`` are those of places, ``printed`` those of features, ``signs`` what may stand with one:
    each with its words.
    """

    id: str
    said: str
    changed: bool
    doubtful: bool
    count: int
    picture: Markup
    spots: tuple[ShownSpot, ...] = ()
    features: tuple[ShownFeature, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    printed: tuple[tuple[str, str], ...] = ()
    signs: tuple[tuple[str, str], ...] = ()


def shown_tile(own: OwnTiles, tile: Tile, words: AnyWords | None = None) -> ShownTile:
    """A tile for a list of all, or with its parts where there are words for them."""
    cell = next(iter(own.board.cells))
    small = Markup(draw_picture(own.board, position_of(own.board, {cell: f"{tile.id}/0"}), ()))
    said = tile.printed or tile.id
    changed, doubtful = tile.id in own.changed, is_doubtful(own.board, tile)
    if words is None:
        return ShownTile(tile.id, said, changed, doubtful, tile.count, small)
    kinds = tuple((kind, words.named("spot", kind)) for kind in kinds_of_spots(own.board))
    return ShownTile(
        tile.id,
        said,
        changed,
        doubtful,
        tile.count,
        small,
        tuple(_spots(tile, words)),
        (*map(_feature, tile.features), ShownFeature(ONE_MORE)),
        kinds,
        tuple((kind, words.named("island", kind)) for kind in kinds_of_features(own.board)),
        tuple((sign, words.piece(sign, "")) for sign in signs(own.board)),
    )


def fault_on(tile: ShownTile, fault: Fault) -> Fault:
    """The first thing wrong with a tile, of its places as they are numbered, not as in a file."""
    first = fault.params.get("fault", fault)
    if not isinstance(first, Fault):
        return fault
    named = {spot.id: f"{spot.said} ({spot.nth})" for spot in tile.spots}
    params = {word: named.get(str(value), value) for word, value in first.params.items()}
    *_, among, name = ("", "", *first.place.replace("/", " ").split())
    where = named.get(name, Phrase("new-place") if among.startswith("spots[") else None)
    return Fault(first.code, *((where,) if where else first.places), **params)


def is_doubtful(board: TilesBoard, tile: Tile) -> bool:
    """Whether a tile is as a photo was read, and nobody has said yet whether that is right."""
    return SEEN in board.status.get(tile.id, {}).values()


def tile_picture(board: TilesBoard, tile: Tile) -> str:
    """A whole SVG document of one tile, not turned, each of its places with its number."""
    side = side_mm(board)
    at = {spot.id: spot for spot in tile.spots}
    areas = [at[each.spots[0]] for each in areas_of_tile(tile) if each.spots]
    numbers = (
        text(str(nth), spot.x_mm, spot.y_mm + 2, font_size=6, fill="#ffffff")
        for nth, spot in enumerate(areas or tile.spots, 1)
    )
    shown = replace(tile, printed=" ") if areas else tile
    return element(
        "svg",
        element("style", STYLE),
        draw_tile(replace(board, tiles={tile.id: shown}), Lying(tile.id, 0)),
        group("numbers", numbers),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (-side / 2, -side / 2, side, side))),
    )


def areas_of_tile(tile: Tile) -> tuple[Feature, ...]:
    """The areas that are drawn on a tile, with what stands in its middle; none on other tiles."""
    if not any(each.drawn for each in tile.features):
        return ()
    own = {each.spots[0] for each in tile.features if each.drawn and each.spots}
    return tuple(each for each in tile.features if each.drawn or not own & {*each.spots})


def _spots(tile: Tile, words: AnyWords) -> Iterator[ShownSpot]:
    for nth, spot in enumerate(tile.spots, 1):
        said = words.named("spot", spot.kind)
        yield ShownSpot(spot.id, nth, said, spot.x_mm, spot.y_mm)


def _feature(feature: Feature) -> ShownFeature:
    return ShownFeature(feature.id, feature.kind, feature.number, feature.sign, feature.spots)
