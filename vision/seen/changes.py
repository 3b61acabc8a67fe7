"""What has come to lie on a place since the picture before, told from the pictures themselves.

One photo hardly shows a white stick on a white dash. A camera that stands still sees that the place
looks different from before, though the light is the same and all other places look as they did.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.reading import EMPTY, HIDDEN, Reading, Seen
from vision.picture.arrays import Floats, Tones
from vision.seen.photo_reading import Cores

Rows = NDArray[np.bool_]

UNLISTED = 0.005
"""About how likely a kind may be that a reader did not list."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """When a place looks different. Differences are means over a place's blocks, in sRGB codes.

    On twelve drawn boards before cameras of all sorts (seeds 7300 to 7311), held by hand or not, of
    291 pieces that were laid one changed its place less than ``plain`` says, and of 26,905 other
    looks at places one in 400 more. Sample by sample noise hides half of that.
    """

    usual: float = 2.5
    """A difference of up to so many times the usual one of two pictures is none."""
    plain: float = 3.5
    """A difference of so many times the usual one plainly is one."""
    quietest: float = 0.4
    """No sensor is quieter than this."""
    other_light: float = 4.0
    """Where the usual difference is more, the light or the view is another."""
    most: int = 16
    """So many places do not change between two moments of play: that is a shadow, or a cat."""
    odds: float = 50.0
    """How much likelier a piece is where the picture plainly changed. On drawn games before a
    simulated camera every laid stick changed its place that much, of the other places one in 200.
    """
    near_mm: float = 60.0
    """Changed places so near to each other share that, by how much each looks like a piece: one
    was laid, and a ship, a sleeve or a shadow came with it."""
    empty: float = 0.99
    """What is read as empty so surely is, once that looks different again."""
    sure: float = 0.98
    """What is read so surely needs no more."""
    vacant: float = 0.5
    """Where less is seen of the empty place, a piece lay before: none can come to lie there."""


DEFAULTS = ChangeSettings()


class Changes:
    """Follows the places of one board from one moment of rest to the next."""

    def __init__(self, settings: ChangeSettings = DEFAULTS) -> None:
        self.settings = settings
        self._ids: tuple[str, ...] = ()
        self._before: Tones | None = None
        self._last: Tones | None = None
        self._taken = self._occupied = frozenset[str]()
        self._odds: dict[str, tuple[float, str]] = {}

    def begin_rest(self) -> None:
        """Something moved since: what was seen last is what is compared with."""
        self._before, self._taken = self._last, self._occupied

    def forget_looks(self) -> None:
        """The camera moved: pictures from before can't be compared."""
        self._before = self._last = None

    def weighed(self, reading: Reading, cores: Cores | None) -> Reading:
        """The reading with pieces made likelier where something has come to lie."""
        if cores is None:
            return reading
        if cores.ids != self._ids:  # Other places are in view: the camera moved.
            self._ids = cores.ids
            self.forget_looks()
        seen = [reading.places[place] for place in cores.ids]
        hidden = np.array([one.answer == HIDDEN for one in seen], bool)
        empty = np.array([_empty(one) for one in seen])
        codes = self._as_last_seen(cores.codes, hidden)
        changed = self._changed(codes, hidden)
        for place in _ids(cores, (empty >= self.settings.empty) & (changed >= 1)):
            self._odds.pop(place, None)
        changed[[place in self._taken for place in cores.ids]] = 0
        self._note_look(cores, codes, hidden, empty)
        self._note_odds(reading, cores, changed, empty)
        return replace(
            reading, spaces=self._with_odds(reading.spaces), slots=self._with_odds(reading.slots)
        )

    def _as_last_seen(self, codes: Tones, hidden: Rows) -> Tones:
        """How places look, (n, blocks, 3); what is hidden as it did, in this exposure."""
        if self._last is None or self._last.shape != codes.shape or hidden.all():
            return codes
        brighter = _brighter(codes[~hidden], self._last[~hidden])
        return np.where(hidden[:, None, None], self._last * brighter, codes)

    def _note_look(self, cores: Cores, codes: Tones, hidden: Rows, empty: Floats) -> None:
        """Keep how places look, and where a piece may lie; of what is hidden, what was known."""
        unseen = _ids(cores, hidden)
        if self._last is not None:
            unseen &= self._occupied
        self._occupied = unseen | _ids(cores, ~hidden & (empty < self.settings.vacant))
        self._last = codes

    def _note_odds(self, reading: Reading, cores: Cores, changed: Floats, empty: Floats) -> None:
        """Keep how much likelier a piece is where something came, until it is seen to be gone."""
        shares = _shares(changed, empty, cores.at_mm, self.settings.near_mm)
        for row in np.flatnonzero((shares > 0) & (empty < self.settings.empty)):
            place = cores.ids[row]
            seen = reading.places[place]
            kinds = [(share, kind) for kind, share in seen.likely if kind not in (EMPTY, HIDDEN)]
            if not kinds or max(kinds)[0] >= self.settings.sure:
                continue
            odds = float(shares[row] * self.settings.odds ** changed[row])
            if odds > self._odds.get(place, (1.0, ""))[0]:
                self._odds[place] = odds, max(kinds)[1]

    def _changed(self, codes: Tones, hidden: Rows) -> Floats:
        """How plainly each place looks different from before: 0 to 1, (n,)."""
        nothing = np.zeros(len(codes))
        if self._before is None or self._before.shape != codes.shape or hidden.all():
            return nothing
        settings = self.settings
        brighter = _brighter(codes[~hidden], self._before[~hidden])
        off = np.abs(codes - self._before * brighter).mean(axis=(1, 2))
        off[hidden] = 0
        usual = max(float(np.median(off[~hidden])), settings.quietest)
        times = off / usual
        if usual > settings.other_light or (times >= settings.plain).sum() > settings.most:
            self._before, self._last = codes, None
            return nothing
        share = (times - settings.usual) / (settings.plain - settings.usual)
        return np.asarray(np.clip(share, 0, 1), np.float64)

    def _with_odds(self, seen: Mapping[str, Seen]) -> dict[str, Seen]:
        return {
            place: likelier(one, *self._odds[place]) if place in self._odds else one
            for place, one in seen.items()
        }


