"""Big Kini, as it plays itself: legal facts by lot, as people with some sense would choose."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

from companion.games.big_kini.course.election import tally, voting_power
from companion.games.big_kini.course.spaces import token_placed
from companion.games.big_kini.judging.choices import Choice, choices, deeds
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.state.atolls import BARON
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.actions import Action, action_of
from companion.play.offered.self_play import SelfPlay

IDLE = 0.05
"""How willing they are to block a space on which nothing can be done. Rule 30."""
TURNS = 6
"""An atoll may lie in so many turns."""
USUAL: dict[type[object], float] = {
    e.TurnEnded: 0.15,
    e.Abstained: 0.3,
    e.KeptBack: 0.5,
    **dict.fromkeys(get_args(e.InDeal), 0.1),
}
"""How willing the players are to do what is not an action; all else weighs 1."""
WISHES: dict[Action, float] = {
    Action.PROLIFERATION: 2,
    Action.MOVE: 2,
    Action.INCOME: 4,
    Action.GOODS: 2,
    Action.ELECTION: 3,
    Action.DISCOVERY: 3,
    Action.BUY_CARD: 1,
}
"""How willing they are to put a token on each row."""


def drawn(state: State, random: Random) -> e.Event | None:
    """What somebody does next; None when the game is over."""
    offered = [each for each in choices(state) if not _is_held(state, each.event)]
    if not offered:
        return None
    kinds = list(dict.fromkeys(type(choice.event) for choice in offered))
    [kind] = random.choices(kinds, [USUAL.get(kind, 1) for kind in kinds])
    return _of_kind(state, [choice for choice in offered if type(choice.event) is kind], random)


def _of_kind(state: State, offered: list[Choice], random: Random) -> e.Event:
    """One of these: a token where something can be done, votes for oneself, a tile in any turn."""
    event = random.choice(offered).event
    match event:
        case e.TokenPlaced():
            return _token(state, [choice.event for choice in offered], random)
        case e.Voted(player, _, _) if state.election is not None:
            mine = [each.event for each in offered if _is_for_himself(each.event)]
            left = voting_power(state, state.election, player)
            left -= state.election.given_by(player)
            own = player in tally(state, state.election)
            if own and mine and random.random() < 0.8:
                return e.Voted(player, player, left)
        case e.HomeChosen(player, cell, atoll):
            return e.HomeChosen(player, cell, _turned(atoll, random))
        case e.Discovered(player, source, cell, atoll):
            return e.Discovered(player, source, cell, _turned(atoll, random))
        case e.MoneyCounted(player, _):
            return e.MoneyCounted(player, random.randint(0, 20))
    return event


def _is_held(state: State, event: e.Event) -> bool:
    """Whether a card that nobody can know of is in another's hand."""
    draws = isinstance(event, e.CardBought | e.CardTurnedUp)
    return draws and bool(findings(state, event))


def _is_for_himself(event: e.Event) -> bool:
    return isinstance(event, e.Voted) and event.player == event.candidate


def _token(state: State, events: list[e.Event], random: Random) -> e.Event:
    """A token on one of these spaces."""
    tokens = [event for event in events if isinstance(event, e.TokenPlaced)]
    rows = {action_of(event.space): event for event in tokens}
    wishes = {action: _wish(state, event, action) for action, event in rows.items()}
    weights = [wishes[action_of(event.space)] for event in tokens]
    return random.choices(tokens, weights)[0]


def _wish(state: State, event: e.TokenPlaced, action: Action) -> float:
    """How much somebody wants to put his token on a row: little where nothing could be done."""
    there = token_placed(state, event.player, event.space)
    there = replace(there, turn=replace(there.turn, asked=()))
    possible = (not findings(there, deed) for deed in deeds(there, event.player, action))
    return WISHES[action] if any(possible) else IDLE


def _turned(atoll: str, random: Random) -> str:
    return f"{atoll.partition('/')[0]}/{random.randrange(TURNS)}"


def a_slip(state: State) -> e.Moved | None:
    """A cube of who is at turn that goes to the baron's space without an election. Rule 48."""
    doing = state.doing
    if doing is None or doing.action is not Action.MOVE:
        return None
    for source in state.cubes_of(doing.player):
        for target in state.places_at("/".join(source.split("/")[:2]), BARON):
            slip = e.Moved(doing.player, source, target)
            if [found.code for found in findings(state, slip)] == ["baron-by-election"]:
                return slip
    return None


def is_time_for_slip(state: State) -> bool:
    """From the second round, when somebody has just put his token on the moves."""
    doing = state.doing
    moves = doing is not None and doing.action is Action.MOVE and doing.left > 1
    return state.phase is Phase.PLAYING and state.round > 1 and moves


SELF_PLAY = SelfPlay(drawn, a_slip, is_time_for_slip)
