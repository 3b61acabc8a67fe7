"""Which ships a camera looks for: those of the table, and the corsair."""

from __future__ import annotations

from companion.games.long_cours.page.face import LongCoursFace
from companion.reading import EMPTY
from tests.companion.games.long_cours.tables import sailing


def test_ships_that_nobody_plays_are_not_looked_for() -> None:
    pieces = LongCoursFace().position(sailing({"Ann": "rio", "Ben": None})).pieces

    assert set(pieces) == {"yellow", "green", "pink", "black"}
    assert pieces["yellow"] == "rio"
    assert pieces["green"] == pieces["black"] == EMPTY
