"""The way in: tokens, the start of a game, doors to hand out, and each phone's own wishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.errors import InputError
from companion.games.clippers.players import LONGEST_NAME
from companion.games.clippers.setup import MOST_PLAYERS
from companion.position_file import marker_kinds
from web.errors import RefusedError
from web.language import LANGUAGES, words_in
from web.roles import Role
from web.rulings import as_sent, editions, options_in_force, options_of, points
from web.seats import Row, beginners
from web.settings import Help, Settings
from web.visit import THEMES, door_cookie, host, keep, needs, table, visit

start = Blueprint("start", __name__)
HOMES = {
    Role.HOST: "/table",
    Role.BANKER: "/bank",
    Role.PLAYER: "/me",
    Role.WATCHER: "/table",
}
ELSEWHERE = {"camera": "/camera", "codes": "/doors"}
"""Where else than home a code may lead at once."""


@start.get("/")
def home() -> BaseResponse:
    """Send everybody to his own page."""
    role = visit().role
    if role is None:
        raise RefusedError(401, "no-door", "Scan the code that the host shows you, please.")
    if host().table is None:
        return redirect("/start", 303)
    return redirect(HOMES[role], 303)


@start.get("/join/<token>")
def join(token: str) -> Response:
    """Take a token from a scanned code. The page goes on by itself, ``to`` another if so said.

    It is no redirect: a strict cookie that comes with one would not be sent on by every browser.
    """
    if host().doors.at(token) is None:
        raise RefusedError(404, "no-such-door", "This code is no longer good; ask for another.")
    then = ELSEWHERE.get(request.args.get("to", ""), "/")
    answer = make_response(render_template("pages/join.html", then=then))
    return keep(answer, door_cookie(), token)


@start.get("/start")
@needs(Role.HOST)
def new_game() -> str:
    """Ask who plays; the people of the last game sit there already, and their rulings hold."""
    nations = marker_kinds(host().new_board)
    running = host().table
    game = running.view.last.state.game if running else None
    seats = [(p.name, p.nation, "") for p in game.players] if game else []
    taken = {nation for _, nation, _ in seats}
    seats += [("", nation, "") for nation in nations if nation not in taken]
    options = options_in_force(game.rulings) if game else {"edition": "default"}
    return _start_form(seats[:MOST_PLAYERS], options)


@start.post("/start")
@needs(Role.HOST)
def begin() -> BaseResponse | tuple[str, int]:
    """Begin a game with the players and the rulings of the form."""
    names = [name.strip() for name in request.form.getlist("name")]
    nations = request.form.getlist("nation")
    seats = [(name, nation, "") for name, nation in zip(names, nations, strict=False)]
    try:
        players = beginners([seat for seat in seats if seat[0]], marker_kinds(host().new_board))
        options, chosen = options_of(request.form), _chosen_settings()
        host().begin(players, options)
    except InputError as error:
        return _start_form(seats[:MOST_PLAYERS], as_sent(request.form), str(error)), 422
    host().set(chosen)
    return redirect("/doors", 303)


@start.get("/doors")
@needs(Role.HOST)
def doors() -> str:
    """Show the codes to scan: one for each player, for the banker, and for watchers."""
    here = host()
    names = [seat.player.name for seat in table().view.last.state.seats]
    ways = [here.doors.to(Role.PLAYER, name) for name in names]
    ways += [here.doors.to(Role.BANKER), here.doors.to(Role.WATCHER)]
    shown = [(door, door.player, here.address.url(f"/join/{door.token}")) for door in ways]
    return render_template("pages/doors.html", doors=shown, address=here.address)


@start.post("/doors")
@needs(Role.HOST)
def change_lock() -> BaseResponse:
    """Take a token back: who came by it is out, and a new code is shown.

    Of the host's own, this browser gets the new one; every other host is out.
    """
    role, player = request.form.get("role", ""), request.form.get("player") or None
    if role not in {each.value for each in Role}:
        raise RefusedError(400, "no-such-role", "There is no such role.")
    at_table = {seat.player.name for seat in table().view.last.state.seats}
    if player not in (at_table if role == Role.PLAYER.value else {None}):
        raise RefusedError(400, "no-such-role", "There is no such role.")
    door = host().doors.change_lock(Role(role), player)
    table().wake()
    answer = redirect("/doors", 303)
    return keep(answer, door_cookie(), door.token) if role == Role.HOST.value else answer


@start.get("/settings")
@needs(Role.HOST)
def show_settings() -> str:
    """Show how much the companion helps in this game, to be changed."""
    table()
    return render_template("pages/settings.html", settings=host().settings)


@start.post("/settings")
@needs(Role.HOST)
def settings() -> BaseResponse:
    """Set how much the companion helps, what is hidden, and whether turns end by themselves."""
    if "help" not in request.form:
        raise RefusedError(400, "no-such-help", "There is no such level of help.")
    chosen = _chosen_settings()
    table()
    host().set(chosen)
    return redirect("/table", 303)


@start.post("/wishes")
def wishes() -> BaseResponse:
    """Keep a phone's language or theme."""
    path = request.form.get("back", "/")
    answer = redirect(path if path.startswith("/") and not path.startswith("//") else "/", 303)
    language, theme = request.form.get("language"), request.form.get("theme")
    if (language is not None and language not in LANGUAGES) or (theme and theme not in THEMES):
        raise RefusedError(400, "no-such-wish", "There is no such language or theme.")
    for name, value in (("language", language), ("theme", theme)):
        if value:
            keep(answer, name, value)
    return answer


def _chosen_settings() -> Settings:
    """What a form says of the help; where it says nothing, what is usual."""
    level = request.form.get("help", Help.BANK.value)
    if level not in {each.value for each in Help}:
        raise RefusedError(400, "no-such-help", "There is no such level of help.")
    return Settings(Help(level), "hide" in request.form, "by_hand" in request.form)


def _start_form(seats: Sequence[Row], options: Mapping[str, str], fault: str | None = None) -> str:
    words = words_in(visit().language, host().new_board)
    return render_template(
        "pages/start.html",
        seats=seats,
        nations=marker_kinds(host().new_board),
        nation_name=lambda nation: words.named("nation", nation),
        edition=options["edition"],
        editions=editions(),
        rulings=points(words, options),
        longest=LONGEST_NAME,
        fault=fault,
        running=host().table is not None,
        settings=_chosen_settings() if request.form else host().settings,
    )
