"""The bank's books: each account line by line, the pieces everybody holds, what to hand over now.

Of a game without money all of it is empty.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from companion.bank import BANK, Ledger, Owed, Transfer
from companion.money.pieces import NOTHING, Handover, Pieces, handover
from companion.play.otherwise import before_last_deed
from companion.play.sight import Sight
from companion.play.timeline import Event, GameState, State


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One transfer of an account: ``amount`` came in (below nothing: went out), ``balance`` stayed.

    ``seq`` is the record's number of the fact that moved it, None for what moved at the start.
    """

    seq: int | None
    transfer: Transfer
    amount: int
    balance: int
    words: str


@dataclass(frozen=True, slots=True)
class Account:
    """A player's account: what he has now, and its lines, oldest first."""

    name: str
    balance: int
    lines: tuple[AccountLine, ...]


def statement(
    sight: Sight[State, Event], most: int | None = None, before: int | None = None
) -> list[Account]:
    """Every player's account, oldest line first: what moved, why, and what was left.

    ``most``: only the last so many transfers of all; ``before``: of events of lower numbers.
    """
    if sight.state.bank is None:
        return []
    transfers, number = sight.state.bank.transfers, _numbered(sight)
    end = len(transfers)
    if before is not None:
        end = bisect_left(transfers, before, key=lambda each: number(each) or 0)
    first = 0 if most is None else max(end - most, 0)
    lines: dict[str, list[AccountLine]] = {name: [] for name in sight.state.players}
    had = dict.fromkeys(lines, 0)
    for at, transfer in enumerate(transfers[:end]):
        for name in {transfer.source, transfer.target} & lines.keys():
            amount = transfer.amount if transfer.target == name else -transfer.amount
            had[name] += amount
            if at >= first:
                said = sight.words.transfer(transfer)
                lines[name].append(AccountLine(number(transfer), transfer, amount, had[name], said))
    return [
        Account(name, sight.state.bank.balance(name), tuple(its)) for name, its in lines.items()
    ]


@dataclass(frozen=True, slots=True)
class Holding:
    """What pieces somebody holds, when the smallest set always changes hands.

    ``noted`` is what he has yet to get, or (below nothing) to give: no pieces made it so far.
    """

    name: str
    pieces: Pieces
    noted: int


def holdings(sight: Sight[State, Event]) -> tuple[Holding, ...]:
    """The chips, coins or notes of the bank and of every player."""
    box = sight.game.about.cash
    if box is None:
        return ()
    held, owed = _paid(sight.state).held(box)
    return tuple(
        Holding(name, held.get(name, NOTHING), sum(_share(each, name) for each in owed))
        for name in (BANK, *sight.state.players)
    )


def _share(owed: Owed, name: str) -> int:
    return owed.left * ((name == owed.transfer.target) - (name == owed.transfer.source))


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment in words, and the pieces that make it; None where those at hand don't."""

    words: str
    way: Handover | None


def to_hand_over(sight: Sight[State, Event]) -> list[Payment]:
    """The pieces that change hands for what was done last: what is paid, and what is given back.

    Between two of whom both is so, the difference alone. Nothing where no money moved: what was to
    be handed over before has been by now.
    """
    before = _paid(before_last_deed(sight.table, sight.game.about.implied).last.state)
    after, box = _paid(sight.table.last.state), sight.game.about.cash
    if box is None:
        return []
    alike = _alike_at_first(before, after)
    before_it, since = before[alike:], after[alike:]
    gone, new = _without(before_it, since), _without(since, before_it)
    back = [replace(each, source=each.target, target=each.source) for each in gone]
    both = {_between(each) for each in back} & {_between(each) for each in new}
    held, _ = before.held(box)
    words = sight.words
    return [
        *(_way(words.transfer(each), held, each) for each in _differences([*back, *new], both)),
        *(_way(words.given_back(each), held, each) for each in back if _between(each) not in both),
        *(_way(words.transfer(each), held, each) for each in new if _between(each) not in both),
    ]


def _between(transfer: Transfer) -> frozenset[str]:
    return frozenset((transfer.source, transfer.target))


def _differences(moved: Sequence[Transfer], between: Set[frozenset[str]]) -> Iterator[Transfer]:
    """What all that is moved comes to between each of these two."""
    for two in dict.fromkeys(map(_between, moved)):
        its = [each for each in moved if _between(each) == two] if two in between else []
        amount = sum(each.amount if each.source == its[0].source else -each.amount for each in its)
        if amount:
            source, target = its[0].source, its[0].target
            if amount < 0:
                source, target = target, source
            yield Transfer(source, target, abs(amount), "difference", its[-1].cause)


