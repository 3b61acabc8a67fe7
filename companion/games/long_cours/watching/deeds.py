"""What may have been done, given what is seen: ships that sailed, storms, the corsair's run.

The ends of turns that nobody said belong to what the next player does. Sums, throws and fights
change nothing on the board, so they are not thought of: they are tapped.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.long_cours.course.turns import next_seat, passed_on
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.rules.corsair import MOST_STEPS
from companion.games.long_cours.state.lying import GOODS
from companion.games.long_cours.state.state import CORSAIR, Captain, Phase, State, Turn
from companion.games.long_cours.terms import events as e
from companion.reading import EMPTY
from companion.watching.moving_pieces.ways import Deed, SurelySeen

SAILED = 1.0
"""What an ordinary move costs; all costs are in moves."""
DIRECT = 2.5
"""A direct move needs a card."""
STORM = 2.0
UNSEEN = 1.0
"""The corsair came in, and was not seen on the goods that lie there."""
RAN_UNSEEN = 0.5
"""The corsair ended its run on goods, and is not seen there."""
OR_WRECKED = 2.0
"""A ship that is taken for goods on a white rectangle, where a storm would have stranded some."""
STEP = 0.5
"""One step of the corsair."""
THERE_AND_BACK = 2.0
"""A run of the corsair that ends where it began."""
USED_TURN = 0.1
"""The end of a turn in which something was done."""
FOREGONE_TURN = 1.0
"""The end of a turn in which nothing was seen or said."""

Ends = tuple[tuple[e.Event, ...], float, State]
"""Turns that end, what that costs, and where it leads."""


def deeds(state: State, seen: SurelySeen) -> Iterator[Deed[e.Event]]:
    """All that leads nearer to what is seen."""
    if state.over:
        return
    for captain in state.afloat:
        stop = seen.get(state.game.ships[captain.name], EMPTY)
        if stop not in (EMPTY, captain.at):
            yield from _sailed(state, captain, stop)
        elif captain.at is not None and seen.get(state.game.ships[captain.name]) == EMPTY:
            yield from _taken_for_goods(state, captain, captain.at, seen)
    yield from _stormed(state, seen)
    yield from _corsair(state, seen)


def ends_before(state: State, event: e.Event) -> Iterator[tuple[tuple[e.Event, ...], float]]:
    """The ends of turns and of auctions that may follow from what a player says he does."""
    waits = state.phase is Phase.PLACING or state.over or state.fight
    if isinstance(event, (*e.OUT_OF_TURN, e.TurnEnded, e.MoneyCorrected)) or waits:
        yield (), 0.0
        return
    player = event.player
    if state.captain(player).plays:
        yield from ((ends, cost) for ends, cost, _ in turns_of(state, player))
    else:
        yield (), 0.0


def turns_of(state: State, player: str) -> Iterator[Ends]:
    """His turn at hand, or else the next: with the ends of all turns until then."""
    if state.phase is Phase.PLACING:
        yield (), 0.0, state
        return
    ends = list(_rest_of_auction(state))
    for event in ends:
        state = apply(state, event)
    cost = STEP * len(ends)
    if state.at_turn.name == player:
        yield tuple(ends), cost, state
    for _ in state.afloat:
        run = tuple(_rest_of_run(state))
        ends += [*run, e.TurnEnded(state.at_turn.name)]
        cost += _end(state) + STEP * len(run)
        state = passed_on(state)
        if state.at_turn.name == player:
            yield tuple(ends), cost, state
            return


def _end(state: State) -> float:
    """What it costs that the turn at hand is over."""
    bare = state.phase is Phase.FIRST_BUYS or state.turn != Turn()
    return USED_TURN if bare else FOREGONE_TURN


def _rest_of_auction(state: State) -> Iterator[e.Event]:
    """Nobody bids any more where somebody has gone on to something else. Point A11."""
    while state.auction:
        event = e.NoBid(state.auction.bidders[0])
        yield event
        state = apply(state, event)


def _rest_of_run(state: State) -> Iterator[e.Event]:
    """There and back, harming nobody: a run of one step is more likely one seen at its end.

    The corsair makes two steps or three (rule 67), and only where it came to lie was seen.
    """
    corsair, at = state.corsair, state.corsair.at
    one = state.turn.steps == 1 and not state.game.rulings.corsair_may_step_once
    if not one or at is None or corsair.owner != state.at_turn.name:
        return
    clear = [
        stop
        for stop in state.game.board.beside[at]
        if all(captain.name == corsair.owner for captain in state.lying_at(stop))
    ]
    if clear and all(captain.name == corsair.owner for captain in state.lying_at(at)):
        yield e.CorsairMoved(corsair.owner, clear[0])
        yield e.CorsairMoved(corsair.owner, at)


def _sailed(state: State, captain: Captain, stop: str) -> Iterator[Deed[e.Event]]:
    """A ship came to lie at a stop."""
    if stop not in state.game.board.stops:
        return
    name, board = captain.name, state.game.board
    if state.phase is Phase.PLACING:
        yield Deed((e.Placed(name, stop),), SAILED)
        return
    for ends, cost, then in turns_of(state, name):
        if captain.at is None:
            for came in _came_back(then, name, stop):
                yield Deed((*ends, *came), cost + SAILED * len(came))
            continue
        port = board.stops[stop].is_port
        if stop in board.beside[captain.at] or not port:
            yield Deed((*ends, e.Moved(name, stop)), cost + SAILED)
        if port:
            yield Deed((*ends, e.DirectMove(name, stop)), cost + DIRECT)


def _taken_for_goods(
    state: State, captain: Captain, at: str, seen: SurelySeen
) -> Iterator[Deed[e.Event]]:
    """A ship is seen nowhere, and next to where it lay goods are seen that nobody stranded."""
    board = state.game.board
    for stop in board.stranding_places.values():
        is_new = seen.get(stop.id) == GOODS and not state.goods.cargo(stop.id)
        if not is_new or stop.id not in board.beside[at]:
            continue
        stranded = board.stops[at].zone == stop.zone and _may_strand(state, stop.zone)
        price = SAILED + (OR_WRECKED if stranded else 0.0)
        for ends, cost, _ in turns_of(state, captain.name):
            yield Deed((*ends, e.Moved(captain.name, stop.id)), cost + price)


def _may_strand(state: State, zone: int) -> bool:
    """Whether a ship lies in a zone that has something loaded, as far as it was told."""
    stops = state.game.board.stops
    return any(
        captain.at is not None and stops[captain.at].zone == zone
        for captain in state.afloat
        if state.goods.cargo(captain.name)
    )


def _came_back(state: State, name: str, stop: str) -> Iterator[tuple[e.Event, ...]]:
    """A ship enters on a port of the zone that the die named, and may sail on. Rules 46 to 48."""
    board, zones = state.game.board, tuple(state.game.board.zones)
    if board.stops[stop].is_port:
        yield (e.CameBack(name, zones.index(board.stops[stop].zone) + 1, stop),)
        return
    for port in board.beside[stop]:
        if board.stops[port].is_port:
            die = zones.index(board.stops[port].zone) + 1
            yield e.CameBack(name, die, port), e.Moved(name, stop)


def _stormed(state: State, seen: SurelySeen) -> Iterator[Deed[e.Event]]:
    """A zone is empty of what lay there: who is at turn let it strike, or who comes next."""
    if state.phase is Phase.PLACING:
        return
    stops = state.game.board.stops
    lay = {state.game.ships[each.name]: each.at for each in state.afloat}
    lay[CORSAIR] = state.corsair.at or _stray_corsair(state, seen)
    zones = {stops[at].zone for ship, at in lay.items() if at and seen.get(ship) == EMPTY}
    zones -= {stops[at].zone for ship, at in lay.items() if at and seen.get(ship, EMPTY) != EMPTY}
    following = state.captains[next_seat(state)].name
    for zone in sorted(zones):
        for player in dict.fromkeys((state.at_turn.name, following)):
            for ends, cost, _ in turns_of(state, player):
                yield Deed((*ends, e.Storm(player, zone)), cost + STORM)


def _stray_corsair(state: State, seen: SurelySeen) -> str | None:
    """Where the corsair is seen though nobody is known to own it: no storm has sunk it there."""
    stop = seen.get(CORSAIR, EMPTY)
    return stop if stop in state.game.board.stops else None


def _corsair(state: State, seen: SurelySeen) -> Iterator[Deed[e.Event]]:
    """The corsair enters, or makes a step of its run. Rules 62 to 67."""
    owner, at, stop = state.corsair.owner, state.corsair.at, seen.get(CORSAIR, EMPTY)
    board = state.game.board
    if owner is not None and at is not None and seen.get(CORSAIR) == EMPTY:
        yield from _ran_onto_goods(state, owner, at, seen)
    if owner is None or stop not in board.stops or not state.captain(owner).plays:
        return
    if at is None:
        die = tuple(board.zones).index(board.stops[stop].zone) + 1
        for ends, cost, then in turns_of(state, owner):
            yield Deed((*ends, e.CorsairEntered(owner, die, stop)), cost + SAILED)
            yield from _came_unseen(then, owner, stop, ends, cost)
        return
    if at == stop:
        yield from _there_and_back(state, seen)
        return
    for ends, cost, then in turns_of(state, owner):
        left = MOST_STEPS - 1 - then.turn.steps
        for step in board.beside[at]:
            away = board.distance(step, stop)
            if away is not None and away <= left:
                yield Deed((*ends, e.CorsairMoved(owner, step)), cost + STEP)
        away = board.distance(at, stop)
        if away is None or away > left + 1:
            yield Deed((*ends, e.CorsairMoved(owner, stop)), cost + STEP)


def _came_unseen(
    state: State, owner: str, stop: str, ends: tuple[e.Event, ...], cost: float
) -> Iterator[Deed[e.Event]]:
    """The corsair entered on goods, where nobody saw it, and is seen now that it has run on.

    It rests until its owner's next turn (rule 64). The turns between were told before it was known
    to be there, so that they end tells of nothing foregone.
    """
    board = state.game.board
    for die, zone in enumerate(board.zones, 1):
        start = board.stranding_places[zone].id
        away = board.distance(start, stop)
        if start != stop and state.goods.cargo(start) and away is not None and away <= MOST_STEPS:
            enters = e.CorsairEntered(owner, die, start)
            *_, (rests, _, _) = turns_of(apply(state, enters), owner)
            price = SAILED + UNSEEN + USED_TURN * len(rests)
            yield Deed((*ends, enters, *rests), cost + price)


def _there_and_back(state: State, seen: SurelySeen) -> Iterator[Deed[e.Event]]:
    """The corsair lies where it lay, and a ship is gone that it may have sunk on its way."""
    owner, at = state.corsair.owner, state.corsair.at
    assert owner is not None
    assert at is not None
    ships = [each for each in state.afloat if each.name != owner and each.at is not None]
    gone = {each.at for each in ships if seen.get(state.game.ships[each.name]) == EMPTY}
    if not gone:
        return
    for ends, cost, then in turns_of(state, owner):
        for walk in _walks(state, at, MOST_STEPS - then.turn.steps):
            if walk[-1] == at and gone & set(walk):
                run = (e.CorsairMoved(owner, step) for step in walk)
                # One step is no run (rule 67): it has gone on, and that is nothing unusual.
                goes_on = then.turn.steps == 1 and not state.game.rulings.corsair_may_step_once
                back = STEP * len(walk) if goes_on else THERE_AND_BACK
                yield Deed((*ends, *run), cost + back)


def _ran_onto_goods(state: State, owner: str, at: str, seen: SurelySeen) -> Iterator[Deed[e.Event]]:
    """The corsair is seen nowhere: it ended its run on goods, unseen.

    It sank who is gone, or somebody has said how that run began.
    """
    ships = [each for each in state.afloat if each.name != owner and each.at is not None]
    gone = {each.at for each in ships if seen.get(state.game.ships[each.name]) == EMPTY}
    if not gone and not state.turn.steps:
        return
    for ends, cost, then in turns_of(state, owner):
        begun = then.turn.steps
        for walk in _walks(state, at, MOST_STEPS - begun, 1 if begun else 2):
            if (gone & set(walk) or begun) and state.goods.cargo(walk[-1]):
                run = (e.CorsairMoved(owner, step) for step in walk)
                yield Deed((*ends, *run), cost + STEP * len(walk) + (0 if begun else RAN_UNSEEN))


def _walks(state: State, at: str, steps: int, least: int = 2) -> Iterator[tuple[str, ...]]:
    """All ways of two steps and more along the lines, as many as that at most."""
    beside = state.game.board.beside
    walks: list[tuple[str, ...]] = [(at,)]
    for _ in range(steps):
        walks = [(*walk, stop) for walk in walks for stop in beside[walk[-1]]]
        yield from (walk[1:] for walk in walks if len(walk) > least)
