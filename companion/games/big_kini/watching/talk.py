"""What is said and not seen, told from what came of it: cards nobody played, votes nobody tapped.

How an election was won is on the table: who is baron, and where the one before him went. Of the
votes only that is told which it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.big_kini.course import election as elections
from companion.games.big_kini.course.apply import apply, is_talked
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.judging.outings import moves
from companion.games.big_kini.state.atolls import BARON, SEATS
from companion.games.big_kini.state.election import Stage
from companion.games.big_kini.state.reach import candidates
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.actions import Action
from companion.reading import EMPTY
from companion.watching.moving_pieces.ways import SurelySeen

NO_CARD = 0.2
"""Somebody did not say that he plays no card."""
CROWNED = 1.0
"""The winner's cube went to the baron's space."""
UNSAID_VOTES = 4.0
"""An election of which no votes were tapped; it is waited for them."""
UNSAID_REST = 1.0
"""Nobody said that he gives no more votes, or shows no more goods."""
LANDED_UNSEEN = 0.5
"""A cube that was to land lies where nothing is surely seen."""
MOVED_UNSEEN = 1.5
"""A cube that is gone from its place lies where nothing is surely seen."""
MOST_SAID = 24
"""So much is said in an election, at most, that is told from its end."""


@dataclass(frozen=True)
class Talk:
    """What was said without being tapped: the facts, what that costs, and where it leads."""

    events: tuple[e.Event, ...]
    cost: float
    state: State


def talked(state: State) -> Iterator[Talk]:
    """What was to be said before anybody acts; nothing where nothing was."""
    if state.election is not None:
        seat = next(state.places_at(state.election.cell, BARON), "")
        if state.cubes.get(seat):
            yield from _concluded(state, state.cubes[seat])
        if state.election is not None:
            return
    yield _without_cards(state)


def _without_cards(state: State) -> Talk:
    """Those who were to say whether they play a card play none. Rule 93."""
    events: list[e.Event] = []
    while state.turn.asked:
        events.append(e.NoCard(state.turn.asked[0]))
        state = apply(state, events[-1])
    return Talk(tuple(events), NO_CARD * len(events), state)


def landed_unseen(state: State, seen: SurelySeen) -> Iterator[Talk]:
    """Where the cube that was to land may lie, as somebody acts after it. Point A10."""
    landing = state.turn.landing
    if landing is None:
        return
    for place in state.places_at(landing.cell, *SEATS):
        if place not in state.cubes and place not in seen:
            event = e.Landed(landing.player, place)
            yield Talk((event,), LANDED_UNSEEN, apply(state, event))


def moved_unseen(state: State, seen: SurelySeen) -> Iterator[Talk]:
    """Where a cube may have gone that has left its place, as somebody acts after it. Rule 36."""
    doing = state.doing
    if doing is None or doing.action is not Action.MOVE or is_talked(state):
        return
    for move in moves(state, doing.player):
        left = seen.get(move.source) == EMPTY and move.target not in seen
        if left and not findings(state, move):
            yield Talk((move,), MOVED_UNSEEN, apply(state, move))


def crowned(state: State, seen: SurelySeen) -> Iterator[Talk]:
    """A cube of another colour lies on a baron's space: what was said, and which went there."""
    players = {colour: name for name, colour in state.game.colours.items()}
    for cell in state.tiles:
        seat = next(state.places_at(cell, BARON), "")
        winner = players.get(seen.get(seat, EMPTY))
        if winner is None or state.cubes.get(seat) == winner:
            continue
        if winner in candidates(state, cell):
            for before in _called(state, cell):
                for talk in _concluded(before.state, winner):
                    events, cost = (*before.events, *talk.events), before.cost + talk.cost
                    yield from _by_his_cube(Talk(events, cost, talk.state), winner, seat, seen)


def _called(state: State, cell: str) -> Iterator[Talk]:
    """The election that goes on there; or who has the action calls it."""
    if state.election is not None:
        if state.election.cell == cell:
            yield Talk((), 0.0, state)
        return
    talk = _without_cards(state)
    doing = talk.state.doing
    if doing is not None and doing.action is Action.ELECTION and cell not in state.held:
        call = e.ElectionCalled(doing.player, cell)
        yield Talk((*talk.events, call), talk.cost + UNSAID_VOTES, apply(talk.state, call))


def _concluded(state: State, winner: str) -> Iterator[Talk]:
    """An election that he has won: he votes for himself, and all others say no more."""
    events: list[e.Event] = []
    cost, election = 0.0, state.election
    while election is not None and election.stage is not Stage.CROWNING:
        if election.stage is Stage.RETREATING or len(events) > MOST_SAID:
            break
        event = _next_said(state, winner)
        cost = UNSAID_VOTES if isinstance(event, e.Voted) else max(cost, UNSAID_REST)
        events.append(event)
        state = apply(state, event)
        election = state.election
    if election is None or election.winner == winner:
        yield Talk(tuple(events), cost, state)


def _next_said(state: State, winner: str) -> e.Event:
    """What is said next where he wins."""
    election = state.election
    assert election is not None
    match election.stage:
        case Stage.VOTING:
            waits = elections.awaited_in(state, election)
            left = elections.voting_power(state, election, winner) - election.given_by(winner)
            if winner in waits and left > 0:
                return e.Voted(winner, winner, left)
            return e.Abstained(waits[0])
        case Stage.GOODS:
            return e.KeptBack(elections.speakers(state, election)[0])
    return e.Decided(election.caller, winner)


def _by_his_cube(talk: Talk, winner: str, seat: str, seen: SurelySeen) -> Iterator[Talk]:
    """Which of his cubes went to the baron's space. Rule 60."""
    election = talk.state.election
    if election is None or election.stage is not Stage.CROWNING:
        if talk.events and talk.state.cubes.get(seat) == winner:
            yield Talk(talk.events, talk.cost + CROWNED, talk.state)
        return
    for place in talk.state.places_at(election.cell, *SEATS):
        if talk.state.cubes.get(place) == winner and _may_have_left(talk.state, place, seen):
            event = e.Crowned(winner, place)
            after = apply(talk.state, event)
            yield Talk((*talk.events, event), talk.cost + CROWNED, after)


def _may_have_left(state: State, place: str, seen: SurelySeen) -> bool:
    """Whether a cube is seen there no more, or the ousted baron's came in its place."""
    return seen.get(place, EMPTY) != state.game.colours[state.cubes[place]]


def went_back(state: State, seen: SurelySeen) -> Iterator[Talk]:
    """Where the ousted baron lies now. Rule 61."""
    election = state.election
    if election is None or election.stage is not Stage.RETREATING:
        return
    colour = state.game.colours[election.ousted]
    for place in elections.free_for_ousted(state, election):
        if seen.get(place) == colour:
            event = e.Retreated(election.ousted, place)
            yield Talk((event,), CROWNED, apply(state, event))
