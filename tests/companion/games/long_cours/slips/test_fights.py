"""One slip in a fight is told once, and what the fight costs is paid."""

from __future__ import annotations

import pytest

from companion.games.long_cours.corrections.inquiry import INQUIRY
from companion.games.long_cours.terms.events import Event
from companion.play.corrections.causes import causes
from companion.play.corrections.course import told_with
from tests.companion.games.long_cours.slips.told import STRUCK, a_fight, codes_told
from tests.companion.games.long_cours.tables import after, fact


def answers(player: str, card: str) -> Event:
    return fact("answer", player, card=card)


GIVES_UP = fact("give_up")
BEN_GIVES_UP = fact("give_up", "Ben")
DONE = fact("done")

SLIPS: dict[str, tuple[list[Event], list[str], tuple[int, int]]] = {
    "its beginning is not told": (
        [answers("Ben", "shove"), answers("Ann", "slap"), answers("Ben", "trip"), GIVES_UP, DONE],
        ["no-fight"],
        (0, 8),
    ),
    "neither is that it was given up": (
        [answers("Ben", "shove"), answers("Ann", "slap"), DONE],
        ["no-fight"],
        (8, 0),
    ),
    "its beginning is not told, and who was struck gives up": (
        [BEN_GIVES_UP, DONE],
        ["no-fight"],
        (8, 0),
    ),
    "its beginning is told as an answer": (
        [answers("Ann", "insult"), answers("Ben", "shove"), GIVES_UP, DONE],
        ["no-fight"],
        (0, 8),
    ),
    "giving up is told before the last blow": (
        [STRUCK, GIVES_UP, answers("Ben", "shove"), DONE],
        ["another-answers"],
        (0, 8),
    ),
    "giving up is told after Done": (
        [STRUCK, DONE, BEN_GIVES_UP, fact("done", "Ben")],
        ["fight-goes-on"],
        (8, 0),
    ),
    "an answer is told of somebody else": (
        [STRUCK, answers("Cleo", "shove"), answers("Ann", "slap"), BEN_GIVES_UP, DONE],
        ["another-answers"],
        (8, 0),
    ),
    "an answer is told twice": (
        [STRUCK, answers("Ben", "shove"), answers("Ben", "shove"), GIVES_UP, DONE],
        ["another-answers"],
        (0, 8),
    ),
    "who lies elsewhere has no part in any": (
        [answers("Cleo", "shove"), fact("give_up", "Cleo"), DONE],
        ["no-fight"],
        (3, 5),
    ),
    "the very card that was just played is one mistake": (
        [STRUCK, answers("Ben", "insult"), GIVES_UP, DONE],
        ["not-stronger"],
        (0, 8),
    ),
    "two mistakes: in the next turn somebody answers again": (
        [BEN_GIVES_UP, DONE, fact("done", "Ben"), answers("Ben", "slap")],
        ["no-fight", "no-fight"],
        (8, 0),
    ),
    "two mistakes: no beginning, and an answer that is no stronger": (
        [answers("Ben", "slap"), answers("Ann", "insult"), BEN_GIVES_UP, DONE],
        ["no-fight", "not-stronger"],
        (8, 0),
    ),
}
"""What is told where Ann and Ben lie in one port; all that is found; and what they have then."""


@pytest.mark.parametrize(("told", "codes", "cash"), SLIPS.values(), ids=SLIPS)
def test_a_slip_in_a_fight_is_told_once(
    told: list[Event], codes: list[str], cash: tuple[int, int]
) -> None:
    end = after(a_fight(), *told)

    assert codes_told((a_fight(), told)) == codes
    assert (end.cash("Ann"), end.cash("Ben")) == cash


CARDS: dict[str, tuple[list[Event], list[Event]]] = {
    "one answers": (
        [answers("Ben", "shove"), answers("Ann", "slap"), BEN_GIVES_UP, DONE],
        [STRUCK, answers("Ben", "shove"), answers("Ann", "slap"), BEN_GIVES_UP, DONE],
    ),
    "one gives up": ([BEN_GIVES_UP, DONE], [STRUCK, BEN_GIVES_UP, DONE]),
}


@pytest.mark.parametrize(("told", "true"), CARDS.values(), ids=CARDS)
def test_the_blow_that_nobody_told_is_asked(told: list[Event], true: list[Event]) -> None:
    [cause] = causes(INQUIRY, a_fight(), told)

    assert tuple(true) in [told_with(told, way) for way in cause.asked]
    assert {type(each) for way in cause.asked for each in way.put} == {type(STRUCK)}


def test_a_beginning_that_was_told_as_an_answer_is_put_right() -> None:
    told = [answers("Ann", "insult"), answers("Ben", "shove"), GIVES_UP, DONE]

    [cause] = causes(INQUIRY, a_fight(), told)

    assert told_with(told, cause.edit) == (STRUCK, *told[1:])


SPENT: dict[str, tuple[list[Event], list[str]]] = {
    "an answer told twice": (
        [STRUCK, answers("Ben", "shove"), answers("Ben", "shove"), GIVES_UP, DONE]
        + [fact("storm", "Ben", zone=66)],
        ["another-answers"],
    ),
    "a storm told of another": (
        [fact("storm", "Cleo", zone=66), fact("resell", die=1), DONE, fact("done", "Ben")]
        + [fact("storm", "Cleo", zone=66)],
        ["not-your-turn"],
    ),
    "two mistakes: an answer told twice, and a card too many": (
        [STRUCK, answers("Ben", "shove"), answers("Ben", "shove"), GIVES_UP, DONE]
        + [fact("storm", "Ben", zone=66)] * 2,
        ["another-answers", "no-card-left"],
    ),
}
"""What is told where Ben has two cards and Cleo one; and all that is found."""


@pytest.mark.parametrize(("told", "codes"), SPENT.values(), ids=SPENT)
def test_a_card_that_was_told_wrongly_is_missing_once_at_most(
    told: list[Event], codes: list[str]
) -> None:
    state = a_fight().with_captain("Ben", cards=2).with_captain("Cleo", cards=1)

    assert codes_told((state, told)) == codes
