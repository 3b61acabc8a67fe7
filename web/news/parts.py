"""The parts of a page that changed since a browser asked last.

A part is an element with ``data-live``. A page that a script asks for with ``?part=live``, as JSON,
is drawn as ever, but only those parts are sent that the browser does not have. It names what it has
in the header ``HAS``: the marks that came with its parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import blake2b

from flask import Response, request

from web.words.errors import wants_json

HAS = "X-Has-Parts"
MARK_BYTES = 6
PART = re.compile(r'<(?P<tag>\w+)(?=[^>]*?\sdata-live="(?P<name>[\w-]+)")')
NAMED_REVISION = re.compile(r'(?<=name="revision" value=")\d+')
REVISION = re.compile(r'<body[^>]*\sdata-revision="(\d+)"')
WHOSE = re.compile(r'<body[^>]*\sdata-whose="([^"]+)"')


def only_live() -> bool:
    """Whether this request is a script's, for the parts that changed, and not for a page."""
    return request.method == "GET" and request.args.get("part") == "live" and wants_json()


def send_changed(answer: Response) -> Response:
    """Send, of a page that was asked for its live parts, those that the browser lacks."""
    whole = answer.status_code == 200 and answer.mimetype == "text/html"
    if not (whole and only_live()):
        return answer
    page, has = answer.get_data(as_text=True), set(request.headers.get(HAS, "").split())
    revision, whose = REVISION.search(page), WHOSE.search(page)
    changed = [
        {"name": name, "mark": mark, "html": html}
        for name, html in live_parts(page)
        if (mark := _mark(name, html)) not in has
    ]
    told = {
        "whose": whose[1] if whose else None,
        "revision": int(revision[1]) if revision else None,
        "parts": changed,
    }
    answer.set_data(json.dumps(told, ensure_ascii=False))
    answer.mimetype = "application/json"
    answer.headers["Cache-Control"] = "no-store"
    return answer


def live_parts(page: str) -> Iterator[tuple[str, str]]:
    """Yield each part's name and its words, in their order; a part within a part comes with it.

    The page is one of ours: its elements are closed, and every ``<`` of a text is escaped.
    """
    at = 0
    while begins := PART.search(page, at):
        at = _end(page, begins["tag"], begins.start())
        yield begins["name"], page[begins.start() : at]


def _end(page: str, tag: str, start: int) -> int:
    """Where the element ends that begins here."""
    depth = 0
    for each in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(page, start):
        depth += -1 if each[1] else 1
        if not depth:
            return each.end()
    return len(page)


def _mark(name: str, html: str) -> str:
    """What a part says, in short. The page itself keeps the revision that its forms name."""
    html = NAMED_REVISION.sub("", html)
    return blake2b(f"{name} {html}".encode(), digest_size=MARK_BYTES).hexdigest()
