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
from vision.photometry.light import BLOWN_CODE, Light
from vision.picture.sampling import Image, Move, Tones, largest, middle, moved, sample

EMPTY_BELOW = 0.05
"""A place is empty if its blocks are nearer to the expected print than this, in tones.

Of 23,557 sticks and 16,750 markers on tables drawn for it, seven lie nearer, and 56 % of the empty
spaces and 43 % of the empty slots do.
"""
UNCHANGED_BELOW = 0.06
"""A place is unchanged if its blocks are nearer than this to what they were.

Between frames of the shared tables' sequences no place whose piece changed was nearer than 0.129,
while 85 % of the others are.
"""
RELIT_BELOW = 0.02
"""The same between two lights that were fitted to one picture, for tones and expected print: who
asks wants to know what another light tells."""
SURE = 0.97
"""Only what was answered with so much confidence is remembered: a doubt may go with the noise."""
SAME_ANSWER = 0.05
"""Answers that moved less than this are the same."""
FURTHEST_BLOCKS = 4
"""A place is as far off as its furthest few blocks are in the mean: more than noise, less than a
piece."""
BLOWN_SHARE = 0.5
"""A patch clipped over more than this share of its area can't be read: glare, not a white piece."""


@dataclass(frozen=True)
class FirstLook:
    """How n places look: block means ``tones`` and ``expected`` (n, blocks, 3), relative to white.

    ``blown`` (n,) are clipped by glare.
    """

    tones: Tones
    expected: Tones
    blown: NDArray[np.bool_]

    @property
    def empty(self) -> NDArray[np.bool_]:
        """Which places are empty for sure, (n,)."""
        return _off(self.tones, self.expected) < EMPTY_BELOW


class Blocks:
    """The blocks of every patch of one cut, in picture after picture."""

    def __init__(self, cut: Cut) -> None:
        self._cut = cut
        self._at_mm = cut.places.centres_mm.astype(np.float32)
        self._light: Light | None = None
        self._dimming: Tones
        self._expected: Tones

    def look(self, picture: Image, light: Light, move: Move | None = None) -> FirstLook:
        """Look at a picture, which may have moved since the patches were cut.

        What is expected is what it was before where the light is, at most with another exposure.
        """
        codes = block_means(sample(picture, moved(self._cut.core_px, move)))
        if not light.same_but_exposure(self._light):
            blocks = self._cut.core_blocks[:, None]
            dimming, expected = light.over_white(blocks, self._at_mm)
            self._light, self._dimming, self._expected = light, dimming, expected[:, 0]
        dimming = self._dimming / (255 * light.exposure)
        blown = (middle(codes) >= BLOWN_CODE).mean(axis=1) > BLOWN_SHARE
        return FirstLook(codes * dimming[:, None].astype(np.float32), self._expected, blown)


@dataclass(frozen=True)
class Answers:
    """A row of numbers for each of n places, (n, numbers), and whether any differs from the last.

    ``blown`` (n,) are the places whose answers mean nothing: they are clipped by glare.
    """

    rows: Tones
    blown: NDArray[np.bool_]
    differ: bool


class PatientAsker:
    """Asks about the places of one cut that need it, and remembers what was answered."""

    def __init__(self, cut: Cut, empty: Tones, chances: int) -> None:
        """Start without memory.

        ``empty`` (numbers,) is the answer for a place that is empty; so many of an answer's
        numbers, its first, are ``chances``.
        """
        self.cut, self._empty, self._chances = cut, empty, chances
        self._blocks = Blocks(cut)
        self._rows = np.zeros((len(cut.places.ids), len(empty)), np.float32)
        self._asked_at = np.empty_like(cut.core_blocks)
        self._print_then = np.zeros_like(cut.core_blocks)
        self.forget()

    @property
    def rows(self) -> Tones:
        """What was answered last, a row for each place."""
        return self._rows

    def forget(self) -> None:
        """Ask about every place anew next time."""
        self._asked_at.fill(np.inf)

    def answers(
        self,
        picture: Image,
        light: Light,
        ask: Callable[[Cut], Tones],
        move: Move | None = None,
        relit: bool = False,
    ) -> Answers:
        """Look at every place of a picture; ``ask`` tells the answers of some of them.

        ``move`` is how the picture moved since the places were cut. ``relit`` says that it is the
        picture of before, in another light that was fitted to it.
        """
        look = self._blocks.look(picture, light, move)
        empty = look.empty
        changed = ~(_off(look.tones, self._asked_at) < (RELIT_BELOW if relit else UNCHANGED_BELOW))
        if relit:
            changed |= _off(look.expected, self._print_then) >= RELIT_BELOW
        asked = np.flatnonzero(changed & ~empty & ~look.blown)
        before = self._rows.copy()
        self._rows[empty] = self._empty
        if len(asked):
            self._rows[asked] = ask(self.cut.of(asked).moved(move))
        self._remember(look, np.concatenate([asked, np.flatnonzero(empty)]))
        differ = bool((np.abs(self._rows - before) > SAME_ANSWER).any())
        return Answers(self._rows.copy(), look.blown, differ)

    def _remember(self, look: FirstLook, rows: NDArray[np.intp]) -> None:
        """How some places look for which answers are new, if those are sure."""
        sure = self._rows[rows, : self._chances].max(axis=1) >= SURE
        self._asked_at[rows[sure]] = look.tones[rows[sure]]
        self._print_then[rows[sure]] = look.expected[rows[sure]]
        self._asked_at[rows[~sure]] = np.inf


def _off(tones: Tones, other: Tones) -> Tones:
    """How far blocks (n, blocks, 3) are from others, by their furthest few: (n,)."""
    furthest = largest(np.abs(tones - other))
    few = np.partition(furthest, -FURTHEST_BLOCKS, axis=1)[:, -FURTHEST_BLOCKS:]
    return np.asarray(few.mean(axis=1))
