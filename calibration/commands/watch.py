"""``companion watch``: follow a game from pictures of the table, without anyone at the page."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from calibration.lookout import FrameLine, Lookout
from calibration.setup import add_setup_arguments, open_board, open_setup
from companion.boards.board import Board
from companion.boards.board_writing import keep_board
from companion.commands.new_game import add_game_arguments, asked_record
from companion.errors import InputError
from companion.files.whole_file import check_writable, write_whole
from companion.finding import finding_json
from companion.games import GAMES, game_called, game_of, game_on
from companion.play.offered.terminal import ToldGame
from companion.play.played import read_played
from companion.play.words import AnyWords
from companion.questions import worth_naming
from companion.reading import EMPTY
from companion.records.record import Record, Source, Who, write_record
from companion.saying.phrase import Listed, Of, Phrase
from companion.saying.terminal import add_language
from companion.store.carried import CarriedGame, written
from companion.watching.drift import Drift
from companion.watching.follower import THE_END, Follower
from companion.watching.outcome import Doubt
from vision.alignment.framing import outside_words
from vision.between.moored import Moored
from vision.picture.camera import TURNS_DEG, Frame, Mounting
from vision.picture.camera_names import is_live
from vision.picture.recordings import VIDEOS, count_frames, recorded_frames
from vision.reader import needs_reference, reader_for
from vision.watch import LIVE, PHOTOS, Watcher, Watching, WatchSettings

DONE, NEEDS_A_PERSON = 0, 1
MOST_MONEY = 1_000
UNREAD = (Watching.LOST, Watching.DARK, Watching.COLOURLESS, Watching.BLURRED)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add = parser.add_argument
    add("source", metavar="VIDEO|FOLDER", help="a video, or a folder of photos in order")
    add(
        "--game",
        choices=tuple(GAMES),
        help="which game, on the board that is shipped with it (default: the board's)",
    )
    add(
        "--board",
        type=Path,
        metavar="FILE",
        help="the board file (default: the one in the profile)",
    )
    add_setup_arguments(parser)
    add("--profile", type=Path, metavar="FILE", help="what 'companion calibrate' learned")
    add_game_arguments(
        parser, players="a player; once for each, in seat order, the first player first"
    )
    add(
        "--counted",
        action="append",
        default=[],
        metavar="NAME=MONEY",
        help="what money a player was found to have in the end; once for each",
    )
    add("-o", "--record", type=Path, metavar="FILE", help="where to write the game's record")
    add(
        "--evening",
        type=Path,
        metavar="FILE",
        help="write the game as a file that the page takes in under Evenings, to correct it there",
    )
    add("--turn", type=int, choices=TURNS_DEG, default=0, help="the camera hangs turned clockwise")
    add("--mirrored", action="store_true", help="the pictures are mirrored")
    add("--json", action="store_true", help="print one JSON object")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Watch, write the record, print the score and what would have been asked."""
    if is_live(args.source):
        raise InputError("camera-has-no-end", args.source)
    if not Path(args.source).exists():
        raise InputError("no-such-recording", args.source)
    board = _board(args)
    _check_files(args)
    record, counted = asked_record(args, board), dict(map(_counted, args.counted))
    frames, total = _frames(args, board)
    video = Path(args.source).suffix.lower() in VIDEOS
    settings = LIVE if video else PHOTOS
    watcher = _watcher(args, board, settings)
    game = game_of(record)
    follower = Follower(game, record, board, settings.pace)
    follower.check_countable(counted)
    lookout = Lookout(watcher, follower)
    _follow(lookout, frames, total, args.language)
    _tell_outside(lookout, args.source, args.language)
    if lookout.watcher.last.reading is None:
        raise InputError("board-never-seen", args.source, why=_why_unseen(lookout.frames))
    follower.count(counted, Source(Who.PERSON))
    if args.record:
        write_whole(args.record, write_record(follower.record).encode())
    if args.evening:
        write_whole(args.evening, _evening(args.source, follower.record, board).encode())
    told = ToldGame(game, board, read_played(game, follower.record, board))
    print(_json(lookout, told) if args.json else _text(lookout, told, args))
    return _code(lookout)


def _check_files(args: argparse.Namespace) -> None:
    """Refuse what can't be written, before an hour of video is looked at."""
    for path in filter(None, (args.record, args.evening)):
        check_writable(path)
    if args.record and args.evening and args.record.resolve() == args.evening.resolve():
        raise InputError("one-name-for-two", args.evening)


def _evening(source: str, record: Record, board: Board) -> str:
    """The game as a file of evenings; it was begun when its video or folder was written."""
    written_s = Path(source).stat().st_mtime
    begun = datetime.fromtimestamp(written_s).astimezone().isoformat(timespec="seconds")
    return written([CarriedGame(begun, keep_board(board), "{}", record)])


