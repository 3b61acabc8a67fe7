"""A first, cheap look at every place, so that the networks are asked about few.

A place that looks like the empty print is empty, and one that looks as it did when the networks
were last asked is what they said then. Both are told from block means of its patch: a piece that
comes, goes or changes moves several blocks far, and noise none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.alignment.patches import Cut, block_means
from vision.photometry.light import BLOWN_CODE, FittedLight, Light
from vision.picture.arrays import Image, Tones
from vision.picture.sampling import Move, largest, middle, moved, sample

EMPTY_BELOW = 0.05
"""A space is empty if its blocks are nearer to the expected print than this, in tones.

Of 50,563 sticks on drawn tables, by careless hands too, and rendered ones five lie nearer, and 56 %
of the empty spaces of drawn ones do.
"""
EMPTY_SLOT_BELOW = 0.03
"""The same for a slot: markers are flat, and white ones lie on white circles.

Of 36,904 markers on such tables none lies nearer, where 12 are nearer than 0.05.
"""
UNCHANGED_BELOW = 0.04
"""A place is unchanged if its blocks are nearer than this to what they were; in another light of
one picture those of the expected print as well.

Of 50,963 sticks and 37,768 markers on own tables one and four are nearer to their bare print, so
would come unseen (14 and 35 nearer than 0.06); noise alone moved none of 860 places in ten frames
of a still camera by 0.03. Between two lights as many spaces of 4,217 are told wrongly as if all
were asked about again (22), and one more with 0.03.
"""
SAME_ANSWER = 0.05
"""Answers that moved less than this are the same."""
FURTHEST_BLOCKS = 4
"""A place is as far off as its furthest few blocks are in the mean: more than noise, less than a
piece."""
BLOWN_SHARE = 0.5
"""Where a patch is clipped over more than this share of its area, bare print can't be told."""


@dataclass(frozen=True, eq=False)
class FirstLook:
    """How n places look: block means ``tones`` and ``expected`` (n, blocks, 3), relative to white.

    ``blown`` (n,) are clipped by glare, ``empty`` (n,) are empty for sure.
    """

    tones: Tones
    expected: Tones
    blown: NDArray[np.bool_]
    empty: NDArray[np.bool_]


class Blocks:
    """The blocks of every patch of one cut, in picture after picture."""

    def __init__(self, cut: Cut, empty_below: float = EMPTY_BELOW) -> None:
        self._cut, self._empty_below = cut, empty_below
        self._at_mm = cut.places.centres_mm.astype(np.float32)
        self._fitted: FittedLight | None = None
        self._dimming: Tones
        self._expected: Tones

    def look(self, picture: Image, light: Light, move: Move | None = None) -> FirstLook:
        """Look at a picture, which may have moved since the patches were cut.

        What is expected is what it was before where the light is, at most with another exposure.
        """
        codes = block_means(sample(picture, moved(self._cut.core_px, move)))
        if light.fitted is not self._fitted:
            blocks = self._cut.core_blocks[:, None]
            dimming, expected = light.over_white(blocks, self._at_mm)
            self._fitted, self._dimming, self._expected = light.fitted, dimming, expected[:, 0]
        dimming = self._dimming / (255 * light.exposure)
        blown = (middle(codes) >= BLOWN_CODE).mean(axis=1) > BLOWN_SHARE
        tones = codes * dimming[:, None].astype(np.float32)
        empty = _off(tones, self._expected) < self._empty_below
        return FirstLook(tones, self._expected, blown, empty)


@dataclass(frozen=True, eq=False)
class Answers:
    """A row of numbers for each of n places, (n, numbers), and whether any differs from the last.

    ``blown`` (n,) are the places that glare clips: of those none is empty, as far as can be seen.
    """

    rows: Tones
    blown: NDArray[np.bool_]
    differ: bool


