"""One photo -> one Reading: align, light, patches, pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from time import perf_counter

import numpy as np

from companion import reading
from companion.boards.board import Board
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.reading import Reading, Seen
from vision.alignment.align import align
from vision.alignment.framing import Framing, in_view
from vision.alignment.leaning import Leaning
from vision.alignment.patches import (
    Places,
    block_means,
    core_points_px,
    cut,
    marker_places,
    stick_places,
)
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.alignment.small_moves import Kept, small_move
from vision.between.leftovers import LeftoverFinder
from vision.photometry.board_light import BoardLight, LitPhoto
from vision.photometry.colours import Palette, taught_palette, usual_palette
from vision.photometry.light import Light
from vision.photometry.white_balance import white_balanced
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import Move, moved, sample
from vision.routes.markers import MarkerReader
from vision.routes.slots import SlotReader
from vision.routes.sticks import PiecesSeen, StickReader
from vision.seen.photo_reading import Cores, PhotoReading

WORTH_NAMING = 0.01
"""Explanations less likely than this are not listed."""
OUT_OF_VIEW = Seen.only(reading.HIDDEN)
"""What is seen of a place that lies outside the picture."""
BARE = Seen.only(reading.EMPTY)
"""What is seen of a place for which the board has no pieces."""
LEANING_ROUNDS = 4
"""So often in a picture the sticks are read anew where their tops were seen elsewhere."""


@dataclass(frozen=True, eq=False)
class _Table:
    """What is known of a table whatever the pose: places are None where no such pieces exist."""

    board: RoutesBoard
    reference: Reference
    palette: Palette
    sticks: Places | None
    markers: Places | None
    marker_reader: MarkerReader | None

    @property
    def places(self) -> list[Places]:
        """The spaces and the slots, if there are any."""
        return [places for places in (self.sticks, self.markers) if places]

    def view_under(self, pose: Pose) -> _View:
        """The view of a pose, as yet empty."""
        step_mm = min((places.step_mm for places in self.places), default=1.0)
        light = BoardLight(self.board, pose, self.reference, step_mm, self.places)
        return _View(self, pose, light)


@dataclass(frozen=True, eq=False)
class _View:
    """All that hangs on the pose alone and is kept while the camera stands still.

    Each part is laid out when it is first asked for: while tops are seen to lean otherwise, a view
    is asked for little more than its sticks. The light is that of all of them.
    """

    table: _Table
    pose: Pose
    light: BoardLight

    def leaning(self, leaning: Leaning) -> _View:
        """The same with tops where they were seen."""
        return replace(self, pose=replace(self.pose, leaning=leaning))

    @cached_property
    def framing(self) -> Framing:
        """How much of the board is in the picture."""
        return Framing.of(self.table.board, self.pose)

    @cached_property
    def sticks(self) -> StickReader | None:
        """What reads the spaces in view, if there are any."""
        table, (places, _) = self.table, self._in_view
        if places is None or table.board.stick is None:
            return None
        kinds = tuple(kind.name for kind in table.board.stick.kinds)
        cut_out = cut(places, self.pose, table.reference)
        return StickReader(cut_out, table.board, kinds, table.palette)

    @cached_property
    def slots(self) -> SlotReader | None:
        """What reads the slots in view, if there are any."""
        table, (_, places) = self.table, self._in_view
        if places is None or table.marker_reader is None:
            return None
        cut_out = cut(places, self.pose, table.reference)
        return SlotReader(table.marker_reader, table.board, cut_out)

    @cached_property
    def leftovers(self) -> LeftoverFinder:
        """What finds all that lies beside the places."""
        return LeftoverFinder(self.table.board, self.pose, self.table.reference)

    def cores(self, picture: Image, move: Move | None) -> Cores:
        """The middles of all places in view in a picture."""
        ids, at_mm, at_px = self._cores
        codes = sample(picture, moved(at_px, move)).astype(np.float32)
        return Cores(ids, at_mm, block_means(codes))

    def forget(self) -> None:
        """Read the next photo as if it were the first."""
        for part in (self.light, self.sticks, self.slots, self.leftovers):
            if part is not None:
                part.forget()

    @cached_property
    def _in_view(self) -> tuple[Places | None, Places | None]:
        return in_view(self.table.sticks, self.table.markers, self.pose)

    @cached_property
    def _cores(self) -> tuple[tuple[str, ...], Floats, Tones]:
        """The places in view: their ids, middles (n, 2), and where to sample those."""
        both = [places for places in self._in_view if places]
        ids = tuple(place for places in both for place in places.ids)
        at_mm = np.concatenate([places.centres_mm for places in both] or [np.zeros((0, 2))])
        return ids, at_mm, core_points_px(*self._in_view, self.pose)


class RoutesReader:
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
        sticks = board.stick.kinds if board.stick else ()
        names = [kind.name for kind in sticks]
        self._table = table = _Table(
            board,
            white_balanced(reference, board),
            taught_palette(usual_palette(sticks), palette or {}, names),
            stick_places(board),
            marker_places(board),
            MarkerReader(board.marker) if board.marker else None,
        )
        self._kept = Kept(table.view_under, (board.width_mm, board.height_mm))

    @property
    def reference(self) -> Reference:
        """The photo of the empty board, without a cast."""
        return self._table.reference

    @property
    def palette(self) -> Palette:
        """The sticks' colours, usual or taught."""
        return self._table.palette

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:
        """Read a photo (h, w, 3) BGR; ``hint`` is the pose of the picture before.

        Raises NotAligned when the board is not found.
        """
        started = perf_counter()
        pose = align(photo, self.reference, self.board, hint)
        pose = self._leaning_as_before(pose, hint)
        aligned = perf_counter()
        view, move = self._kept.of(pose)
        lit = view.light.take(photo, pose, move)
        spaces = dict.fromkeys(self.board.spaces, OUT_OF_VIEW if self.board.stick else BARE)
        slots = dict.fromkeys(self.board.slots, OUT_OF_VIEW if self.board.marker else BARE)
        palette = self.palette
        if view.sticks is not None:
            view, reader = self._look_at_sticks(view, lit, move, StickReader.look)
            lit = view.light.set_aside(view.leftovers.covered(reader.covered()), lit)
            view, reader = self._look_at_sticks(view, lit, move, StickReader.look_again)
            sticks = reader.told()
            spaces |= seen_by_place(sticks)
            palette = sticks.palette or palette
        if view.pose.leaning is not pose.leaning:
            pose = replace(pose, leaning=view.pose.leaning) if move is not None else view.pose
        if view.slots is not None:
            slots |= seen_by_place(view.slots.read(lit, pose, move))
        left = view.leftovers.find(lit.smooth, lit.light, palette, {**spaces, **slots}, move)
        corners_px, outside = pose.corners_of(self.board), view.framing.outside
        read = Reading(spaces, slots, left.ships, left.odd, corners_px, outside=outside)
        done = perf_counter()
        return PhotoReading(
            read,
            pose,
            {"align": 1e3 * (aligned - started), "read": 1e3 * (done - aligned)},
            left.cover,
            view.cores(lit.smooth, move),
        )

    def paints(self, photo: Image, hint: Pose) -> dict[str, tuple[float, Tones]]:
        """Per space how surely a stick is read there, and its paint (3,), BGR, relative to white.

        Raises NotAligned when the board is not found.
        """
        self.read(photo, hint)
        view = self._kept.value
        seen = view.sticks.paints() if view is not None and view.sticks is not None else {}
        return {space: seen.get(space, (0.0, np.zeros(3))) for space in self.board.spaces}

    def forget(self) -> None:
        """Read the next photo as if it were the first.

        Otherwise a place that looks as it did in the photo before, under the same pose, is read
        as it was then.
        """
        if self._kept.value is not None:
            self._kept.value.forget()

    def _leaning_as_before(self, pose: Pose, hint: Pose | None) -> Pose:
        """A pose with what tops told in the picture before, if the camera hardly moved since."""
        if hint is None or hint.leaning is None or pose.leaning is not None:
            return pose
        plain = replace(hint, leaning=None)
        moved_by = small_move(plain, pose, self.board.width_mm, self.board.height_mm)
        return pose if moved_by is None else replace(pose, leaning=hint.leaning)

    def _look_at_sticks(
        self,
        view: _View,
        lit: LitPhoto,
        move: Move | None,
        look: Callable[[StickReader, Image, Light, Move | None], None],
    ) -> tuple[_View, StickReader]:
        """Look at the sticks; the view in which their tops lie where they are looked for."""
        reader = view.sticks
        assert reader is not None
        look(reader, lit.smooth, lit.light, move)
        for _ in range(LEANING_ROUNDS):
            leaning = reader.leaning()
            if leaning is None:
                break
            leant = view.leaning(leaning)
            if leant.sticks is None:
                break
            view, reader = leant, leant.sticks
            self._kept.value = view
            look(reader, lit.smooth, lit.light, move)
        return view, reader


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
        states = [(empty, reading.EMPTY), (float(pieces.hidden[row]), reading.HIDDEN)]
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
    return Seen.only(reading.EMPTY, chance)
