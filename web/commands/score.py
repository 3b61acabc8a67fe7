"""``companion score``: the ranking of a finished game, from photos or from a position."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from calibration.setup import add_setup_arguments, open_board
from companion.boards.board import Board
from companion.boards.position_file import (
    Correction,
    correct_position,
    correct_reading,
    kinds_at,
    parse_correction,
    read_position,
)
from companion.commands.new_game import add_rules_arguments, asked_options
from companion.errors import InputError
from companion.files.whole_file import check_writable, write_whole
from companion.games import USUAL, game_called, game_on
from companion.play.offered.finished import Counted, Terms
from companion.play.offered.terminal import ToldGame
from companion.play.played import read_played
from companion.play.words import LANGUAGES, code_meant
from companion.position import Position
from companion.questions import ASK_BELOW
from companion.records.names import check_apart
from companion.records.record import read_record
from companion.saying.phrase import AnyOf
from companion.saying.terminal import add_language
from web.score.photo import PICTURES, Source, picture_file, see
from web.score.report import Report, answers_to, report_json, report_on, scoring_on
from web.score.sheet import sheet_html
from web.score.terminal import terminal
from web.score.words import answer_name
from web.words.language import speaking, words_on

DONE = 0
NEEDS_A_PERSON = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add = parser.add_argument
    add(
        "photo",
        nargs="*",
        type=Path,
        metavar="PHOTO",
        help="the photo of the finished board; of several each place is read where it is seen best",
    )
    add_setup_arguments(parser)
    add("--profile", type=Path, metavar="FILE", help="what 'companion calibrate' learned")
    add("--position", type=Path, metavar="FILE", help="score this position, without a photo")
    add(
        "--board",
        type=Path,
        metavar="FILE",
        help="the board file (default: the profile's, or the one shipped)",
    )
    add(
        "--player",
        action="append",
        default=[],
        metavar="NAME=NATION:MONEY",
        help="who plays, as which nation, with how much money; once for each player "
        "(with --record: for whoever has another sum than it says)",
    )
    add(
        "--record",
        type=Path,
        metavar="FILE",
        help="the record of this game: who plays with how much money, its rules, what it allowed",
    )
    add_rules_arguments(parser)
    _add_answers(parser)
    add_language(parser, "of what is printed and of the sheet")
    add("--json", action="store_true", help="print the score as JSON")
    add("--sheet", type=Path, metavar="FILE", help="write a printable score sheet (HTML)")
    add("--overlay", type=Path, metavar="FILE", help="write the photo with what was recognised")


def _add_answers(parser: argparse.ArgumentParser) -> None:
    """Declare what a person says to what was found and asked."""
    add = parser.add_argument
    add(
        "--allow",
        action="append",
        default=[],
        metavar="PLACE=CODE",
        help="what the table allowed: a finding's code, at one of its places; as often as needed",
    )
    add(
        "--fix",
        action="append",
        default=[],
        metavar="PLACE=KIND",
        help="what truly lies on a place, or 'empty'; as often as needed",
    )
    add(
        "--threshold",
        type=float,
        default=ASK_BELOW,
        metavar="0..1",
        help="ask about places read with less confidence (default: %(default)s)",
    )


@dataclass(frozen=True)
class _Asked:
    """What is to be scored, as far as it is said: the board, who plays, and by what."""

    board: Board
    players: Sequence[Counted]
    terms: Terms
    fixes: tuple[Correction, ...]
    threshold: float


def run(args: argparse.Namespace) -> int:
    """Score and show; 1 when there are questions, or findings that a person should look at."""
    _check_sources(args)
    _check_files(args)
    board = open_board(args.board, args.profile, game_called(USUAL).shipped_board)
    game_on(board).check_board(board)
    asked = _asked(args, board)
    report = _from_position(args, asked) if args.position else _from_photo(args, asked)
    with speaking(args.language):
        files, text = _files(args, report), _text(report, as_json=args.json)
    for path, data in files:
        write_whole(path, data)
    print(text)
    return NEEDS_A_PERSON if report.needs_a_person else DONE


def _check_sources(args: argparse.Namespace) -> None:
    """Refuse what does not go together, before any work is done."""
    if bool(args.photo) == (args.position is not None):
        raise InputError("photo-and-position" if args.photo else "nothing-to-score")
    for name in ("overlay", "reference", "profile", "corners"):
        if args.position and getattr(args, name) is not None:
            raise InputError("position-has-no-photo", f"--{name}")
    for name in ("edition", "option"):
        if args.record and getattr(args, name):
            raise InputError("record-says-rules", f"--{name}")
    if not 0 <= args.threshold <= 1:
        raise InputError("threshold-unfit", f"--threshold {args.threshold}")


def _check_files(args: argparse.Namespace) -> None:
    """Refuse what can't be written, or would be written over what is read."""
    if args.overlay and args.overlay.suffix.lower() not in PICTURES:
        raise InputError("picture-name", args.overlay, endings=AnyOf(PICTURES))
    read = [*args.photo, args.reference, args.profile, args.position, args.board, args.record]
    for path in (args.sheet, args.overlay):
        if path is not None:
            check_writable(path)
            if path.exists() and any(other and _same(path, other) for other in read):
                raise InputError("would-overwrite", path)
    if args.sheet and args.overlay and args.sheet.resolve() == args.overlay.resolve():
        raise InputError("one-name-for-two", args.sheet)


