"""What comes of reading one photo, whatever the kind of board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.reading import Reading
from vision.alignment.pose import Pose
from vision.between.cover import Cover
from vision.picture.arrays import Floats, Image, Tones


@dataclass(frozen=True, eq=False)
class Cores:
    """The middles of n places in one picture: ``codes`` (n, blocks, 3); ``at_mm`` (n, 2).

    Each code is the mean of a block of samples, so that a noisy camera tells little noise.
    """

    ids: tuple[str, ...]
    at_mm: Floats
    codes: Tones


@dataclass(frozen=True)
class PhotoReading:
    """What was read in one photo, where the board lay in it, and the time each stage took.

    ``cover`` is what a hand or another large thing hides right now, ``cores`` are the middles of
    all places, to be compared with the next photo's.
    """

    reading: Reading
    pose: Pose
    time_ms: Mapping[str, float]
    cover: Cover | None = None
    cores: Cores | None = None


class Reads(Protocol):
    """Reads photos of one board."""

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:
        """Read a photo (h, w, 3) BGR; ``hint`` is the pose of the picture before.

        Who finds the board as well without it may leave it aside. Raises NotAligned when the board
        is not found.
        """

    def forget(self) -> None:
        """Read the next photo as if it were the first: where the board lay only ``hint`` tells."""
