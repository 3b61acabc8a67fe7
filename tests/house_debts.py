"""What the house still owes. Each list may only grow shorter; test_house.py holds it to that."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

KNOW_A_GAME: Mapping[str, str] = MappingProxyType({})
"""The files outside ``companion/games`` that name a game's package, by folder."""

WIDE_FOLDERS: Mapping[str, int] = MappingProxyType({})
"""Folders with more files than a room should have, and the most that each may have."""
