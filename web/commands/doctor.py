"""``companion doctor``: one file for a bug report, that names nobody."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.errors import InputError
from companion.files.whole_file import check_writable, kept_file, write_whole
from companion.saying.phrase import Phrase
from companion.saying.terminal import add_language
from vision.picture.camera_names import MOST_CAMERAS
from web.commands.play import TABLE_FILE
from web.serving.diagnostics import NOTHING, as_text, checkup

REPORT = Path("companion-doctor.txt")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add = parser.add_argument
    add(
        "--table",
        type=Path,
        default=TABLE_FILE,
        metavar="FILE",
        help="the table that gave trouble (default: %(default)s)",
    )
    add(
        "--camera",
        type=int,
        metavar="NUMBER",
        help="look through this camera, too; its light may go on",
    )
    add(
        "-o",
        "--output",
        type=Path,
        default=REPORT,
        metavar="FILE",
        help="where the report goes (default: %(default)s)",
    )
    add_language(parser, "of the report, and of what is printed")


def run(args: argparse.Namespace) -> int:
    """Write the report, and say what is in it."""
    check_writable(args.output)
    table = kept_file(args.table)
    if args.camera is not None and not 0 <= args.camera <= MOST_CAMERAS:
        raise InputError("camera-option-number", f"--camera {args.camera}", most=MOST_CAMERAS)
    sections = checkup(table, args.camera, args.language)
    write_whole(args.output, as_text(sections, args.language).encode())
    print(Phrase("report-is-in", report=args.output).said(args.language))
    for section in sections:
        lines = Phrase("lines", count=len(section.lines)) if section.lines else NOTHING
        part = Phrase("report-part", name=section.heading, holds=section.holds, lines=lines)
        print(f"  {part.said(args.language)}")
    print(Phrase("report-names-nobody").said(args.language))
    return 0
