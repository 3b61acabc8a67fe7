"""Who is on the line: how many connections may be open, for how long, and what each may cost.

Waitress reads and writes in one thread, so a slow phone costs it nothing. But it waits for ever for
one that doesn't read, keeps whole bodies of anybody, and closes nothing while it answers. So its
server is told here whom it talks to: a connection that has shown a code belongs to a phone, and has
time and room; one that has not is a stranger's, of which there are few, each for a moment. When
there are too many, the oldest of whoever has most of them goes.

All are heard in rounds: the system is asked of which numbers there is something to hear, and then
each is heard. A number is given again as soon as somebody leaves, so within the round in which a
connection came, whatever is heard of its number is about the one before.

No browser sends a request before the last one is answered, and a hundred at once, never read, are
how a worker is made to wait: so one that comes early is kept, and no more are heard.
"""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from web.serving.crowd import MOST_FILES, Callers, Crowd, room
from web.serving.limits import Phone
from web.serving.security import LARGEST_BODY

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

ASIDE_S = 2.0
"""So long whoever is too many waits to hear it, so that he comes back the later."""
GREETING_S = 10.0
"""So long one may take to say what he wants, and a stranger may stay without saying anything."""
STRANGER_READS_S, STRANGER_STAYS_S = 5.0, 30.0
"""A stranger reads on within so long, and has read all within so long."""
READS_S, STAYS_S, SENDS_S = 20.0, 120.0, 600.0
"""A phone reads or writes on within so long, is quiet so long, and has so long for a photo."""
LARGEST_HEAD = 32 * 1024
LARGEST_REQUEST = 64 * 2**20
MOST_UPLOADS, MOST_UPLOADS_EACH = 6, 2
"""Bodies of more than ``LARGEST_BODY`` that come at one time, in all and from one phone."""
ACCEPTED_AT_ONCE = 32
STREAM = "/news"
SAID = b"Too many ask without a code. Scan one, or come back in a moment.\n"
SENT_AWAY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Retry-After: 2\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(SAID), SAID)
)


def make_server(
    app: WSGIApplication,
    sockets: Sequence[socket.socket],
    threads: int,
    opens: Callable[[str], bool],
    callers: Callers | None = None,
) -> Doorway:
    """A server on sockets that are open; ``opens`` says whether a code is good, and never waits.

    ``callers``: those of the door for https, where there is one.
    """
    settings = {
        "sockets": list(sockets),
        "threads": threads,
        "connection_limit": MOST_FILES,
        "cleanup_interval": 1,
        "max_request_header_size": LARGEST_HEAD,
        "max_request_body_size": LARGEST_REQUEST,
        "channel_request_lookahead": 1,  # tells a stream that its phone has left
        "asyncore_use_poll": hasattr(select, "poll"),
        "log_socket_errors": False,
        "ident": None,
    }
    workers = ThreadedTaskDispatcher()
    workers.set_thread_count(threads)
    adj = Adjustments(**settings)
    strangers = Adjustments(**{**settings, "max_request_body_size": LARGEST_BODY + 1})
    crowd = Crowd(opens, strangers, Callers() if callers is None else callers, room())
    return Doorway(app, sockets, workers, adj, crowd)


