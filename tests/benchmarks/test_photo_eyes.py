"""Drawn tables as a camera sees them: each drawn once, and read again when more is known."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from benchmarks.games.pictured.photo_eyes import PhotoEyes
from companion.position import Position
from companion.reading import Reading
from vision.picture.arrays import Image

AT = {"yellow": "alger"}
NOTHING, ALL = Position(pieces={"yellow": "empty"}), Position(pieces=AT)


class Table:
    """A drawn table that remembers what it was asked for, and reads its own photos."""

    pose: Any = None

    def __init__(self) -> None:
        self.drawn, self.read_photos = list[int](), list[int]()

    def photo(self, places: Mapping[str, str], number: int) -> Image:
        del places
        self.drawn.append(number)
        return np.full((1, 1, 3), number, np.uint8)

    def reader(self) -> Any:
        return self

    def read(self, photo: Image, hint: Any) -> Any:
        del hint
        self.read_photos.append(int(photo[0, 0, 0]))
        return SimpleNamespace(reading=Reading({}, {}))


def test_a_table_is_drawn_once_and_read_again_when_more_is_known() -> None:
    table = Table()
    eyes = PhotoEyes(table)

    for known in (NOTHING, NOTHING, ALL, ALL):
        eyes(AT, known)

    assert (table.drawn, table.read_photos) == ([0], [0, 0])


def test_another_table_is_drawn_anew() -> None:
    table = Table()
    eyes = PhotoEyes(table)

    eyes(AT, NOTHING)
    eyes({"yellow": "odessa"}, NOTHING)
    eyes(AT, NOTHING)

    assert (table.drawn, table.read_photos) == ([0, 1], [0, 1])
