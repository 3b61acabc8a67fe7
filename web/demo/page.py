"""What a visitor of a demo may do besides playing along: see another one."""

from __future__ import annotations

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as BaseResponse

from web.errors import RefusedError
from web.roles import Role
from web.visit import host, needs

demos = Blueprint("demos", __name__)


@demos.post("/demo/again")
@needs(Role.HOST)
def again() -> BaseResponse:
    """Let the demo begin anew at once."""
    demo = host().demo
    if demo is None:
        raise RefusedError(404, "no-demo", "No demo runs here.")
    demo.again.set()
    return redirect("/table", 303)
