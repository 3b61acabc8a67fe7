"""One photo of a table of square tiles that grows -> one Reading, without any photo beforehand.

The record tells which tiles lie where. The lattice is laid over their edges, found again when the
table was pushed; what lies on the cells beside them is told from what their samples show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from companion.boards.board import Place
from companion.boards.tiles_board import Cell, Lying, PieceType, TilesBoard
from companion.position import Position
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from vision.alignment.align import NotAligned
from vision.alignment.pose import Pose
from vision.between.cover import Cover, find_cover
from vision.photometry.colours import Palette, taught_palette, usual_palette
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.numbers import logistic
from vision.seen.photo_reading import PhotoReading
from vision.squares.beyond import share_seen, sides_outside
from vision.squares.came import SAME, BareTiles, differ
from vision.squares.figures import (
    WHITE,
    Figure,
    figure_form,
    figures_in,
    painted,
    seen_on_places,
)
from vision.squares.finding import LEAST, Finder
from vision.squares.lattice.cloth import Cloth, is_table
from vision.squares.lattice.following import Trail, alike, followed, trail_of
from vision.squares.lattice.snapping import snapped
from vision.squares.mosaic import Mosaic
from vision.squares.network import crops_of, look_at
from vision.squares.parts import Parts
from vision.squares.posture import Outlines
from vision.squares.printed.schematic import CARD, OTHER, TABLE
from vision.squares.standing import Standing
from vision.squares.telling import Teller
from vision.squares.unseen import unseen_figures

STILL = 0.9
"""Tiles that look so much as before, from where they were, have not moved."""
FOUND = 0.55
"""Tiles look so much as before where the table was found again."""
BARE = 0.5
"""Where more of a known tile's cell looks like cloth, the tile is gone; or, where it is not the
cloth around, something lies over it."""
TILED, STEEP = 0.72, 20.0
"""A cell on which so much is print is as likely a tile as table whose cloth has the sea's colours;
how soon it is surely one."""
COLOURED = 4.0
"""What the colours tell of a cell, in the mean, is worth so many times as much."""
CORNERS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
DOUBT, SURE = 0.05, 0.95
"""A cell on which a tile is less likely than the one is told as empty, and where none is as
unlikely it only counts which tile it is; what is told less surely than the other is looked at
closely, for that takes longer."""
COVERED = 0.5
"""A cell of which more is under a hand or another thing tells nothing."""
TOKEN, TOKEN_MM = 0.45, 5.0
"""A token covers so much within this of its place."""
FLAT_MM = 4.0
"""What is no higher than this is a token."""
IN_PICTURE, AROUND_MM = 0.5, 8.0
"""A cell of which less is in the picture is not looked at; a place is seen with so much around."""
FEW_TILES = 16
"""The lattice of so few tiles may be fitted to other edges than theirs, so whether they look like
themselves is seen too; more of them hold it."""
UNSEEN = Seen.only(HIDDEN)
OFF_MM = 7.0
"""A figure's foot is seen so far beside its tile at most."""


@dataclass(frozen=True, eq=False)
class _Looked:
    """What was seen of cells: crops (64, 64, 3) and the shares of their samples (15, 32, 32)."""

    crops: Mapping[str, Tones]
    seen: Mapping[str, Tones]


