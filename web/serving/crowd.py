"""Who is on the line, phones and strangers, and who has to go when they are too many.

A connection that has shown a code belongs to a phone. One that has not is a stranger's; of these
there are few, and the oldest of whoever has most of them makes room.
"""

from __future__ import annotations

import re
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from web.serving.limits import Pace, Phone
from web.words.errors import RefusedError

if TYPE_CHECKING:
    from waitress.adjustments import Adjustments
    from waitress.parser import HTTPRequestParser

    from web.serving.connections import Channel, Server

MOST_EACH = 40
"""Connections of one phone, which needs six, and one for each page that is open."""
ANSWERED_EACH = 6
"""Requests of one phone that are answered at one time, besides streams; no browser has more."""
STRANGERS_AT_ONCE = 8
"""Requests of strangers that are answered, or wait for it, at one time."""
STRANGERS_A_SECOND, STRANGERS_IN_A_BURST = 40.0, 240.0
EACH_A_SECOND, EACH_IN_A_BURST = 20.0, 80.0
MOST_FILES, SELECTED = 4096, 512
"""Files that may be open, where the system lets us; and sockets that Windows waits for at once."""
GONE = "0.0.0.0"
TOKEN = re.compile(r"\bdoor-\d+=([\w-]+)")
JOIN = re.compile(r"/join/([\w-]+)$")


@dataclass(frozen=True, slots=True)
class Room:
    """How many connections there may be: of strangers, of them from one address, and of phones."""

    strangers: int
    strangers_each: int
    phones: int

    @classmethod
    def for_files(cls, files: int) -> Room:
        """What so many open files have room for; over https a connection takes three."""
        strangers = min(640, files // 6)
        return cls(strangers, strangers * 7 // 8, min(400, files // 3))


@dataclass
class Callers:
    """What the door for https and the server behind it tell each other, by the port between them.

    ``inner_port``: where the door hands on what it hears. ``addresses``: who really calls.
    ``known``: the ports on which a code was shown.
    """

    inner_port: int = 0
    addresses: dict[int, str] = field(default_factory=dict)
    known: set[int] = field(default_factory=set)

    def at(self, port: int) -> str:
        """Who calls, or an address of nobody where he has hung up."""
        return self.addresses.get(port, GONE)


@cache
def room() -> Room:
    """The room there is here, after asking the system for as much as it gives."""
    if sys.platform == "win32":
        return Room.for_files(SELECTED)
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return Room.for_files(MOST_FILES if soft == resource.RLIM_INFINITY else soft)


class Crowd:
    """Everybody on the line, at whichever socket: phones and strangers, and who has to go."""

    def __init__(
        self,
        opens: Callable[[str], bool],
        for_strangers: Adjustments,
        callers: Callers,
        room: Room,
    ) -> None:
        self.opens, self.for_strangers = opens, for_strangers
        self.callers, self.room = callers, room
        self.servers: list[Server] = []
        self.round = 0
        """Grows whenever the system is about to be asked whom there is something to hear of."""
        self._counting = threading.Lock()
        self._answered = 0
        self._in_turn = Counter[Phone]()
        self._waiting: dict[Phone, deque[Channel]] = {}
        self._pace = Pace(STRANGERS_A_SECOND, STRANGERS_IN_A_BURST)
        self._pace_of_each = Pace(EACH_A_SECOND, EACH_IN_A_BURST)

    def channels(self) -> list[Channel]:
        """Everybody on the line."""
        return [channel for server in self.servers for channel in server.channels()]

    def token_in(self, asked: HTTPRequestParser) -> str:
        """The good code that a request shows, or ""."""
        shown = TOKEN.findall(asked.headers.get("COOKIE", ""))
        shown += JOIN.findall(str(getattr(asked, "path", "")))
        return next((token for token in shown if self.opens(token)), "")

    def make_room_for(self, newest: Channel) -> None:
        """Let a phone have its connection; the one of it that was quiet longest may have to go."""
        phones = [channel for channel in self.channels() if channel.token]
        own = [channel for channel in phones if channel.phone == newest.phone]
        if len(own) > MOST_EACH:
            _oldest(own, newest).hang_up()
        elif len(phones) > self.room.phones:
            _oldest(_of_the_greediest(phones, lambda each: each.phone), newest).hang_up()

    def make_room_for_strangers(self) -> None:
        """Let the oldest of whoever has most of them go, where there are too many."""
        strangers = [channel for channel in self.channels() if not channel.token]
        if len(strangers) <= self.room.strangers_each:
            return
        greediest = _of_the_greediest(strangers, lambda each: each.address)
        if len(strangers) > self.room.strangers or len(greediest) > self.room.strangers_each:
            _oldest(greediest).hang_up()

    def lets_in(self, channel: Channel) -> bool:
        """Count a stranger's request; False where there is no time for it."""
        try:
            self._pace_of_each.keep_to((channel.address, ""))
            self._pace.keep_to(("", ""))
        except RefusedError:
            return False
        with self._counting:
            if self._answered >= STRANGERS_AT_ONCE:
                return False
            self._answered += 1
            channel.counted += 1
        return True

    def has_its_turn(self, channel: Channel) -> bool:
        """Count a phone's request; False where it waits until another one of it was answered."""
        if channel.is_stream:
            return True
        with self._counting:
            phone = channel.phone
            if self._in_turn[phone] >= ANSWERED_EACH:
                self._waiting.setdefault(phone, deque()).append(channel)
                return False
            self._in_turn[phone] += 1
            channel.turns.append(phone)
        return True

    def served(self, channel: Channel) -> Channel | None:
        """A request was answered; return whose turn it is now, where one waited for that."""
        with self._counting:
            done = min(channel.counted, 1)
            self._answered -= done
            channel.counted -= done
            return self._following(channel.turns.pop(0)) if channel.turns else None

    def _following(self, phone: Phone) -> Channel | None:
        """Hand a turn of a phone on to whichever of its requests has waited longest."""
        waiting = self._waiting.get(phone)
        if waiting:
            following = waiting.popleft()
            following.turns.append(phone)
            return following
        self._waiting.pop(phone, None)
        self._in_turn[phone] -= 1
        if not self._in_turn[phone]:
            del self._in_turn[phone]
        return None


def _of_the_greediest(channels: list[Channel], who: Callable[[Channel], object]) -> list[Channel]:
    """The connections of whoever has most of them."""
    [(most, _)] = Counter(map(who, channels)).most_common(1)
    return [channel for channel in channels if who(channel) == most]


def _oldest(channels: Iterable[Channel], but: Channel | None = None) -> Channel:
    """The connection that was quiet longest."""
    return min((c for c in channels if c is not but), key=lambda each: each.last_activity)
