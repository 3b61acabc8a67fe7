"""``companion calibrate``: learn a board and its room once; or print corner markers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from calibration.markers import MARKER_MM, as_html, as_pdf, lying_beside, sheet
from calibration.piece_looks.palette import parse_sticks, teach, too_close
from calibration.piece_looks.stick_colours import StickColours
from calibration.profile import Profile, load_board_file, profile_of, write_profile
from calibration.reference import doubts_about
from calibration.setup import add_setup_arguments, place_reference
from companion.boards.board import Board, CornerMarkers
from companion.boards.board_file import read_board
from companion.errors import InputError
from companion.files.whole_file import check_writable, write_whole
from companion.saying.phrase import Of, Phrase
from companion.saying.terminal import add_language
from vision.alignment.reference import Reference
from vision.picture.photo import load_photo
from vision.picture.quads import FILE_PX

DONE = 0
NEEDS_A_PERSON = 1
SHEETS = (".html", ".htm", ".pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = "'calibrate markers -o FILE' makes a sheet of corner markers to print instead."
    add = parser.add_argument
    add("what", nargs="?", choices=("markers",), help="a sheet of corner markers (.html or .pdf)")
    add("--board", type=Path, metavar="FILE", help="the board file")
    add_setup_arguments(parser)
    add("--teach", type=Path, metavar="PHOTO", help="a photo with sticks on the spaces of --sticks")
    add("--sticks", metavar="SPACE=KIND,...", help="which kind lies on which space in that photo")
    add("-o", "--output", type=Path, required=True, metavar="FILE", help="the file to write")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Write the profile or the sheet; 1 when the photo or the taught colours are not good."""
    check_writable(args.output)
    if args.what == "markers":
        return _print_markers(args)
    return _calibrate(args)


def _calibrate(args: argparse.Namespace) -> int:
    _check(args)
    board = read_board(args.board)
    sticks = parse_sticks(args.sticks, board) if args.sticks else {}
    reference = place_reference(board, args.reference, args.corners)
    palette: dict[str, tuple[float, ...]] = {}
    if args.teach:
        palette = _taught(args.teach, sticks, board, reference)
    photo = (args.reference.read_bytes(), reference.pose)
    profile = profile_of(board, load_board_file(args.board), photo, palette)
    write_profile(args.output, profile)
    for line in _told(args.output, board, profile):
        print(line.said(args.language))
    doubts = doubts_about(reference, board, is_marked=args.corners is not None)
    for doubt in doubts:
        print(doubt.within(args.reference).said(args.language))
    pairs = too_close(palette)
    for one, other in pairs:
        print(Phrase("colours-alike", one=one, other=other).said(args.language))
    return NEEDS_A_PERSON if pairs or doubts else DONE


def _check(args: argparse.Namespace) -> None:
    if args.board is None or args.reference is None:
        raise InputError("board-and-photo-needed")
    if bool(args.teach) != bool(args.sticks):
        raise InputError("teach-and-sticks-together")
    for path in (args.board, args.reference, args.teach):
        if path and path.exists() and args.output.exists() and args.output.samefile(path):
            raise InputError("would-overwrite", args.output)


def _taught(
    path: Path, sticks: dict[str, str], board: Board, reference: Reference
) -> dict[str, tuple[float, ...]]:
    photo = load_photo(path)
    try:
        return teach(StickColours(board, reference).measure(photo), sticks)
    except InputError as error:
        raise error.within(path) from None


def _told(path: Path, board: Board, profile: Profile) -> Iterator[Phrase]:
    """Say what was learned."""
    pose = profile.pose
    corners = ",".join(
        f"{value + FILE_PX:.1f}"
        for value in pose.corners_px(board.width_mm, board.height_mm).ravel()
    )
    k1, k2 = pose.distortion
    size = {"width": f"{board.width_mm:g}", "height": f"{board.height_mm:g}"}
    lens = {"wide": f"{pose.hfov_deg:.0f}", "k1": f"{k1:+.3f}", "k2": f"{k2:+.3f}"}
    scale = {"scale": f"{pose.px_per_mm:.2f}", "height": f"{pose.camera_mm[2]:.0f}"}
    yield Of(path, Phrase("profile-written"))
    yield Phrase("profile-board", name=board.name, **size)
    yield Phrase("profile-corners", corners=corners)
    yield Phrase("profile-camera", **lens)
    yield Phrase("profile-scale", **scale)
    for kind, tones in profile.palette.items():
        red, green, blue = (round(255 * min(max(tone, 0), 1)) for tone in reversed(tones))
        yield Phrase("profile-taught", kind=kind, colour=f"#{red:02x}{green:02x}{blue:02x}")


def _print_markers(args: argparse.Namespace) -> int:
    suffix = args.output.suffix.lower()
    if suffix not in SHEETS:
        raise InputError("markers-sheet-name", args.output)
    told = None
    if args.board:
        board = read_board(args.board)
        told = _as_json(lying_beside(board.width_mm, board.height_mm))
    shapes = sheet()
    data = as_pdf(shapes) if suffix == ".pdf" else as_html(shapes).encode()
    write_whole(args.output, data)
    print(Of(args.output, Phrase("print-at-full-size")).said(args.language))
    if told:
        print(Phrase("add-markers", board=args.board).said(args.language))
        print(f'"aruco": {told}')
    return DONE


def _as_json(markers: CornerMarkers) -> str:
    return json.dumps(
        {
            "dictionary": markers.dictionary,
            "z_mm": markers.z_mm,
            "markers": [
                {"id": marker.id, "size_mm": MARKER_MM, "corners": marker.corners_mm}
                for marker in markers.markers
            ],
        }
    )
