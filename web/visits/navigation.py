"""The pages of the house, which of them a visitor may open, and the way back from a form."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flask import current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RoutingException

from web.host.roles import Role
from web.visits.offered import offered
from web.visits.own_machine import is_hosts_own
from web.visits.visit import host, is_elsewhere, visit
from web.words.language import gettext

OWN_PATH = re.compile(r"/(?:[\w.~%?=&+-][\w.~%?=&+/-]*)?", re.ASCII)
"""A path of this page. Browsers pass over tabs and line ends in an address and take ``\\`` for
``/``, so that ``/<tab>/evil.example`` would lead elsewhere."""
CHOSEN = re.compile(r"<[^>]*>")
"""A part of an address that stands for many, as Flask writes it."""


def way_back() -> str:
    """The page a form was on, for a browser without scripts; the first one where it says none."""
    return own_path(request.form.get("back", "/"))


def this_page() -> str:
    """Where the page that is shown can be opened again; what answers a form may have no address.

    Then it is the page above that of the form: ``/tiles/1/a7`` for ``/tiles/1/a7/spot``. A word
    that is a form's own, as in ``/trace/import``, is no number of ``/trace/<number>``.
    """
    if request.method == "GET":
        return request.path
    path, rule = request.path, _blank(request.url_rule.rule if request.url_rule else "")
    while path and _rule_of_page(path) != rule:
        path, rule = (each.rpartition("/")[0] for each in (path, rule))
    return path or "/"


def _rule_of_page(path: str) -> str | None:
    """The address of the page that is opened there, with its chosen parts left blank."""
    try:
        rule, _ = current_app.url_map.bind("").match(path, "GET", return_rule=True)
    except (HTTPException, RoutingException):
        return None
    return _blank(rule.rule)


def _blank(rule: str) -> str:
    return CHOSEN.sub("<>", rule)


def own_path(path: str) -> str:
    """A path of this page as it was handed in; the first page for what would lead elsewhere."""
    return path if OWN_PATH.fullmatch(path) else "/"


def sets_help() -> bool:
    """Whether this visitor may say how much the companion helps in the game that is played."""
    return visit().role is Role.HOST and host().table is not None


def ways() -> Iterator[tuple[str, str]]:
    """The pages this visitor may open, each with its name; before a game only what needs none."""
    role = visit().role
    if role is None:
        return
    if host().table is None:
        yield "/", gettext("Welcome")
    else:
        yield from _of_the_game(role)
    can = offered()
    if role is not Role.WATCHER and can.photo:
        yield "/photo", gettext("Photo")
    if role is not Role.HOST and is_hosts_own(request):
        yield "/here", gettext("Back to being the host")
    if role is Role.HOST:
        if host().table is not None:
            yield "/doors", gettext("Codes")
        yield "/start", gettext("New game")
        yield "/evenings", gettext("Evenings")
        if can.tracing:
            yield "/trace", gettext("Your own board")


def _of_the_game(role: Role) -> Iterator[tuple[str, str]]:
    if role is Role.PLAYER and not is_elsewhere(visit().player):
        yield "/me", gettext("My turn")
    yield "/table", gettext("Table")
    if role in (Role.HOST, Role.BANKER):
        yield "/bank", gettext("Bank")
    yield "/score", gettext("Score")
    watches = role in (Role.HOST, Role.BANKER) and offered().camera
    if host().mount.watch is not None or watches:
        yield "/camera", gettext("Camera")
