"""Where several act at once, nobody waits for another: each tap counts, and is taken back alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.big_kini.judging.choices import awaited, choices
from companion.games.big_kini.record.event_json import event_json
from companion.games.big_kini.state.election import Stage
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms.events import Abstained, Settled
from companion.records.record import Fact, Happened
from tests.web.tables import client_of
from tests.web.tiles.big_kini_tables import Until, host_with
from web.host.host import Host
from web.host.roles import Role

SEED = 10
"""A game drawn by this lot has an election in which all three vote."""


def settling(state: State) -> bool:
    """All three put down their first cubes."""
    return state.phase is Phase.SETTLING


def voting(state: State) -> bool:
    """All three vote."""
    is_voting = state.election is not None and state.election.stage is Stage.VOTING
    return is_voting and len(awaited(state)) == 3


class Evening:
    """Everybody's phone, and what they all saw of the table before anybody tapped."""

    def __init__(self, host: Host, state: State) -> None:
        assert host.table is not None
        self.table, self.state, self.seen = host.table, state, host.table.view.revision
        self.phones = {name: client_of(host, Role.PLAYER, name) for name in state.players}

    def act(self, player: str, act: object, seen: int | None = None) -> int:
        """Send an act of who saw the table as it was at first, or then."""
        told = {"revision": self.seen if seen is None else seen, "act": act}
        return self.phones[player].post("/act", json=told).status_code

    def say(self, player: str) -> Fact:
        """A player puts down his first cube, or keeps his votes."""
        said = (x.event for x in choices(self.state) if isinstance(x.event, Settled | Abstained))
        fact = next(event_json(event) for event in said if event.player == player)
        assert self.act(player, {"fact": fact}) == 200
        return fact

    def number_of(self, fact: Fact) -> int:
        """The number of the entry that tells a fact."""
        return next(e.seq for e in self.table.view.record.entries if e.act == Happened(fact))

    def may_undo(self, player: str, fact: Fact) -> bool:
        """Whether a phone offers to take a fact back."""
        page = self.phones[player].get("/me").get_data(as_text=True)
        return f'{{&#34;undo&#34;: {self.number_of(fact)}}}" class="undo"' in page


@pytest.fixture(params=[settling, voting], ids=["first cubes", "votes"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Evening:
    until: Until = request.param
    return Evening(*host_with(tmp_path, until, seed=SEED))


def test_taps_within_one_round_trip_all_count(evening: Evening) -> None:
    for player in awaited(evening.state):
        evening.say(player)

    assert evening.table.view.revision == evening.seen + 3


def test_who_has_put_one_of_his_first_cubes_is_asked_for_one_more(tmp_path: Path) -> None:
    evening = Evening(*host_with(tmp_path, settling, seed=SEED))
    first, second, _ = awaited(evening.state)
    assert "Put two cubes" in evening.phones[first].get("/me").get_data(as_text=True)

    evening.say(first)

    assert "Put one more cube" in evening.phones[first].get("/me").get_data(as_text=True)
    assert f"{first} puts one more cube" in evening.phones[second].get("/me").get_data(as_text=True)


def test_only_the_voter_himself_reads_of_his_own_votes(tmp_path: Path) -> None:
    """Who keeps the bank says for others whom they vote for."""
    host, state = host_with(tmp_path, voting, seed=SEED)
    player = awaited(state)[0]
    his = client_of(host, Role.PLAYER, player).get("/me").get_data(as_text=True)
    bank = client_of(host, Role.BANKER).get("/bank").get_data(as_text=True)

    assert "myself" in his
    assert "myself" not in bank
    assert re.search(rf"votes? for {player}\b", bank)


def test_everybody_takes_back_his_own_last_tap(evening: Evening) -> None:
    told = {player: evening.say(player) for player in awaited(evening.state)}

    for player, fact in told.items():
        others = [each for each in told if each != player]
        assert evening.may_undo(player, fact)
        assert not any(evening.may_undo(each, fact) for each in others)
    first, second, _ = told
    number, seen = evening.number_of(told[first]), evening.table.view.revision
    assert evening.act(first, {"undo": number}, seen) == 200
    assert first in awaited(evening.table.view.last.state)
    assert evening.may_undo(second, told[second])


def test_nobody_takes_back_what_another_said(evening: Evening) -> None:
    first, second, third = awaited(evening.state)
    fact = evening.say(first)
    evening.say(second)

    number, seen = evening.number_of(fact), evening.table.view.revision
    assert evening.act(third, {"undo": number}, seen) == 403


def test_who_takes_back_his_own_need_not_have_seen_what_another_did(evening: Evening) -> None:
    first, second, _ = awaited(evening.state)
    fact = evening.say(first)
    seen = evening.table.view.revision
    evening.say(second)

    assert evening.act(first, {"undo": evening.number_of(fact)}, seen) == 200
    assert first in awaited(evening.table.view.last.state)


def test_when_all_have_acted_and_the_game_went_on_nothing_is_taken_back(tmp_path: Path) -> None:
    """After the last first cube comes the first token: from then on it is the host who mends."""
    tables = host_with(tmp_path, lambda state: state.phase is Phase.PLAYING)
    evening = Evening(*tables)
    begins = evening.state.at_turn
    token = next(event_json(each.event) for each in choices(evening.state))
    cubes = [e.act for e in evening.table.view.record.entries if isinstance(e.act, Happened)]
    own = next(a.fact for a in reversed(cubes) if a.fact["player"] != begins)

    assert evening.may_undo(str(own["player"]), own)
    assert evening.act(begins, {"fact": token}) == 200
    assert not evening.may_undo(str(own["player"]), own)
