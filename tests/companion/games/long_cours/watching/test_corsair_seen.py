"""The corsair's run as a camera sees it: whom it sinks, and by which way it went."""

from __future__ import annotations

import pytest

from companion.games.long_cours.game import GAME
from companion.games.long_cours.state.state import CORSAIR
from companion.reading import EMPTY
from companion.watching.steps import written
from tests.companion.games.long_cours.tables import BOARD
from tests.companion.games.long_cours.watching.watched_tables import (
    HERS,
    SAILING,
    Table,
    did,
    owning,
)

STRANDED = (
    *SAILING,
    {"do": "pay", "from": "bank", "to": "Ann", "amount": 20, "mends": 0},
    *HERS,
    did("done", "Ann"),
    did("storm", "Ben", zone=11),
    did("done", "Ben"),
    did("done", "Cleo"),
    did("return", "Ann", die=2, stop="arkhangelsk"),
)
"""Ann owns the corsair, and her cloth lies at Gibraltar."""
ENTERED = (did("corsair_enters", "Ann", die=1, stop="gibraltar"),)
ROUND = (did("done", "Ann"), did("done", "Ben"), did("done", "Cleo"))


def test_a_corsair_that_entered_unseen_on_goods_has_run_from_there() -> None:
    table = Table((*STRANDED, *ROUND))

    outcome = table.see({CORSAIR: "hambourg"})

    assert (outcome.doubts, outcome.drift, table.found) == ((), (), [])
    assert [fact for fact in table.new if fact["do"] != "done"] == [
        *ENTERED,
        *(did("corsair", "Ann", stop=stop) for stop in ("londres", "hambourg")),
    ]


def test_a_corsair_that_ran_onto_goods_and_is_seen_no_more_sank_who_is_gone() -> None:
    enters = did("corsair_enters", "Ann", die=2, stop="cap-nord")
    table = Table((*STRANDED, enters, *ROUND))

    outcome = table.see({CORSAIR: EMPTY, "green": EMPTY})

    assert (outcome.doubts, outcome.drift, table.found) == ((), (), [])
    assert [fact["stop"] for fact in table.new] == ["londres", "gibraltar"]
    assert [each.name for each in table.state.captains if not each.plays] == ["Ben"]


def test_of_ways_that_sink_nobody_one_is_written_and_nothing_asked() -> None:
    table = Table(owning("gibraltar", Ben="vancouver", Cleo="san-francisco"))

    outcome = table.see({CORSAIR: "hambourg"})

    assert outcome.doubts == ()
    assert [fact["stop"] for fact in table.new] == ["londres", "hambourg"]
    assert table.found == []


def test_who_lies_where_the_corsair_comes_is_sunk_though_his_ship_still_stands() -> None:
    table = Table(owning("gibraltar", Ben="londres", Cleo="san-francisco"))

    outcome = table.see({CORSAIR: "londres"})

    assert (outcome.doubts, outcome.drift) == ((), ())
    assert [captain.name for captain in table.state.captains if not captain.plays] == ["Ben"]


def test_a_run_that_turns_back_sinks_whom_it_passes() -> None:
    """From Gibraltar to Rio, on to Carthagène, where Cleo lies, and back to Rio.

    One step is no run (rule 67), so that is likelier than a storm over Carthagène.
    """
    table = Table(owning("gibraltar", Ben="vancouver", Cleo="carthagene"))

    outcome = table.see({CORSAIR: "rio", "pink": EMPTY})

    assert (outcome.doubts, outcome.drift) == ((), ())
    assert [each.name for each in table.state.captains if not each.plays] == ["Cleo"]
    assert table.found == []


@pytest.mark.parametrize(("gone", "sunk"), [("green", ["Ben"]), (None, [])])
def test_the_way_of_the_corsair_is_asked_where_others_would_be_sunk(
    gone: str | None, sunk: list[str]
) -> None:
    """From Panama to Buenos-Ayres: by Carthagène and Rio, or by Valparaiso, where Ben lies."""
    table = Table(owning("panama", Ben="valparaiso", Cleo="perth"))
    shown = {CORSAIR: "buenos-ayres"}

    outcome = table.see({**shown, **({gone: EMPTY} if gone else {})})

    if gone:
        assert outcome.doubts == ()
        assert [each.name for each in table.state.captains if not each.plays] == sunk
        return
    (doubt,) = outcome.doubts
    assert GAME.watched is not None
    asked = GAME.watched.asked(doubt, table.state, GAME.words("en", BOARD))
    assert asked is not None
    assert asked.said == "By which way did the corsair go?"
    assert {way.said.rpartition(": ")[2] for way in asked.ways} == {"Ben sunk", "nobody sunk"}

    harmless = next(way for way in asked.ways if way.said.endswith("nobody sunk"))
    table.say(harmless.fact)
    outcome = table.see(shown)
    assert (outcome.doubts, outcome.drift) == ((), ())
    assert table.state.corsair.at == "buenos-ayres"
    assert all(captain.plays for captain in table.state.captains)


