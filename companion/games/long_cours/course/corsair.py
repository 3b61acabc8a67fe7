"""What the corsair does to those it meets. Rules 68 to 74."""

from __future__ import annotations

from dataclasses import replace

from companion.bank import Transfer
from companion.games.long_cours.state.state import Captain, Corsair, State
from companion.games.long_cours.terms.events import CorsairMoved


def prey(state: State, stop: str | None, owner: str) -> tuple[Captain, ...]:
    """Whose ships the corsair sinks at a stop: all but its owner's. Rules 68 and 69."""
    return tuple(captain for captain in state.lying_at(stop) if captain.name != owner)


def owner_of(state: State, player: str) -> str:
    """Who owns the corsair that a player plays: he does, if it is his turn."""
    if state.corsair.owner is None or state.at_turn.name == player:
        return player
    return state.corsair.owner


def ran(state: State, event: CorsairMoved) -> State:
    """One step of the run, and whom it sinks. Rule 68, point A10."""
    first = not state.turn.steps
    state = replace(state, turn=replace(state.turn, steps=state.turn.steps + 1))
    owner = owner_of(state, event.player)
    if first and state.game.rulings.corsair_sinks_where_it_lies:
        state = sunk(state, prey(state, state.corsair.at, owner), owner)
    state = replace(state, corsair=replace(state.corsair, owner=owner, at=event.stop))
    return sunk(state, prey(state, event.stop, owner), owner)


def sunk(state: State, victims: tuple[Captain, ...], owner: str) -> State:
    """Cargo to the box, cash to the corsair's owner, cards out of the game. Rules 70 to 72."""
    for victim in victims:
        cash = max(state.cash(victim.name), 0)
        bank = state.bank
        if cash:
            bank = bank.pay(Transfer(victim.name, owner, cash, "sunk", state.facts))
        state = replace(state, bank=bank, goods=state.goods.returned(victim.name))
        state = state.with_captain(victim.name, at=None, cards=0, sunk=state.facts, sunk_by=owner)
    return state


def corsair_sunk(state: State, zone: int) -> State:
    """A storm in its zone sinks the corsair; it is nobody's again. Rule 74."""
    at = state.corsair.at
    if at is None or state.game.board.stops[at].zone != zone:
        return state
    return replace(state, corsair=Corsair())
