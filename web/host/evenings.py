"""The games of a file: which one lies on the table, and how each of them stands."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import Any

from companion.boards.board import Board
from companion.errors import Fault, InputError
from companion.games import game_called
from companion.play.at_table import AtTable
from companion.play.game import Game
from companion.play.sight import AnyMoment, allowed_steps
from companion.score import Score
from companion.store import GameHead, Store
from companion.store.table import Table, View
from web.host.bin import is_deleted
from web.host.played_board import board_of
from web.host.settings import read_settings


@dataclass(frozen=True)
class Told:
    """A game as far as it went, on its board; it is not the one that is served."""

    head: GameHead
    board: Board
    game: Game[Any, Any]
    view: View[AnyMoment]


@dataclass(frozen=True)
class Evening:
    """One line of the list: who played, how it stands. ``fault`` says why it can't be opened."""

    head: GameHead
    game: str = ""
    players: tuple[str, ...] = ()
    ended: str | None = None
    round: int = 0
    over: bool = False
    score: Score | None = None
    fault: Fault | None = None


def on_the_table(store: Store) -> int | None:
    """The number of the game that is played: begun last, or taken up again after that."""
    heads = _kept(store)
    return max(heads, key=_place_in_time).id if heads else None


def taken_up(store: Store, number: int) -> str:
    """The settings of a game with the mark that it was taken up now, as JSON."""
    heads = store.games()
    games = heads[-1].id
    turns = [turn for head in heads for at, turn in [_place_in_time(head)] if at == games]
    settings = read_settings(store.settings(number))
    return replace(settings, opened=(games, 1 + max(turns))).to_json()


def _kept(store: Store) -> tuple[GameHead, ...]:
    return tuple(head for head in store.games() if not is_deleted(head))


def _place_in_time(head: GameHead) -> tuple[int, int]:
    return max((head.id, 0), read_settings(head.settings).opened)


class Evenings:
    """The games of one file, told once each and again when they have grown. Safe for threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: dict[int, Evening] = {}

    def list(self, given: Board) -> tuple[Evening, ...]:
        """Every game that is not deleted, the last first; ``given``: this program's board."""
        heads = _kept(self._store)
        return tuple(self._evening(head, given) for head in reversed(heads))

    def deleted(self, given: Board) -> tuple[Evening, ...]:
        """What lies in the bin, the last first."""
        heads = [head for head in self._store.games() if is_deleted(head)]
        return tuple(self._evening(head, given) for head in reversed(heads))

    def told(self, number: int, given: Board) -> Told | None:
        """One game; None where there is none. Raises InputError where it can't be told."""
        head = next((head for head in _kept(self._store) if head.id == number), None)
        return None if head is None else _told(self._store, head, given)

    def numbers(self) -> tuple[int, ...]:
        """The numbers of all that is not deleted, in the order in which they were begun."""
        return tuple(head.id for head in _kept(self._store))

    def _evening(self, head: GameHead, given: Board) -> Evening:
        with self._lock:
            known = self._known.get(head.id)
            if known is None or known.head != head:
                known = self._known[head.id] = self._look(head, given)
            return known

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
