"""The games of a file: which one lies on the table, and how each of them stands."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, TypeVar

from companion.boards.board import Board
from companion.errors import InputError
from companion.games import game_called
from companion.play.at_table import AtTable
from companion.play.game import Game
from companion.play.sight import AnyMoment, allowed_steps
from companion.store import GameHead, Store
from companion.store.table import Table, View
from web.host.bin import Kept, is_deleted
from web.host.kept_evenings import Evening, evening_kept, kept_text, written_by
from web.host.played_board import board_of
from web.host.settings import read_settings


@dataclass(frozen=True)
class Told:
    """A game as far as it went, on its board; it is not the one that is served."""

    head: GameHead
    board: Board
    game: Game[Any, Any]
    view: View[AnyMoment]


AnyKept = TypeVar("AnyKept", bound=Kept)


def played_last(games: Iterable[AnyKept]) -> tuple[AnyKept, ...]:
    """Those of these games that are not deleted, the one that was played last first.

    It is the one on the table. A game is played when it is begun, or taken up again after that.
    """
    kept = (game for game in games if not is_deleted(game))
    return tuple(sorted(kept, key=_place_in_time, reverse=True))


def on_the_table(store: Store) -> int | None:
    """The number of the game that is played."""
    return next((head.id for head in played_last(store.games())), None)


@dataclass(frozen=True)
class Play:
    """A game of the file: its number, when it began, and when it was taken up after that."""

    number: int
    begun: str
    opened: tuple[int, int]


@dataclass(frozen=True)
class Plays:
    """What is played of a file: its games that are not deleted, the one that was played last first.

    ``writes`` is another one as soon as another program has written to the file.
    """

    writes: object
    games: tuple[Play, ...]

    @staticmethod
    def of(store: Store) -> Plays:
        """As the file has it now."""
        return Plays(store.writes_of_others(), _plays(store))  # what comes in between comes again

    def with_own(self, store: Store, laid: int | None = None) -> Plays:
        """With what this program did itself; where it ``laid`` a game, nothing after that."""
        games = _plays(store)
        numbers = [game.number for game in games]
        return replace(self, games=games if laid is None else games[numbers.index(laid) :])

    def has(self, table: Table[Any]) -> bool:
        """Whether a table's game is there, and not deleted."""
        return (table.number, table.begun) in {(game.number, game.begun) for game in self.games}

    def laid_since(self, before: Plays) -> int | None:
        """The number of the game on the table, where that was begun or taken up since.

        One that is the last only because another was deleted was not.
        """
        for last in self.games[:1]:
            known = [game for game in before.games if replace(game, opened=last.opened) == last]
            if not known or (known[0] != before.games[0] and known[0] != last):
                return last.number
        return None


def _plays(store: Store) -> tuple[Play, ...]:
    return tuple(
        Play(head.id, head.begun, read_settings(head.settings).opened)
        for head in played_last(store.games())
    )


def taken_up(store: Store, number: int) -> str:
    """The settings of a game with the mark that it was taken up now, as JSON."""
    games, turn = max(map(_place_in_time, store.games()))
    settings = read_settings(store.settings(number))
    return replace(settings, opened=(games, turn + 1)).to_json()


def _kept(store: Store) -> tuple[GameHead, ...]:
    return tuple(head for head in store.games() if not is_deleted(head))


def _place_in_time(game: Kept) -> tuple[int, int]:
    return max((game.id, 0), read_settings(game.settings).opened)


