"""Which kind of marker each close-up shows, told by the art of the board's markers.

Two judges have their say: how alike marker and art are, and a network that is shown both side by
side. It learned from sets of markers drawn by lot, no two of them alike, and from rendered ones
with their colours exchanged, so it knows no art by heart. Where the photo is dim, hazy or clipped
it sees what is still alike; where the art is fine and the light is even, the likeness is surer. So
both count.
"""

from __future__ import annotations

import numpy as np

from vision.picture.arrays import Tones
from vision.routes.marker_art import DISC, LEAST_BRIGHTNESS, SIDE, Matches, best_matches
from vision.routes.networks import look_at_faces

LIKENESS_COUNTS = 5.0
"""So much a likeness of 1 counts in the log odds of a kind."""
NETWORK_COUNTS = 1.0
"""So much the network's log odds count."""
BLURRED, SHARP = 0.7, 0.85
"""Where a photo keeps so little of the print's detail the likeness says nothing, and all it can
where it keeps so much. Where that is was chosen on 9,131 markers of drawn tables under blurs of 0
to 3 px; how much both judges count, on 5,275 markers of fourteen rendered tables, of traced and of
drawn ones."""
NETWORK_KNOWS = 0.1
"""The network is believed by this much more than the share of detail: it has seen blurs."""
LEAST_COUNTS = 0.05
CAST_DOUBT = 3.0
"""A common cast is believed by half where so many markers show it."""
USUAL_PX = 7.4
"""How many pixels a marker's diameter has in the middle of what the network learned."""
CHANNELS = 9
"""Channels that the network is shown: marker (3), art (3), clipped, pixels, likeness."""


def kinds_by_art(
    close_ups: Tones,
    clipped: Tones,
    turned: Tones,
    directions: Tones,
    px_per_diameter: float,
    detail_share: float = 1.0,
) -> Tones:
    """How likely each close-up shows each kind: (n, kinds), rows sum to 1.

    ``close_ups`` (n, h, w, 3) in tones, with their margin, and ``clipped`` (n, h, w, 1), 1
    where the camera showed no more; ``turned`` is the art in ``directions``. The less of the
    reference's detail the photo shows, ``detail_share``, the less sure is the answer.
    """
    matches = best_matches(close_ups, turned, directions)
    told = look_at_faces(pairs(close_ups, clipped, turned, px_per_diameter, matches))
    cast = _common_cast(matches.shifted(close_ups), matches.art(turned), matches.likeness)
    alike = best_matches(close_ups / cast, turned, directions).likeness
    odds = _network_counts(detail_share) * told + _likeness_counts(detail_share) * alike
    raised = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


def _network_counts(detail_share: float) -> float:
    return NETWORK_COUNTS * float(np.clip(detail_share + NETWORK_KNOWS, LEAST_COUNTS, 1))


def _likeness_counts(detail_share: float) -> float:
    return LIKENESS_COUNTS * float(np.clip((detail_share - BLURRED) / (SHARP - BLURRED), 0, 1))


def pairs(
    close_ups: Tones,
    clipped: Tones,
    turned: Tones,
    px_per_diameter: float,
    matches: Matches,
) -> Tones:
    """Each close-up beside each kind's art, as the network is shown it.

    Returns (n, kinds, CHANNELS, SIDE, SIDE): the marker as it is shifted, the art as it is turned,
    what is clipped, how many pixels a diameter has, and how alike the two are beside the likest.
    """
    n, kinds = matches.likeness.shape
    shown = np.empty((n, kinds, CHANNELS, SIDE, SIDE), np.float32)
    shown[:, :, :3] = matches.shifted(close_ups).transpose(0, 1, 4, 2, 3)
    shown[:, :, 3:6] = matches.art(turned).transpose(0, 1, 4, 2, 3)
    shown[:, :, 6] = matches.shifted(clipped)[..., 0]
    shown[:, :, 7] = np.log(px_per_diameter / USUAL_PX)
    behind = matches.likeness - matches.likeness.max(axis=1, keepdims=True)
    shown[:, :, 8] = behind[..., None, None]
    return shown


def _common_cast(seen: Tones, art: Tones, likeness: Tones) -> Tones:
    """By which factors (3,) all markers of a photo are too blue, green and red, at their likeliest.

    A board of one colour tells little of what white would look like on it; its markers do.
    ``seen`` and ``art`` (n, kinds, SIDE, SIDE, 3) lie on each other.
    """
    rows, kinds = np.arange(len(likeness)), likeness.argmax(axis=1)
    tones = [
        np.log(np.maximum(part[rows, kinds][:, DISC].mean(axis=1), LEAST_BRIGHTNESS))
        for part in (seen, art)
    ]
    off = tones[0] - tones[1]
    off -= off.mean(axis=1, keepdims=True)
    known = len(rows) / (len(rows) + CAST_DOUBT)
    return np.asarray(np.exp(np.median(off, axis=0) * known), np.float32)
