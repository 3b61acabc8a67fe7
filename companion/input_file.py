"""Files that people hand in: read within a bound, or refused in one line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from companion.errors import InputError
from companion.fields import keep_doubled_keys


@dataclass(frozen=True, slots=True)
class FileKind:
    """One kind of file: what it is called, and the most bytes it can have."""

    name: str
    most_bytes: int


def read_bytes(path: Path, kind: FileKind) -> bytes:
    """Return what is in a file; raise InputError where it can't be read, or is too large."""
    try:
        with path.open("rb") as file:
            raw = file.read(kind.most_bytes + 1)
    except (OSError, ValueError) as error:  # A path may hold what no path can.
        why = getattr(error, "strerror", None) or "can't be opened"
        raise InputError(f"{path}: {why}; give the path of {kind.name}") from None
    if len(raw) > kind.most_bytes:
        raise InputError(f"{path}: larger than {kind.name} can be; is it the right file?")
    return raw


def read_json(path: Path, kind: FileKind) -> object:
    """Return the JSON of a file, unchecked; raise InputError where it is none.

    An object in which a key stands twice is a ``fields.DoubledKeys``.
    """
    raw = read_bytes(path, kind)
    try:
        # Some editors put a byte order mark before the text.
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=keep_doubled_keys)
    except UnicodeDecodeError as error:
        why = f"not UTF-8 text (byte {error.start}); save {kind.name} as UTF-8"
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        why = f"not JSON ({where}: {error.msg}); mend it there"
    except (RecursionError, ValueError):
        why = f"JSON nested too deep or with numbers too long; {kind.name} has neither"
    raise InputError(f"{path}: {why}")
