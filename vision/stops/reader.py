"""One photo of a board of stops -> one Reading: align, evidence, candidates, ships, goods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from companion.boards.stops_board import StopsBoard
from companion.position import Position
from companion.reading import Reading, Seen, ShipSeen
from vision.alignment.align import align
from vision.alignment.framing import Framing
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.alignment.small_moves import Kept
from vision.between.cover import Cover, find_cover
from vision.between.ground import Ground
from vision.between.outlook import Outlook
from vision.photometry.board_light import BoardLight
from vision.photometry.colours import taught_palette, usual_palette
from vision.photometry.light import Light
from vision.photometry.white_balance import white_balanced
from vision.picture.arrays import Image, Tones
from vision.seen.photo_reading import PhotoReading
from vision.stops.assigning import Ship, Weighed, assigned
from vision.stops.candidates import Candidate, CandidateFinder
from vision.stops.close_look import CloseLook, lay_places
from vision.stops.evidence import SURE_SHIP, Cells, EvidenceGauge, Samples
from vision.stops.goods import GoodsReader
from vision.stops.known_paints import KnownPaints
from vision.stops.network import OTHER, BoardLook, Things, coarse_lean, spread_lean
from vision.stops.unmoved import Unmoved
from vision.stops.weighing import weighed

STEP_MM = 1.5
"""About the distance of neighbouring samples."""
AROUND_STOP_MM = 14.0
"""A stop can be seen as far as what lies so near to it can."""
LIKELY, SUSPECT = 0.5, 0.2
"""Samples that are as likely as this a hand's are one's, or may be."""
ROUNDS = 2
"""So often candidates are looked for: in paints told from samples that surely show ships, and then
from candidates that surely are ships, too."""
KNOWN_SHIP = 0.95
"""What is as surely where the record says that it lies shows its paint for the evening."""


@dataclass(frozen=True, eq=False)
class _View:
    """All that hangs on the pose alone and is kept while the camera stands still."""

    pose: Pose
    light: BoardLight
    framing: Framing
    ground: Ground
    outlook: Outlook
    whole: BoardLook
    close: CloseLook
    gauge: EvidenceGauge
    finder: CandidateFinder | None
    goods: GoodsReader
    lean: Tones
    around_stops: tuple[NDArray[np.intp], NDArray[np.intp]]
    unmoved: Unmoved

    @classmethod
    def lay(cls, board: StopsBoard, reference: Reference, pose: Pose) -> _View:
        """Lay out all that is needed for a pose."""
        ground = Ground.lay(board, pose, reference, STEP_MM)
        outlook = Outlook(ground)
        lean = spread_lean(coarse_lean(ground), ground.shape)
        places_mm = np.array([(s.x_mm, s.y_mm) for s in board.stranding_places.values()])
        return cls(
            pose,
            BoardLight(board, pose, reference, STEP_MM / 2),
            Framing.of(board, pose),
            ground,
            outlook,
            BoardLook(outlook, lean),
            CloseLook(lay_places(ground, reference, lean, places_mm)),
            EvidenceGauge(ground),
            CandidateFinder(board.ship, ground) if board.ship else None,
            GoodsReader(board, ground),
            lean,
            _around_stops(board, ground),
            Unmoved(),
        )

    def forget(self) -> None:
        """Read the next photo as if it were the first."""
        for part in (self.light, self.outlook, self.close, self.unmoved):
            part.forget()


@dataclass(frozen=True)
class Look:
    """A photo as it is sampled: where the board lies in it, in which light, and when aligned."""

    pose: Pose
    view: _View
    light: Light
    aligned: float

    @property
    def outlook(self) -> Outlook:
        """The samples of the board."""
        return self.view.outlook

    def things(self) -> Things:
        """What the network sees on each of them."""
        things = self.view.close.into(self.view.whole.things())
        return self.view.goods.in_place(things)


class StopsReader:
    """Reads photos of one board of stops against one reference photo.

    ``palette`` maps kinds of ships to taught tones (BGR, relative to white); kinds that were not
    taught start from the board file's colours.
    """

    def __init__(
        self,
        board: StopsBoard,
        reference: Reference,
        palette: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        self.board = board
        self.reference = white_balanced(reference, board)
        usual = usual_palette(board.ship.kinds if board.ship else ())
        self.palette = self._whole_palette = taught_palette(usual, palette or {})
        lay = partial(_View.lay, board, self.reference)
        self._kept = Kept(lay, (board.width_mm, board.height_mm))
        self._lies: Mapping[str, str] = {}
        self._known = KnownPaints()

    def knows(self, position: Position) -> None:
        """Look for the ships alone that a table plays with: the others lie in the box.

        One that is seen where it is known to lie shows what its paint looks like here.
        """
        self._lies = position.pieces
        self.palette = self._whole_palette.only(position.pieces or self._whole_palette.kinds)

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:
        """Read a photo (h, w, 3) BGR; ``hint`` is the pose of the picture before.

        Raises NotAligned when the board is not found.
        """
        started = perf_counter()
        look = self.look(photo, hint)
        view, things = look.view, look.things()
        pieces, ships, _ = self.ships(look, things)
        cover = _cover(view, things)
        unseen = (view.ground.in_view <= 0) | (things.shares[OTHER] > LIKELY)
        spaces = view.goods.read(
            things, unseen, ships, look.outlook.tones, look.outlook.expected.tones
        )
        reading = Reading(
            spaces,
            {},
            corners_px=look.pose.corners_of(self.board),
            outside=view.framing.outside,
            pieces=pieces,
            ships=tuple(ShipSeen(s.kind, s.x_mm, s.y_mm, s.angle_deg) for s in ships),
        )
        done = perf_counter()
        times = {
            "align": 1e3 * (look.aligned - started),
            "read": 1e3 * (done - look.aligned),
        }
        return PhotoReading(reading, look.pose, times, cover)

    def look(self, photo: Image, hint: Pose | None = None) -> Look:
        """Find the board in a photo and its light, and sample it. Raises NotAligned."""
        pose = align(photo, self.reference, self.board, hint)
        aligned = perf_counter()
        view, move = self._kept.of(pose)
        lit = view.light.take(photo, pose, move)
        view.outlook.take_in(lit.smooth, lit.light, move)
        view.whole.take_in()
        view.close.take_in(lit.photo, view.outlook, lit.light, move)
        view.unmoved.take_in(view.outlook.changed)
        return Look(pose, view, lit.light, aligned)

    def forget(self) -> None:
        """Read the next photo as if it were the first."""
        if self._kept.value is not None:
            self._kept.value.forget()
        self._known.forget()

    def ships(
        self, look: Look, things: Things
    ) -> tuple[dict[str, Seen], list[Candidate], dict[str, list[Weighed]]]:
        """Where each kind of ship lies, the candidates that are ships, and all those weighed."""
        view = look.view
        if view.finder is None:
            return {}, [], {}
        ground, gauge = view.ground, view.gauge
        samples = gauge.look(view.outlook.tones, things, look.light)
        aside = (ground.in_view <= 0) | (things.shares[OTHER] > LIKELY)
        hidden = float(aside[view.around_stops].mean())
        told: list[tuple[Cells, float]] = []
        for _ in range(ROUNDS):
            palette = gauge.palette_of(samples, self.palette, told, self._known)
            candidates = view.finder.find_all(gauge.weigh(samples, palette))
            marked = weighed(self.board, candidates, things, ground.step_mm)
            marked = view.unmoved.weighed(marked)
            pieces, ships = assigned(self.board, marked, hidden)
            told = [(s.candidate.hull, s.chance) for s in ships if s.chance > SURE_SHIP]
        self._learn(view, samples, pieces, ships)
        return pieces, [ship.candidate for ship in ships], marked

    def _learn(
        self, view: _View, samples: Samples, pieces: Mapping[str, Seen], ships: Sequence[Ship]
    ) -> None:
        """Take in the ships that surely are where they are known to lie, and their paints."""
        sure = [
            ship.candidate
            for ship in ships
            if pieces[ship.candidate.kind].confidence > KNOWN_SHIP
            and pieces[ship.candidate.kind].answer == self._lies.get(ship.candidate.kind)
        ]
        paints = view.gauge.paint_of(samples, [candidate.hull for candidate in sure])
        for candidate, paint in zip(sure, paints, strict=True):
            self._known.saw(candidate.kind, pieces[candidate.kind].answer, paint)
            view.unmoved.saw(candidate, view.ground.shape)


def _around_stops(board: StopsBoard, ground: Ground) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The samples around all stops: rows and columns."""
    rows, columns = np.indices(ground.shape)
    at_mm = np.stack([columns + 0.5, rows + 0.5], axis=-1) * ground.step_mm
    near = np.zeros(ground.shape, bool)
    for stop in board.stops.values():
        near |= np.hypot(*(at_mm - (stop.x_mm, stop.y_mm)).transpose(2, 0, 1)) < AROUND_STOP_MM
    rows_near, columns_near = np.nonzero(near)
    return rows_near, columns_near


def _cover(view: _View, things: Things) -> Cover:
    """Large things beside ships and goods: hands, sheets."""
    other = things.shares[OTHER]
    return find_cover(
        (other > LIKELY).astype(np.uint8),
        (other > SUSPECT).astype(np.uint8),
        view.ground.in_view > 0,
        view.ground.step_mm,
    )
