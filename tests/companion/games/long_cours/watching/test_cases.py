"""What is written, asked and told of what a camera sees: before, after, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.games.long_cours.game import GAME
from companion.games.long_cours.state.lying import GOODS, lies
from companion.games.long_cours.state.state import CORSAIR
from companion.play.game import Seat
from companion.play.played import read_played
from companion.reading import EMPTY, HIDDEN, Seen
from companion.records.record import Fact, Happened, Header, Record, Undone, Who, effective_facts
from companion.watching.referee import Pace, is_set_up
from companion.watching.ruling import Ruling
from tests.companion.games.long_cours.tables import BOARD, NAMES, SHIPS
from tests.companion.games.long_cours.watching.test_whole_games import PERSON, seen_as

Answers = Mapping[str, str]
LONG = 10
"""So many looks that nobody waits any more."""


def did(do: str, player: str, **words: Any) -> dict[str, Any]:
    return {"do": do, "player": player, **words}


SAILING = (
    did("place", "Ann", stop="marseille"),
    did("place", "Ben", stop="londres"),
    did("place", "Cleo", stop="sydney"),
    did("buy", "Ann", product="cloth", millions=1),
    did("done", "Ann"),
    did("done", "Ben"),
    did("done", "Cleo"),
)
"""The second round begins: Ann has loaded a million of cloth, and it is her turn."""
HERS = (
    did("auction", "Ann"),
    did("bid", "Ann", millions=6),
)


class Table:
    """Three players, and a camera that sees what a test shows it."""

    def __init__(self, facts: tuple[Fact, ...] = SAILING) -> None:
        seats = [Seat(*each) for each in zip(NAMES[:3], SHIPS, strict=False)]
        self.record = Record(Header("long_cours", dict(GAME.begin(seats, {}, BOARD))))
        for fact in facts:
            self.record = self.record.add(Happened(fact), PERSON)
        self.begun = len(self.facts)
        assert GAME.watched is not None
        self.referee = GAME.watched.referee(BOARD, Pace.LIVE)
        self.see({}, 3)

    @property
    def facts(self) -> list[Fact]:
        return [each.fact for each in effective_facts(self.record.entries)]

    @property
    def new(self) -> list[Fact]:
        """What has been written since."""
        return self.facts[self.begun :]

    @property
    def state(self) -> Any:
        played = read_played(GAME, self.record, BOARD)
        state = played.start
        for _, event in played.facts:
            state = GAME.apply(state, event)
        return state

    def see(self, changed: Answers, looks: int = LONG) -> Ruling:
        """Look so often at the table by the record, but for what is changed."""
        answers = {**lies(self.state), **changed}
        for _ in range(looks):
            ruling = self.referee.look(self.record, seen_as(answers))
            self.record = ruling.record
        return ruling

    def half_see(
        self, changed: Answers, half: Mapping[str, tuple[str, float]], looks: int = LONG
    ) -> Ruling:
        """The same, but some ships or goods are seen less than surely: where, and how surely."""
        for _ in range(looks):
            seen = seen_as({**lies(self.state), **changed})
            doubtful = {what: Seen(*glimpse) for what, glimpse in half.items()}
            goods = {stop: doubtful.pop(stop) for stop in half if stop in BOARD.stops}
            spaces, pieces = {**seen.spaces, **goods}, {**seen.pieces, **doubtful}
            reading = replace(seen, spaces=spaces, pieces=pieces)
            ruling = self.referee.look(self.record, reading)
            self.record = ruling.record
        return ruling

    def glimpse(
        self, shares: Mapping[str, tuple[tuple[str, float], ...]], looks: int = LONG
    ) -> Ruling:
        """Look so often at a table where some ships have several likely stops each."""
        for _ in range(looks):
            seen = seen_as(lies(self.state))
            doubtful = {ship: Seen(*likely[0], likely) for ship, likely in shares.items()}
            ruling = self.referee.look(
                self.record, replace(seen, pieces={**seen.pieces, **doubtful})
            )
            self.record = ruling.record
        return ruling

    def say(self, fact: Fact) -> None:
        self.record = self.referee.say(self.record, fact, PERSON)

    @property
    def found(self) -> list[str]:
        """The codes of all findings."""
        played = read_played(GAME, self.record, BOARD)
        state, codes = played.start, []
        for _, event in played.facts:
            codes += [found.code for found in GAME.findings(state, event)]
            state = GAME.apply(state, event)
        return codes


@pytest.mark.parametrize(
    ("changed", "written", "found"),
    [
        pytest.param({}, [], [], id="nothing moved"),
        pytest.param(
            {"yellow": "alger"}, [did("move", "Ann", stop="alger")], [], id="an ordinary move"
        ),
        pytest.param(
            {"yellow": "perth"}, [did("direct", "Ann", stop="perth")], [], id="a direct move"
        ),
        pytest.param(
            {"green": "new-york"},
            [did("done", "Ann"), did("move", "Ben", stop="new-york")],
            [],
            id="the next player, whose turn nobody began",
        ),
        pytest.param(
            {"pink": "perth"},
            [did("done", "Ann"), did("done", "Ben"), did("move", "Cleo", stop="perth")],
            [],
            id="two turns were forgone",
        ),
        pytest.param(
            {"yellow": "alger", "green": "hambourg"},
            [
                did("move", "Ann", stop="alger"),
                did("done", "Ann"),
                did("move", "Ben", stop="hambourg"),
            ],
            [],
            id="two moved between two looks",
        ),
        pytest.param(
            {"yellow": "panama"},
            [did("move", "Ann", stop="panama")],
            ["no-line"],
            id="no line leads there, and no card to a rectangle",
        ),
        pytest.param(
            {"yellow": EMPTY, "gibraltar": GOODS},
            [did("storm", "Ann", zone=11)],
            [],
            id="a ship is gone, and goods are piled",
        ),
        pytest.param({"yellow": EMPTY}, [did("storm", "Ann", zone=11)], [], id="gone for long"),
        pytest.param({"yellow": HIDDEN}, [], [], id="hidden"),
    ],
)
def test_what_is_seen_is_written(changed: Answers, written: list[Fact], found: list[str]) -> None:
    table = Table()

    ruling = table.see(changed)

    assert table.new == written
    assert table.found == found
    assert ruling.doubts == ()
    assert [one.subject for one in ruling.drift] == []


@pytest.mark.parametrize(
    "shown",
    [
        pytest.param([({"yellow": EMPTY}, 4)], id="lifted, and put back"),
        pytest.param([({"yellow": "perth"}, 1)], id="put down for a moment"),
        pytest.param([({"yellow": EMPTY}, 3), ({"green": EMPTY}, 3)], id="one after the other"),
    ],
)
def test_what_is_put_back_was_nothing(shown: list[tuple[Answers, int]]) -> None:
    table = Table()
    for changed, looks in shown:
        assert table.see(changed, looks).drift == ()
        table.see({"yellow": "marseille", "green": "londres"}, 3)

    assert table.new == []


def test_a_ship_put_down_wrongly_and_moved_on_made_one_move() -> None:
    table = Table()

    table.see({"yellow": "odessa"}, 4)
    table.see({"yellow": "alger"})

    assert table.new == [did("move", "Ann", stop="alger")]


def test_who_comes_back_threw_the_die_of_his_zone() -> None:
    table = Table((*SAILING, did("storm", "Ann", zone=22), did("done", "Ann")))

    table.see({"green": "rio"})

    assert table.new == [did("return", "Ben", die=4, stop="rio")]


def test_a_ship_put_down_for_a_moment_came_back_where_it_lies_then() -> None:
    """It has its ordinary move left: that from port to port was none."""
    table = Table((*SAILING, did("storm", "Ann", zone=22), did("done", "Ann")))
    table.see({"green": "arkhangelsk"}, 3)
    table.see({"green": "hambourg"})
    table.see({"green": "londres"})

    assert table.new == [
        did("return", "Ben", die=2, stop="hambourg"),
        did("move", "Ben", stop="londres"),
    ]
    assert table.found == []


def test_a_ship_that_lay_where_it_came_back_sailed_from_there() -> None:
    table = Table((*SAILING, did("storm", "Ann", zone=22), did("done", "Ann")))
    table.see({"green": "arkhangelsk"})
    table.see({"green": "hambourg"})

    assert table.new == [
        did("return", "Ben", die=2, stop="arkhangelsk"),
        did("move", "Ben", stop="hambourg"),
    ]


def test_a_ship_that_came_back_and_is_lifted_once_more_came_back_there() -> None:
    """Goods that are half seen where none lie, all the while, tell of nothing."""
    table = Table((*SAILING, did("storm", "Ann", zone=22)))
    astray = {"panama": (GOODS, 0.85)}
    table.half_see({"green": "arkhangelsk"}, astray, 6)
    table.half_see({"green": EMPTY}, astray, 3)

    table.half_see({"green": "cap-nord"}, astray)

    assert [fact for fact in table.new if fact["do"] != "done"] == [
        did("return", "Ben", die=2, stop="arkhangelsk"),
        did("move", "Ben", stop="cap-nord"),
    ]


def test_a_ship_gone_with_another_deed_is_not_forgotten() -> None:
    """Ben is gone while Ann sails: he may be in a hand, and then it was a storm."""
    table = Table()

    table.see({"yellow": "alger", "green": EMPTY})

    assert table.new[:1] == [did("move", "Ann", stop="alger")]
    assert [fact["do"] for fact in table.new[1:]] == ["storm"]


@pytest.mark.parametrize("order", ["first", "last"])
def test_what_is_tapped_may_come_before_the_move_is_seen_or_after(order: str) -> None:
    table = Table()
    bought = did("buy", "Ann", product="fruit", millions=2)
    if order == "first":
        table.say(bought)
    table.see({"yellow": "alger"})
    if order == "last":
        table.say(bought)
    table.see({})

    assert table.new == [did("move", "Ann", stop="alger"), bought]
    assert table.found == []


def test_a_purchase_that_comes_late_belongs_before_the_next_move() -> None:
    table = Table()
    table.see({"yellow": "alger"})
    table.see({"green": "new-york"})

    table.say(did("buy", "Ann", product="fruit", millions=2))

    assert [fact["do"] for fact in table.new] == ["move", "buy", "done", "move"]
    assert table.found == []


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        pytest.param(
            {"yellow": "alger"}, did("direct", "Ann", stop="alger"), id="it was a direct move"
        ),
        pytest.param(
            {"yellow": EMPTY, "gibraltar": GOODS},
            did("storm", "Ben", zone=11),
            id="another let the storm strike",
        ),
    ],
)
def test_what_somebody_says_stands_for_what_the_camera_took_it_for(
    seen: Answers, said: Fact
) -> None:
    table = Table()
    table.see(seen)

    table.say(said)
    table.see({})

    assert table.new[-1] == said
    assert table.found == []
    assert len([fact for fact in table.new if fact["do"] != "done"]) == 1


def test_what_is_taken_back_stays_so_until_it_moves() -> None:
    table = Table()
    table.see({"yellow": "alger"})
    (move,) = [each for each in effective_facts(table.record.entries) if each.fact == table.new[0]]

    table.record = table.record.add(Undone(move.seq), PERSON)
    table.see({"yellow": "alger"})
    assert table.new == []

    table.see({"yellow": "odessa"})
    assert table.new == [did("move", "Ann", stop="odessa")]


def test_what_nothing_explains_is_told_and_hinders_nobody() -> None:
    """Nobody owns the corsair, and it stands on the board; Ann sails all the same."""
    table = Table()

    table.see({CORSAIR: "panama"})
    ruling = table.see({CORSAIR: "panama", "yellow": "alger"})

    assert [(one.subject, one.seen) for one in ruling.drift] == [(CORSAIR, "panama")]
    assert table.new == [did("move", "Ann", stop="alger")]


def test_the_ends_of_turns_that_nobody_said_are_inferred() -> None:
    table = Table()
    table.see({"green": "new-york"})

    by = {each.fact["do"]: each.by.who for each in effective_facts(table.record.entries)[-2:]}

    assert by == {"done": Who.SYSTEM, "move": Who.CAMERA}


@pytest.mark.parametrize(
    ("answers", "begins"),
    [
        ({}, True),
        ({"yellow": "alger"}, True),
        ({CORSAIR: "panama"}, False),
        ({"blue": "rio"}, False),
    ],
)
def test_ships_that_nobody_plays_go_before_the_game_begins(answers: Answers, begins: bool) -> None:
    table = Table(())
    assert GAME.watched is not None

    steps = GAME.watched.set_up_steps(table.state, seen_as(answers))

    assert is_set_up(steps) is begins


def test_ships_and_stops_are_named_in_both_languages() -> None:
    for language, ship, goods in (
        ("en", "yellow ship", "stranded goods"),
        ("fr", "navire jaune", "marchandises échouées"),
    ):
        words = GAME.words(language, BOARD)
        assert words.subject("yellow", moves=True) == ship
        assert words.answer("alger", "yellow", moves=True) == "Alger"
        assert words.subject("panama", moves=False) == "Panama"
        assert words.answer(GOODS, "panama", moves=False) == goods