class Asked(HTTPRequestParser):
    """A request as it comes in; as soon as its head is there, it is known who sends it."""

    is_large = False
    path = ""
    """Waitress names it in its log, also where none could be read."""

    def __init__(self, adj: Adjustments, channel: Channel) -> None:
        super().__init__(adj)
        self._channel = channel

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head, and let what may still come depend on who sends it."""
        try:
            super().parse_header(header_plus)
        except ValueError:  # a length of more digits than are read
            raise ParsingError("this head says what no browser would") from None
        self.is_large = self.chunked or self.content_length > LARGEST_BODY
        self.adj = self._channel.greet(self)


class Unheard(HTTPRequestParser):
    """What is said while an answer is given: it is not listened to."""

    def received(self, data: bytes) -> int:
        """Take all of it, and want no answer."""
        self.completed = self.empty = True
        return len(data)


class Channel(HTTPChannel):
    """One connection: the code it has shown last, an empty one if none, and since when it asks."""

    server: Server
    requests: list[HTTPRequestParser]
    _fileno: int | None
    token = ""
    asked_s = 0.0
    counted = 0
    """How many of its requests are counted as a stranger's."""
    is_aside = False
    """Whether it waits to hear that there are too many; nothing it says is heard."""
    _is_last = False

    def __init__(self, *given: Any, **named: Any) -> None:
        self.turns: list[Phone] = []
        """As whose requests those of it that are answered now are counted."""
        super().__init__(*given, **named)
        self._came_in = self.server.crowd.round

    @property
    def last_activity(self) -> float:
        """Since when it is quiet. Waitress goes by the clock on the wall, which may be set."""
        return self._active_s

    @last_activity.setter
    def last_activity(self, _: float) -> None:
        self._active_s = time.monotonic()

    @property
    def phone(self) -> Phone:
        """From which address, by which code."""
        return self.address, self.token

    @property
    def address(self) -> str:
        """Who really calls, also through the door for https."""
        host, port = str(self.addr[0]), int(self.addr[1])
        return self.server.crowd.callers.at(port) if self.server.is_inner else host

    def parser_class(self, adj: Adjustments) -> HTTPRequestParser:  # type: ignore[override]
        """What hears the next request (waitress makes one for each)."""
        if len(self.requests) > 1 or self._is_last:
            self._is_last = True
            return Unheard(adj)
        return Asked(adj, self)

    def received(self, data: bytes) -> bool:
        """Hear what comes."""
        if self.request is None:
            self.asked_s = time.monotonic()
        return super().received(data)

    def greet(self, asked: Asked) -> Adjustments:
        """Know who asks; return what he may send."""
        crowd = self.server.crowd
        self.token = crowd.token_in(asked)
        if not self.token:
            return crowd.for_strangers
        if self.server.is_inner:
            crowd.callers.known.add(int(self.addr[1]))
        crowd.make_room_for(self)
        return crowd.for_strangers if asked.is_large and self._uploads_enough() else self.adj

    def _uploads_enough(self) -> bool:
        others = [other.phone for other in self.server.crowd.channels() if other.uploads]
        return len(others) >= MOST_UPLOADS or others.count(self.phone) >= MOST_UPLOADS_EACH

    @property
    def uploads(self) -> bool:
        """Whether it sends something large, or has and is being answered."""
        heard = self.requests[0] if self.requests else self.request
        return isinstance(heard, Asked) and heard.headers_finished and heard.is_large

    def service(self) -> None:
        """Answer a request."""
        try:
            super().service()
        finally:
            following = self.server.crowd.served(self)
            if following is not None:
                following.server.answer(following)
            if self._is_last:
                self.close_when_flushed = True
                self.server.pull_trigger()

    @property
    def is_stream(self) -> bool:
        """Whether it asks for the news, of which there is no end."""
        return bool(self.requests) and getattr(self.requests[0], "path", "") == STREAM

    def readable(self) -> bool:
        """Whether it is listened to."""
        return not self.is_aside and not self._is_gone and super().readable()

    def writable(self) -> bool:
        """Whether something waits to be said."""
        return not self._is_gone and bool(super().writable())

    @property
    def _is_gone(self) -> bool:
        """Whether it was hung up on; its number may be another connection's by now."""
        return self._fileno is None

    @property
    def _is_too_new(self) -> bool:
        """Whether it came in this very round: what is heard of its number is about one before."""
        return self._came_in == self.server.crowd.round

    def handle_read_event(self) -> None:
        """Hear what has come."""
        if not self._is_too_new:
            super().handle_read_event()

    def handle_write_event(self) -> None:
        """Go on saying what waits."""
        if not self._is_too_new:
            super().handle_write_event()

    def handle_expt_event(self) -> None:
        """Hear that something is wrong with the line."""
        if not self._is_too_new:
            super().handle_expt_event()

    def step_aside(self) -> None:
        """Forget the request, of which there are too many."""
        self._is_last = self.is_aside = True
        self.asked_s = time.monotonic()
        for request in self.requests:
            request.close()
        self.requests = []

    def send_away(self) -> None:
        """Say that there are too many, and hang up."""
        self.is_aside = False
        with self.outbuf_lock:
            self.outbufs[-1].append(SENT_AWAY)
            self.total_outbufs_len += len(SENT_AWAY)
        self.close_when_flushed = True

    def is_over(self, now_s: float) -> bool:
        """Whether this connection has had its time."""
        quiet_s, asks_s = now_s - self.last_activity, now_s - self.asked_s
        if self.total_outbufs_len:
            if self.token:
                return quiet_s > READS_S
            return quiet_s > STRANGER_READS_S or asks_s > STRANGER_STAYS_S
        if self.requests:
            return False
        if self.request is not None and self.request.headers_finished and self.token:
            return quiet_s > READS_S or asks_s > SENDS_S
        if self.request is not None:
            return asks_s > GREETING_S
        return quiet_s > (STAYS_S if self.token else GREETING_S)

    def handle_close(self) -> None:
        """Hear that the other side has left."""
        if not self._is_too_new:
            self.hang_up()

    def hang_up(self) -> None:
        """Let it go at once, whatever it still wants."""
        if self.server.is_inner:
            self.server.crowd.callers.known.discard(int(self.addr[1]))
        super().handle_close()


