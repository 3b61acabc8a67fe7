"""The correction that is offered first undoes the slip."""

from __future__ import annotations

import pytest

from companion.games.long_cours.corrections.inquiry import INQUIRY
from companion.games.long_cours.state.state import Corsair, State
from companion.games.long_cours.terms.events import Event
from companion.play.corrections.causes import causes
from companion.play.corrections.course import told_with
from tests.companion.games.long_cours.slips.told import ASKED, STRUCK, a_fight, rich
from tests.companion.games.long_cours.tables import NAMES, after, fact, having, sailing

AT_SEA = having(sailing({"Ann": "perth", "Cleo": "rio"}), Ann=12)
FIRST, LATE = (fact("buy", product="gold", millions=each) for each in (2, 3))
CLEO_SAILS = [fact("move", "Cleo", stop="buenos-ayres"), fact("done", "Cleo"), fact("done")]


@pytest.mark.parametrize(
    ("state", "told", "meant"),
    [
        pytest.param(
            rich(),
            [fact("buy", product="wool", millions=2), fact("done")],
            [fact("buy", product="gold", millions=2), fact("done")],
            id="another product",
        ),
        pytest.param(
            rich(),
            [fact("buy", "Cleo", product="gold", millions=2), fact("done")],
            [fact("buy", "Ann", product="gold", millions=2), fact("done")],
            id="another player",
        ),
        pytest.param(
            sailing({"Ann": "perth"}),
            [fact("resell", die=1), fact("resell", die=1), fact("done")],
            [fact("resell", die=1), fact("done")],
            id="twice",
        ),
        pytest.param(
            a_fight(),
            [STRUCK, fact("done"), fact("done", "Ben")],
            [STRUCK, fact("give_up", "Ben"), fact("done"), fact("done", "Ben")],
            id="forgotten",
        ),
        pytest.param(
            having(sailing({"Ann": "perth"}), Ann=12),
            [
                fact("buy", product="gold", millions=10),
                *(fact("done", name) for name in ("Ann", "Ben", "Cleo")),
                fact("buy", product="gold", millions=5),
                fact("buy", product="gold", millions=6),
            ],
            [
                fact("buy", product="gold", millions=1),
                *(fact("done", name) for name in ("Ann", "Ben", "Cleo")),
                fact("buy", product="gold", millions=5),
                fact("buy", product="gold", millions=6),
            ],
            id="a nought too many",
        ),
        pytest.param(
            having(sailing({"Ann": "perth"}), Ann=7),
            [fact("buy", product="gold", millions=2)] * 2
            + [fact("buy", product="gold", millions=5)],
            [fact("buy", product="gold", millions=2), fact("buy", product="gold", millions=5)],
            id="a purchase tapped twice",
        ),
        pytest.param(
            having(sailing(corsair=Corsair("Ben", None, turn=3)), Ann=7),
            [fact("done", name) for name in NAMES[:3]]
            + [fact("storm", zone=44), fact("auction"), fact("no_bid")],
            [fact("done"), fact("corsair_enters", "Ben", die=4, stop="cap-horn")]
            + [fact("done", name) for name in NAMES[1:3]]
            + [fact("storm", zone=44), fact("auction"), fact("no_bid")],
            id="a corsair that came and went: where, the storm tells",
        ),
        *(
            pytest.param(
                AT_SEA,
                [FIRST, fact("done"), fact("done", "Ben"), LATE, *ended, *CLEO_SAILS],
                [FIRST, LATE, fact("done"), fact("done", "Ben"), *CLEO_SAILS],
                id=f"a purchase told in the next one's turn, {said}",
            )
            for ended, said in (((), "said alone"), ((fact("done"),), "with another end"))
        ),
        pytest.param(
            AT_SEA,
            [FIRST, fact("done"), LATE, fact("done"), fact("done", "Ben"), *CLEO_SAILS],
            [FIRST, LATE, fact("done"), fact("done", "Ben"), *CLEO_SAILS],
            id="a purchase and another end, told at once",
        ),
    ],
)
def test_the_first_card_undoes_the_slip(
    state: State, told: list[Event], meant: list[Event]
) -> None:
    offered = causes(INQUIRY, state, told)

    assert offered
    assert told_with(told, offered[0].edit) == tuple(meant)


@pytest.mark.parametrize("ends", [(), (fact("done"),)], ids=["said", "and ended"])
def test_what_is_told_late_takes_nobodys_turn(ends: tuple[Event, ...]) -> None:
    """Cleo's turn had begun, and Ann tells what she did in hers; then Cleo sails."""
    told = [fact("done"), fact("done", "Ben"), LATE, *ends]

    then = after(AT_SEA, *told, fact("move", "Cleo", stop="buenos-ayres"))

    assert (then.at_turn.name, then.round) == ("Cleo", AT_SEA.round)
    assert (then.cash("Ann"), then.captain("Cleo").at) == (9, "buenos-ayres")


def test_who_spoke_up_out_of_turn_ends_nobodys() -> None:
    told = [fact("done"), LATE, fact("done"), LATE, fact("done")]

    assert after(AT_SEA, *told).at_turn.name == "Ben"


def test_nothing_is_asked_where_nothing_is_found_or_all_is_allowed() -> None:
    wrong = [fact("buy", product="wool", millions=2), fact("done")]

    assert causes(INQUIRY, rich(), [fact("done")]) == ()
    assert causes(INQUIRY, rich(), wrong, [frozenset({"sold-elsewhere"}), frozenset()]) == ()


def test_a_card_has_every_answer_that_fits() -> None:
    """Where Ann came back nobody said: at a port from which a line leads to Cap Nord."""
    told = [fact("move", stop="cap-nord"), fact("done")]

    [cause] = causes(INQUIRY, sailing({"Ann": None}), told)

    ports = [way.put[0] for way in (cause.edit, *cause.others)]
    assert {getattr(each, "stop", "") for each in ports} == {"londres", "hambourg", "arkhangelsk"}
    assert {getattr(each, "die", 0) for each in ports} == {2}


def test_the_sum_of_a_bid_that_nobody_told_is_asked() -> None:
    told = [ASKED, fact("done"), fact("corsair_enters", "Ben", die=1, stop="gibraltar")]

    [cause] = causes(INQUIRY, having(sailing(), Ben=9), told)

    bids = [way.put for way in cause.asked]
    assert bids == [(fact("bid", "Ben", millions=each),) for each in (6, 7, 8, 9)]
    assert (cause.edit, cause.others) == (cause.asked[0], ())


@pytest.mark.parametrize(
    ("cash", "typed", "likeliest"),
    [(3, 30, [3, 2, 1]), (20, 200, [20]), (12, 112, [12]), (9, 10, [1, 9])],
    ids=["a nought too many", "of more cash", "a digit too many", "a digit, and the next sum"],
)
def test_a_sum_that_was_typed_wrongly_is_first_one_slip_away(
    cash: int, typed: int, likeliest: list[int]
) -> None:
    told = [fact("buy", product="gold", millions=typed), fact("done")]

    [cause] = causes(INQUIRY, having(sailing({"Ann": "perth"}), Ann=cash), told)

    ways = [getattr(way.put[0], "millions", 0) for way in (cause.edit, *cause.others)]
    assert ways[: len(likeliest)] == likeliest
