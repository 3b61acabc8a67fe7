"""One photo -> one Reading: align, light, patches, pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter

import numpy as np

from companion.boards.board import Board
from companion.boards.routes_board import of_routes
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from vision.alignment.align import align
from vision.alignment.framing import Framing, in_view
from vision.alignment.patches import (
    Places,
    block_means,
    core_points_px,
    cut,
    marker_places,
    smooth_for,
    stick_places,
)
from vision.alignment.pose import Pose, within
from vision.alignment.reference import Reference
from vision.alignment.small_moves import small_move
from vision.between.leftovers import LeftoverFinder
from vision.photometry.colours import taught_palette, usual_palette
from vision.photometry.illumination_cache import KeptLight
from vision.photometry.light import Light, sample_grid_mm
from vision.photometry.sharpness import DetailGauge, softened
from vision.photometry.white_balance import white_balanced
from vision.picture.sampling import Floats, Image, Move, Tones, moved, sample, sample_tones
from vision.routes.markers import MarkerReader
from vision.routes.slots import SlotReader
from vision.routes.sticks import PiecesSeen, StickReader
from vision.seen.photo_reading import Cores, PhotoReading

WORTH_NAMING = 0.01
"""Explanations less likely than this are not listed."""
OUT_OF_VIEW = Seen(HIDDEN, 1.0, ((HIDDEN, 1.0),))
"""What is seen of a place that lies outside the picture."""
BARE = Seen(EMPTY, 1.0, ((EMPTY, 1.0),))
"""What is seen of a place for which the board has no pieces."""
LEANING_ROUNDS = 4
"""So often in a picture the sticks are read anew where their tops were seen elsewhere."""


@dataclass(frozen=True)
class _Ground:
    """What of a view hangs on the print alone, and not on how high pieces are."""

    detail: DetailGauge
    light_px: Tones
    light: KeptLight


@dataclass(frozen=True)
class _View:
    """All that hangs on the pose alone and is kept while the camera stands still."""

    pose: Pose
    ground: _Ground
    framing: Framing
    sticks: StickReader | None
    slots: SlotReader | None
    leftovers: LeftoverFinder
    places: tuple[str, ...]
    places_mm: Floats
    cores_px: Tones

    def cores(self, picture: Image, move: Move | None) -> Cores:
        """The middles of all places, whose ``places_mm`` are (n, 2), in a picture."""
        codes = sample(picture, moved(self.cores_px, move)).astype(np.float32)
        return Cores(self.places, self.places_mm, block_means(codes))

    def forget(self) -> None:
        """Read the next photo as if it were the first."""
        for part in (
            self.ground.detail,
            self.ground.light,
            self.sticks,
            self.slots,
            self.leftovers,
        ):
            if part is not None:
                part.forget()


class Reader:
    """Reads photos of one board against one reference photo.

    ``palette`` maps stick kinds to taught tones (BGR, relative to white); kinds that were not
    taught start from the board file's colours.
    """

    def __init__(
        self,
        board: Board,
        reference: Reference,
        palette: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        self.board = board = of_routes(board)
        self.reference = white_balanced(reference, board)
        self.taught = bool(palette)
        sticks = board.stick.kinds if board.stick else ()
        self._sticks = tuple(kind.name for kind in sticks)
        self.palette = taught_palette(usual_palette(sticks), palette or {}, self._sticks)
        self._stick_places = stick_places(board)
        self._marker_places = marker_places(board)
        self._markers = MarkerReader(board.marker) if board.marker else None
        self._step_mm = min(
            (places.step_mm for places in (self._stick_places, self._marker_places) if places),
            default=1.0,
        )
        self._view: _View | None = None

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:
        """Read a photo (h, w, 3) BGR; ``hint`` is the pose of the picture before.

        Raises NotAligned when the board is not found.
        """
        started = perf_counter()
        pose = align(photo, self.reference, self.board, hint)
        pose = self._leaning_as_before(pose, hint)
        aligned = perf_counter()
        view, move = self._view_of(pose)
        detail = view.ground.detail.detail_of(photo, move)
        photo = softened(photo, pose, detail.factors)
        smooth = smooth_for(photo, pose, self._step_mm)
        codes = sample(smooth, moved(view.ground.light_px, move))
        light = view.ground.light.light_of(codes)
        spaces = dict.fromkeys(self.board.spaces, OUT_OF_VIEW if self.board.stick else BARE)
        slots = dict.fromkeys(self.board.slots, OUT_OF_VIEW if self.board.marker else BARE)
        palette = self.palette
        if view.sticks is not None:
            view, reader = self._look_at_sticks(view, smooth, light, move)
            if view.ground.light.set_aside(view.leftovers.covered(reader.covered())):
                light = view.ground.light.light_of(codes)
            view, reader = self._look_at_sticks(view, smooth, light, move, again=True)
            sticks = reader.told()
            spaces |= seen_by_place(sticks)
            palette = sticks.palette or palette
        if view.pose.leaning is not pose.leaning:
            pose = replace(pose, leaning=view.pose.leaning) if move is not None else view.pose
        if view.slots is not None:
            slots |= seen_by_place(view.slots.read(photo, smooth, light, pose, move, detail.kept))
        left = view.leftovers.find(smooth, light, palette, {**spaces, **slots}, move)
        corners = pose.corners_px(self.board.width_mm, self.board.height_mm)
        corners_px = tuple((float(x), float(y)) for x, y in corners)
        outside = view.framing.outside
        reading = Reading(spaces, slots, left.ships, left.odd, corners_px, outside=outside)
        done = perf_counter()
        return PhotoReading(
            reading,
            pose,
            {"align": 1e3 * (aligned - started), "read": 1e3 * (done - aligned)},
            left.cover,
            view.cores(smooth, move),
        )

    def forget(self) -> None:
        """Read the next photo as if nothing were known but the pose.

        Otherwise a place that looks as it did in the photo before, under the same pose, is read
        as it was then.
        """
        if self._view is not None:
            self._view.forget()

    def _leaning_as_before(self, pose: Pose, hint: Pose | None) -> Pose:
        """A pose with what tops told in the picture before, if the camera hardly moved since."""
        if hint is None or hint.leaning is None or pose.leaning is not None:
            return pose
        plain = replace(hint, leaning=None)
        moved_by = small_move(plain, pose, self.board.width_mm, self.board.height_mm)
        return pose if moved_by is None else replace(pose, leaning=hint.leaning)

    def _view_of(self, pose: Pose) -> tuple[_View, Move | None]:
        """The view of a pose, or of one that sees nearly the same, and the move from that one."""
        if self._view is not None:
            if self._view.pose is pose:
                return self._view, None
            move = small_move(self._view.pose, pose, self.board.width_mm, self.board.height_mm)
            if move is not None:
                return self._view, move
        self._view = self._look_from(pose)
        return self._view, None

    def _look_at_sticks(
        self, view: _View, picture: Image, light: Light, move: Move | None, again: bool = False
    ) -> tuple[_View, StickReader]:
        """Look at the sticks; the view in which their tops lie where they are looked for."""
        reader = view.sticks
        assert reader is not None
        (reader.look_again if again else reader.look)(picture, light, move)
        for _ in range(LEANING_ROUNDS):
            leaning = reader.leaning()
            if leaning is None:
                break
            leant = self._over(view.ground, replace(view.pose, leaning=leaning))
            if leant.sticks is None:
                break
            view, reader = leant, leant.sticks
            self._view = view
            (reader.look_again if again else reader.look)(picture, light, move)
        return view, reader

    def _look_from(self, pose: Pose) -> _View:
        grid_mm = sample_grid_mm(self.board.width_mm, self.board.height_mm)
        frame_px, reference_px = (
            eye.project(grid_mm.reshape(-1, 2)).reshape(grid_mm.shape).astype(np.float32)
            for eye in (pose, self.reference.pose)
        )
        smooth = smooth_for(self.reference.photo, self.reference.pose, self._step_mm)
        usable = within(frame_px, pose.size_px) & within(reference_px, self.reference.pose.size_px)
        light = KeptLight(
            sample_tones(smooth, reference_px),
            usable.astype(np.float32),
            (self.board.width_mm, self.board.height_mm),
        )
        places = [places for places in (self._stick_places, self._marker_places) if places]
        detail = DetailGauge(pose, self.reference, self.board, places)
        return self._over(_Ground(detail, frame_px, light), pose)

    def _over(self, ground: _Ground, pose: Pose) -> _View:
        """The view of the places over a ground, with tops where this pose has them."""
        sticks, markers = in_view(self._stick_places, self._marker_places, pose)
        both = [places for places in (sticks, markers) if places]
        return _View(
            pose,
            ground,
            Framing.of(self.board, pose),
            self._stick_reader(sticks, pose),
            self._slot_reader(markers, pose),
            LeftoverFinder(self.board, pose, self.reference),
            tuple(place for places in both for place in places.ids),
            np.concatenate([places.centres_mm for places in both] or [np.zeros((0, 2))]),
            core_points_px(sticks, markers, pose),
        )

    def _stick_reader(self, places: Places | None, pose: Pose) -> StickReader | None:
        if places is None:
            return None
        patches = cut(places, pose, self.reference)
        return StickReader(patches, self._sticks, self.palette, self.taught)

    def _slot_reader(self, places: Places | None, pose: Pose) -> SlotReader | None:
        if places is None or self._markers is None:
            return None
        return SlotReader(self._markers, cut(places, pose, self.reference))


def seen_by_place(pieces: PiecesSeen) -> dict[str, Seen]:
    """Probabilities per place -> the likeliest explanation of each, with the others named.

    Whether a piece lies there is decided before which: many half-likely kinds are still a piece.
    """
    piece = 1 - pieces.empty - pieces.hidden
    seen = {}
    for row, (place, empty) in enumerate(zip(pieces.ids, pieces.empty.tolist(), strict=True)):
        if empty > 1 - WORTH_NAMING:
            seen[place] = _plainly_empty(empty)
            continue
        kinds = sorted(zip(pieces.kinds[row].tolist(), pieces.names, strict=True), reverse=True)
        states = [(empty, EMPTY), (float(pieces.hidden[row]), HIDDEN)]
        if piece[row] > max(states)[0] and kinds:
            ranked = [kinds[0], *sorted([*kinds[1:], *states], reverse=True)]
        else:
            ranked = sorted([*kinds, *states], reverse=True)
        likely = tuple((name, chance) for chance, name in ranked if chance >= WORTH_NAMING)
        seen[place] = Seen(ranked[0][1], ranked[0][0], likely or ((ranked[0][1], ranked[0][0]),))
    return seen


@lru_cache(maxsize=1024)
def _plainly_empty(chance: float) -> Seen:
    """What most places of most photos are, with the same few chances."""
    return Seen(EMPTY, chance, ((EMPTY, chance),))
