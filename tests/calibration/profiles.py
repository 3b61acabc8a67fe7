"""A profile to write, to read and to spoil."""

from __future__ import annotations

import numpy as np

from calibration.profile import Profile, fingerprint
from tests.calibration.tables import empty_table
from vision.alignment.pose import Pose

BOARD = empty_table(104).board


def a_profile() -> Profile:
    table = empty_table(104)
    pose = Pose(
        np.array([[900.0, 0, 639.5], [0, 900.0, 359.5], [0, 0, 1]]),
        np.array([-0.03, 0.004]),
        np.array([0.1, 0.2, 0.3]),
        np.array([-250.0, -260.0, 900.0]),
        (1280, 720),
    )
    return Profile(BOARD.name, fingerprint(BOARD), table.jpeg, pose, {"red": (0.1, 0.2, 0.7)})
