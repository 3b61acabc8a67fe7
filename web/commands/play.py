"""``companion play``: the table, as a page on this machine and on every phone that is let in."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from socket import socket
from tempfile import TemporaryDirectory
from threading import Event

import segno

from calibration.setup import Setup, add_setup_arguments, open_board, open_setup
from companion.boards.board import Board, is_same
from companion.commands.new_game import add_game_arguments, asked_options, asked_seats
from companion.errors import InputError
from companion.files.whole_file import kept_file
from companion.games import GAMES, USUAL, game_called, game_of, game_on
from companion.play.game import Seat
from companion.play.sight import AnyMoment
from companion.play.timeline import GameState
from companion.saying.phrase import Phrase, Sayable
from companion.saying.terminal import add_language
from companion.store import Store
from companion.store.table import View
from vision.reader import needs_reference, reader_for
from vision.watch import LIVE
from web.commands.camera_options import add_camera_arguments, open_camera
from web.commands.demo import has_screen
from web.commands.looking_after import follow_the_file
from web.commands.serving import Beside, address_of, end, listening, serve
from web.demo.camera import SimulatedCamera
from web.demo.eyes import DoubtfulEyes
from web.demo.game import Then, begin_demo, play_before_camera, play_demo, wait_for_another
from web.demo.lying import lying_on
from web.host.host import Address, Host
from web.host.roles import Role
from web.host.turn_end import TurnEnds
from web.https.certificate import Identity, identity
from web.https.front import Front
from web.start.invitation import invitation_of
from web.table.map_page import draw_chart
from web.time_lapse.keeper import Keeper

PORT = 8000
HTTPS_PORT = 8443
PACE_S = 0.4
SLOWEST_S = 60.0
DEMOS = ("camera", "table")
TABLE_FILE = Path("companion-table.sqlite")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add = parser.add_argument
    add(
        "--game",
        choices=tuple(GAMES),
        help=f"which game, on the board that is shipped with it (default: the board's, or {USUAL})",
    )
    add(
        "--board",
        type=Path,
        metavar="FILE",
        help="the board file (default: the profile's, or the one shipped)",
    )
    add(
        "--table",
        type=Path,
        metavar="FILE",
        help=f"where the game is kept, and found again (default: {TABLE_FILE})",
    )
    _add_demo_arguments(parser)
    add_game_arguments(
        parser,
        players="who plays, in seat order, once for each: the game begins at once, or goes on "
        "(default: it is asked on the page)",
    )
    add_setup_arguments(parser)
    add("--profile", type=Path, metavar="FILE", help="what 'companion calibrate' learned")
    add_camera_arguments(parser)
    _add_door_arguments(parser)
    add_language(parser)


def _add_demo_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the game that plays itself."""
    add = parser.add_argument
    add(
        "--demo",
        nargs="?",
        choices=DEMOS,
        const=DEMOS[0],
        help="a whole game that plays itself, kept nowhere: before a simulated camera, or without "
        "one and quicker (default: %(const)s)",
    )
    add(
        "--pace",
        type=float,
        default=PACE_S,
        metavar="SECONDS",
        help="of the demo: how long from one act to the next (default: %(default)s)",
    )
    add("--seed", type=int, default=7, help="of the demo: another number, another game")


def _add_door_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where the page is, and who gets in."""
    add = parser.add_argument
    add("--lan", action="store_true", help="let the phones on this network in")
    add(
        "--https",
        nargs="?",
        type=int,
        const=HTTPS_PORT,
        metavar="PORT",
        help="let phones in over https, as one that is the camera needs it; without --lan only so "
        "(default port: %(const)s)",
    )
    add("--port", type=int, default=PORT, help="the page's port (default: %(default)s)")
    add(
        "--open",
        action=argparse.BooleanOptionalAction,
        help="open the page in a browser (default: when there is a screen)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve the table until it is stopped."""
    for name, port in (("--port", args.port), ("--https", args.https)):
        if port is not None and not 0 <= port <= 65535:
            raise InputError("port-unfit", f"{name} {port}")
    if not 0 <= args.pace <= SLOWEST_S:
        raise InputError("pace-unfit", f"--pace {args.pace}", most=f"{SLOWEST_S:g}")
    if args.seed < 0:
        raise InputError("seed-negative", f"--seed {args.seed}")
    said = args.player or args.edition or args.option
    if said and (args.demo or not args.player):
        if args.demo:
            raise InputError("demo-has-players", "--player")
        raise InputError("say-who-plays", "--edition, --option")
    with TemporaryDirectory() as scratch, ExitStack() as opened:
        kept = Path(scratch) / TABLE_FILE if args.demo and not args.table else args.table
        _play(args, kept or TABLE_FILE, opened)
    return 0


