"""Evenings that were deleted: they lie in a bin for some weeks, and are deleted for good then.

The bin is a mark in a game's settings, so an older program, which does not know it, shows the
evening as before. What was deleted for good is in no page any more; a back-up beside the file has
it until it is written anew.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

from companion.store import GameHead, Store
from web.host.album import Albums
from web.host.settings import read_settings

KEPT_DAYS = 30


class Kept(Protocol):
    """A game of a file, as it stands in a list of them or as all that is kept of it."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def settings(self) -> str:
        """What the host has set for it, as JSON."""


class Bin:
    """The deleted evenings of one file. It is for its caller that nobody plays one of them."""

    def __init__(self, store: Store, albums: Albums) -> None:
        self._store, self._albums = store, albums

    def heads(self) -> tuple[GameHead, ...]:
        """What lies in it, in the order in which it was begun."""
        return tuple(head for head in self._store.games() if is_deleted(head))

    def put(self, number: int, now: str) -> None:
        """Put an evening into it, as of now (ISO 8601)."""
        self._mark(number, now)

    def take_out(self, number: int) -> None:
        """Bring an evening back as it was, with its pictures."""
        self._mark(number, None)

    def empty(self, numbers: Set[int]) -> None:
        """Delete for good those of these evenings that lie in it, with their pictures.

        Pictures go last: where an evening can't be deleted, it still has them.
        """
        gone = [head.id for head in self.heads() if head.id in numbers]
        if not gone:
            return
        pictures = self._albums.of_all(gone)
        self._store.delete(gone)
        for album in pictures:
            album.forget()

    def due(self, now: str) -> Set[int]:
        """What has lain in it for its time, as of now (ISO 8601)."""
        at = datetime.fromisoformat(now).astimezone()
        return {head.id for head in self.heads() if gone_at(head) <= at}

    def _mark(self, number: int, at: str | None) -> None:
        settings = replace(read_settings(self._store.settings(number)), deleted=at)
        self._store.set_settings(number, settings.to_json())


def is_deleted(game: Kept) -> bool:
    """Whether an evening lies in the bin."""
    return read_settings(game.settings).deleted is not None


def gone_at(head: GameHead) -> datetime:
    """When an evening of the bin is deleted for good."""
    deleted = read_settings(head.settings).deleted or head.begun
    return datetime.fromisoformat(deleted).astimezone() + timedelta(days=KEPT_DAYS)
