"""Evenings in a file to carry: whole games with their boards, as one JSON text.

``{"format": "companion evenings", "version": 1, "boards": {DIGEST: {"file", "art_base64"}},
"games": [{"begun", "board", "settings", "record"}]}``; a record is the text of ``record.jsonl``. No
code of any phone is in it.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import InputError
from companion.records.record import Record, parse_record, write_record
from companion.store.schema import KeptBoard
from companion.store.store import Store

FORMAT, VERSION = "companion evenings", 1


class CarriedError(InputError):
    """A file that can't be taken in. ``game`` is the number of the one that is damaged, if any."""

    def __init__(
        self, code: str, /, game: int | None = None, *, newer: bool = False, **params: object
    ) -> None:
        super().__init__(code, **params)
        self.game, self.newer = game, newer


@dataclass(frozen=True)
class CarriedGame:
    """One game: when it began (ISO 8601), its board, the host's settings as JSON, its record."""

    begun: str
    board: KeptBoard | None
    settings: str
    record: Record


def carried(store: Store, numbers: Sequence[int]) -> str:
    """Write these games of a table's file down to be carried."""
    boards: dict[str, object] = {}
    games = []
    for number in numbers:
        board = store.board(number)
        if board is not None:
            art = None if board.art is None else base64.b64encode(board.art).decode()
            boards[board.digest] = {"file": board.file, "art_base64": art}
        games.append(
            {
                "begun": store.begun(number),
                "board": None if board is None else board.digest,
                "settings": json.loads(store.settings(number)),
                "record": write_record(store.record(number)),
            }
        )
    whole = {"format": FORMAT, "version": VERSION, "boards": boards, "games": games}
    return json.dumps(whole, ensure_ascii=False)


def read_carried(data: bytes) -> tuple[CarriedGame, ...]:
    """Read what ``carried`` wrote; all of it or, with a CarriedError, nothing."""
    try:
        said = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise CarriedError("no-carried-file") from None
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise CarriedError("no-carried-file")
    version, games, boards = said.get("version"), said.get("games"), said.get("boards")
    if not isinstance(version, int) or version > VERSION:
        raise CarriedError("carried-newer", newer=True)
    if not isinstance(games, list) or not isinstance(boards, dict):
        raise CarriedError("carried-without-games")
    return tuple(_game(number, each, boards) for number, each in enumerate(games, start=1))


def number_here(store: Store, game: CarriedGame) -> int | None:
    """The number by which a table's file has a game already, as far as it is carried or farther."""
    for head in store.games():
        if head.begun != game.begun or head.length < len(game.record.entries):
            continue
        known = store.record(head.id)
        entries = known.entries[: len(game.record.entries)]
        if known.header == game.record.header and entries == game.record.entries:
            return head.id
    return None


def _game(number: int, said: object, boards: dict[str, Any]) -> CarriedGame:
    try:
        if not isinstance(said, dict):
            raise TypeError
        begun = str(said["begun"])
        settings = said.get("settings", {})
        record = parse_record(str(said["record"]))
        board = None if said["board"] is None else _board(boards[said["board"]])
    except (InputError, KeyError, ValueError, TypeError, RecursionError):
        raise CarriedError("carried-unread", number=number, game=number) from None
    if record.faults or not isinstance(settings, dict):
        raise CarriedError("carried-damaged", number=number, game=number)
    return CarriedGame(begun, board, json.dumps(settings), record)


def _board(said: dict[str, Any]) -> KeptBoard:
    art = said.get("art_base64")
    try:
        picture = None if art is None else base64.b64decode(str(art), validate=True)
    except binascii.Error:
        raise ValueError from None
    return KeptBoard(str(said["file"]), picture)
