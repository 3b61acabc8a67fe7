"""What neither the empty print nor a piece that was read explains: ships, odd things, hands.

The whole board is looked at in steps of about 2 mm, in one remap, beside the print as it should
look in this picture's light. Where they differ something lies. What the reader named on spaces and
slots is set aside, and the rest is told apart by size and colour, as the board file gives them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.routes_board import RoutesBoard
from companion.reading import EMPTY, HIDDEN, OddSeen, Seen, ShipSeen
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.between.cover import Cover, find_cover
from vision.between.ground import Ground
from vision.between.haze import AROUND_MM, under_haze
from vision.between.outlook import Outlook
from vision.between.ships import NEW_SHARE, ShipFinder, ShipFound
from vision.photometry.colours import Palette, kind_probabilities
from vision.photometry.light import Light
from vision.picture.arrays import Image, Mask, Tones
from vision.picture.sampling import Move, largest

Outlines = Mapping[str, NDArray[np.int32]]


# When something is left over. Tones are relative to white.
FOREIGN = 0.07
"""A sample so far from what the print explains is foreign, in tones."""
FOREIGN_MISFITS = 2.0
"""In a picture whose light fits badly a foreign sample is so many median misfits further
off."""
SUSPECT = 0.5
"""A hand goes on over samples that are so much of this far off."""
AWRY_MM = 4.0
"""How much longer and wider than a piece the region is in which it may lie."""
NEAT_MM = 1.0
"""The same for the region where it surely lies."""
SHADOW_OFF = 0.06
"""So near to the darkened print a sample is a shadow, if no piece's colour is nearer."""
SHADOW_DEPTH = 0.45
"""Shadows leave at least this of the print's tone."""
SURE_KIND = 0.6
"""A sample has a kind's colour if so much of all kinds' chance is this one's."""
SOME_KIND = 0.01
"""Where this one's chance is less than this, a sample has no kind's colour."""
AROUND_HANDS_MM = 16.0
"""So near to a hand nothing else is looked for."""
ODD = 0.1
"""So much further off than a foreign one a sample of an odd thing must be, in tones."""
ODD_CONTRAST = 0.3
"""A sample of an odd thing is also off by this share of the print's contrast: strong colours
come out differently in another camera, and one light is fitted to all of them."""
ODD_AREA = (0.55, 12.0)
"""The least and the most area of an odd thing, in terms of a stick's (or marker's) top."""
ODD_FILLED = 0.4
"""An odd thing fills so much of the smallest box around it; less is a misplaced line."""
EDGE_MM = 8.0
"""Odd things are not looked for so near to the board's edge."""
SHADOW, OTHER = 254, 255
"""Codes of foreign samples that are a shadow, or of no kind; kinds count from 1, 0 is print."""
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
AGAINST_PRINT, AGAINST_FOREIGN, KNOWN = np.float32(-1), np.float32(-0.3), np.float32(0.4)
"""Evidence for a ship where the print lies, where something else does, and where a stick of its
own colour was read: that may be the ship itself."""


@dataclass(frozen=True)
class Leftovers:
    """What was left over in one picture."""

    ships: tuple[ShipSeen, ...]
    odd: tuple[OddSeen, ...]
    cover: Cover


@dataclass(frozen=True, eq=False)
class _LookedOver:
    """What was ``found`` in the picture before, beside which pieces and by which colours."""

    pieces: Mapping[str, int]
    palette: Palette
    found: Leftovers

    def holds_for(self, pieces: Mapping[str, int], palette: Palette) -> bool:
        """Whether the same pieces lie there, and a reader has fitted no new palette."""
        return palette is self.palette and pieces == self.pieces