class Server(TcpWSGIServer):
    """Waitress' server on one socket, that knows phones from strangers."""

    channel_class = Channel

    def __init__(self, crowd: Crowd, *given: Any, **named: Any) -> None:
        self.crowd = crowd
        super().__init__(*given, **named)
        self.is_inner = int(self.getsockname()[1]) == crowd.callers.inner_port
        """Whether it hears what came through the door for https."""
        crowd.servers.append(self)

    def channels(self) -> list[Channel]:
        """Everybody on this line."""
        active: Any = self.active_channels
        return list(active.values())

    def handle_accept(self) -> None:
        """Let everybody in who waits at the door, and let others go for them."""
        for _ in range(ACCEPTED_AT_ONCE):
            before = len(self.channels())
            super().handle_accept()
            if len(self.channels()) == before:
                return
            self.crowd.make_room_for_strangers()

    def add_task(self, task: Any) -> None:
        """Have a request answered: a stranger's when there is time for him, a phone's in turn."""
        if not task.token and not self.crowd.lets_in(task):
            task.step_aside()
        elif not task.token or self.crowd.has_its_turn(task):
            self.answer(task)

    def answer(self, task: Any) -> None:
        """Have a request answered now."""
        super().add_task(task)

    def readable(self) -> bool:
        """Whether somebody may come in; as often as need be, it is seen who has to go."""
        self.crowd.round += 1
        if self.next_channel_cleanup > time.time() + self.adj.cleanup_interval:
            self.next_channel_cleanup = 0  # the clock was set back
        return super().readable()

    def maintenance(self, _: float) -> None:
        """Hang up on whoever has had his time. Nobody has to be ready to read for it."""
        now = time.monotonic()
        for channel in self.channels():
            if channel.is_aside and now - channel.asked_s > ASIDE_S:
                channel.send_away()
            elif channel.is_over(now):
                channel.hang_up()


class Doorway(MultiSocketServer):
    """The servers of all sockets, which share one crowd, one thread that listens, and workers."""

    def __init__(
        self,
        app: WSGIApplication,
        sockets: Sequence[socket.socket],
        workers: ThreadedTaskDispatcher,
        adj: Adjustments,
        crowd: Crowd,
    ) -> None:
        lines: dict[int, Any] = {}
        for each in sockets:
            at = (each.family, each.type, each.proto, each.getsockname())
            Server(crowd, app, lines, True, each, workers, adj, at, bind_socket=False)
        super().__init__(lines, adj, [], workers)
        self.channels = crowd.channels
