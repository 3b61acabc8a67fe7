"""Files that people hand in: read within a bound, or refused in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from companion.errors import InputError
from companion.files.fields import keep_doubled_keys
from companion.saying.phrase import Phrase, reason

MOST_VALUES = 300_000
"""Words and numbers in one file; a large board has some ten thousand."""
DEEPEST = 40
"""How deep JSON may be nested; no file of ours is nested deeper than ten."""

SLIPS: Mapping[str, str] = MappingProxyType(
    {
        "Expecting value": "no-value",
        "Expecting ',' delimiter": "no-comma",
        "Expecting ':' delimiter": "no-colon",
        "Expecting property name": "no-name",
        "Illegal trailing comma": "comma-at-end",
        "Extra data": "more-behind",
        "Unterminated string": "open-text",
        "Invalid control character": "control-character",
        "Invalid \\": "backslash",
    }
)
"""How ``json`` begins what it says of a slip, and the name of ours: ``json:NAME``."""

TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
"""A text in JSON; one that is not closed goes on to the end, so that this takes no long search."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """One kind of file: what it is called, and the most bytes it can have."""

    name: Phrase | str
    most_bytes: int


def read_bytes(path: Path, kind: FileKind) -> bytes:
    """Return what is in a file; raise InputError where it can't be read, or is too large."""
    try:
        with path.open("rb") as file:
            raw = file.read(kind.most_bytes + 1)
    except (OSError, ValueError) as error:  # A path may hold what no path can.
        why = reason(error) if isinstance(error, OSError) else Phrase("cannot-be-opened")
        raise InputError("file-unread", path, why=why, kind=kind.name) from None
    if len(raw) > kind.most_bytes:
        raise InputError("file-too-large", path, kind=kind.name)
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
        raise InputError("not-utf8-text", path, byte=error.start, kind=kind.name) from None
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise InputError("not-json", path, **where, why=_slip(error)) from None
    except (RecursionError, ValueError):
        raise InputError("json-too-deep", path, kind=kind.name) from None


def _slip(error: json.JSONDecodeError) -> Phrase | str:
    """What is wrong there; in the words of ``json`` where we have none."""
    known = (name for begins, name in SLIPS.items() if error.msg.startswith(begins))
    name = next(known, None)
    return error.msg if name is None else Phrase(f"json:{name}")


def parse_json(raw: bytes, name: Phrase | str) -> object:
    """Return JSON from bytes of UTF-8, within bounds; doubled keys as ``read_json`` has them.

    A few bytes of it can take a hundred times their size, so its values are counted before it is
    parsed. Raises InputError, in which ``name`` is what the file is called, for too many values and
    for deep nesting; ValueError and RecursionError as ``json`` does.
    """
    if _signs(raw) > MOST_VALUES and _signs(TEXT.sub(b"", raw)) > MOST_VALUES:
        raise InputError("too-many-values", name, most=MOST_VALUES)
    read = json.loads(raw, object_pairs_hook=keep_doubled_keys)
    if _is_deeper(read, DEEPEST):
        raise InputError("too-deep", name, most=DEEPEST)
    return read


def _signs(raw: bytes) -> int:
    """The signs of JSON before which or after which values stand; those within texts too."""
    return sum(map(raw.count, (b",", b":", b"[", b"{")))


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
