"""Evenings deleted by their host: into the bin, out of it again, and for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.store import GameHead
from web.host.bin import gone_at
from web.host.kept_evenings import Evening
from web.host.roles import Role
from web.looking_back.finding import Window, address_of, window
from web.visits.visit import host, needs
from web.words.errors import RefusedError
from web.words.language import gettext
from web.words.numbers import whole_number

deleting = Blueprint("deleting", __name__, url_prefix="/evenings")


@dataclass(frozen=True)
class Deleted:
    """An evening in the bin, and the day on which it is deleted for good (``2026-12-21``)."""

    evening: Evening
    gone: str


@dataclass(frozen=True)
class InTheBin:
    """What a page shows of the bin: a window on it, the numbers of all that lies in it.

    ``just_deleted`` is what this visitor has put into it last, None for nothing.
    """

    deleted: Sequence[Deleted]
    bin_window: Window[GameHead]
    bin_numbers: Sequence[int]
    just_deleted: Deleted | None


@deleting.post("/<int:number>/delete")
@needs(Role.HOST)
def delete(number: int) -> BaseResponse:
    """Put an evening into the bin; never the one that is played."""
    if number not in host().evenings.numbers():
        raise no_such_game(number)
    if not host().delete(number):
        told = gettext("This evening is on the table. Begin or take up another one first.")
        raise RefusedError(409, "is-played", told)
    return _back_to_the_list(deleted=number)


@deleting.post("/<int:number>/bring-back")
@needs(Role.HOST)
def bring_back(number: int) -> BaseResponse:
    """Take an evening out of the bin; one that is out of it already stays where it is."""
    if not host().bring_back(number):
        raise RefusedError(404, "no-such-game", gettext("This evening was deleted for good."))
    return _back_to_the_list()


@deleting.post("/bin/empty")
@needs(Role.HOST)
def empty() -> BaseResponse:
    """Delete for good what the bin held when it was shown: the evenings the form names."""
    named = map(whole_number, " ".join(request.form.getlist("number")).split())
    host().empty_bin({number for number in named if number is not None})
    return _back_to_the_list()


def no_such_game(number: int) -> RefusedError:
    """What to raise of an evening that is not there, or that lies in the bin."""
    head = next((head for head in host().bin.heads() if head.id == number), None)
    if head is None:
        return RefusedError(404, "no-such-game", gettext("There is no game of this number."))
    told = gettext(
        "This evening was deleted. Among the evenings it can be brought back from the bin, "
        "until %(day)s."
    )
    return RefusedError(404, "in-the-bin", told % {"day": _day_gone(head)})


def _back_to_the_list(**more: object) -> BaseResponse:
    """To the part of the list from which this comes: what was looked for, and which page."""
    form = request.form
    pages = {name: form.get(name, type=int) for name in ("page", "bin")}
    return redirect(address_of(who=form.get("who", ""), **pages, **more), 303)


def in_the_bin() -> InTheBin:
    """What can be brought back, the last first, and what was deleted just now."""
    heads = host().bin.heads()[::-1]
    some = window(heads, request.args.get("bin", 1, type=int))
    just = request.args.get("deleted", type=int)
    return InTheBin(
        _deleted(some.shown),
        some,
        [head.id for head in heads],
        next(iter(_deleted([head for head in heads if head.id == just])), None),
    )


def _deleted(heads: Sequence[GameHead]) -> Sequence[Deleted]:
    evenings = host().evenings.of(heads, host().new_board)
    return [Deleted(each, _day_gone(each.head)) for each in evenings]


def _day_gone(head: GameHead) -> str:
    return f"{gone_at(head):%Y-%m-%d}"