class SquaresReader:
    """Reads photos of one table; ``palette`` maps kinds of pieces to taught tones."""

    def __init__(
        self,
        board: TilesBoard,
        palette: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        self.board = board
        self.teller, self._parts = Teller(board), Parts(board)
        self._finder = Finder(board, self.teller)
        self._form = figure_form(board)
        self._flat = [form for form in board.pieces.values() if form.height_mm <= FLAT_MM]
        kinds = self._form.kinds if self._form else ()
        # A part of a token may look like a figure: its paint tells.
        usual = usual_palette([*kinds, *(kind for form in self._flat for kind in form.kinds)])
        self._palette: Palette = taught_palette(usual, palette or {})
        self._known: dict[str, Lying] = {}
        self._placed: dict[str, str] = {}
        self._in_box: frozenset[str] = frozenset()
        self.forget()

    def knows(self, position: Position) -> None:
        """Take in what lies there, and what lies in the box, by whoever keeps the record."""
        told = {cell: self.board.read(lies) for cell, lies in position.places.items()}
        self._known = {cell: way for cell, way in told.items() if way and cell in self.board.cells}
        self._placed, self._in_box = dict(position.slots), position.in_box

    def forget(self) -> None:
        """Read the next photo as if it were the first; what is known to lie there stays known."""
        self._trail: Trail | None = None
        self._cloth: Cloth | None = None
        self._before, self._bare = _Looked({}, {}), BareTiles()
        self._standing, self._outlines = Standing(), Outlines()
        self._closer: dict[str, tuple[Tones, dict[str, Lying], Seen]] = {}
        self.teller.signs.forget()

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:
        """Read a photo (h, w, 3) BGR; ``hint`` is left aside.

        Where the lattice lay is followed by how its tiles looked, for the table may be pushed.
        Raises NotAligned when the table is not found.
        """
        del hint
        started = perf_counter()
        pose = self._found(photo)
        found = perf_counter()
        looked = self._look(photo, pose)
        self.teller.signs.learn(self._known, looked.crops, looked.seen)
        spaces = {cell: self._cell(cell, looked, photo, pose) for cell in looked.seen}
        spaces |= {cell: UNSEEN for cell in self._known if cell not in spaces}
        told = perf_counter()
        # What is hidden is still there.
        tiled = {cell for cell, seen in spaces.items() if seen.answer != EMPTY}
        taken = {self.board.cell_of(place) for place in self._placed}
        changes = self._bare.told_apart(tiled, looked.crops, looked.seen, taken)
        mosaic = Mosaic.of(self.board, looked.seen, looked.crops, changes)
        slots = self._places(mosaic, photo, pose, spaces, looked)
        outside = sides_outside(self.board, pose, self._known, IN_PICTURE)
        reading = Reading(spaces, slots, corners_px=pose.corners_of(self.board), outside=outside)
        times = {
            "align": 1e3 * (found - started),
            "tiles": 1e3 * (told - found),
            "places": 1e3 * (perf_counter() - told),
        }
        return PhotoReading(reading, pose, times, _cover(mosaic, self.board))

    def _cells(self) -> list[Cell]:
        return [self.board.cells[cell] for cell in self._known]

    def _found(self, photo: Image) -> Pose:
        """Where the lattice lies: where it was, or found again, or found anew."""
        cells, size = self._cells(), (photo.shape[1], photo.shape[0])
        trail = self._trail
        if trail is not None and trail.pose.size_px == size:
            as_before = self._likeness(photo, trail.pose)
            if as_before > STILL:
                return self._kept(photo, trail.pose, cells)
            again = followed(photo, trail)
            if again is not None:
                again = snapped(photo, again, self.board, cells)
                if self._likeness(photo, again) > max(FOUND, as_before):
                    return self._kept(photo, again, cells, anew=True)
            if as_before > FOUND:
                return self._kept(photo, trail.pose, cells)
        anew = self._finder.find(photo, self._known)
        if anew is None:
            raise NotAligned("no-tile-found", count=len(self._known))
        return self._kept(photo, anew, cells, anew=True)

    def _kept(self, photo: Image, pose: Pose, cells: Sequence[Cell], *, anew: bool = False) -> Pose:
        """The pose, fitted to tiles that have come; with what to find it by in the next photo."""
        if anew or self._trail is None or len(cells) != len(self._trail.cells):
            pose = self._fitted(photo, pose, cells)
            if len(cells) <= FEW_TILES:
                pose = self._borne_out(photo, pose, cells)
            self._cloth = Cloth.around(photo, pose, self.board, cells)
            self._trail = trail_of(photo, pose, self.board, cells)
        return pose

    def _fitted(self, photo: Image, pose: Pose, cells: Sequence[Cell]) -> Pose:
        cloth = Cloth.around(photo, pose, self.board, cells)
        return snapped(photo, pose, self.board, cells, cloth)

    def _borne_out(self, photo: Image, pose: Pose, cells: Sequence[Cell]) -> Pose:
        """The pose, or one found anew by which the tiles look more like themselves."""
        share, fits = self._finder.borne_out(photo, pose, self._known)
        again = None if share >= LEAST else self._finder.find(photo, self._known)
        if again is None:
            return pose
        better = self._fitted(photo, again, cells)
        return better if self._finder.borne_out(photo, better, self._known)[1] > fits else pose

    def _likeness(self, photo: Image, pose: Pose) -> float:
        """How like the tiles look to how they looked before, at a pose: the median."""
        known = self._in_picture(pose, self._known)
        shared = [cell for cell in known if cell in self._before.crops]
        if not shared:
            return -1.0
        now = crops_of(photo, pose, self.board, [self.board.cells[cell] for cell in shared])
        before = np.stack([self._before.crops[cell] for cell in shared])
        return float(np.median(alike(now, before)))

    def _look(self, photo: Image, pose: Pose) -> _Looked:
        """What the tiles and the cells beside them show; what looks as before is not seen anew."""
        beside = [other for cell in self._known for other in self.board.beside(cell)]
        names = self._in_picture(pose, list(dict.fromkeys([*self._known, *beside])))
        every = crops_of(photo, pose, self.board, [self.board.cells[name] for name in names])
        before, fresh = self._before, list[int]()
        for nth, name in enumerate(names):
            known = before.crops.get(name)
            if known is None or differ(every[nth], known) > SAME:
                fresh.append(nth)
        seen = look_at(every[fresh])
        crops = {name: every[nth] for nth, name in enumerate(names)}
        shows = {name: before.seen[name] for name in names if name in before.seen}
        shows |= {names[nth]: one for nth, one in zip(fresh, seen, strict=True)}
        kept = {names[nth]: every[nth] for nth in fresh}
        looked = _Looked(crops, {name: shows[name] for name in names})
        # What is out of the picture for a while still looks so.
        self._before = _Looked({**before.crops, **kept}, {**before.seen, **looked.seen})
        return looked

    def _in_picture(self, pose: Pose, names: Iterable[str]) -> list[str]:
        """Those of the cells of which enough is in the picture: beyond it nothing is seen."""
        return [name for name in names if share_seen(self.board, pose, name) >= IN_PICTURE]

    def _cell(self, cell: str, looked: _Looked, photo: Image, pose: Pose) -> Seen:
        """What lies on a cell."""
        seen = looked.seen[cell]
        inner = seen[:, 4:-4, 4:-4].mean(axis=(1, 2))
        other, bare = float(inner[OTHER]), float(inner[TABLE])
        known = self._known.get(cell)
        if other > COVERED:
            return UNSEEN
        if known is not None and bare > BARE:
            return Seen.only(EMPTY, bare) if is_table(looked.crops[cell], self._cloth) else UNSEEN
        if known is not None:
            return Seen.only(str(known), 0.999)
        there = self._tiled(1 - bare - other, looked.crops[cell])
        if there < DOUBT:
            return Seen.only(EMPTY, 1 - there)
        told = self.teller.told(looked.crops[cell], seen, cell, self._known)
        if told.confidence < SURE:
            told = self._closely(cell, seen, photo, pose)
        if there > 1 - DOUBT:
            return told
        likely = {way: share * there for way, share in told.likely}
        return Seen.of({**likely, EMPTY: 1 - there})

    def _closely(self, cell: str, seen: Tones, photo: Image, pose: Pose) -> Seen:
        """A tile that is not surely told: the lattice is fitted to it too, and it is seen anew."""
        before = self._closer.get(cell)
        if before is None or before[0] is not seen or before[1] != self._known:
            cells = [*self._cells(), self.board.cells[cell]]
            own = snapped(photo, pose, self.board, cells, self._cloth)
            [crop] = crops_of(photo, own, self.board, cells[-1:])
            told = self.teller.told_closely(crop, cell, self._known)
            before = self._closer[cell] = seen, self._known, told
        return before[2]

    def _tiled(self, printed: float, crop: Tones) -> float:
        """How likely a tile is on a cell (64, 64, 3) of which so much shows print."""
        coloured = self._cloth.of_crop(crop) if self._cloth else 0.0
        return float(logistic(STEEP * (printed - TILED) + COLOURED * coloured))

    def _places(
        self,
        mosaic: Mosaic,
        photo: Image,
        pose: Pose,
        spaces: Mapping[str, Seen],
        looked: _Looked,
    ) -> dict[str, Seen]:
        """What is on the places of the tiles that lie there: figures and tokens."""
        ways = {cell: way for cell, seen in spaces.items() if (way := self.board.read(seen.answer))}
        lying = self.board.lying(Position({cell: str(way) for cell, way in ways.items()}))
        shares: dict[str, dict[str, float]] = {}
        if self._form is not None:
            figures = figures_in(mosaic, photo, pose, self._form, self._outlines)
            may = self._places_of(self._form, lying)
            figures += unseen_figures(self.board, ways, may, self._bare, looked.crops, figures)
            self._on_parts(figures, ways, looked, shares)
        self._tokens(mosaic, lying, shares)
        places = [
            f"{cell}/{spot.id}"
            for cell, way in ways.items()
            for spot in self.board.tiles[way.tile].spots
        ]
        told = seen_on_places(shares, places)
        told = self._standing.told(told, self._placed, lying, looked.crops, self._bare)
        told |= {
            at.id: UNSEEN
            for at in lying.places.values()
            if at.id in told and not pose.sees(_around(at, AROUND_MM * CORNERS)).all()
        }
        under = {
            cell for cell, seen in spaces.items() if seen.answer == HIDDEN and cell in self._known
        }
        for cell in under:
            for spot in self.board.tiles[self._known[cell].tile].spots:
                told[f"{cell}/{spot.id}"] = UNSEEN
        return told

    def _on_parts(
        self,
        figures: Sequence[Figure],
        ways: Mapping[str, Lying],
        looked: _Looked,
        shares: dict[str, dict[str, float]],
    ) -> None:
        """Share each figure out among the places on which it may be meant to be."""
        if not figures or not ways or self._form is None:
            return
        # What has the paint of one who does not play is print: nobody has put a figure there.
        own = {kind.name for kind in self._form.kinds} - self._in_box
        known = np.stack([looked.crops[cell] for cell in ways])
        white = float(np.quantile(known[:, ::4, ::4].max(axis=3), WHITE))
        chances = painted(figures, self._palette, white)
        for figure, row in zip(figures, chances, strict=True):
            cell = self._under(figure, ways)
            if cell is None:
                continue
            at = self.board.cells[cell]
            feet_mm = figure.feet_mm - [at.x_mm, at.y_mm]
            for spot, share in self._parts.shares(ways[cell], feet_mm, figure.lying).items():
                here = shares.setdefault(f"{cell}/{spot}", {})
                for kind, chance in zip(self._palette.kinds, row.tolist(), strict=True):
                    if kind in own:
                        told = share * chance * figure.share
                        here[kind] = max(here.get(kind, 0.0), told)

    def _under(self, figure: Figure, ways: Mapping[str, Lying]) -> str | None:
        """The cell with a tile on which a figure stands."""
        half = self.board.lattice.apart_mm / 2
        best: tuple[float, str] | None = None
        for cell in ways:
            at = self.board.cells[cell]
            off = np.abs(figure.at_mm - [at.x_mm, at.y_mm]).max() - half
            if off < OFF_MM and (best is None or off < best[0]):
                best = float(off), cell
        return best[1] if best else None

    def _tokens(
        self, mosaic: Mosaic, lying: TilesBoard, shares: dict[str, dict[str, float]]
    ) -> None:
        """Tokens of card on the places on which they may lie."""
        for form in self._flat:
            kind = form.kinds[0].name
            for at in self._places_of(form, lying):
                cover = mosaic.share_around((at.x_mm, at.y_mm), TOKEN_MM, CARD)
                if cover > 0.1:
                    shares.setdefault(at.id, {})[kind] = float(np.clip(cover / TOKEN - 0.5, 0, 1))

    def _places_of(self, form: PieceType, lying: TilesBoard) -> list[Place]:
        """The places on the tiles on which such a piece may be."""
        cells, kind = self.board.cells, self.board.spot_kind
        return [at for id_, at in lying.places.items() if id_ not in cells and kind(id_) in form.at]


def _around(at: Place, off_mm: Floats) -> Floats:
    """Points (n, 2) around the middle of something, by how far they are off."""
    return np.asarray(off_mm + [at.x_mm, at.y_mm])


def _cover(mosaic: Mosaic, board: TilesBoard) -> Cover:
    """What a hand or another large thing hides, over all of the table."""
    step = np.array([2 * mosaic.step_mm] * 2)
    columns, rows = (round(side / step[0]) for side in (board.width_mm, board.height_mm))
    foreign, seen = np.zeros((rows, columns), np.uint8), np.zeros((rows, columns), bool)
    other = mosaic.seen[::2, ::2, OTHER]
    looked = mosaic.seen[::2, ::2].sum(axis=2) > 0
    x, y = np.round((mosaic.to_mm(np.zeros((1, 2)))[0]) / step).astype(int)
    high, wide = min(len(other), rows - y), min(other.shape[1], columns - x)
    here = np.s_[y : y + high, x : x + wide]
    foreign[here] = other[:high, :wide] > COVERED
    seen[here] = looked[:high, :wide]
    return find_cover(foreign, foreign, seen, step)
