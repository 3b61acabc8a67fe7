"""Words as they are typed into a terminal, for commands that are told to be typed."""

from __future__ import annotations

import os
import re
from shlex import quote

PLAIN = re.compile(r"[\w+=:./\\~-]+", re.ASCII)
"""What cmd and PowerShell take for one word, unquoted."""


def typed(word: str, windows: bool = os.name == "nt") -> str:
    """A word as a command takes it where it is typed; Windows knows no single quotes."""
    if not windows:
        return quote(word)
    return word if PLAIN.fullmatch(word) else f'"{word}"'
