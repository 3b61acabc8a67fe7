"""Whether the photo of the empty board and that of the finished one were exchanged.

Read the wrong way round, bare print looks like pieces in hardly any colour of the box, and much is
in doubt. So where much is, the photos are read the other way round too: if the doubt is gone
then, they were exchanged.

Of 48 photos of 24 boards by the other path tracer, all in the right order, none is called
exchanged: the doubt of the worst falls to 0.76 the other way round. Exchanged, 40 of the 44 that
show 30 pieces or more are.
"""

from __future__ import annotations

from companion.boards.board import Board
from companion.errors import InputError
from companion.questions import ASK_BELOW
from companion.reading import HIDDEN, Reading
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.reader import reader_for

MUCH_IN_DOUBT = 0.1
"""With a smaller share of its places in doubt a pair is taken as it was given."""
GONE = 0.5
"""Doubt is gone where so much of it or less is left."""


def are_exchanged(
    board: Board, empty: Reference, photo: Image, pose: Pose, reading: Reading
) -> bool:
    """Whether ``photo`` (h, w, 3), BGR, seems to show the empty board, and ``empty`` the finished.

    ``pose`` is where the board lies in the photo, and ``reading`` what was read there.
    """
    shown = [seen for seen in reading.places.values() if seen.answer != HIDDEN]
    in_doubt = sum(seen.confidence < ASK_BELOW for seen in shown)
    if in_doubt < MUCH_IN_DOUBT * len(shown) or not shown:
        return False
    try:
        other_way = reader_for(board, Reference(photo, pose)).read(empty.photo, empty.pose)
    except InputError:
        return False
    return _doubt(other_way.reading) < GONE * _doubt(reading)


def _doubt(reading: Reading) -> float:
    """The share of the places in view that is told wrongly, by the reading's own confidence."""
    wrong = [1 - seen.confidence for seen in reading.places.values() if seen.answer != HIDDEN]
    return sum(wrong) / max(len(wrong), 1)
