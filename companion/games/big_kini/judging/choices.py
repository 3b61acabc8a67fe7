"""All that may be done now without breaking a rule.

A sum and a number of votes are free within bounds: all votes, and one, stand here; a page asks for
the number. How an atoll is turned makes no difference: each stands here in one turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, permutations

from companion.games.big_kini.course import election as elections
from companion.games.big_kini.course.cards import may_come
from companion.games.big_kini.course.deeds import income
from companion.games.big_kini.course.rounds import throws_dice
from companion.games.big_kini.course.setup import chooses_home, has_settled, is_home_unknown
from companion.games.big_kini.course.spaces import in_use
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.judging.outings import discoveries, moves
from companion.games.big_kini.judging.told import TOLD_TO_BANK
from companion.games.big_kini.state.atolls import ADMINISTRATOR, COLONY, FACTORY, SEATS, STORE
from companion.games.big_kini.state.election import Election, Stage
from companion.games.big_kini.state.reach import represented
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.state.turn import Doing
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.actions import Action
from companion.games.big_kini.terms.goods import GOODS
from companion.games.big_kini.terms.layouts import STARTS

DICE = range(1, 7)


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be done now, and the money that it would earn."""

    event: e.Event
    earns: int = 0


def choices(state: State) -> tuple[Choice, ...]:
    """All of it, as far as who does it can know; of a deal the smallest, as its sum is free.

    A card that another holds may be the one that is drawn: so the list tells nothing of his hand.
    """
    thought_of = chain(thinkable(state), deals(state))
    events = (
        event
        for event in thought_of
        if all(found.code in TOLD_TO_BANK for found in findings(state, event))
    )
    return tuple(Choice(event, _earns(state, event)) for event in events)


def awaited(state: State) -> tuple[str, ...]:
    """Who may act now; several where they put down their first cubes, vote, or count."""
    match state.phase:
        case Phase.HOMES:
            return (chooses_home(state),)
        case Phase.SETTLING:
            return tuple(name for name in state.players if not has_settled(state, name))
        case Phase.BLOCKING:
            return (state.first_player,)
        case Phase.COUNTING:
            return tuple(name for name in state.players if name not in state.counted)
        case Phase.OVER:
            return ()
    return _awaited_in_turn(state)


def _awaited_in_turn(state: State) -> tuple[str, ...]:
    turn = state.turn
    if state.election is not None:
        return elections.awaited_in(state, state.election)
    if turn.landing is not None:
        return (turn.landing.player,)
    if turn.asked:
        return (turn.asked[0],)
    if turn.laid:
        return turn.laid
    return (state.doing.player if state.doing else state.at_turn,)


def thinkable(state: State) -> Iterator[e.ByPlayer]:
    """What might be done now; the rules are asked about each."""
    match state.phase:
        case Phase.HOMES:
            yield from homes(state, chooses_home(state))
        case Phase.SETTLING:
            for player in awaited(state):
                if is_home_unknown(state, player):
                    yield from homes(state, player)
                yield from first_cubes(state, player)
        case Phase.BLOCKING:
            yield from _blocking(state)
        case Phase.PLAYING:
            yield from _in_turn(state)
        case Phase.COUNTING:
            yield from (e.MoneyCounted(player, 0) for player in awaited(state))


def homes(state: State, player: str) -> Iterator[e.HomeChosen]:
    """Each start atoll on each place for one, whether free or not."""
    for cell in state.game.homes:
        for atoll in state.game.atolls.values():
            if atoll.number in STARTS:
                yield e.HomeChosen(player, cell, f"{atoll.id}/0")


def first_cubes(state: State, player: str) -> Iterator[e.Settled]:
    """A first cube on each post of the player's start atoll."""
    seats = state.places_at(state.homes.get(player, ""), *SEATS)
    return (e.Settled(player, place) for place in seats)


def _blocking(state: State) -> Iterator[e.ByPlayer]:
    player = state.first_player
    if throws_dice(state):
        yield from (e.DiceThrown(player, one, two) for one in DICE for two in DICE if one <= two)
    else:
        yield from (e.CardTurnedUp(player, card) for card in may_come(state, player))


