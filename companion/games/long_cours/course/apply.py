"""The state after a fact. Nothing here judges, and nothing raises: the table is right."""

from __future__ import annotations

from dataclasses import replace

from companion.bank import BANK, Transfer
from companion.games.long_cours.course import auction
from companion.games.long_cours.course.corsair import corsair_sunk, owner_of, ran
from companion.games.long_cours.course.turns import passed_on, placed_on
from companion.games.long_cours.state.shown import Subject
from companion.games.long_cours.state.state import Fight, Phase, State
from companion.games.long_cours.terms.events import (
    Answered,
    AuctionAsked,
    Bid,
    Bought,
    ByPlayer,
    CameBack,
    CorsairEntered,
    CorsairMoved,
    DirectMove,
    EndAgreed,
    Event,
    FightBegun,
    GaveUp,
    MoneyCorrected,
    Moved,
    NoBid,
    Placed,
    Resold,
    Storm,
    TurnEnded,
)

RESALE = 3
"""How many times its price a cargo is paid. Rule 37."""


def done(state: State, event: Event) -> State:
    """The state after a fact that is done in this one. Who is sunk does nothing any more."""
    if isinstance(event, MoneyCorrected):
        return _corrected(state, event)
    if state.over or not state.captain(event.player).plays:
        return state.with_captain(event.player, late=True)
    return _by_player(state, event)


def unanswered(state: State) -> State:
    """Who does not answer a blow has given up; who does not speak in an auction bids no more."""
    if state.fight is not None:
        return _fought(state, GaveUp(state.fight.answers))
    return state if state.auction is None else auction.knocked_down(state)


def _by_player(state: State, event: ByPlayer) -> State:
    match event:
        case Placed():
            return _placed(state, event)
        case Moved() | DirectMove() | CameBack() | CorsairEntered() | CorsairMoved():
            return _sailed(state, event)
        case Bought() | Resold():
            return _traded(state, event)
        case Storm(player, zone):
            return _stormed(state, player, zone)
        case FightBegun() | Answered() | GaveUp():
            return _fought(state, event)
        case AuctionAsked() | Bid() | NoBid():
            return _bid(state, event)
        case TurnEnded(player):
            return passed_on(state) if player == state.at_turn.name else state
        case EndAgreed():
            return replace(state, settled=True)


def _placed(state: State, event: Placed) -> State:
    """A ship is placed. Rule 16. While others wait, nobody buys, whatever was told before."""
    after = arrived(state, event.player, event.stop)
    of_first_round = state.phase is not Phase.SAILING
    waits = any(captain.at is None for captain in after.captains)
    if state.phase is Phase.PLACING or (of_first_round and waits):
        return placed_on(state, after, event)
    return after


def _bid(state: State, event: AuctionAsked | Bid | NoBid) -> State:
    """The corsair is put up, and goes to the highest bidder. Rules 60 and 61."""
    match event:
        case AuctionAsked(player):
            return auction.asked(state, player)
        case Bid():
            return auction.bid(state, event)
        case NoBid(player):
            return auction.passed(state, player)


def _sailed(
    state: State, event: Moved | DirectMove | CameBack | CorsairEntered | CorsairMoved
) -> State:
    """A ship comes to lie somewhere else. Rules 28, 29, 47, 62 and 67."""
    turn = state.turn
    match event:
        case Moved(player, stop):
            return arrived(replace(state, turn=replace(turn, moved=True)), player, stop)
        case DirectMove(player, stop):
            state = replace(state, turn=replace(turn, directs=turn.directs + 1))
            played = replace(state.played, directs=state.played.directs + 1)
            return arrived(replace(spent(state, player), played=played), player, stop)
        case CameBack(player, _, stop):
            return arrived(state, player, stop)
        case CorsairEntered(player, _, stop):
            corsair = replace(state.corsair, owner=owner_of(state, player), at=stop)
            return replace(state, corsair=corsair, turn=replace(turn, entered=True))
        case CorsairMoved():
            return ran(state, event)


