"""The door for https: it takes the TLS off, and hands what was said to the plain server.

Waitress speaks no TLS. So this stands before it on a port of its own, in one thread: each phone's
bytes go on to the server as they come, and what is answered goes back. Nothing is understood on the
way, so a stream stays a stream, and a phone that hangs up is heard at once. The app is told by
``told`` who really asks, and that he came over https.

The server hears this door on a socket of its own, ``inner``: whatever comes in by it came from
outside, also when the phone has hung up before it is answered, and is never taken for this machine.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from web.serving.crowd import Callers, room

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

GREETING_S = 10.0
"""So long a phone may take to begin to speak, and then to agree on the keys."""
CHUNK = 64 * 1024
TLS_RECORD = b"\x16"
"""Every TLS connection begins with this byte, and no request in plain HTTP does."""
TAKES_S = 20.0
"""So long either side may take to read what it was sent."""
REST_S = 0.2
HERE = "127.0.0.1"


@dataclass(slots=True)
class Guest:
    """Who is at the door: his address, and the port on which he talks to the plain server."""

    address: str
    port: int = 0


class Front:
    """A door for https before the server, which listens at ``inner`` too. Close it when done."""

    def __init__(self, at: socket.socket, context: ssl.SSLContext) -> None:
        self._at, self._context = at, context
        self.inner = socket.create_server((HERE, 0))
        self._inner_port = self.inner.getsockname()[1]
        self.callers, self.room = Callers(self._inner_port), room()
        self._answering: dict[asyncio.Task[None], Guest] = {}
        self._loop = asyncio.SelectorEventLoop()  # the one that waits for a socket on any system
        self._task = self._loop.create_task(self._serve())
        self._thread = threading.Thread(target=self._run, name="https", daemon=True)
        self._thread.start()

    def told(self, app: WSGIApplication) -> WSGIApplication:
        """The app, told of what came through this door: the scheme, and the phone's address."""

        def wrapped(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
            if environ.get("SERVER_PORT") == str(self._inner_port):
                caller = self.callers.at(int(environ.get("REMOTE_PORT") or 0))
                environ |= {"wsgi.url_scheme": "https", "REMOTE_ADDR": caller}
            return app(environ, start)

        return wrapped

    def close(self) -> None:
        """Let go of everybody."""
        with suppress(RuntimeError):  # closed before
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(timeout=5.0)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._task)
            for task in self._answering:
                task.cancel()
            left = asyncio.gather(*self._answering, return_exceptions=True)
            self._loop.run_until_complete(asyncio.wait_for(left, GREETING_S))
        finally:
            self._at.close()
            self._loop.close()

    async def _serve(self) -> None:
        self._at.setblocking(False)
        while True:
            try:
                phone, (address, *_) = await self._loop.sock_accept(self._at)
            except OSError:  # it left before it was heard, or too many files are open
                await asyncio.sleep(REST_S)
                continue
            guest = Guest(address)
            task = self._loop.create_task(self._answer(phone, guest))
            self._answering[task] = guest
            task.add_done_callback(partial(self._left, phone))
            self._make_room(task)

    def _left(self, phone: socket.socket, task: asyncio.Task[None]) -> None:
        """Hang up; also on whoever had to go before he was answered."""
        phone.close()
        del self._answering[task]

    def _make_room(self, newest: asyncio.Task[None]) -> None:
        """Let the oldest go that has shown no code, of the address that has most of them."""
        strangers = {
            task: guest.address
            for task, guest in self._answering.items()
            if guest.port not in self.callers.known
        }
        most = Counter(strangers.values()).most_common(1)
        each = self.room.strangers_each
        if most and (len(strangers) > self.room.strangers or most[0][1] > each):
            next(task for task, address in strangers.items() if address == most[0][0]).cancel()
        elif len(self._answering) > self.room.strangers + self.room.phones:
            newest.cancel()

    async def _answer(self, phone: socket.socket, guest: Guest) -> None:
        """Carry what one phone says and hears, until either side is done."""
        try:
            async with asyncio.timeout(GREETING_S):
                greeting = await self._first_byte(phone)
            if greeting == TLS_RECORD:
                await self._carry(phone, guest)
            elif greeting:
                await self._send_over(phone)
        except OSError:  # it was silent for too long, spoke no TLS, or speaks no more
            pass

    async def _first_byte(self, phone: socket.socket) -> bytes:
        """The first byte a phone says, which stays to be read."""
        spoke = asyncio.Event()
        self._loop.add_reader(phone, spoke.set)
        try:
            await spoke.wait()
        finally:
            self._loop.remove_reader(phone)
        return phone.recv(1, socket.MSG_PEEK)

    async def _send_over(self, phone: socket.socket) -> None:
        """Tell who came without TLS where to go."""
        async with asyncio.timeout(GREETING_S):
            await self._loop.sock_recv(phone, CHUNK)
            address, port = phone.getsockname()[:2]
            host = f"[{address}]" if ipaddress.ip_address(address).version == 6 else address
            answer = f"HTTP/1.1 307 Temporary Redirect\r\nLocation: https://{host}:{port}/\r\n"
            answer += "Content-Length: 0\r\nConnection: close\r\n\r\n"
            await self._loop.sock_sendall(phone, answer.encode())

    async def _carry(self, phone: socket.socket, guest: Guest) -> None:
        """Take the TLS off, and let both sides talk."""
        reader = asyncio.StreamReader(CHUNK)
        protocol = asyncio.StreamReaderProtocol(reader)
        transport, _ = await self._loop.connect_accepted_socket(
            lambda: protocol,
            phone,
            ssl=self._context,
            ssl_handshake_timeout=GREETING_S,
            ssl_shutdown_timeout=GREETING_S,
        )
        writer = asyncio.StreamWriter(transport, protocol, reader, self._loop)
        try:
            await self._pass_on(reader, writer, guest)
            writer.close()
            await writer.wait_closed()
        finally:
            transport.abort()

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, guest: Guest
    ) -> None:
        plain_reader, plain_writer = await asyncio.open_connection(HERE, self._inner_port)
        guest.port = int(plain_writer.get_extra_info("sockname")[1])
        self.callers.addresses[guest.port] = guest.address
        try:
            await _until_either(_pump(reader, plain_writer), _pump(plain_reader, writer))
        finally:
            del self.callers.addresses[guest.port]
            plain_writer.close()


async def _pump(source: asyncio.StreamReader, goal: asyncio.StreamWriter) -> None:
    """Hand on what comes, no faster than it is taken."""
    while chunk := await source.read(CHUNK):
        goal.write(chunk)
        async with asyncio.timeout(TAKES_S):
            await goal.drain()


async def _until_either(*both: Coroutine[None, None, None]) -> None:
    """Do both until one is done, or broken off."""
    tasks = [asyncio.ensure_future(each) for each in both]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