def _play(args: argparse.Namespace, kept: Path, opened: ExitStack) -> None:
    """Play at the table that is kept there; what is ``opened`` is let go of whatever happens."""
    board = open_board(args.board, args.profile, game_called(args.game or USUAL).shipped_board)
    _check_game(args, board)
    seats = asked_seats(args, board) if args.player else ()
    camera = open_camera(args)
    if camera is not None:
        opened.callback(camera[0].close)
    kept = kept_file(kept)
    told = _says_what_is_played(args) or not kept.exists()
    setup = _setup_of(args, board) if told else None
    plain, secure = _ports(args, opened)
    address = address_of(plain, secure, lan=args.lan)
    own = None if secure is None else identity(kept.parent, address.hosts)
    host = host_of(Store(kept), board, address, args)  # the last that is refused: it makes a file
    beside = Beside(host.stopping)
    opened.callback(end, host, beside)
    _tell(host.store.notes, args.language)
    if not seats and not args.demo:
        _put_away_what_is_over(host, args.language)
    if not told:
        board, setup = host.board, _setup_of(args, host.board)
    _tell(_of_empty_board(board, setup, has_camera=camera is not None), args.language)
    draw_chart(host, args.language)
    begun = bool(seats) and _begin(host, seats, args)
    _tell(() if args.demo else _other_board(host), args.language)  # a demo begins its own game
    host.mount.know(board, setup)
    if camera is not None:
        host.mount.put_up(board, *camera)
    _work(host, args, beside)
    is_kept = not args.demo or args.table is not None
    _say_where(host, own, args.language, is_kept=is_kept)
    _open_page(host, args, begun=begun)
    front = Front(secure, own.context()) if secure and own else None
    serve(host, plain, front)


def _work(host: Host, args: argparse.Namespace, beside: Beside) -> None:
    """Begin what is done beside the page: follow the file, keep pictures, end turns, or a demo."""
    beside.do(partial(follow_the_file, host, partial(_tell, language=args.language)))
    beside.do(Keeper(host).run)
    if args.demo:
        begin_demo(host, Random(args.seed), watched=_is_watched(args), kept=args.table is not None)
        beside.do(partial(_play_demo, host, args))
    else:
        host.turn_ends = TurnEnds(host)
        beside.do(host.turn_ends.run)


def _open_page(host: Host, args: argparse.Namespace, *, begun: bool) -> None:
    """Open a browser where there is a screen or it is asked for; with the codes of new guests."""
    if has_screen() if args.open is None else args.open:
        webbrowser.open(_codes_page(host) if begun and _has_guests(host) else _own_page(host))


def _setup_of(args: argparse.Namespace, board: Board) -> Setup | None:
    """How a board looks empty, as the command line tells it; None where it doesn't."""
    if not (args.reference or args.profile or args.corners):
        return None
    return open_setup(board, args.reference, args.corners, args.profile)


def _of_empty_board(board: Board, setup: Setup | None, *, has_camera: bool) -> Iterator[Sayable]:
    """What is wrong with the photo of the empty board, or that a camera waits for one."""
    if setup is not None:
        yield from setup.doubts
    elif has_camera and needs_reference(board):
        yield Phrase("camera-waits-for-empty-board")


def _tell(notes: Iterable[Sayable], language: str) -> None:
    for note in notes:
        print(note.said(language))


def host_of(store: Store, board: Board, address: Address, args: argparse.Namespace) -> Host:
    """The host; the game that was played last is the next where nobody says which, on what."""
    host = Host(store, board, now, address)
    if not _says_what_is_played(args):
        host.choose(host.game.about.id)
    return host


def _says_what_is_played(args: argparse.Namespace) -> bool:
    """Whether it is said on which board one plays; else it is what was played last."""
    return bool(args.game or args.board or args.profile or args.player or args.demo)


def _check_game(args: argparse.Namespace, board: Board) -> None:
    """Raise InputError where the board is of another game, or no camera can follow this one."""
    game = game_on(board)
    if args.game is not None and game.about.id != args.game:
        raise InputError("board-of-other-game", "--game", name=board.name, game=game.about.name)
    game.check_board(board)
    if game.watched is not None:
        return
    told = {
        "--camera": args.camera,
        "--reference": args.reference,
        "--profile": args.profile,
        "--corners": args.corners,
    }
    for option, given in told.items():
        if given is not None:
            raise InputError("game-not-watched", option, game=game.about.name)
    if args.demo == DEMOS[0]:
        args.demo = DEMOS[1]


