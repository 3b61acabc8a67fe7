"""A game goes on by a fact, whatever the rules think of it. Nothing here judges or raises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.carcassonne_south_seas.course.doubts import goes_astray
from companion.games.carcassonne_south_seas.course.evaluation import at_the_end, evaluated
from companion.games.carcassonne_south_seas.course.told_late import (
    covered_late,
    is_late,
    left_open,
    taken_late,
)
from companion.games.carcassonne_south_seas.state.state import State, Turn
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import EACH_ISLANDERS, FACE_UP
from companion.games.carcassonne_south_seas.terms.rulings import TakeBack

OF_TILES = e.TileDrawn | e.TileLaid | e.TileUnfit
BEFORE_EVALUATION = OF_TILES | e.IslanderPlaced | e.IslanderTaken | e.Evaluated
"""What is done before areas are evaluated; everything else shows that they are. Rule 12."""

GOES_ON = e.TileDrawn | e.TileLaid | e.ShipTaken | e.Delivered | e.TurnEnded
"""What shows that no ship is still to be turned up. Rules 9, 38, 39 and 46."""


def as_it_was(state: State, event: e.Event) -> State:
    """The state in which a fact was done: steps that nobody had to say are done before it.

    A tile of the next player shows that the turn is over; goods that are delivered show that what
    was complete has paid.
    """
    if (end := unsaid_end(state, event)) is not None:
        return _gone_on(as_it_was(state, end), end)
    state = _in_his_turn(state, event)
    is_due = state.turn.has_tile and not state.turn.evaluated
    if is_due and not isinstance(event, BEFORE_EVALUATION):
        paid = evaluated(state)
        return state if is_late(paid, event) else paid
    return state


def _in_his_turn(state: State, event: e.Event) -> State:
    """The state in the turn of who acts, where what he did shows that the turn is his. Rule 13.

    Who lays a tile after he said that his turn was over was not done. Who drew out of turn, and
    goes on with that tile, is at turn: others were passed over.
    """
    turn, player = state.turn, event.player
    if turn.left is not None and isinstance(event, OF_TILES):
        before = (state.turns - 1) % len(state.players)
        if player == state.players[before] and player != state.at_turn:
            return replace(state, turn=turn.left, turns=state.turns - 1)
    if turn.by == player and isinstance(event, e.TileLaid | e.TileUnfit):
        passed = (state.players.index(player) - state.turns) % len(state.players)
        return replace(state, turn=replace(turn, by=""), turns=state.turns + passed)
    return state


def unsaid_end(state: State, event: e.Event) -> e.TurnEnded | None:
    """The end of the turn at hand, which nobody said, and the next player's tile shows."""
    if state.over or not (state.turn.has_tile and isinstance(event, OF_TILES)):
        return None
    following = state.players[(state.turns + 1) % len(state.players)]
    return e.TurnEnded(state.at_turn) if event.player == following else None


def apply(state: State, event: e.Event, allowed: frozenset[str] = frozenset()) -> State:
    """Go on by one fact. What is done after the end no longer counts.

    What is found by the codes that the table allows is true: it puts nothing in doubt.
    """
    before = as_it_was(state, event)
    after = before if before.over else _doubted(_gone_on(before, event), before, event, allowed)
    return replace(after, facts=state.facts + 1)


def _gone_on(state: State, event: e.Event) -> State:
    """The state after a fact that is done in this one."""
    known = _made_good(_understood(state, event), event)
    return _counted(_home(_done(known, event)), state, event)


def _understood(state: State, event: e.Event) -> State:
    """Whoever places an islander has one, and whoever takes one back had none: told once.

    Nobody has more than four: what the record shows otherwise, it was not told. Rules 10 and 24.
    """
    more = 0
    if isinstance(event, e.IslanderPlaced):
        more = max(1 - state.supply(event.player), 0)
    elif isinstance(event, e.IslanderTaken):
        may_have = state.game.rulings.take_back is TakeBack.ANY_TURN
        more = 0 if may_have else -max(state.supply(event.player), 0)
        more += state.islanders.get(event.place) != event.player
    return _with_untold(state, {event.player: more}) if more else state


def _home(state: State) -> State:
    """Of islanders that are all before a player none is untold. Rule 10."""
    over = {
        name: EACH_ISLANDERS - state.supply(name)
        for name in state.untold
        if state.supply(name) > EACH_ISLANDERS
    }
    return _with_untold(state, over) if over else state


def _with_untold(state: State, more: Mapping[str, int]) -> State:
    now = {name: state.untold.get(name, 0) + more.get(name, 0) for name in state.players}
    return replace(state, untold={name: number for name, number in now.items() if number})


def _counted(after: State, before: State, event: e.Event) -> State:
    """One ship more or less than four was told once: so many lie there from now on.

    Of whom a ship is told that does not lie there, he has one of the others: one more is known; or
    it is the one that was still to be turned up. What is told late shows nothing.
    """
    up = len(after.display)
    if isinstance(event, e.ShipTaken | e.Delivered) and event.ship not in before.display:
        return after if before.ships_to_turn_up else replace(after, face_up=before.face_up + 1)
    if before.ships_to_turn_up and isinstance(event, GOES_ON) and not is_late(before, event):
        return replace(after, face_up=len(before.display))
    if isinstance(event, e.ShipTurnedUp) and up > max(before.face_up, FACE_UP):
        return replace(after, face_up=up)
    return replace(after, face_up=FACE_UP) if after.face_up < FACE_UP == up else after


