"""The map that a tracing began with, laid over the board: what was not moved follows what was."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.tracing.draft.draft import Draft
from vision.picture.arrays import Floats

FOR_TURN, FOR_AFFINE = 2, 4
"""From so many moved ends on a turn and a scale can be told, and a stretch and a shear."""


def fitted(draft: Draft) -> dict[str, tuple[float, float]]:
    """Where ends that nobody has moved lie by those that were moved: key -> (x, y) in mm.

    Nothing where nothing was moved yet, or nothing is left to move.
    """
    from_map = [(end, end.map_mm) for end in draft.ends if end.map_mm is not None]
    moved = [(at, (end.x_mm, end.y_mm)) for end, at in from_map if end.pinned]
    left = [(end.key, at) for end, at in from_map if not end.pinned]
    if not moved or not left:
        return {}
    there = _change([at for at, _ in moved], [to for _, to in moved])
    places = np.array([[*at, 1.0] for _, at in left]) @ there
    limit = np.array([draft.sheet.width_mm, draft.sheet.height_mm])
    return {
        key: (float(x), float(y))
        for (key, _), (x, y) in zip(left, np.clip(places, 0, limit), strict=True)
    }


def _change(map_mm: Sequence[tuple[float, float]], now_mm: Sequence[tuple[float, float]]) -> Floats:
    """What best explains the moves: (3, 2), from (x, y, 1) on the map to x, y on the board."""
    before, after = np.array(map_mm, float), np.array(now_mm, float)
    if len(before) < FOR_TURN:
        return np.vstack([np.eye(2), after[0] - before[0]])
    if len(before) < FOR_AFFINE:
        return _similar(before, after)
    terms = np.column_stack([before, np.ones(len(before))])
    if np.linalg.matrix_rank(terms) < terms.shape[1]:
        return _similar(before, after)
    return np.asarray(np.linalg.lstsq(terms, after, rcond=None)[0])


def _similar(before: Floats, after: Floats) -> Floats:
    """A turn, a scale and a shift: points as complex numbers, ``z -> turn * z + shift``."""
    was, now = before @ [1, 1j], after @ [1, 1j]
    off = was - was.mean()
    turn = (off.conj() @ (now - now.mean())) / max(float((off.conj() @ off).real), 1e-9)
    shift = now.mean() - turn * was.mean()
    return np.array([[turn.real, turn.imag], [-turn.imag, turn.real], [shift.real, shift.imag]])
