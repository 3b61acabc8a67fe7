"""Who may do what: roles are given by doors, whose tokens nobody can guess."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Set
from contextlib import suppress
from enum import Enum

from companion.errors import InputError
from companion.play.game import About, AnyGame
from companion.play.offered.at_once import own_deed
from companion.play.sight import AnyMoment
from companion.records.facts import Word
from companion.records.record import Act, Entry, Fact, Happened, Redone, Undone
from companion.records.retelling import Mend
from companion.store import Door, Store
from companion.store.table import View

TOKEN_BYTES = 16
FRESH_S = 1.0
"""How long another host of the same file may have changed a lock before it is noticed."""
COOKIE_DAYS = 30


class Role(Enum):
    """What a phone may do. The host may do what a banker may, and hand out doors."""

    HOST = "host"
    BANKER = "banker"
    PLAYER = "player"
    WATCHER = "watcher"

    @property
    def keeps_bank(self) -> bool:
        """Whether this role may write down anything, for everybody."""
        return self in (Role.HOST, Role.BANKER)


class Doors:
    """The doors of one file: looked up by token, made where one is missing.

    Safe to use from several threads; what another host of the file has changed is seen in a second.
    """

    def __init__(self, store: Store, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock_s = store, clock_s
        self._changing = threading.RLock()
        self._doors: dict[str, Door] = {}
        self._look()

    def at(self, token: str | None) -> Door | None:
        """The open door of a token; None where there is none."""
        if self._clock_s() - self._seen_s >= FRESH_S:
            with suppress(InputError):  # while the file can't be read, what was known holds
                self._look()
        door = self._doors.get(token or "")
        return door if door is not None and door.open else None

    def opens(self, token: str) -> bool:
        """Whether a token opens a door, as far as is known without a look at the file."""
        door = self._doors.get(token)
        return door is not None and door.open

    def to(self, role: Role, player: str | None = None) -> Door:
        """The open door for a role, and a player; made where there is none yet."""
        with self._changing:
            self._look()
            for door in self._open_to(role, player):
                return door
            door = Door(secrets.token_urlsafe(TOKEN_BYTES), role.value, player)
            self._store.add_door(door)
            self._look()
            return door

    def change_lock(self, role: Role, player: str | None = None) -> Door:
        """Take back every token of a role, and a player, and make another."""
        with self._changing:
            self._look()
            for door in self._open_to(role, player):
                self._store.shut_door(door.token)
            return self.to(role, player)

    def shut(self, doors: Iterable[Door]) -> None:
        """Take these tokens back; no other is made."""
        with self._changing:
            for door in doors:
                self._store.shut_door(door.token)
            self._look()

    def of_others(self, names: Set[str]) -> tuple[Door, ...]:
        """The open doors of players of any other name."""
        doors = self._doors.values()
        return tuple(d for d in doors if d.open and d.player and d.player not in names)

    def all(self) -> tuple[Door, ...]:
        """Every door, shut ones too."""
        return tuple(self._doors.values())

    def people(self) -> frozenset[str]:
        """The names of players that any door was ever made for."""
        return frozenset(door.player for door in self._doors.values() if door.player)

    def tokens(self) -> frozenset[str]:
        """Every token, good ones and old ones."""
        return frozenset(self._doors)

    def _open_to(self, role: Role, player: str | None) -> list[Door]:
        doors = self._doors.values()
        return [d for d in doors if d.open and d.role == role.value and d.player == player]

    def _look(self) -> None:
        with self._changing:
            self._seen_s = self._clock_s()
            self._doors = {door.token: door for door in self._store.doors()}


def may_act(door: Door, act: Act | Mend, view: View[AnyMoment], game: AnyGame) -> bool:
    """Whether a door allows an act: a player acts for himself, and takes back only his own."""
    for kind, entry in ((Undone, undoable_by(door, view, game)), (Redone, view.redoable)):
        if isinstance(act, kind) and not Role(door.role).keeps_bank:
            is_next = entry is not None and entry.seq == act.seq
            return is_next and may_act_ever(door, act, entry, game.about)
    return may_act_ever(door, act, None, game.about)


def undoable_by(door: Door, view: View[AnyMoment], game: AnyGame) -> Entry | None:
    """What is taken back next: the last deed, or a player's own while others act at once."""
    last = view.undoable
    if Role(door.role) is not Role.PLAYER or (last and _is_own(last, door, game.about)):
        return last
    return own_deed(view, game, door.player) or last


def may_act_ever(door: Door, act: Act | Mend, meant: Entry | None, about: About) -> bool:
    """Whether a door allows an act at some moment; ``meant`` is the entry it takes back, or redoes.

    A player takes back his own act, as long as it is the last, or others acted at once with him:
    which it may have been when he tapped, and is no more.
    """
    role = Role(door.role)
    if role.keeps_bank:
        return True
    if role is not Role.PLAYER:
        return False
    if isinstance(act, Happened):
        return _is_his(act.fact, door, about)
    return isinstance(act, Undone | Redone) and meant is not None and _is_own(meant, door, about)


def _is_own(entry: Entry, door: Door, about: About) -> bool:
    return isinstance(entry.act, Happened) and _is_his(entry.act.fact, door, about)


def _is_his(fact: Fact, door: Door, about: About) -> bool:
    """Whether a player does what a fact says; a fact in which no player acts is the bank's."""
    return door.player is not None and about.held(fact, Word.PLAYER) == door.player