def _ports(args: argparse.Namespace, opened: ExitStack) -> tuple[socket, socket | None]:
    """The page's port, and the one for https where it is asked for."""
    plain = opened.enter_context(listening("--port", args.port, lan=args.lan))
    if args.https is None:
        return plain, None
    return plain, opened.enter_context(listening("--https", args.https, lan=True))


def _put_away_what_is_over(host: Host, language: str) -> None:
    """Free the table for the next game where that of the last time is over, and say so."""
    if host.table is not None and _seen(host.table.view).over:
        host.put_away()
        print(Phrase("last-game-over").said(language))


def _seen(view: View[AnyMoment]) -> GameState:
    """A table's state as people see it."""
    seen: GameState = game_of(view.record).seen(view.last.state)
    return seen


def _begin(host: Host, seats: Sequence[Seat], args: argparse.Namespace) -> bool:
    """Begin the game that is asked for, and say so; one that these have not ended goes on."""
    names = ", ".join(seat.name for seat in seats)
    if host.table is not None:
        view = host.table.view
        if not _seen(view).over and game_of(view.record).seats(view.last.state) == seats:
            print(Phrase("game-goes-on", names=names).said(args.language))
            return False
    host.begin(seats, asked_options(args))
    print(Phrase("game-begins", names=names).said(args.language))
    return True


def _play_demo(host: Host, args: argparse.Namespace, stop: Event) -> None:
    """Let games play themselves, before a simulated camera where no other one watches.

    Where one is over the next begins after a while; it ends with a game that somebody begins.
    """
    random = Random(args.seed)
    camera = eyes = watch = None
    if _is_watched(args):
        begins = lying_on(host.table).position if host.table is not None else None
        camera = SimulatedCamera(host.board, args.seed, begins)
        setup = camera.setup()
        host.mount.know(host.board, setup)
        eyes = DoubtfulEyes(reader_for(host.board, setup.reference))
        watch = host.mount.hang(camera, setup, LIVE, eyes)
    while not stop.is_set():
        table = host.table
        if camera is None:
            play_demo(host, random, args.pace, stop)
        else:
            play_before_camera(host, camera, random, args.pace, stop, eyes)
        then = wait_for_another(host, stop) if host.table is table else Then.NOTHING
        if then is Then.NOTHING:
            break
        if then is Then.ANOTHER:
            begin_demo(host, random, watched=camera is not None, kept=args.table is not None)
    if watch is not None:
        host.mount.take_down(watch)
    host.turn_ends = TurnEnds(host)
    host.turn_ends.run(stop)


def _is_watched(args: argparse.Namespace) -> bool:
    """Whether the demo brings a camera of its own."""
    return args.demo == "camera" and args.camera is None


def _say_where(host: Host, own: Identity | None, language: str, *, is_kept: bool) -> None:
    """Say where the page is, who can see it, and what is left of the game at the end."""

    def tell(phrase: Phrase) -> None:
        print(phrase.said(language), flush=True)

    tell(Phrase("table-is-at", url=_own_page(host)))
    tell(Phrase("here-is-enough", url=f"http://localhost:{host.address.port}"))
    if host.address.open_to_network:
        asked = invitation_of(host)
        tell(Phrase("phones-come-in", url=host.address.url(), letters=asked.letters))
        _show_code(asked.url)
    else:
        tell(Phrase("this-machine-only"))
    if host.table is not None and _has_guests(host):
        tell(Phrase("codes-are-at", url=_codes_page(host)))
    if own is not None:
        camera = host.address.secure_url(f"/join/{host.doors.to(Role.BANKER).token}?to=camera")
        tell(Phrase("phone-camera-is-at", url=camera))
        _show_code(str(camera))
        tell(Phrase("certificate-unvouched", fingerprint=own.fingerprint))
    tell(Phrase("stop-and-kept" if is_kept else "stop-and-not-kept"))


def _own_page(host: Host) -> str:
    return f"http://localhost:{host.address.port}/join/{host.host_door().token}"


def _codes_page(host: Host) -> str:
    """The host's page with everybody's code: the first thing players need."""
    return f"{_own_page(host)}?to=codes"


def _has_guests(host: Host) -> bool:
    """Whether phones can come."""
    return host.address.open_to_network or host.address.https_port is not None


def _show_code(url: str) -> None:
    segno.make(url, micro=False).terminal(out=sys.stdout, compact=True)


def _other_board(host: Host) -> list[Phrase]:
    """Say so where the game that goes on is played on another board than the one given."""
    own, new = host.board, host.new_board
    if is_same(own, new):
        return []
    return [Phrase("other-board", own=own.name, new=new.name)]


def now() -> str:
    """The time, as records have it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
