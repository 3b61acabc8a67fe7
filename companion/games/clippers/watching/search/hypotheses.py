"""Hypotheses of a game: ways it may have gone, told from what was seen and what was said.

What cannot be seen, the acts beside the board, is guessed at first and told again when later sticks
show otherwise. Only the round at hand is told again; what was before it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.games.clippers.course.allowance import most_sticks
from companion.games.clippers.course.turn_order import next_turn
from companion.games.clippers.state.state import FIRST_LAYING, MARKET, State
from companion.games.clippers.terms.events import (
    Card,
    CardTaken,
    Event,
    MarkerPlaced,
    Passed,
    ShipBought,
    TurnEnded,
)
from companion.games.clippers.watching.search.told_facts import told
from companion.records.record import Source, Who

MarketAct = MarkerPlaced | CardTaken | Passed
BesideTheBoard = CardTaken | Passed | ShipBought
"""Acts that leave nothing on the board."""
INFERRED = Source(Who.SYSTEM)
"""Who says that a turn was over, where the next act shows it."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A fact of a hypothesis and who says so; ``illegal``: so many rules forbade it.

    ``before`` is the state in which it was told, once it is told of.
    """

    event: Event
    by: Source
    illegal: int = 0
    before: State | None = field(default=None, compare=False, repr=False)

    @property
    def is_guess(self) -> bool:
        """Whether nobody saw or said it: the camera names what it can't see."""
        return self.by.who is Who.CAMERA and isinstance(self.event, BesideTheBoard)

    @property
    def round(self) -> int:
        """The round in which it was told."""
        return _state_before(self).round


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One way it may have gone: the facts, the state they led to, and its price.

    ``cost`` is in nats: a dearer hypothesis is less likely by that power of e. The first ``kept``
    facts are of earlier rounds and led to ``start``; before them all was ``origin``. ``pending``
    was said and has no place yet.
    """

    origin: State
    noted: tuple[Noted, ...]
    state: State
    kept: int
    start: State
    cost: float = 0.0
    pending: tuple[Noted, ...] = ()

    @property
    def this_round(self) -> tuple[Noted, ...]:
        """The facts of the round at hand."""
        return self.noted[self.kept :]

    def guess_of(self, player: str) -> int | None:
        """Where the hypothesis guesses what a player did in phase 1 of this round."""
        for index in range(self.kept, len(self.noted)):
            noted = self.noted[index]
            if noted.is_guess and is_market_act_of(noted.event, player):
                return index
        return None


def begin(start: State, noted: Iterable[tuple[Event, Source]] = ()) -> Hypothesis:
    """Tell a game from its beginning by facts that stand."""
    hypothesis = Hypothesis(start, (), start, 0, start)
    for event, by in noted:
        hypothesis = add(hypothesis, event, by)
    return hypothesis


def add(
    hypothesis: Hypothesis, event: Event, by: Source, cost: float = 0.0, illegal: int | None = None
) -> Hypothesis:
    """Go on with one fact; ``illegal`` is how many rules forbid it, where that is known."""
    fact = told(hypothesis.state, event)
    if illegal is None:
        illegal = fact.illegal
    state = fact.after
    noted = (*hypothesis.noted, Noted(event, by, illegal, hypothesis.state))
    over = state.round > hypothesis.state.round
    return replace(
        hypothesis,
        noted=noted,
        state=state,
        kept=len(noted) if over else hypothesis.kept,
        start=state if over else hypothesis.start,
        cost=hypothesis.cost + cost,
    )


def before_fact(hypothesis: Hypothesis, index: int) -> Hypothesis:
    """The hypothesis as it was before the fact of this index, or as it is after the last."""
    if index >= len(hypothesis.noted):
        return hypothesis
    noted = hypothesis.noted[:index]
    state = _state_before(hypothesis.noted[index])
    kept = index
    while kept and _state_before(noted[kept - 1]).round == state.round:
        kept -= 1
    start = _state_before(hypothesis.noted[kept])
    return replace(hypothesis, noted=noted, state=state, kept=kept, start=start)


def _state_before(noted: Noted) -> State:
    assert noted.before is not None
    return noted.before


def told_on(hypothesis: Hypothesis, noted: Iterable[Noted], cost: float = 0.0) -> Hypothesis:
    """Go on with facts that were told before, each judged anew."""
    for each in noted:
        hypothesis = add(hypothesis, each.event, each.by)
    return replace(hypothesis, cost=hypothesis.cost + cost)


def instead(
    hypothesis: Hypothesis, index: int, event: Event, by: Source, cost: float = 0.0
) -> Hypothesis:
    """Tell it with another fact in the place of the one of this index."""
    again = add(before_fact(hypothesis, index), event, by)
    return told_on(again, hypothesis.noted[index + 1 :], cost)


def inserted(
    hypothesis: Hypothesis, index: int, event: Event, by: Source, cost: float = 0.0
) -> Hypothesis:
    """Tell it with one more fact before the one of this index, even of an earlier round."""
    again = add(before_fact(hypothesis, index), event, by)
    return told_on(again, hypothesis.noted[index:], cost)


def without(hypothesis: Hypothesis, index: int) -> Hypothesis:
    """Tell the whole game without the fact of this index, however long ago it was.

    What had only followed from it goes with it: the ends of turns after the last act.
    """
    facts = [*hypothesis.noted[:index], *hypothesis.noted[index + 1 :]]
    while len(facts) >= index and facts and facts[-1].by == INFERRED:
        facts.pop()
    return told_on(before_fact(hypothesis, min(index, len(facts))), facts[index:])


def unruly(hypothesis: Hypothesis) -> int:
    """How many facts of the hypothesis break a rule."""
    return sum(noted.illegal > 0 for noted in hypothesis.noted)


def market_act_at(hypothesis: Hypothesis, player: str) -> int | None:
    """Where a player's act of phase 1 of this round stands in the hypothesis."""
    for index in range(hypothesis.kept, len(hypothesis.noted)):
        if is_market_act_of(hypothesis.noted[index].event, player):
            return index
    return None


def is_market_act_of(event: Event, player: str) -> bool:
    """Whether it is what this player did in phase 1."""
    return isinstance(event, MarketAct) and event.player == player


def turn_now(state: State) -> State:
    """The state in which the next act falls: a turn of phase 1 is over once its player acted."""
    return next_turn(state) if state.phase == MARKET and state.seat.acted else state


def camera(sureness: float) -> Source:
    """What a camera says, and how surely."""
    return Source(Who.CAMERA, confidence=round(sureness, 3))


def ends_by_itself(hypothesis: Hypothesis) -> TurnEnded | None:
    """The end of a turn whose player may lay no more: nobody needs to say it.

    With a port card he may still move a marker; and a card nobody named may allow him more.
    """
    state = hypothesis.state
    seat, phase = state.seat, state.phase
    unsure = seat.card is Card.PORT or hypothesis.guess_of(seat.player.name) is not None
    if state.over or phase < FIRST_LAYING or unsure:
        return None
    if seat.laid_in(phase) < most_sticks(seat, phase):
        return None
    end = TurnEnded(seat.player.name, phase)
    broken = told(state, end).illegal or any(noted.illegal for noted in hypothesis.this_round)
    return None if broken else end
