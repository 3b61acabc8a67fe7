"""The start of a game, doors to hand out, and each phone's own wishes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from calibration.own_tiles.shelf import shipped_tiles
from calibration.tracing.shelf import shipped_maps
from companion.boards.board import Board
from companion.errors import InputError
from companion.files.fields import shown
from companion.games import game_called, game_on
from companion.play.game import AnyGame, Seat
from companion.play.sight import GameTable
from companion.records.names import LONGEST_NAME, typed_name
from companion.store import Door
from web.host.evenings import Told
from web.host.host import game_in
from web.host.lobby import standing_apart
from web.host.roles import Role
from web.host.settings import Help, Settings
from web.serving.answers import unkept
from web.start.entrance import invitation
from web.start.games import games
from web.visits.navigation import way_back
from web.visits.visit import PALETTES, THEMES, door_cookie, host, keep, needs, table, visit
from web.visits.whose import table_meant
from web.words.errors import RefusedError
from web.words.language import LANGUAGES, fault_sentence, gettext, words_in
from web.words.rulings import as_sent, editions, options_in_force, options_of, points
from web.words.seats import beginners, sent_roles

WISHES = {"language": LANGUAGES, "theme": THEMES, "palette": PALETTES}
start = Blueprint("start", __name__)
FormSeat = tuple[str, str, str]
"""A name, what he stands for, and as whom he sat down in the lobby; empty where he did not."""


@start.get("/start")
@needs(Role.HOST)
def new_game() -> Response:
    """Ask who plays: who has sat down already, or the people of the last game and their rulings.

    ``game`` asks for one by its id, ``like`` for that of an older evening with its people.
    """
    like, running, asked = (
        request.args.get("like", type=int),
        host().table,
        request.args.get("game"),
    )
    state = running.view.last.state if running else None
    last = host().game
    here = [player.name for player in host().lobby.players]
    seats = [(p.name, p.role, p.name) for p in host().lobby.players]
    if like is not None:
        told = _older(like)
        last, state, seats = told.game, told.view.last.state, []
    game = last if asked is None else game_called(asked)
    sat = last.seats(state) if state else ()
    seats = seats or [(p.name, p.role, p.name if p.name in here else "") for p in sat]
    alike = state is not None and game.about.id == last.about.id
    options = options_in_force(game.about.options, last.ruled(state)) if alike else as_sent({})
    return unkept(_start_form(game, seats, options))


@start.get("/game")
@needs(Role.HOST)
def chosen() -> BaseResponse:
    """Whoever asks once more for the page on which a game was chosen gets the form anew."""
    return redirect("/start", 303)


@start.post("/game")
@needs(Role.HOST)
def choose() -> BaseResponse | str:
    """Choose the next game; before one has begun every phone that waits follows.

    Who has begun to name players keeps the names.
    """
    game = game_called(request.form.get("game", ""))
    if host().table is None:
        host().choose(game.about.id)
    if "name" in request.form:
        return _start_form(game, _sent_seats(game), as_sent({}))
    to_form = way_back().startswith("/start")
    return redirect(f"/start?game={game.about.id}" if to_form else "/", 303)


@start.post("/start")
@needs(Role.HOST)
def begin() -> BaseResponse | str | tuple[str, int]:
    """Begin a game with the players and the rulings of the form.

    One that is running is put away only where the form says so, by its number.
    """
    game = game_called(request.form.get("game") or game_on(host().new_board).about.id)
    seats = _sent_seats(game)
    try:
        named = [(name, role, "") for name, role, _ in seats if name]
        board, known = host().board_for(game.about.id), game.about.options
        seated = tuple(beginners(named, game.roles(board), game.about))
        options, chosen = options_of(request.form, known), _chosen()(Settings())
        begun = game.start(game.begin(seated, options, board), board)
    except InputError as error:
        return _start_form(game, seats, as_sent(request.form), fault_sentence(error)), 422
    names = {guest: name for name, _, guest in seats if guest and name}
    are_here = {guest for *_, guest in seats if guest} >= {name for name, *_ in seats if name}
    with host().deciding():
        running = _running()
        if running is not None and _is_same(running, game, seated, game.ruled(begun)):
            return redirect("/doors", 303)  # two taps, and one game
        if running is not None and request.form.get("instead") != str(running.number):
            return _ask_first(running)
        if host().lobby.has_banker and "bank" not in request.form:
            host().take_bank_back()
        host().choose(game.about.id)
        host().begin(seated, options, chosen, names)
    return redirect("/table" if are_here else "/doors", 303)


@start.get("/doors")
@needs(Role.HOST)
def doors() -> Response:
    """Show the codes to scan: one for each player, for the banker, and for watchers."""
    here = host()
    names = list(table().view.last.state.players)
    ways = [here.doors.to(Role.PLAYER, name) for name in names]
    ways += [here.doors.to(Role.BANKER), here.doors.to(Role.WATCHER)]
    shown = [
        (
            door,
            door.player,
            here.address.url(f"/join/{door.token}"),
            here.letters.shown(door.token),
        )
        for door in ways
    ]
    others = sorted({door.player for door in _others() if door.player}, key=str.casefold)
    page = render_template("start/doors.html", doors=shown, address=here.address, others=others)
    return unkept(page)


@start.post("/doors")
@needs(Role.HOST)
def change_lock() -> BaseResponse:
    """Take a token back: who came by it is out, and a new code is shown.

    Of the host's own, this browser gets the new one; every other host is out. Before a game it is
    the watchers' that can be changed, with which people sit down.
    """
    role, player = request.form.get("role", ""), request.form.get("player") or None
    if role not in {each.value for each in Role}:
        raise RefusedError(400, "no-such-role", "There is no such role.")
    if host().table is None and (role, player) == (Role.WATCHER.value, None):
        host().doors.change_lock(Role.WATCHER)
        host().lobby.invite_anew()
        return redirect("/", 303)
    served = table_meant()
    at_table = set(served.view.last.state.players)
    if player not in (at_table if role == Role.PLAYER.value else {None}):
        raise RefusedError(400, "no-such-role", "There is no such role.")
    door = host().doors.change_lock(Role(role), player)
    served.wake()
    answer = redirect("/doors", 303)
    return keep(answer, door_cookie(), door.token) if role == Role.HOST.value else answer


@start.post("/doors/others")
@needs(Role.HOST)
def shut_others() -> BaseResponse:
    """Take back every code of a player who does not sit at this table."""
    with host().deciding():
        served = table_meant()
        host().doors.shut(_others())
    served.wake()
    return redirect("/doors", 303)


@start.get("/settings")
@needs(Role.HOST)
def show_settings() -> str:
    """Show how much the companion helps in this game, to be changed."""
    table()
    return render_template("start/settings.html", settings=host().settings)


@start.post("/settings")
@needs(Role.HOST)
def settings() -> BaseResponse:
    """Set how much the companion helps, what is hidden, and whether turns end by themselves."""
    with host().deciding():
        table_meant()
        host().change(_chosen(usual=""))
    return redirect("/table", 303)


@start.post("/wishes")
def wishes() -> BaseResponse:
    """Keep a phone's language, light or colours."""
    answer = redirect(way_back(), 303)
    wished = {name: request.form[name] for name in WISHES if name in request.form}
    for name, value in wished.items():
        if value not in WISHES[name]:
            told = gettext("%(wish)s is %(value)s; give one of these: %(known)s.")
            about = {"wish": name, "value": shown(value), "known": ", ".join(WISHES[name])}
            raise RefusedError(400, "no-such-wish", told % about)
    for name, value in wished.items():
        keep(answer, name, value)
    return answer