def _in_turn(state: State) -> Iterator[e.ByPlayer]:
    turn = state.turn
    if state.election is not None:
        yield from _in_election(state, state.election)
    elif turn.landing is not None:
        places = state.places_at(turn.landing.cell, *SEATS)
        yield from (e.Landed(turn.landing.player, place) for place in places)
    elif turn.asked:
        yield from (e.CardLaid(turn.asked[0]), e.NoCard(turn.asked[0]))
    elif turn.laid:
        for player in turn.laid:
            yield from (e.CardRevealed(player, card) for card in state.hand(player).cards)
            yield e.NoCard(player)
    elif state.doing is not None:
        yield from _acts(state, state.doing)
    else:
        player = state.at_turn
        yield from (e.TokenPlaced(player, space) for space in in_use(state.game))
        yield e.TurnEnded(player)
        if state.game.players == 1:
            yield from (e.CardRevealed(player, card) for card in state.hand(player).cards)


def _acts(state: State, doing: Doing) -> Iterator[e.ByPlayer]:
    """What the action at hand allows; to forgo it is allowed always. Rule 30."""
    player = doing.player
    if doing.left:
        yield from deeds(state, player, doing.action)
    if doing.again:
        yield e.BoughtAgain(player)
    yield e.TurnEnded(player)


def deeds(state: State, player: str, action: Action) -> Iterator[e.Deed]:
    """What an action might be."""
    match action:
        case Action.PROLIFERATION:
            for place in _all_places(state, COLONY, ADMINISTRATOR):
                yield e.Proliferated(player, place)
        case Action.MOVE:
            yield from moves(state, player)
        case Action.INCOME:
            yield from (e.IncomeTaken(player, place) for place in _all_places(state, FACTORY))
        case Action.GOODS:
            yield from (e.GoodsTaken(player, place) for place in _all_places(state, STORE))
            yield from (e.GoodsPicked(player, kind) for kind in GOODS)
        case Action.ELECTION:
            yield from (e.ElectionCalled(player, cell) for cell in state.tiles)
        case Action.DISCOVERY:
            yield from discoveries(state, player)
        case Action.BUY_CARD:
            yield from (e.CardBought(player, card) for card in state.game.cards)


def deals(state: State) -> Iterator[e.InDeal]:
    """What may be given for votes while they are given; whatever is given, one a time. Rule 53."""
    election = state.election
    if election is None or election.stage is not Stage.VOTING:
        return
    for player, other in permutations(represented(state, election.cell), 2):
        yield e.MoneyGiven(player, other, 1)
        yield from (e.GoodsGiven(player, other, kind, 1) for kind in state.hand(player).goods)
        yield e.Promised(player, other)


def _all_places(state: State, *kinds: str) -> Iterator[str]:
    return (place for cell in state.tiles for place in state.places_at(cell, *kinds))


def _in_election(state: State, election: Election) -> Iterator[e.ByPlayer]:
    """What whoever is awaited may say."""
    match election.stage:
        case Stage.VOTING:
            for player in elections.awaited_in(state, election):
                yield from _votes(state, election, player)
        case Stage.GOODS:
            for player in elections.speakers(state, election):
                yield from _goods(state, player)
        case Stage.DECIDING:
            level = elections.ahead(elections.tally(state, election))
            yield from (e.Decided(election.caller, name) for name in level)
        case Stage.CROWNING:
            places = state.places_at(election.cell, *SEATS)
            yield from (e.Crowned(election.winner, place) for place in places)
        case Stage.RETREATING:
            free = elections.free_for_ousted(state, election)
            yield from (e.Retreated(election.ousted, place) for place in free)


def _votes(state: State, election: Election, player: str) -> Iterator[e.ByPlayer]:
    left = elections.voting_power(state, election, player) - election.given_by(player)
    for name in elections.tally(state, election):
        yield from (e.Voted(player, name, votes) for votes in sorted({1, left}) if votes > 0)
    yield e.Abstained(player)


def _goods(state: State, player: str) -> Iterator[e.ByPlayer]:
    for kind, count in state.hand(player).goods.items():
        yield from (e.GoodsShown(player, kind, number) for number in range(1, count + 1))
    yield e.KeptBack(player)


def _earns(state: State, event: e.Event) -> int:
    """What a factory would bring in. Rule 43."""
    return income(state, event.place, state.doing) if isinstance(event, e.IncomeTaken) else 0
