"""Server-sent events: what happens at the table, to every phone at once.

The id of an event is the table's revision, so a phone that slept says with ``Last-Event-ID`` where
it was, and gets all it has missed. Each open stream holds one thread of the server.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.games.clippers.table_game import Moment
from companion.games.clippers.view import entry_words
from companion.table import Table
from web.host import Host

HEARTBEAT_S = 10.0
RETRY_MS = 1000


def news(host: Host, table: Table[Moment], language: str, after: int) -> Iterator[str]:
    """Yield the events of a stream, for ever; it ends when the host serves another table."""
    yield f"retry: {RETRY_MS}\n\n"
    settings = host.settings
    while True:
        view = table.wait(after, HEARTBEAT_S)
        if host.table is not table:
            yield event("moved", {})
            return
        if host.settings != settings:
            settings = host.settings
            yield event("settings", {})
        if view.revision <= after:
            yield ": still here\n\n"
            table.refresh()
            continue
        sight = host.sight(table, language, None)
        for entry in view.record.entries:
            if entry.seq > after:
                said = {"revision": entry.seq, "said": entry_words(sight, entry)}
                yield event("news", said, entry.seq)
        after = view.revision


def event(kind: str, data: dict[str, object], revision: int | None = None) -> str:
    """Write one event."""
    number = "" if revision is None else f"id: {revision}\n"
    return f"{number}event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