class PatientAsker:
    """Asks about the places of one cut that need it, and remembers what was answered."""

    def __init__(
        self, cut: Cut, empty: Tones, chances: int, empty_below: float = EMPTY_BELOW
    ) -> None:
        """Start without memory.

        ``empty`` (numbers,) is the answer for a place that is empty, which one is that is so much
        like its print; so many of an answer's numbers, its first, are ``chances``.
        """
        self.cut, self._empty, self._chances = cut, empty, chances
        self._blocks = Blocks(cut, empty_below)
        self._seen: tuple[Light, FirstLook] | None = None
        self._rows = _fixed(np.zeros((len(cut.places.ids), len(empty)), np.float32))
        self._then = np.empty_like(cut.core_blocks)
        self._print_then = np.zeros_like(cut.core_blocks)
        self.forget()

    @property
    def rows(self) -> Tones:
        """What was answered last, a row for each place. Not to be written to, and never altered."""
        return self._rows

    def restate(self, rows: Tones) -> None:
        """Tell otherwise what was answered last, a row for each place: by another light."""
        self._rows = _fixed(rows.copy())

    def forget(self) -> None:
        """Ask about every place anew next time."""
        self._then.fill(np.inf)

    def answers(
        self,
        picture: Image,
        light: Light,
        ask: Callable[[Cut], Tones],
        move: Move | None = None,
        settled_from: float = 0.0,
    ) -> Answers:
        """Look at every place of a picture; ``ask`` tells the answers of some of them.

        ``move`` is how the picture moved since the places were cut. What is answered less surely
        than ``settled_from`` will be asked again, however little it changes.
        """
        look = self._blocks.look(picture, light, move)
        self._seen = light, look
        return self._answers(look, self._changed(look), ask, move, settled_from)

    def answers_again(
        self,
        picture: Image,
        light: Light,
        ask: Callable[[Cut], Tones],
        move: Move | None = None,
    ) -> Answers:
        """Look at every place of the picture of before again, in a light that may be another.

        Asked about is also what print that light lets expect otherwise.
        """
        if not (self._seen and self._seen[0] is light):
            self._seen = light, self._blocks.look(picture, light, move)
        look = self._seen[1]
        changed = self._changed(look)
        changed |= _off(look.expected, self._print_then) >= UNCHANGED_BELOW
        return self._answers(look, changed, ask, move, 0.0)

    def _changed(self, look: FirstLook) -> NDArray[np.bool_]:
        """Which places look otherwise than when they were last asked about, (n,)."""
        return ~(_off(look.tones, self._then) < UNCHANGED_BELOW)

    def _answers(
        self,
        look: FirstLook,
        changed: NDArray[np.bool_],
        ask: Callable[[Cut], Tones],
        move: Move | None,
        settled_from: float,
    ) -> Answers:
        """Ask about what changed (n,) and is not plainly empty."""
        empty, rows = look.empty, self._rows.copy()
        asked = np.flatnonzero(changed & ~empty)
        rows[empty] = self._empty
        if len(asked):
            rows[asked] = ask(self.cut.of(asked).moved(move))
        differ = bool((np.abs(rows - self._rows) > SAME_ANSWER).any())
        self._rows = _fixed(rows)
        self._remember(look, np.concatenate([asked, np.flatnonzero(empty)]), settled_from)
        return Answers(self._rows, look.blown, differ)

    def _remember(self, look: FirstLook, rows: NDArray[np.intp], settled_from: float) -> None:
        """How some places look for which answers are new, if those are settled."""
        chance = self._rows[rows, : self._chances].max(axis=1)
        self._then[rows] = np.where(chance[:, None, None] < settled_from, np.inf, look.tones[rows])
        self._print_then[rows] = look.expected[rows]


def _fixed(rows: Tones) -> Tones:
    """The same array, which nobody can write to any more."""
    rows.flags.writeable = False
    return rows


def _off(tones: Tones, other: Tones) -> Tones:
    """How far blocks (n, blocks, 3) are from others, by their furthest few: (n,)."""
    furthest = largest(np.abs(tones - other))
    few = np.partition(furthest, -FURTHEST_BLOCKS, axis=1)[:, -FURTHEST_BLOCKS:]
    return np.asarray(few.mean(axis=1))
