"""A tile whose areas are drawn, as its page shows it: its sides, its areas, the signs in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from markupsafe import Markup

from calibration.own_tiles.arrangements import EDGES, WATER, Area, Arrangement, arrangements
from calibration.own_tiles.placing import placed
from calibration.own_tiles.printed_areas import DrawnTile, Sign, Style, drawn_tile, style_of
from companion.board_drawing.layer import draw_picture
from companion.boards.position_file import position_of
from companion.boards.tiles_board import Tile, TilesBoard
from companion.games import game_called
from companion.play.words import AnyWords
from web.own_tiles.shown import DRAWN_PX
from web.words.language import gettext


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the tile: its number, where it is and what it shows; ``next`` after a tap."""

    nth: int
    said: str
    next: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """One way in which the sides may hang together: its number, and its picture."""

    nth: int
    said: str
    picture: Markup
    chosen: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """So many of a sign, as a button says it, and whether so many are there."""

    value: str
    said: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Printable:
    """What may be printed in an area, and how many of it."""

    said: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ShownArea:
    """An area: its number in the drawing, with its words, and what may be printed in it."""

    said: str
    signs: tuple[Printable, ...]


@dataclass(frozen=True, slots=True)
class ShownAreas:
    """A tile with its sides, and the tiles before and after it."""

    id: str
    said: str
    count: int
    sides: tuple[Side, ...]
    ways: tuple[Drawn, ...]
    areas: tuple[ShownArea, ...]
    before: str
    after: str
    drawn_px: int = DRAWN_PX


@cache
def style_of_game(game: str) -> Style | None:
    """How the tiles that come with a game are drawn; None where no areas are."""
    shipped = game_called(game).shipped_board()
    return style_of(shipped) if isinstance(shipped, TilesBoard) else None


def shown_areas(board: TilesBoard, tile: Tile, words: AnyWords) -> ShownAreas | None:
    """A tile as its page shows it; None where no areas are drawn on such tiles."""
    style = style_of_game(board.game)
    if style is None:
        return None
    drawn = drawn_tile(tile, style, board.lattice.sides)
    faces = [each.id for each in board.tiles.values() if not each.back]
    here = faces.index(tile.id)
    wheres = _wheres()
    return ShownAreas(
        tile.id,
        tile.printed or tile.id,
        tile.count,
        tuple(_sides(drawn, style, words, wheres)),
        tuple(_ways(board, tile, drawn, style)),
        tuple(_areas(drawn, style, words, wheres)),
        faces[here - 1],
        faces[(here + 1) % len(faces)],
    )


def _wheres() -> Sequence[str]:
    return (
        gettext("on the right"),
        gettext("at the bottom"),
        gettext("on the left"),
        gettext("at the top"),
    )


def _kind(drawn: str, style: Style, words: AnyWords) -> str:
    return words.named("spot", style.kinds.get(drawn, drawn))


def _sides(
    drawn: DrawnTile, style: Style, words: AnyWords, wheres: Sequence[str]
) -> Iterator[Side]:
    for nth, edge in enumerate(drawn.edges):
        after = EDGES[(EDGES.index(edge) + 1) % len(EDGES)]
        said = gettext("%(where)s: %(what)s") % {
            "where": wheres[nth],
            "what": _kind(edge, style, words),
        }
        yield Side(nth, said, _kind(after, style, words))


def _ways(board: TilesBoard, tile: Tile, drawn: DrawnTile, style: Style) -> Iterator[Drawn]:
    """Every way to draw these sides, with a picture; none where there is but one."""
    found = arrangements(drawn.edges, style.middles)
    cell = next(iter(board.cells))
    lies = position_of(board, {cell: f"{tile.id}/0"})
    for nth, areas in enumerate(found if len(found) > 1 else ()):
        plain = replace(placed(tile, drawn.arranged(areas), style, board), printed=" ", turns=1)
        seen = replace(board, tiles={tile.id: plain})
        picture = Markup(draw_picture(seen, lies, ()))
        said = gettext("Drawn like this: %(nth)s") % {"nth": nth + 1}
        yield Drawn(nth, said, picture, _same(areas, drawn.areas))


def _same(one: Arrangement, other: Arrangement) -> bool:
    return frozenset(one) == frozenset(other)


def _areas(
    drawn: DrawnTile, style: Style, words: AnyWords, wheres: Sequence[str]
) -> Iterator[ShownArea]:
    for nth, area in enumerate(drawn.areas):
        signs = style.signs.get(style.kinds.get(area.drawn, ""), ())
        said = gettext("%(nth)d: %(what)s") % {
            "nth": nth + 1,
            "what": _kind(area.drawn, style, words),
        }
        if area.drawn != WATER and area.reaches:
            said = f"{said}, {', '.join(wheres[side] for side in area.reaches)}"
        printable = (_printable(nth, sign, _there(drawn, area, sign), words) for sign in signs)
        yield ShownArea(said, tuple(printable))


def _there(drawn: DrawnTile, area: Area, sign: Sign) -> int:
    return drawn.printed.get(area, {}).get(sign.kind, 0)


def _printable(nth: int, sign: Sign, there: int, words: AnyWords) -> Printable:
    numbers = range(max(sign.most, there) + 1)
    yes_no = (gettext("no"), gettext("yes"))
    said = [str(number) if sign.counted else yes_no[number > 0] for number in numbers]
    choices = (
        Choice(f"{nth}.{sign.kind}.{number}", said[number], number == there) for number in numbers
    )
    return Printable(words.named("spot", sign.kind), tuple(choices))
