"""``companion calibrate``: learn a board and its room once; or print corner markers."""

from __future__ import annotations

import argparse
import json
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
from vision.alignment.pose import FILE_PX
from vision.alignment.reference import Reference
from vision.picture.photo import load_photo

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
    _tell(args.output, board, profile)
    doubts = doubts_about(reference, board)
    for doubt in doubts:
        print(f"{args.reference}: {doubt}")
    pairs = too_close(palette)
    for one, other in pairs:
        print(
            f"{one} and {other} look too much alike in this light; teach them under brighter or "
            "whiter light, or expect questions about them"
        )
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
        return teach(photo, sticks, StickColours(board, reference))
    except InputError as error:
        raise error.within(path) from None


def _tell(path: Path, board: Board, profile: Profile) -> None:
    pose = profile.pose
    corners = ",".join(
        f"{value + FILE_PX:.1f}"
        for value in pose.corners_px(board.width_mm, board.height_mm).ravel()
    )
    k1, k2 = pose.distortion
    print(f"{path}: written, with the board and the photo of it empty inside")
    print(f"board: {board.name}, {board.width_mm:g} x {board.height_mm:g} mm")
    print(f"corners: {corners}")
    print(f"camera: {pose.hfov_deg:.0f} degrees wide, lens k1 {k1:+.3f} k2 {k2:+.3f}")
    print(f"scale: {pose.px_per_mm:.2f} px per mm, {pose.camera_mm[2]:.0f} mm above the board")
    for kind, tones in profile.palette.items():
        red, green, blue = (round(255 * min(max(tone, 0), 1)) for tone in reversed(tones))
        print(f"taught: {kind} #{red:02x}{green:02x}{blue:02x}")


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
    print(f"{args.output}: print it at 100 %, and measure the bar: it must be 100 mm long")
    if told:
        print(f"add to {args.board}, with z_mm = minus the board's thickness:")
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
