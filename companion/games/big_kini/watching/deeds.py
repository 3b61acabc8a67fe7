"""What may have been done, given what is seen: tokens, cubes, markers, goods, atolls turned up.

A token names who acts and with what; what then changes on the atolls must be that. Money, votes,
cards and goods in a hand change nothing on the table: they are tapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.big_kini.course.apply import apply, is_talked, later_doing, token_shown
from companion.games.big_kini.course.cards import may_come
from companion.games.big_kini.course.rounds import (
    is_spent,
    may_play_on,
    throws_dice,
    turn_over,
)
from companion.games.big_kini.course.setup import chooses_home
from companion.games.big_kini.course.spaces import in_use, only_space
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.judging.outings import moves
from companion.games.big_kini.state import atolls
from companion.games.big_kini.state.atolls import SEATS, STORE
from companion.games.big_kini.state.state import BACK, NEUTRAL, TOKENS, Phase, State, cell_of
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.actions import ACTION_OF, ROWS, Action, action_of
from companion.games.big_kini.watching.lying import is_for_tokens, lies
from companion.games.big_kini.watching.talk import (
    crowned,
    landed_unseen,
    moved_unseen,
    talked,
    went_back,
)
from companion.reading import EMPTY
from companion.watching.moving_pieces.ways import Deed, SurelySeen

DONE = 1.0
"""What an ordinary deed costs; all costs are in moves."""
OUT_OF_SIGHT = 0.5
"""A cube came from a place that is hidden now."""
TWO_STEPS = 1.5
"""A cube made both moves of a double action at once."""
FORGOTTEN = 5.0
"""A token was put nowhere, though somebody acts: which it is, is asked."""
SAID_AT_ONCE = 1.0
"""A deed of the next turn is tapped before its token is seen: or it belongs to an earlier one."""
ONE_OF_TWO = 4.0
"""One action is blocked: both dice are equal, or the other token is still to come."""
FORGONE = 0.1
"""Who plays a card alone is done with the action of his token. Rule 104."""
GATHERED = 1.5
"""The tokens are taken home, and the rest of the last action was forgone."""


@dataclass(frozen=True)
class _Look:
    """A state after what was to be said first, and what is seen otherwise than it lies."""

    state: State
    seen: SurelySeen
    new: SurelySeen

    @property
    def players(self) -> dict[str, str]:
        """Who plays which colour."""
        return {colour: name for name, colour in self.state.game.colours.items()}

    def left(self, player: str) -> Iterator[tuple[str, float]]:
        """Where a player's cubes lay and may lie no more, each with what that costs."""
        for place in self.state.cubes_of(player):
            if self.new.get(place) == EMPTY:
                yield place, 0.0
            elif place not in self.seen:
                yield place, OUT_OF_SIGHT

    def acting(self, action: Action) -> str:
        """Who may be doing this: by his token or his card, or else who is at turn."""
        doings = self.state.turn.doings
        return next((d.player for d in doings if d.action is action), self.state.at_turn)


def deeds(state: State, seen: SurelySeen) -> Iterator[Deed[e.Event]]:
    """All that leads nearer to what is seen."""
    lay = lies(state)
    new = {place: piece for place, piece in seen.items() if piece != lay.get(place, EMPTY)}
    if not new or state.phase in (Phase.COUNTING, Phase.OVER):
        return
    if state.phase is not Phase.PLAYING:
        yield from _before_a_round(_Look(state, seen, new))
        return
    yield from _in_election(_Look(state, seen, new))
    for talk in (*talked(state), *landed_unseen(state, seen), *moved_unseen(state, seen)):
        look = _Look(talk.state, seen, new)
        for deed in _in_a_round(look):
            yield Deed((*talk.events, *deed.events), talk.cost + deed.cost)


