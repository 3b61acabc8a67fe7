"""One shape for every error: JSON for a script, a page for a person.

``{"error": {"code": ..., "message": ..., ...}}``, with the status that fits.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import InputError
from web.language import gettext


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


def answer_errors(app: Flask) -> None:
    """Let every error leave in the one shape."""
    app.register_error_handler(RefusedError, _refused)
    app.register_error_handler(InputError, _unusable)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _refused(error: RefusedError) -> Response:
    return _answer(error.status, error.code, gettext(error.message), error.more)


def _unusable(error: InputError) -> Response:
    return _answer(422, "unusable", str(error))


def _http(error: HTTPException) -> Response:
    code = (error.name or "error").lower().replace(" ", "-")
    return _answer(error.code or 500, code, error.description or error.name)


def _broken(error: Exception) -> Response:
    current_app.logger.error("a request failed", exc_info=error)
    message = gettext("Something broke here; the game is as it was. Try again.")
    return _answer(500, "broken", message)


def _answer(
    status: int, code: str, message: str, more: Mapping[str, object] | None = None
) -> Response:
    if wants_json():
        answer = jsonify({"error": {"code": code, "message": message, **(more or {})}})
    else:
        answer = make_response(
            render_template("pages/error.html", status=status, code=code, message=message)
        )
    answer.status_code = status
    return answer
