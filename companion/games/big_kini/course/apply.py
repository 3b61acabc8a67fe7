"""The state after a fact. Nothing here judges, and nothing raises: the table is right."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from companion.bank import Transfer
from companion.games.big_kini.course import cards, deeds, election, unsaid
from companion.games.big_kini.course.money import moved
from companion.games.big_kini.course.rounds import (
    is_spent,
    over_by_itself,
    round_over,
    settled_on,
    thrown,
    turn_over,
    turned_up,
)
from companion.games.big_kini.course.setup import atoll_laid, settled
from companion.games.big_kini.course.spaces import finds_no_space, only_space, token_placed
from companion.games.big_kini.course.unsaid_setup import setting_up_over
from companion.games.big_kini.state.atolls import SEATS
from companion.games.big_kini.state.state import NEUTRAL, Phase, State, cell_of
from companion.games.big_kini.state.turn import Doing, Turn
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.actions import ACTION_OF, TIMES, Action, column_of
from companion.games.big_kini.terms.cards import Bonus

DEEDS: tuple[type, ...] = get_args(e.Deed)
IN_ELECTION: tuple[type, ...] = get_args(e.InElection)
IN_DEAL: tuple[type, ...] = get_args(e.InDeal)
ENDS_TALK: tuple[type, ...] = (e.TokenPlaced, *DEEDS, e.TurnEnded, e.BoughtAgain)
"""What is done only when all has been said. Rules 58 and 93, point A10."""
BETWEEN_ROUNDS: tuple[type, ...] = (e.CardTurnedUp, e.MoneyCounted)
"""What shows that a round is over, in which cards alone might have been played. Point A19."""


def apply(state: State, event: e.Event) -> State:
    """Go on by one fact. What is done after the end no longer counts."""
    if isinstance(event, e.MoneyCorrected):
        return _corrected(_counted(state), event)
    if state.over:
        return _counted(state)
    if isinstance(event, e.TokenPlaced) and unsaid.is_told_late(state, event):
        return gone_on(unsaid.told_late(_counted(state), event))
    if is_told_again(state, event):
        return _counted(state)
    before = _counted(_with_unsaid_token(as_it_was(state, event), event))
    return before if before.over else gone_on(done(before, event))


def as_it_was(state: State, event: e.Event) -> State:
    """The state in which a fact was done, whatever was left unsaid before it.

    Who acts shows that all was said before. Who comes next and acts shows that the turn before is
    over (rule 30); who acts shows where his token lies, if there is one space alone where it can;
    who acts with what is his later has forgone what came before.
    """
    if unsaid.is_told_late(state, event):
        return unsaid.before_late_token(state)
    state = between_rounds(setting_up_over(state, event), event)
    if state.phase is not Phase.PLAYING:
        return state
    if is_talked(state):
        if not isinstance(event, ENDS_TALK):
            return state
        state = gone_on(unsaid.talked_out(state))
        if state.phase is not Phase.PLAYING:
            return state
    if isinstance(event, e.TokenPlaced):
        return _come_round_to(state, event)
    if not isinstance(event, DEEDS):
        return state
    action = ACTION_OF[type(event)]
    player = event.player  # type: ignore[union-attr]
    state = _landed_where_shown(state, event)
    state = _told_as_anothers(state, player, action)
    later = later_doing(state, player, action)
    if later:
        return replace(state, turn=replace(state.turn, doings=state.turn.doings[later:]))
    if later is None and is_spent(state):
        return round_over(state)
    space = token_shown(state, event)
    return state if space is None else unsaid.token_on(_before_token(state, player), player, space)


def between_rounds(state: State, event: e.Event) -> State:
    """The state after the round that a fact shows to be over; the same where it shows none."""
    shows = isinstance(event, BETWEEN_ROUNDS) and is_spent(state) and not is_talked(state)
    return round_over(state) if shows else state


def _come_round_to(state: State, event: e.TokenPlaced) -> State:
    """The turn in which a player puts down his token: the next one, as a rule.

    Not where he has just put down one. If the token before was not told of another than it was,
    turns were passed over.
    """
    player = event.player
    if state.turn.space == event.space and state.at_turn == player and nothing_done(state):
        return state
    following = _turn_left(state)
    if following.phase is not Phase.PLAYING or following.at_turn == player:
        return following
    if state.turn.space and state.at_turn == player:
        return state
    late = unsaid.passed_over(following, state.shown.passed)
    return late if late.phase is Phase.PLAYING and late.at_turn == player else following


def is_told_again(state: State, event: e.Event) -> bool:
    """Whether a token lies there already as the same player's, and another is at turn.

    It is told a second time, and nobody's turn begins by it.
    """
    if not isinstance(event, e.TokenPlaced) or state.phase is not Phase.PLAYING:
        return False
    following = _turn_left(state)
    lies = following.tokens.get(event.space) == event.player
    return lies and following.at_turn != event.player and not nothing_done(state)


def nothing_done(state: State) -> bool:
    """Whether nothing has been done yet of the action of the turn's token."""
    doing, space = state.doing, state.turn.space
    return bool(space) and doing is not None and doing.left == TIMES[column_of(space)]