def likelier(seen: Seen, odds: float, kind: str) -> Seen:
    """What was seen, with the odds that a piece lies there so many times as high.

    ``kind`` is what seemed to come: it is no less likely than what is too unlikely to be listed.
    """
    if odds <= 1 or seen.answer == HIDDEN:
        return seen
    likely = dict(seen.likely) or {seen.answer: seen.confidence}
    listed = min(sum(likely.values()), 1.0)
    likely.setdefault(kind, UNLISTED)
    nothing = (EMPTY, HIDDEN)
    weights = {one: share * (1 if one in nothing else odds) for one, share in likely.items()}
    whole = sum(weights.values()) / listed
    return Seen.of({one: weight / whole for one, weight in weights.items()})


def _brighter(codes: Tones, before: Tones) -> Tones:
    """How much brighter most of n places have become, by channel: (3,)."""
    return np.asarray(np.median((codes.mean(axis=1) + 1) / (before.mean(axis=1) + 1), axis=0))


def _ids(cores: Cores, which: Rows) -> frozenset[str]:
    return frozenset(cores.ids[row] for row in np.flatnonzero(which))


def _empty(seen: Seen) -> float:
    """How surely nothing is seen on a place; what is hidden says nothing."""
    if seen.answer == HIDDEN:
        return 0.0
    return dict(seen.likely).get(EMPTY, seen.confidence if seen.answer == EMPTY else 0.0)


def _shares(changed: Floats, empty: Floats, at_mm: Floats, near_mm: float) -> Floats:
    """How much each changed place looks like the one, of all near it, where a piece was laid."""
    shares = np.zeros(len(changed))
    rows = np.flatnonzero(changed > 0)
    odds = np.minimum((1 - empty[rows]) / np.maximum(empty[rows], 1e-3), 1e3)
    for row, own in zip(rows, odds, strict=True):
        near = np.linalg.norm(at_mm[rows] - at_mm[row], axis=1) <= near_mm
        shares[row] = own / max(float(odds[near].sum()), 1e-9)
    return shares
