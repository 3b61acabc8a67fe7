"""Style, scripts and pictures of the pages; a browser keeps them as long as they are the same.

A page asks for them by an address that names their edition, which is made of what is in them. So
what a browser has it need not ask about again, and a page of another program asks for others. By
their plain address, as a page for when the table is away has them, it asks each time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, request

STATIC = Path(__file__).resolve().parent.parent / "static"
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    "": "text/plain",
}
ASKED_EACH_TIME = "no-cache"
KEPT = "public, max-age=31536000, immutable"
EDITION_DIGITS = 12

kept_files = Blueprint("kept_files", __name__)


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file as it is sent."""

    data: bytes
    kind: str
    digest: str


@cache
def all_files() -> Mapping[str, KeptFile]:
    """All of them by their path, as they were when one was first asked for."""
    found = sorted(each for each in STATIC.rglob("*") if each.is_file() and each.suffix in KINDS)
    return {each.relative_to(STATIC).as_posix(): _read(each) for each in found}


@cache
def edition() -> str:
    """What the files of this program are told by; other files have another."""
    told = "\n".join(f"{name} {file.digest}" for name, file in all_files().items())
    return hashlib.sha256(told.encode()).hexdigest()[:EDITION_DIGITS]


def address() -> str:
    """What the addresses of these files begin with, on pages."""
    return f"/static/of/{edition()}"


@kept_files.get("/static/of/<of>/<path:name>")
def of_an_edition(of: str, name: str) -> Response:
    """Style and scripts, for a browser to keep."""
    return _sent(name, KEPT if of == edition() else ASKED_EACH_TIME)


@kept_files.get("/static/<path:name>")
def asked_each_time(name: str) -> Response:
    """Style and scripts, of which a browser asks each time whether they are still the same."""
    return _sent(name, ASKED_EACH_TIME)


def _sent(name: str, how_long: str) -> Response:
    file = all_files().get(name) or abort(404)
    answer = Response(file.data, mimetype=file.kind)
    answer.headers["Cache-Control"] = how_long
    answer.set_etag(file.digest)
    answer.make_conditional(request)
    return answer


def _read(path: Path) -> KeptFile:
    data = path.read_bytes()
    return KeptFile(data, KINDS[path.suffix], hashlib.sha256(data).hexdigest())
