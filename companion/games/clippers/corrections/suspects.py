"""Which corrections of the earlier record could explain what the rules find about a fact.

One function per kind of slip; each yields the corrections worth trying, which are weighed by
following the game again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from companion.games.clippers.corrections.kinds import Course, OfSticks, kind_of
from companion.games.clippers.course.allowance import MOST_STICKS, most_sticks, owes_stick
from companion.games.clippers.course.apply import apply, replay
from companion.games.clippers.course.meaning import as_meant
from companion.games.clippers.course.rounds import Closed, Unsaid, at_turn_of, closed_by
from companion.games.clippers.state.gaps import gaps, gaps_of_a_new_route, missing
from companion.games.clippers.state.growth import extending_spaces, is_unruly
from companion.games.clippers.state.state import MARKET, Seat, State
from companion.games.clippers.terms.events import (
    Card,
    CardTaken,
    Event,
    MarkerPlaced,
    Passed,
    PlayersAct,
    ShipBought,
    StickLaid,
    TurnEnded,
)
from companion.play.corrections.course import Edit
from companion.play.corrections.edits import ODD, ODDER, doubled, without
from companion.play.corrections.edits import missing as untold

MarketAct = MarkerPlaced | CardTaken | Passed
FEW = 4
"""So many of a company's last sticks are doubted."""
FAR = 60
"""A slip is looked for so many facts back."""
MOST_GAPS = 3
"""So many ways are tried in which the same sticks may be missing."""
MOST_FOLLOWED = 8
"""So often the game is followed to see what a turn that was not written down still lacks."""
FOLLOWS = 0.4
"""What a fact weighs that shows an earlier slip once more: untold, it speaks for the cause."""
MOST_LOOKED_AT = 4
"""So many facts about which something is found are asked for what may be behind them; and so many
that show an earlier slip once more."""


def suspects(course: Course, at: int) -> Iterator[Edit[Event]]:
    """Every correction worth trying for what is found about one fact.

    What is behind it may show better in those after it.
    """
    later = [*enumerate(course.weights)][at:]
    open_ones = [index for index, weight in later if weight >= 1]
    shown = [index for index, weight in later if FOLLOWS <= weight < 1]
    for index in (*open_ones[:MOST_LOOKED_AT], *shown[:MOST_LOOKED_AT]):
        yield from _behind(course, index)


def _behind(course: Course, at: int) -> Iterator[Edit[Event]]:
    """What may be behind what is found about one fact."""
    event = course.events[at]
    yield from _not_at_all(course, at)
    yield from _other_player(course, at)
    yield from _skipped_turn(course, at)
    for closed in closed_by(course.states[at], event):
        if closed.owes_route:
            yield from _opened_before(course, at, TurnEnded(closed.player, closed.phase))
    if isinstance(event, StickLaid):
        yield from _other_sticks(course, at)
        yield from _other_order(course, at)
        yield from _earlier_sticks(course, at, event)
        yield from _forgotten_sticks(course, at, event)
        yield from _ships(course, at, event)
        yield from _cards(course, at, event.player)
    elif isinstance(event, TurnEnded):
        yield from _opened_before(course, at, event)
        yield from _cards(course, at, event.player)
    elif isinstance(event, CardTaken | Passed):
        yield from _instead(course, at, _other_market_acts(event))
    elif isinstance(event, ShipBought):
        ships = (replace(event, company=name) for name in course.states[at].companies)
        yield from _instead(course, at, ships)
    elif isinstance(event, MarkerPlaced):
        yield from _instead(course, at, _other_slots(course.states[at], event))


def _not_at_all(course: Course, at: int) -> Iterator[Edit[Event]]:
    """It did not happen: it was told twice, or a Done too early or too late."""
    event, lies = course.events[at], course.states[at].spaces
    twice = isinstance(event, StickLaid) and lies.get(event.space) == event.company
    yield without(at, 0.0 if twice or isinstance(event, TurnEnded) else ODD)
    yield from doubled(course, at)