def _others() -> list[Door]:
    """The codes of players who are not in the game, of older evenings or taken off the list.

    A phone whose player the host calls otherwise in this game comes in by the code it has.
    """
    served = table()
    doors = host().doors.of_others(set(served.view.last.state.players))
    renamed = host().lobby.tokens_in(served.number)
    return [door for door in doors if door.token not in renamed]


def _older(number: int) -> Told:
    """The game of that number in the table's file."""
    told = host().evenings.told(number, host().new_board)
    if told is None:
        raise RefusedError(404, "no-such-game", "There is no game of this number.")
    return told


def _chosen(usual: str = Help.BANK.value) -> Callable[[Settings], Settings]:
    """What a form says of the help, put in its place; where it says nothing, what is usual."""
    level = request.form.get("help", usual)
    if level not in {each.value for each in Help}:
        raise RefusedError(
            400, "no-such-help", "Give help as off, audit, warn or bank; nothing was changed."
        )
    return partial(
        replace,
        help=Help(level),
        hide_standings="hide" in request.form,
        by_hand="by_hand" in request.form,
        known="known" in request.form,
    )


def _sent_seats(game: AnyGame) -> list[FormSeat]:
    """The seats of the form, as many as the game has."""
    names = [typed_name(name) for name in request.form.getlist("name")]
    roles, guests = sent_roles(request.form), request.form.getlist("guest")
    known = {player.name for player in host().lobby.players}
    guests = [guest if guest in known else "" for guest in guests]
    guests += [""] * (len(names) - len(guests))
    roles += [""] * (len(names) - len(roles))
    return list(zip(names, roles, guests, strict=False))[: game.about.players[-1]]