def _watcher(args: argparse.Namespace, board: Board, settings: WatchSettings) -> Watcher:
    """Who reads the frames: by the photo of the empty board, where one is needed."""
    if not (args.reference or args.corners or args.profile or needs_reference(board)):
        return Watcher(reader_for(board, None), settings)
    setup = open_setup(board, args.reference, args.corners, args.profile)
    for doubt in setup.doubts:
        print(doubt.said(args.language), file=sys.stderr)
    reader = reader_for(board, setup.reference, setup.palette)
    return Watcher(reader, settings, Moored.on(board, setup.reference))


def _board(args: argparse.Namespace) -> Board:
    """The board of the file, of the profile, or that is shipped with the game."""
    if args.game is None:
        if args.board is None and args.profile is None:
            raise InputError("board-profile-or-game-needed")
        return open_board(args.board, args.profile)
    board = open_board(args.board, args.profile, game_called(args.game).shipped_board)
    game = game_on(board)
    if game.about.id != args.game:
        raise InputError("board-of-other-game", "--game", name=board.name, game=game.about.name)
    return board


def _counted(text: str) -> tuple[str, int]:
    """Read ``NAME=MONEY``; raise InputError on anything else."""
    name, _, money = (part.strip() for part in text.rpartition("="))
    if not name or not money.isdecimal() or int(money) > MOST_MONEY:
        raise InputError("counted-form", text=text, most=MOST_MONEY)
    return name, int(money)


def _frames(args: argparse.Namespace, board: Board) -> tuple[Iterator[Frame], int | None]:
    """The frames of the source, and how many they are where that is known."""
    art = board.art
    skip = tuple(path for path in (args.reference, art) if path is not None)
    mounting = Mounting(args.turn, args.mirrored)
    return recorded_frames(args.source, mounting, skip=skip), count_frames(args.source, skip=skip)


def _follow(lookout: Lookout, frames: Iterator[Frame], total: int | None, language: str) -> None:
    """Hand every frame to the lookout; how far it is goes to standard error."""
    shown = sys.stderr.isatty()
    for frame in frames:
        lookout.see(frame)
        if shown:
            _show_progress(frame, total, language)
    lookout.follower.finish()
    if shown:
        print(file=sys.stderr)


def _tell_outside(lookout: Lookout, source: str, language: str) -> None:
    """Say on standard error that part of the board was outside the picture, and where to move."""
    outside = [seen for seen in lookout.frames if seen.outside]
    if outside:
        told = Phrase(
            "frames-outside",
            told=outside_words(outside[-1].outside),
            number=len(outside),
            every=len(lookout.frames),
            last=outside[-1].name,
        )
        print(Of(source, told).said(language), file=sys.stderr)


def _show_progress(frame: Frame, total: int | None, language: str) -> None:
    done = frame.number + 1
    bar = ""
    if total:
        filled = round(30 * min(1.0, done / total))
        bar = f"[{'#' * filled}{'.' * (30 - filled)}] "
    far = Phrase("done-of", done=done, total=total).said(language) if total else done
    print(f"\r{bar}{far}  {frame.name}\033[K", end="", file=sys.stderr, flush=True)


def _json(lookout: Lookout, told: ToldGame) -> str:
    log = lookout.follower.log
    findings = _findings_by_place(lookout, told)
    return json.dumps(
        {
            **told.story,
            "frames": {
                seen.name: {"watching": seen.watching.value, "written": seen.written}
                | ({"why": str(seen.why)} if seen.why else {})
                | ({"outside": [side.value for side in seen.outside]} if seen.outside else {})
                for seen in lookout.frames
            },
            "asked": [{"frame": name, **_doubt_json(doubt)} for name, doubt in log.asked],
            "cut_short": log.cut_short,
            "to_count": lookout.follower.to_count,
            "guessed": [_doubt_json(doubt) for doubt in lookout.follower.guesses],
            "reported": [
                {"frame": name, "place": place, "findings": findings.get(place, [])}
                for name, place in log.reported
            ],
            "astray": [
                {
                    "frame": name,
                    "place": drift.subject,
                    "differs": drift.differs.value,
                    "recorded": drift.recorded,
                    "seen": drift.seen,
                }
                for name, drift in log.drifted
            ],
        },
        ensure_ascii=False,
    )


def _doubt_json(doubt: Doubt) -> dict[str, object]:
    place = {} if doubt.subject is None else {"place": doubt.subject}
    likely = [[answer, round(chance, 3)] for answer, chance in doubt.likely]
    parts = {"parts": list(doubt.parts)} if doubt.parts else {}
    return {**place, **parts, **doubt.about, "likely": likely}


def _findings_by_place(lookout: Lookout, told: ToldGame) -> Mapping[str, list[dict[str, object]]]:
    """The findings about pieces that still lie against a rule."""
    still = set(lookout.follower.outcome.broken)
    found: dict[str, list[dict[str, object]]] = {}
    for step in told.steps:
        for finding in step.open_findings:
            for place in still.intersection(finding.places):
                found.setdefault(place, []).append(finding_json(finding))
    return found


