"""Where the page is served: sockets, addresses, threads, and how it stops."""

from __future__ import annotations

import ipaddress
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from companion.errors import InputError
from companion.saying.phrase import reason
from web.app import create_app
from web.host.host import Address, Host
from web.https.front import Front
from web.serving.connections import make_server
from web.serving.limits import MOST_STREAMS
from web.serving.logbook import kept_log, log_of
from web.serving.memory import keep_no_pictures

SPARE_THREADS = 16
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""What ends the program: Ctrl-C, the system, and the terminal's window when it is closed."""
END_S = 20.0
"""So long what is done beside the serving may take to end, all of it together."""
LOCAL = ("localhost", "127.0.0.1", "[::1]")


def serve(host: Host, plain: socket.socket, front: Front | None) -> None:
    """Serve the page, over https too where there is a door for it, which is closed at the end.

    Each open stream holds a thread; some are spare.
    """
    keep_no_pictures()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    app = create_app(host)
    server = make_server(
        app if front is None else front.told(app),
        [plain] if front is None else [plain, front.inner],
        MOST_STREAMS + SPARE_THREADS,
        host.doors.opens,
        None if front is None else front.callers,
    )
    for number in SIGNALS:
        if not _is_to_outlive_the_terminal(number):
            signal.signal(number, lambda *_: _stop(host))
    try:
        with kept_log(log_of(host.store.path), host):
            server.run()
    finally:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)  # for good: from here on all is about the end
        if front is not None:
            front.close()
        server.close()


def _is_to_outlive_the_terminal(number: signal.Signals) -> bool:
    """Whether it was started with ``nohup``, which closing the window is not to end."""
    return number.name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN


def _stop(host: Host) -> None:
    """Let the streams end at once, and then the server."""
    host.close()
    raise KeyboardInterrupt


class Beside:
    """What is done beside the serving, each in a thread of its own, until it is ``stopped``.

    Whoever begins it ends it: a thread that is left in foreign code when Python ends aborts the
    program.
    """

    def __init__(self, stopped: threading.Event) -> None:
        self._stopped, self._threads = stopped, list[threading.Thread]()

    def do(self, work: Callable[[threading.Event], None]) -> None:
        """Begin some work, which looks again and again whether it is stopped."""
        thread = threading.Thread(target=work, args=(self._stopped,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def end(self) -> None:
        """Stop all of it, and wait until it has ended."""
        self._stopped.set()
        until_s = monotonic() + END_S
        for thread in self._threads:
            thread.join(max(0.0, until_s - monotonic()))


def end(host: Host, beside: Beside) -> None:
    """Let the camera and all threads end, and then back up and close the file."""
    with _undisturbed():
        host.close()
        beside.end()
        with suppress(InputError):  # at the end, the game is what counts
            host.back_up()
        host.store.close()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Nobody interrupts meanwhile: a second Ctrl-C ends nothing sooner, but something badly."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)


def listening(asked: str, port: int, *, lan: bool) -> socket.socket:
    """A socket on this port, open to the network or to this machine only.

    Raises InputError, which calls the port what it was ``asked`` as.
    """
    try:
        return socket.create_server(("" if lan else "127.0.0.1", port))
    except OSError as error:
        why = reason(OSError(error.errno, os.strerror(error.errno or 0)))
        raise InputError("port-taken", f"{asked} {port}", why=why) from None


def address_of(plain: socket.socket, secure: socket.socket | None, *, lan: bool) -> Address:
    """Where the page is, by the sockets it is served on."""
    open_to_network = lan or secure is not None
    return Address(
        plain.getsockname()[1],
        (*_network_names(), *LOCAL) if open_to_network else LOCAL,
        open_to_network,
        https_port=None if secure is None else secure.getsockname()[1],
        https_only=not lan,
    )


def _network_names() -> tuple[str, ...]:
    """The addresses by which phones may call this machine, the likeliest first."""
    names = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent; this only asks for the way out
        names.append(probe.getsockname()[0])
    name = socket.gethostname()
    with suppress(OSError):
        names += [str(info[4][0]) for info in socket.getaddrinfo(name, None, socket.AF_INET)]
    numbers = [each for each in names if not ipaddress.ip_address(each).is_loopback]
    return tuple(dict.fromkeys([*numbers, name.lower(), f"{name.lower()}.local"]))
