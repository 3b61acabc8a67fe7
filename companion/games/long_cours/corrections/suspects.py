"""Which corrections could explain what the rules find about a fact.

One function per kind of slip; each yields the corrections worth trying, which ``causes`` weighs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.long_cours.course.auction import least_bid
from companion.games.long_cours.judging.choices import sums
from companion.games.long_cours.judging.instead import instead
from companion.games.long_cours.judging.judgement import Came, as_it_was, left_by, turn_of
from companion.games.long_cours.state.state import Phase, State
from companion.games.long_cours.terms import events as e
from companion.games.long_cours.terms.cards import strength
from companion.play.corrections.course import Course, Edit, Kind
from companion.play.corrections.edits import (
    ODD,
    ODDER,
    SOON,
    back,
    doubled,
    earlier,
    instead_of,
    missing,
    told_soon,
    without,
)

TURNS_BACK = 3
"""What was not written down is put into so many of a player's last turns."""
SUMS = 40
"""A bid that nobody told was so many millions more than it had to be, at most."""
DIE = range(1, 7)
SHIPS = (e.Placed, e.Moved, e.DirectMove, e.CameBack)
"""What makes a cargo ship lie somewhere."""
_Course = Course[State, e.Event]
_Edit = Edit[e.Event]


def suspects(course: _Course, at: int) -> Iterator[_Edit]:
    """Every correction worth trying for what is found about one fact."""
    event = course.events[at]
    if isinstance(event, e.MoneyCorrected):
        return
    yield without(at)
    yield from instead_of(at, instead(course.states[at], event))
    yield from doubled(course, at)
    yield from _unplaced(course, at)
    yield from _unsaid_end(course, at, event)
    yield from _told_late(course, at)
    yield from _ship_elsewhere(course, at, event)
    yield from _storms(course, at, event)
    yield from _purses(course, at, event)
    yield from _fight_begun(course, at, event)
    yield from _dialogue(course, at)
    yield from _corsair(course, at, event)
    if (left := left_by(course.states[at], event)) is not None:
        yield from _corsair(course, at, e.TurnEnded(left.at_turn.name))


def _unplaced(course: _Course, at: int) -> Iterator[_Edit]:
    """Whose turn it was has placed his ship, and nobody said where, or it was told soon after."""
    state = course.states[at]
    if state.phase is Phase.PLACING:
        player = state.at_turn.name
        yield from told_soon(
            course, at, lambda told: isinstance(told, e.Placed) and told.player == player, price=0.0
        )
        for stop in state.game.board.zones[state.game.first_zone(player)]:
            if stop.is_port:
                yield missing(at, e.Placed(player, stop.id), price=0.0, opens="stop")


def _turns_of(course: _Course, at: int, player: str) -> Iterator[int]:
    """Where in a player's last turns something may be missing: now, and before he ended them."""
    yield at
    ends = (i for i, end in back(course, at, e.TurnEnded) if end.player == player)
    for _, index in zip(range(TURNS_BACK), ends, strict=False):
        yield index


def _told_late(course: _Course, at: int) -> Iterator[_Edit]:
    """What a player did in his last turn was told after its end, maybe with another end."""
    events = course.events
    for late in range(at, max(-1, at - SOON), -1):
        deed = events[late]
        if isinstance(deed, (e.MoneyCorrected, e.TurnEnded, e.Placed, *e.OUT_OF_TURN)):
            continue
        if turn_of(course.states[late], deed)[0] not in (Came.NEXT, Came.NOT):
            continue
        for end, _ in back(course, late, e.TurnEnded):
            if events[end] == e.TurnEnded(deed.player):
                yield earlier(course, end, late)
                if events[late + 1 : late + 2] == (e.TurnEnded(deed.player),):
                    put = (deed, *events[end:late])
                    yield Edit(Kind.EARLIER, end, late + 2 - end, put, ODD)
                break