def _told_as_anothers(state: State, player: str, action: Action) -> State:
    """The same where a token that was told as another's is his who is at turn, and acts."""
    doing = state.doing
    if not state.shown.passed or doing is None or state.at_turn != player:
        return state
    if doing.player == player or doing.action is not action:
        return state
    doings = tuple(replace(each, player=player) for each in state.turn.doings)
    return replace(state, turn=replace(state.turn, doings=doings))


def _landed_where_shown(state: State, event: e.Event) -> State:
    """The same where a cube whose landing nobody told lies where it sets out from. Point A10."""
    if not isinstance(event, e.Moved | e.Discovered) or event.source in state.cubes:
        return state
    known = state.kind_of(event.source) in SEATS
    if known and deeds.supposed_landing(state, event.player, event.source):
        return deeds.landed(state, event.player, event.source)
    return state


def _with_unsaid_token(state: State, event: e.ByPlayer) -> State:
    """The same where who acts has put down a token on a space that nobody told."""
    if state.phase is not Phase.PLAYING or not isinstance(event, DEEDS):
        return state
    if doing_of(state, event) is not None:  # type: ignore[arg-type]
        return state
    action, before = ACTION_OF[type(event)], state
    if state.doing is not None and state.doing.action is action:
        return state
    state = _turn_left(state)
    fits = state.phase is Phase.PLAYING and state.at_turn == event.player
    return unsaid.with_some_token(state, event.player, action) if fits else before


def is_talked(state: State) -> bool:
    """Whether something has to be said before anybody acts: an election, cards, a landing."""
    waits = state.turn.waits_for_cards or state.turn.landing is not None
    return state.election is not None or waits


def later_doing(state: State, player: str, action: Action) -> int | None:
    """Which of the actions to be done is a player's of this kind; None where none is."""
    doings = enumerate(state.turn.doings)
    return next(
        (at for at, its in doings if (its.player, its.action) == (player, action) and its.left),
        None,
    )


def token_shown(state: State, event: e.Event) -> str | None:
    """Where a token lies that a deed shows and nobody said: on the one space where it can lie.

    None where it was said, or could lie on several; nor where a token has just been put on that
    very action: whoever is told, that is what is done by it.
    """
    if state.phase is not Phase.PLAYING or is_talked(state) or not isinstance(event, DEEDS):
        return None
    player: str = event.player  # type: ignore[union-attr]
    action = ACTION_OF[type(event)]
    if state.doing is not None and state.doing.action is action and nothing_done(state):
        return None
    if later_doing(state, player, action) is not None:
        return None
    before = _before_token(state, player)
    fits = before.phase is Phase.PLAYING and before.at_turn == player and not before.turn.doings
    return only_space(before, action) if fits else None


def _before_token(state: State, player: str) -> State:
    """The same before the token that a player's deed shows: the next one, as a rule.

    Or the one at hand, which was told on a space where one lay already: it lies elsewhere.
    """
    own = sum(who != NEUTRAL for who in state.tokens.values())
    is_this = state.at_turn == player and nothing_done(state) and own <= state.placed
    return replace(state, turn=Turn()) if is_this else _turn_left(state)


def _turn_left(state: State) -> State:
    """The same after the turn at hand, where there is one; and after the round, with its tokens."""
    state = turn_over(state) if state.turn.space else state
    return round_over(state) if is_spent(state) else state


def done(state: State, event: e.ByPlayer) -> State:
    """The state after a fact that is done in this one."""
    match event:
        case e.HomeChosen() | e.Settled() | e.DiceThrown() | e.CardTurnedUp() | e.MoneyCounted():
            return _prepared(state, event)
        case e.TokenPlaced() | e.Landed() | e.TurnEnded():
            return _in_turn(state, event)
        case e.Voted() | e.Abstained() | e.GoodsShown() | e.KeptBack():
            return _spoken(state, event)
        case e.Decided() | e.Crowned() | e.Retreated():
            return _seated(state, event)
        case e.MoneyGiven() | e.GoodsGiven() | e.Promised():
            return _given(state, event)
        case e.CardLaid() | e.NoCard() | e.CardRevealed() | e.BoughtAgain():
            return _with_card(state, event)
    return _acted(state, event)


