"""Which stick lies on each space, and how surely: patches of spaces -> class and kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.boards.routes_board import RoutesBoard
from vision.alignment.leaning import Leaning, leaning_of
from vision.alignment.patches import STICK_REACH, Cut, Places, block_means
from vision.photometry.colour_settings import EVEN_PIECES
from vision.photometry.colours import Palette, fit_palette, kind_probabilities
from vision.photometry.light import Light
from vision.photometry.scatter import PieceLight, likeness
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import Move, sample
from vision.routes.companies import Companies
from vision.routes.filling import Filling
from vision.routes.first_look import Answers, PatientAsker
from vision.routes.lanes import lanes_of, told_by_mates
from vision.routes.networks import (
    CLASS_EMPTY,
    CLASS_HIDDEN,
    CLASS_PIECE,
    LOOKED_ONCE,
    look_at_sticks,
    look_once_at_sticks,
)
from vision.routes.one_space import on_one_space
from vision.routes.top_tones import WHOLE, core_tones, outer_quarters, part_of_top

EMPTY_SPACE = np.array([0.9995, 0.0005, *[0] * 28], np.float32)
"""The answer for a space that plainly shows the print: class probabilities, and no stick."""

ALONG, ACROSS = 3, 4
"""Where in an answer stands how far beside its place a stick's top is seen."""
TONES = STICK, DARKEST, LIGHTEST, PRINT = tuple(slice(at, at + 3) for at in (5, 8, 11, 14))
"""Where in an answer stand the tones of a stick, of its darkest and its lightest quarter, and those
that the print would show there."""
PAINTS = tuple(slice(at, at + 3) for at in (17, 20, 23, 26))
STICK_PAINT = PAINTS[0]
REFLECTED = 29
"""And what paint all these would be, and the light that a lamp's reflection adds there."""
LIKELY = 0.5
THERE = 0.9
"""Sticks that are as sure as this tell how tops lean."""


