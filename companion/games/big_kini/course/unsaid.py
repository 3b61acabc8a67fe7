"""What was left unsaid before somebody acts: who says nothing has nothing more to say.

A fact always replays. Where somebody acts while an election goes on, a cube has still to land or
cards are still to be laid, that was over, and nobody said how.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_kini.course import deeds, election
from companion.games.big_kini.course.rounds import turn_over
from companion.games.big_kini.course.spaces import in_use, is_free, token_placed
from companion.games.big_kini.state.atolls import SEATS
from companion.games.big_kini.state.election import Election, Stage
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms.actions import Action, action_of

MOST_WORDS = 30
"""No election has more words left to be said."""


def talked_out(state: State) -> State:
    """The same where all has been said: no more cards, the cube has landed, somebody is elected."""
    state = replace(state, turn=replace(state.turn, asked=(), laid=()))
    state = _landed(state)
    for _ in range(MOST_WORDS):
        if state.election is None:
            break
        state = _one_word(state, state.election)
    return replace(state, election=None)


def _landed(state: State) -> State:
    """The cube that set out lies on the first free post; it has stayed where there is none."""
    landing = state.turn.landing
    if landing is None:
        return state
    free = [at for at in state.places_at(landing.cell, *SEATS) if at not in state.cubes]
    if not free:
        return replace(state, turn=replace(state.turn, landing=None))
    return deeds.landed(state, landing.player, free[0])


def _one_word(state: State, now: Election) -> State:
    """The election with one word more: whoever is awaited keeps what he has, or takes the first."""
    player = election.awaited_in(state, now)[0]
    match now.stage:
        case Stage.VOTING:
            return election.abstained(state, player)
        case Stage.GOODS:
            return election.kept_back(state, player)
        case Stage.DECIDING:
            level = election.ahead(election.tally(state, now))
            return election.decided(state, player if player in level else level[0])
        case Stage.CROWNING:
            mine = (at for at in state.places_at(now.cell, *SEATS) if state.cubes.get(at) == player)
            return election.crowned(state, player, next(mine, ""))
        case Stage.RETREATING:
            free = election.free_for_ousted(state, now)
            return election.retreated(state, player, free[0]) if free else election.over(state)


def turns_passed(state: State, player: str) -> int:
    """How many turns were passed over if a player is at turn now; 0 where none, or none fits."""
    for count in range(1, state.game.players):
        state = turn_over(state)
        if state.phase is not Phase.PLAYING:
            return 0
        if state.at_turn == player:
            return count
    return 0


def passed_over(state: State, count: int) -> State:
    """The same where so many turns more are over."""
    for _ in range(count):
        state = turn_over(state)
    return state


def with_some_token(state: State, player: str, action: Action) -> State:
    """The same where a player has put his token on this action, on which space nobody said."""
    free = (at for at in in_use(state.game) if action_of(at) is action and is_free(state, at))
    space = next(free, None)
    if space is None:
        return state
    there = token_placed(state, player, space)
    turn = replace(there.turn, asked=())
    return replace(there, turn=turn, tokens=state.tokens, bank=state.bank)