def _instead(
    course: Course, at: int, events: Iterator[Event], price: float = 0.0
) -> Iterator[Edit[Event]]:
    old = course.events[at]
    for event in events:
        if event != old:
            yield Edit(kind_of(old, event), at, 1, (event,), price)


def _other_player(course: Course, at: int) -> Iterator[Edit[Event]]:
    """Somebody else did it."""
    event, state = course.events[at], course.states[at]
    if isinstance(event, PlayersAct):
        # Of a stick its colour speaks for who laid it; of another act out of turn nothing does.
        price = 0.0 if isinstance(event, StickLaid) else ODD
        yield from _instead(course, at, _by_others(state, event), price)
        yield from _other_buyer(course, at, event)
    for index in range(at - 1, max(-1, at - 6), -1):
        earlier = course.events[index]
        if isinstance(earlier, TurnEnded):
            break
        if isinstance(earlier, StickLaid) and isinstance(event, PlayersAct):
            other = iter((replace(earlier, player=event.player),))
            yield from _instead(course, index, other)


def _by_others(state: State, event: PlayersAct) -> Iterator[Event]:
    return (replace(event, player=seat.player.name) for seat in state.seats)


def _other_buyer(course: Course, at: int, event: PlayersAct) -> Iterator[Edit[Event]]:
    """What this player is said to have done in phase 1 another did, or he what another did."""
    for index in _of_this_round(course, at):
        earlier = course.events[index]
        if index == at or not isinstance(earlier, MarketAct | ShipBought):
            continue
        if earlier.player == event.player:
            yield from _instead(course, index, _by_others(course.states[index], earlier))
        elif not isinstance(event, MarketAct):
            yield from _instead(course, index, iter((replace(earlier, player=event.player),)))


def _other_sticks(course: Course, at: int) -> Iterator[Edit[Event]]:
    """The stick was of another colour, on another space, or opened a route."""
    event = course.events[at]
    assert isinstance(event, StickLaid)
    state = at_turn_of(course.states[at], event)
    colours = (replace(event, company=name) for name in state.companies)
    yield from _instead(course, at, colours)
    for space in _near(state, event):
        beside = _route(space) == _route(event.space)
        other = iter((replace(event, space=space),))
        yield from _instead(course, at, other, 0.0 if beside else ODDER)
    yield from _instead(course, at, iter((replace(event, alternate=not event.alternate),)))


def _route(space: str) -> str:
    """The route of a space."""
    return space.rsplit("/", 2)[0]


def _near(state: State, stick: StickLaid) -> Iterator[str]:
    """Where a stick may have lain instead: in its lane, in the one beside, at another end."""
    way, _ = state.game.chart.ways_through[stick.space][0]
    spaces = (*way.spaces, *way.twins, *sorted(set(extending_spaces(state, stick.company))))
    yield from (space for space in dict.fromkeys(spaces) if space not in state.spaces)


def _other_order(course: Course, at: int) -> Iterator[Edit[Event]]:
    """Two sticks of one turn were laid in the other order."""
    for first in (at - 1, at):
        pair = course.events[max(first, 0) : first + 2]
        if len(pair) == 2 and all(isinstance(each, StickLaid) for each in pair):
            one, other = pair
            if one != other:
                yield Edit(OfSticks.ORDER, first, 2, (other, one))