def _alike_at_first(some: Ledger, others: Ledger) -> int:
    """How many transfers two ledgers have in common before they part: nearly all, of one table."""
    pairs = enumerate(zip(some, others, strict=False))
    parting = (at for at, (one, other) in pairs if one is not other and _told(one) != _told(other))
    return next(parting, min(len(some), len(others)))


def _without(some: Sequence[Transfer], others: Sequence[Transfer]) -> list[Transfer]:
    """The transfers that are not among the others, whichever fact caused them."""
    left = Counter(_told(each) for each in others)
    missing = []
    for each in some:
        left[_told(each)] -= 1
        if left[_told(each)] < 0:
            missing.append(each)
    return missing


def _told(transfer: Transfer) -> tuple[object, ...]:
    """What a transfer says, whichever fact caused it."""
    return (
        *(transfer.source, transfer.target, transfer.amount),
        *(transfer.reason, transfer.about, transfer.mends),
    )


@dataclass(frozen=True, slots=True)
class MoneyThen:
    """What everybody had after a fact, by name; ``seq`` is its number, 0 for the start."""

    seq: int
    round: int
    money: Mapping[str, int]


def money_over_time(sight: Sight[State, Event], most: int | None = None) -> list[MoneyThen]:
    """What everybody had after each fact that counts; the first line is the start.

    ``most``: only after about so many of them, evenly spread, and after the last.
    """
    start, last = sight.table.moments.start.state, sight.table.last.state
    count = last.facts - start.facts
    every = 1 if most is None else max(-(-count // most), 1)
    wanted = [*range(0, count, every), count]
    return list(_had(sight, [start.facts + each for each in wanted]))


def money_by_round(sight: Sight[State, Event], most: int) -> list[MoneyThen]:
    """What everybody had at the end of each of the last rounds, and has now."""
    begins = [facts for facts, _ in _rounds(sight)[1:]]
    ends = [*(facts - 1 for facts in begins), sight.table.last.state.facts]
    return list(_had(sight, ends[-most:]))


def _had(sight: Sight[State, Event], wanted: Sequence[int]) -> Iterator[MoneyThen]:
    """What everybody had after so many facts each; the numbers grow."""
    names = sight.state.players
    transfers, rounds, seq_of = _paid(sight.state), _rounds(sight), _seq_of(sight)
    had, paid = dict.fromkeys(names, 0), 0
    for facts in wanted:
        while paid < len(transfers) and transfers[paid].cause <= facts:
            moved = transfers[paid]
            for name, sign in ((moved.source, -1), (moved.target, 1)):
                if name in had:
                    had[name] += sign * moved.amount
            paid += 1
        round_ = rounds[bisect_right(rounds, facts, key=lambda each: each[0]) - 1][1]
        yield MoneyThen(seq_of(facts) or 0, round_, dict(had))


def _rounds(sight: Sight[State, Event]) -> list[tuple[int, int]]:
    """After how many facts each round began, and which it was."""
    start = sight.table.moments.start.state
    rounds = [(start.facts, start.round)]
    for chapter in sight.table.moments.chapters:
        rounds += [tuple(each) for each in chapter.gist["rounds"]]  # type: ignore[attr-defined]
    return rounds


def _paid(state: GameState) -> Ledger:
    return Ledger() if state.bank is None else state.bank.transfers


def _way(said: str, held: dict[str, Pieces], transfer: Transfer) -> Payment:
    """One payment in pieces; ``held`` is changed, for the payments after it."""
    payer, payee = (held.get(name, NOTHING) for name in (transfer.source, transfer.target))
    way = handover(payer, payee, transfer.amount)
    if way is not None:
        held[transfer.source] = payer.minus(way.gives).plus(way.change)
        held[transfer.target] = payee.plus(way.gives).minus(way.change)
    return Payment(said, way)


def _numbered(sight: Sight[State, Event]) -> Callable[[Transfer], int | None]:
    """What tells the record's number of the fact that moved some money; None at the start."""
    seq_of = _seq_of(sight)
    return lambda transfer: seq_of(transfer.cause)


def _seq_of(sight: Sight[State, Event]) -> Callable[[int], int | None]:
    """What tells the record's number of the so many-th fact that counts and is not set aside."""
    table = sight.table
    aside = {
        seq
        for chapter in table.moments.chapters
        for seq in chapter.gist["aside"]  # type: ignore[attr-defined]
    }
    facts = [fact for fact in table.facts if fact.seq not in aside] if aside else table.facts
    first = table.moments.start.state.facts + 1
    return lambda cause: facts[cause - first].seq if 0 <= cause - first < len(facts) else None
