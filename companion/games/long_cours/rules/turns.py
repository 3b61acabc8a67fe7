"""Who may act now, and what a turn may not end without. Rules 15 to 20, 46, 67, 71 and 76."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import FOLLOWS, Finding, illegal, look, note
from companion.games.long_cours.state.state import Phase, State
from companion.games.long_cours.terms.events import (
    OUT_OF_TURN,
    Answered,
    Bid,
    Bought,
    ByPlayer,
    DirectMove,
    FightBegun,
    GaveUp,
    NoBid,
    Placed,
    Storm,
    TurnEnded,
)


def game_goes_on(state: State, event: ByPlayer) -> Iterator[Finding]:
    """Nothing counts once one player alone is left. Rule 76."""
    if state.over:
        if any(captain.late for captain in state.captains):
            yield note(FOLLOWS, "76")
        else:
            yield illegal("game-over", "76", player=event.player)


def still_plays(state: State, event: ByPlayer) -> Iterator[Finding]:
    """Who was sunk is out of the game. Rule 71."""
    captain = state.captain(event.player)
    if captain.sunk_by is not None and captain.late:
        yield note(FOLLOWS, "71")
    elif captain.sunk_by is not None:
        yield illegal("is-sunk", "71", player=event.player, by=captain.sunk_by)


def is_out_of_turn(state: State, event: ByPlayer) -> bool:
    """Whether somebody begins something outside his turn. Rule 19."""
    return event.player != state.at_turn.name and not isinstance(event, OUT_OF_TURN)


def own_turn(state: State, event: ByPlayer) -> Iterator[Finding]:
    """Nobody begins anything outside his turn. Rule 19."""
    if is_out_of_turn(state, event):
        at_turn = state.at_turn.name
        yield illegal("not-your-turn", "19", player=event.player, turn_of=at_turn)


def turn_was_ended(state: State, event: ByPlayer) -> Iterator[Finding]:
    """The next player begins when the one before has done all that he wants. Rule 19."""
    if is_out_of_turn(state, event):
        yield look("turn-not-ended", "19", player=state.at_turn.name, next=event.player)


def fight_first(state: State, event: ByPlayer) -> Iterator[Finding]:
    """While a fight goes on, nothing else is done. Rule 50."""
    if state.fight and not isinstance(event, Answered | GaveUp):
        yield illegal("fight-goes-on", "50", player=event.player, answers=state.fight.answers)


def auction_first(state: State, event: ByPlayer) -> Iterator[Finding]:
    """While the corsair is up for auction, nothing else is done. Point A11."""
    if state.auction and not isinstance(event, Bid | NoBid):
        bidder = state.auction.bidders[0]
        yield illegal("auction-goes-on", "A11", player=event.player, bidder=bidder)


def no_card_in_the_first_round(state: State, event: ByPlayer) -> Iterator[Finding]:
    """No card is used in the first round. Rule 15."""
    if state.phase is not Phase.SAILING and isinstance(event, Storm | DirectMove | FightBegun):
        yield illegal("card-in-first-round", "15", player=event.player)


def first_round_only_places_and_buys(state: State, event: ByPlayer) -> Iterator[Finding]:
    """The first round is placing and buying alone. Rules 17 and 18, point A1."""
    if state.phase is Phase.SAILING or isinstance(event, Storm | DirectMove | FightBegun):
        return
    first = Placed if state.phase is Phase.PLACING else (Bought, TurnEnded)
    if not isinstance(event, first):
        code = "place-first" if state.phase is Phase.PLACING else "only-buys-first"
        yield illegal(code, "A1", player=event.player)


def first_port(state: State, event: Placed) -> Iterator[Finding]:
    """The first player places his ship on a port of zone 11, the next in zone 22. Rules 16, A2."""
    if state.phase is not Phase.PLACING:
        yield illegal("placed-already", "16", event.stop, player=event.player)
        return
    stop = state.game.board.stops[event.stop]
    zone = state.game.first_zone(event.player)
    if stop.zone != zone:
        yield illegal("placed-in-other-zone", "16", stop.id, player=event.player, zone=zone)
    if not stop.is_port:
        yield illegal("placed-on-rectangle", "16", stop.id, player=event.player)


def came_back(state: State, event: TurnEnded) -> Iterator[Finding]:
    """Who was wrecked before his turn comes back in it. Rule 46."""
    ship_lost = state.phase is Phase.SAILING and state.captain(event.player).at is None
    if ship_lost and not state.turn.wrecked:
        yield look("has-not-come-back", "46", player=event.player)


def whole_run(state: State, event: TurnEnded) -> Iterator[Finding]:
    """The corsair makes two or three steps; none or one as the table rules. Rule 67, point A9."""
    corsair, rulings = state.corsair, state.game.rulings
    if corsair.owner != event.player or corsair.at is None or state.turn.entered:
        return
    if state.turn.steps == 1 and not rulings.corsair_may_step_once:
        yield illegal("corsair-stepped-once", "67", corsair.at, player=event.player)
    if state.turn.steps == 0 and not rulings.corsair_may_stay:
        yield illegal("corsair-stayed", "67", corsair.at, player=event.player)
