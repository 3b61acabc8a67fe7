"""Where several act at once, nobody waits for another: each tap counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.big_kini.judging.choices import awaited, choices
from companion.games.big_kini.record.event_json import event_json
from companion.games.big_kini.state.election import Stage
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms.events import Abstained, Settled
from companion.records.record import Fact
from tests.web.tables import client_of
from tests.web.tiles.test_big_kini import Until, host_with
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


@pytest.fixture(params=[settling, voting], ids=["first cubes", "votes"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Evening:
    until: Until = request.param
    return Evening(*host_with(tmp_path, until, seed=SEED))


def test_taps_within_one_round_trip_all_count(evening: Evening) -> None:
    for player in awaited(evening.state):
        evening.say(player)

    assert evening.table.view.revision == evening.seen + 3
