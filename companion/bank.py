"""Money only moves: a bank is its transfers, and every balance is derived from them.

Amounts are whole numbers of what the game counts in. The bank's own account may run below nothing
when the box is empty: the ledger has no limit, and who pays notes the rest.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import overload

from companion.money.pieces import NOTHING, Pieces, handover

BANK = "bank"
MARKED = 64
"""After so many transfers the chips are noted, so that they need not be followed from the start."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Money that went from one account to another.

    ``reason`` is a code (``bonus``, ``ship``); ``cause`` the number of the fact that made it move,
    0 for the set-up; ``about`` what it was for (an island, a card); ``mends`` the number of the
    fact whose money a correction puts right.
    """

    source: str
    target: str
    amount: int
    reason: str
    cause: int
    about: str | None = None
    mends: int | None = None


@dataclass(frozen=True, slots=True)
class Owed:
    """What the chips at hand could not make of a payment, and of later ones between the same."""

    transfer: Transfer
    left: int


Hands = tuple[dict[str, Pieces], tuple[Owed, ...]]
"""What chips each account holds, and what is owed besides."""


def chips_held(box: Pieces, transfers: Iterable[Transfer], before: Hands | None = None) -> Hands:
    """Follow the chips when everybody always hands over the smallest set.

    Returns what each account holds, and what is owed: where the chips at hand do not make a payment
    as much of it is paid as they make, and the rest as soon as they do. ``before`` is what they
    held and owed at first; else the box is full.
    """
    first, still = ({BANK: box}, ()) if before is None else before
    held, owed = dict(first), list(still)
    last: list[Owed] | None
    for transfer in transfers:
        if transfer.source == transfer.target:
            continue
        new = _settled(held, Owed(transfer, transfer.amount))
        last, owed = None, _noted(owed, new)
        while owed != last:  # what one has been paid may pay another
            last, owed = owed, [rest for each in owed if (rest := _settled(held, each)).left]
    return held, tuple(owed)


def _noted(owed: list[Owed], new: Owed) -> list[Owed]:
    """What is owed, and more of it: what one owes the same other is one debt, however often."""
    between = (new.transfer.source, new.transfer.target)
    for at, each in enumerate(owed):
        if (each.transfer.source, each.transfer.target) == between:
            return [*owed[:at], replace(each, left=each.left + new.left), *owed[at + 1 :]]
    return [*owed, new]


def _settled(held: dict[str, Pieces], owed: Owed) -> Owed:
    """Pay as much of what is owed as the chips make; ``held`` is changed."""
    if not owed.left:
        return owed
    source, target = owed.transfer.source, owed.transfer.target
    payer, payee = held.get(source, NOTHING), held.get(target, NOTHING)
    for amount in range(min(owed.left, payer.worth), 0, -1):
        way = handover(payer, payee, amount)
        if way is not None:
            held[source] = payer.minus(way.gives).plus(way.change)
            held[target] = payee.plus(way.gives).minus(way.change)
            return Owed(owed.transfer, owed.left - amount)
    return owed


class _Book:
    """The lines that many ledgers are windows on, and the chips held every so many lines."""

    def __init__(self, lines: Iterable[Transfer]) -> None:
        self.lines = list(lines)
        self.held: dict[Pieces, list[Hands]] = {}
        self.lock = threading.Lock()


class Ledger(Sequence[Transfer]):
    """Transfers, oldest first, that are only ever added to. ``plus`` gives a longer ledger.

    An evening has thousands of ledgers, each one line longer than the one before.
    """

    __slots__ = ("_book", "_length")

    def __init__(self, transfers: Iterable[Transfer] = ()) -> None:
        self._book = _Book(transfers)
        self._length = len(self._book.lines)

    def plus(self, transfer: Transfer) -> Ledger:
        """These and one more."""
        book = self._book
        with book.lock:
            if len(book.lines) == self._length:
                book.lines.append(transfer)
                longer = Ledger.__new__(Ledger)
                longer._book, longer._length = book, self._length + 1
                return longer
            marked = {box: its[: self._length // MARKED + 1] for box, its in book.held.items()}
        other = Ledger((*self, transfer))  # it went on in another way before
        other._book.held = marked
        return other

    def held(self, box: Pieces) -> Hands:
        """What chips each account holds in the end, and what is owed, from a full box."""
        book, count = self._book, self._length
        with book.lock:
            marks = book.held.setdefault(box, [({BANK: box}, ())])
            while (at := len(marks) * MARKED) <= count:
                marks.append(chips_held(box, book.lines[at - MARKED : at], marks[-1]))
            last = count // MARKED
            return chips_held(box, book.lines[last * MARKED : count], marks[last])

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Transfer: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Transfer, ...]: ...

    def __getitem__(self, at: int | slice) -> Transfer | tuple[Transfer, ...]:
        if isinstance(at, slice):
            start, stop, step = at.indices(self._length)
            return tuple(self._book.lines[start:stop:step])
        if not -self._length <= at < self._length:
            raise IndexError(at)
        return self._book.lines[at % self._length]

    def __iter__(self) -> Iterator[Transfer]:
        return iter(self[:])

    def __eq__(self, other: object) -> bool:
        return self[:] == tuple(other) if isinstance(other, Ledger | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self[:])

    def __repr__(self) -> str:
        return f"Ledger({self[:]!r})"


@dataclass(frozen=True, slots=True)
class Bank:
    """The transfers so far, oldest first. ``pay`` gives a new bank; no balance is ever set."""

    transfers: Ledger = field(default_factory=Ledger)
    _balances: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def open(cls, stock: int) -> Bank:
        """A bank with so much in its box."""
        return cls(Ledger(), {BANK: stock})

    def pay(self, transfer: Transfer) -> Bank:
        """Let money move. Nothing is refused: a debt is a finding of the game, not of the bank."""
        balances = dict(self._balances)
        balances[transfer.source] = balances.get(transfer.source, 0) - transfer.amount
        balances[transfer.target] = balances.get(transfer.target, 0) + transfer.amount
        return Bank(self.transfers.plus(transfer), balances)

    def balance(self, account: str) -> int:
        """What an account holds."""
        return self._balances.get(account, 0)

    @property
    def balances(self) -> Mapping[str, int]:
        """What each account holds, as far as any money went there."""
        return self._balances

    @property
    def total(self) -> int:
        """The money in the game: the same whatever moved."""
        return sum(self._balances.values())
