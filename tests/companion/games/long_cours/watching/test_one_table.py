"""One table that is surely misread: what is told by it is put right by the next one."""

from __future__ import annotations

import pytest

from companion.games.long_cours.game import GAME
from companion.games.long_cours.state.lying import GOODS, lies
from companion.games.long_cours.state.state import CORSAIR, State
from companion.games.long_cours.terms.events import Event, Moved
from companion.games.long_cours.watching.habits import HABITS, UNEXPLAINED
from companion.reading import EMPTY
from companion.records.record import Fact, Record
from companion.watching.moving_pieces.one_table import StrikingOut
from companion.watching.moving_pieces.tellings import Tellings, Told
from companion.watching.moving_pieces.ways import Search, Way, Ways
from tests.companion.games.long_cours.watching.watched_tables import (
    LONG,
    Answers,
    Table,
    cleo_wrecked,
    did,
    done,
)

A_TABLE = 7
"""So many looks at a table before somebody does something."""
MOVED = did("move", "Ann", stop="alger")
BACK = did("return", "Cleo", die=2, stop="hambourg")


@pytest.mark.parametrize(
    ("misread", "then", "written"),
    [
        pytest.param({"yellow": "alger"}, {"yellow": "marseille"}, [], id="at the next stop"),
        pytest.param(
            {"yellow": "panama"},
            {"yellow": "alger"},
            [MOVED],
            id="where no rule lets it be",
        ),
        pytest.param({"pink": EMPTY}, {"pink": "sydney"}, [], id="missed, of who is last"),
        pytest.param(
            {"yellow": EMPTY, "gibraltar": GOODS},
            {"yellow": "gibraltar"},
            [did("move", "Ann", stop="gibraltar")],
            id="as goods: no storm has struck",
        ),
    ],
)
def test_what_one_table_alone_showed_is_struck_out(
    misread: Answers, then: Answers, written: list[Fact]
) -> None:
    table = Table()

    table.see(misread, A_TABLE)
    outcome = table.see({"gibraltar": EMPTY, **then})

    assert done(table) == written
    assert (outcome.doubts, outcome.drift, table.found) == ((), (), [])


def test_what_was_struck_out_by_a_misread_table_comes_back_with_it() -> None:
    """Cleo has sailed to Sydney, and the storm takes her there, and Ben: his ship is seen astray.

    That she never sailed, and Ben did, was the cheaper way to tell that table; the next denies it.
    """
    table = Table(
        (
            did("place", "Ann", stop="marseille"),
            did("place", "Ben", stop="vancouver"),
            did("place", "Cleo", stop="valparaiso"),
            *(did("done", player) for player in ("Ann", "Ben", "Cleo", "Ann", "Ben")),
        )
    )
    table.see({"pink": "sydney"}, A_TABLE)
    table.see({"pink": EMPTY, "green": "aleoutiennes", "aleoutiennes": GOODS}, A_TABLE)
    table.say(did("storm", "Ann", zone=33))

    struck = {"pink": EMPTY, "green": EMPTY, "aleoutiennes": GOODS}
    outcome = table.see({**struck, "yellow": "alger"})

    assert done(table) == [
        did("move", "Cleo", stop="sydney"),
        did("storm", "Ann", zone=33),
        MOVED,
    ]
    assert (outcome.doubts, outcome.drift) == ((), ())


def test_what_two_tables_showed_stays() -> None:
    """Ann has sailed to Alger, and is seen there when Ben has sailed: then she sailed on."""
    table = Table()

    table.see({"yellow": "alger"}, A_TABLE)
    table.see({"green": "hambourg"}, A_TABLE)
    table.see({"yellow": "marseille"})

    told = [fact for fact in done(table) if fact["player"] == "Ann"]
    assert told == [MOVED, did("move", "Ann", stop="marseille")]


def test_a_ship_that_came_back_and_is_gone_again_was_struck_by_a_storm() -> None:
    """Cleo alone lay in the zone, for one table: that happens oftener than that none was there."""
    table = cleo_wrecked()
    table.say(did("done", "Ben"))
    table.see({"pink": "sydney"}, A_TABLE)

    table.see({"pink": EMPTY})

    assert [fact["do"] for fact in done(table)] == ["return", "storm"]


@pytest.mark.parametrize("astray", [2, 3])
def test_a_ship_that_is_put_down_astray_for_a_moment_denies_nothing(astray: int) -> None:
    """Cleo has come back at Hambourg, and puts her ship down at Panama on the way to Londres."""
    table = cleo_wrecked()
    table.see({"pink": "hambourg"}, A_TABLE)

    table.see({"pink": "panama"}, astray)
    outcome = table.see({"pink": "londres"})

    assert done(table) == [BACK, did("move", "Cleo", stop="londres")]
    assert (outcome.doubts, outcome.drift, table.found) == ((), (), [])


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param((EMPTY, "alger", "marseille"), id="as it left"),
        pytest.param(("alger", EMPTY, "marseille"), id="as it came back"),
        pytest.param(("perth", "alger", "marseille"), id="put down astray"),
    ],
)
def test_a_ship_that_was_in_a_hand_has_sailed_there_and_back(seen: tuple[str, ...]) -> None:
    """Nobody else does anything that shows; no table is misread twice over."""
    table = Table()

    for at in seen:
        table.see({"yellow": at}, A_TABLE if at == "alger" else LONG if at == "marseille" else 1)

    assert done(table) == [MOVED, did("move", "Ann", stop="marseille")]
    assert table.found == []


