"""Single pictures of the camera over the table, as files: of the empty board, or of a lesson."""

from __future__ import annotations

from time import sleep

from vision.picture.camera import CameraState, LiveSource
from vision.picture.encoding import KEPT_QUALITY, encoded
from web.words.errors import RefusedError

WAIT_S = 3.0
BETWEEN_S = 1.0
"""Pictures so far apart differ in their noise, and in whose hand is over the board."""


def shots(camera: LiveSource | None, count: int = 1) -> list[bytes]:
    """The newest pictures of a camera, as JPEG files. Raises RefusedError without one."""
    if camera is None:
        raise RefusedError(404, "no-camera", "No camera watches this table.")
    if camera.state is CameraState.FROZEN:
        raise RefusedError(409, "frozen", "The picture stands still; wake the camera first.")
    taken: list[bytes] = []
    after = -1
    for index in range(count):
        if index:
            sleep(BETWEEN_S)
        frame = camera.newest(after, WAIT_S)
        if frame is None or frame.photo is None or camera.state is not CameraState.LIVE:
            break
        taken.append(encoded(frame.photo, quality=KEPT_QUALITY))
        after = frame.number
    if not taken:
        raise RefusedError(404, "no-picture", "The camera gives no picture.")
    return taken