def _earlier_sticks(course: Course, at: int, stick: StickLaid) -> Iterator[Edit[Event]]:
    """An earlier stick was another: one in the way, or one of the company's that led here."""
    state = course.states[at]
    company = state.companies[stick.company]
    spaces = {**state.spaces, stick.space: stick.company}
    gap = missing(state.game.chart, company, stick, spaces) if is_unruly(state, stick) else ()
    lane = [space for way, _ in state.game.chart.ways_through[stick.space] for space in way.spaces]
    twins = [t for way, _ in state.game.chart.ways_through[stick.space] for t in way.twins]
    own = 0
    for index in range(at - 1, max(-1, at - 4 * FAR), -1):
        earlier = course.events[index]
        if not isinstance(earlier, StickLaid):
            continue
        if earlier.space in (*gap, *lane) and earlier.company != stick.company:
            yield from _instead(course, index, iter((replace(earlier, company=stick.company),)))
            yield from _other_sticks(course, index)
        elif earlier.company == stick.company and (own < FEW or earlier.space in (*lane, *twins)):
            own += 1
            yield without(index, ODDER)
            for space in gap:
                beside = _route(space) == _route(earlier.space)
                moved = iter((replace(earlier, space=space),))
                yield from _instead(course, index, moved, 0.0 if beside else ODDER)
            yield from _other_sticks(course, index)


def _forgotten_sticks(course: Course, at: int, stick: StickLaid) -> Iterator[Edit[Event]]:
    """A stick before this one was not written down: in a turn that lacks one, or in any other."""
    state = course.states[at]
    if not is_unruly(state, stick):
        return
    spaces = {**state.spaces, stick.space: stick.company}
    gap = missing(state.game.chart, state.companies[stick.company], stick, spaces)
    if not gap or any(space in state.spaces for space in gap):
        return
    for index in range(at, max(-1, at - FAR), -1):
        yield from _put_before(course, index, stick, gap)


def _skipped_turn(course: Course, at: int) -> Iterator[Edit[Event]]:
    """A whole turn was not written down: what later sticks lack was laid in it.

    The game is followed with the turn as far as it is known, until the next stick lacks something.
    """
    state = course.states[at]
    for closed in closed_by(state, course.events[at]):
        seat = state.seat_of(closed.player)
        if closed.phase == MARKET or seat.laid_in(closed.phase):
            continue
        known: deque[tuple[StickLaid, ...]] = deque([()])
        for _ in range(MOST_FOLLOWED):
            if not known:
                break
            laid = known.popleft()
            for each in _lacking(course, at, closed, laid):
                known.append((*laid, *each))
                yield _turn(at, closed, known[-1])


def _lacking(
    course: Course, at: int, closed: Closed, laid: tuple[StickLaid, ...]
) -> list[tuple[StickLaid, ...]]:
    """What else may have been laid in a turn, by the first stick after it that lacks something."""
    found = _first_lacking(course, at, closed, laid)
    if found is None:
        return []
    then, stick = found
    seat = course.states[at].seat_of(closed.player)
    company = then.companies[stick.company]
    spaces = {**then.spaces, stick.space: stick.company}
    opens = seat.ship == stick.company and not any(each.alternate for each in laid)
    ways = gaps(then.game.chart, company, stick, spaces)
    if opens:
        ways = (*ways, *gaps_of_a_new_route(then.game.chart, company, stick, spaces))
    new = [
        _sticks(seat, stick, gap, opens=opens)
        for gap in dict.fromkeys(ways)
        if len(laid) + len(gap) <= MOST_STICKS[seat.card] and not any(s in then.spaces for s in gap)
    ]
    return new[:MOST_GAPS]


def _turn(at: int, closed: Closed, laid: tuple[StickLaid, ...]) -> Edit[Event]:
    """A turn that was not written down, with what was laid in it."""
    end = TurnEnded(closed.player, closed.phase)
    return untold(at, *laid, end, price=-ODDER)


def _first_lacking(
    course: Course, at: int, closed: Closed, laid: tuple[StickLaid, ...]
) -> tuple[State, StickLaid] | None:
    """The first stick from a fact on that goes on from nothing, though these were laid before."""
    state = replay(course.states[at], _turn(at, closed, laid).put)
    for event in course.events[at : at + 2 * FAR]:
        if isinstance(event, StickLaid):
            now = at_turn_of(state, event)
            # Who was passed over may have opened his route then, and not with this stick.
            meant = event if event.player == closed.player else as_meant(now, event)
            if event.space not in now.spaces and is_unruly(now, meant):
                return now, event
        state = apply(state, event)
    return None


