"""What each action does to the table. Rules 31 to 47 and 63 to 67."""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_kini.course import election as elections
from companion.games.big_kini.course.cards import bought
from companion.games.big_kini.course.money import paid_by_bank, paid_to_bank
from companion.games.big_kini.course.rounds import with_goods
from companion.games.big_kini.state.atolls import STORE
from companion.games.big_kini.state.doubts import Subject
from companion.games.big_kini.state.election import Election
from companion.games.big_kini.state.reach import distance, island_at
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.state.turn import Doing, Landing
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.cards import Bonus

COST_OF_A_STEP = 1
"""What a move costs for each atoll of distance. Rule 40."""


def deed(state: State, event: e.Deed, doing: Doing | None) -> State:
    """What an action changes; ``doing`` is the one of which it is a part, where it is known."""
    match event:
        case e.Proliferated(player, place):
            return replace(state, cubes={**state.cubes, place: player})
        case e.Moved():
            return _moved(state, event, doing)
        case e.IncomeTaken(player, place):
            state = paid_by_bank(state, player, income(state, place, doing), "income", place)
            return replace(state, used={**state.used, place: player})
        case e.GoodsTaken(player, place):
            return _taken(state, player, place)
        case e.GoodsPicked(player, goods):
            return state.with_hand(player, state.hand(player).with_goods(goods, 1))
        case e.ElectionCalled(player, cell):
            return elections.called(state, new_election(state, player, cell, doing))
        case e.Discovered():
            return _discovered(state, event, doing)
        case e.CardBought(player, card):
            return bought(state, player, card)


def income(state: State, place: str, doing: Doing | None) -> int:
    """What a factory pays, with what a card adds. Rules 43 and 95."""
    island = island_at(state, place)
    return (island.number if island else 0) + state.gives(doing, Bonus.MORE_INCOME)


def cost_of_move(state: State, source: str, target: str, doing: Doing | None) -> int:
    """One for each atoll of distance; nothing within an atoll. Rules 36 and 40."""
    if state.gives(doing, Bonus.FREE_MOVE):
        return 0
    away = distance(state, cell_of(source), cell_of(target))
    return COST_OF_A_STEP * (away or 0)


def cost_of_discovery(state: State, source: str, cell: str, doing: Doing | None) -> int:
    """Five, or seven as the table rules; the distance besides if it rules so. Rule 64, A9."""
    rulings = state.game.rulings
    cost = int(rulings.discovery_costs.value)
    cost = max(cost - state.gives(doing, Bonus.CHEAPER), 0)
    if rulings.discovery_adds_distance:
        cost += COST_OF_A_STEP * (distance(state, cell_of(source), cell) or 0)
    return cost


def new_election(state: State, player: str, cell: str, doing: Doing | None) -> Election:
    """An election, with the bonus of the card by which it is called. Rules 95, 97 and 98."""
    any_votes = player if state.gives(doing, Bonus.ANY_VOTES) else ""
    return Election(cell, player, any_votes=any_votes, extra=state.gives(doing, Bonus.MORE_VOTES))


def landed(state: State, player: str, place: str) -> State:
    """The cube that set out lies on the new atoll, whoever is named. Point A10.

    One that was taken to have landed there, as nobody told it, lies where it is told later. One
    that nobody told to set out may be told of later; see ``_discovered``.
    """
    landing, supposed = state.turn.landing, supposed_landing(state, player, place)
    here, source = landing is not None and landing.cell == cell_of(place), supposed
    if landing is not None and (here or (landing.player == player and not supposed)):
        player = landing.player
        if not supposed or state.cubes.get(landing.source) == player:
            source = landing.source
        state = replace(state, turn=replace(state.turn, landing=None))
    cubes = {at: who for at, who in state.cubes.items() if at != source}
    shown = state.shown
    if supposed:
        shown = shown.settling([(Subject.CUBES, cell_of(place))])
    if supposed or not source:
        shown = replace(shown, landed="" if source else place)
    return replace(state, cubes={**cubes, place: player}, shown=shown)


def supposed_landing(state: State, player: str, place: str) -> str:
    """Where a player's cube lies that was taken to have landed on a place's atoll; else empty."""
    supposed = state.shown.landed
    there = state.cubes.get(supposed) == player and cell_of(supposed) == cell_of(place)
    return supposed if there else ""


def _moved(state: State, event: e.Moved, doing: Doing | None) -> State:
    cost = cost_of_move(state, event.source, event.target, doing)
    state = paid_to_bank(state, event.player, cost, "move", event.target)
    cubes = {at: who for at, who in state.cubes.items() if at != event.source}
    return replace(state, cubes={**cubes, event.target: event.player})


def _taken(state: State, player: str, place: str) -> State:
    """The goods tile goes from the island to the player's hand. Rule 46."""
    island = island_at(state, place)
    kind = state.goods.get(place) or (island.goods if island else "")
    goods = {at: lies for at, lies in state.goods.items() if at != place}
    state = replace(state, goods=goods)
    return state.with_hand(player, state.hand(player).with_goods(kind, 1)) if kind else state


def _discovered(state: State, event: e.Discovered, doing: Doing | None) -> State:
    """The tile is turned up, its token taken, its goods laid. Rules 64 to 67.

    Where the cube was told to have landed before, it has.
    """
    player, cell = event.player, event.cell
    cost = cost_of_discovery(state, event.source, cell, doing)
    state = paid_to_bank(state, player, cost, "discovery", cell)
    hand = state.hand(player)
    was_hidden = cell in state.hidden
    found = hand.discovered + was_hidden
    state = state.with_hand(player, replace(hand, discovered=found))
    state = replace(
        state,
        tiles={**state.tiles, cell: event.atoll},
        turn=replace(state.turn, landing=Landing(player, event.source, cell)),
    )
    for place in state.places_at(cell, STORE):
        state = with_goods(state, place)
    early = supposed_landing(state, player, f"{cell}/")
    return landed(state, player, early) if early and was_hidden else state