def _running() -> GameTable | None:
    """The game that beginning another would put away; one that is over is no loss."""
    served = host().table
    return None if served is None or host().game.seen(served.view.last.state).over else served


def _is_same(running: GameTable, game: AnyGame, seated: tuple[Seat, ...], ruled: object) -> bool:
    """Whether this very game has begun already, and nothing has happened in it."""
    if running.view.revision or game_in(running).about.id != game.about.id:
        return False
    state = running.view.last.state
    return (game.seats(state), game.ruled(state)) == (seated, ruled)


def _ask_first(running: GameTable) -> str:
    """Say what is running before another game takes its place."""
    state = running.view.last.state
    sent = [(name, value) for name, value in request.form.items(multi=True) if name != "instead"]
    return render_template(
        "start/instead.html",
        who=list(state.players),
        round=state.round,
        events=len(running.view.facts),
        number=running.number,
        sent=sent,
    )


def _start_form(
    game: AnyGame,
    seats: Sequence[FormSeat],
    options: Mapping[str, str],
    fault: str | None = None,
) -> str:
    about, board = game.about, host().board_for(game.about.id)
    words = words_in(visit().language, board)
    return render_template(
        "start/start.html",
        games=games(about.id),
        game=about.id,
        board_name=None if board == game.shipped_board() else board.name,
        traces=about.id in shipped_maps(),
        lays_tiles=about.id in shipped_tiles(),
        seats=_rows(game, board, seats, keep=fault is not None),
        fewest=about.players[0],
        roles=[(role, words.named(about.role, role)) for role in game.roles(board)],
        role_said=words.named("role", about.role),
        who_begins=words.plain("start:first") if words.has("start:first") else "",
        edition=options["edition"],
        editions=editions(words, about.options),
        rulings=points(words, about.options, options),
        longest=LONGEST_NAME,
        fault=fault,
        running=host().table is not None,
        is_running=_running() is not None,
        invitation=invitation() if host().table is None else None,
        has_banker=host().lobby.has_banker,
        settings=_chosen()(Settings()) if request.form else host().settings,
    )


def _rows(
    game: AnyGame, board: Board, seats: Sequence[FormSeat], *, keep: bool
) -> Sequence[FormSeat]:
    """A row for each that may play: who is known, then empty ones, each with something to be.

    ``keep``: what was sent is shown as it is, for something in it is to be put right.
    """
    roles, most = game.roles(board), game.about.players[-1]
    asked = [role for _, role, _ in seats]
    stands = asked if keep else standing_apart(asked, roles)
    known = [(name, role, guest) for (name, _, guest), role in zip(seats, stands, strict=True)]
    free = [role for role in roles if role not in stands] if roles else [""] * most
    return [*known, *(("", role, "") for role in free)][:most]
