"""The pages of the house, and which of them a visitor may open."""

from __future__ import annotations

from collections.abc import Iterator

from web.language import gettext
from web.roles import Role
from web.visit import host, visit


def sets_help() -> bool:
    """Whether this visitor may say how much the companion helps in the game that is played."""
    return visit().role is Role.HOST and host().table is not None


def ways() -> Iterator[tuple[str, str]]:
    """The pages this visitor may open, each with its name."""
    role = visit().role
    if role is Role.PLAYER:
        yield "/me", gettext("My turn")
    yield "/table", gettext("Table")
    if role in (Role.HOST, Role.BANKER):
        yield "/bank", gettext("Bank")
    yield "/score", gettext("Score")
    if host().watch is not None or role in (Role.HOST, Role.BANKER):
        yield "/camera", gettext("Camera")
    if role is not Role.WATCHER:
        yield "/photo", gettext("Photo")
    if role is Role.HOST:
        yield "/doors", gettext("Codes")
        yield "/start", gettext("New game")
        yield "/trace", gettext("Your own board")
