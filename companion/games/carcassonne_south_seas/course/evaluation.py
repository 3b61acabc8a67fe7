"""Evaluation: what is complete pays, and its islanders go home. Rules 26 to 43, 52 and 53."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.carcassonne_south_seas.state.areas import Area
from companion.games.carcassonne_south_seas.state.state import Payment, State
from companion.games.carcassonne_south_seas.terms.goods import BOAT_TOKENS, MARKET, PAYS, SEA


def most(islanders: Iterable[str]) -> tuple[str, ...]:
    """Who has most islanders in an area: all of them on a tie. Rules 41 and 42."""
    counts = Counter(islanders)
    top = max(counts.values(), default=0)
    return tuple(player for player, count in counts.items() if count == top)


def occupied(state: State) -> Iterator[Area]:
    """The areas that hold islanders, each once, in the order in which they came."""
    yield from {area.places: area for at in state.islanders if (area := state.area(at))}.values()


def worth(state: State, area: Area) -> int:
    """What an area pays: its shells, bananas, or the fish not covered. Rules 28, 30, 31 and 35."""
    return sum(n for _, n in state.fish_in(area)) if area.kind == SEA else area.goods


def boat_comes(state: State, area: Area) -> bool:
    """Whether the tile of this turn brings a fishing boat into a sea. Rules 32 and 33."""
    return bool(state.turn.cell) and state.turn.cell in area.boats


def is_due(state: State, area: Area) -> bool:
    """Whether an area is evaluated now."""
    return area.is_complete or boat_comes(state, area)


def evaluated(state: State) -> State:
    """Evaluate what this turn has completed, and the sea into which it brought a boat."""
    state = replace(state, turn=replace(state.turn, evaluated=True))
    due = [area for area in occupied(state) if is_due(state, area)]
    for area in due:
        before, payment = state, payment_of(state, area)
        state = _paid(state, payment)
        state = replace(state, turn=replace(state.turn, paid=(*state.turn.paid, payment)))
        if area.kind == MARKET:
            state = _merchant_waits(state, payment.to)
        elif boat_comes(before, area):
            state = _to_cover(state, area)
    return state


def payment_of(state: State, area: Area) -> Payment:
    """What an area pays to whom, and who goes home. Rules 41 to 43."""
    there = state.in_area(area)
    boat = state.turn.cell if boat_comes(state, area) else ""
    return Payment(
        area.kind,
        next(iter(there)),
        0 if area.kind == MARKET else worth(state, area),
        most(there.values()),
        tuple(there),
        boat,
    )


def at_the_end(state: State) -> State:
    """Every bridge, island and sea pays as if it were complete; no market does. Rules 52, 53."""
    for area in [*occupied(state)]:
        if area.kind != MARKET:
            payment = payment_of(replace(state, turn=replace(state.turn, cell="")), area)
            state = _paid(state, payment)
            state = replace(state, last=(*state.last, payment))
    return state


def _paid(state: State, payment: Payment) -> State:
    """The goods are given out, and the islanders are taken home. Rule 43."""
    goods = dict(state.goods)
    if payment.kind in PAYS:
        good = PAYS[payment.kind]
        for player in payment.to:
            held = state.held(player)
            goods[player] = {**held, good: held[good] + payment.amount}
    stay = {at: who for at, who in state.islanders.items() if at not in payment.home}
    return replace(state, goods=goods, islanders=stay)


def _merchant_waits(state: State, players: Iterable[str]) -> State:
    """Who has a merchant there takes a ship: in turn order from the active player. Rule 39."""
    waits, names = [*state.turn.merchants, *players], state.players
    first = names.index(state.at_turn)
    waits.sort(key=lambda player: (names.index(player) - first) % len(names))
    return replace(state, turn=replace(state.turn, merchants=tuple(waits)))


def _to_cover(state: State, area: Area) -> State:
    """A fish group is covered: one of 2 where there is one; of equal ones who plays chooses. 34."""
    if area.is_complete and not state.game.rulings.boat_covers_in_closed_sea:
        return state
    groups = state.fish_in(area)
    if not groups or len(state.covered) >= BOAT_TOKENS:
        return state
    largest = max(n for _, n in groups)
    places = tuple(place for place, n in groups if n == largest)
    turn = state.turn
    if len(places) == 1:
        alone = replace(turn, alone=(*turn.alone, *places))
        return replace(state, covered=(*state.covered, *places), turn=alone)
    return replace(state, turn=replace(turn, covers=(*turn.covers, places)))
