"""``companion table``: back up a table while it is played on, restore it, or say what is in it.

``check`` and ``backup`` end with 1 where the file is damaged: what can be read is said, and what is
lost. Nothing is ever written over without a copy of it beside.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.files.whole_file import kept_file
from companion.records.record import parse_record
from companion.saying.phrase import Listed, Of, Phrase
from companion.saying.terminal import add_language
from companion.store.contents import Contents, KeptGame, read_contents
from companion.store.copies import back_up, restore

DONE = 0
NEEDS_A_PERSON = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``backup``, ``restore`` and ``check``."""
    actions = parser.add_subparsers(metavar="backup | restore | check", required=True)
    backup = actions.add_parser("backup", help="copy a table, while it is played on too")
    backup.add_argument("table", metavar="FILE", type=Path, help="the table's file")
    backup.add_argument(
        "-o", "--output", metavar="COPY", type=Path, required=True, help="the file to write"
    )
    backup.set_defaults(do=_backup)
    put_back = actions.add_parser("restore", help="put a backup in the place of a table")
    put_back.add_argument("copy", metavar="COPY", type=Path, help="what 'backup' wrote")
    put_back.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="the table's file"
    )
    put_back.set_defaults(do=_restore)
    check = actions.add_parser("check", help="say what is in a table's file, and whether all is")
    check.add_argument("table", metavar="FILE", type=Path, help="the table's file, or a backup")
    check.set_defaults(do=_check)
    for action in (backup, put_back, check):
        add_language(action)


def run(args: argparse.Namespace) -> int:
    """Back up, restore or check, and return the exit code."""
    code: int = args.do(args)
    return code


def _backup(args: argparse.Namespace) -> int:
    contents = back_up(args.table, kept_file(args.output))
    copied = Phrase("copy-of", table=args.table, contents=_summary(contents))
    print(Of(args.output, copied).said(args.language))
    return _print_lost(contents, args.language)


def _restore(args: argparse.Namespace) -> int:
    kept = restore(args.copy, kept_file(args.output))
    print(Of(args.output, Phrase("restored", copy=args.copy)).said(args.language))
    if kept is not None:
        print(Phrase("kept-from-before", kept=kept).said(args.language))
    return DONE


def _check(args: argparse.Namespace) -> int:
    contents = read_contents(args.table)
    for game in contents.games:
        print(_line(game).said(args.language))
    print(Of(args.table, _summary(contents)).said(args.language))
    return _print_lost(contents, args.language)


def _print_lost(contents: Contents, language: str) -> int:
    if not contents.is_damaged:
        return DONE
    for each in contents.lost:
        print(Phrase("lost", what=each).said(language))
    print(Phrase("rest-goes-on").said(language))
    return NEEDS_A_PERSON


def _summary(contents: Contents) -> Phrase:
    if contents.version == 0:
        return Phrase("empty-table")
    entries = sum(len(game.entries) for game in contents.games)
    counts = Listed((Phrase("games", count=len(contents.games)), Phrase("events", count=entries)))
    return Phrase(
        "table-damaged-summary" if contents.is_damaged else "table-whole-summary",
        version=contents.version,
        counts=counts,
    )


def _line(game: KeptGame) -> Phrase:
    header = parse_record(game.header).header
    who = ", ".join(_names(header.setup.get("players"))) or Phrase("no-names")
    events = Phrase("events", count=len(game.entries))
    words = {"id": game.id, "name": header.game, "begun": game.begun, "who": who, "events": events}
    return Phrase("game-line", **words)


def _names(players: object) -> Iterator[str]:
    """The names in a game's set-up, whatever game it is."""
    for player in players if isinstance(players, list) else ():
        if isinstance(player, Mapping) and isinstance(name := player.get("name"), str):
            yield name