def ends_before(state: State, event: e.Event) -> Iterator[tuple[tuple[e.Event, ...], float]]:
    """What was to be said before a player acts, where he acts all the same."""
    tokens = list(_unsaid_token(state, event)) if isinstance(event, e.Deed) else []
    cost = SAID_AT_ONCE if tokens and state.turn.space else 0.0
    for token in tokens:
        yield token, cost
        after = talked(apply(state, token[0]))
        yield from (((*token, *talk.events), cost + talk.cost) for talk in after if talk.events)
    yield (), cost
    if isinstance(event, e.CardRevealed) and state.doing is not None:
        yield (e.TurnEnded(state.doing.player),), FORGONE
    if isinstance(event, e.TokenPlaced | e.Deed) and state.phase is Phase.PLAYING:
        yield from ((talk.events, talk.cost) for talk in talked(state) if talk.events)


def _unsaid_token(state: State, deed: e.Deed) -> Iterator[tuple[e.Event, ...]]:
    """The token that a deed shows, where it can lie on one space alone."""
    action = ACTION_OF[type(deed)]
    if state.phase is not Phase.PLAYING or is_talked(state):
        return
    if later_doing(state, deed.player, action) is None:
        now = turn_over(state) if state.turn.space else state
        space = only_space(now, action)
        waits = now.phase is Phase.PLAYING and not is_spent(now)
        if waits and now.at_turn == deed.player and space is not None:
            yield (e.TokenPlaced(deed.player, space),)


def _before_a_round(look: _Look) -> Iterator[Deed[e.Event]]:
    match look.state.phase:
        case Phase.HOMES:
            player = chooses_home(look.state)
            for cell, tile in look.new.items():
                if cell in look.state.game.homes and tile != EMPTY and not _is_back(tile):
                    yield Deed((e.HomeChosen(player, cell, tile),), DONE)
        case Phase.SETTLING:
            for place, colour in look.new.items():
                if colour in look.players and look.state.kind_of(place):
                    yield Deed((e.Settled(look.players[colour], place),), DONE)
        case Phase.BLOCKING:
            yield from _blocked(look)


def _blocked(look: _Look) -> Iterator[Deed[e.Event]]:
    """Neutral tokens tell what was thrown, or which card was turned up. Rules 87, 88 and 103."""
    state, player = look.state, look.state.first_player
    rows = [action_of(at) for at, kind in look.new.items() if kind == NEUTRAL and is_for_tokens(at)]
    if not throws_dice(state):
        for card in may_come(state):
            if state.game.cards[card].action in rows:
                yield Deed((e.CardTurnedUp(player, card),), DONE)
        return
    dice = sorted(ROWS.index(row) + 1 for row in rows if row in ROWS)
    if len(dice) == 1:
        yield Deed((e.DiceThrown(player, dice[0], dice[0]),), ONE_OF_TWO)
    elif dice:
        yield Deed((e.DiceThrown(player, dice[0], dice[1]),), DONE)


def _in_election(look: _Look) -> Iterator[Deed[e.Event]]:
    """Who has become baron, and where the ousted one went. Rules 60 and 61."""
    yield from (Deed(talk.events, talk.cost) for talk in crowned(look.state, look.seen))
    yield from (Deed(talk.events, talk.cost) for talk in went_back(look.state, look.seen))


def _in_a_round(look: _Look) -> Iterator[Deed[e.Event]]:
    state = look.state
    for place, piece in look.new.items():
        if is_for_tokens(place):
            if piece in look.players:
                yield Deed((e.TokenPlaced(look.players[piece], place),), DONE)
        elif piece in look.players:
            yield from _laid(look, look.players[piece], place)
        elif state.kind_of(place) == STORE and piece == EMPTY:
            yield from _by_token(look, (e.GoodsTaken(look.acting(Action.GOODS), place),))
        elif place in state.hidden and piece != EMPTY:
            yield from _turned_up(look, place, piece)
    yield from _gathered(look)


