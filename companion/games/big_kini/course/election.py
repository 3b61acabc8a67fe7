"""How an election goes: votes, goods, a tie, the crown, the ousted baron. Rules 50 to 62."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.big_kini.state.atolls import BARON, COLONY, POSTS, SEATS
from companion.games.big_kini.state.election import Election, Stage
from companion.games.big_kini.state.reach import candidates, represented
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms.goods import GOODS
from companion.games.big_kini.terms.rulings import OustedGoes

VOTES_OF_BARON = 2
"""Rule 54."""


def called(state: State, election: Election) -> State:
    """An election begins; it marks the atoll for this round. Rule 52."""
    state = replace(state, election=election, held=state.held | {election.cell})
    return _going(state)


def voting_power(state: State, election: Election, player: str) -> int:
    """How many votes a player has: two for the baron, one for each other cube. Rule 54."""
    cubes = [at for at, who in state.cubes_at(election.cell).items() if who == player]
    barons = sum(state.kind_of(at) == BARON for at in cubes)
    extra = election.extra if election.caller == player else 0
    return len(cubes) + barons * (VOTES_OF_BARON - 1) + extra


def counts_as_vote(state: State, election: Election, player: str, goods: str) -> bool:
    """Whether goods are votes: of the kind under the baron's space, or by a card. Rule 55."""
    atoll = state.atoll_at(election.cell)
    return election.any_votes == player or (atoll is not None and goods == atoll.votes)


def tally(state: State, election: Election) -> dict[str, int]:
    """The votes of each candidate, goods among them. Rules 54 and 55."""
    votes = dict.fromkeys(candidates(state, election.cell), 0)
    for name in votes:
        votes[name] += sum(election.votes.get(name, {}).values())
        shown = election.shown.get(name, {})
        votes[name] += sum(
            number
            for goods, number in shown.items()
            if counts_as_vote(state, election, name, goods)
        )
    return votes


def ahead(votes: Mapping[str, int]) -> tuple[str, ...]:
    """Who has most votes; several where they are level."""
    most = max(votes.values(), default=0)
    return tuple(name for name, count in votes.items() if count == most)


def may_show(state: State, election: Election, player: str) -> bool:
    """Whether goods in his hand may be votes, as far as all can see. Rules 13 and 55."""
    some = any(counts_as_vote(state, election, player, kind) for kind in GOODS)
    return some and state.hand(player).tiles > 0


def speakers(state: State, election: Election) -> tuple[str, ...]:
    """Who may show goods now: who is not ahead alone, clockwise from the caller's left. Rule 57.

    Whoever showed some last may show more, until the next one says something: then it is his turn
    (point A20). Empty where everybody who is behind has kept back.
    """
    votes = tally(state, election)
    leading = ahead(votes)
    first = election.speaker or (*state.round_from(election.caller), election.caller)[1]
    behind = [
        name
        for name in state.round_from(first)
        if name in votes and leading != (name,)
        if name not in election.kept_back and may_show(state, election, name)
    ]
    return tuple(behind[: 2 if election.speaker in behind[:1] else 1])


def awaited_in(state: State, election: Election) -> tuple[str, ...]:
    """Who may speak now."""
    match election.stage:
        case Stage.VOTING:
            voters = represented(state, election.cell)
            return tuple(name for name in voters if name not in election.said)
        case Stage.GOODS:
            return speakers(state, election)
        case Stage.DECIDING:
            return (election.caller,)
        case Stage.CROWNING:
            return (election.winner,)
        case Stage.RETREATING:
            return (election.ousted,)


def voted(state: State, player: str, candidate: str, votes: int) -> State:
    """Votes for a candidate; who has given all of his is done. Point A6."""
    election = state.election
    if election is None:
        return state
    given = election.votes.get(candidate, {})
    added = {**given, player: given.get(player, 0) + votes}
    election = replace(election, votes={**election.votes, candidate: added})
    if election.given_by(player) >= voting_power(state, election, player):
        election = replace(election, said=election.said | {player})
    return _going(replace(state, election=election))


def abstained(state: State, player: str) -> State:
    """Somebody gives no more votes."""
    if state.election is None:
        return state
    election = replace(state.election, said=state.election.said | {player})
    return _going(replace(state, election=election))


