"""JSON that every program reads, whatever an older program let into it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping

from companion.files.fields import keep_doubled_keys

MOST_LEVELS = 20
PIECE = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]|[^"\[\]{}]+', re.DOTALL)


def plain(value: object, levels: int = MOST_LEVELS) -> object:
    """A value without numbers that are none (NaN) and without what lies more than so deep.

    ``null`` stands in their place.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if not isinstance(value, Mapping | list | tuple):
        return value
    if not levels:
        return None
    if isinstance(value, Mapping):
        return {str(key): plain(each, levels - 1) for key, each in value.items()}
    return [plain(each, levels - 1) for each in value]


def read_line(line: str) -> object:
    """Read a line of JSON, however deep; of what is deeper than Python reads, the upper levels.

    Raises ValueError where it is none.
    """
    try:
        return json.loads(line, object_pairs_hook=keep_doubled_keys)
    except RecursionError:
        return json.loads("".join(_upper(line)), object_pairs_hook=keep_doubled_keys)


def _upper(line: str) -> Iterator[str]:
    """The text as far as it is not too deep, with ``null`` for the rest."""
    level = 0
    for piece in PIECE.findall(line):
        if piece in "[{":
            level += 1
            if level == MOST_LEVELS:
                yield "null"
        if level < MOST_LEVELS:
            yield piece
        if piece in "]}":
            level -= 1
