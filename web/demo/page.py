"""What a visitor of a demo may do besides playing along: see another one."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from web.demo.tour import tour_of
from web.host.roles import Role
from web.visits.visit import host, needs
from web.words.errors import RefusedError

demos = Blueprint("demos", __name__)


@demos.post("/demo/tour")
@needs(Role.HOST)
def lead_on() -> BaseResponse:
    """Lead the visitor to a stop of the tour, by its number."""
    there = tour_of(request.form.get("to", type=int))
    demo = host().demo
    if there is None or demo is None:
        raise RefusedError(404, "no-demo", "No demo runs here.")
    if there.stop.slip:
        demo.slip.set()
        demo.looked_at.set()
    else:
        demo.looked_at.clear()
    return redirect(f"{there.stop.path}?tour={there.number}", 303)


@demos.post("/demo/again")
@needs(Role.HOST)
def again() -> BaseResponse:
    """Let the demo begin anew at once."""
    demo = host().demo
    if demo is None:
        raise RefusedError(404, "no-demo", "No demo runs here.")
    demo.again.set()
    return redirect("/table", 303)