def shown(state: State, player: str, goods: str, number: int) -> State:
    """Goods lie face up; whoever kept back before may answer. Rules 55 and 56."""
    state = state.with_hand(player, state.hand(player).with_goods(goods, -number))
    election = state.election
    if election is None:
        return state
    has = election.shown.get(player, {})
    added = {**has, goods: has.get(goods, 0) + number}
    election = replace(
        election,
        shown={**election.shown, player: added},
        kept_back=frozenset(),
        speaker=player,
        stage=Stage.GOODS if election.stage is Stage.DECIDING else election.stage,
    )
    return _going(replace(state, election=election))


def kept_back(state: State, player: str) -> State:
    """Somebody who is behind shows nothing as things stand."""
    if state.election is None:
        return state
    election = replace(state.election, kept_back=state.election.kept_back | {player})
    return _going(replace(state, election=election))


def decided(state: State, candidate: str) -> State:
    """The caller has said who wins the tie. Rule 59."""
    return state if state.election is None else _won(state, state.election, candidate)


def crowned(state: State, player: str, place: str) -> State:
    """A cube of the winner goes to the baron's space; the one there has to go. Rules 60 and 61."""
    cell = cell_of(place)
    seat = next(state.places_at(cell, BARON), None)
    if seat is None or place == seat:
        return state
    ousted = state.cubes.get(seat)
    cubes = {at: who for at, who in state.cubes.items() if at != place}
    state = replace(state, cubes={**cubes, seat: player})
    election = state.election or Election(cell, player)
    if ousted is None:
        return over(state)
    election = replace(election, stage=Stage.RETREATING, winner=player, ousted=ousted)
    state = replace(state, election=election)
    free = free_for_ousted(state, election)
    return retreated(state, ousted, free[0]) if len(free) == 1 else state


def free_for_ousted(state: State, election: Election) -> tuple[str, ...]:
    """Where the ousted baron may go: a free space of the atoll. Rule 61, point A8."""
    kinds: tuple[str, ...] = SEATS
    if state.game.rulings.ousted_may_settle is OustedGoes.POSTS_AND_COLONY:
        kinds = (*SEATS, COLONY)
    return tuple(at for at in state.places_at(election.cell, *kinds) if at not in state.cubes)


def retreated(state: State, player: str, place: str) -> State:
    """The ousted baron lies on another space, and the election is over. Rule 61."""
    return over(replace(state, cubes={**state.cubes, place: player}))


def over(state: State) -> State:
    """The election is over; all goods that were shown go back to the supply. Rule 62."""
    return replace(state, election=None)


def still_going(state: State) -> State:
    """The same; over where what is awaited can't be said any more, as the atoll has changed."""
    state = _going(state)
    election = state.election
    if election is None:
        return state
    own = [at for at, who in state.cubes_at(election.cell).items() if who == election.winner]
    possible = {
        Stage.DECIDING: bool(tally(state, election)),
        Stage.CROWNING: any(state.kind_of(at) in SEATS for at in own),
        Stage.RETREATING: bool(free_for_ousted(state, election)),
    }
    return state if possible.get(election.stage, True) else over(state)


def _going(state: State) -> State:
    """Go on to what is awaited next, as far as nobody has a choice."""
    election = state.election
    if election is None:
        return state
    alone = len(represented(state, election.cell)) == 1
    if election.stage is Stage.VOTING and (alone or not awaited_in(state, election)):
        election = replace(election, stage=Stage.GOODS)
    state = replace(state, election=election)
    if election.stage is Stage.GOODS and not speakers(state, election):
        return _counted(state, election)
    return state


def _counted(state: State, election: Election) -> State:
    """All votes are in: somebody has won, or the caller decides. Rules 58 and 59, point A7."""
    leading = ahead(tally(state, election))
    if not leading:
        return over(state)
    if len(leading) == 1:
        return _won(state, election, leading[0])
    return replace(state, election=replace(election, stage=Stage.DECIDING))


def _won(state: State, election: Election, winner: str) -> State:
    """The winner's cube goes to the seat, where it is not there already. Rule 60."""
    cubes = state.cubes_at(election.cell)
    posts = [at for at, who in cubes.items() if who == winner and state.kind_of(at) in POSTS]
    if not posts or any(state.kind_of(at) == BARON for at in posts):
        return over(state)
    state = replace(state, election=replace(election, stage=Stage.CROWNING, winner=winner))
    return crowned(state, winner, posts[0]) if len(posts) == 1 else state