def _put_before(
    course: Course, index: int, stick: StickLaid, gap: tuple[str, ...]
) -> Iterator[Edit[Event]]:
    """The missing sticks before one fact, laid by the one whose turn it was or was skipped."""
    event, state = course.events[index], course.states[index]
    for closed in closed_by(state, event):
        if closed.unsaid is Unsaid.TURN:
            laid = _sticks(state.seat_of(closed.player), stick, gap)
            yield untold(index, *laid, TurnEnded(closed.player, closed.phase), price=0.0)
    now = at_turn_of(state, event)
    if now.phase == MARKET or now.seat.laid_in(now.phase) + len(gap) > most_sticks(
        now.seat, now.phase
    ):
        return
    laid = _sticks(now.seat, stick, gap)
    if isinstance(event, TurnEnded):
        yield untold(index, *laid, price=0.0 if owes_stick(now, now.seat) else ODD)
    elif isinstance(event, StickLaid):
        yield untold(index, *laid, price=ODD + ODD / 2)


def _sticks(
    seat: Seat, stick: StickLaid, gap: tuple[str, ...], *, opens: bool | None = None
) -> tuple[StickLaid, ...]:
    """The missing sticks; the first opens a route where somebody holds the ship for it."""
    opens = seat.ship == stick.company if opens is None else opens
    return tuple(
        StickLaid(seat.player.name, stick.company, space, opens and at == 0)
        for at, space in enumerate(gap)
    )


def _ships(course: Course, at: int, stick: StickLaid) -> Iterator[Edit[Event]]:
    """The ship was bought, and nobody said so; or another was said."""
    if not stick.alternate:
        return
    for index in _of_this_round(course, at):
        event = course.events[index]
        if isinstance(event, ShipBought) and event.player == stick.player:
            yield from _instead(course, index, iter((replace(event, company=stick.company),)))
        if isinstance(event, MarketAct) and event.player == stick.player:
            bought = ShipBought(stick.player, stick.company)
            yield untold(index + 1, bought, price=0.0)


def _opened_before(course: Course, at: int, end: TurnEnded) -> Iterator[Edit[Event]]:
    """A stick of this round opened the route that its player bought a ship for."""
    for index in _of_this_round(course, at):
        event = course.events[index]
        if isinstance(event, StickLaid) and event.player == end.player:
            yield from _instead(course, index, iter((replace(event, alternate=True),)))
        if isinstance(event, ShipBought) and event.player == end.player:
            yield without(index)


def _cards(course: Course, at: int, player: str) -> Iterator[Edit[Event]]:
    """The player had taken another card, or one that nobody spoke of."""
    for index in _of_this_round(course, at):
        event, state = course.events[index], course.states[index]
        if isinstance(event, MarketAct) and event.player == player:
            yield from _instead(course, index, _other_market_acts(event))
        for closed in closed_by(state, event):
            if closed.player == player and closed.unsaid is Unsaid.PASS:
                for card in Card:
                    yield untold(index, CardTaken(player, card), price=0.0)


def _other_market_acts(event: MarketAct) -> Iterator[Event]:
    yield Passed(event.player)
    yield from (CardTaken(event.player, card) for card in Card)


def _other_slots(state: State, event: MarkerPlaced) -> Iterator[Event]:
    """The free slots of the same island."""
    island = state.game.chart.board.island_of_slot[event.slot]
    for slot in island.slots:
        if slot.id not in state.slots:
            yield replace(event, slot=slot.id)


def _of_this_round(course: Course, at: int) -> Iterator[int]:
    """The facts of the round in which a fact falls, that one too."""
    now = at_turn_of(course.states[at], course.events[at]).round
    for index in range(at, -1, -1):
        if course.states[index + 1].round < now:
            break
        yield index
