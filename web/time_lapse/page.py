"""The pictures of a game's turns on its pages: asked for, shown, saved, deleted.

Whoever is let in sees those of the game on the table; those of older evenings are their host's.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from web.host.album import Album
from web.host.roles import Role
from web.serving.answers import attached
from web.time_lapse.film import film
from web.time_lapse.packing import packed
from web.visits.navigation import way_back
from web.visits.visit import host, needs, visit
from web.visits.whose import table_meant
from web.words.errors import RefusedError, wants_json

time_lapse = Blueprint("time_lapse", __name__, url_prefix="/pictures")
_filming = threading.Lock()
"""One film is made at a time: it takes a second or a few."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """What a page says of a game's pictures.

    ``wanted`` is None until somebody has said so; ``asks`` where this visitor is to say it.
    ``shown`` is the number of the picture of the moment at hand.
    """

    game: int
    count: int
    megabytes: float
    wanted: bool | None
    watched: bool
    asks: bool
    shown: int | None


def lapse(game: int, moment: int | None = None) -> Lapse:
    """The pictures of a game, at a moment of it."""
    album, served = host().albums.of(game), host().table
    on_table = served is not None and served.number == game
    watched = on_table and host().mount.watch is not None
    wanted = host().settings.pictures if on_table else None
    keeps = visit().keeps_bank and host().demo is None
    return Lapse(
        game,
        len(album.numbers()),
        album.size_bytes() / 1e6,
        wanted,
        watched,
        asks=watched and wanted is None and keeps,
        shown=album.at(moment),
    )


@time_lapse.post("/wanted")
@needs(Role.HOST, Role.BANKER)
def want() -> BaseResponse:
    """Take the table's word whether it wants a picture of each turn."""
    said = request.form.get("keep", "")
    if said not in ("yes", "no"):
        raise RefusedError(400, "no-such-wish", "Say yes or no.")
    with host().deciding():
        table_meant()
        host().change(lambda now: replace(now, pictures=said == "yes"))
    return _back()


@time_lapse.post("/<int:game>/delete")
@needs(Role.HOST)
def forget(game: int) -> BaseResponse:
    """Delete all pictures of a game."""
    _album(game).forget()
    served = host().table
    if served is not None and served.number == game:
        served.wake()
    return _back()


@time_lapse.get("/<int:game>/<int:number>.jpg")
@needs(*Role)
def picture(game: int, number: int) -> Response:
    """One picture."""
    data = _album(game).picture(number)
    if data is None:
        raise _none()
    answer = Response(data, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.add_etag()
    return answer.make_conditional(request)  # type: ignore[return-value]


@time_lapse.get("/<int:game>/turns.webp")
@needs(*Role)
def as_film(game: int) -> Response:
    """All pictures as a film."""
    album = _album(game)
    numbers = album.numbers()
    if not numbers:
        raise _none()
    with _filming:
        data = film(data for each in numbers if (data := album.picture(each)) is not None)
    return attached(data, "image/webp", "turns.webp")


@time_lapse.get("/<int:game>/turns.zip")
@needs(*Role)
def as_pictures(game: int) -> Response:
    """All pictures as they are, in one file."""
    album = _album(game)
    numbers = album.numbers()
    if not numbers:
        raise _none()
    return attached(packed(album, numbers), "application/zip", "turns.zip")


def _album(game: int) -> Album:
    """The pictures of a game that this visitor may see."""
    served = host().table
    on_table = served is not None and served.number == game
    if not on_table and visit().role is not Role.HOST:
        raise RefusedError(403, "not-your-role", "Your role does not allow this.")
    if game not in host().evenings.numbers():
        raise RefusedError(404, "no-such-game", "There is no game of this number.")
    return host().albums.of(game)


def _none() -> RefusedError:
    return RefusedError(404, "no-picture", "No picture of this turn was kept.")


def _back() -> BaseResponse:
    return Response(status=204) if wants_json() else redirect(way_back(), 303)
