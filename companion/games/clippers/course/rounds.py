"""How turns, phases and rounds pass: because somebody says so, or because a fact shows it.

Nobody says everything. A player who acts shows that the turns before his are over: the Done that
was not said, the pass of phase 1, the end of a round. Of two turns in which something had to be
laid it is likelier that the wrong player was named; then nothing passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from companion.games.clippers.course.allowance import (
    can_surely_lay,
    lays_again,
    most_sticks,
    owes_route,
    owes_stick,
)
from companion.games.clippers.course.ending import end_at_turn
from companion.games.clippers.course.turn_order import had_turn_before, next_turn
from companion.games.clippers.state.handling import seated, settled
from companion.games.clippers.state.shown import Leap
from companion.games.clippers.state.state import (
    FIRST_LAYING,
    MARKET,
    SECOND_LAYING,
    Seat,
    State,
)
from companion.games.clippers.terms.events import (
    CardTaken,
    Event,
    MarkerMoved,
    MarkerPlaced,
    Passed,
    PlayersAct,
    ShipBought,
    StickLaid,
    TurnEnded,
)

MOST_MISSING = 1
"""So many turns are forgotten in a row; of more, the player is wrong."""
Turn = tuple[int, int, int]


class Unsaid(Enum):
    """What nobody said about a turn that has passed; the value is the code of what is told."""

    DONE = "done-taken-as-said"
    PASS = "pass-taken-as-said"
    TURN = "turn-skipped"


class Closed(NamedTuple):
    """A turn that a fact shows to be over, what nobody said of it, and where the game stood."""

    player: str
    phase: int
    unsaid: Unsaid
    state: State

    @property
    def owes_route(self) -> bool:
        """Whether its player had still to open the route of his ship in it."""
        return owes_route(self.state, self.state.seat)


class InTurn(NamedTuple):
    """A fact in the turn that it shows: the state then, and what nobody said before it.

    It is worked out once and handed on to who judges the fact and to who applies it.
    """

    state: State
    closed: tuple[Closed, ...] = ()


def in_turn(state: State, event: Event) -> InTurn:
    """A fact in the turn in which it falls, where it shows that others have passed.

    Who then has to lay and can't ends the game, unless the fact shows that it went on. That a turn
    is said to be over shows no such thing: nothing was laid in it.
    """
    if not isinstance(event, PlayersAct) or state.over or _is_at_turn(state, event):
        return InTurn(state)
    goal = _turn_shown(state, event)
    if goal is None or goal == state.turn:
        return InTurn(state)
    if goal < state.turn:
        return InTurn(_gone_back(state, event, goal))
    if isinstance(event, TurnEnded):
        goal = _end_on_the_way(state, goal)
    closed = tuple(_closed(state, goal))
    went_on = bool(closed) and not isinstance(event, TurnEnded)
    state = _with_leap(state, closed)
    while state.turn < goal:
        state = next_turn(state)
    end = state.end if went_on else end_at_turn(state)
    return InTurn(settled(state if end is state.end else replace(state, end=end)), closed)


def _end_on_the_way(state: State, goal: Turn) -> Turn:
    """The first turn on the way to another in which the game ends; the other, where it doesn't."""
    while state.turn < goal:
        state = next_turn(state)
        if end_at_turn(state) is not state.end:
            return state.turn
    return goal


def at_turn_of(state: State, event: Event) -> State:
    """The state in the turn in which a fact falls."""
    return in_turn(state, event).state


def closed_by(state: State, event: Event) -> tuple[Closed, ...]:
    """The turns that a fact shows to be over, of which something was left unsaid."""
    return in_turn(state, event).closed


def goes_on(state: State, turn: Turn) -> bool:
    """Whether a fact of this turn shows that it was not over, and no rule forbade what left it.

    Then one of those who acted since was named by mistake.
    """
    leap = _leap_over(state, turn)
    return leap is not None and not leap.told


def ended(state: State) -> State:
    """The state when the one at turn says that his turn is over, and leaves nothing open."""
    return replace(state, shown=replace(state.shown, leaps=())) if state.shown.leaps else state


def at_last(state: State) -> State:
    """The state when nothing more happens: the end may come where the next turn would begin."""
    following = passed_on(state)
    return following if following.end is not state.end else state


def passed_on(state: State) -> State:
    """Go on from a turn of phase 1 in which somebody has acted; the state, where nobody has.

    Whoever then has to lay and can't ends the game.
    """
    if state.phase != MARKET or not state.seat.acted:
        return state
    following = next_turn(state)
    end = end_at_turn(following)
    return settled(following if end is following.end else replace(following, end=end))


def _is_at_turn(state: State, event: PlayersAct) -> bool:
    """Whether a fact is of the turn at hand: as nearly every fact is."""
    if event.player != state.seat.player.name or state.phase not in _phases_of(event):
        return False
    return not (isinstance(event, StickLaid) and lays_again(state))


