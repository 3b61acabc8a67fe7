"""The small networks that look at patches. Their weights lie in ``vision/models``.

They are trained on drawn and rendered tables (``vision/training``) and know no board, no
colour and no nation: they only say whether a patch differs from the empty print as a piece would,
or a marker looks like a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from vision.picture.arrays import Tones
from vision.picture.networks import run, softmax

CLASS_EMPTY, CLASS_PIECE, CLASS_HIDDEN = range(3)
"""The columns of the class probabilities of sticks and of slots; the face network has no classes.

A reading's own words for what lies on a place are ``companion.reading.EMPTY`` and ``HIDDEN``."""
AT_ONCE = 32
"""So many patches are shown at once: more are no quicker, and a network keeps the memory that its
largest showing took."""
FOCUS_SHAPE = (12, 16)
"""Rows and columns of the squares in which it is told where a stick is."""
VIEW_ALONG, VIEW_ACROSS = 7, 8
"""The channels of a stick's patch that change their sign when it is mirrored."""
LOOKED_ONCE = 0.99
"""What is seen less surely is looked at mirrored too: a piece stays one.

On four tables by the other path tracer 20 of 2,743 spaces are told wrongly by one look and 15 by
four, two of them and one surely, log loss 63 and 53; on ten by our own eight and three surely, 73
and 64. To look so at what is told with 0.998 is no better, and four to ten times as much."""
IN_QUESTION = 5.0
"""Of an unsure marker those kinds are looked at mirrored that are so little behind the likeliest.

Of 13,948 markers of own tables 472 are told wrongly then, 499 by one look, log loss 1,312 and
1,368, surely 23 and 26, for 39 % more looks. With all kinds it is 472, 1,311 and 22, for 65 %."""
MIRRORED = ((True, False), (False, True), (True, True))
"""The other looks: along, across, both."""
LEAST = 1e-9
"""No class is less likely than this."""


def look_at_sticks(patches: Tones) -> tuple[Tones, Tones]:
    """Patches (n, 9, 24, 32) -> class probabilities (n, 3) and where the stick is, (n, 12, 16).

    Channels are the picture (3), the expected empty print (3), the neighbours (1) and the view
    along and across (2). The second result is the share of each square in the top of the stick, and
    sums to 1 over each patch: the core that its colour is taken from lies about the mean of it.
    """

    def mirrored(shown: Tones, along: bool, across: bool) -> Tones:
        turned = flipped(shown, along, across).copy()
        turned[:, VIEW_ALONG] *= -1 if along else 1
        turned[:, VIEW_ACROSS] *= -1 if across else 1
        return turned

    return _mirrored_where_unsure(patches, look_once_at_sticks, mirrored, flipped)


def look_once_at_sticks(patches: Tones) -> tuple[Tones, Tones]:
    """The same by one look at each patch, however doubtful."""
    classes, focus = _run("stick", {"patches": patches}, ("classes", "focus"))
    return softmax(classes), focus_shares(focus)


def focus_shares(logits: Tones) -> Tones:
    """What the stick network tells of where a stick is (n, 1, 12, 16) -> its shares (n, 12, 16)."""
    return softmax(logits.reshape(len(logits), -1)).reshape(-1, *FOCUS_SHAPE)


def look_at_slots(patches: Tones) -> tuple[Tones, Tones]:
    """Patches (n, 7, 24, 24) -> class probabilities (n, 3) and the marker's offset (n, 2).

    Channels are as for sticks, without the view; the offset is in marker diameters, x and y.
    """

    def look(shown: Tones) -> tuple[Tones, Tones]:
        classes, offset = _run("slot", {"patches": shown}, ("classes", "offset"))
        return softmax(classes), offset

    def back(offset: Tones, along: bool, across: bool) -> Tones:
        return np.asarray(offset * np.array([-1 if along else 1, -1 if across else 1]), np.float32)

    return _mirrored_where_unsure(patches, look, flipped, back)


def flipped(rows: Tones, along: bool, across: bool) -> Tones:
    """Patches or what was told of them (n, ..., h, w), their columns or rows in reverse."""
    turned = rows[..., ::-1] if along else rows
    return turned[..., ::-1, :] if across else turned


def _mirrored_where_unsure(
    patches: Tones,
    look: Callable[[Tones], tuple[Tones, Tones]],
    mirrored: Callable[[Tones, bool, bool], Tones],
    back: Callable[[Tones, bool, bool], Tones],
) -> tuple[Tones, Tones]:
    """Class probabilities and where each piece lies; of the unsure the mean of four looks.

    ``look`` tells both of patches, ``mirrored`` turns patches about, and ``back`` the second answer
    of such patches.
    """
    classes, where = look(patches)
    unsure = np.flatnonzero(classes.max(axis=1, initial=0) < LOOKED_ONCE)
    if not len(unsure):
        return classes, where
    told, places = [np.log(classes[unsure] + LEAST)], [where[unsure]]
    for along, across in MIRRORED:
        again, there = look(mirrored(patches[unsure], along, across))
        told.append(np.log(again + LEAST))
        places.append(back(there, along, across))
    classes[unsure] = softmax(np.mean(told, axis=0))
    where[unsure] = np.mean(places, axis=0)
    return classes, where


def look_at_faces(pairs: Tones) -> Tones:
    """Markers beside art (n, kinds, 9, 16, 16) -> how likely each kind is, as log odds (n, kinds).

    Channels are as ``told_by_art.pairs`` says.
    """
    told = _look_once_at_faces(pairs.reshape(-1, *pairs.shape[2:])).reshape(pairs.shape[:2])
    likeliest = told.max(axis=1, initial=-np.inf, keepdims=True)
    unsure = softmax(told).max(axis=1, initial=0, keepdims=True) < LOOKED_ONCE
    asked = np.nonzero(unsure & (told > likeliest - IN_QUESTION))
    if len(asked[0]):
        shown = pairs[asked]
        again = [_look_once_at_faces(flipped(shown, *way)) for way in MIRRORED]
        told[asked] = np.mean([told[asked], *again], axis=0)
    return told


def _look_once_at_faces(pairs: Tones) -> Tones:
    """Pairs (n, 9, 16, 16) -> log odds (n,)."""
    (told,) = _run("face", {"pairs": pairs}, ("odds",))
    return told[:, 0]


def _run(name: str, inputs: Mapping[str, Tones], outputs: tuple[str, ...]) -> tuple[Tones, ...]:
    """Show a network inputs (n, ...) of each name; its outputs (n, ...)."""
    n = len(next(iter(inputs.values())))
    shown = [
        run(name, {what: rows[start : start + AT_ONCE] for what, rows in inputs.items()}, outputs)
        for start in range(0, n, AT_ONCE)
    ]
    return tuple(np.concatenate(parts) for parts in zip(*shown, strict=True))
