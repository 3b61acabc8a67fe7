"""What happened since the last look: a search for the facts that explain what has changed.

A node is an account and the pieces it still has to explain. From each node lead the acts that the
player at turn may have done: he laid one of the pieces, did what was said at the table, did
something beside the board that nobody saw, or his turn was over. Each step has its price, and the
cheapest accounts that explain all pieces come first (Dijkstra). docs/watching.md.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count

from companion.games.clippers.accounts import (
    INFERRED,
    Account,
    add,
    camera,
    ends_by_itself,
    illegalities,
    inserted,
    instead,
    is_market_act_of,
    market_act_at,
    turn_now,
    unruly,
)
from companion.games.clippers.allowance import MOST_STICKS, most_sticks, owes_stick
from companion.games.clippers.effort import Effort
from companion.games.clippers.events import (
    Card,
    CardTaken,
    Event,
    MarkerMoved,
    MarkerPlaced,
    Passed,
    ShipBought,
    StickLaid,
    TurnEnded,
)
from companion.games.clippers.growth import starting_spaces
from companion.games.clippers.judgement import is_legal
from companion.games.clippers.placing import hopeless, is_stick
from companion.games.clippers.prices import Prices
from companion.games.clippers.rounds import Unsaid, closed_by
from companion.games.clippers.state import FIRST_LAYING, MARKET, State
from companion.record import Source
from companion.watching.ruling import Piece

GUESSED = camera(0.5)
LATE = 25
"""A stick that was laid more facts ago than this is no longer looked for."""


@dataclass(frozen=True, slots=True)
class _Node:
    """An account, and the pieces it has still to explain, by index.

    ``last`` is the age and the turn of the piece explained last; ``settled`` tells that what is
    still pending may stay so.
    """

    account: Account
    todo: frozenset[int]
    last: tuple[int, tuple[int, int, int]] | None = None
    settled: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """What the rest of the search depends on."""
        state = self.account.state
        ends = tuple(company.fleets for company in state.companies.values())
        pending = self.account.pending
        money = tuple(state.money(player.name) for player in state.game.players)
        return self.todo, self.settled, state.turn, state.seats, money, ends, pending, self.last


Making = Callable[[], _Node | None]
Step = tuple[float, Making]
"""A price, and the node it leads to: made when it is the cheapest left; None leads nowhere. The
node may turn out dearer, never cheaper."""
HARDLY = 1e-9
"""Sums of the same prices differ by less."""


class Search:
    """Explains one look: ``pieces`` that lie differently now, with no more than this ``effort``."""

    most_at_once = 5
    """Of more pieces, all orders are too many to try."""
    few_accounts = 4
    most_nodes = 600

    def __init__(self, pieces: Sequence[Piece], prices: Prices, effort: Effort) -> None:
        self.pieces = tuple(pieces)
        self.prices, self.effort = prices, effort

    def explain(self, accounts: Sequence[Account], most: int) -> tuple[Account, ...]:
        """The likeliest accounts that explain all pieces, cheapest first, at most so many.

        Empty where the search found none within its bounds, or where a stick is gone: they stay.
        """
        if any(piece.gone and is_stick(accounts[0].state, piece) for piece in self.pieces):
            return ()
        wrong = hopeless(accounts[0].state, self.pieces)
        if wrong:
            hopeful = [piece for piece in self.pieces if piece not in wrong]
            told = Search(hopeful, self.prices, self.effort).explain(accounts, most)
            return tuple(self._against_the_rules(account, wrong) for account in told)
        if len(self.pieces) > self.most_at_once:
            return self._bit_by_bit(accounts, most)
        return self._all_at_once(accounts, most)

    def _against_the_rules(self, account: Account, wrong: Sequence[Piece]) -> Account:
        """Go on with sticks that lie where no order of events makes them right."""
        for piece in wrong:
            if (end := ends_by_itself(account)) is not None:
                account = add(account, end, INFERRED)
            name = turn_now(account.state).seat.player.name
            stick = StickLaid(name, piece.kind, piece.place)
            account = add(account, stick, camera(piece.sureness), self.prices.illegal)
        return account

    def _bit_by_bit(self, accounts: Sequence[Account], most: int) -> tuple[Account, ...]:
        """Explain the piece that fits best, then the next."""
        told, left = tuple(accounts), list(self.pieces)
        while left:
            tries = []
            for piece in left:
                found = Search((piece,), self.prices, self.effort).explain(
                    told[: self.few_accounts], most
                )
                if found:
                    tries.append((found[0].cost, left.index(piece), found))
            if not tries:
                return ()
            _, index, told = min(tries, key=lambda tried: tried[:2])
            del left[index]
        return told

    def _all_at_once(self, accounts: Sequence[Account], most: int) -> tuple[Account, ...]:
        order = count()
        everything = frozenset(range(len(self.pieces)))
        heap: list[tuple[float, int, Making]] = []
        for account in accounts:
            first = _Node(account, everything)
            heap.append((account.cost, next(order), partial(_same, first)))
        heapq.heapify(heap)
        done: list[Account] = []
        seen: set[tuple[object, ...]] = set()
        nodes, dearest = 0, float("inf")
        while heap and nodes < self.most_nodes and len(done) < most:
            cost, _, make = heapq.heappop(heap)
            if cost > dearest or not self.effort.take():
                break
            node = make()
            if node is not None and node.account.cost > cost + HARDLY:
                made: Making = partial(_same, node)
                heapq.heappush(heap, (node.account.cost, next(order), made))
                continue
            if node is None or node.key in seen:
                continue
            seen.add(node.key)
            nodes += 1
            if not node.todo and (node.settled or not node.account.pending):
                dearest = min(dearest, cost + self.prices.margin)
                done.append(node.account)
                continue
            for price, step in self._steps(node):
                heapq.heappush(heap, (cost + price, next(order), step))
        return tuple(done)

    def _steps(self, node: _Node) -> Iterator[Step]:
        """Everything that may have happened next."""
        yield from self._said(node)
        if not node.todo:
            left = self.prices.left_pending * len(node.account.pending)
            yield left, partial(replace, node, settled=True)
            return
        now = turn_now(node.account.state)
        yield from self._late_markers(node)
        yield from self._late_sticks(node)
        if now.phase == MARKET:
            yield from self._markets(node, now)
        else:
            yield from self._sticks(node, now)
            yield from self._moved_markers(node, now)
            yield from self._wrong_markers(node, now)
            if not now.over:
                yield from self._ends(node, now)

    def _said(self, node: _Node) -> Iterator[Step]:
        """What was said and fits here."""
        pending = node.account.pending
        for index, noted in enumerate(pending):
            if is_legal(node.account.state, noted.event):
                rest = replace(node.account, pending=(*pending[:index], *pending[index + 1 :]))
                yield 0.0, partial(_went_on, node, rest, noted.event, noted.by, 0.0, 0)

    def _markets(self, node: _Node, now: State) -> Iterator[Step]:
        """The player at turn in phase 1: a marker that was seen, or an act that was not."""
        player = now.seat.player
        for index, piece in self._todo(node):
            if piece.kind == player.nation and not is_stick(now, piece):
                yield self._event(node, (index,), MarkerPlaced(player.name, piece.place))
        if not any(is_market_act_of(noted.event, player.name) for noted in node.account.pending):
            price, event = self.prices.passed, Passed(player.name)
            yield price, partial(_went_on, node, node.account, event, GUESSED, price, None)

    def _sticks(self, node: _Node, now: State) -> Iterator[Step]:
        """The player at turn laid a stick: with his ship, or without.

        Where he may not, he may have had a card or a ship that nobody spoke of.
        """
        seat = now.seat
        for index, piece in self._todo(node):
            if not is_stick(now, piece):
                continue
            stick = StickLaid(seat.player.name, piece.kind, piece.place)
            starts = piece.place in starting_spaces(now, piece.kind)
            if starts and seat.ship == piece.kind:
                yield self._event(node, (index,), replace(stick, alternate=True))
            yield self._event(node, (index,), stick)
            if is_legal(now, stick):
                continue
            if seat.laid_in(now.phase) >= most_sticks(seat, now.phase):
                yield from self._had_card(node, now)
            if starts and not seat.bought:
                yield from self._had_ship(node, now, piece.kind)

    def _moved_markers(self, node: _Node, now: State) -> Iterator[Step]:
        """A marker of the player's own is gone here and lies there."""
        player = now.seat.player
        gone = [(i, p) for i, p in self._todo(node, gone=True) if p.kind == player.nation]
        for origin_index, origin in gone:
            if now.seat.card is not Card.PORT:
                yield from self._had_card(node, now, (Card.PORT,))
            for index, piece in self._todo(node):
                if piece.kind == player.nation and not is_stick(now, piece):
                    move = MarkerMoved(player.name, origin.place, piece.place)
                    yield self._event(node, (origin_index, index), move)

    def _late_sticks(self, node: _Node) -> Iterator[Step]:
        """A stick was laid in a turn that is over, and is seen only now."""
        account = node.account
        for at, turns_since in _turns_over(account):
            noted = account.noted[at]
            for index, piece in self._todo(node):
                price = self._late_price(piece, turns_since, lacking=noted.illegal > 0)
                if price is not None and is_stick(account.state, piece):
                    assert isinstance(noted.event, TurnEnded)
                    stick = StickLaid(noted.event.player, piece.kind, piece.place)
                    again = partial(inserted, account, at, stick, camera(piece.sureness), price)
                    after = replace(node, todo=node.todo - {index})
                    yield price, partial(_told_again, after, again)

    def _late_price(self, piece: Piece, turns_since: int, *, lacking: bool) -> float | None:
        """What it costs that a stick lay there since a turn; None where it can't be.

        ``lacking``: the turn seemed to lack a stick; ``turns_since``: so many followed.
        """
        if piece.unseen:
            longer = turns_since * self.prices.turn_longer
            return self.prices.seen_late if lacking else self.prices.seen_very_late + longer
        return self.prices.missed if lacking else None

    def _late_markers(self, node: _Node) -> Iterator[Step]:
        """A marker was placed in phase 1 after all, and is seen only now."""
        account, price = node.account, self.prices.seen_late
        owners = {seat.player.nation: seat.player.name for seat in account.state.seats}
        for index, piece in self._todo(node):
            guess = account.guess_of(owners.get(piece.kind, ""))
            if guess is not None and not is_stick(account.state, piece):
                event = MarkerPlaced(owners[piece.kind], piece.place)
                again = partial(instead, account, guess, event, camera(piece.sureness), price)
                yield price, partial(_told_again, replace(node, todo=node.todo - {index}), again)

    def _wrong_markers(self, node: _Node, now: State) -> Iterator[Step]:
        """A marker placed when nobody may."""
        owners = {seat.player.nation: seat.player.name for seat in now.seats}
        for index, piece in self._todo(node):
            if piece.kind in owners and not is_stick(now, piece):
                event = MarkerPlaced(owners[piece.kind], piece.place)
                # A marker in the last laying phase may show that the round is over: that is legal.
                least = self.prices.illegal if now.phase == FIRST_LAYING else 0.0
                yield least, partial(self._made, node, (index,), event)

    def _ends(self, node: _Node, now: State) -> Iterator[Step]:
        """The turn is over: nothing more may be laid, or the player is done."""
        seat = now.seat
        end = TurnEnded(seat.player.name, now.phase)
        broken = illegalities(node.account.state, end)
        price = 0.0
        if broken:
            price = self.prices.owing_end
            if owes_stick(now, seat):
                yield from self._had_card(node, now, (Card.FIVE_X,))
        elif seat.laid_in(now.phase) < most_sticks(seat, now.phase):
            price = self.prices.early_end
        yield price, partial(_went_on, node, node.account, end, INFERRED, price, broken)

    def _made(self, node: _Node, used: tuple[int, ...], event: Event) -> _Node | None:
        """The node that a piece's fact leads to; what it costs is worked out only now."""
        _, step = self._event(node, used, event)
        return step()

    def _event(self, node: _Node, used: tuple[int, ...], event: Event) -> Step:
        """A piece's fact, legal or not, with what speaks against its coming now."""
        state = node.account.state
        broken = illegalities(state, event)
        price = self.prices.illegal + (broken - 1) * self.prices.further_rule if broken else 0.0
        # Nobody said that others had passed: they may have done what was not seen, and are asked.
        passed = sum(each.unsaid is Unsaid.PASS for each in closed_by(state, event))
        price += passed * (self.prices.passed + self.prices.early_end)
        turn, age = turn_now(state).turn, self.pieces[used[0]].age
        if node.last is None:
            price += self.prices.goes_on if _turn_was_seen(state) else 0.0
        elif node.last[0] == age and node.last[1] != turn:
            price += self.prices.two_turns
        if age < max(self.pieces[index].age for index in node.todo):
            price += self.prices.older_first
        by = camera(min(self.pieces[index].sureness for index in used))
        after = replace(node, todo=node.todo.difference(used), last=(age, turn))
        return price, partial(_went_on, after, node.account, event, by, price, broken)

    def _had_card(
        self, node: _Node, now: State, cards: Collection[Card] = tuple(Card)
    ) -> Iterator[Step]:
        """Tell the round again: the player had taken a card in phase 1 that nobody named."""
        account, seat = node.account, now.seat
        index = account.guess_of(seat.player.name)
        if index is None:
            return
        for card, price in self.prices.cards.items():
            helps = card is Card.PORT or MOST_STICKS[card] > seat.laid_in(now.phase)
            event = CardTaken(seat.player.name, card)
            if card in cards and helps and event != account.noted[index].event:
                again = partial(instead, account, index, event, GUESSED, price)
                yield price, partial(_told_again, node, again)

    def _had_ship(self, node: _Node, now: State, company: str) -> Iterator[Step]:
        """Tell the round again: the player had bought a ship in phase 1, and nobody said so."""
        index = market_act_at(node.account, now.seat.player.name)
        if index is not None:
            event, price = ShipBought(now.seat.player.name, company), self.prices.ship
            again = partial(inserted, node.account, index + 1, event, GUESSED, price)
            yield price, partial(_told_again, node, again)

    def _todo(self, node: _Node, *, gone: bool = False) -> Iterator[tuple[int, Piece]]:
        for index in sorted(node.todo):
            if self.pieces[index].gone is gone:
                yield index, self.pieces[index]


def _same(node: _Node) -> _Node:
    return node


def _went_on(
    node: _Node, account: Account, event: Event, by: Source, price: float, illegal: int | None
) -> _Node:
    return replace(node, account=add(account, event, by, price, illegal))


def _told_again(node: _Node, again: Callable[[], Account]) -> _Node | None:
    """The node with its round told again, unless that breaks more rules."""
    account = again()
    return None if unruly(account) > unruly(node.account) else replace(node, account=account)


def _turns_over(account: Account) -> Iterator[tuple[int, int]]:
    """Where each turn of the last facts ended, the last first, and after how many with sticks."""
    since, laid = 0, False
    for at in reversed(range(max(0, len(account.noted) - LATE), len(account.noted))):
        event = account.noted[at].event
        laid |= isinstance(event, StickLaid)
        if isinstance(event, TurnEnded) and event.phase != MARKET:
            since, laid = since + laid, False
            yield at, since


def _turn_was_seen(state: State) -> bool:
    """Whether pieces of the turn at hand were seen in an earlier look."""
    return state.phase >= FIRST_LAYING and state.seat.laid_in(state.phase) > 0
