"""Ships that are seen less than surely: what is believed, what is asked, and what waits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from companion.games.long_cours.game import GAME
from companion.games.long_cours.state.lying import GOODS, lies
from companion.games.long_cours.state.state import CORSAIR, State
from companion.games.long_cours.terms.events import Event
from companion.games.long_cours.watching.habits import HABITS
from companion.reading import EMPTY
from companion.records.record import Fact, Undone
from companion.watching.moving_pieces.by_choices import ByChoices
from companion.watching.moving_pieces.ways import Deed
from tests.companion.games.long_cours.tables import BOARD
from tests.companion.games.long_cours.watching.watched_tables import (
    HERS,
    LONG,
    PERSON,
    SAILING,
    Table,
    did,
    glimpsed,
    owning,
)


@pytest.mark.parametrize(
    ("stop", "sureness", "looks", "written", "asked"),
    [
        pytest.param("alger", 0.6, 3, [], [], id="not long enough"),
        pytest.param(
            "alger", 0.6, 4, [did("move", "Ann", stop="alger")], [], id="along a line, likely"
        ),
        pytest.param("alger", 0.45, LONG, [], ["yellow"], id="not even likely"),
        pytest.param("perth", 0.6, LONG, [], ["yellow"], id="a card, by a likely look"),
        pytest.param("perth", 0.9, 4, [did("direct", "Ann", stop="perth")], [], id="a card"),
        pytest.param("panama", 0.94, LONG, [], ["yellow"], id="against a rule"),
    ],
)
def test_what_is_half_seen_is_believed_as_far_as_it_is_usual(
    stop: str, sureness: float, looks: int, written: list[Fact], asked: list[str]
) -> None:
    table = Table()

    outcome = table.half_see({}, {"yellow": (stop, sureness)}, looks)

    assert table.new == written
    assert [doubt.subject for doubt in outcome.doubts] == asked


@pytest.mark.parametrize(
    ("sureness", "back"), [pytest.param(0.6, 0, id="a shadow?"), pytest.param(0.9, 1, id="a ship")]
)
def test_a_ship_that_lay_nowhere_wants_surer_eyes_than_one_that_sailed(
    sureness: float, back: int
) -> None:
    table = Table((*SAILING, did("storm", "Ann", zone=11), did("done", "Ann"), did("done", "Ben")))
    table.say(did("done", "Cleo"))
    table.begun = len(table.facts)

    table.half_see({}, {"yellow": ("odessa", sureness)})

    assert [fact["do"] for fact in table.new] == ["return"] * back


def test_ships_are_not_gone_while_it_is_half_seen_who_may_have_sunk_them() -> None:
    """The corsair is half seen at its next stop: no storm struck the zone that it came through."""
    enters = did("corsair_enters", "Ann", die=2, stop="londres")
    table = Table((*SAILING, *HERS, did("no_bid", "Ben"), did("no_bid", "Cleo"), enters))

    table.half_see({"green": EMPTY}, {CORSAIR: ("hambourg", 0.9)})

    assert {fact["do"] for fact in table.new} <= {"corsair", "done"}


def test_two_glimpses_with_a_half_seen_ship_between_are_not_two_looks() -> None:
    table = Table()

    for _ in range(6):
        table.see({"yellow": "alger"}, 1)
        table.half_see({}, {"yellow": ("marseille", 0.9)}, 1)

    assert table.new == []


def test_a_pile_by_itself_is_no_news() -> None:
    """A ship hides it, or a hand put it straight: goods follow from where the ships went."""
    table = Table()

    outcome = table.see({"gibraltar": GOODS}, 2 * LONG)

    assert (table.new, outcome.drift, outcome.doubts) == ([], (), ())


def test_a_half_seen_ship_that_somebody_took_back_sails_on_when_it_is_likely_elsewhere() -> None:
    table = Table()
    table.half_see({}, {"yellow": ("alger", 0.9)})
    (last,) = (entry.seq for entry in table.record.entries[-1:])
    table.record = table.record.add(Undone(last), PERSON)

    table.half_see({}, {"yellow": ("alger", 0.9)})
    assert table.new == []

    table.half_see({}, {"yellow": ("odessa", 0.9)})
    assert table.new == [did("move", "Ann", stop="odessa")]


@pytest.mark.parametrize(
    ("shares", "written", "asked"),
    [
        pytest.param({"panama": 0.8, "marseille": 0.15}, [], [], id="forbidden; or it lies still"),
        pytest.param(
            {"panama": 0.6, "alger": 0.3},
            [did("move", "Ann", stop="alger")],
            [],
            id="forbidden; or along a line",
        ),
        pytest.param(
            {"empty": 0.8, "alger": 0.2},
            [did("move", "Ann", stop="alger")],
            [],
            id="nowhere; or along a line",
        ),
        pytest.param({"empty": 0.85, "marseille": 0.15}, [], [], id="nowhere; or it lies still"),
        pytest.param(
            {"empty": 0.94, "marseille": 0.06}, [], [], id="nowhere; or it hardly lies still"
        ),
        pytest.param({"empty": 0.85, "perth": 0.15}, [], ["yellow"], id="nowhere; or by a card"),
        pytest.param({"alger": 0.5, "odessa": 0.45}, [], ["yellow"], id="two ports, both near"),
    ],
)
def test_what_a_rule_forbids_wants_more_than_what_it_allows(
    shares: dict[str, float], written: list[Fact], asked: list[str]
) -> None:
    table = Table()

    outcome = table.glimpse({"yellow": glimpsed(**shares)})

    assert table.new == written
    assert [doubt.subject for doubt in outcome.doubts] == asked


def test_a_ship_of_nobody_is_the_one_that_is_missing() -> None:
    table = Table()

    outcome = table.see({"yellow": EMPTY, "blue": "alger"})

    assert table.new == [did("move", "Ann", stop="alger")]
    assert (outcome.doubts, outcome.drift) == ((), ())


def test_a_first_ship_that_looks_like_the_corsair_is_placed_in_its_turn() -> None:
    """Nobody owns the corsair yet: a dark ship that is half seen as black is the one awaited."""
    table = Table((did("place", "Ann", stop="marseille"),))
    dark = {
        "green": glimpsed(londres=0.36, empty=0.64),
        CORSAIR: glimpsed(londres=0.62, empty=0.38),
    }

    table.glimpse(dark)
    table.see({"pink": "sydney"})

    assert [fact["player"] for fact in table.new] == ["Ben", "Cleo"]
    assert table.found == []


def test_what_somebody_answered_is_not_taken_back_when_the_ship_sails_on() -> None:
    """He says where she came back; then she sails on by a card: two deeds."""
    wrecked = (*SAILING, did("storm", "Ann", zone=11), did("done", "Ann"), did("done", "Ben"))
    table = Table((*wrecked, did("done", "Cleo")))

    table.half_see({}, {"yellow": ("hambourg", 1.0)}, 4)
    table.see({"yellow": "perth"})

    assert [fact["do"] for fact in table.new] == ["return", "direct"]


def test_what_stood_there_while_no_ship_was_missing_is_none_of_them() -> None:
    table = Table()
    before = table.see({"blue": "alger"}, 4 * LONG)

    table.see({"blue": "alger", "yellow": EMPTY})

    assert [(one.subject, one.seen) for one in before.drift] == [("blue", "alger")]
    assert table.new == [did("storm", "Ann", zone=11)]


def test_no_ship_of_nobody_is_held_against_what_somebody_says() -> None:
    """Ann says that hers is off the board."""
    table = Table()
    said = {"yellow": ((EMPTY, 1.0),), "blue": (("alger", 0.97), (EMPTY, 0.03))}

    table.glimpse(said)

    assert table.new == [did("storm", "Ann", zone=11)]


def test_a_ship_that_is_seen_afloat_was_not_sunk() -> None:
    table = Table(owning("gibraltar", Ben="londres", Cleo="san-francisco"))

    table.see({CORSAIR: "londres", "green": "vancouver"})

    assert all(captain.plays for captain in table.state.captains)
    assert table.state.captain("Ben").at == "vancouver"


@pytest.mark.parametrize(
    ("looks", "asked"),
    [pytest.param(LONG, [], id="a while"), pytest.param(40, ["pink"], id="long")],
)
def test_a_ship_that_is_out_of_sight_is_asked_for_after_long(looks: int, asked: list[str]) -> None:
    """No storm struck its zone: another ship is seen there."""
    sailed = did("direct", "Ben", stop="sydney")
    a_round = tuple(did("done", name) for name in ("Cleo", "Ann", "Ben"))
    table = Table((*SAILING, did("done", "Ann"), sailed, did("done", "Ben"), *a_round, *a_round))

    outcome = table.see({"pink": EMPTY}, looks)

    assert table.new == []
    assert [doubt.subject for doubt in outcome.doubts] == asked
    assert outcome.drift == ()


def test_no_storm_struck_where_the_corsair_stands_though_nobody_owns_it() -> None:
    """Its auction was not told; it sank Ann, and no rule explains that she is gone."""
    table = Table()

    table.see({CORSAIR: "marseille", "yellow": EMPTY})

    assert table.new == []


def test_goods_that_nobody_stranded_are_the_ship_that_is_missing() -> None:
    table = Table()
    table.see({"yellow": "odessa"})

    outcome = table.see({"green": EMPTY, "gibraltar": GOODS})

    assert (outcome.doubts, outcome.drift) == ((), ())
    table.see({"green": EMPTY, "gibraltar": GOODS, "yellow": "colombo"})
    table.see({"green": "marseille"})
    assert [fact for fact in table.new if fact["do"] != "done"] == [
        did("move", "Ann", stop="odessa"),
        did("move", "Ben", stop="gibraltar"),
        did("move", "Ann", stop="colombo"),
        did("move", "Ben", stop="marseille"),
    ]
    assert table.found == []


def test_a_ship_that_comes_beside_another_on_a_white_rectangle_may_hide_it() -> None:
    table = Table((*SAILING, did("move", "Ann", stop="gibraltar"), did("done", "Ann")))

    outcome = table.see({"yellow": EMPTY, "green": EMPTY, "gibraltar": GOODS})

    sailed = [did("move", "Ben", stop="gibraltar")]
    assert (table.new, outcome.doubts, outcome.drift) == (sailed, (), ())


def test_goods_where_a_storm_would_strand_them_tell_of_a_storm() -> None:
    table = Table()

    outcome = table.see({"yellow": EMPTY, "gibraltar": GOODS})

    assert (table.new, outcome.doubts) == ([did("storm", "Ann", zone=11)], ())


def test_what_is_half_seen_alike_is_weighed_once() -> None:
    """A card for a likely look, and at another stop as well: several tellings, each thought out."""
    thought = 0

    def deeds(state: State, seen: Mapping[str, str]) -> Iterable[Deed[Event]]:
        nonlocal thought
        thought += 1
        return HABITS.deeds(state, seen)

    table = Table()
    table.referee = ByChoices(GAME, lies, BOARD, habits=replace(HABITS, deeds=deeds))
    shares = {"yellow": (("perth", 0.6), ("alger", 0.2), ("marseille", 0.2))}
    table.glimpse(shares, 5)
    once = thought

    table.glimpse(shares, 5)

    assert (once > 0, thought) == (True, once)
