"""Why a photo was not used: faults that a page says, each with what to do."""

from __future__ import annotations

from companion.errors import Fault

NOTHING_GIVEN = Fault("no-photo-came")
NO_PHOTO = Fault("no-whole-photo")
NO_EMPTY_BOARD = Fault("empty-board-unseen")
NO_BOARD = Fault("finished-board-unseen")
NOT_THERE = Fault("board-not-at-corners")
OTHER_BOARD = Fault("board-not-known")
TOO_SLOW = Fault("photo-too-slow")
BROKEN = Fault("photo-not-read")
MAY_BE_ANOTHER = (OTHER_BOARD, NO_EMPTY_BOARD, NO_BOARD, NOT_THERE)
"""Where the photo may show a board of another box."""


def too_large(most_bytes: int) -> Fault:
    """A photo of more bytes than are read."""
    return Fault("sent-photo-too-large", most=most_bytes // 1_000_000)
