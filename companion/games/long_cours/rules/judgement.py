"""All that the rules have against a fact: which rules look at which facts, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.finding import Finding
from companion.games.long_cours.course.apply import as_it_was
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
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms import events as e

Rule = Callable[[State, Any], Iterable[Finding]]

OF_THE_TABLE: tuple[Rule, ...] = (turns.game_goes_on, turns.still_plays)
"""What holds of everything; where one of these objects, nothing else is asked."""
OF_THE_TURN: tuple[Rule, ...] = (turns.own_turn, turns.fight_first, turns.auction_first)
"""What holds of everything, seen before a turn is passed on."""
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
        corsair.cargo_first,
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


def findings(state: State, event: e.Event) -> tuple[Finding, ...]:
    """What the rules have against a fact in this state; depends on nothing else."""
    if isinstance(event, e.MoneyCorrected):
        return ()
    found = _said(OF_THE_TABLE, state, event)
    if found:
        return found
    seen = as_it_was(state, event)
    of_fact = OF_FACTS[type(event)]
    return (
        *_said(OF_THE_TURN, state, event),
        *_said(OF_THE_ROUND, seen, event),
        *_said(of_fact, seen, event),
    )


def _said(rules: Iterable[Rule], state: State, event: e.Event) -> tuple[Finding, ...]:
    return tuple(found for rule in rules for found in rule(state, event))
