"""All that the rules have against a fact: which rules look at which facts, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any

from companion.finding import FOLLOWS, Finding, Severity, note
from companion.games.long_cours.course.apply import unanswered
from companion.games.long_cours.course.turns import (
    between,
    come_round_to,
    first_buys,
    gone_back_to,
    left_for_next,
    only_taken_for_over,
)
from companion.games.long_cours.judging.doubts import IMPLIED, follows
from companion.games.long_cours.rules import (
    auction,
    buying,
    cards,
    corsair,
    ending,
    fights,
    moving,
    throws,
    turns,
)
from companion.games.long_cours.state.shown import Subject
from companion.games.long_cours.state.state import Phase, State
from companion.games.long_cours.terms import events as e
from companion.play.judging.findings import each_once, found_by

Rule = Callable[[State, Any], Iterable[Finding]]

OF_THE_TABLE: tuple[Rule, ...] = (turns.game_goes_on, turns.still_plays)
"""What holds of everything; where one of these objects, nothing else is asked."""
OF_THE_TALK: tuple[Rule, ...] = (turns.fight_first, turns.auction_first)
"""What holds while a fight or an auction goes on."""
OF_THE_ROUND: tuple[Rule, ...] = (
    turns.no_card_in_the_first_round,
    turns.first_round_only_places_and_buys,
)
OF_FACTS: Mapping[type, tuple[Rule, ...]] = {
    e.Placed: (turns.first_port,),
    e.Bought: (
        moving.has_ship,
        corsair.cargo_first,
        buying.what_is_sold_here,
        buying.cash_for_it,
    ),
    e.Moved: (
        moving.has_ship,
        corsair.cargo_first,
        moving.one_ordinary_move,
        moving.ordinary_or_direct,
        moving.along_a_line,
    ),
    e.DirectMove: (
        moving.has_ship,
        corsair.cargo_first,
        cards.card_in_hand,
        cards.direct_left,
        moving.ordinary_or_direct,
        moving.direct_to_a_port,
    ),
    e.Resold: (throws.one_throw,),
    e.Storm: (cards.card_in_hand, cards.storm_left),
    e.CameBack: (
        throws.was_wrecked,
        throws.back_where_the_die_says,
        throws.back_on_a_port,
    ),
    e.FightBegun: (
        moving.has_ship,
        corsair.cargo_first,
        fights.with_another,
        fights.in_a_port,
        cards.card_in_hand,
        cards.fight_card_left,
    ),
    e.Answered: (fights.fight_is_on, fights.stronger, cards.card_in_hand, cards.fight_card_left),
    e.GaveUp: (fights.fight_is_on,),
    e.AuctionAsked: (auction.nobodys_corsair, auction.one_auction),
    e.Bid: (auction.auction_is_on, auction.high_enough, auction.in_notes),
    e.NoBid: (auction.auction_is_on,),
    e.CorsairEntered: (
        corsair.own_corsair,
        corsair.comes_back_first,
        corsair.enters_once,
        corsair.enters_in_its_turn,
        corsair.enters_on_the_rectangle,
    ),
    e.CorsairMoved: (
        corsair.own_corsair,
        corsair.comes_back_first,
        corsair.rests_after_entering,
        corsair.corsair_along_a_line,
        corsair.three_steps,
    ),
    e.TurnEnded: (turns.came_back, turns.whole_run),
    e.EndAgreed: (ending.end_as_ruled,),
}
"""The rules that look at each kind of fact. What is not here is the bank's, and nobody judges."""


class Came(Enum):
    """How it comes that somebody acts now."""

    AT_TURN = "at turn"
    """It is his turn, or what he does needs none."""
    NEXT = "next"
    """He comes next, and the turn before was left without a word."""
    BACK = "back"
    """His turn was left so, and goes on."""
    AGAIN = "again"
    """He acted out of turn before, which was told, and does more: it is his turn."""
    FIRST = "first"
    """He begins to buy, though not all ships were told to be placed."""
    NOT = "not"
    """It is not his turn."""


OF_COMING: Mapping[Came, tuple[Rule, ...]] = {
    Came.AT_TURN: (),
    Came.NEXT: (turns.turn_was_ended,),
    Came.BACK: (turns.own_turn,),
    Came.AGAIN: (turns.own_turn,),
    Came.FIRST: (turns.first_round_only_places_and_buys,),
    Came.NOT: (turns.own_turn,),
}


