"""One shape for every error: JSON for a script, a page for a person.

``{"error": {"code": ..., "message": ..., ...}}``, with the status that fits. What nobody expected
has an ``id`` besides, under which it stands in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from flask import (
    Flask,
    Response,
    abort,
    current_app,
    jsonify,
    make_response,
    render_template,
    request,
)
from werkzeug.exceptions import HTTPException, SecurityError

from companion.errors import InputError
from companion.files.whole_file import UnwrittenFileError
from companion.store import UnwrittenError
from web.words.language import fault_sentence, gettext

REPORT, NOTE = "companion-report", "companion-note"
"""Where the app keeps what hears of errors."""
NOTED = frozenset({"another-site", "too-fast", "too-many-streams", "too-many-letters"})
Note = Callable[[str], None]


class RefusedError(Exception):
    """A request that is not done: its status, a code, one sentence, and what else to know."""

    def __init__(
        self, status: int, code: str, message: str, more: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.more = status, code, message, more or {}


def wants_json() -> bool:
    """Whether the one who asks is a script."""
    return request.is_json or request.accept_mimetypes.best == "application/json"


def wants_page() -> bool:
    """Whether somebody opens a page in a browser."""
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")


@contextmanager
def told_on(page: Callable[[InputError], str]) -> Iterator[None]:
    """What is wrong with what was handed in is said on that page (422).

    What could not be written is no fault of his who handed it in, and is told as everywhere.
    """
    try:
        yield
    except (UnwrittenError, UnwrittenFileError):
        raise
    except InputError as error:
        abort(Response(page(error), 422))


def answer_errors(app: Flask, report: Callable[[Exception], str], note: Note) -> None:
    """Let every error leave in the one shape.

    ``report`` writes down what nobody expected and returns its id; ``note`` hears of what was
    refused because of who asked, or how.
    """
    app.extensions[REPORT], app.extensions[NOTE] = report, note
    app.register_error_handler(RefusedError, _refused)
    app.register_error_handler(UnwrittenError, _unwritten)
    app.register_error_handler(UnwrittenFileError, _unwritten)
    app.register_error_handler(InputError, _unusable)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _refused(error: RefusedError) -> Response:
    if error.code in NOTED:
        current_app.extensions[NOTE](error.code)
    return _answer(error.status, error.code, gettext(error.message), error.more)


def _unusable(error: InputError) -> Response:
    return _answer(422, "unusable", fault_sentence(error))


def _unwritten(error: UnwrittenError | UnwrittenFileError) -> Response:
    number = current_app.extensions[REPORT](error)
    if error.is_full:
        message = gettext(
            "Not written down: the disk of the host's computer is full. The game is as it was; "
            "make room there, and do it again."
        )
    else:
        message = gettext(
            "Not written down: the host's computer could not write it. The game is as it was; "
            "do it again."
        )
    return _answer(507, "unwritten", message, {"id": number})


def _http(error: HTTPException) -> Response:
    code = (error.name or "error").lower().replace(" ", "-")
    if isinstance(error, SecurityError):
        current_app.extensions[NOTE]("unknown-host-name")
        message = gettext(
            "This page is not known by that name. Open an address that the host shows."
        )
        return _answer(error.code or 400, code, message)
    status = error.code or 500
    return _answer(status, code, _in_words(status))


def _in_words(status: int) -> str:
    """What somebody may make of a request that no page takes."""
    if status == 404:
        return gettext("There is no page at this address.")
    if status == 405:
        return gettext("Nothing of this kind can be done at this address.")
    if status == 413:
        return gettext("This is too large.")
    return gettext("This request makes no sense here.")


def _broken(error: Exception) -> Response:
    number = current_app.extensions[REPORT](error)
    message = gettext("Something broke here; the game is as it was. Try again.")
    return _answer(500, "broken", message, {"id": number})


def _answer(
    status: int, code: str, message: str, more: Mapping[str, object] | None = None
) -> Response:
    if wants_json():
        answer = jsonify({"error": {"code": code, "message": message, **(more or {})}})
    else:
        answer = make_response(
            render_template(
                "error.html",
                status=status,
                code=code,
                message=message,
                number=(more or {}).get("id"),
            )
        )
    answer.status_code = status
    return answer
