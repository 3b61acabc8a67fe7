"""What may have happened next: from a hypothesis with pieces to explain, each with its price.

The player at turn laid one of the pieces, did what was said at the table, did something beside the
board that nobody saw, or his turn was over. Or what went before was told wrongly: a card or a ship
that nobody named, a piece that was hidden in its time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.games.clippers.course.allowance import MOST_STICKS, most_sticks, owes_stick
from companion.games.clippers.course.rounds import Unsaid
from companion.games.clippers.state.state import FIRST_LAYING, MARKET, State
from companion.games.clippers.terms.events import (
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
from companion.games.clippers.watching.search.effort import Effort
from companion.games.clippers.watching.search.hypotheses import (
    INFERRED,
    Hypothesis,
    MarketAct,
    add,
    camera,
    inserted,
    instead,
    is_market_act_of,
    market_act_at,
    turn_now,
    unruly,
)
from companion.games.clippers.watching.search.placing import is_stick
from companion.games.clippers.watching.search.prices import Prices
from companion.games.clippers.watching.search.told_facts import starts, told
from companion.records.record import Source
from companion.watching.outcome import Piece

GUESSED = camera(0.5)
LATE = 25
"""A stick that was laid more facts ago than this is no longer looked for."""


@dataclass(frozen=True, slots=True)
class Node:
    """A hypothesis, and the pieces it has still to explain, by index.

    ``last`` is the age and the turn of the piece explained last; ``settled`` tells that what is
    still pending may stay so.
    """

    hypothesis: Hypothesis
    todo: frozenset[int]
    last: tuple[int, tuple[int, int, int]] | None = None
    settled: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """What the rest of the search depends on."""
        state = self.hypothesis.state
        ends = tuple(company.fleets for company in state.companies.values())
        pending = self.hypothesis.pending
        money = tuple(state.money(player.name) for player in state.game.players)
        return self.todo, self.settled, state.turn, state.seats, money, ends, pending, self.last


Making = Callable[[], Node | None]
Step = tuple[float, Making]
"""A price, and the node it leads to: made when it is the cheapest left; None leads nowhere. The
node may turn out dearer, never cheaper."""


class Steps:
    """What may have happened next, of ``pieces`` that lie differently now."""

    def __init__(self, pieces: Sequence[Piece], prices: Prices, effort: Effort) -> None:
        self.pieces, self.prices, self.effort = tuple(pieces), prices, effort

    def after(self, node: Node) -> Iterator[Step]:
        """Everything that may have happened next."""
        yield from self._said(node)
        if not node.todo:
            left = self.prices.left_pending * len(node.hypothesis.pending)
            yield left, partial(replace, node, settled=True)
            return
        now = turn_now(node.hypothesis.state)
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

    def _said(self, node: Node) -> Iterator[Step]:
        """What was said and fits here."""
        pending = node.hypothesis.pending
        for index, noted in enumerate(pending):
            if told(node.hypothesis.state, noted.event).is_legal:
                rest = replace(node.hypothesis, pending=(*pending[:index], *pending[index + 1 :]))
                yield 0.0, partial(_went_on, node, rest, noted.event, noted.by, 0.0, 0)

    def _markets(self, node: Node, now: State) -> Iterator[Step]:
        """The player at turn in phase 1: a marker that was seen, or an act that was not."""
        player = now.seat.player
        for index, piece in self._placed(node):
            if piece.kind == player.nation:
                yield self._event(node, (index,), MarkerPlaced(player.name, piece.place))
        if not any(is_market_act_of(noted.event, player.name) for noted in node.hypothesis.pending):
            price, event = self.prices.passed, Passed(player.name)
            yield price, partial(_went_on, node, node.hypothesis, event, GUESSED, price, None)

    def _sticks(self, node: Node, now: State) -> Iterator[Step]:
        """The player at turn laid a stick: with his ship, or without.

        Where he may not, he may have had a card or a ship that nobody spoke of.
        """
        seat = now.seat
        for index, piece in self._todo(node):
            if not is_stick(now, piece):
                continue
            stick = StickLaid(seat.player.name, piece.kind, piece.place)
            begins = piece.place in starts(now, piece.kind)
            if begins and seat.ship == piece.kind:
                yield self._event(node, (index,), replace(stick, alternate=True))
            yield self._event(node, (index,), stick)
            if told(now, stick).is_legal:
                continue
            if seat.laid_in(now.phase) >= most_sticks(seat, now.phase):
                yield from self._had_card(node, now)
            if begins and not seat.bought:
                yield from self._had_ship(node, now, piece.kind)

    def _moved_markers(self, node: Node, now: State) -> Iterator[Step]:
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

    def _late_sticks(self, node: Node) -> Iterator[Step]:
        """A stick was laid in a turn that is over, and is seen only now."""
        hypothesis = node.hypothesis
        for at, turns_since in _turns_over(hypothesis):
            noted = hypothesis.noted[at]
            for index, piece in self._todo(node):
                price = self._late_price(piece, turns_since, lacking=noted.illegal > 0)
                if price is not None and is_stick(hypothesis.state, piece):
                    assert isinstance(noted.event, TurnEnded)
                    stick = StickLaid(noted.event.player, piece.kind, piece.place)
                    again = partial(inserted, hypothesis, at, stick, camera(piece.sureness), price)
                    after = replace(node, todo=node.todo - {index})
                    yield price, partial(_told_again, after, again, self.effort)

    def _late_price(self, piece: Piece, turns_since: int, *, lacking: bool) -> float | None:
        """What it costs that a stick lay there since a turn; None where it can't be.

        ``lacking``: the turn seemed to lack a stick; ``turns_since``: so many followed.
        """
        if piece.unseen:
            longer = turns_since * self.prices.turn_longer
            return self.prices.seen_late if lacking else self.prices.seen_very_late + longer
        return self.prices.missed if lacking else None

    def _late_markers(self, node: Node) -> Iterator[Step]:
        """A marker was placed in phase 1 after all, and is seen only now."""
        hypothesis, price = node.hypothesis, self.prices.seen_late
        owners = {seat.player.nation: seat.player.name for seat in hypothesis.state.seats}
        for index, piece in self._placed(node):
            guess = hypothesis.guess_of(owners.get(piece.kind, ""))
            if guess is not None:
                event = MarkerPlaced(owners[piece.kind], piece.place)
                after = replace(node, todo=node.todo - {index})
                again = partial(instead, hypothesis, guess, event, camera(piece.sureness), price)
                yield price, partial(_told_again, after, again, self.effort)

    def _wrong_markers(self, node: Node, now: State) -> Iterator[Step]:
        """A marker placed when nobody may."""
        owners = {seat.player.nation: seat.player.name for seat in now.seats}
        for index, piece in self._placed(node):
            if piece.kind in owners:
                event = MarkerPlaced(owners[piece.kind], piece.place)
                # A marker in the last laying phase may show that the round is over: that is legal.
                least = self.prices.illegal if now.phase == FIRST_LAYING else 0.0
                yield least, partial(self._made, node, (index,), event)

    def _ends(self, node: Node, now: State) -> Iterator[Step]:
        """The turn is over: nothing more may be laid, or the player is done."""
        seat = now.seat
        end = TurnEnded(seat.player.name, now.phase)
        broken = told(node.hypothesis.state, end).illegal
        price = 0.0
        if broken:
            price = self.prices.owing_end
            if owes_stick(now, seat):
                yield from self._had_card(node, now, (Card.FIVE_X,))
        elif seat.laid_in(now.phase) < most_sticks(seat, now.phase):
            price = self.prices.early_end
        yield price, partial(_went_on, node, node.hypothesis, end, INFERRED, price, broken)

    def _made(self, node: Node, used: tuple[int, ...], event: Event) -> Node | None:
        """The node that a piece's fact leads to; what it costs is worked out only now."""
        _, step = self._event(node, used, event)
        return step()

    def _event(self, node: Node, used: tuple[int, ...], event: Event) -> Step:
        """A piece's fact, legal or not, with what speaks against its coming now."""
        state = node.hypothesis.state
        fact = told(state, event)
        broken = fact.illegal
        price = self.prices.illegal + (broken - 1) * self.prices.further_rule if broken else 0.0
        # Nobody said that others had passed: they may have done what was not seen, and are asked.
        passed = sum(each.unsaid is Unsaid.PASS for each in fact.now.closed)
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
        return price, partial(_went_on, after, node.hypothesis, event, by, price, broken)

    def _had_card(
        self, node: Node, now: State, cards: Collection[Card] = tuple(Card)
    ) -> Iterator[Step]:
        """Tell the round again: the player had taken a card in phase 1 that nobody named.

        The most usual that breaks no further rule is enough: which of several it was, nobody sees.
        """
        seat = now.seat
        index = node.hypothesis.guess_of(seat.player.name)
        if index is None:
            return
        guessed = node.hypothesis.noted[index].event
        helpful = [
            (price, card)
            for card, price in self.prices.cards.items()
            if card in cards
            and (card is Card.PORT or MOST_STICKS[card] > seat.laid_in(now.phase))
            and CardTaken(seat.player.name, card) != guessed
        ]
        if helpful:
            helpful.sort(key=lambda each: each[0])
            yield helpful[0][0], partial(self._with_card, node, index, helpful)

    def _with_card(
        self, node: Node, index: int, cards: Sequence[tuple[float, Card]]
    ) -> Node | None:
        guess = node.hypothesis.noted[index].event
        assert isinstance(guess, MarketAct)
        for price, card in cards:
            event = CardTaken(guess.player, card)
            again = partial(instead, node.hypothesis, index, event, GUESSED, price)
            if (found := _told_again(node, again, self.effort)) is not None:
                return found
        return None

    def _had_ship(self, node: Node, now: State, company: str) -> Iterator[Step]:
        """Tell the round again: the player had bought a ship in phase 1, and nobody said so."""
        index = market_act_at(node.hypothesis, now.seat.player.name)
        if index is not None:
            event, price = ShipBought(now.seat.player.name, company), self.prices.ship
            again = partial(inserted, node.hypothesis, index + 1, event, GUESSED, price)
            yield price, partial(_told_again, node, again, self.effort)

    def _placed(self, node: Node) -> Iterator[tuple[int, Piece]]:
        """The new markers of which not every one has come from where another is gone."""
        gone = Counter(piece.kind for _, piece in self._todo(node, gone=True))
        new = [(i, p) for i, p in self._todo(node) if not is_stick(node.hypothesis.state, p)]
        count_of = Counter(piece.kind for _, piece in new)
        return ((i, piece) for i, piece in new if count_of[piece.kind] > gone[piece.kind])

    def _todo(self, node: Node, *, gone: bool = False) -> Iterator[tuple[int, Piece]]:
        for index in sorted(node.todo):
            if self.pieces[index].gone is gone:
                yield index, self.pieces[index]


