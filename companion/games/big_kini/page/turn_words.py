"""Where a game stands and what is awaited, as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.big_kini.course.election import tally, voting_power
from companion.games.big_kini.course.rounds import is_spent, throws_dice
from companion.games.big_kini.judging.choices import awaited
from companion.games.big_kini.page.words import ACTION, Words
from companion.games.big_kini.state.election import Election, Stage
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms.actions import action_of
from companion.games.big_kini.terms.layouts import PICTURED

Duty = tuple[str, dict[str, object]]


def stands(state: State, words: Words) -> tuple[str, ...]:
    """What stays in the box, the round, who is first, what is hidden, how an election stands."""
    return tuple(_stands(state, words))


def _stands(state: State, words: Words) -> Iterator[str]:
    yield words.say("turn:round", round=state.round)
    if state.phase is Phase.HOMES and state.game.in_box:
        atolls = words.listed([str(number) for number in sorted(state.game.in_box)])
        guessed = state.game.layout.id in PICTURED and state.game.layout.in_box is None
        yield words.say("turn:in-box:guessed" if guessed else "turn:in-box", atolls=atolls)
    if state.phase in (Phase.PLAYING, Phase.BLOCKING):
        yield words.say("turn:first", player=state.first_player)
        count = len(state.hidden)
        yield words.say("turn:hidden:one" if count == 1 else "turn:hidden", count=count)
    if state.election is not None:
        votes = [
            words.say("turn:votes-of", player=player, count=count)
            for player, count in tally(state, state.election).items()
        ]
        atoll = words.at(state, state.election.cell)
        yield words.say("turn:election", atoll=atoll, votes=", ".join(votes))


def duties(state: State, words: Words, viewer: str | None) -> tuple[str, ...]:
    """What everybody awaited has to do; to himself where he looks, and then that comes first."""
    told = []
    for player in sorted(awaited(state), key=lambda player: player != viewer):
        code, about = _duty(state, words, player)
        own = f"{code}:you" if player == viewer else code
        told.append(words.say(own, {"player": player, **about}))
    return tuple(told)


def _duty(state: State, words: Words, player: str) -> Duty:
    match state.phase:
        case Phase.HOMES:
            return "turn:home", {}
        case Phase.SETTLING:
            put = len(state.cubes_of(player))
            return ("turn:settle:one" if put else "turn:settle"), {}
        case Phase.BLOCKING:
            return ("turn:dice" if throws_dice(state) else "turn:turn_up"), {}
        case Phase.COUNTING | Phase.OVER:
            return "turn:count", {}
    if state.election is not None:
        return _in_election(state, state.election, player)
    return _in_turn(state, words)


def _in_election(state: State, election: Election, player: str) -> Duty:
    match election.stage:
        case Stage.VOTING:
            left = voting_power(state, election, player) - election.given_by(player)
            return ("turn:vote:one" if left == 1 else "turn:vote"), {"left": left}
        case Stage.GOODS:
            return "turn:goods", {}
        case Stage.DECIDING:
            return "turn:decide", {}
        case Stage.CROWNING:
            return "turn:crown", {}
        case Stage.RETREATING:
            return "turn:retreat", {}


def _in_turn(state: State, words: Words) -> Duty:
    turn, doing = state.turn, state.doing
    if turn.landing is not None:
        return "turn:land", {}
    if turn.asked:
        return "turn:card", {"action": words.named(ACTION, action_of(turn.space).value)}
    if turn.laid:
        return "turn:reveal", {}
    if doing is None:
        return ("turn:play-on" if is_spent(state) else "turn:token"), {}
    about: dict[str, object] = {"action": words.named(ACTION, doing.action.value)}
    if not doing.left:
        return "turn:again", about
    return ("turn:act:one" if doing.left == 1 else "turn:act"), {**about, "left": doing.left}
