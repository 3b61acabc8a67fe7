"""Whole drawn games, followed by what is seen of them."""

from __future__ import annotations

import pytest

from companion.games.long_cours.game import GAME
from companion.games.long_cours.state.lying import lies
from companion.games.long_cours.terms import events as e
from companion.play.played import read_played
from companion.records.record import Record, effective_facts
from companion.watching.follower import Follower
from companion.watching.referee import Pace
from tests.companion.games.long_cours.tables import BOARD
from tests.companion.games.long_cours.watching.watched_tables import PERSON, seen_as
from tests.companion.games.long_cours.whole_games import GAMES

SEEN = {"place", "move", "direct", "return", "corsair_enters", "corsair", "storm"}
LOOKS = 5


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_whole_game_is_followed_by_what_is_seen(name: str) -> None:
    """Sums, throws, fights and bids are said; ships, storms and the ends of turns never."""
    told = GAMES[name][0]
    follower = Follower(GAME, Record(told.header), BOARD, Pace.LIVE)
    played = read_played(GAME, told, BOARD)
    state = played.start
    for number, (_, event) in enumerate(played.facts):
        state = GAME.apply(state, event)
        fact = GAME.fact(event)
        if fact["do"] in SEEN:
            for look in range(LOOKS):
                follower.see(seen_as(lies(state)), f"{number}.{look}")
        elif not isinstance(event, e.TurnEnded):
            follower.say(fact, PERSON)

    again = read_played(GAME, follower.record, BOARD)
    seen = again.start
    for _, event in again.facts:
        assert not [each.code for each in GAME.findings(seen, event) if each.rule != "46"]
        seen = GAME.apply(seen, event)
    assert lies(seen) == lies(state)
    assert seen.over
    assert [seen.cash(player) for player in seen.players] == [
        state.cash(player) for player in state.players
    ]
    assert (follower.log.asked, follower.log.drifted) == ([], [])
    camera = [each for each in effective_facts(follower.record.entries) if each.by != PERSON]
    assert {each.fact["do"] for each in camera} >= {"place", "move", "done"}
