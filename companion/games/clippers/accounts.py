"""Accounts of a game: ways it may have gone, told from what was seen and what was said.

What cannot be seen, the acts beside the board, is guessed at first and told again when later sticks
show otherwise. Only the round at hand is told again; what was before it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.finding import Severity
from companion.games.clippers.allowance import most_sticks
from companion.games.clippers.course import apply
from companion.games.clippers.events import (
    Card,
    CardTaken,
    Event,
    MarkerPlaced,
    Passed,
    ShipBought,
    TurnEnded,
)
from companion.games.clippers.judgement import findings, follows
from companion.games.clippers.rounds import next_turn
from companion.games.clippers.state import FIRST_LAYING, MARKET, State
from companion.record import Source, Who

MarketAct = MarkerPlaced | CardTaken | Passed
BesideTheBoard = CardTaken | Passed | ShipBought
"""Acts that leave nothing on the board."""
INFERRED = Source(Who.SYSTEM)
"""Who says that a turn was over, where the next act shows it."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A fact of an account and who says so; ``illegal``: so many rules forbade it."""

    event: Event
    by: Source
    illegal: int = 0

    @property
    def is_guess(self) -> bool:
        """Whether nobody saw or said it: the camera names what it can't see."""
        return self.by.who is Who.CAMERA and isinstance(self.event, BesideTheBoard)


@dataclass(frozen=True, slots=True)
class Account:
    """One way it may have gone: the facts, the state they led to, and its price.

    ``cost`` is in nats: a dearer account is less likely by that power of e. The first ``kept``
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
        """Where the account guesses what a player did in phase 1 of this round."""
        for index in range(self.kept, len(self.noted)):
            noted = self.noted[index]
            if noted.is_guess and is_market_act_of(noted.event, player):
                return index
        return None


def begin(start: State, noted: Iterable[tuple[Event, Source]] = ()) -> Account:
    """Tell a game from its beginning by facts that stand."""
    account = Account(start, (), start, 0, start)
    for event, by in noted:
        account = add(account, event, by)
    return account


def add(
    account: Account, event: Event, by: Source, cost: float = 0.0, illegal: int | None = None
) -> Account:
    """Go on with one fact; ``illegal`` is how many rules forbid it, where that is known."""
    if illegal is None:
        illegal = illegalities(account.state, event)
    state = apply(account.state, event)
    noted = (*account.noted, Noted(event, by, illegal))
    over = state.round > account.state.round
    return replace(
        account,
        noted=noted,
        state=state,
        kept=len(noted) if over else account.kept,
        start=state if over else account.start,
        cost=account.cost + cost,
    )


def illegalities(state: State, event: Event) -> int:
    """How many rules forbid a fact; who watches does not excuse what follows from a slip."""
    found = sum(found.severity is Severity.ILLEGAL for found in findings(state, event))
    return found + follows(state, event)


def told_again(account: Account, noted: Iterable[Noted], cost: float = 0.0) -> Account:
    """Tell the round at hand by other facts."""
    again = replace(
        account,
        noted=account.noted[: account.kept],
        state=account.start,
        cost=account.cost + cost,
    )
    for each in noted:
        again = add(again, each.event, each.by)
    return again


def instead(account: Account, index: int, event: Event, by: Source, cost: float = 0.0) -> Account:
    """Tell it with another fact in the place of the one of this index."""
    facts = list(account.this_round)
    facts[index - account.kept] = Noted(event, by)
    return told_again(account, facts, cost)


def inserted(account: Account, index: int, event: Event, by: Source, cost: float = 0.0) -> Account:
    """Tell it with one more fact before the one of this index, even of an earlier round."""
    if index < account.kept:
        facts = [(noted.event, noted.by) for noted in account.noted]
        again = begin(account.origin, [*facts[:index], (event, by), *facts[index:]])
        return replace(again, cost=account.cost + cost, pending=account.pending)
    facts_now = list(account.this_round)
    facts_now.insert(index - account.kept, Noted(event, by))
    return told_again(account, facts_now, cost)


def without(account: Account, index: int) -> Account:
    """Tell the whole game without the fact of this index, however long ago it was.

    What had only followed from it goes with it: the ends of turns after the last act.
    """
    facts = [*account.noted[:index], *account.noted[index + 1 :]]
    while len(facts) >= index and facts and facts[-1].by == INFERRED:
        facts.pop()
    again = begin(account.origin, ((each.event, each.by) for each in facts))
    return replace(again, cost=account.cost, pending=account.pending)


def unruly(account: Account) -> int:
    """How many facts of the account break a rule."""
    return sum(noted.illegal > 0 for noted in account.noted)


def market_act_at(account: Account, player: str) -> int | None:
    """Where a player's act of phase 1 of this round stands in the account."""
    for index in range(account.kept, len(account.noted)):
        if is_market_act_of(account.noted[index].event, player):
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


def ends_by_itself(account: Account) -> TurnEnded | None:
    """The end of a turn whose player may lay no more: nobody needs to say it.

    With a port card he may still move a marker; and a card nobody named may allow him more.
    """
    state = account.state
    seat, phase = state.seat, state.phase
    unsure = seat.card is Card.PORT or account.guess_of(seat.player.name) is not None
    if state.over or phase < FIRST_LAYING or unsure:
        return None
    if seat.laid_in(phase) < most_sticks(seat, phase):
        return None
    end = TurnEnded(seat.player.name, phase)
    broken = illegalities(state, end) or any(noted.illegal for noted in account.this_round)
    return None if broken else end
