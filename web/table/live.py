"""What a page asks for while it is open: the stream of news, and the view as data."""

from __future__ import annotations

import json
from collections.abc import Iterable

from flask import Blueprint, Response, jsonify, request

from companion.play.log import entry_line, explained_by, log, notes, open_slips
from companion.play.page.lines import (
    entry_line_json,
    finding_line_json,
    log_line_json,
    repair_json,
)
from companion.play.sight import GameTable
from companion.store.schema import mark_of
from web.host.roles import Role
from web.serving.limits import phone, places
from web.table.eye import repairs
from web.table.stream import Listener, news
from web.visits.visit import host, needs, over_the_books, table, visit
from web.visits.whose import has_strayed
from web.words.numbers import whole_number

MOST_LINES, LARGEST_LOG, MOST_SLIPS = 100, 60_000, 8
"""So many lines of the log, of so many letters, and events with open findings are in one view."""
live = Blueprint("live", __name__)


@live.get("/news")
@needs(*Role)
def stream() -> Response:
    """Server-sent events, from the revision that the browser saw last."""
    after = request.headers.get("Last-Event-ID") or request.args.get("after") or ""
    number = whole_number(after)
    served = table()
    who, kept = phone(), places()
    beyond = served.view.revision if number is None else number
    flow = news(host(), served, visit().language, beyond, _listener(served))
    kept.take(who)
    answer = Response(flow, mimetype="text/event-stream")
    answer.call_on_close(lambda: kept.leave(who))
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _listener(served: GameTable) -> Listener:
    """Who listens: whether he is still there, may still hear, and is where he thinks he is."""
    here, door = host(), visit().door
    token = None if door is None else door.token
    hung_up = request.environ.get("waitress.client_disconnected", lambda: False)
    strayed = has_strayed(request.args.get("whose"), served)
    return Listener(lambda: here.doors.at(token) is not None, hung_up, visit().player, strayed)


@live.get("/view")
@needs(*Role)
def view() -> Response:
    """Everything that the pages show, as JSON; 304 while nothing has changed.

    Of the log the newest lines; ``before`` asks for those before an event.
    """
    seen, before = over_the_books(), whole_number(request.args.get("before", ""))
    every = log(seen, MOST_LINES + 1, before)
    lines = _within(map(log_line_json, every[:MOST_LINES]), LARGEST_LOG)
    found = repairs(seen)
    findings, left = open_slips(seen, MOST_SLIPS, explained=explained_by(found))
    answer = jsonify(
        {
            "revision": seen.table.revision,
            "undo": entry_line_json(entry_line(seen, seen.table.undoable)),
            "redo": entry_line_json(entry_line(seen, seen.table.redoable)),
            "choices": [
                {"fact": seen.game.fact(c.event), "earns": c.earns} for c in seen.told_choices
            ],
            **seen.game.view(seen),
            "log": lines,
            "log_goes_on": len(lines) < len(every),
            "findings": [finding_line_json(each) for each in findings],
            "findings_left": left,
            "repairs": [repair_json(each) for each in found],
            "notes": [finding_line_json(each) for each in notes(seen)],
        }
    )
    answer.set_etag(mark_of(answer.get_data(as_text=True), visit().player))
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer.make_conditional(request)  # type: ignore[return-value]


def _within(lines: Iterable[dict[str, object]], letters: int) -> list[dict[str, object]]:
    """The first of these lines, of so many letters in all, and one at least."""
    kept: list[dict[str, object]] = []
    for line in lines:
        letters -= len(json.dumps(line))
        if kept and letters < 0:
            break
        kept.append(line)
    return kept
