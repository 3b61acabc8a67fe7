"""The way in: codes, the letters beside them, and where people wait until a game begins."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.errors import InputError
from companion.games import game_on
from companion.records.names import LONGEST_NAME, typed_name
from companion.store import Door
from web.host.lobby import Guest
from web.host.roles import Role
from web.looking_back.finding import name_of
from web.serving.answers import unkept
from web.start.games import games, number_said
from web.start.invitation import Invitation, invitation_of
from web.visits.navigation import own_path
from web.visits.offered import offered
from web.visits.own_machine import is_asked_for, is_hosts_own
from web.visits.visit import door_cookie, host, is_elsewhere, keep, needs, visit
from web.words.errors import RefusedError, wants_json, wants_page
from web.words.language import fault_sentence, gettext, words_in
from web.words.seats import newcomer, sent_roles

entrance = Blueprint("entrance", __name__)
HOMES = {
    Role.HOST: "/table",
    Role.BANKER: "/bank",
    Role.PLAYER: "/me",
    Role.WATCHER: "/table",
}
ELSEWHERE = {"camera": "/camera", "codes": "/doors"}
"""Where else than home a code may lead at once."""


@entrance.get("/")
def home() -> BaseResponse:
    """Send everybody to his own page; before a game, show what can be done meanwhile."""
    asked = visit()
    if asked.role is None:
        return _outside()
    served = host().table
    if served is not None and asked.door is not None:
        is_taken = not is_elsewhere(asked.player)
        now = host().lobby.name_in(served.number, asked.door.token, is_taken=is_taken)
        if now is not None:
            return _let_in(host().doors.to(Role.PLAYER, now), "/")
    if served is None:
        page = _front_page() if asked.role is Role.HOST else _lobby_page()
        return unkept(page)
    return redirect("/table" if is_elsewhere(asked.player) else HOMES[asked.role], 303)


@entrance.get("/here")
def here() -> Response:
    """Let the host in who opens the page on his own machine, and ``then`` to what he asked for."""
    if not (is_hosts_own(request) and is_asked_for(request)):
        raise RefusedError(401, "no-door", "Scan the code that the host shows you, please.")
    return _let_in(host().host_door(), own_path(request.args.get("then", "/")))


@entrance.get("/join/<token>")
def join(token: str) -> Response:
    """Take a token from a scanned code. The page goes on by itself, ``to`` another if so said.

    Who would lose by it keeps the code he has, unless he wants this one ``anew``.
    """
    door = host().doors.at(token)
    if door is None:
        raise RefusedError(404, "no-such-door", "This code is no longer good; ask for another.")
    then = ELSEWHERE.get(request.args.get("to", ""), "/")
    if _loses_by(door) and "anew" not in request.args:
        return unkept(render_template("start/join.html", then=then, door=door))
    return _let_in(door, then)


@entrance.post("/enter")
def enter() -> Response:
    """Take the four letters beside a code; too many wrong ones are refused."""
    here = host()
    token = here.letters.token(request.form.get("letters", ""), request.remote_addr or "")
    door = here.doors.at(token)
    if door is not None:
        return _let_in(door, "/")
    fault = gettext("No code has these letters now. Look once more, or ask for new ones.")
    if wants_json():
        raise RefusedError(422, "no-such-letters", fault)
    answer = make_response(_letters_page(fault))
    answer.status_code = 422
    return answer


@entrance.get("/seats")
@needs(Role.HOST)
def seats() -> Response:
    """Who has sat down on a phone before the game, in order, and whether one keeps the bank."""
    waiting = [{"name": p.name, "role": p.role} for p in host().lobby.players]
    return unkept(jsonify({"players": waiting, "bank": host().lobby.has_banker}))


@entrance.post("/sit")
@needs(Role.PLAYER, Role.WATCHER)
def sit() -> BaseResponse:
    """Sit down before the game; this phone is that player's from now on.

    A player has a name and stands for something: a nation, a ship.
    """
    name, role = typed_name(request.form.get("name", "")), next(iter(sent_roles(request.form)), "")
    try:
        with host().deciding():
            _check_may_sit()
            own = _seated(name, role)
    except InputError as error:
        answer = make_response(_lobby_page(fault_sentence(error), (name, role)))
        answer.status_code = 422
        return answer
    return _let_in(own, "/")


@entrance.post("/keep-bank")
@needs(Role.PLAYER, Role.WATCHER)
def keep_bank() -> BaseResponse:
    """Keep the bank on this phone, once the game begins; the host sees it, and may say no."""
    lobby, door = host().lobby, visit().door
    with host().deciding():
        _check_may_sit()
        if not lobby.keep_bank():
            return redirect("/", 303)
        if door is not None and (guest := lobby.of(door.token)) is not None:
            _get_up(guest)
    return _let_in(host().doors.to(Role.BANKER), "/")


@entrance.post("/rise")
@needs(Role.HOST, Role.BANKER, Role.PLAYER, Role.WATCHER)
def rise() -> BaseResponse:
    """Get up again before the game; the host lets anybody get up, and takes the bank back.

    Who got up himself is a watcher again; whom the host let get up is out, until he scans a code.
    """
    is_hosts = visit().role is Role.HOST
    with host().deciding():
        _check_not_begun()
        is_up = _risen(is_hosts=is_hosts)
    if is_hosts or not is_up:
        return redirect("/", 303)
    return _let_in(host().doors.to(Role.WATCHER), "/")


def invitation() -> Invitation | None:
    """How a phone comes in before it has a code of its own; None where none can come."""
    here = host()
    has_guests = here.address.open_to_network or here.address.https_port is not None
    return invitation_of(here) if has_guests else None


def _seated(name: str, role: str) -> Door:
    """Seat this visitor by that name; return the code of his phone. Raises InputError.

    Who does not say what he stands for gets what is free: two who sit down at once get two.
    """
    here, door = host(), visit().door
    was = here.lobby.of(door.token) if door else None
    others = [guest.player for guest in here.lobby.guests if guest is not was]
    game = game_on(here.new_board)
    roles = game.roles(here.new_board)
    taken = {other.role for other in others}
    free = next((each for each in roles if each not in taken), "")
    player = newcomer((name, role or free, ""), others, roles, game.about)
    if was is not None and was.player.name != name:
        _get_up(was)
    is_his = door is not None and door.player == name
    own = door if door is not None and is_his else here.doors.change_lock(Role.PLAYER, name)
    here.lobby.sit(player, own.token)
    return own


def _risen(*, is_hosts: bool) -> bool:
    """Let go whom the form means, the banker or a guest; whether there was anybody.

    Where it ``is_hosts``, that is whom it names; else it is this visitor.
    """
    asked, lobby = visit(), host().lobby
    if asked.role is Role.BANKER or (is_hosts and "bank" in request.form):
        host().take_bank_back()
        return True
    named = [each for each in lobby.guests if each.player.name == request.form.get("name", "")]
    own = lobby.of(asked.door.token) if asked.door else None
    guest = next(iter(named), None) if is_hosts else own
    if guest is not None:
        _get_up(guest)
    return guest is not None


def _get_up(guest: Guest) -> None:
    """Let a guest go; his code ends with his seat, or he would come back by it for ever."""
    host().lobby.rise(guest.player.name)
    host().doors.shut(door for door in host().doors.all() if door.token == guest.token)


def _loses_by(door: Door) -> bool:
    """Whether this browser may do something today that it could not with this code.

    A player whose game is not on the table has nothing to lose; of two players none is less.
    """
    mine, role = visit().role, Role(door.role)
    if mine is None or mine is Role.WATCHER or role is Role.HOST or is_elsewhere(visit().player):
        return False
    return role is Role.WATCHER or (mine.keeps_bank and role is not mine)


def _outside() -> BaseResponse:
    """What is shown to who has no code: where to type the letters of one."""
    if is_hosts_own(request) and is_asked_for(request):
        return redirect("/here", 303)
    if not wants_page():
        raise RefusedError(401, "no-door", "Scan the code that the host shows you, please.")
    return unkept(_letters_page())


def _letters_page(fault: str | None = None) -> str:
    address = host().address
    is_near = request.remote_addr in address.hosts
    own = f"http://localhost:{address.port}/" if is_near else None
    return render_template("start/letters.html", fault=fault, own=own)


def _front_page() -> str:
    last = host().evenings.of(host().evenings.heads()[:1], host().new_board)
    return render_template(
        "start/front.html",
        invitation=invitation(),
        games=games(host().game.about.id),
        offered=offered(),
        last=name_of(last[0]) if last else None,
        **_waiting(),
    )


def _lobby_page(fault: str | None = None, sent: tuple[str, str] | None = None) -> str:
    asked = visit()
    if asked.role is Role.BANKER:
        host().lobby.keep_bank()  # since an older evening, or before the program was started again
    guest = host().lobby.of(asked.door.token) if asked.door else None
    taken = {each.player.role for each in host().lobby.guests if each is not guest}
    board = host().new_board
    about = game_on(board).about
    free = [each for each in game_on(board).roles(board) if each not in taken]
    first = (guest.player.name, guest.player.role) if guest else (asked.player or "", "")
    most = about.players[-1]
    return render_template(
        "start/lobby.html",
        fault=fault,
        guest=guest,
        sent=sent or first,
        free=free,
        full=number_said(most) if len(host().lobby.guests) >= most else None,
        you_are=_you_are(guest.player.role) if guest else "",
        longest=LONGEST_NAME,
        **_waiting(),
    )


def _waiting() -> dict[str, object]:
    words = words_in(visit().language, host().new_board)
    about = game_on(host().new_board).about
    return {
        "waiting": host().lobby.players,
        "has_banker": host().lobby.has_banker,
        "is_worn_out": host().lobby.is_worn_out,
        "role_name": lambda role: words.named(about.role, role),
        "role_said": words.named("role", about.role),
        "game_name": about.name,
    }


def _you_are(role: str) -> str:
    """What a player of the game stands for, as his phone tells him."""
    board = host().new_board
    words, kind = words_in(visit().language, board), game_on(board).about.role
    told = {"role": words.named(kind, role)}
    codes = [code for code in (f"start:you:{role}", "start:you") if words.has(code)]
    return words.say(codes[0], told) if codes else ""


def _check_not_begun() -> None:
    if host().table is not None:
        raise RefusedError(403, "has-begun", "The game has begun; ask the host for your code.")


def _check_may_sit() -> None:
    _check_not_begun()
    if host().lobby.is_worn_out:
        raise RefusedError(403, "worn-out", "Nobody can sit down here any more; tell the host.")


def _let_in(door: Door, then: str) -> Response:
    """Keep a code in this browser.

    It is no redirect: a strict cookie that comes with one would not be sent on by every browser.
    """
    answer = unkept(render_template("start/join.html", then=then, door=None))
    return keep(answer, door_cookie(), door.token)
