"""A game goes on by a fact: what is done, and what that shows of the record before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.finding import Finding, Severity
from companion.games.long_cours.course.apply import RESALE, done
from companion.games.long_cours.course.turns import between, only_taken_for_over
from companion.games.long_cours.judging.doubts import PAID, raised, settled
from companion.games.long_cours.judging.judgement import Came, as_it_was, findings, turn_of
from companion.games.long_cours.state.shown import NOTHING, Doubt, Shown, Subject
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms import events as e


def apply(state: State, event: e.Event, allowed: frozenset[str] = frozenset()) -> State:
    """Go on by one fact. What happens after the end, or to who is sunk, no longer counts.

    What is found by the codes that the table allows is true: it puts nothing in doubt.
    """
    if isinstance(event, e.MoneyCorrected) or state.over:
        return done(_counted(state), event)
    found = findings(state, event)
    after = done(_counted(as_it_was(state, event)), event)
    if isinstance(event, e.Bought | e.Bid) and allowed.isdisjoint(PAID):
        after = _in_credit(after, event)
    if found or after.shown != NOTHING:
        after = _shown(after, state, event, found, allowed)
    return after


def _in_credit(state: State, event: e.Bought | e.Bid) -> State:
    """Who pays or bids more than the record gives him has it."""
    player, auction = event.player, state.auction
    bids = auction is not None and auction.bidder == player
    lacks = (event.millions if bids else 0) - state.cash(player)
    if lacks <= state.captain(player).credit:
        return state
    return state.with_captain(player, credit=lacks)


def _counted(state: State) -> State:
    return replace(state, facts=state.facts + 1)


def _shown(
    after: State,
    before: State,
    event: e.ByPlayer,
    found: Sequence[Finding],
    allowed: frozenset[str],
) -> State:
    """The same with what a fact shows: what it settles, what is in doubt by what is told of it."""
    came, seen = turn_of(before, event)
    told = [each for each in found if each.code not in allowed]
    shown = after.shown.settling(settled(event)).doubting(raised(seen, told))
    shown = _card_counted(shown, seen, event, told)
    was_he = "not-your-turn" in allowed
    if came in (Came.BACK, Came.NOT) and not was_he:
        shown = shown.doubting(_another_sailed(before, event))
    if came is Came.AGAIN:
        shown = shown.doubting((Subject.TURN, name) for name in between(before, event.player))
    if came is Came.NOT:
        after = after if was_he else _in_anothers_name(after, seen, event)
        said_over = isinstance(event, e.TurnEnded) and before.shown.spoke_up != event.player
        shown = replace(shown, spoke_up=event.player, said_over=said_over)
        return replace(after, turn=seen.turn, shown=shown)
    if not isinstance(event, e.OUT_OF_TURN):
        shown = replace(shown, spoke_up="")
    left = shown.left
    if isinstance(event, e.TurnEnded) and not (left and only_taken_for_over(left, after)):
        shown = replace(shown, left=None)
    return replace(after, shown=shown)


def _card_counted(shown: Shown, seen: State, event: e.ByPlayer, told: Sequence[Finding]) -> Shown:
    """A card that was told wrongly may not have been spent (rule 33): it is played once more."""
    if not isinstance(event, e.Storm | e.DirectMove | e.FightBegun | e.Answered):
        return shown
    doubt = (Subject.CARD, event.player)
    if not seen.captain(event.player).cards:
        return shown.settling([doubt])
    wrong = any(each.severity is Severity.ILLEGAL for each in told)
    return shown.doubting([doubt]) if wrong else shown


def _another_sailed(before: State, event: e.ByPlayer) -> Iterator[Doubt]:
    """One was named for another, now or in the turn at hand: either's ship may lie elsewhere.

    Where one is named as back after a storm, the other may be back (rule 46).
    """
    either = (event.player, before.at_turn.name)
    if isinstance(event, e.Placed) and event.stop == before.captain(event.player).at:
        return
    sailed = before.turn.moved or before.turn.directs
    if sailed or isinstance(event, e.Placed | e.Moved | e.DirectMove | e.CameBack):
        yield from ((Subject.SHIP, name) for name in either)
    if isinstance(event, e.CameBack):
        yield from ((Subject.WRECK, name) for name in either)


def _in_anothers_name(after: State, seen: State, event: e.ByPlayer) -> State:
    """Who is said to have paid out of turn may still have it; who is at turn may have been paid."""
    if isinstance(event, e.Bought):
        return _credited(after, event.player, event.millions)
    if isinstance(event, e.Resold):
        name, product = seen.at_turn.name, seen.game.product_of_die(event.die)
        return _credited(after, name, RESALE * seen.goods.cargo(name).get(product, 0))
    return after


def _credited(state: State, player: str, millions: int) -> State:
    return state.with_captain(player, credit=state.captain(player).credit + millions)
