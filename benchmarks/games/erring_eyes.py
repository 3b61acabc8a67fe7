"""Eyes that misread South Seas as a reader of photographs does, by lot, and without any photograph.

A tile is now and then hardly told from another. An islander is read on another part of its tile, on
two parts, in another colour, hardly or not at all: for good, or for a while; and now and then one
is seen where none is. As long as the table lies so, it is seen so. How often was set by what was
read in drawn games, and oftener.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from companion.boards.tiles_board import TilesBoard
from companion.position import Position
from companion.reading import EMPTY, Reading, Seen

SURE = 0.999
COLOURS = ("red", "blue", "green", "yellow", "black")
TILE_ASKED, TILE_WRONG = 0.05, 0.01
"""So many new tiles are hardly told; of so many another is the likelier."""
ELSEWHERE, HALVED, FAINT, PAINTED = 0.06, 0.08, 0.04, 0.04
"""So many islanders are read wrongly for good: on another part, on two, hardly, in other paint."""
MISSED, DIM = 0.008, 0.02
"""So many are not seen, or half seen, as long as the table lies so."""
GHOSTS, PASSING = 0.03, 0.003
"""On so many tiles one is seen that is none: for good, or as long as the table lies so."""

Shares = Mapping[str, float]


class ErringEyes:
    """Eyes for one game, of one lot."""

    def __init__(self, board: TilesBoard, seed: int) -> None:
        self.board, self._seed = board, seed
        self._lies, self._number = Position({}), 0

    def __call__(self, table: Position, known: Position, number: int) -> Reading:
        """What is seen of a table by who is told what the record has."""
        del number
        if table != self._lies:
            self._lies, self._number = table, self._number + 1
        cells = self.board.lying(Position(known.spaces)).cells
        spaces = {
            cell: _seen(self._tile(cell, table.spaces.get(cell, EMPTY), known)) for cell in cells
        }
        lying = Position({cell: one.answer for cell, one in spaces.items() if one.answer != EMPTY})
        places = [p for p in self.board.lying(lying).places if p not in self.board.cells]
        slots = {place: _seen({table.slots.get(place, EMPTY): SURE}) for place in places}
        for place, piece in table.slots.items():
            if place in slots and piece in COLOURS:
                slots |= self._islander(place, piece, self._free(place, table, places))
        for cell in lying.spaces:
            slots |= self._ghost(cell, [p for p in places if self._is_free(p, cell, table)])
        return Reading(spaces, slots)

    def _lot(self, *of: object) -> Random:
        return Random(" ".join(map(str, (self._seed, *of))))

    def _tile(self, cell: str, true: str, known: Position) -> Shares:
        lot = self._lot(cell, true)
        if cell in known.spaces or true == EMPTY or lot.random() >= TILE_ASKED:
            return {true: SURE}
        tiles = [tile.id for tile in self.board.tiles.values() if not tile.back]
        other = str(lot.choice([*self.board.ways_to_lie(lot.choice(tiles))]))
        share = lot.uniform(0.4, 0.93)
        pair = (other, true) if lot.random() < TILE_WRONG / TILE_ASKED else (true, other)
        return {pair[1]: SURE - share, pair[0]: share}

    def _islander(self, place: str, piece: str, free: Sequence[str]) -> dict[str, Seen]:
        """How one is seen, on its place and on another of its tile."""
        lot, now = self._lot(place, piece), self._lot(place, piece, self._number)
        kind, lapse, waver = lot.random(), now.random(), now.uniform(-0.1, 0.1)
        if free and kind < ELSEWHERE + HALVED:
            far = kind < ELSEWHERE
            share = _share(lot.uniform(0.85, 0.99) if far else lot.uniform(0.15, 0.6) + waver)
            return {lot.choice(free): _half(piece, share), place: _half(piece, 1 - share)}
        if kind < ELSEWHERE + HALVED + FAINT:
            return {place: _half(piece, _share(lot.uniform(0.0, 0.6) + waver))}
        if kind < ELSEWHERE + HALVED + FAINT + PAINTED:
            other = lot.choice([each for each in COLOURS if each != piece])
            share = _share(lot.uniform(0.4, 0.97) + waver)
            return {place: _seen({other: share, piece: SURE - share})}
        if lapse < MISSED + DIM:
            return {place: _half(piece, now.uniform(0.2, 0.95) if lapse > MISSED else 0.0)}
        return {}

    def _ghost(self, cell: str, free: Sequence[str]) -> dict[str, Seen]:
        lots = ((self._lot(cell), GHOSTS), (self._lot(cell, self._number), PASSING))
        for lot, chance in lots:
            if free and lot.random() < chance:
                return {lot.choice(free): _half(lot.choice(COLOURS), lot.uniform(0.3, 0.995))}
        return {}

    def _free(self, place: str, table: Position, places: Sequence[str]) -> list[str]:
        cell = self.board.cell_of(place)
        return [each for each in places if self._is_free(each, cell, table)]

    def _is_free(self, place: str, cell: str, table: Position) -> bool:
        """Whether an islander might be on a place of a cell, and none is anywhere on it."""
        on_it = self.board.cell_of(place) == cell and "/fish" not in place
        return on_it and place not in table.slots


def _share(share: float) -> float:
    return min(max(share, 0.0), 0.99)


def _half(piece: str, share: float) -> Seen:
    return _seen({piece: share, EMPTY: 1 - share})


def _seen(shares: Shares) -> Seen:
    def ranked() -> Iterator[tuple[float, str]]:
        yield from sorted(((share, piece) for piece, share in shares.items()), reverse=True)

    likely = tuple((piece, share) for share, piece in ranked())
    return Seen(*likely[0], likely)
