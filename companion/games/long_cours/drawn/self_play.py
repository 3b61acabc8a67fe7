"""Long Cours, as it plays itself: legal facts by lot, as people with some sense would choose."""

from __future__ import annotations

from random import Random

from companion.games.long_cours.course.auction import LEAST_BID, least_bid
from companion.games.long_cours.course.corsair import prey
from companion.games.long_cours.judging.choices import Choice, choices
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.state.state import Phase, State
from companion.games.long_cours.terms import events as e
from companion.play.offered.self_play import SelfPlay

LONGEST = 3_000
"""So many facts are played at most: where all are poor, nobody can buy the corsair any more."""
USUAL: dict[type[object], float] = {
    e.Placed: 1,
    e.Bought: 4,
    e.Moved: 4,
    e.DirectMove: 0.4,
    e.Resold: 5,
    e.Storm: 0.15,
    e.CameBack: 50,
    e.FightBegun: 0.6,
    e.Answered: 2,
    e.GaveUp: 1,
    e.AuctionAsked: 1.5,
    e.Bid: 2,
    e.NoBid: 1,
    e.CorsairEntered: 3,
    e.CorsairMoved: 3,
    e.TurnEnded: 2,
    e.EndAgreed: 1,
}
"""How willing the players are to do each kind of thing."""
CODE = "no-line"
"""The slip that everybody understands at once: a ship goes where no line leads."""


def drawn(state: State, random: Random) -> e.Event | None:
    """What somebody does next; None when the game is over, or nobody can win it any more."""
    offered = choices(state)
    if not offered or state.facts >= LONGEST:
        return None
    kinds = list(dict.fromkeys(type(choice.event) for choice in offered))
    [kind] = random.choices(kinds, [_wish(state, kind) for kind in kinds])
    return _of_kind(state, [choice for choice in offered if type(choice.event) is kind], random)


def _wish(state: State, kind: type[object]) -> float:
    """How much somebody wants to do something now."""
    player, turn = state.at_turn, state.turn
    if kind is e.TurnEnded and not (turn.moved or turn.directs) and player.at is not None:
        return 0.5
    if kind is e.Storm and state.corsair.at and state.corsair.owner != player.name:
        return 1.5
    if kind is e.AuctionAsked and max(state.cash(each.name) for each in state.afloat) < LEAST_BID:
        return 0.05
    if kind is e.Bought and state.phase is Phase.SAILING and state.cash(player.name) < LEAST_BID:
        return 6
    return USUAL[kind]


def _of_kind(state: State, offered: list[Choice], random: Random) -> e.Event:
    """One of these: sums by lot, the corsair after its prey."""
    events = [choice.event for choice in offered]
    event = random.choice(events)
    match event:
        case e.Bought(player, product, _):
            return e.Bought(player, product, random.randint(1, state.cash(player)))
        case e.Bid(player, _) if state.auction:
            least = least_bid(state.auction)
            return e.Bid(player, min(least + random.randint(0, 2), state.cash(player)))
        case e.CorsairMoved():
            return min(events, key=lambda each: (_away(state, each), random.random()))
    return event


def _away(state: State, event: e.Event) -> int:
    """How far the corsair would be from the next ship that it may sink."""
    assert isinstance(event, e.CorsairMoved)
    if prey(state, event.stop, event.player):
        return 0
    others = (each for each in state.afloat if each.name != event.player and each.at is not None)
    board = state.game.board
    ways = (board.distance(event.stop, each.at or "") for each in others)
    return min((way for way in ways if way is not None), default=0)


def a_slip(state: State) -> e.Moved | None:
    """A ship of who is at turn that goes along no line, to a stop as near by name as any.

    To a stranding place: no card leads there, so it can be nothing else.
    """
    player = state.at_turn
    for stop in (place.id for place in state.game.board.stranding_places.values()):
        slip = e.Moved(player.name, stop)
        if [found.code for found in findings(state, slip)] == [CODE] and stop != player.at:
            return slip
    return None


def is_time_for_slip(state: State) -> bool:
    """In the third round, before the player at turn has moved."""
    untouched = not (state.turn.moved or state.turn.directs)
    return state.phase is Phase.SAILING and state.round == 3 and untouched


SELF_PLAY = SelfPlay(drawn, a_slip, is_time_for_slip)
