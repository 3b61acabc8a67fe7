"""All that may be done now without breaking a rule.

A sum is free (rules 25 and 61): of all sums only a few stand here, one for each note and all the
cash; a page asks for the number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.finding import Severity
from companion.games.long_cours.course.apply import RESALE
from companion.games.long_cours.course.auction import least_bid
from companion.games.long_cours.course.setup import NOTES
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.state.state import Phase, State
from companion.games.long_cours.terms import events as e

DIE = range(1, 7)


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be done now, and the money that it would earn."""

    event: e.Event
    earns: int = 0


def choices(state: State) -> tuple[Choice, ...]:
    """All of it, as far as sums are not free, but for a direct move to where the ship lies.

    A turn may always be ended, unless a rule forbids it: nobody is left without a choice.
    """
    if state.over:
        return ()
    thinkable = [*_thinkable(state)]
    events = [event for event in thinkable if not findings(state, event)]
    if not any(isinstance(event, e.TurnEnded | e.CameBack) for event in events):
        ends = (event for event in thinkable if isinstance(event, e.TurnEnded))
        events += [event for event in ends if not _is_forbidden(state, event)]
    return tuple(Choice(event, _earns(state, event)) for event in events)


def _is_forbidden(state: State, event: e.Event) -> bool:
    return any(found.severity is Severity.ILLEGAL for found in findings(state, event))


def awaited(state: State) -> tuple[str, ...]:
    """Who may act now: one player, at turn or not."""
    if state.over:
        return ()
    if state.fight:
        return (state.fight.answers,)
    if state.auction:
        return (state.auction.bidders[0],)
    return (state.at_turn.name,)


def sums(least: int, most: int) -> tuple[int, ...]:
    """A few of the sums from one to another."""
    notes = {value for value, _ in NOTES if least <= value <= most}
    return tuple(sorted(notes | ({least, most} if least <= most else set())))


def _thinkable(state: State) -> Iterator[e.Event]:
    (player,) = awaited(state)
    if state.fight:
        yield from (e.Answered(player, card) for card in state.game.cards.fights)
        yield e.GaveUp(player)
    elif state.auction:
        bids = sums(least_bid(state.auction), state.cash(player))
        yield from (e.Bid(player, millions) for millions in bids)
        yield e.NoBid(player)
    elif state.phase is Phase.PLACING:
        yield from (e.Placed(player, stop) for stop in state.game.board.stops)
    else:
        yield from _in_turn(state, player)


def _in_turn(state: State, player: str) -> Iterator[e.Event]:
    board, at = state.game.board, state.captain(player).at
    product = board.stops[at].product if at else None
    if product is not None:
        yield from (e.Bought(player, product, each) for each in sums(1, state.cash(player)))
    if at is not None:
        yield from (e.Moved(player, stop) for stop in board.beside[at])
        yield from (e.DirectMove(player, stop) for stop in board.stops if stop != at)
        yield from _fights(state, player, at)
    yield from (e.Resold(player, die) for die in DIE)
    yield from (e.Storm(player, zone) for zone in board.zones)
    for die in DIE:
        stops = board.zones[state.game.zone_of_die(die)]
        yield from (e.CameBack(player, die, stop.id) for stop in stops)
        yield from (e.CorsairEntered(player, die, stop.id) for stop in stops)
    yield e.AuctionAsked(player)
    corsair = state.corsair.at
    yield from (e.CorsairMoved(player, stop) for stop in board.beside.get(corsair or "", ()))
    yield e.TurnEnded(player)
    yield e.EndAgreed(player)


def _fights(state: State, player: str, at: str) -> Iterator[e.Event]:
    for other in state.lying_at(at):
        yield from (e.FightBegun(player, other.name, card) for card in state.game.cards.fights)


def _earns(state: State, event: e.Event) -> int:
    """What a throw of that number would bring in. Rule 37."""
    if not isinstance(event, e.Resold):
        return 0
    product = state.game.product_of_die(event.die)
    return RESALE * state.goods.cargo(event.player).get(product, 0)
