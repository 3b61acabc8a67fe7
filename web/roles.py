"""Who may do what: roles are given by doors, whose tokens nobody can guess."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from enum import Enum

from companion.record import Act, Entry, Happened, Redone, Undone
from companion.store import Door, Store

TOKEN_BYTES = 16
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
    """The doors of one file: looked up by token, made where one is missing."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._doors = {door.token: door for door in store.doors()}

    def at(self, token: str | None) -> Door | None:
        """The open door of a token; None where there is none."""
        door = self._doors.get(token or "")
        return door if door is not None and door.open else None

    def to(self, role: Role, player: str | None = None) -> Door:
        """The open door for a role, and a player; made where there is none yet."""
        for door in self._doors.values():
            if door.open and door.role == role.value and door.player == player:
                return door
        door = Door(secrets.token_urlsafe(TOKEN_BYTES), role.value, player)
        self._store.add_door(door)
        self._doors[door.token] = door
        return door

    def change_lock(self, role: Role, player: str | None = None) -> Door:
        """Take the token of a door back and make another."""
        old = self.to(role, player)
        self._store.shut_door(old.token)
        self._doors[old.token] = Door(old.token, old.role, old.player, open=False)
        return self.to(role, player)


def may_act(door: Door, act: Act, last: Entry | None, redoable: Entry | None) -> bool:
    """Whether a door allows an act: a player acts for himself, and takes back only his own."""
    role = Role(door.role)
    if role.keeps_bank:
        return True
    if role is not Role.PLAYER:
        return False
    if isinstance(act, Happened):
        return act.fact.get("player") == door.player and act.fact.get("do") != "pay"
    for kind, entry in ((Undone, last), (Redone, redoable)):
        if isinstance(act, kind):
            return entry is not None and entry.seq == act.seq and _is_own(entry, door)
    return False


def _is_own(entry: Entry, door: Door) -> bool:
    return isinstance(entry.act, Happened) and entry.act.fact.get("player") == door.player


Clock = Callable[[], str]