def arrived(state: State, player: str, stop: str) -> State:
    """A cargo ship stops somewhere; goods that lie stranded there are its. Rule 44."""
    state = state.with_captain(player, at=stop)
    return replace(state, goods=state.goods.passed_on(stop, player))


def _traded(state: State, event: Bought | Resold) -> State:
    """Money for goods, and goods for three times the money. Rules 25, 36 and 37."""
    player = event.player
    if isinstance(event, Bought):
        price = Transfer(player, BANK, event.millions, "goods", state.facts, event.product)
        goods = state.goods.bought(player, event.product, event.millions)
        return replace(state, bank=state.bank.pay(price), goods=goods)
    state = replace(state, turn=replace(state.turn, thrown=True))
    product = state.game.product_of_die(event.die)
    millions = state.goods.cargo(player).get(product, 0)
    if not millions:
        return state
    paid = Transfer(BANK, player, RESALE * millions, "resale", state.facts, product)
    goods = state.goods.returned(player, product)
    return replace(state, bank=state.bank.pay(paid), goods=goods)


def _stormed(state: State, player: str, zone: int) -> State:
    """Every ship in the zone is wrecked, its cargo piled on the rectangle. Rules 39 to 43, 74."""
    state = spent(state, player)
    state = replace(state, played=replace(state.played, storms=state.played.storms + 1))
    stranded = state.game.board.stranding_places[zone].id
    for victim in state.in_zone(zone):
        goods = state.goods.passed_on(victim.name, stranded)
        state = replace(state.with_captain(victim.name, at=None), goods=goods)
        if victim.name == state.at_turn.name:
            state = replace(state, turn=replace(state.turn, wrecked=True))
    return corsair_sunk(state, zone)


def _fought(state: State, event: FightBegun | Answered | GaveUp) -> State:
    """Blow by blow, until one gives up and loses all his cash. Rules 49 to 55."""
    if isinstance(event, FightBegun):
        state = _struck(state, event.player, event.card)
        return replace(state, fight=Fight(event.opponent, event.player, event.card))
    fight = state.fight or _fight_unsaid(state, event)
    if isinstance(event, Answered):
        state = _struck(state, event.player, event.card)
        if fight is None or event.player not in (fight.answers, fight.struck):
            return state
        other = fight.struck if event.player == fight.answers else fight.answers
        return replace(state, fight=Fight(other, event.player, event.card))
    if fight is None or event.player not in (fight.answers, fight.struck):
        return state
    winner = fight.struck if event.player == fight.answers else fight.answers
    cash = max(state.cash(event.player), 0)
    bank = state.bank
    if cash:
        bank = bank.pay(Transfer(event.player, winner, cash, "fight", state.facts))
    return replace(state, fight=None, bank=bank)


def _fight_unsaid(state: State, event: Answered | GaveUp) -> Fight | None:
    """The fight that somebody answers, though nobody said that it began. Rule 49.

    He lies in one port with who is at turn, who has struck him; who is at turn has struck the only
    other there, and goes on. None where that was told otherwise: a fight was over.
    """
    if (Subject.FIGHT, "") in state.shown.doubts:
        return None
    striker = state.at_turn
    others = [each.name for each in state.lying_at(striker.at) if each is not striker]
    if event.player in others:
        return Fight(event.player, striker.name, "")
    if isinstance(event, Answered) and event.player == striker.name and len(others) == 1:
        return Fight(event.player, others[0], "")
    return None


def _struck(state: State, player: str, card: str) -> State:
    fights = state.played.fights | {card}
    return replace(spent(state, player), played=replace(state.played, fights=fights))


def spent(state: State, player: str) -> State:
    """A card that is played is out of the game for good. Rule 33."""
    return state.with_captain(player, cards=max(state.captain(player).cards - 1, 0))


def _corrected(state: State, event: MoneyCorrected) -> State:
    for name in {event.source, event.target} - {BANK}:
        state = state.with_captain(name, credit=0)
    paid = Transfer(
        event.source,
        event.target,
        event.amount,
        "correction",
        state.facts,
        mends=event.mends or None,
    )
    return auction.rejoined(replace(state, bank=state.bank.pay(paid)))
