"""How own tiles are laid for the photo of them: each in its place, or counted as they come."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.own_tiles.kinds import faces, number_of_tiles
from calibration.own_tiles.photographed import first_tiles
from calibration.own_tiles.rows import MOST, columns_of, in_rows
from calibration.own_tiles.shelf import OwnTiles
from companion.position import Position
from vision.reader import needs_reference
from vision.tiles.bare.sheet import corner_cells, sheet_position
from web.own_tiles.areas_shown import style_of_game
from web.words.language import gettext


@dataclass(frozen=True, slots=True)
class Laid:
    """So many tiles, ``most`` at most, as they lie; what is at the four corners, clockwise.

    ``columns`` is how many lie in a row where any may lie anywhere, to be counted; 0 where each has
    its place.
    """

    count: int
    most: int
    lies: Position
    corners: tuple[str, ...]
    columns: int = 0


def has_photo(own: OwnTiles) -> bool:
    """Whether a photo of these tiles tells anything: what a camera needs, or what they are."""
    return needs_reference(own.board) or is_counted(own)


def is_counted(own: OwnTiles) -> bool:
    """Whether the tiles are counted in a photo, and proposed: their areas are drawn."""
    return style_of_game(own.board.game) is not None


def laid(own: OwnTiles, asked: int | None) -> Laid:
    """How so many tiles are laid; all of them where nobody said how many."""
    if is_counted(own):
        count = min(max(number_of_tiles(own.board) if asked is None else asked, 4), MOST)
        corners = (
            gettext("the first tile of the first row"),
            gettext("the last tile of the first row"),
            gettext("the last tile of the last full row"),
            gettext("the first tile of the last row"),
        )
        return Laid(count, MOST, in_rows(own.board, count), corners, columns_of(count))
    most = len(faces(own.board))
    count = most if asked is None else min(max(asked, 1), most)
    board = first_tiles(own.board, count)
    lies = sheet_position(board)
    ids = [lies.spaces[cell].partition("/")[0] for cell in corner_cells(board)]
    names = (own.board.tiles[tile].printed or tile for tile in ids)
    said = tuple(gettext("tile %(name)s") % {"name": name} for name in names)
    return Laid(count, most, lies, said)
