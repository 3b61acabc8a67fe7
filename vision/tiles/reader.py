"""One photo of a table of tiles -> one Reading: align, tell the tiles, tell what stands on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from companion.boards.tiles_board import Spot, TilesBoard
from companion.position import Position
from companion.reading import HIDDEN, Reading, Seen
from vision.alignment.align import AlignSettings, NotAligned, align
from vision.alignment.features import SIFT_FEATURES
from vision.alignment.leaning import Leaning
from vision.alignment.pose import Pose, smooth_for
from vision.alignment.reference import Reference
from vision.between.cover import Cover
from vision.photometry.colours import taught_palette, usual_palette
from vision.picture.arrays import Image
from vision.seen.photo_reading import PhotoReading
from vision.tiles.bare.expected import expected_table
from vision.tiles.bare.faces import BESIDE, COARSE, Faces
from vision.tiles.bare.looks import Looks
from vision.tiles.bare.sheet import sheet_position
from vision.tiles.laid.beside import Lies, find_beside
from vision.tiles.laid.camera import corners_beside, leaning_by_tiles, loosened
from vision.tiles.laid.covering import cover_of, washed_out
from vision.tiles.laid.lighting import EdgedLight, light_over
from vision.tiles.laid.places import Shown
from vision.tiles.laid.placing import place
from vision.tiles.laid.telling import NEAR_MM, shifts_mm, tell
from vision.tiles.laid.weighing import CellSeen, weigh
from vision.tiles.standing.around import under_something
from vision.tiles.standing.beside_others import looked_at_alone
from vision.tiles.standing.inks import by_inks
from vision.tiles.standing.occupied import (
    Place,
    leaning_told,
    look_at_places,
    silhouettes,
    tell_places,
)
from vision.tiles.standing.patches import Patch, patches_of

SETTINGS = AlignSettings(
    searches=((540, SIFT_FEATURES), (1000, 12_000)),
    least_cells=3,
    least_in_view=0.1,
    fewest_points=12,
)
"""Backs are alike and tell no place: a board beside them, or a few tiles, may be all that does. Nor
is all of the table of use: most of it is bare, and a checked cloth has the plainest features."""
COVERED = 0.5
"""A place of which so much is hidden is hidden."""
POOR, FURTHER_MM = 3.0, 15.0
"""A tile that fits so many times worse than most is looked for so far around."""
DOUBTED = 0.5
"""Nothing is surer than this of a tile that fits nowhere."""
LEANING_ROUNDS = 2
"""So often places are looked at anew where tops are seen elsewhere than expected."""


@dataclass(frozen=True, eq=False)
class _Photo:
    """A photo with its pose, and as it is sampled for placing and for a first look."""

    pose: Pose
    fine: Image
    coarse: Image


@dataclass(frozen=True, eq=False)
class Look:
    """A photo as it was looked at: what lies on each cell, and the places where a piece may stand.

    ``shown`` are the faces that lie there, ``photo`` is the photo smoothed for them. ``hidden`` are
    the places of which too little is seen; ``aligned`` and ``told`` say when the table and its
    tiles were found.
    """

    pose: Pose
    photo: Image
    shown: Sequence[Shown]
    cells: Mapping[str, CellSeen]
    light: EdgedLight
    cover: Cover
    places: Sequence[Place]
    hidden: Sequence[str]
    aligned: float
    told: float


class TilesReader:
    """Reads photos of one table of tiles against the sheet of its tiles.

    ``reference`` is the photo of all tiles bare, laid as ``sheet_position`` says; ``palette`` maps
    kinds of pieces to taught tones (BGR, relative to white).
    """

    def __init__(
        self,
        board: TilesBoard,
        reference: Reference,
        palette: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        self.board, self.reference = board, reference
        self.looks = Looks.of(board, reference, sheet_position(board))
        self.faces = Faces(board, self.looks)
        usual = usual_palette(tuple(board.kinds.values()))
        self._whole_palette = taught_palette(usual, palette or {})
        self.palette = self._whole_palette
        self._known = Position()
        self._beside_lies: Lies | None = None
        self._expected: dict[bool, tuple[object, Reference]] = {}

    def knows(self, position: Position) -> None:
        """Take in what lies there, and what lies in the box, by whoever keeps the record."""
        self._known = position
        played = (kind for kind in self._whole_palette.kinds if kind not in position.in_box)
        self.palette = self._whole_palette.only(tuple(played))

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:
        """Read a photo (h, w, 3) BGR; ``hint`` is the pose of the picture before.

        Raises NotAligned when the table is not found.
        """
        started = perf_counter()
        look = self.look(photo, hint)
        stood = look_at_places(look.places, self.board.pieces)
        for _ in range(LEANING_ROUNDS):
            leaning = leaning_told(stood)
            if leaning is None:
                break
            look = self._leant(look, leaning)
            stood = look_at_places(look.places, self.board.pieces)
        stood = looked_at_alone(stood, self.board.pieces)
        slots = tell_places(look.places, stood, look.light.light, self.palette)
        hidden = dict.fromkeys(look.hidden, Seen.only(HIDDEN))
        reading = Reading(
            {cell: one.seen for cell, one in look.cells.items()},
            slots | hidden,
            corners_px=look.pose.corners_of(self.board),
        )
        done = perf_counter()
        times = {
            "align": 1e3 * (look.aligned - started),
            "tiles": 1e3 * (look.told - look.aligned),
            "places": 1e3 * (done - look.told),
        }
        return PhotoReading(reading, look.pose, times, look.cover)

    def look(self, photo: Image, hint: Pose | None = None) -> Look:
        """Find the table, its tiles and its light, and what may stand on each place."""
        pose = self._aligned(photo, hint)
        aligned = perf_counter()
        seen = _Photo(
            pose,
            smooth_for(photo, pose, self.faces.step_mm),
            smooth_for(photo, pose, self.board.lattice.apart_mm / COARSE),
        )
        cells = self._further({cell: self._cell(seen, cell) for cell in self._cells()}, seen)
        beside = list(self._beside(seen))
        shown = [*self._shown(cells), *beside]
        pose = replace(pose, leaning=self._leaning(pose, cells, beside))
        told = perf_counter()
        light = light_over(self.board, seen.fine, pose, self.faces, shown)
        cover = self._cover(seen.fine, pose, light, shown)
        places, hidden = self._places(seen.fine, pose, shown, light, cover)
        return Look(pose, seen.fine, shown, cells, light, cover, places, hidden, aligned, told)

    def _leaning(
        self, pose: Pose, cells: Mapping[str, CellSeen], beside: Sequence[Shown]
    ) -> Leaning | None:
        """How tops lean, by where the tiles lie."""
        placed = [(cell, one.best.placed) for cell, one in cells.items() if one.best]
        corners = [corners_beside(self.faces, each.placed) for each in beside]
        return leaning_by_tiles(pose, self.board, placed, corners)

    def _cover(self, photo: Image, pose: Pose, light: EdgedLight, shown: Sequence[Shown]) -> Cover:
        """What hides the table, if not the pieces that stand on it."""
        cover = cover_of(photo, pose, self.faces, light, shown)
        if not cover.any:
            return cover
        nothing = replace(cover, mask=np.zeros_like(cover.mask))
        places, _ = self._places(photo, pose, shown, light, nothing)
        stood = look_at_places(places, self.board.pieces)
        return cover_of(photo, pose, self.faces, light, shown, silhouettes(stood))

    def _leant(self, look: Look, leaning: Leaning) -> Look:
        """The same look, with tops where pieces have told that they are seen."""
        pose = replace(look.pose, leaning=leaning)
        places, hidden = self._places(look.photo, pose, look.shown, look.light, look.cover)
        return replace(look, pose=pose, places=places, hidden=hidden)

    def forget(self) -> None:
        """Read the next photo as if it were the first."""
        self._beside_lies = None

    def _aligned(self, photo: Image, hint: Pose | None) -> Pose:
        """The pose of the table; at first by its tiles alone, to see what lies beside them."""
        if self._beside_lies is None and self.looks.beside is not None:
            with suppress(NotAligned):
                bare = self._expected_table(beside=False)
                pose = align(photo, bare, self.board, hint, SETTINGS)
                pose = loosened(pose, self.board, tuple(self._cells()))
                fine = smooth_for(photo, pose, self.faces.step_mm)
                self._beside_lies = find_beside(fine, pose, self.faces, self._believed)
        return align(photo, self._expected_table(beside=True), self.board, hint, SETTINGS)

    def _expected_table(self, *, beside: bool) -> Reference:
        """The table as it is believed to lie, made once; with the board beside it, or without."""
        lies = {cell: way for cell, way in self._known.places.items() if cell in self.board.cells}
        at = self._believed if beside else None
        known = self._expected.get(beside)
        if known is None or known[0] != (lies, at):
            told = None if at is None else (at.x_mm, at.y_mm, at.turn_deg)
            table = expected_table(self.board, self.looks, Position(lies), told)
            known = self._expected[beside] = (lies, at), table
        return known[1]

    @property
    def _believed(self) -> Lies:
        """Where the board beside the tiles lay last, or where it belongs."""
        return self._beside_lies or Lies(*self.faces.beside_middle_mm, 0.0)

    def _cells(self) -> Iterable[str]:
        """The cells where tiles lie or may come to lie."""
        known = any(place in self.board.cells for place in self._known.places)
        return self.board.lying(self._known).cells if known else self.board.cells

    def _further(self, cells: dict[str, CellSeen], photo: _Photo) -> dict[str, CellSeen]:
        """The cells, with tiles looked for further around where they fit much worse than most.

        Far from what told it a pose is off by more than a hand pushes a tile. What fits nowhere
        lies under something: nobody can tell surely which tile that is.
        """
        placed = {cell: one.best.placed for cell, one in cells.items() if one.best}
        poor = POOR * np.median([each.spread for each in placed.values()] or [np.inf])
        for cell in [cell for cell, each in placed.items() if each.spread > poor]:
            further = self._cell(photo, cell, FURTHER_MM)
            if further.best and further.best.placed.spread < placed[cell].spread:
                cells[cell] = further
            best = cells[cell].best
            if best is None or best.placed.spread > poor:
                cells[cell] = replace(cells[cell], seen=_doubted(cells[cell].seen))
        return cells

    def _cell(self, photo: _Photo, cell: str, reach_mm: float = NEAR_MM) -> CellSeen:
        known = self.board.read(self._known.places.get(cell, ""))
        around = shifts_mm(reach_mm)
        at = self.board.cells[cell]
        told = tell(photo.fine, photo.coarse, photo.pose, self.faces, at, known, around)
        in_view = bool(photo.pose.sees(np.array(self.board.outline(cell))).mean() > COVERED)
        return weigh(told, known, in_view=in_view)

    def _shown(self, cells: Mapping[str, CellSeen]) -> Iterable[Shown]:
        """The tiles that lie face up, with their places."""
        for cell, one in cells.items():
            if one.best is None:
                continue
            spots = self.board.tiles[one.best.way.tile].spots
            ids = tuple(f"{cell}/{spot.id}" for spot in spots)
            yield Shown(one.best.way.tile, one.best.placed, ids, spots)

    def _beside(self, photo: _Photo) -> Iterable[Shown]:
        """What lies beside the tiles, with its places."""
        if self.looks.beside is None:
            return
        x, y = self.faces.beside_middle_mm
        face, lies = self.faces.beside, self._believed
        lies = find_beside(photo.fine, photo.pose, self.faces, lies)
        at_mm = (lies.x_mm, lies.y_mm)
        placed = place(photo.fine, photo.pose, face, at_mm, lies.turn_deg, bends=True)
        now = Lies(float(placed.at_mm[0]), float(placed.at_mm[1]), placed.turn_deg)
        if self._beside_lies is None or not now.is_near(self._beside_lies):
            self._beside_lies = now
        spots = tuple(
            Spot(each.id, each.kind, each.x_mm - x, each.y_mm - y)
            for each in self.board.printed_places.values()
        )
        yield Shown(BESIDE, placed, tuple(self.board.printed_places), spots)

    def _places(
        self, photo: Image, pose: Pose, shown: Sequence[Shown], light: EdgedLight, cover: Cover
    ) -> tuple[list[Place], list[str]]:
        """The places in sight, and which are hidden."""
        places = [
            (spot, id_, patch, at_mm)
            for each in (one for one in shown if one.spots)
            for spot, id_, patch, at_mm in zip(
                each.spots,
                each.ids,
                patches_of(photo, pose, self.faces, light, each),
                each.feet_mm,
                strict=True,
            )
        ]
        hidden = [at for _, at, patch, _ in places if _is_hidden(photo, pose, patch, cover)]
        seen = [each for each in places if each[1] not in hidden]
        inked = by_inks([patch for _, _, patch, _ in seen], [spot.kind for spot, *_ in seen])
        all_places = [
            Place(id_, patch, at_mm, self.board.forms_at(spot.kind))
            for (spot, id_, _, at_mm), patch in zip(seen, inked, strict=True)
        ]
        white = light.white(np.array([place.at_mm for place in all_places]).reshape(-1, 2))
        under = under_something(all_places, self.board.pieces, white).tolist()
        hidden += [place.id for place, it in zip(all_places, under, strict=True) if it]
        return [place for place, it in zip(all_places, under, strict=True) if not it], hidden


def _doubted(seen: Seen) -> Seen:
    """The same, not more likely than not."""
    likely = tuple((what, min(share, DOUBTED)) for what, share in seen.likely)
    return Seen(seen.answer, min(seen.confidence, DOUBTED), likely)


def _is_hidden(photo: Image, pose: Pose, patch: Patch, cover: Cover) -> bool:
    """Whether too little is seen of what is around a place's middle."""
    core_mm = patch.points_mm[patch.core]
    in_view = float(pose.sees(core_mm).mean())
    washed = washed_out(photo, pose, core_mm)
    return bool(in_view < 1 - COVERED or max(cover.covered(core_mm[None])[0], washed) > COVERED)
