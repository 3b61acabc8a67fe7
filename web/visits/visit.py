"""Who is asking, and how he wants to be shown things: read once for each request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar, cast

from flask import abort, current_app, g, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.play.sight import AnySight, GameTable
from companion.records.record import Source, Who
from companion.store import Door
from web.host.host import Host
from web.host.roles import COOKIE_DAYS, Role
from web.visits.own_machine import is_asked_for, is_hosts_own
from web.words.errors import RefusedError, wants_page
from web.words.language import asked_language

EXTENSION = "companion"
THEMES = ("auto", "light", "dark")
DISTINCT = "distinct"
PALETTES = ("board", DISTINCT)
"""In which colours pieces are drawn: those of the board, or such as everybody tells apart."""
COOKIE_S = COOKIE_DAYS * 24 * 3600
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
Kept = TypeVar("Kept", bound=BaseResponse)


@dataclass(frozen=True, slots=True)
class Visit:
    """One request's visitor: his door, None where he has shown no token, and his wishes."""

    door: Door | None
    language: str
    theme: str
    palette: str = PALETTES[0]

    @property
    def in_palette(self) -> str:
        """What addresses of drawn things end in, where they are asked for in another palette."""
        return f"palette={self.palette}" if self.palette != PALETTES[0] else ""

    @property
    def role(self) -> Role | None:
        """What he may do."""
        return None if self.door is None else Role(self.door.role)

    @property
    def player(self) -> str | None:
        """Which player he is."""
        return None if self.door is None else self.door.player

    @property
    def keeps_bank(self) -> bool:
        """Whether he may write down anything."""
        return self.role is not None and self.role.keeps_bank


def speaker() -> Source:
    """Who this visitor is, where he says that something happened."""
    return Source(Who.PERSON, visit().player)


def host() -> Host:
    """The host of this page."""
    return cast(Host, current_app.extensions[EXTENSION])


def moved_file() -> tuple[str, str] | None:
    """The names of the file that all was in, and of the one it is in since that was gone."""
    store = host().store
    return None if store.left is None else (store.left.name, store.path.name)


def visit() -> Visit:
    """The visitor of this request."""
    if "visit" not in g:
        theme = request.cookies.get("theme", "auto")
        palette = request.cookies.get("palette", PALETTES[0])
        g.visit = Visit(
            host().doors.at(request.cookies.get(door_cookie())),
            asked_language(),
            theme if theme in THEMES else "auto",
            palette if palette in PALETTES else PALETTES[0],
        )
    return cast(Visit, g.visit)


def door_cookie() -> str:
    """The name of the cookie with the token; browsers share cookies between ports, and schemes.

    Over https it bears a name under which no page of plain HTTP can set one, nor get it.
    """
    name = f"door-{host().address.port}"
    return f"__Host-{name}" if request.is_secure else name


def keep(answer: Kept, name: str, value: str) -> Kept:
    """Let the browser keep a value that no script and no other site can send."""
    secure = name.startswith("__Host-")
    answer.set_cookie(
        name, value, max_age=COOKIE_S, secure=secure, httponly=True, samesite="Strict"
    )
    return answer


def needs(*roles: Role) -> Callable[[Callable[Asked, Answer]], Callable[Asked, Answer]]:
    """Let only these roles in; without a token the answer is 401, with another role 403."""

    def guarded(route: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
        @wraps(route)
        def checked(*args: Asked.args, **named: Asked.kwargs) -> Answer:
            role = visit().role
            _check_going_on()
            if role is None:
                if is_hosts_own(request):
                    abort(redirect(_by_way_of_the_door(), 303))
                raise RefusedError(401, "no-door", "Scan the code that the host shows you, please.")
            if role not in roles:
                raise RefusedError(403, "not-your-role", "Your role does not allow this.")
            return route(*args, **named)

        checked.roles = roles  # type: ignore[attr-defined]  # for the description of the routes
        return checked

    return guarded


def _by_way_of_the_door() -> str:
    """Where the host on his own machine gets his code first, and then the page he asked for."""
    if not is_asked_for(request):
        return "/"
    query = request.query_string.decode("latin-1")
    asked = f"{request.path}?{query}" if query else request.path
    return url_for("entrance.here", then=asked)


def table() -> GameTable:
    """The table that is served. While there is none, people wait in the lobby for it."""
    served = host().table
    if served is None:
        _check_going_on()  # it may have begun to stop since this was let in
        if wants_page():
            abort(redirect("/", 303))
        raise RefusedError(404, "no-table", "No game has begun yet.")
    return served


def _check_going_on() -> None:
    if host().stopping.is_set():
        raise RefusedError(
            503,
            "stopping",
            "The table is being stopped on the host's computer. Nothing was written down; "
            "all that was written before is kept.",
        )


def is_elsewhere(player: str | None) -> bool:
    """Whether a player's code is of another game than the one on the table."""
    served = host().table
    if player is None or served is None:
        return False
    return player not in served.view.last.state.players


def sight() -> AnySight:
    """The table as this visitor sees it, on a page that others may look at with him."""
    return host().sight(table(), visit().language, visit().player)


def over_the_books() -> AnySight:
    """The table as this visitor sees it; whoever keeps the bank sees what is told to him alone.

    For the bank's own pages and files: never for the table that all look at.
    """
    asked = visit()
    keeps = asked.keeps_bank
    return host().sight(table(), asked.language, asked.player, keeps_bank=keeps)