def _phases_of(event: PlayersAct) -> tuple[int, ...]:
    match event:
        case TurnEnded(_, phase):
            return (phase,)
        case StickLaid() | MarkerMoved():
            return FIRST_LAYING, SECOND_LAYING
        case _:
            return (MARKET,)


def _turn_shown(state: State, event: PlayersAct) -> Turn | None:
    """The turn that a fact shows to be played; None where it shows none."""
    place = _place_in_turn(state, event.player)
    previous = _previous(state)
    match event:
        case TurnEnded(_, phase):
            return _end_shown(state, event, (state.round, phase, place))
        case StickLaid() | MarkerMoved():
            return _laying_shown(state, place, previous)
        case _:
            return _market_shown(state, event, place)


def _end_shown(state: State, event: TurnEnded, ended: Turn) -> Turn | None:
    """The turn that is said to be over, where it is another; or the first turn of phase 2.

    In phase 1 whoever has acted may be done without a word. Where every stick of the round is
    laid, a turn of phase 1 is one of the next round. Where two turns would lack a stick, the wrong
    player was named; but nothing shows yet whose turn it is where phase 2 begins.
    """
    may_be_over = state.phase == MARKET and state.seat.acted
    following = _next_market(state, ended[2])
    if event.phase == MARKET < state.phase and not _missing(state, following, (Unsaid.TURN,)):
        return following
    if _leap_over(state, ended) is not None:
        return ended
    if ended == _previous(state):
        return ended if _left_open(state, ended) else None
    if ended > state.turn:
        opens_phase_2 = may_be_over and passed_on(state).turn[1:] == (FIRST_LAYING, 0)
        lacking = _missing(state, ended) + _lacks_stick(state, ended)
        if lacking > MOST_MISSING and not (opens_phase_2 and event.phase == FIRST_LAYING):
            return None
        is_anothers = event.player != state.seat.player.name
        return ended if is_anothers or (may_be_over and event.phase > MARKET) else None
    if may_be_over and event.player == state.next_seat.player.name:
        return passed_on(state).turn
    return None


def _laying_shown(state: State, place: int, previous: Turn | None) -> Turn | None:
    """The player's next turn to lay in this round; or the one before, where he laid nothing.

    A turn that others have left may go on as well. A stick shows that phase 1 is over, whoever
    laid it.
    """
    if previous is not None and previous[2] == place and _left_open(state, previous):
        return previous
    if _is_laid_late(state, place):
        return None
    turns = [(state.round, phase, place) for phase in (FIRST_LAYING, SECOND_LAYING)]
    back = next((turn for turn in turns if _leap_over(state, turn) is not None), None)
    for turn in turns:
        if turn > state.turn:
            missing = _missing(state, turn, (Unsaid.TURN,))
            if back is not None and (missing or not _may_lay(state, turn)):
                return back
            if missing <= MOST_MISSING:
                return turn
            return (state.round, FIRST_LAYING, 0) if state.phase == MARKET else None
    return back


def _market_shown(
    state: State, event: MarkerPlaced | CardTaken | Passed | ShipBought, place: int
) -> Turn | None:
    """The player's turn of phase 1: of this round, or of the next where this one may be over."""
    if state.phase == MARKET:
        turn = (state.round, MARKET, place)
        if turn <= state.turn:
            # Who has acted acts again, after the last of the phase: that has passed.
            return passed_on(state).turn if event.player == state.next_seat.player.name else None
        return turn if _missing(state, turn) <= MOST_MISSING else None
    turn = _next_market(state, place)
    seat = state.seat_of(event.player)
    done = seat.bought if isinstance(event, ShipBought) else seat.acted
    return turn if _missing(state, turn) <= (len(state.seats) if done else 0) else None


def _next_market(state: State, place: int) -> Turn:
    """The turn of phase 1 in the next round of who has this place in this one."""
    return state.round + 1, MARKET, (place - 1) % len(state.seats)


def _missing(
    state: State, goal: Turn, kinds: tuple[Unsaid, ...] = (Unsaid.PASS, Unsaid.TURN)
) -> int:
    """How many turns before this one lack what they had to have: a stick, or an act of phase 1."""
    return sum(closed.unsaid in kinds for closed in _closed(state, goal))


def _closed(state: State, goal: Turn) -> Iterator[Closed]:
    """The turns from here to another, as far as something is unsaid about them."""
    while state.turn < goal:
        seat = state.seat
        if state.phase != MARKET:
            skipped = owes_stick(state, seat) and can_surely_lay(state, seat)
            unsaid = Unsaid.TURN if skipped else Unsaid.DONE
            yield Closed(seat.player.name, state.phase, unsaid, state)
        elif not seat.acted:
            yield Closed(seat.player.name, state.phase, Unsaid.PASS, state)
        state = next_turn(state)


