"""A turn that nobody said is over is left as one that ends with Done: what it lacks is told."""

from __future__ import annotations

from typing import Any

import pytest

from companion.finding import Severity
from companion.games.long_cours.corrections.inquiry import INQUIRY
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.state.state import Corsair, State
from companion.games.long_cours.terms.events import Event
from companion.play.corrections.causes import causes
from tests.companion.games.long_cours.tables import after, fact, found, having, sailing

ANNS = Corsair("Ann", "gibraltar")
STEP = fact("corsair", stop="alger")
THROW = fact("resell", die=2)


def stayed(**rulings: Any) -> State:
    return sailing(corsair=ANNS, corsair_may_stay=False, **rulings)


LEFT: dict[str, tuple[State, list[Event], list[str]]] = {
    "67: one step of the corsair": (sailing(corsair=ANNS), [STEP], ["corsair-stepped-once"]),
    "67: one step, as the table rules": (
        sailing(corsair=ANNS, corsair_may_step_once=True),
        [STEP],
        [],
    ),
    "67: two steps": (sailing(corsair=ANNS), [STEP, fact("corsair", stop="gibraltar")], []),
    "67: no step": (stayed(), [THROW], ["corsair-stayed"]),
    "67: another's corsair": (sailing(corsair=Corsair("Cleo", "gibraltar")), [THROW], []),
    "62: it has just entered": (
        sailing(corsair=Corsair("Ann", None, turn=3), corsair_may_stay=False),
        [fact("corsair_enters", die=1, stop="gibraltar")],
        [],
    ),
    "46: a wrecked ship": (sailing({"Ann": None}), [THROW], ["has-not-come-back"]),
    "46: wrecked in this turn": (sailing(), [fact("storm", zone=11)], []),
    "46: the next one's ship": (sailing({"Ben": None}), [THROW], []),
    "50: a blow that nobody answered": (
        having(sailing({"Ann": "alger", "Ben": "alger"}, corsair=ANNS), Ann=3, Ben=5),
        [fact("fight", opponent="Ben", card="insult")],
        [],
    ),
}
"""What was done in Ann's turn; and what it lacks at its end."""


@pytest.mark.parametrize(("state", "told", "lacks"), LEFT.values(), ids=LEFT)
def test_what_a_turn_lacks_is_told_however_it_ends(
    state: State, told: list[Event], lacks: list[str]
) -> None:
    """By its Done, or by what the next one does: told besides that nobody said the Done."""
    left = after(state, *told)
    said, shown = fact("done"), fact("resell", "Ben", die=1)

    assert [code for code in found(left, said) if code != "fight-goes-on"] == lacks
    assert [code for code in found(left, shown) if code != "fight-goes-on"] == [
        "turn-not-ended",
        *lacks,
    ]
    assert found(after(left, shown), fact("done", "Ben")) == found(
        after(left, said), fact("done", "Ben")
    )


SLIPS: dict[str, tuple[State, list[Event], list[str]]] = {
    "one who is passed over with his ship wrecked": (
        sailing({"Ben": None}),
        [fact("done", name) for name in ("Ann", "Cleo") * 3],
        ["turn-not-ended", "has-not-come-back"],
    ),
    "a corsair that always stays": (
        stayed(count=2),
        [fact("resell", name, die=1) for name in ("Ann", "Ben") * 2],
        ["turn-not-ended", "corsair-stayed", "turn-not-ended", "turn-not-ended"],
    ),
    "who acts out of turn ends nobody's": (
        sailing({"Ann": None}),
        [fact("resell", "Cleo", die=1), fact("return", die=1, stop="alger"), fact("done")],
        ["not-your-turn"],
    ),
}


@pytest.mark.parametrize(("state", "told", "codes"), SLIPS.values(), ids=SLIPS)
def test_what_a_turn_lacks_is_told_once(state: State, told: list[Event], codes: list[str]) -> None:
    heard = []
    for event in told:
        heard += [x.code for x in findings(state, event) if x.severity is not Severity.NOTE]
        state = after(state, event)

    assert heard == codes


def test_the_step_that_is_missing_is_asked_before_the_next_turn() -> None:
    told = [STEP, fact("resell", "Ben", die=1), fact("done", "Ben")]

    [cause] = causes(INQUIRY, sailing(corsair=ANNS), told)

    ways = [cause.edit, *cause.others]
    assert fact("corsair", stop="gibraltar") in [each for way in ways for each in way.put]
