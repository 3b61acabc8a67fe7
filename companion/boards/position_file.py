"""A position as a file, and a person's word on what lies where: read, and held against a board."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path

from companion.boards.board import Board, Kind
from companion.boards.routes_board import marker_of, stick_of
from companion.errors import InputError
from companion.files.fields import Field, shown
from companion.files.input_file import FileKind, read_json
from companion.position import Position
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.saying.phrase import AnyOf, Phrase

POSITION_FILE = FileKind(Phrase("a-position-file"), 1_000_000)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person says lies on a place: a kind, or ``EMPTY``."""

    place: str
    piece: str


def read_position(path: Path, board: Board) -> Position:
    """Read ``{"spaces": {ID: colour}, "slots": {ID: nation}}``; raise InputError in one line.

    On a board of another kind ``spaces`` are its first kind of places, ``slots`` all others.
    """
    data = read_json(path, POSITION_FILE)
    try:
        return parse_position(data, board)
    except InputError as error:
        raise error.within(path) from None


def parse_position(data: object, board: Board) -> Position:
    """Build a position from its JSON; raise InputError with the first fault and their number.

    A place may be said to be ``"empty"``; a place that is not named is empty too.
    """
    file = Field(data)
    if file.is_object():
        if not (file.get("spaces").given or file.get("slots").given):
            file.fault("position-empty")
        spaces = _pieces(file.get("spaces"), board, _as_spaces(board))
        slots = _pieces(file.get("slots"), board, board.places.keys() - _as_spaces(board))
    file.check()
    return Position(spaces, slots)


def position_of(board: Board, places: Mapping[str, str]) -> Position:
    """A position in which this lies on places of a board."""
    first = _as_spaces(board)
    return Position(
        {place: kind for place, kind in places.items() if place in first},
        {place: kind for place, kind in places.items() if place not in first},
    )


def position_json(position: Position) -> dict[str, dict[str, str]]:
    """Turn a position into the JSON that ``parse_position`` reads."""
    return {"spaces": dict(position.spaces), "slots": dict(position.slots)}


def parse_correction(
    text: str, board: Board, kind_meant: Callable[[str, str], str] = lambda said, _: said.lower()
) -> Correction:
    """Read ``PLACE=KIND`` as a person types it; raise InputError on anything else.

    ``kind_meant`` makes a kind of what he calls it, and of the place.
    """
    place, equals, piece = (part.strip() for part in text.partition("="))
    if not (place and equals and piece):
        raise InputError("fix-form", text=text)
    place = place.lower()
    if place not in board.places:
        near = difflib.get_close_matches(place, list(board.places), 3, 0.7)
        meant = Phrase("did-you-mean", near=AnyOf(near)) if near else None
        hint = meant or Phrase("place-from-question")
        raise InputError("fix-no-place", text=text, place=place, hint=hint)
    kinds, piece = kinds_at(board, place), kind_meant(piece, place)
    if piece not in kinds:
        raise InputError("fix-piece", text=text, piece=piece, place=place, known=", ".join(kinds))
    return Correction(place, piece)


def correct_reading(reading: Reading, corrections: tuple[Correction, ...]) -> Reading:
    """Put a person's word in the place of what was seen; it is certain."""
    sure = {
        each.place: Seen(each.piece, 1.0, ((each.piece, 1.0),))
        for each in _agreeing(corrections).values()
    }
    return replace(
        reading,
        spaces={place: sure.get(place, seen) for place, seen in reading.spaces.items()},
        slots={place: sure.get(place, seen) for place, seen in reading.slots.items()},
        pieces={kind: sure.get(kind, seen) for kind, seen in reading.pieces.items()},
    )


def correct_position(
    board: Board, position: Position, corrections: tuple[Correction, ...]
) -> Position:
    """Put a person's word in the place of what a position says."""
    spaces, slots = dict(position.spaces), dict(position.slots)
    for each in _agreeing(corrections).values():
        pieces = spaces if each.place in _as_spaces(board) else slots
        pieces.pop(each.place, None)
        if each.piece != EMPTY:
            pieces[each.place] = each.piece
    return Position(spaces, slots)


def kinds_at(board: Board, place: str) -> tuple[str, ...]:
    """Everything that may be said of a place, ``EMPTY`` first."""
    return (EMPTY, *board.may_lie_at(place))


def stick_kinds(board: Board) -> tuple[str, ...]:
    """The kinds of sticks, in the order of the board file."""
    stick = stick_of(board)
    return _names(stick.kinds) if stick else ()


def marker_kinds(board: Board) -> tuple[str, ...]:
    """The kinds of port markers, in the order of the board file."""
    marker = marker_of(board)
    return _names(marker.kinds) if marker else ()


def _as_spaces(board: Board) -> Set[str]:
    """The places that a file calls spaces: those of the first kind."""
    return next(iter(board.kinds_of_places.values()), {}).keys()


def _names(kinds: tuple[Kind, ...]) -> tuple[str, ...]:
    return tuple(kind.name for kind in kinds)


def _pieces(field: Field, board: Board, places: Set[str]) -> dict[str, str]:
    pieces = {}
    for place, said in field.entries():
        if place not in places:
            said.fault("no-such-place")
        elif said.value == HIDDEN:
            said.fault("place-hidden", hidden=shown(HIDDEN), empty=EMPTY)
        elif (kind := said.one_of(kinds_at(board, place))) and kind != EMPTY:
            pieces[place] = kind
    return pieces


def _agreeing(corrections: tuple[Correction, ...]) -> dict[str, Correction]:
    agreed: dict[str, Correction] = {}
    for each in corrections:
        other = agreed.setdefault(each.place, each)
        if other != each:
            raise InputError("fix-twice", place=each.place, one=other.piece, other=each.piece)
    return agreed