def _is_laid_late(state: State, place: int) -> bool:
    """Whether a stick is of the last turn of the round before, which was said to be over.

    Else all had passed without a word, and others had laid nothing; of two players, both had
    passed, which is as likely where no stick is missing.
    """
    player = _seat_of_turn(state, (state.round, FIRST_LAYING, place)).player.name
    alike = len(state.seats) == 2 and (state.seat.acted or not state.shown.unwritten)
    return state.phase == MARKET and not alike and had_turn_before(state, player, SECOND_LAYING)


def _lacks_stick(state: State, turn: Turn) -> bool:
    """Whether a turn that is said to be over lacks the stick that it had to have."""
    seat = _seat_of_turn(state, turn)
    then = replace(state, phase=turn[1])
    return turn[1] > MARKET and owes_stick(then, seat) and can_surely_lay(then, seat)


def _place_in_turn(state: State, player: str) -> int:
    """How many turns of a phase of this round come before a player's."""
    return (state.game.seat_of(player) - state.first) % len(state.seats)


def _previous(state: State) -> Turn | None:
    """The turn to lay before this one, in the same round."""
    if state.turns_done and state.phase >= FIRST_LAYING:
        return state.round, state.phase, state.turns_done - 1
    if state.phase == SECOND_LAYING:
        return state.round, FIRST_LAYING, len(state.seats) - 1
    return None


def _left_open(state: State, turn: Turn) -> bool:
    """Whether somebody laid nothing in his turn of this round, though he had to."""
    seat, phase = _seat_of_turn(state, turn), turn[1]
    if (seat.player.name, phase) in state.shown.excused:
        return False
    return owes_stick(replace(state, phase=phase), seat)


def _seat_of_turn(state: State, turn: Turn) -> Seat:
    return state.seats[(state.first + turn[2]) % len(state.seats)]


def _may_lay(state: State, turn: Turn) -> bool:
    """Whether a player may lay anything in his turn of this round."""
    return most_sticks(_seat_of_turn(state, turn), turn[1]) > 0


def _with_leap(state: State, closed: tuple[Closed, ...]) -> State:
    """Note which turn was left, and what nobody wrote down of it and of those that were passed."""
    if not closed:
        return state
    skipped = [each for each in closed if each.unsaid is Unsaid.TURN]
    left = Leap(
        state.turn,
        tuple(seat.laid for seat in state.seats),
        state.shown.unwritten,
        told=bool(skipped) or any(each.owes_route for each in closed),
    )
    most = sum(most_sticks(state.seat_of(each.player), each.phase) for each in skipped)
    shown = replace(state.shown, leaps=(*state.shown.leaps, left)).with_unwritten(most)
    return replace(state, shown=shown)


def _leap_over(state: State, turn: Turn) -> Leap | None:
    """The last leap from a turn, or over it, that nobody has confirmed."""
    if turn >= state.turn:
        return None
    leaps = (leap for leap in reversed(state.shown.leaps) if leap.turn <= turn)
    return next(leaps, None)


def _gone_back(state: State, event: PlayersAct, goal: Turn) -> State:
    """The turn that seemed to be over. Who goes on with it laid what others seemed to lay since."""
    leap = _leap_over(state, goal)
    if leap is not None:
        return _leapt_back(state, goal, leap)
    other, phase = state.seat, state.phase
    state = replace(state, shown=state.shown.with_unwritten(-most_sticks(state.seat, goal[1])))
    state = replace(state, phase=goal[1], turns_done=goal[2])
    if isinstance(event, TurnEnded) and other.laid_in(phase):
        state = seated(state, _laid(other, phase, -1))
        state = seated(state, _laid(state.seat, goal[1], 1))
    return state


def _leapt_back(state: State, goal: Turn, leap: Leap) -> State:
    """The turn that was left: what was laid since counts to it."""
    moved = 0
    excused = list(state.shown.excused)
    seats = []
    for seat, laid in zip(state.seats, leap.laid, strict=True):
        moved += sum(seat.laid) - sum(laid)
        changed = [at for at in (0, 1) if seat.laid[at] != laid[at]]
        excused += [(seat.player.name, at + FIRST_LAYING) for at in changed]
        seats.append(replace(seat, laid=laid))
    leaps = state.shown.leaps[: state.shown.leaps.index(leap)]
    shown = replace(
        state.shown, leaps=leaps, unwritten=leap.unwritten, excused=tuple(dict.fromkeys(excused))
    )
    state = replace(state, seats=tuple(seats), phase=goal[1], turns_done=goal[2], shown=shown)
    return seated(state, _laid(state.seat, goal[1], moved))


def _laid(seat: Seat, phase: int, more: int) -> Seat:
    first, second = seat.laid
    laid = (first + more, second) if phase == FIRST_LAYING else (first, second + more)
    return replace(seat, laid=laid)