def test_who_is_gone_is_not_thought_to_lie_there_where_no_storm_took_him() -> None:
    """Cleo let no storm strike: her turn is over, and the corsair ran there and back."""
    facts = owning("gibraltar", Ben="rio", Cleo="vancouver")[:-1]
    table = Table(facts)
    shown = {CORSAIR: "gibraltar", "green": EMPTY}
    (doubt,) = table.see(shown).doubts
    run = did("corsair", "Ann", stop="rio")
    assert {fact for fact, _ in doubt.likely} == {
        written(run),
        written(did("storm", "Cleo", zone=44)),
    }
    assert GAME.watched is not None
    asked = GAME.watched.asked(doubt, table.state, GAME.words("en", BOARD))
    assert asked is not None
    assert {way.said for way in asked.ways} == {
        "Cleo lets a storm strike zone 44.",
        "Corsair (Ann) by Rio de Janeiro \N{RIGHTWARDS ARROW} Gibraltar: Ben sunk",
    }

    table.say(run)
    outcome = table.see(shown)
    assert (outcome.doubts, outcome.drift, table.found) == ((), (), [])
    assert [captain.name for captain in table.state.captains if not captain.plays] == ["Ben"]
    assert table.state.corsair.at == "gibraltar"


def test_a_corsair_that_a_storm_sank_unseen_is_for_sale_again() -> None:
    """Where it entered goods lay, so nobody saw it; the storm there took it. Rule 74."""
    loads = did("buy", "Ann", product="wood", millions=1)
    table = Table((*STRANDED, loads, did("done", "Ann"), did("storm", "Ben", zone=11)))

    table.say(did("auction", "Ben"))

    assert table.found == []
    assert [fact["do"] for fact in table.facts][-4:] == [
        "corsair_enters", "done", "storm", "auction",
    ]  # fmt: skip


def test_an_auction_of_a_corsair_in_hand_is_a_finding() -> None:
    """No storm struck where goods lie that could hide it. Rule 60."""
    table = Table((*STRANDED, did("done", "Ann"), did("storm", "Ben", zone=44)))

    table.say(did("auction", "Ben"))

    assert table.found == ["corsair-owned"]


def test_a_ship_that_was_seen_beside_the_corsair_and_is_gone_was_sunk() -> None:
    """On a white rectangle it may be taken for goods when it comes, not after it was seen there."""
    table = Table(owning("gibraltar"))
    table.see({"green": "gibraltar"}, 7)
    assert table.new[-1] == did("move", "Ben", stop="gibraltar")

    outcome = table.see({"green": EMPTY})

    assert (outcome.doubts, outcome.drift, table.found) == ((), (), [])
    assert [each.name for each in table.state.captains if not each.plays] == ["Ben"]
    assert table.state.corsair.at == "gibraltar"


def test_who_buys_for_what_his_corsair_took_sailed_in_his_next_turn() -> None:
    """Cleo did nothing, so the run and the move are seen as one turn until all is tapped."""
    table = Table(owning("gibraltar", Ben="londres", Cleo="san-francisco"))
    cash = table.state.cash("Ann")
    table.see({CORSAIR: "hambourg", "green": EMPTY})
    table.see({"yellow": "alger"})
    bought = [did("buy", "Ann", product="cloth", millions=millions) for millions in (cash, 1)]

    for fact in bought:
        table.say(fact)

    ran = [did("corsair", "Ann", stop=stop) for stop in ("londres", "hambourg")]
    ends = [did("done", "Ann"), did("done", "Cleo")]
    assert table.new == [*ran, *ends, *bought, did("move", "Ann", stop="alger")]
    assert table.found == []
