"""What fish and boats look like on this print, by the tiles that are known to lie here.

The network knows no print: of some it takes fish for boats, surely and again and again. On one
table all fish are printed alike, and all boats. So what is seen where a new tile has one is held
against those that lie there already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.boards.lattice import turned
from companion.boards.tiles_board import Lying, TilesBoard
from vision.picture.arrays import Floats, Tones
from vision.squares.printed.schematic import FINE, SIGNS, WATER, points_mm
from vision.squares.printed.signs import FIRST

ALIKE = ("fish", "boat")
"""Kinds that are printed on the same ground and may be taken for one another."""
REACH_MM, AROUND_MM = 7.0, 11.0
"""A sign lies within this of its place, and the water around it within that."""
LEAST, LEAST_WATER = 4.0, 10.0
"""So many samples of a sign, and of water, are to be seen."""
ENOUGH = 2
"""So many of each kind are to be known."""
WITHIN = np.array(
    [
        [0.0067, -0.0021, 0.0007, 0.0000, 0.0009, 0.0002],
        [-0.0021, 0.0103, -0.0081, -0.0141, 0.0081, 0.0130],
        [0.0007, -0.0081, 0.0139, 0.0169, -0.0090, -0.0128],
        [0.0000, -0.0141, 0.0169, 0.0379, -0.0188, -0.0328],
        [0.0009, 0.0081, -0.0090, -0.0188, 0.0639, 0.0690],
        [0.0002, 0.0130, -0.0128, -0.0328, 0.0690, 0.2378],
    ]
)
"""How the traits of one kind's signs scatter on one table: covariances, of 69 drawn tables (seeds
401 to 469) in photos of two sizes, with 4,880 signs."""
WORTH = 20.0
"""That counts as much as so many signs of this table, whose own may scatter otherwise."""
TAILS = 5.0
"""Degrees of freedom: some signs are half hidden, or the record has their tile wrongly."""
EVEN, EVEN_TONE = 0.3, 0.03
"""Added before logs are taken: of samples, and of tones."""


@dataclass(frozen=True, eq=False)
class _Known:
    """The signs of one tile that lies there: ``traits`` (n, 6) by kind."""

    seen: Tones
    way: Lying
    traits: Mapping[str, Floats]


class KnownSigns:
    """Learns from known tiles what signs look like, and weighs by it what is seen of a new one."""

    def __init__(self, board: TilesBoard, ways: Sequence[Lying]) -> None:
        """``ways`` are all in which a tile may lie, in the order in which they are weighed."""
        self.board = board
        self._points = points_mm(board)
        places = {place: None for way in ways for _, place in self._signs_of(way)}
        self._places = np.array([*places]).reshape(-1, 2)
        nth = {place: number for number, place in enumerate(places)}
        self._shows = np.zeros((len(ALIKE), len(ways), len(places)))
        for row, signs in enumerate(map(self._signs_of, ways)):
            for kind, place in signs:
                self._shows[ALIKE.index(kind), row, nth[place]] = 1.0
        self.having = np.flatnonzero(self._shows.any(axis=(0, 2)))
        """The ways that have such signs at all."""
        nearest = [self._nearest_of(ways[int(row)]) for row in self.having]
        self._nearest = np.array(nearest).reshape(-1, FINE, FINE)
        self._known: dict[str, _Known] = {}

    def forget(self) -> None:
        """Know no tile."""
        self._known.clear()

    @property
    def are_known(self) -> bool:
        """Whether enough signs of each kind lie there to tell others by them."""
        return min(len(self._known_of(kind)) for kind in ALIKE) >= ENOUGH

    def learn(
        self, lies: Mapping[str, Lying], crops: Mapping[str, Tones], seen: Mapping[str, Tones]
    ) -> None:
        """Take in what the known tiles show: crops (64, 64, 3) and what is seen (15, 32, 32)."""
        before, self._known = self._known, {}
        for cell, way in lies.items():
            known, shown = before.get(cell), seen.get(cell)
            if known is not None and known.way == way and (shown is None or shown is known.seen):
                self._known[cell] = known
            elif shown is not None:
                self._known[cell] = _Known(shown, way, self._traits_of(way, crops[cell], shown))

    def odds(self, crop: Tones, seen: Tones) -> Tones:
        """What that takes from the log odds of all ways to lie (n,), by what a cell shows.

        Nothing from those whose signs look like their kind: that they are there others tell.
        """
        if not self.are_known:
            return np.zeros(self._shows.shape[1], np.float32)
        known = [self._known_of(kind) for kind in ALIKE]
        traits, is_seen = self._traits(self._places, crop, seen)
        scatter = _scatter(known)
        one, other = (_fits(traits, own, scatter) for own in known)
        both = np.logaddexp(one, other)
        told = (np.where(is_seen, each - both, 0.0) for each in (one, other))
        return np.asarray(sum(map(np.matmul, self._shows, told)), np.float32)

    def taken_for_their_own(self, seen: Tones) -> Tones:
        """What is seen of a cell (15, 32, 32), as each of the ways ``having`` such signs names it.

        (m, 15, 32, 32): what looks like a sign of any of these kinds is of that which the way has
        nearest to it. So they are weighed by where signs are, whatever the network calls them.
        """
        channels = [FIRST + SIGNS.index(kind) for kind in ALIKE]
        either = seen[channels].sum(axis=0)
        made = np.repeat(seen[None], len(self.having), axis=0)
        for number, channel in enumerate(channels):
            made[:, channel] = either * (self._nearest == number)
        return made

    def _known_of(self, kind: str) -> Floats:
        """The traits (n, 6) of all known signs of a kind."""
        none = np.zeros((0, len(WITHIN)))
        return np.concatenate([none, *(each.traits[kind] for each in self._known.values())])

    def _signs_of(self, way: Lying) -> list[tuple[str, tuple[float, float]]]:
        """The kinds of such signs on a tile as it lies, and where each is, in mm."""
        found = list[tuple[str, tuple[float, float]]]()
        for feature in self.board.tiles[way.tile].features:
            if feature.kind in ALIKE and feature.at_mm is not None:
                x, y = turned(feature.at_mm, 90.0 * way.turn)
                found.append((feature.kind, (round(x, 1), round(y, 1))))
        return found

    def _nearest_of(self, way: Lying) -> Floats:
        """Of which kind the nearest sign of a tile is, at each sample: (32, 32), by number."""
        signs = self._signs_of(way)
        away = [np.hypot(*np.moveaxis(self._points - place, 2, 0)) for _, place in signs]
        kinds = np.array([ALIKE.index(kind) for kind, _ in signs])
        return np.asarray(kinds[np.argmin(away, axis=0)])

    def _traits_of(self, way: Lying, crop: Tones, seen: Tones) -> dict[str, Floats]:
        signs = self._signs_of(way)
        places = np.array([place for _, place in signs]).reshape(-1, 2)
        traits, is_seen = self._traits(places, crop, seen)
        kinds = np.array([kind for kind, _ in signs])
        return {kind: traits[is_seen & (kinds == kind)] for kind in ALIKE}

    def _traits(self, places: Floats, crop: Tones, seen: Tones) -> tuple[Floats, np.ndarray]:
        """What signs at some places (n, 2) look like, (n, 6), and whether they are seen at all.

        How bright a sign is beside the water, how blue and how red, where it differs most from it;
        how uneven; how large; and how much rather the network takes it for the first kind.
        """
        tones = crop.reshape(FINE, len(crop) // FINE, FINE, -1, 3).mean(axis=(1, 3))
        signs = seen[[FIRST + SIGNS.index(kind) for kind in ALIKE]]
        away = np.hypot(*np.moveaxis(self._points - places[:, None, None], 3, 0))
        own, none = signs.sum(axis=0), 1 - seen[FIRST:].sum(axis=0)
        sign = own * (away < REACH_MM)
        water = seen[WATER] * np.clip(none, 0, 1) * (away < AROUND_MM)
        size = sign.sum(axis=(1, 2))
        is_seen = (size >= LEAST) & (water.sum(axis=(1, 2)) >= LEAST_WATER)
        ground = _mean(tones, water)
        light = np.maximum(ground.mean(axis=1), EVEN_TONE)[:, None]
        off = ((tones - ground[:, None, None]) ** 2).sum(axis=3) * sign
        blue, green, red = (_mean(tones, off) / light).T
        uneven = np.sqrt(_mean((tones - _mean(tones, sign)[:, None, None]) ** 2, sign)) / light
        kinds = np.log((signs[:, None] * (away < REACH_MM)).sum(axis=(2, 3)) + EVEN)
        traits = (
            (blue + green + red) / 3,
            blue - green,
            red - green,
            np.log(uneven + EVEN_TONE).mean(axis=1),
            np.log(np.maximum(size, EVEN)),
            kinds[0] - kinds[1],
        )
        return np.stack(traits, axis=1), is_seen


def _mean(tones: Tones, weights: Floats) -> Floats:
    """The mean of tones (32, 32, 3), or of each its own (n, 32, 32, 3), under weights, (n, 3)."""
    form = "yxc,nyx->nc" if tones.ndim == 3 else "nyxc,nyx->nc"
    whole = np.maximum(weights.sum(axis=(1, 2)), 1e-6)
    return np.asarray(np.einsum(form, tones, weights) / whole[:, None])


def _scatter(known: Sequence[Floats]) -> Floats:
    """How the traits of each kind (m, 6) scatter: covariances of these, and as they usually are."""
    off = np.concatenate([own - own.mean(axis=0) for own in known])
    worth = WORTH + len(off) - len(known)
    return np.asarray((WORTH * WITHIN + off.T @ off) / worth)


def _fits(traits: Floats, known: Floats, scatter: Floats) -> Floats:
    """How well traits (n, 6) fit those of a kind (m, 6): the log density of Student's t, (n,)."""
    off = traits - known.mean(axis=0)
    far = np.einsum("nt,tn->n", off, np.linalg.solve((1 + 1 / len(known)) * scatter, off.T))
    return np.asarray(-0.5 * (TAILS + len(scatter)) * np.log1p(far / TAILS))
