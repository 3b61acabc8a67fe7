"""Server-sent events: what happens at the table, to every phone at once.

The id of an event is the table's revision, so a phone that slept says with ``Last-Event-ID`` where
it was, and gets all it has missed. Where the table is behind that (a back-up was restored), it is
told to look anew, and hears what comes from there on. Each open stream holds one thread of the
server, so a phone that left gives it back within a second.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.play.log import entry_words
from companion.play.sight import GameTable
from web.host.host import Host
from web.watching.state import glance_json
from web.words.language import catalogue

HEARTBEAT_S = 10.0
"""A stream is never silent for longer; a page that hears nothing says so (``live/hear.js``)."""
LOOK_S = 1.0
RETRY_MS = 1000


@dataclass(frozen=True, slots=True)
class Listener:
    """One who listens: whether his token is still good, whether he has left, which player he is.

    ``strayed``: his page is of another game, or was opened by another door.
    """

    may_hear: Callable[[], bool] = lambda: True
    hung_up: Callable[[], bool] = lambda: False
    player: str | None = None
    strayed: bool = False


ANYBODY = Listener()


def news(
    host: Host, table: GameTable, language: str, after: int, listener: Listener = ANYBODY
) -> Iterator[str]:
    """Yield the events of a stream; it ends with the table, the listener's token, or his going."""
    yield f"retry: {RETRY_MS}\n\n"
    if after > (now := table.view.revision):
        after = now
        yield event("settings", {}, now)
    watch, shown = host.mount.watch, _shown(host)
    say = catalogue(language).gettext
    glanced = 0
    quiet_s = 0.0
    while not listener.hung_up():
        view = table.wait(after, LOOK_S)
        if host.stopping.is_set():
            return  # no page leaves: it has nowhere to go, and hears on where this goes on again
        is_elsewhere = listener.strayed or host.table is not table or host.mount.watch is not watch
        if is_elsewhere or not listener.may_hear():
            yield event("moved", {})
            return
        if (shows := _shown(host)) != shown:
            shown = shows
            yield event("settings", {})
        if watch is not None and (glance := watch.glance).number != glanced:
            glanced = glance.number
            yield event("sight", glance_json(glance, say, watch.camera, language))
        if view.revision <= after:
            quiet_s += LOOK_S
            if quiet_s >= HEARTBEAT_S:
                quiet_s = 0.0
                yield event("heartbeat", {})
                table.refresh()
            continue
        quiet_s = 0.0
        sight = host.sight(table, language, listener.player)
        entries = view.record.entries
        for entry in entries[bisect_right(entries, after, key=lambda entry: entry.seq) :]:
            said = {"revision": entry.seq, "said": entry_words(sight, entry)}
            yield event("news", said, entry.seq)
        after = view.revision


def _shown(host: Host) -> object:
    """What pages show besides the table."""
    return host.settings, host.demo, host.explaining.told


def event(kind: str, data: dict[str, object], revision: int | None = None) -> str:
    """Write one event."""
    number = "" if revision is None else f"id: {revision}\n"
    return f"{number}event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