def _same(path: Path, other: Path) -> bool:
    return other.exists() and path.samefile(other)


def _asked(args: argparse.Namespace, board: Board) -> _Asked:
    rules, places = scoring_on(board), board.places
    granted = frozenset(rules.grant(text, places) for text in args.allow)
    meant = partial(_kind_meant, board)
    fixes = tuple(parse_correction(text, board, meant) for text in args.fix)
    players = [rules.counted(text, board) for text in args.player]
    if args.record is None:
        terms = rules.terms(asked_options(args), granted)
    else:
        told = _told(args.record, board)
        terms = rules.terms_of(told.last, [step for step in told.steps if step.allowed])
        terms = replace(terms, granted=terms.granted | granted)
        players = _counted_anew(_who_played(told), players)
    rules.check(players)
    if args.record is None:  # an older one may hold such names
        check_apart(player.name for player in players)
    return _Asked(board, players, terms, fixes, args.threshold)


def _kind_meant(board: Board, said: str, place: str) -> str:
    """The kind of piece that is called so on a place, in any language of the program."""

    def names(kind: str) -> Iterator[str]:
        for language in LANGUAGES:
            with speaking(language):
                yield answer_name(kind, place, words_on(board))

    return code_meant(said, kinds_at(board, place), names)


def _told(path: Path, board: Board) -> ToldGame:
    """The game that a record tells; raise InputError where it is none of this board."""
    record, game = read_record(path), game_on(board)
    try:
        return ToldGame(game, board, read_played(game, record, board))
    except InputError as error:
        raise error.within(path) from None


def _who_played(told: ToldGame) -> list[Counted]:
    """The players of a game that was followed, with the money that it gave them."""
    bank = told.last.bank
    return [
        Counted(seat.name, seat.role, 0 if bank is None else bank.balance(seat.name))
        for seat in told.game.seats(told.last)
    ]


def _counted_anew(played: Sequence[Counted], said: Sequence[Counted]) -> list[Counted]:
    """Who played, with the money of whoever is said to have another sum.

    Raises InputError where somebody is said who did not play, or not as that.
    """
    known = {(each.name, each.role) for each in played}
    for each in said:
        if (each.name, each.role) not in known:
            who = ", ".join(f"{name}={role}" for name, role in sorted(known))
            raise InputError("record-says-players", f"--player {each.name}={each.role}", who=who)
    order, anew = [each.name for each in played], {each.name for each in said}
    kept = [each for each in played if each.name not in anew]
    return sorted([*kept, *said], key=lambda each: order.index(each.name))


def _from_position(args: argparse.Namespace, asked: _Asked) -> Report:
    board = asked.board
    position = correct_position(board, read_position(args.position, board), asked.fixes)
    answers = answers_to(asked.fixes)
    return report_on(
        board, asked.players, position, asked.threshold, terms=asked.terms, answers=answers
    )


def _from_photo(args: argparse.Namespace, asked: _Asked) -> Report:
    photo, *more = args.photo
    source = Source(photo, args.reference, args.profile, args.corners, tuple(more))
    seen = see(asked.board, source)
    for doubt in seen.doubts:
        print(doubt.said(args.language), file=sys.stderr)
    likelier = scoring_on(asked.board).likelier(seen.reading, asked.players)
    seen = seen.corrected(correct_reading(likelier, asked.fixes))
    position = Position.from_reading(seen.reading)
    answers = answers_to(asked.fixes, likelier)
    return report_on(
        asked.board, asked.players, position, asked.threshold, seen, asked.terms, answers=answers
    )


def _files(args: argparse.Namespace, report: Report) -> list[tuple[Path, bytes]]:
    """Make every file whole in memory before the first is written."""
    files = []
    if args.sheet:
        files.append((args.sheet, sheet_html(report).encode()))
    if args.overlay and report.seen:
        asked = [question.place for question in report.questions]
        files.append((args.overlay, picture_file(args.overlay, report, asked)))
    return files


def _text(report: Report, *, as_json: bool) -> str:
    if not as_json:
        return terminal(report)
    return json.dumps(report_json(report), indent=1, ensure_ascii=False)
