"""The one place where the score touches the eyes: a photo in, what was seen out."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from calibration.exchanged import are_exchanged
from calibration.photo_faults import LEAST_STICK_PX
from calibration.setup import open_setup
from companion.boards.board import Board
from companion.boards.routes_board import stick_of
from companion.errors import Fault, InputError
from companion.merged_reading import Look, merged, show_different_positions
from companion.reading import Reading
from vision.alignment.framing import Framing, outside_words, scales
from vision.alignment.reference import Reference
from vision.overlay import marks, paint
from vision.photometry.colourless import has_no_colours
from vision.picture.encoding import encoded
from vision.picture.photo import load_photo
from vision.reader import reader_for
from web.score.report import Report, Sighting, View

PICTURES = (".jpg", ".jpeg", ".png")


@dataclass(frozen=True, slots=True)
class Source:
    """Where the photos are, as the command line says; ``more`` show the same position."""

    photo: Path
    reference: Path | None = None
    profile: Path | None = None
    corners: str | None = None
    more: tuple[Path, ...] = ()


def see(board: Board, source: Source) -> Sighting:
    """Read a photo, or several. Raises InputError when one is no photo or shows no board."""
    paths = (source.photo, *source.more)
    photos = [load_photo(path) for path in paths]
    setup = open_setup(board, source.reference, source.corners, source.profile)
    reader = reader_for(board, setup.reference, setup.palette or None)
    read = []
    for path, photo in zip(paths, photos, strict=True):
        try:
            read.append(reader.read(photo))
        except InputError as error:
            raise error.within(path) from None
    views = [View(photo, each.pose) for photo, each in zip(photos, read, strict=True)]
    seen = merged_sighting(board, views, [each.reading for each in read], setup.reference)
    of_them = (doubt.within(_names(paths)) for doubt in seen.doubts)
    return replace(seen, doubts=(*setup.doubts, *of_them))


def merged_sighting(
    board: Board, views: Sequence[View], readings: Sequence[Reading], empty: Reference
) -> Sighting:
    """What was read in one photo or several of one position, the one that shows most of it first.

    ``empty`` is the photo of the empty board against which they were read.
    """
    shown = [Framing.of(board, view.pose).share for view in views]
    order = sorted(range(len(views)), key=lambda n: -shown[n])
    looks = [Look(readings[n], scales(board, views[n].pose)) for n in order]
    one = merged(looks)
    first, reading = views[order[0]], one.reading
    best = {place: views[order[n]] for place, n in one.best.items()} if len(views) > 1 else {}
    seen = Sighting(first, reading, View(empty.photo, empty.pose), best=best)
    return _doubted(seen, board, looks, views, empty)


def _doubted(
    seen: Sighting, board: Board, looks: Sequence[Look], views: Sequence[View], empty: Reference
) -> Sighting:
    """The same with what is wrong with the photos of the finished board."""
    first = seen.view
    is_empty = any(np.array_equal(view.photo, empty.photo) for view in views)
    is_grey = any(has_no_colours(view.photo) for view in views)
    exchanged = (
        len(views) == 1
        and not is_empty
        and are_exchanged(board, empty, first.photo, first.pose, seen.reading)
    )
    length_px, outside = _stick_px(board, looks), seen.reading.outside
    far = Fault("photo-far", length=f"{length_px:.0f}", least=f"{LEAST_STICK_PX:.0f}")
    doubts = (
        (length_px < LEAST_STICK_PX, far),
        (is_empty, Fault("photo-of-the-empty-board")),
        (is_grey, Fault("photo-grey")),
        (bool(outside), Fault("or-add-a-photo", outside=outside_words(outside))),
        (exchanged, Fault("photos-exchanged")),
        (show_different_positions(looks), Fault("photos-differ")),
    )
    told = tuple(fault for holds, fault in doubts if holds)
    mistaken = is_empty or is_grey or exchanged
    return replace(seen, doubts=told, mistaken=mistaken, exchanged=exchanged)


def _stick_px(board: Board, looks: Sequence[Look]) -> float:
    """How long the middle one of a board's sticks is, each in the photo that is nearest to it."""
    stick = stick_of(board)
    if stick is None or not board.places:
        return math.inf
    nearest = [max(look.px_per_mm[place] for look in looks) for place in board.places]
    return stick.length_mm * statistics.median(nearest)


def _names(paths: Sequence[Path]) -> str:
    return ", ".join(map(str, paths))


def picture_file(path: Path, report: Report, asked: Sequence[str]) -> bytes:
    """The photo with what was recognised, as a file of the kind that ``path`` names."""
    if report.seen is None:
        raise InputError("no-photo-to-draw-on", path)
    view = report.seen.view
    drawn = marks(report.board, report.seen.reading, view.pose, asked)
    return encoded(paint(view.photo, drawn), path.suffix.lower())
