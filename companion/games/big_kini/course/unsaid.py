"""What was left unsaid before somebody acts: who says nothing has nothing more to say.

A fact always replays. Where somebody acts while an election goes on, a cube has still to land or
cards are still to be laid, that was over, and nobody said how.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_kini.course import deeds, election
from companion.games.big_kini.course.money import paid_to_bank
from companion.games.big_kini.course.rounds import turn_over
from companion.games.big_kini.course.spaces import cost, in_use, is_free, token_placed
from companion.games.big_kini.state.atolls import SEATS
from companion.games.big_kini.state.election import Election, Stage
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.state.turn import Turn
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.actions import TIMES, Action, action_of, column_of

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
    state = deeds.landed(state, landing.player, free[0])
    return replace(state, shown=replace(state.shown, landed=free[0]))


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
    turn = replace(there.turn, asked=(), untold=True)
    return replace(there, turn=turn, tokens=state.tokens, bank=state.bank)


def token_on(state: State, player: str, space: str) -> State:
    """The same with a token on this space, which a deed shows and nobody told."""
    there = token_placed(state, player, space)
    return replace(there, turn=replace(there.turn, untold=True))


def is_told_late(state: State, event: e.Event) -> bool:
    """Whether a token is the one at hand, told after what is done by it: no second one.

    Where a deed showed on which space it lies, it is told there.
    """
    turn = state.turn
    if not (turn.untold and isinstance(event, e.TokenPlaced) and event.player == state.at_turn):
        return False
    lies = turn.space in state.tokens
    return event.space == turn.space if lies else action_of(event.space) is action_of(turn.space)


def before_late_token(state: State) -> State:
    """The same before the token at hand, which is told late."""
    return replace(state, turn=Turn(), election=None)


def told_late(state: State, event: e.TokenPlaced) -> State:
    """The same where the token at hand lies on the space that is told, and is paid for.

    As much less is left to be done there as was done already.
    """
    turn, space = state.turn, event.space
    if turn.space not in state.tokens:
        state = paid_to_bank(state, event.player, cost(state.game, space), "space", space)
    fewer = TIMES[column_of(turn.space)] - TIMES[column_of(space)]
    doings = (
        each if each.card else replace(each, left=max(each.left - fewer, 0)) for each in turn.doings
    )
    left = tuple(each for each in doings if not each.is_over)
    turn = replace(turn, space=space, doings=left, untold=False)
    return replace(state, tokens={**state.tokens, space: event.player}, turn=turn)