class LeftoverFinder:
    """Finds leftovers on one board under one pose; make a new one when the camera moved."""

    def __init__(
        self,
        board: RoutesBoard,
        pose: Pose,
        reference: Reference,
    ) -> None:
        self.board = board
        self.ground = Ground.lay(board, pose, reference)
        self.outlook = Outlook(self.ground)
        self._awry = _outlines(board, self.ground, AWRY_MM)
        self._neat = _outlines(board, self.ground, NEAT_MM)
        self._ships = ShipFinder(board.ship, self.ground) if board.ship else None
        self._free = self._draw(self._awry, dict.fromkeys(self._awry, OTHER)) == 0
        across, down = np.ceil(EDGE_MM / self.ground.step_mm).astype(int)
        self._free[:down] = self._free[-down:] = False
        self._free[:, :across] = self._free[:, -across:] = False
        self._last: _LookedOver | None = None

    def forget(self) -> None:
        """Look over the next picture as if it were the first."""
        self.outlook.forget()

    def covered(self, places: Iterable[str]) -> Mask:
        """What of the board lies under pieces on these places, as the camera sees it: 1, else 0."""
        return self._draw(self._neat, {place: 1 for place in places if place in self._neat})

    def find(
        self,
        picture: Image,
        light: Light,
        palette: Palette,
        seen: Mapping[str, Seen],
        move: Move | None = None,
    ) -> Leftovers:
        """Look over a picture (h, w, 3), smoothed for steps of a millimetre or more.

        Where nothing changed since the picture before, it is what was left over there.
        ``palette`` are the sticks' colours as fitted in this picture, ``seen`` is what was read on
        the board's places. ``move`` is how the picture moved since the pose was taken.
        """
        self.outlook.take_in(picture, light, move)
        pieces = self._pieces(seen, palette)
        last = self._last
        if last is None or self.outlook.changed.any() or not last.holds_for(pieces, palette):
            found = self._look_over(light, palette, pieces)
            self._last = last = _LookedOver(pieces, palette, found)
        return last.found

    def _look_over(self, light: Light, palette: Palette, pieces: Mapping[str, int]) -> Leftovers:
        """What is left over in the picture just taken in, beside pieces and their codes."""
        expected = self.outlook.expected
        misfit = expected.misfit(self.outlook.tones)
        usual = float(np.median(misfit[::4, ::4]))
        far = FOREIGN + FOREIGN_MISFITS * usual
        foreign = (misfit > far).astype(np.uint8)
        explained = self._draw(self._awry, pieces)
        suspect = (misfit > SUSPECT * far).astype(np.uint8)
        in_view = self.ground.in_view > 0
        in_the_way = foreign * ((explained == 0) & ~self.outlook.blown)
        cover = find_cover(in_the_way, suspect, in_view, self.ground.step_mm)
        if cover.any:
            here = cover.box(AROUND_MM, foreign.shape)
            print_ = expected.tones[here]
            in_the_way[here] *= ~under_haze(self.outlook.tones[here], print_, self.ground.step_mm)
            cover = find_cover(in_the_way, suspect, in_view, self.ground.step_mm)
        if cover.any:
            foreign[cover.near(AROUND_HANDS_MM, foreign.shape)] = 0
        codes = self._codes(foreign, light, palette)
        known = self._draw(self._neat, pieces)
        ships = self._find_ships(codes, explained, known, palette)
        least = far + ODD + ODD_CONTRAST * expected.contrast
        left = (misfit > least) & (codes > 0) & (codes != SHADOW) & self._free
        odd = self._find_odd(left.astype(np.uint8), ships)
        return Leftovers(tuple(found.ship for found in ships), odd, cover)

    def _pieces(self, seen: Mapping[str, Seen], palette: Palette) -> dict[str, int]:
        """The code of what lies on each place where a piece was read."""
        codes = {kind: code for code, kind in enumerate(palette.kinds, 1)}
        return {
            place: codes.get(what.answer, OTHER) if place in self.board.spaces else OTHER
            for place, what in seen.items()
            if what.answer not in (EMPTY, HIDDEN) and place in self._awry
        }

    def _codes(self, foreign: Mask, light: Light, palette: Palette) -> Mask:
        """The code of each sample (rows, columns): print, shadow, a kind's colour or other."""
        codes = np.zeros(foreign.shape, np.uint8)
        at = np.flatnonzero(foreign)
        if not len(at) or not palette.kinds:
            codes[foreign > 0] = OTHER
            return codes
        tones = self.outlook.tones.reshape(-1, 3)[at]
        expected = self.outlook.expected.tones.reshape(-1, 3)[at]
        rows, columns = np.divmod(at, foreign.shape[1])
        at_mm = np.column_stack([columns + 0.5, rows + 0.5]) * self.ground.step_mm
        paint = light.paint(tones[:, None, None], at_mm.astype(np.float32))[:, 0, 0]
        alone = replace(
            palette, tones=palette.tones.astype(np.float32), seen=None, share=1.0, others=()
        )
        chances = kind_probabilities(alone, paint)
        kind = chances.argmax(axis=1)
        chance = chances[np.arange(len(at)), kind]
        enough = np.maximum(SURE_KIND * (chances @ np.ones(chances.shape[1])), SOME_KIND)
        shadow = self._shadow(tones, expected, paint, palette)
        codes.ravel()[at] = np.where(shadow, SHADOW, np.where(chance > enough, kind + 1, OTHER))
        return codes

    def _shadow(
        self, tones: Tones, expected: Tones, paint: Tones, palette: Palette
    ) -> NDArray[np.bool_]:
        """Which foreign samples (n, 3) are the print in a shadow, rather than any kind's paint."""
        length = np.maximum(np.einsum("nc,nc->n", expected, expected), 1e-3)
        depth = np.einsum("nc,nc->n", tones, expected) / length
        off = largest(np.abs(tones - depth[:, None] * expected))
        shadow = (off < SHADOW_OFF) & (depth > SHADOW_DEPTH) & (depth < 1)
        for kind in palette.tones:
            shadow &= off < largest(np.abs(paint - kind))
        return np.asarray(shadow)

    def _find_ships(
        self, codes: Mask, explained: Mask, known: Mask, palette: Palette
    ) -> list[ShipFound]:
        if self._ships is None:
            return []
        against = np.where(codes > 0, AGAINST_FOREIGN, AGAINST_PRINT)
        other = explained == OTHER
        against[other] = 0
        top_mm2 = self._ships.ship.length_mm * self._ships.ship.width_mm
        least = NEW_SHARE * top_mm2 / self.ground.step_mm.prod()
        found = []
        for kind in self._ships.ship.kinds:
            if kind.name not in palette.kinds:
                continue
            code = palette.kinds.index(kind.name) + 1
            mine = (codes == code) & ~other
            read = mine & (known == code)
            if np.count_nonzero(mine) - np.count_nonzero(read) < least:
                continue
            evidence = against.copy()
            evidence[mine], evidence[read] = 1, KNOWN
            found += self._ships.find(kind.name, evidence)
        return found

    def _find_odd(self, left: Mask, ships: list[ShipFound]) -> tuple[OddSeen, ...]:
        """Blobs about as large as a piece among the samples that are left (rows, columns)."""
        for found in ships:
            mask = np.zeros_like(left)
            mask[found.rows, found.columns] = 1
            left[cv2.dilate(mask, np.ones((5, 5), np.uint8)) > 0] = 0
        if (top_mm2 := _piece_area_mm2(self.board)) is None:
            return ()
        step = self.ground.step_mm
        least, most = np.array(ODD_AREA) * top_mm2 / step.prod()
        count, labels, stats, middles = cv2.connectedComponentsWithStats(left, connectivity=8)
        odd = []
        for blob in range(1, count):
            if not least <= stats[blob, cv2.CC_STAT_AREA] <= most:
                continue
            start, top, wide, high = stats[blob, : cv2.CC_STAT_AREA].tolist()
            box = labels[top : top + high, start : start + wide]
            rows, columns = np.nonzero(box == blob)
            _, (width, height), _ = cv2.minAreaRect(
                np.column_stack([columns, rows]).astype(np.float32)
            )
            if len(rows) < ODD_FILLED * (width + 1) * (height + 1):
                continue
            x_mm, y_mm = ((middles[blob] + 0.5) * step).tolist()
            odd.append(OddSeen(x_mm, y_mm))
        return tuple(odd)

    def _draw(self, outlines: Outlines, codes: Mapping[str, int]) -> Mask:
        mask = np.zeros(self.ground.shape, np.uint8)
        for place, code in codes.items():
            cv2.fillConvexPoly(mask, outlines[place], code, cv2.LINE_8, 4)
        return mask


