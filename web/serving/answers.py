"""Answers that more than one page gives: a file to save, and a page that no browser keeps."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response, make_response


def attached(data: bytes | str | Iterator[bytes], kind: str, name: str) -> Response:
    """A file to save by that name, of that kind (``application/json``); it is made anew each time.

    ``name`` holds nothing that a header can't: no quotes, and ASCII alone.
    """
    answer = unkept(Response(data, content_type=kind))
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def unkept(page: str | Response) -> Response:
    """A page that is as it is now, or shows a code: no browser may keep it."""
    answer = make_response(page)
    answer.headers["Cache-Control"] = "no-store"
    return answer