def _text(lookout: Lookout, told: ToldGame, args: argparse.Namespace) -> str:
    language: str = args.language
    words = told.game.words(language, told.board)
    lines = list(told.ending(words))
    log = lookout.follower.log
    if log.cut_short:
        frames = Listed(map(_frame, log.cut_short))
        lines.append(Phrase("cut-short", frames=frames).said(language))
    if log.reported:
        against = [_at(name, words.place(place), language) for name, place in log.reported]
        lines += [Phrase("against-a-rule").said(language), *against]
    questions, to_count = lookout.follower.questions, lookout.follower.to_count
    if log.asked or questions or to_count:
        lines.append(Phrase("would-have-been-asked").said(language))
        lines += [_at(name, _question(doubt, told, words), language) for name, doubt in log.asked]
        lines += [f"  {_question(doubt, told, words)}" for doubt in questions]
    if to_count:
        has = Listed(f"{name} {words.money(money)}" for name, money in to_count.items())
        guesses = len(lookout.follower.guesses)
        lines.append("  " + Phrase("count-the-money", count=guesses, told=has).said(language))
    if log.drifted:
        lines.append(Phrase("differed-from-the-record").said(language))
        lines += [_at(name, _differs(drift, words), language) for name, drift in log.drifted]
    unread = unread_line(lookout.frames)
    lines += [unread.said(language)] if unread else []
    if args.evening:
        lines.append(Phrase("evening-to-take-in", file=args.evening).said(language))
    elif _code(lookout) != DONE:
        lines.append(Phrase("put-right-on-the-page").said(language))
    return "\n".join(lines)


def _at(frame: str, told: str, language: str) -> str:
    """A line of a list: at which frame, and what."""
    return f"  {Of(_frame(frame), told).said(language)}"


def _frame(name: str) -> Phrase | str:
    """A frame by its file; what is asked after the last belongs to none."""
    return Phrase("the-end") if name == THE_END else name


def unread_line(frames: Sequence[FrameLine]) -> Phrase | None:
    """How many pictures showed no board that can be read, from which on, and why."""
    unread = [seen for seen in frames if seen.watching in UNREAD]
    if not unread:
        return None
    why = Counter(seen.why for seen in unread).most_common(1)[0][0]
    since = frames[-len(unread)].name
    first = unread[0].name
    is_to_the_end = first == since
    where = Phrase("from-frame-on" if is_to_the_end else "frame-the-first", frame=first)
    return Phrase("frames-unread", count=len(unread), every=len(frames), where=where, why=why)


def _why_unseen(frames: Sequence[FrameLine]) -> Phrase:
    """Why no picture of a whole film showed the board: what was so in most of them."""
    if not frames:
        return Phrase("no-frames")
    told = Counter(seen.why for seen in frames if seen.why is not None).most_common(1)
    return told[0][0] if told else Phrase("never-still")


def _differs(drift: Drift, words: AnyWords) -> str:
    subject = words.subject(drift.subject, moves=drift.moves)
    if not drift.differs.is_beside:
        recorded, seen = (_answer(each, drift, words) for each in (drift.recorded, drift.seen))
        told = Phrase("recorded-and-seen", recorded=recorded, seen=seen)
        return Of(subject, told).said(words.language)
    recorded = words.piece(drift.recorded, drift.subject)
    named = {"place": subject, "recorded": recorded, "seen": words.place(drift.seen)}
    return words.say(f"beside:{drift.differs.value}", named)


def _answer(answer: str, about: Drift | Doubt, words: AnyWords) -> str:
    """What lies there, or that nothing does; or where it lies."""
    if answer == EMPTY:
        return Phrase("nothing-there").said(words.language)
    return words.answer(answer, about.subject or "", moves=about.moves)


def _question(doubt: Doubt, told: ToldGame, words: AnyWords) -> str:
    if doubt.parts:
        piece = _answer(doubt.likely[0][0], doubt, words)
        places = ", ".join(words.place(part) for part in doubt.parts)
        return Phrase("which-place", piece=piece, answers=places).said(words.language)
    if doubt.subject is not None:
        likely = [
            f"{_answer(answer, doubt, words)} ({chance:.0%})"
            for answer, chance in worth_naming(doubt.likely)
        ]
        answers = ", ".join(likely) or Phrase("out-of-sight")
        subject = words.subject(doubt.subject, moves=doubt.moves)
        said = Phrase("what-lies-on", place=subject, answers=answers)
        return said.said(words.language)
    watched, state = told.game.watched, told.played.start
    asked = None if watched is None else watched.asked(doubt, state, words)
    if asked is None:
        return ", ".join(f"{answer} ({chance:.0%})" for answer, chance in doubt.likely)
    ways = ", ".join(f"{way.said} ({way.share:.0%})" for way in asked.ways)
    return f"{asked.said} {ways}"


def _code(lookout: Lookout) -> int:
    follower = lookout.follower
    log, outcome = follower.log, follower.outcome
    doubts = [doubt for doubt in outcome.doubts if doubt.subject is not None]
    asked = doubts or follower.questions or follower.to_count
    open_now = asked or outcome.drift or outcome.broken or outcome.unexplained
    return NEEDS_A_PERSON if open_now or log.unexplained else DONE