def _prepared(
    state: State,
    event: e.HomeChosen | e.Settled | e.DiceThrown | e.CardTurnedUp | e.MoneyCounted,
) -> State:
    """What is done before the first turn, before a round, and at the end."""
    match event:
        case e.HomeChosen(player, cell, atoll):
            return atoll_laid(state, player, cell, atoll)
        case e.Settled(player, place):
            return settled(state, player, place)
        case e.DiceThrown(_, first, second):
            return thrown(state, first, second)
        case e.CardTurnedUp(_, card):
            return turned_up(state, card)
        case e.MoneyCounted(player, amount):
            return _money_counted(state, player, amount)


def _in_turn(state: State, event: e.TokenPlaced | e.Landed | e.TurnEnded) -> State:
    match event:
        case e.TokenPlaced(player, space):
            return token_placed(state, player, space)
        case e.Landed(player, place):
            return deeds.landed(state, player, place)
        case e.TurnEnded(player):
            return _ended(state, player)


def gone_on(state: State) -> State:
    """The turn is over by itself where nothing is left in it; the first round begins by itself."""
    state, turn = election.still_going(settled_on(state)), state.turn
    if state.phase is not Phase.PLAYING or turn.doings or is_talked(state):
        return state
    return turn_over(state) if turn.space else over_by_itself(state)


def _acted(state: State, event: e.Deed) -> State:
    """An action is done, and one fewer is left of it. Rules 27, 28 and 97."""
    doing = doing_of(state, event)
    after = deeds.deed(state, event, doing)
    if doing is None:
        return after
    left, cell = doing.left - 1, ""
    if isinstance(event, e.Proliferated) and state.gives(doing, Bonus.SECOND_COLONIST):
        left, cell = left + 1, cell_of(event.place)
    used = replace(doing, left=left, fresh=False, cell=cell)
    return replace(after, turn=after.turn.now(used))


def doing_of(state: State, event: e.Deed) -> Doing | None:
    """The action at hand, if a deed is a part of it."""
    doing = state.doing
    if doing is None or state.turn.waits_for_cards or not doing.left:
        return None
    fits = (doing.player, doing.action) == (event.player, ACTION_OF[type(event)])
    return doing if fits else None


def _ended(state: State, player: str) -> State:
    """What is left of the action at hand is forgone; or the cards of the round. Rule 30."""
    doing = state.doing
    if doing is not None and doing.player == player:
        return replace(state, turn=replace(state.turn, doings=state.turn.doings[1:]))
    if state.phase is not Phase.PLAYING or state.at_turn != player:
        return state
    if is_spent(state):
        return round_over(state)
    return turn_over(state) if finds_no_space(state) else state


def _spoken(state: State, event: e.Voted | e.Abstained | e.GoodsShown | e.KeptBack) -> State:
    match event:
        case e.Voted(player, candidate, votes):
            return election.voted(state, player, candidate, votes)
        case e.Abstained(player):
            return election.abstained(state, player)
        case e.GoodsShown(player, goods, number):
            return election.shown(state, player, goods, number)
        case e.KeptBack(player):
            return election.kept_back(state, player)


def _seated(state: State, event: e.Decided | e.Crowned | e.Retreated) -> State:
    match event:
        case e.Decided(_, candidate):
            return election.decided(state, candidate)
        case e.Crowned(player, place):
            return election.crowned(state, player, place)
        case e.Retreated(player, place):
            return election.retreated(state, player, place)


def _given(state: State, event: e.InDeal) -> State:
    """Money and goods change hands; a promise is remembered in the log alone. Rule 53."""
    match event:
        case e.MoneyGiven(player, other, amount):
            return moved(state, player, other, amount, "deal")
        case e.GoodsGiven(player, other, goods, number):
            state = state.with_hand(player, state.hand(player).with_goods(goods, -number))
            return state.with_hand(other, state.hand(other).with_goods(goods, number))
        case e.Promised():
            return state


def _with_card(state: State, event: e.WithCards) -> State:
    match event:
        case e.CardLaid(player):
            return cards.laid(state, player)
        case e.NoCard(player):
            return cards.not_played(state, player)
        case e.CardRevealed(player, card):
            return cards.revealed(state, player, card)
        case e.BoughtAgain(player):
            return cards.bought_again(state, player)


def _money_counted(state: State, player: str, amount: int) -> State:
    """What a player has at the end; when all have counted, all lies open. Rule 76."""
    state = replace(state, counted={**state.counted, player: amount})
    ready = all(name in state.counted for name in state.players)
    return replace(state, phase=Phase.OVER) if ready and state.phase is Phase.COUNTING else state


def _counted(state: State) -> State:
    return replace(state, facts=state.facts + 1)


def _corrected(state: State, event: e.MoneyCorrected) -> State:
    if state.bank is None:
        return state
    paid = Transfer(
        event.source,
        event.target,
        event.amount,
        "correction",
        state.facts,
        mends=event.mends or None,
    )
    return replace(state, bank=state.bank.pay(paid))
