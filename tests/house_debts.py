"""What the house still owes. Each list may only grow shorter; test_house.py holds it to that."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

KNOW_A_GAME: Mapping[str, str] = MappingProxyType({})
"""The files outside ``companion/games`` that name a game's package, by folder."""

WIDE_FOLDERS: Mapping[str, str] = MappingProxyType(
    {
        "benchmarks": "each file is a command: `python -m benchmarks.NAME`",
        "docs/pages": "one picture of each page",
        "tests/games": "one whole game for each number of players and each way of ending",
    }
)
"""Folders with more files than a room should have, each with its reason."""

LONG_FILES: Mapping[str, int] = MappingProxyType({})
"""Files of more lines than a file should have, and how many at most until they are split."""

KNOW_EACH_OTHER: tuple[frozenset[str], ...] = (
    frozenset(
        {"companion/play", "companion/play/offered", "companion/play/page", "companion/watching"}
    ),
    frozenset({"companion/watching/laid_pieces", "companion/watching/laid_pieces/hindsight"}),
)
"""Rooms that import each other, straight or round about."""
