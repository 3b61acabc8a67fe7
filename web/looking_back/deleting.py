"""Evenings deleted by their host: into the bin, out of it again, and for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from web.host.bin import gone_at
from web.host.evenings import Evening
from web.host.roles import Role
from web.visits.visit import host, needs
from web.words.errors import RefusedError
from web.words.language import gettext

deleting = Blueprint("deleting", __name__, url_prefix="/evenings")


@dataclass(frozen=True)
class Deleted:
    """An evening in the bin, and the day on which it is deleted for good (``2026-12-21``)."""

    evening: Evening
    gone: str


@deleting.post("/<int:number>/delete")
@needs(Role.HOST)
def delete(number: int) -> BaseResponse:
    """Put an evening into the bin; never the one that is played."""
    if number not in host().evenings.numbers():
        raise RefusedError(404, "no-such-game", gettext("There is no game of this number."))
    if not host().delete(number):
        told = gettext("This evening is on the table. Begin or take up another one first.")
        raise RefusedError(409, "is-played", told)
    return redirect(f"/evenings?deleted={number}", 303)


@deleting.post("/<int:number>/bring-back")
@needs(Role.HOST)
def bring_back(number: int) -> BaseResponse:
    """Take an evening out of the bin; one that is out of it already stays where it is."""
    if not host().bring_back(number):
        raise RefusedError(404, "no-such-game", gettext("This evening was deleted for good."))
    return redirect("/evenings", 303)


@deleting.post("/bin/empty")
@needs(Role.HOST)
def empty() -> BaseResponse:
    """Delete for good what the bin held when it was shown: the evenings the form names."""
    host().empty_bin(set(request.form.getlist("number", type=int)))
    return redirect("/evenings", 303)


def in_the_bin() -> Sequence[Deleted]:
    """What can be brought back, the last first."""
    evenings = host().evenings.deleted(host().new_board)
    return [Deleted(each, f"{gone_at(each.head):%Y-%m-%d}") for each in evenings]
