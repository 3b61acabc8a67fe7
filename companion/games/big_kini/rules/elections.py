"""Elections, from the call to the ousted baron. Rules 48 to 62, points A6 to A8."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.big_kini.course import election as course
from companion.games.big_kini.state.atolls import BARON, COLONY, SEATS
from companion.games.big_kini.state.election import Stage
from companion.games.big_kini.state.reach import candidates, represented
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms import events as e

FEWEST_CUBES = 2
"""Rule 51."""


def may_be_called(state: State, event: e.ElectionCalled) -> Iterator[Finding]:
    """By who has a cube there, among two cubes at least. Rules 50 and 51."""
    cubes = state.cubes_at(event.cell)
    if state.atoll_at(event.cell) is None:
        yield illegal("not-discovered", "50", event.cell, player=event.player)
    elif event.player not in cubes.values():
        yield illegal("not-represented", "50", event.cell, player=event.player)
    elif len(cubes) < FEWEST_CUBES:
        yield illegal("one-cube", "51", event.cell, player=event.player)


def one_election(state: State, event: e.ElectionCalled) -> Iterator[Finding]:
    """One election on each atoll in a round, by cards too. Rules 52 and 99."""
    if event.cell in state.held:
        yield illegal("election-held", "52", event.cell, player=event.player)


def election_is_on(state: State, event: e.InElection) -> Iterator[Finding]:
    """All this is a part of an election. Rule 50."""
    if state.election is None:
        yield illegal("no-election", "50", player=event.player)


def votes_of_his_own(state: State, event: e.Voted | e.Abstained) -> Iterator[Finding]:
    """Who has a cube there votes, with no more votes than he has. Rule 54."""
    election, player = state.election, event.player
    if election is None:
        return
    if election.stage is not Stage.VOTING:
        yield illegal("voting-over", "54", election.cell, player=player)
    elif player not in represented(state, election.cell):
        yield illegal("not-represented", "54", election.cell, player=player)
    elif player in election.said:
        yield illegal("voted-already", "54", election.cell, player=player)
    elif isinstance(event, e.Voted):
        has = course.voting_power(state, election, player)
        if election.given_by(player) + event.votes > has:
            yield illegal("too-many-votes", "54", election.cell, player=player, votes=has)


def for_a_candidate(state: State, event: e.Voted) -> Iterator[Finding]:
    """A colonist can't be elected. Rule 49, point A7."""
    election = state.election
    if election is not None and event.candidate not in candidates(state, election.cell):
        yield illegal(
            "no-candidate", "49", election.cell, player=event.player, other=event.candidate
        )


def shows_in_turn(state: State, event: e.GoodsShown | e.KeptBack) -> Iterator[Finding]:
    """Who is behind, clockwise from the caller's left. Rules 56 and 57, point A20."""
    election, player = state.election, event.player
    if election is None:
        return
    votes = course.tally(state, election)
    if election.stage is not Stage.GOODS:
        code = "votes-first" if election.stage is Stage.VOTING else "goods-over"
        yield illegal(code, "56", election.cell, player=player)
    elif player not in votes:
        yield illegal("no-candidate", "49", election.cell, player=player, other=player)
    elif course.ahead(votes) == (player,):
        yield illegal("ahead-already", "56", election.cell, player=player)
    elif player not in (may := course.speakers(state, election)):
        yield illegal("speaks-later", "57", election.cell, player=player, other=may[-1])


def goods_that_count(state: State, event: e.GoodsShown) -> Iterator[Finding]:
    """The kind under the baron's space counts, where a card says no more. Rules 13, 55."""
    election, player = state.election, event.player
    if election is None:
        return
    if not course.counts_as_vote(state, election, player, event.goods):
        about = {"player": player, "goods": event.goods}
        yield illegal("goods-no-vote", "55", election.cell, **about)


def goods_in_hand(state: State, event: e.GoodsShown | e.GoodsGiven) -> Iterator[Finding]:
    """Nobody shows or gives what he does not have. Rule 47."""
    if state.hand(event.player).goods.get(event.goods, 0) < event.number:
        yield illegal("goods-not-in-hand", "47", player=event.player)


def decides_a_tie(state: State, event: e.Decided) -> Iterator[Finding]:
    """The caller decides between those who are level. Rule 59."""
    election = state.election
    if election is None:
        return
    if election.stage is not Stage.DECIDING:
        yield illegal("no-tie", "59", election.cell, player=event.player)
    elif event.player != election.caller:
        yield illegal(
            "caller-decides", "59", election.cell, player=event.player, other=election.caller
        )
    elif event.candidate not in course.ahead(course.tally(state, election)):
        yield illegal("not-level", "59", election.cell, player=event.player, other=event.candidate)


def crowns_his_own(state: State, event: e.Crowned) -> Iterator[Finding]:
    """The winner moves a cube of his from a post there, no colonist. Rule 60."""
    election, player = state.election, event.player
    if election is None:
        return
    if election.stage is not Stage.CROWNING or election.winner != player:
        yield illegal("not-winner", "60", event.place, player=player)
    elif state.cubes.get(event.place) != player or cell_of(event.place) != election.cell:
        yield illegal("no-cube-there", "60", event.place, player=player)
    elif state.kind_of(event.place) not in (*SEATS, BARON):
        yield illegal("colonist-elected", "49", event.place, player=player)


def goes_to_a_free_space(state: State, event: e.Retreated) -> Iterator[Finding]:
    """The ousted baron goes to a free space of the atoll. Rule 61, point A8."""
    election, place = state.election, event.place
    if election is None:
        return
    if election.stage is not Stage.RETREATING or election.ousted != event.player:
        yield illegal("nobody-ousted", "61", place, player=event.player)
    elif place not in course.free_for_ousted(state, election):
        there = cell_of(place) == election.cell and place not in state.cubes
        on_colony = there and state.kind_of(place) == COLONY
        code, rule = ("no-colony-for-ousted", "A8") if on_colony else ("not-free-there", "61")
        yield illegal(code, rule, place, player=event.player)