@dataclass(frozen=True, eq=False)
class PiecesSeen:
    """What each of n places may hold: ``empty`` (n,), ``hidden`` (n,), ``kinds`` (n, kinds).

    A row sums to 1 or less; what is missing is a piece of no known kind. ``palette`` are the
    kinds' colours as fitted in this picture, where colours tell them apart.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    empty: Tones
    hidden: Tones
    kinds: Tones
    palette: Palette | None = None


class StickReader:
    """Reads the spaces of one board under one pose, frame after frame.

    ``palette`` has the usual or taught colours of the ``kinds`` that have one.
    """

    def __init__(
        self, cut: Cut, board: RoutesBoard, kinds: Sequence[str], palette: Palette
    ) -> None:
        self._kinds, self._usual = tuple(kinds), palette
        self._companies = Companies(board, cut.places.ids, palette.kinds)
        self._filling = Filling(board, cut.places.ids)
        self._fitted: Palette | None = None
        self._asker = PatientAsker(cut, EMPTY_SPACE, chances=3)
        self._lanes = lanes_of(cut.places.ids)
        self._at_mm = cut.places.centres_mm.astype(np.float32)
        self._light: Light | None = None
        self._differ = True
        self._leaning: Leaning | None = None
        self._leaning_told = False
        self._blown = np.zeros(len(cut.places.ids), bool)

    def forget(self) -> None:
        """Read the next picture as if it were the first."""
        self._asker.forget()

    def look(self, picture: Image, light: Light, move: Move | None = None) -> None:
        """Look at every space of a picture that may have moved a little since the first.

        What this one look tells with doubt is settled by ``look_again``.
        """

        def ask(cut: Cut) -> Tones:
            return ask_once(picture, cut, light)

        self._take_in(light, self._asker.answers(picture, light, ask, move, LOOKED_ONCE))

    def look_again(self, picture: Image, light: Light, move: Move | None = None) -> None:
        """Look again at the same picture, in a light that may be another: at what needs it."""
        if self._light is not None and light is not self._light:
            # What is not asked about again was seen beside the white of before.
            whiter = self._light.white(self._at_mm) / light.white(self._at_mm)
            rows = self._asker.rows.copy()
            for tones in (STICK, DARKEST, LIGHTEST):
                rows[:, tones] *= whiter
            _paint(rows, light, self._at_mm)
            self._asker.restate(rows)
            self._differ = True

        def ask(cut: Cut) -> Tones:
            return ask_sticks(picture, cut, light)

        self._take_in(light, self._asker.answers_again(picture, light, ask, move))

    def covered(self) -> tuple[str, ...]:
        """The spaces on which a stick was seen, whatever its colour."""
        there = self._asker.rows[:, CLASS_PIECE] > LIKELY
        return tuple(self._asker.cut.places.ids[row] for row in np.flatnonzero(there))

    def paints(self) -> dict[str, tuple[float, Tones]]:
        """Per space: how surely a stick was seen there, and its paint (3,), BGR, of white."""
        ids, rows = self._asker.cut.places.ids, self._asker.rows.astype(float)
        chances = rows[:, CLASS_PIECE].tolist()
        return dict(zip(ids, zip(chances, rows[:, STICK_PAINT], strict=True), strict=True))

    def leaning(self) -> Leaning | None:
        """How tops lean, told by the sticks that were seen; None where that is as expected."""
        if not self._leaning_told:
            self._leaning, self._leaning_told = self._lean(), True
        return self._leaning

    def _lean(self) -> Leaning | None:
        cut = self._asker.cut
        there = np.flatnonzero(self._asker.rows[:, CLASS_PIECE] > THERE)
        sticks = cut.of(there)
        return leaning_of(
            sticks.places.centres_mm,
            self._tops_mm()[there],
            sticks.usual_mm,
            cut.places.height_mm,
        )

    def _tops_mm(self) -> Floats:
        """Where over the board's face each space sees the top of a stick, (n, 2)."""
        cut = self._asker.cut
        beside = cut.view + self._asker.rows[:, [ALONG, ACROSS]]
        return cut.on_board_mm(beside * cut.places.unit_mm)

    def told(self) -> PiecesSeen:
        """What was seen, and the colours of the sticks, all together."""
        rows, unit_mm = self._asker.rows, self._asker.cut.places.unit_mm
        classes = on_one_space(rows[:, :3], self._tops_mm() / unit_mm, rows[:, [ALONG, ACROSS]])
        classes = self._filling.told(classes)
        if not self._usual.kinds:  # Nothing tells the kinds apart.
            return self._shown(classes, self._kinds, _evenly(len(self._kinds)))
        colours, *quarters, print_ = (rows[:, at].astype(np.float64) for at in PAINTS)
        there, lit = classes[:, CLASS_PIECE], self._lit(np.stack(quarters))
        if self._fitted is None or self._differ:
            self._fitted, self._differ = self._palette(colours, there, lit), False
        fitted = self._fitted

        def beside(told: Tones, palette: Palette) -> Tones:
            if palette.seen is None:
                return told
            told = told_by_mates(told, there, self._lanes, palette.seen)
            return self._companies.joined(told, there, palette.seen)

        may_be = self._companies.may_be
        told = kind_probabilities(fitted, colours, may_be, EVEN_PIECES, lit, beside)
        if len(fitted.kinds) == len(self._kinds):
            classes = without_prints(classes, told.sum(axis=1), colours, print_)
        return self._shown(classes, fitted.kinds, told, fitted)

    def _shown(
        self, classes: Tones, names: tuple[str, ...], told: Tones, palette: Palette | None = None
    ) -> PiecesSeen:
        """Class probabilities (n, 3), and how likely a stick is each kind, (n or 1, kinds)."""
        ids, kinds = self._asker.cut.places.ids, classes[:, CLASS_PIECE, None] * told
        seen = PiecesSeen(
            ids, names, classes[:, CLASS_EMPTY], classes[:, CLASS_HIDDEN], kinds, palette
        )
        return hide(seen, self._blown)

    def _take_in(self, light: Light, answers: Answers) -> None:
        self._light, self._blown = light, answers.blown
        self._differ |= answers.differ
        self._leaning_told &= not answers.differ

    def _lit(self, quarters: Floats) -> PieceLight:
        """How the sticks that were seen, with such quarters (2, n, 3), lie in the light."""
        n = len(self._at_mm)
        noise = np.zeros(n) if self._light is None else self._light.noise(self._at_mm)
        return PieceLight(self._asker.rows[:, REFLECTED], noise, quarters)

    def _palette(self, colours: Floats, there: Tones, lit: PieceLight) -> Palette:
        """The kinds' colours, fitted to what is seen."""
        return fit_palette(self._usual, colours, there, self._companies.may_be, EVEN_PIECES, lit)


