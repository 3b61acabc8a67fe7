"""Evenings in a file to carry: whole games with their boards, as one JSON text.

``{"format": "companion evenings", "version": 1, "boards": {DIGEST: {"file", "art_base64"}},
"games": [{"begun", "board", "settings", "record"}]}``; a record is the text of ``record.jsonl``. No
code of any phone is in it.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError
from companion.files.input_file import parse_json
from companion.records.record import Entry, Record, parse_record, write_record
from companion.store.schema import KeptBoard
from companion.store.store import Store

FORMAT, VERSION = "companion evenings", 1
MOST_GAMES, LONGEST_BEGUN = 1000, 40
"""So many games may be in one file; and so many letters may say when one was begun."""


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


@dataclass(frozen=True)
class Held:
    """How a table's file has a carried game: by its number, None where it has it not at all.

    ``rest`` is what it lacks of it. Where the two ``has_parted``, each has what the other has not.
    """

    game: CarriedGame
    number: int | None
    rest: tuple[Entry, ...] = ()
    has_parted: bool = False


def carried(store: Store, numbers: Sequence[int]) -> str:
    """Write these games of a table's file down to be carried."""
    return written(
        CarriedGame(
            store.begun(number), store.board(number), store.settings(number), store.record(number)
        )
        for number in numbers
    )


def written(games: Iterable[CarriedGame]) -> str:
    """Write games down as ``read_carried`` reads them."""
    boards: dict[str, object] = {}
    rows = []
    for game in games:
        board = game.board
        if board is not None:
            art = None if board.art is None else base64.b64encode(board.art).decode()
            boards[board.digest] = {"file": board.file, "art_base64": art}
        rows.append(
            {
                "begun": game.begun,
                "board": None if board is None else board.digest,
                "settings": json.loads(game.settings),
                "record": write_record(game.record),
            }
        )
    whole = {"format": FORMAT, "version": VERSION, "boards": boards, "games": rows}
    return json.dumps(whole, ensure_ascii=False)


def read_carried(data: bytes) -> tuple[CarriedGame, ...]:
    """Read what ``carried`` wrote; all of it or, with a CarriedError, nothing."""
    try:
        said = parse_json(data.decode("utf-8-sig").encode(), "evenings")
    except (InputError, ValueError, RecursionError):
        raise CarriedError("no-carried-file") from None
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise CarriedError("no-carried-file")
    version, games, boards = said.get("version"), said.get("games"), said.get("boards")
    if not isinstance(version, int) or version > VERSION:
        raise CarriedError("carried-newer", newer=True)
    if not isinstance(games, list) or not isinstance(boards, dict):
        raise CarriedError("carried-without-games")
    if len(games) > MOST_GAMES:
        raise CarriedError("carried-too-many", most=MOST_GAMES)
    return tuple(_game(number, each, boards) for number, each in enumerate(games, start=1))


def held_against(store: Store, games: Sequence[CarriedGame], deleted: Set[int]) -> Iterator[Held]:
    """How a table's file has each of these games; what is the beginning of another comes with that.

    ``deleted``: the numbers of games that are of no account where one that is not is the same.
    """
    known: defaultdict[str, list[_Known]] = defaultdict(list)
    begun = {game.begun for game in games}
    for head in store.games():
        if head.begun in begun:
            board, record = store.board(head.id), store.record(head.id)
            known[head.begun].append(_Known(head.id, board, record, head.id in deleted))
    for game in _farthest(games):
        held = _held(game, known[game.begun])
        known[game.begun] = [
            replace(one, record=game.record) if held.rest and one.number == held.number else one
            for one in known[game.begun]
        ]
        yield held


@dataclass(frozen=True)
class _Known:
    """A game of the file."""

    number: int
    board: KeptBoard | None
    record: Record
    is_deleted: bool


def _held(game: CarriedGame, known: Sequence[_Known]) -> Held:
    for are_deleted in (False, True):
        same = [one for one in known if one.is_deleted is are_deleted and _are_one(one, game)]
        for one in same:
            if _goes_as_far(one.record, game.record):
                return Held(game, one.number)
        behind = [one for one in same if _goes_as_far(game.record, one.record)]
        if behind:
            farthest = max(behind, key=lambda one: len(one.record.entries))
            rest = game.record.entries[len(farthest.record.entries) :]
            return Held(game, farthest.number, rest)
        if same and not are_deleted:
            return Held(game, same[0].number, has_parted=True)
    return Held(game, None)


def _farthest(games: Sequence[CarriedGame]) -> Iterator[CarriedGame]:
    """These games, each once, as far as any of them goes."""
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for at, game in enumerate(games):
        alike[game.begun].append(at)
    for at, game in enumerate(games):
        size = len(game.record.entries)
        if not any(
            (len(games[other].record.entries), at) > (size, other)
            and _goes_as_far(games[other].record, game.record)
            for other in alike[game.begun]
        ):
            yield game


def _are_one(known: _Known, game: CarriedGame) -> bool:
    """Whether two that were begun at one time are one game."""
    return (known.record.header, known.board) == (game.record.header, game.board)


def _goes_as_far(known: Record, other: Record) -> bool:
    same_start = known.header == other.header and len(known.entries) >= len(other.entries)
    return same_start and known.entries[: len(other.entries)] == other.entries


def _game(number: int, said: object, boards: dict[str, Any]) -> CarriedGame:
    try:
        if not isinstance(said, dict) or len(begun := str(said["begun"])) > LONGEST_BEGUN:
            raise TypeError
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