@pytest.mark.parametrize("left", [frozenset[str](), frozenset({"black"})])
def test_what_a_way_leaves_unexplained_is_no_cost_of_its_deeds(left: frozenset[str]) -> None:
    """It stays so without them: two such places made a record without any deed the cheaper one."""
    state = Table().state
    sailed = (Moved("Ann", "alger"),)
    way = Way[State, Event](sailed, 1.0 + UNEXPLAINED * len(left), state, left)

    def recall(_: Record) -> Told[State]:
        raise NotImplementedError

    tellings = Tellings(Search(GAME, lies, HABITS), earlier=True)

    assert StrikingOut(tellings, recall).own_cost(state, sailed, Ways([way])) == 1.0


def test_a_ship_that_was_only_put_down_is_moved_on_and_not_misread() -> None:
    """Ann puts hers down at Perth for three looks, which needs a card, and then at Alger."""
    table = Table()

    table.see({"yellow": "perth"}, 3)
    assert done(table) == [did("direct", "Ann", stop="perth")]

    table.see({"yellow": "alger"}, 2)
    assert done(table) == [MOVED]


def test_what_somebody_said_is_not_struck_out() -> None:
    table = Table()

    table.see({"yellow": "alger"}, A_TABLE)
    table.say(did("direct", "Ann", stop="alger"))
    table.see({"yellow": "marseille"})

    assert did("direct", "Ann", stop="alger") in table.new


def test_what_was_said_since_is_told_in_its_turn() -> None:
    """Ben's ship is read one stop on: his turn was not yet, and Ann's goes on."""
    table = Table()

    table.see({"green": "hambourg"}, A_TABLE)
    table.say(did("buy", "Ann", product="cloth", millions=1))
    table.see({"green": "londres"}, A_TABLE)
    table.see({"yellow": "alger"})

    bought = did("buy", "Ann", product="cloth", millions=1)
    assert done(table) == [bought, MOVED]
    assert table.found == []


@pytest.mark.parametrize(
    ("misread", "then", "written"),
    [
        pytest.param(
            {"green": EMPTY, "pink": "londres"}, {}, [], id="where it lies, in another's colour"
        ),
        pytest.param({"pink": "hambourg"}, {"pink": EMPTY}, [], id="where none is"),
        pytest.param(
            {"green": EMPTY, "pink": "hambourg"},
            {"pink": EMPTY, "green": "hambourg"},
            [did("move", "Ben", stop="hambourg")],
            id="where it has sailed, in another's colour",
        ),
        pytest.param(
            {"pink": "hambourg"},
            {"pink": "hambourg", "green": "new-york"},
            [did("move", "Ben", stop="new-york"), BACK],
            id="it has come back, indeed",
        ),
    ],
)
def test_a_wrecked_ship_that_one_table_alone_shows_has_not_come_back(
    misread: Answers, then: Answers, written: list[Fact]
) -> None:
    table = cleo_wrecked()

    table.see(misread, A_TABLE)
    outcome = table.see({"green": "londres", **then})

    assert sorted(map(str, done(table))) == sorted(map(str, written))
    assert (outcome.doubts, outcome.drift) == ((), ())
    assert table.state.at_turn.name == ("Cleo" if BACK in written else "Ben")


def test_a_ship_in_anothers_colour_is_the_other_if_the_next_table_shows_it_too() -> None:
    table = cleo_wrecked()
    table.say(did("done", "Ben"))
    instead = {"green": EMPTY, "pink": "londres"}

    table.see(instead, A_TABLE)
    assert done(table) == []

    table.see({**instead, "panama": GOODS})
    assert did("return", "Cleo", die=2, stop="londres") in table.new


@pytest.mark.parametrize(
    ("stop", "written"),
    [
        pytest.param("alger", [MOVED], id="an ordinary move"),
        pytest.param("perth", [], id="by a card: that is not believed"),
    ],
)
def test_a_ship_that_may_not_lie_anywhere_is_one_that_has_sailed_there(
    stop: str, written: list[Fact]
) -> None:
    """Nobody owns the corsair; Ann's ship is missing, and may have sailed to where it is seen."""
    table = Table()

    table.see({"yellow": EMPTY, CORSAIR: stop})

    assert done(table) == written


@pytest.mark.parametrize(
    ("looks", "told"),
    [pytest.param(LONG, 0, id="on one table"), pytest.param(40, 1, id="for long")],
)
def test_a_ship_that_may_not_lie_anywhere_is_told_when_it_is_no_mistake(
    looks: int, told: int
) -> None:
    table = Table()

    outcome = table.see({CORSAIR: "tamatave"}, looks)
    assert len(outcome.drift) == told

    outcome = table.see({CORSAIR: "tamatave", "yellow": "alger"})
    assert [one.subject for one in outcome.drift] == [CORSAIR]


def test_a_ship_that_another_has_come_to_stand_before_is_no_wreck() -> None:
    """Cleo sails to Perth, where Ben's ship lies, and hides it from the camera."""
    table = Table()
    table.see({"green": "perth"}, A_TABLE)
    before = len(table.facts)

    outcome = table.see({"pink": "perth", "green": EMPTY})

    told = [fact["do"] for fact in table.facts[before:] if fact["do"] != "done"]
    assert told == ["move"]
    assert (outcome.doubts, outcome.drift) == ((), ())