def findings(state: State, event: e.Event) -> tuple[Finding, ...]:
    """What the rules have against a fact in this state; depends on nothing else.

    Where it shows that a turn is over, what that turn may not end without is asked too. What
    follows from a slip that was told before is one note.
    """
    if isinstance(event, e.MoneyCorrected):
        return ()
    of_the_table = tuple(found_by(OF_THE_TABLE, state, event))
    if of_the_table:
        return of_the_table
    came, seen = turn_of(state, event)
    asked: list[tuple[State, e.ByPlayer, tuple[Rule, ...]]] = [
        (state, event, OF_COMING[came]),
        (state, event, OF_THE_TALK),
    ]
    if (left := left_by(state, event)) is not None:
        asked += [(left, e.TurnEnded(left.at_turn.name), OF_FACTS[e.TurnEnded])]
    if came is not Came.NOT:
        asked += [(seen, event, OF_THE_ROUND), (seen, event, OF_FACTS[type(event)])]
    told, known = list[Finding](), list[Finding]()
    for when, done, rules in asked:
        for found in found_by(rules, when, done):
            (known if follows(when, done, found) else told).append(found)
    return (*each_once(told, IMPLIED), *(note(FOLLOWS, each.rule) for each in known[:1]))


def turn_of(state: State, event: e.ByPlayer) -> tuple[Came, State]:
    """How it comes that somebody acts now, and the state in which he does.

    Something else is done, so a fight or an auction was over. Who comes next acts, so the turn
    before was; but not if he does what he could not do now: then another has done it.
    """
    if isinstance(event, e.OUT_OF_TURN) or state.over or _places_late(state, event):
        return Came.AT_TURN, state
    if _begins_to_buy(state, event):
        return Came.FIRST, first_buys(state)
    state = unanswered(state)
    player = event.player
    if player == state.at_turn.name:
        return Came.AT_TURN, state
    if state.phase is Phase.PLACING or not state.captain(player).plays:
        return Came.NOT, state
    return _out_of_turn(state, event)


def _out_of_turn(state: State, event: e.ByPlayer) -> tuple[Came, State]:
    """The same of who still plays, and is not at turn by the record."""
    player, left = event.player, state.shown.left
    own = left if left is not None and state.captains[left.seat].name == player else None
    if own is None and state.shown.spoke_up == player:
        if isinstance(event, e.TurnEnded) and not state.shown.said_over:
            return Came.NOT, state  # He told late what he had done in his turn before.
        return Came.AGAIN, come_round_to(state, player)
    if own is not None and only_taken_for_over(own, state):
        return Came.BACK, gone_back_to(state, own)
    if _comes_next(state, player):
        following = come_round_to(left_for_next(state), player)
        if _fits(following, event):
            return Came.NEXT, following
    return (Came.NOT, state) if own is None else (Came.BACK, gone_back_to(state, own))


def _places_late(state: State, event: e.ByPlayer) -> bool:
    """Whether he tells where his ship was placed, after it was told that it was."""
    return isinstance(event, e.Placed) and (Subject.UNPLACED, event.player) in state.shown.doubts


def _begins_to_buy(state: State, event: e.ByPlayer) -> bool:
    """Whether the first player's purchase shows that all ships lie on the board. Rules 16, 17."""
    buys = isinstance(event, e.Bought | e.TurnEnded)
    return state.phase is Phase.PLACING and buys and event.player == state.players[0]


def left_by(state: State, event: e.ByPlayer) -> State | None:
    """The end of the turn at hand, where a fact shows that it is over and nobody said so."""
    return unanswered(state) if turn_of(state, event)[0] is Came.NEXT else None


def _comes_next(state: State, player: str) -> bool:
    """Whether all between who is at turn and a player have no turns any more, for all one knows."""
    return all((Subject.TURN, name) in state.shown.doubts for name in between(state, player)[1:])


def as_it_was(state: State, event: e.Event) -> State:
    """The state in which a fact was done, whatever was left unsaid before it."""
    return state if isinstance(event, e.MoneyCorrected) else turn_of(state, event)[1]


def _fits(state: State, event: e.ByPlayer) -> bool:
    """Whether nothing that would be told of a fact in this turn breaks a rule."""
    found = (*found_by(OF_THE_ROUND, state, event), *found_by(OF_FACTS[type(event)], state, event))
    return all(
        each.severity is not Severity.ILLEGAL or follows(state, event, each) for each in found
    )
