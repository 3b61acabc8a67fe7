"""Printed ArUco markers beside the board, found in a photo: they place a board of little print."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import CornerMarkers
from vision.picture.arrays import Floats, Image

REFINE_PX = 5
"""Corners are refined in a window of this half width, or less for small markers."""


def find_markers(grey: Image, markers: CornerMarkers) -> tuple[Floats, Floats]:
    """Corners of the markers seen: on the board (n, 2) in mm, and in the photo (n, 2) in px.

    They lie ``markers.z_mm`` over the board's face. A marker seen twice is a copy, and left out.
    """
    dictionary = getattr(cv2.aruco, markers.dictionary, None)
    empty = np.empty((0, 2))
    if not isinstance(dictionary, int):
        return empty, empty
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary))
    found, ids, _ = detector.detectMarkers(grey)
    if ids is None:
        return empty, empty
    seen = [int(marker_id) for marker_id in np.ravel(ids)]
    known = {marker.id: marker for marker in markers.markers if seen.count(marker.id) == 1}
    on_board, in_photo = [], []
    for marker_id, corners in zip(seen, found, strict=True):
        if marker_id in known:
            on_board.append(np.array(known[marker_id].corners_mm, float))
            in_photo.append(_refined(grey, np.asarray(corners, np.float32).reshape(4, 2)))
    if not on_board:
        return empty, empty
    return np.concatenate(on_board), np.concatenate(in_photo)


def _refined(grey: Image, corners: NDArray[np.float32]) -> Floats:
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())
    half = int(np.clip(side / 8, 1, REFINE_PX))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    points = np.ascontiguousarray(corners).reshape(-1, 1, 2)
    refined = cv2.cornerSubPix(grey, points, (half, half), (-1, -1), stop)
    return np.asarray(refined, float).reshape(4, 2)
