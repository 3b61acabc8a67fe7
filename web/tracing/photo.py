"""What is wrong with the photo of an empty board: kept beside the tracing, and said in words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from calibration.photo_faults import FaultCode, PhotoFault
from calibration.tracing.draft.draft import Photo
from calibration.tracing.traced_board import TracedBoard
from companion.files.whole_file import write_whole
from web.words.language import gettext

MOST_SAID = 4
BY_OUTLINE = frozenset({FaultCode.CORNER_CUT_OFF, FaultCode.TOO_SMALL})
"""What is true only where the board's outline is the right one."""


def keep_faults(board: TracedBoard, photo: Photo, faults: Sequence[PhotoFault]) -> None:
    """Keep what is wrong with a photo, as its corners tell."""
    data = [
        {"code": fault.code.value, "at": fault.at_px, "figures": dict(fault.figures)}
        for fault in faults
    ]
    write_whole(board.folder / _name(photo), json.dumps(data).encode())


def photo_words(board: TracedBoard, photo: Photo) -> list[dict[str, object]]:
    """What is wrong with the photo: a sentence each, where, and if the outline tells it."""
    try:
        faults = json.loads((board.folder / _name(photo)).read_bytes())
    except (OSError, ValueError):
        return []
    told = [(FaultCode(fault["code"]), fault) for fault in faults[:MOST_SAID]]
    return [
        {
            "said": _said(code, fault["figures"], sure=photo.pose is not None),
            "at": fault["at"],
            "outline": code in BY_OUTLINE,
        }
        for code, fault in told
    ]


def _said(code: FaultCode, figures: dict[str, float], *, sure: bool) -> str:
    """A fault in a sentence; ``sure`` where a person has said that the outline is right."""
    small = gettext(
        "A stick is only %(px_per_stick)s pixels long here; %(least)s are needed: go closer."
    )
    maybe_small = gettext(
        "If this outline is right, a stick is only %(px_per_stick)s pixels long here; %(least)s "
        "are needed: go closer. If it is not, drag its corners."
    )
    sentences = {
        FaultCode.CORNER_CUT_OFF: gettext("A corner of the board is cut off: show all of it."),
        FaultCode.TOO_SMALL: small if sure else maybe_small,
        FaultCode.BLURRED: gettext(
            "The photo is blurred here: hold still, and wait for the focus."
        ),
        FaultCode.GLARE: gettext(
            "A lamp is mirrored here: choose two or three photos from different sides together."
        ),
        FaultCode.DARK: gettext("The photo is very dark: more light, please."),
    }
    return sentences[code] % {name: round(value) for name, value in figures.items()}


def _name(photo: Photo) -> str:
    told = f"{photo.file} {photo.corners_px}"
    return f"faults-{hashlib.sha256(told.encode()).hexdigest()[:16]}.json"
