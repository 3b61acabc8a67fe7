"""Clippers, as a camera follows it."""

from __future__ import annotations

from types import MappingProxyType

from companion.boards.board import Board
from companion.boards.routes_board import of_routes
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Card, CardTaken, Passed
from companion.games.clippers.watching.counting import counted
from companion.games.clippers.watching.laying_out import steps_of_setting_up
from companion.games.clippers.watching.referee import ClippersTable
from companion.games.clippers.watching.search.prices import LIVE, SAID, UNSAID
from companion.play.game import AnyGame
from companion.play.words import AnyWords
from companion.watching.laid_pieces.referee import LaidPieces
from companion.watching.outcome import Doubt
from companion.watching.referee import AnswerWay, Asked, Pace, Referee, Watched

PRICES = MappingProxyType(
    {Pace.LIVE: LIVE, Pace.ON_CALL: LIVE, Pace.PHOTOS_SAID: SAID, Pace.PHOTOS: UNSAID}
)
"""What is likely at each pace."""


def referee(board: Board, pace: Pace) -> Referee:
    """Who tells what happened at a table."""
    return LaidPieces(ClippersTable(of_routes(board), PRICES[pace]), patient=pace is Pace.LIVE)


def asked(doubt: Doubt, state: State, words: AnyWords) -> Asked | None:
    """What somebody did in phase 1 that left nothing on the board; None where that is too odd.

    What a player says is of this round: the answer for an older one puts the guess itself right.
    """
    player = str(doubt.about.get("player", ""))
    ways = [_way(word, share, player, words) for word, share in doubt.likely]
    known = [way for way in ways if way is not None]
    if len(known) < len(ways):
        return None
    said = words.say("ask:phase-1", player=player, round=doubt.about["round"])
    is_older = int(doubt.about["round"]) < state.round
    return Asked(said, tuple(known), int(doubt.about["fact"]) if is_older else None)


def _way(word: str, share: float, player: str, words: AnyWords) -> AnswerWay | None:
    """One of the acts that it may have been."""
    if word == "pass":
        return AnswerWay(words.say("choice:pass"), event_json(Passed(player)), share)
    if word in {card.value for card in Card}:
        return AnswerWay(
            words.named("card", word), event_json(CardTaken(player, Card(word))), share
        )
    return None


def watched(_: AnyGame) -> Watched:
    """A camera follows markers, sticks and ships."""
    return Watched(referee, steps_of_setting_up, asked, counted, stays=True)