def _piece_area_mm2(board: RoutesBoard) -> float | None:
    """The area of a stick's top, or of a marker's on a board without sticks."""
    if board.stick:
        return board.stick.length_mm * board.stick.width_mm
    return np.pi / 4 * board.marker.diameter_mm**2 if board.marker else None


def _outlines(board: RoutesBoard, ground: Ground, more_mm: float) -> Outlines:
    """What a piece on each place covers as the camera sees it, ``more_mm`` longer and wider."""
    outlines: dict[str, NDArray[np.int32]] = {}
    spaces, slots = list(board.spaces.values()), list(board.slots.values())
    if board.stick and spaces:
        at_mm = np.array([(space.x_mm, space.y_mm) for space in spaces])
        angle = np.radians([space.angle_deg for space in spaces])
        along = np.column_stack([np.cos(angle), np.sin(angle)])
        across = np.column_stack([-along[:, 1], along[:, 0]])
        half = (np.array([board.stick.length_mm, board.stick.width_mm]) + more_mm) / 2
        bases = [at_mm + u * half[0] * along + v * half[1] * across for u, v in CORNERS]
        found = ground.outlines(np.stack(bases, axis=1), board.stick.height_mm)
        outlines |= zip((space.id for space in spaces), found, strict=True)
    if board.marker and slots:
        at_mm = np.array([(slot.x_mm, slot.y_mm) for slot in slots])
        angle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
        ring = np.column_stack([np.cos(angle), np.sin(angle)])
        bases_mm = at_mm[:, None] + ring * (board.marker.diameter_mm + more_mm) / 2
        found = ground.outlines(bases_mm, board.marker.height_mm)
        outlines |= zip((slot.id for slot in slots), found, strict=True)
    return outlines