def _laid(look: _Look, player: str, place: str) -> Iterator[Deed[e.Event]]:
    """A cube of his lies on a place of an atoll: a colonist, a marker, or one that came."""
    landing = look.state.turn.landing
    match look.state.kind_of(place):
        case atolls.COLONY:
            yield from _by_token(look, (e.Proliferated(player, place),))
        case atolls.FACTORY:
            yield from _by_token(look, (e.IncomeTaken(player, place),))
        case atolls.BARON:
            yield from _came(look, player, place)
        case kind if kind in SEATS and landing is not None and landing.cell == cell_of(place):
            yield Deed((e.Landed(player, place),), DONE)
        case kind if kind in SEATS:
            yield from _came(look, player, place)
            by_card = e.Proliferated(player, place)
            if not findings(look.state, by_card):
                yield Deed((by_card,), DONE)


def _came(look: _Look, player: str, place: str) -> Iterator[Deed[e.Event]]:
    """A cube of his came to a post, from where none is seen any more. Rules 36 to 41."""
    for source, cost in look.left(player):
        move = e.Moved(player, source, place)
        yield from _by_token(look, (move,), cost)
        doing = look.state.doing
        if doing is None or doing.player != player or doing.left < 2:
            continue
        if findings(look.state, move):
            yield from _in_two(look, move, cost)


def _in_two(look: _Look, move: e.Moved, cost: float) -> Iterator[Deed[e.Event]]:
    """Both moves of a double action, of which only the end was seen."""
    for first in moves(look.state, move.player):
        if first.source == move.source and not findings(look.state, first):
            then = e.Moved(move.player, first.target, move.target)
            if not findings(apply(look.state, first), then):
                yield Deed((first, then), cost + DONE + TWO_STEPS)


def _turned_up(look: _Look, cell: str, tile: str) -> Iterator[Deed[e.Event]]:
    """A hidden atoll lies face up: who discovered it takes up a cube, or will. Rules 63 to 66."""
    player = look.acting(Action.DISCOVERY)
    found = [(e.Discovered(player, at, cell, tile), cost) for at, cost in look.left(player)]
    if not found:
        every = (e.Discovered(player, at, cell, tile) for at in look.state.cubes_of(player))
        found = [(each, 0.0) for each in every if not findings(look.state, each)]
    for discovered, cost in found:
        yield from _by_token(look, (discovered,), cost)


def _by_token(look: _Look, events: Sequence[e.Deed], cost: float = 0.0) -> Iterator[Deed[e.Event]]:
    """Deeds by the token that lies there; where it lies nowhere, by each that may be meant."""
    state, first = look.state, events[0]
    player, action = first.player, ACTION_OF[type(first)]
    tokens = [at for at, kind in look.new.items() if is_for_tokens(at) and kind != EMPTY]
    is_coming = any(action_of(at) is action for at in tokens)
    is_bare = look.seen.get(token_shown(state, first) or "") == EMPTY
    yield Deed(tuple(events), DONE + cost + (FORGOTTEN if is_bare else 0.0))
    if later_doing(state, player, action) is not None or is_coming:
        return
    for space in in_use(state.game):
        if action_of(space) is action and space not in state.tokens:
            unsaid = FORGOTTEN if space in look.seen else OUT_OF_SIGHT
            yield Deed((e.TokenPlaced(player, space), *events), DONE + unsaid + cost)


def _gathered(look: _Look) -> Iterator[Deed[e.Event]]:
    """The last turn of a round is over when tokens are taken home, one by one. Rule 68."""
    state = look.state
    is_last = state.turn.space and state.placed + 1 >= TOKENS * state.game.players
    if not (is_last or is_spent(state)):
        return
    if not any(look.seen.get(at) == EMPTY for at in state.tokens):
        return
    ends = [e.TurnEnded(doing.player) for doing in state.turn.doings]
    ends += [e.TurnEnded(state.at_turn)] if may_play_on(state) else []
    if ends:
        yield Deed(tuple(ends), GATHERED)


def _is_back(tile: str) -> bool:
    return tile.partition("/")[0] == BACK