def _went_on(
    node: Node, hypothesis: Hypothesis, event: Event, by: Source, price: float, illegal: int | None
) -> Node:
    return replace(node, hypothesis=add(hypothesis, event, by, price, illegal))


def _told_again(node: Node, again: Callable[[], Hypothesis], effort: Effort) -> Node | None:
    """The node with its round told again, unless that breaks more rules."""
    hypothesis = again()
    effort.told_again(len(hypothesis.this_round))
    return (
        None
        if unruly(hypothesis) > unruly(node.hypothesis)
        else replace(node, hypothesis=hypothesis)
    )


def _turns_over(hypothesis: Hypothesis) -> Iterator[tuple[int, int]]:
    """Where each turn of the last facts ended, the last first, and after how many with sticks."""
    since, laid = 0, False
    for at in reversed(range(max(0, len(hypothesis.noted) - LATE), len(hypothesis.noted))):
        event = hypothesis.noted[at].event
        laid |= isinstance(event, StickLaid)
        if isinstance(event, TurnEnded) and event.phase != MARKET:
            since, laid = since + laid, False
            yield at, since


def _turn_was_seen(state: State) -> bool:
    """Whether pieces of the turn at hand were seen in an earlier look."""
    return state.phase >= FIRST_LAYING and state.seat.laid_in(state.phase) > 0
