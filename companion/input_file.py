"""Files that people hand in: read within a bound, or refused in one line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.errors import InputError
from companion.fields import keep_doubled_keys

MOST_VALUES = 300_000
"""Words and numbers in one file; a large board has some ten thousand."""
DEEPEST = 40
"""How deep JSON may be nested; no file of ours is nested deeper than ten."""


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
        return parse_json(raw.decode("utf-8-sig").encode(), str(path))
    except UnicodeDecodeError as error:
        why = f"not UTF-8 text (byte {error.start}); save {kind.name} as UTF-8"
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        why = f"not JSON ({where}: {error.msg}); mend it there"
    except (RecursionError, ValueError):
        why = f"JSON nested too deep or with numbers too long; {kind.name} has neither"
    raise InputError(f"{path}: {why}")


def parse_json(raw: bytes, name: str) -> object:
    """Return JSON from bytes of UTF-8, within bounds; doubled keys as ``read_json`` has them.

    A few bytes of it can take a hundred times their size, so its values are counted before it is
    parsed. Raises InputError, in which ``name`` is what the file is called, for too many values and
    for deep nesting; ValueError and RecursionError as ``json`` does.
    """
    if sum(map(raw.count, (b",", b":", b"[", b"{"))) > MOST_VALUES:
        raise InputError(f"{name}: holds more than {MOST_VALUES} values; no file of this kind does")
    read = json.loads(raw, object_pairs_hook=keep_doubled_keys)
    if _is_deeper(read, DEEPEST):
        raise InputError(f"{name}: nested deeper than {DEEPEST} levels; no file of this kind is")
    return read


def _is_deeper(value: object, levels: int) -> bool:
    """Whether JSON is nested deeper than so many levels."""
    level = [value]
    for _ in range(levels):
        level = [each for parent in level for each in _children(parent)]
    return bool(level)


def _children(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else []
