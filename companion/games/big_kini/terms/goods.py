"""The goods tiles: three kinds, fifteen of each. Rule 6."""

from __future__ import annotations

GOODS = ("fish", "shell", "pearl")
TILES_OF_A_KIND = 15
