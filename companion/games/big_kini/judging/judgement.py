"""All that the rules have against a fact: which rules look at which facts, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from companion.finding import FOLLOWS, Finding, note
from companion.games.big_kini.course.apply import as_it_was, between_rounds
from companion.games.big_kini.course.unsaid import is_told_late
from companion.games.big_kini.judging.doubts import IMPLIED, follows
from companion.games.big_kini.rules import (
    cards,
    colonies,
    deals,
    elections,
    ending,
    islands,
    moving,
    setting_up,
    spaces,
    turns,
)
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms import events as e
from companion.play.judging.findings import each_once, found_by

Rule = Callable[[State, Any], Iterable[Finding]]
OF_THE_TABLE: tuple[Rule, ...] = (turns.game_goes_on, turns.in_its_time)
"""What holds of everything; where one of these objects, nothing else is asked."""
TALK: tuple[Rule, ...] = (turns.election_first, turns.landing_first, turns.cards_first)
"""What has to be said before anybody acts; where one objects, nothing else is asked."""
BEFORE_DEEDS: tuple[Rule, ...] = (*TALK, spaces.shown_space_paid)
"""The same, and that the token is paid for which a deed shows."""
OF_DEEDS: tuple[Rule, ...] = (turns.part_of_action,)
FIRST_OF: Mapping[type, tuple[Rule, ...]] = MappingProxyType(
    {
        e.TokenPlaced: TALK,
        e.Proliferated: BEFORE_DEEDS,
        e.Moved: BEFORE_DEEDS,
        e.IncomeTaken: BEFORE_DEEDS,
        e.GoodsTaken: BEFORE_DEEDS,
        e.GoodsPicked: BEFORE_DEEDS,
        e.ElectionCalled: BEFORE_DEEDS,
        e.Discovered: BEFORE_DEEDS,
        e.CardBought: BEFORE_DEEDS,
        e.TurnEnded: TALK,
        e.BoughtAgain: TALK,
        **dict.fromkeys(
            (
                *(e.Voted, e.Abstained, e.GoodsShown, e.KeptBack),
                *(e.Decided, e.Crowned, e.Retreated),
            ),
            (elections.election_is_on,),
        ),
    }
)
ALL_THE_SAME: Mapping[type, tuple[Rule, ...]] = MappingProxyType(
    {e.ElectionCalled: (elections.one_election,)}
)
"""What is told even where something has to be said first, as that can't change it."""
OF_FACTS: Mapping[type, tuple[Rule, ...]] = MappingProxyType(
    {
        e.HomeChosen: (
            setting_up.chooses_in_order,
            setting_up.on_a_home,
            setting_up.a_start_atoll,
        ),
        e.Settled: (setting_up.two_first_cubes, setting_up.on_his_atoll),
        e.DiceThrown: (setting_up.dice_are_thrown,),
        e.CardTurnedUp: (setting_up.card_is_turned_up, cards.in_no_hand),
        e.TokenPlaced: (
            turns.own_turn,
            spaces.space_in_use,
            spaces.space_free,
            spaces.space_paid,
        ),
        e.Proliferated: (
            *OF_DEEDS,
            colonies.on_a_colony,
            colonies.cube_in_supply,
            colonies.second_on_same_atoll,
        ),
        e.Moved: (
            *OF_DEEDS,
            moving.own_cube,
            moving.to_a_free_post,
            moving.by_the_port,
            moving.move_paid,
        ),
        e.IncomeTaken: (*OF_DEEDS, islands.from_a_factory, islands.once_a_round),
        e.GoodsTaken: (*OF_DEEDS, islands.from_an_island),
        e.GoodsPicked: (*OF_DEEDS, islands.picked_by_a_card, islands.goods_in_supply),
        e.ElectionCalled: (*OF_DEEDS, elections.may_be_called, elections.one_election),
        e.Voted: (elections.votes_of_his_own, elections.for_a_candidate),
        e.Abstained: (elections.votes_of_his_own,),
        e.GoodsShown: (
            elections.shows_in_turn,
            elections.goods_that_count,
            elections.goods_in_hand,
        ),
        e.KeptBack: (elections.shows_in_turn,),
        e.Decided: (elections.decides_a_tie,),
        e.Crowned: (elections.crowns_his_own,),
        e.Retreated: (elections.goes_to_a_free_space,),
        e.Discovered: (
            *OF_DEEDS,
            moving.own_cube,
            moving.still_hidden,
            moving.an_atoll_in_play,
            moving.by_the_port,
            moving.discovery_paid,
        ),
        e.Landed: (moving.lands_on_a_post,),
        e.CardBought: (
            *OF_DEEDS,
            cards.with_cards,
            cards.card_paid,
            cards.card_in_deck,
            cards.in_no_hand,
        ),
        e.CardLaid: (cards.with_cards, cards.says_in_turn, cards.card_of_this_action),
        e.NoCard: (cards.with_cards, cards.says_in_turn),
        e.CardRevealed: (cards.with_cards, cards.card_in_hand, cards.card_was_laid),
        e.BoughtAgain: (cards.with_cards, cards.second_allowed),
        e.MoneyGiven: (deals.with_another, deals.in_an_election_of_three, deals.has_the_money),
        e.GoodsGiven: (
            deals.with_another,
            deals.in_an_election_of_three,
            elections.goods_in_hand,
        ),
        e.Promised: (deals.with_another, deals.in_an_election_of_three),
        e.TurnEnded: (turns.something_left,),
        e.MoneyCounted: (ending.counts_once,),
    }
)
"""The rules that look at each kind of fact. What is not here is the bank's, and nobody judges."""


def findings(state: State, event: e.Event) -> tuple[Finding, ...]:
    """What the rules have against a fact in this state; depends on nothing else.

    What follows from a slip that was told before is one note.
    """
    if isinstance(event, e.MoneyCorrected):
        return ()
    if is_told_late(state, event) and state.turn.space in state.tokens:
        return ()  # The deed that showed where it lies was judged with it.
    state = between_rounds(state, event)
    found = tuple(found_by(OF_THE_TABLE, state, event))
    found = found or _too_early(state, event)
    found = found or _of_its_time(state, event)
    once = each_once(found, IMPLIED)
    known = [each for each in once if follows(state, event, each)]
    told = (each for each in once if each not in known)
    return (*told, *(note(FOLLOWS, each.rule, *each.places) for each in known[:1]))


def _too_early(state: State, event: e.ByPlayer) -> tuple[Finding, ...]:
    """What has to come first, and what holds of such a fact all the same."""
    first = tuple(found_by(_first_of(state, event), state, event))[:1]
    return (*first, *found_by(ALL_THE_SAME.get(type(event), ()), state, event)) if first else ()


def _first_of(state: State, event: e.ByPlayer) -> tuple[Rule, ...]:
    """What has to come first; a token that is told late came before what is at hand."""
    return () if is_told_late(state, event) else FIRST_OF.get(type(event), ())


def _of_its_time(state: State, event: e.ByPlayer) -> tuple[Finding, ...]:
    """What is found in the state in which a fact was done; it may show that a round was over."""
    before = as_it_was(state, event)
    rules = OF_FACTS[type(event)] if before.phase is state.phase else OF_THE_TABLE
    return tuple(found_by(rules, before, event))