class Evenings:
    """The games of one file, told once each and again when they have grown. Safe for threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: dict[int, Evening] = {}
        self._kept: dict[tuple[int, str], str] | None = None
        self._new: list[Evening] = []
        self._people: dict[tuple[int, str], tuple[str, ...]] = {}
        self._seen: tuple[GameHead, ...] = ()

    def heads(self) -> tuple[GameHead, ...]:
        """Every game that is not deleted, the one that was played last first."""
        return played_last(self._store.games())

    def of(self, heads: Iterable[GameHead], given: Board) -> tuple[Evening, ...]:
        """How some of them stand; ``given``: this program's board."""
        return tuple(self._evening(head, given) for head in heads)

    def known(
        self, heads: Sequence[GameHead], given: Board, longest_s: float
    ) -> tuple[Evening, ...]:
        """How they stand, in their order: those that are known, or can be found out so soon."""
        until_s = monotonic() + longest_s
        found = []
        for head in heads:
            kept = self._recalled(head)
            if kept is None and monotonic() < until_s:
                kept = self._evening(head, given)
            if kept is not None:
                found.append(kept)
        return tuple(found)

    def players(self, head: GameHead, given: Board) -> tuple[str, ...]:
        """Who plays, whether it is known how the game stands or not."""
        known = self._recalled(head)
        if known is not None:
            return known.players
        if (head.id, head.begun) not in self._people:
            try:
                self._people[head.id, head.begun] = self._who(head, given)
            except InputError:
                return ()
        return self._people[head.id, head.begun]

    def _who(self, head: GameHead, given: Board) -> tuple[str, ...]:
        header = self._store.header(head.id)
        game = game_called(header.game)
        table = AtTable(game, header, board_of(self._store, head.id, given))
        return tuple(game.seen(table.start).players)

    def tell(self, given: Board, played: int | None, longest_s: float) -> None:
        """Find out for so long how games stand, the last first, and keep it in the file.

        The one that is ``played`` is left out, as it goes on.
        """
        heads = tuple(head for head in reversed(self._store.games()) if head.id != played)
        if heads != self._seen:
            kept, before = [head for head in heads if not is_deleted(head)], self._seen
            self._seen = heads  # one that breaks the telling is not told again and again
            if len(self.known(kept, given, longest_s)) < len(kept):
                self._seen = before
        with self._lock:
            new, self._new = [each for each in self._new if each.head.id != played], []
        if new:
            with suppress(InputError):
                ends = [(each.head, kept_text(each)) for each in new]
                self._store.keep_ends(written_by(), ends)

    def told(self, number: int, given: Board) -> Told | None:
        """One game; None where there is none. Raises InputError where it can't be told."""
        head = next((head for head in _kept(self._store) if head.id == number), None)
        return None if head is None else _told(self._store, head, given)

    def numbers(self) -> tuple[int, ...]:
        """The numbers of all that is not deleted, in the order in which they were begun."""
        return tuple(head.id for head in _kept(self._store))

    def _evening(self, head: GameHead, given: Board) -> Evening:
        known = self._recalled(head)
        if known is None:
            known = self._look(head, given)
            if known.fault is None:  # a fault may be one of a moment
                with self._lock:
                    self._known[head.id] = known
                    self._new.append(known)
        return known

    def _recalled(self, head: GameHead) -> Evening | None:
        """How a game stands, where that was found out before, by this program or an earlier one."""
        with self._lock:
            if self._kept is None:
                self._kept = self._store.ends(written_by())
            known = self._known.get(head.id)
            if known is None or known.head.mark != head.mark:
                kept = self._kept.pop((head.id, head.mark), None)
                known = None if kept is None else evening_kept(head, kept)
                if known is not None:
                    self._known[head.id] = known
            return None if known is None else replace(known, head=head)

    def _look(self, head: GameHead, given: Board) -> Evening:
        try:
            return evening_of(_told(self._store, head, given))
        except InputError as error:
            return Evening(head, fault=error.fault)


def evening_of(told: Told) -> Evening:
    """How a game stands."""
    state = told.game.seen(told.view.last.state)
    times = [entry.at for entry in told.view.record.entries if entry.at]
    return Evening(
        told.head,
        told.game.about.id,
        state.players,
        times[-1] if times else None,
        state.round,
        state.over,
        told.game.score(state, allowed_steps(told.view)),
    )


def _told(store: Store, head: GameHead, given: Board) -> Told:
    board = board_of(store, head.id, given)
    header = store.header(head.id)
    game = game_called(header.game)
    return Told(head, board, game, Table(AtTable(game, header, board), store, head.id).view)