def _unsaid_end(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """A turn before was over, or was not; or an earlier fact was another's."""
    state = course.states[at]
    yield missing(at, e.TurnEnded(state.at_turn.name))
    for index, end in list(back(course, at, e.TurnEnded))[:2]:
        yield without(index, ODDER)
        yield from instead_of(index, (replace(end, player=name) for name in state.players), ODDER)
    for index, before in list(back(course, at, e.Moved, e.DirectMove, e.Bought, e.Resold))[:4]:
        if before.player != event.player:
            yield from instead_of(index, [replace(before, player=event.player)], ODD)


def _ship_elsewhere(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """The ship lay elsewhere: it had sailed to another stop, or sailed unseen, or had not."""
    if not isinstance(event, e.Moved | e.Bought | e.FightBegun | e.DirectMove | e.CameBack):
        return
    seen = as_it_was(course.states[at], event)
    board = seen.game.board
    for index, sailed in back(course, at, *SHIPS):
        if sailed.player != event.player:
            continue
        yield from instead_of(index, instead(course.states[index], sailed))
        yield without(index, ODDER)
        break
    here = seen.captain(event.player).at
    for index in _turns_of(course, at, event.player):
        near = board.stops if here is None else board.beside[here]
        yield from (missing(index, e.Moved(event.player, stop)) for stop in near)
        ports = [stop.id for stop in board.stops.values() if stop.is_port]
        direct = (e.DirectMove(event.player, port) for port in ports)
        yield from (missing(index, each, price=ODDER) for each in direct)
        if here is None:
            yield from (missing(index, each) for each in _returns(seen, event.player))


def _returns(state: State, player: str) -> Iterator[e.CameBack]:
    for die in DIE:
        for stop in state.game.board.zones[state.game.zone_of_die(die)]:
            if stop.is_port:
                yield e.CameBack(player, die, stop.id)


def _storms(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """A storm struck another zone, or none; or one that nobody wrote down struck somebody."""
    zones = course.states[at].game.board.zones
    for index, storm in list(back(course, at, e.Storm))[:4]:
        yield from instead_of(index, (replace(storm, zone=zone) for zone in zones))
        yield without(index)
    if not isinstance(event, e.CameBack | e.AuctionAsked):
        return
    ship = course.states[at].captain(event.player).at
    where = ship if isinstance(event, e.CameBack) else course.states[at].corsair.at
    if where is None:
        return
    zone = course.states[at].game.board.stops[where].zone
    for index, end in list(back(course, at, e.TurnEnded))[:8]:
        yield missing(index, e.Storm(end.player, zone))


def _purses(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """Somebody has less than he should: he bought for another sum, or sold and nobody said so."""
    if not isinstance(event, e.Bought | e.Bid):
        return
    player, state = event.player, course.states[at]
    for index, traded in back(course, at, e.Bought, e.Resold):
        if traded.player != player:
            continue
        if isinstance(traded, e.Bought):
            bought_for = _sums(traded, course.states[index])
            less = [each for each in bought_for if each < traded.millions]
            yield from instead_of(index, (replace(traded, millions=each) for each in less))
            yield without(index)
        else:
            yield from instead_of(index, (replace(traded, die=die) for die in DIE))
    for index in _turns_of(course, at, player):
        yield from (missing(index, e.Resold(player, die)) for die in DIE)
    for index, gave_up in list(back(course, at, e.GaveUp))[:2]:
        others = (name for name in state.players if name != gave_up.player)
        yield from instead_of(index, (replace(gave_up, player=name) for name in others))


def _sums(bought: e.Bought, state: State) -> list[int]:
    """What a purchase may have been for: near what was said, one note, or a nought too many."""
    millions, cash = bought.millions, max(state.cash(bought.player), 1)
    near = (millions - 2, millions - 1, millions // 10)
    return sorted({each for each in (*near, *sums(1, cash)) if each >= 1})


def _fight_begun(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """A fight began, and nobody said so; or it was told as an answer. Rules 49 and 51."""
    state = course.states[at]
    if state.fight is not None or not isinstance(event, e.Answered | e.GaveUp):
        return
    striker, fights = state.at_turn, state.game.cards.fights
    if event.player != striker.name:
        if isinstance(event, e.Answered):
            fights = tuple(card for card in fights if strength(card) < strength(event.card))
        for card in fights:
            begun = e.FightBegun(striker.name, event.player, card)
            yield missing(at, begun, price=0.0, opens="card")
    elif isinstance(event, e.Answered):
        others = (each.name for each in state.lying_at(striker.at) if each is not striker)
        begun_with = (e.FightBegun(striker.name, name, event.card) for name in others)
        yield from instead_of(at, begun_with)


def _dialogue(course: _Course, at: int) -> Iterator[_Edit]:
    """Somebody gave up, passed or bid, and nobody said so."""
    state = course.states[at]
    if state.fight is not None:
        yield missing(at, e.GaveUp(state.fight.answers), price=0.0)
    if state.auction is not None:
        bidders = state.auction.bidders
        passed = tuple(e.NoBid(name) for name in bidders if name != state.auction.bidder)
        for count in range(1, len(passed) + 1):
            yield missing(at, *passed[:count], price=ODD * count / len(passed))
        least = least_bid(state.auction)
        most = min(max(state.cash(bidders[0]), least), least + SUMS)
        for millions in range(least, most + 1):
            yield missing(at, e.Bid(bidders[0], millions), price=ODD, opens="millions")
    event = course.events[at]
    if isinstance(event, e.Bid | e.NoBid) and state.auction is None:
        yield missing(at, e.AuctionAsked(state.at_turn.name))
    for index, bid in list(back(course, at, e.Bid))[:3]:
        near = (bid.millions + step for step in (-2, -1, 1, 2) if bid.millions + step >= 1)
        yield from instead_of(index, (replace(bid, millions=each) for each in near))
    for index, passed_by in list(back(course, at, e.NoBid))[:3]:
        told = course.states[index]
        if told.auction is not None:
            least = least_bid(told.auction)
            bids = (e.Bid(passed_by.player, least + more) for more in range(3))
            yield from instead_of(index, bids, ODD)


def _corsair(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """The corsair lay elsewhere: a step, or its entry, is missing or was another."""
    if not isinstance(event, e.CorsairMoved | e.CorsairEntered | e.TurnEnded | e.AuctionAsked):
        return
    state = as_it_was(course.states[at], event)
    board, where = state.game.board, state.corsair.at
    owner = state.corsair.owner if isinstance(event, e.AuctionAsked) else None
    for index, ran in list(back(course, at, e.CorsairMoved, e.CorsairEntered))[:3]:
        yield from instead_of(index, instead(course.states[index], ran))
        yield without(index, ODDER)
    player = owner or event.player
    for index in _turns_of(course, at, player):
        steps = () if where is None else board.beside[where]
        yield from (missing(index, e.CorsairMoved(player, stop)) for stop in steps)
        for die in DIE:
            stop = board.stranding_places[state.game.zone_of_die(die)].id
            yield missing(index, e.CorsairEntered(player, die, stop))