def _made_good(state: State, event: e.Event) -> State:
    """What an evaluation left to choose and nobody chose is told once. Rules 34 and 38."""
    if not isinstance(event, e.Delivered | e.TurnEnded) or event.player != state.at_turn:
        return state
    return left_open(state)


def _doubted(after: State, before: State, event: e.Event, allowed: frozenset[str]) -> State:
    """The same with what is in doubt by a tile that can't lie there, or goods that nobody knew."""
    if isinstance(event, e.TileLaid) and goes_astray(before, event, allowed):
        return replace(after, astray=(*before.astray, event.cell))
    if isinstance(event, e.Delivered) and "goods-not-held" not in allowed:
        return _doubting_goods(after, before, event)
    return after


def _doubting_goods(after: State, before: State, event: e.Delivered) -> State:
    """Goods that somebody paid and was not told to have are told once: his others are in doubt.

    Until he pays what he was told to have, and no tile is known to be why.
    """
    held = before.held(event.player)
    known = all(held[kind] >= number for kind, number in event.goods.items())
    if known and after.astray:
        return after
    others = tuple(name for name in after.doubted if name != event.player)
    return replace(after, doubted=others if known else (*others, event.player))


def _done(state: State, event: e.Event) -> State:
    turn = state.turn
    match event:
        case e.TileDrawn(player, tile):
            first = replace(turn, left=None) == Turn() and player != state.at_turn
            by = player if first else ""
            return replace(state, turn=replace(turn, drawn=tile, by=by, left=None))
        case e.TileLaid(_, cell, tile):
            tiles = {at: lies for at, lies in state.tiles.items() if at != cell}
            return replace(
                state,
                tiles={**tiles, cell: tile},
                turn=replace(turn, drawn="", by="", left=None, cell=cell, without=False),
            )
        case e.TileUnfit(_, tile):
            state = replace(state, out=(*state.out, tile))
            none_left = not state.tiles_left and not turn.cell
            return replace(state, turn=replace(turn, drawn="", by="", without=none_left))
        case e.IslanderPlaced(player, place):
            return _moved(replace(state, islanders={**state.islanders, place: player}), player)
        case e.IslanderTaken(player, place):
            rest = {at: who for at, who in state.islanders.items() if at != place}
            return _moved(replace(state, islanders=rest), player)
        case e.Evaluated():
            return evaluated(state)
        case e.TurnEnded(player):
            return turn_over(state) if player == state.at_turn else state
    return _beside_the_tiles(state, event)


def _moved(state: State, player: str) -> State:
    """An islander shows that his step is done; somebody else's is no step of this turn. Rule 18."""
    if player != state.at_turn:
        return state
    return evaluated(replace(state, turn=replace(state.turn, moved=True)))


def _beside_the_tiles(state: State, event: e.Event) -> State:
    turn = state.turn
    match event:
        case e.Covered(_, place) if is_late(state, event):
            return covered_late(state, place)
        case e.Covered(_, place):
            those = [places for places in turn.covers if place in places]
            covers = tuple(places for places in turn.covers if places not in those[:1])
            covered = (*(each for each in state.covered if each != place), place)
            return replace(state, covered=covered, turn=replace(turn, covers=covers))
        case e.ShipTaken(player, ship):
            waits = [*turn.merchants]
            if is_late(state, event):
                state = taken_late(state, player)
            elif player in waits:
                waits.remove(player)
            state = replace(state, turn=replace(turn, merchants=tuple(waits)))
            return _has_ship(state, player, ship)
        case e.ShipTurnedUp(_, ship):
            rest = tuple(each for each in state.display if each != ship)
            return replace(state, display=(*rest, ship))
        case e.Delivered(player, ship, _, _, _):
            held = state.held(player)
            left = {kind: max(held[kind] - n, 0) for kind, n in event.goods.items()}
            state = replace(state, goods={**state.goods, player: left})
            state = replace(state, turn=replace(turn, delivered=True))
            return _has_ship(state, player, ship)
    return state


def _has_ship(state: State, player: str, ship: str) -> State:
    ships = {name: tuple(each for each in its if each != ship) for name, its in state.ships.items()}
    mine = (*ships.get(player, ()), ship)
    display = tuple(each for each in state.display if each != ship)
    return replace(state, ships={**ships, player: mine}, display=display)


def turn_over(state: State) -> State:
    """The next player's turn; or the end, after the last tile or the last ship. Rule 51."""
    if is_last_turn(state):
        return replace(at_the_end(state), over=True)
    left = None if state.turn.has_tile else replace(state.turn, left=None)
    return replace(state, turn=Turn(left=left), turns=state.turns + 1)


def is_last_turn(state: State) -> bool:
    """Whether the game ends with this turn. Rule 51, points A1 and A11."""
    if not state.tiles_left:
        return True
    if state.game.rulings.market_may_take_last_ship:
        return len(state.ships_gone) == len(state.game.ships)
    return len(state.ships_gone) == len(state.game.ships) and state.turn.delivered
