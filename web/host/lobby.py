"""Who has come before the game begins: phones that sat down themselves, by name and role."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.play.game import Seat

MOST_SITTINGS = 200
"""So often somebody may sit down by one invitation: a code is made for each, and kept."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A player who waits, and the token of his phone."""

    player: Seat
    token: str


def standing_apart(asked: Sequence[str], roles: Sequence[str]) -> list[str]:
    """What each stands for in another game: what he asked for, or else something that is free.

    Where there is nothing left to stand for, or nothing at all, it stays as asked.
    """
    free = [role for role in roles if role not in asked]
    return [
        role if role in roles and role not in asked[:at] else (free.pop(0) if free else role)
        for at, role in enumerate(asked)
    ]


class Lobby:
    """The guests of a game that has not begun, in the order they came. Safe for threads.

    Kept in memory only: a phone keeps its code, and sits down once more.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._guests: tuple[Guest, ...] = ()
        self._sittings = 0
        self.has_banker = False
        """Whether a phone has come that keeps the bank."""
        self._renamed: tuple[int, dict[str, str]] = 0, {}
        """A game's number; by token, the phones whose players it has under another name."""

    @property
    def guests(self) -> tuple[Guest, ...]:
        """Who waits."""
        return self._guests

    @property
    def players(self) -> tuple[Seat, ...]:
        """The same as players of a game."""
        return tuple(guest.player for guest in self._guests)

    @property
    def is_worn_out(self) -> bool:
        """Whether so many have sat down that nobody can any more."""
        return self._sittings >= MOST_SITTINGS

    def of(self, token: str) -> Guest | None:
        """The guest with this phone."""
        return next((guest for guest in self._guests if guest.token == token), None)

    def sit(self, player: Seat, token: str) -> None:
        """Take a guest in, or let him sit down otherwise."""
        with self._lock:
            guest = Guest(player, token)
            if self.of(token) is None:
                self._guests = (*self._guests, guest)
            else:
                self._guests = tuple(guest if g.token == token else g for g in self._guests)
            self._sittings += 1

    def rise(self, name: str) -> None:
        """Let a guest go."""
        with self._lock:
            self._guests = tuple(g for g in self._guests if g.player.name != name)

    def stand_for(self, roles: Sequence[str], most: int) -> None:
        """Another game is to be played: whoever waits stands for something that it has.

        Who stands for none of its roles gets one that is free; who is too many gets up.
        """
        with self._lock:
            guests = self._guests[:most]
            stands = standing_apart([guest.player.role for guest in guests], roles)
            self._guests = tuple(
                replace(guest, player=replace(guest.player, role=role))
                for guest, role in zip(guests, stands, strict=True)
            )

    def keep_bank(self) -> bool:
        """Let a phone keep the bank; whether none did before."""
        with self._lock:
            if self.has_banker:
                return False
            self.has_banker = True
            self._sittings += 1
            return True

    def invite_anew(self) -> None:
        """There is a new invitation: by that one, too, so many may sit down."""
        with self._lock:
            self._sittings = 0

    def begin_as(self, game: int, names: Mapping[str, str]) -> None:
        """The game of that number begins, and nobody waits any more.

        ``names``: what the host has written otherwise; by guest, the name in the game.
        """
        with self._lock:
            now = {guest: names.get(guest.player.name, guest.player.name) for guest in self._guests}
            self._renamed = game, {g.token: n for g, n in now.items() if n != g.player.name}
            self._guests, self._sittings, self.has_banker = (), 0, False

    def tokens_in(self, game: int) -> frozenset[str]:
        """The phones whose players a game has under another name."""
        number, renamed = self._renamed
        return frozenset(renamed) if game == number else frozenset()

    def name_in(self, game: int, token: str, *, is_taken: bool) -> str | None:
        """As whom the guest with this phone plays a game; None where under his own name.

        Where that name ``is_taken`` by somebody else of the game, whose code is the same, it is
        said only once: to this phone, which has waited for the game.
        """
        with self._lock:
            number, renamed = self._renamed
            if game != number:
                return None
            return renamed.pop(token, None) if is_taken else renamed.get(token)