def _evenly(kinds: int) -> Tones:
    """Each of so many kinds as likely as the others, (1, kinds)."""
    return np.full((1, kinds), 1 / max(kinds, 1), np.float32)


def ask_once(picture: Image, cut: Cut, light: Light) -> Tones:
    """What the network says of each space at one look, as ``ask_sticks`` has it."""
    return ask_sticks(picture, cut, light, look_once_at_sticks)


def ask_sticks(
    picture: Image,
    cut: Cut,
    light: Light,
    look: Callable[[Tones], tuple[Tones, Tones]] = look_at_sticks,
) -> Tones:
    """What the network says of each space, (n, 30).

    Class probabilities; how far along and across the lane its top is seen from where it is
    expected, in stick widths; the stick's tones, those of its darkest and lightest quarters and
    those that the print would show there, relative to the local white; the same as paint; the light
    that a reflection adds.
    """
    patches = lit_patches(picture, cut, light)
    classes, focus = look(stick_channels(patches, cut))
    seen, print_ = (block_means(patches[..., part], 2) for part in (slice(0, 3), slice(3, 6)))
    quarters = outer_quarters(seen, part_of_top(focus, WHOLE))
    tones = (core_tones(seen, focus), *quarters, core_tones(print_, focus))
    answers = np.zeros((len(patches), len(EMPTY_SPACE)), np.float32)
    answers[:, : PRINT.stop] = np.column_stack([classes, beside(focus, cut.places), *tones])
    _paint(answers, light, cut.places.centres_mm.astype(np.float32))
    return answers


def _paint(answers: Tones, light: Light, at_mm: Tones) -> None:
    """Tell the paint of sticks and prints in answers (n, 30) by their tones, in this light."""
    for tones, paint in zip(TONES, PAINTS, strict=True):
        answers[:, paint] = light.paint(answers[:, None, None, tones], at_mm)[:, 0, 0]
    answers[:, REFLECTED] = light.reflected(at_mm)


def without_prints(classes: Tones, known: Tones, colours: Tones, print_: Tones) -> Tones:
    """Class probabilities (n, 3), bare print that looked like a piece being empty.

    A piece is one of the kinds: as far as a colour is nobody's, and the print's (n, 3), it is
    print. ``known`` (n,) is the chance that a colour (n, 3) is some kind's.
    """
    bare = likeness(print_, colours, EVEN_PIECES) * (1 - known) * classes[:, CLASS_PIECE]
    told = classes.copy()
    told[:, CLASS_PIECE] -= bare
    told[:, CLASS_EMPTY] += bare
    return told


def lit_patches(picture: Image, cut: Cut, light: Light) -> Tones:
    """Patches (n, h, w, 6): the picture's beside the expected print's, relative to local white."""
    seen = sample(picture, cut.frame_px).astype(np.float32) * np.float32(1 / 255)
    at_mm = cut.places.centres_mm.astype(np.float32)
    both = np.concatenate(light.relative_to_white(seen, cut.reference, at_mm), axis=3)
    return np.clip(both, -0.2, 1.6, out=both)


def stick_channels(patches: Tones, cut: Cut) -> Tones:
    """Lit patches (n, h, w, 6) as ``look_at_sticks`` takes them, (n, 9, h, w)."""
    view = np.broadcast_to(cut.view[:, None, None], (*patches.shape[:3], 2))
    channels = [patches, cut.places.neighbours[..., None], view]
    return np.concatenate(channels, axis=3).transpose(0, 3, 1, 2)


def hide(seen: PiecesSeen, blown: NDArray[np.bool_]) -> PiecesSeen:
    """The same with blown-out places hidden, but for what stands out there.

    Of 31 sticks in such glare on drawn boards the network sees 29, of 273 bare spaces none as one.
    """
    bare = np.where(blown, seen.empty, 0).astype(np.float32)
    return replace(seen, empty=seen.empty - bare, hidden=seen.hidden + bare)


def beside(focus: Tones, places: Places) -> Tones:
    """Where along and across a patch the mean of its focus (n, rows, columns) lies, (n, 2)."""
    _, rows, columns = focus.shape
    across = ((np.arange(rows) + 0.5) / rows * 2 - 1) * STICK_REACH[0]
    along = ((np.arange(columns) + 0.5) / columns * 2 - 1) * places.reach_mm / places.unit_mm
    return np.column_stack([focus.sum(axis=1) @ along, focus.sum(axis=2) @ across])
