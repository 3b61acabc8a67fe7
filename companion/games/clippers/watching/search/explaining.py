"""What happened since the last look: a search for the facts that explain what has changed.

A node is a hypothesis and the pieces it still has to explain. From each node lead the steps that
may have happened next (``steps.py``). Each has its price, and the cheapest hypotheses that explain
all pieces come first (Dijkstra). docs/watching.md.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count

from companion.games.clippers.terms.events import Event, MarkerMoved, MarkerPlaced, StickLaid
from companion.games.clippers.watching.search.effort import Effort
from companion.games.clippers.watching.search.hypotheses import (
    INFERRED,
    Hypothesis,
    add,
    camera,
    ends_by_itself,
    turn_now,
)
from companion.games.clippers.watching.search.placing import hopeless, is_stick
from companion.games.clippers.watching.search.prices import Prices
from companion.games.clippers.watching.search.steps import Making, Node, Steps
from companion.watching.outcome import Piece

HURRIED = 60
"""In a hurry no more ways than so many are tried for one more piece."""
HARDLY = 1e-9
"""Sums of the same prices differ by less."""


class Search:
    """Explains one look: ``pieces`` that lie differently now, with no more than this ``effort``."""

    most_at_once = 5
    """Of more pieces, all orders are too many to try."""
    few_hypotheses = 4
    most_nodes = 600

    def __init__(
        self, pieces: Sequence[Piece], prices: Prices, effort: Effort, *, at_any_cost: bool = False
    ) -> None:
        """``at_any_cost``: where there is too much to try, any explanation is better than none."""
        self.pieces = tuple(pieces)
        self.prices, self.effort, self.at_any_cost = prices, effort, at_any_cost
        self._steps = Steps(pieces, prices, effort)

    def explain(self, hypotheses: Sequence[Hypothesis], most: int) -> tuple[Hypothesis, ...]:
        """The likeliest hypotheses that explain all pieces, cheapest first, at most so many.

        Empty where the search found none within its bounds, or where a stick is gone: they stay.
        """
        if any(piece.gone and is_stick(hypotheses[0].state, piece) for piece in self.pieces):
            return ()
        wrong = hopeless(hypotheses[0].state, self.pieces)
        if wrong:
            hopeful = [piece for piece in self.pieces if piece not in wrong]
            told = self._of(hopeful).explain(hypotheses, most)
            return tuple(self._against_the_rules(hypothesis, wrong) for hypothesis in told)
        if len(self.pieces) > self.most_at_once:
            return self._bit_by_bit(hypotheses, most)
        return self._all_at_once(hypotheses, most)

    def _of(self, pieces: Sequence[Piece]) -> Search:
        """The same search for other pieces."""
        return Search(pieces, self.prices, self.effort, at_any_cost=self.at_any_cost)

    def _against_the_rules(self, hypothesis: Hypothesis, wrong: Sequence[Piece]) -> Hypothesis:
        """Go on with pieces that lie where no order of events makes them right."""
        gone = [piece for piece in wrong if piece.gone]
        owners = {seat.player.nation: seat.player.name for seat in hypothesis.state.seats}
        for piece in wrong:
            if piece.gone:
                continue
            if (end := ends_by_itself(hypothesis)) is not None:
                hypothesis = add(hypothesis, end, INFERRED)
            name = turn_now(hypothesis.state).seat.player.name
            event: Event = StickLaid(name, piece.kind, piece.place)
            if not is_stick(hypothesis.state, piece):
                name = owners[piece.kind]
                origin = next((other for other in gone if other.kind == piece.kind), None)
                event = MarkerPlaced(name, piece.place)
                if origin is not None:
                    gone.remove(origin)
                    event = MarkerMoved(name, origin.place, piece.place)
            hypothesis = add(hypothesis, event, camera(piece.sureness), self.prices.illegal)
        return hypothesis

    def _bit_by_bit(self, hypotheses: Sequence[Hypothesis], most: int) -> tuple[Hypothesis, ...]:
        """Explain the piece that fits best, then the next.

        A marker that moved is one, and comes before a stick that fits as well: it may be moved
        only in some turns.
        """
        told, left = tuple(hypotheses), list(self.pieces)
        while left:
            tries: list[tuple[float, int, tuple[Piece, ...], tuple[Hypothesis, ...]]] = []
            for bit in _bits(left):
                found = self._of(bit).explain(told[: self.few_hypotheses], most)
                if found:
                    tries.append((found[0].cost, -len(bit), bit, found))
            if not tries:
                return ()
            _, _, bit, told = min(tries, key=lambda tried: tried[:2])
            left = [piece for piece in left if piece not in bit]
        return told

    def _all_at_once(self, hypotheses: Sequence[Hypothesis], most: int) -> tuple[Hypothesis, ...]:
        order = count()
        everything = frozenset(range(len(self.pieces)))
        heap: list[tuple[float, int, Making]] = []
        for hypothesis in hypotheses:
            first = Node(hypothesis, everything)
            heap.append((hypothesis.cost, next(order), partial(_same, first)))
        heapq.heapify(heap)
        done: list[Hypothesis] = []
        seen: set[tuple[object, ...]] = set()
        nodes, dearest, nearest = 0, float("inf"), heap[0][2]
        left = len(self.pieces) + 1
        while heap and nodes < self.most_nodes and len(done) < most:
            cost, _, make = heapq.heappop(heap)
            if cost > dearest or not self.effort.take():
                break
            node = make()
            if node is not None and node.hypothesis.cost > cost + HARDLY:
                made: Making = partial(_same, node)
                heapq.heappush(heap, (node.hypothesis.cost, next(order), made))
                continue
            if node is None or node.key in seen:
                continue
            seen.add(node.key)
            nodes += 1
            if not node.todo and (node.settled or not node.hypothesis.pending):
                dearest = min(dearest, cost + self.prices.margin)
                done.append(node.hypothesis)
                continue
            if len(node.todo) < left:
                left, nearest = len(node.todo), partial(_same, node)
            for price, step in self._steps.after(node):
                heapq.heappush(heap, (cost + price, next(order), step))
        if done or not self.at_any_cost:
            return tuple(done)
        return self._in_a_hurry(nearest())

    def _in_a_hurry(self, node: Node | None) -> tuple[Hypothesis, ...]:
        """Go on from what was explained furthest with the cheapest next step that explains more.

        Not the likeliest, but something: what lies on the table is in the record.
        """
        while node is not None and node.todo:
            further = self._next_piece(node)
            if further is None:
                left = [self.pieces[index] for index in sorted(node.todo)]
                return (self._against_the_rules(node.hypothesis, left),)
            node = further
        return () if node is None else (node.hypothesis,)

    def _next_piece(self, node: Node) -> Node | None:
        """The cheapest way to explain one more piece, within a few steps."""
        order, left = count(), len(node.todo)
        heap: list[tuple[float, int, Making]] = [(0.0, next(order), partial(_same, node))]
        for _ in range(HURRIED):
            if not heap:
                break
            cost, _, make = heapq.heappop(heap)
            found = make()
            if found is None:
                continue
            if found.hypothesis.cost > node.hypothesis.cost + cost + HARDLY:
                made: Making = partial(_same, found)
                dearer = found.hypothesis.cost - node.hypothesis.cost
                heapq.heappush(heap, (dearer, next(order), made))
                continue
            if len(found.todo) < left:
                return found
            for price, step in self._steps.after(found):
                heapq.heappush(heap, (cost + price, next(order), step))
        return None


def _bits(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """What is explained at once: a piece; or one that is gone, and one like it that came.

    Of a kind of which as many are gone as came, none came but from there.
    """
    gone = [piece for piece in pieces if piece.gone]
    came = [piece for piece in pieces if not piece.gone]
    more = Counter(piece.kind for piece in came) - Counter(piece.kind for piece in gone)
    yield from ((piece,) for piece in came if more[piece.kind])
    yield from ((old, new) for old in gone for new in came if old.kind == new.kind)


def _same(node: Node) -> Node:
    return node
