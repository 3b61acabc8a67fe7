"""Who may act now, and what has to come first. Rules 19 to 30, 58, 73 and 93."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.finding import Finding, illegal
from companion.games.big_kini.course.apply import IN_DEAL, doing_of
from companion.games.big_kini.course.rounds import is_spent, turn_over
from companion.games.big_kini.course.spaces import finds_no_space
from companion.games.big_kini.course.unsaid_setup import is_setup_told_late
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.actions import ACTION_OF

PHASE_OF: Mapping[type, Phase] = MappingProxyType(
    {
        e.HomeChosen: Phase.HOMES,
        e.Settled: Phase.SETTLING,
        e.DiceThrown: Phase.BLOCKING,
        e.CardTurnedUp: Phase.BLOCKING,
        e.MoneyCounted: Phase.COUNTING,
    }
)
"""When each fact has its time; all others are of a round."""
FIRST: Mapping[Phase, tuple[str, str]] = MappingProxyType(
    {
        Phase.HOMES: ("homes-first", "19"),
        Phase.SETTLING: ("cubes-first", "21"),
        Phase.BLOCKING: ("blocked-first", "86"),
        Phase.PLAYING: ("not-in-a-round", "24"),
        Phase.COUNTING: ("only-counting", "73"),
    }
)
"""What is told of a fact that comes in another phase, and the rule."""


def game_goes_on(state: State, event: e.ByPlayer) -> Iterator[Finding]:
    """Nothing counts once the game is over. Rule 73."""
    if state.over:
        yield illegal("game-over", "73", player=event.player)


def in_its_time(state: State, event: e.ByPlayer) -> Iterator[Finding]:
    """Homes, then cubes, then what is blocked, then tokens. Rules 19 to 24, 86 and 103."""
    if is_setup_told_late(state, event):
        return
    if not state.over and PHASE_OF.get(type(event), Phase.PLAYING) is not state.phase:
        code, rule = FIRST[state.phase]
        alone = state.phase is Phase.BLOCKING and state.game.players == 1
        yield illegal(code, "103" if alone else rule, player=event.player)


def election_first(state: State, event: e.ByPlayer) -> Iterator[Finding]:
    """While an election goes on nothing else is done but deals. Rules 53 and 58."""
    if state.election is not None and not isinstance(event, IN_DEAL):
        yield illegal("election-goes-on", "58", state.election.cell, player=event.player)


def landing_first(state: State, event: e.ByPlayer) -> Iterator[Finding]:
    """The cube that has set out comes to a post before anything else is done. Point A10."""
    landing = state.turn.landing
    if landing is not None:
        yield illegal(
            "cube-to-land", "A10", landing.cell, player=event.player, other=landing.player
        )


def cards_first(state: State, event: e.ByPlayer) -> Iterator[Finding]:
    """First all say whether they play a card, and show it. Rule 93."""
    turn = state.turn
    if turn.waits_for_cards:
        waits = (*turn.asked, *turn.laid)[0]
        yield illegal("cards-first", "93", turn.space, player=event.player, other=waits)


def own_turn(state: State, event: e.TokenPlaced) -> Iterator[Finding]:
    """Tokens are placed clockwise, from the first player, twice round. Rule 25."""
    following = turn_over(state) if state.turn.space else state
    if event.player != following.at_turn or state.turn.space == event.space:
        next_one = following.at_turn
        yield illegal("not-your-turn", "25", event.space, player=event.player, other=next_one)


def part_of_action(state: State, event: e.Deed) -> Iterator[Finding]:
    """An action is done by a token, or a card, that names it, and after cards. Rules 25, 92, 93."""
    if doing_of(state, event) is not None:
        return
    doing, player = state.doing, event.player
    action = ACTION_OF[type(event)].value
    if state.turn.waits_for_cards:
        yield from cards_first(state, event)
    elif doing is not None and doing.player != player:
        yield illegal("not-your-turn", "25", player=player, other=doing.player)
    elif doing is None and state.at_turn != player:
        yield illegal("not-your-turn", "25", player=player, other=state.at_turn)
    elif doing is None:
        yield illegal("no-token", "25", player=player, action=action)
    elif doing.action.value != action:
        yield illegal("other-action", "25", player=player, action=doing.action.value, done=action)
    else:
        yield illegal("second-unpaid", "96", player=player)


def something_left(state: State, event: e.TurnEnded) -> Iterator[Finding]:
    """Only he whose action is at hand may forgo what is left of it; or his cards. Rules 30, 104."""
    doing = state.doing
    acts = state.at_turn if doing is None else doing.player
    waits = doing is not None or is_spent(state) or finds_no_space(state)
    if acts != event.player or not waits:
        yield illegal("nothing-to-forgo", "30", player=event.player)
