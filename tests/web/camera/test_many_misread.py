"""Many markers are read as others, or not at all: people can say that they lie right, and play."""

from __future__ import annotations

import pytest

from companion.reading import EMPTY
from companion.watching.drift import Differs
from tests.web.camera.watched_tables import FIRST, WatchedTable, bare, stick, watched

__all__ = ["bare", "watched"]


def of_other_nations(slots: dict[str, str], many: int) -> dict[str, str]:
    """So many markers as a camera may read them that knows other print."""
    other = {kind: next(k for k in slots.values() if k != kind) for kind in slots.values()}
    return {place: other[kind] for place, kind in list(slots.items())[:many]}


@pytest.mark.parametrize("unseen", [1, 5], ids=["one", "many"])
def test_a_set_up_may_be_taken_as_it_lies(unseen: int, bare: WatchedTable) -> None:
    slots = dict(bare.position.slots)
    bare.lay(
        {**slots, **of_other_nations(slots, 10), **dict.fromkeys(list(slots)[-unseen:], EMPTY)}
    )
    assert bare.glance.steps

    bare.watch.all_lies_so(bare.table)
    glance = bare.show(3)

    assert glance.steps == ()
    assert glance.outcome is not None
    assert (glance.outcome.disturbed, glance.outcome.drift) == (False, ())
    for player in ("Benjamin", "Pauline", "Jean-Luc"):
        bare.say("pass", player)
    bare.lay({FIRST: "red"})
    assert bare.facts[3:] == [stick(FIRST)]


def test_markers_that_are_read_as_others_are_not_gone(watched: WatchedTable) -> None:
    misread = of_other_nations(dict(watched.position.slots), 6)

    outcome = watched.lay(misread, times=3).outcome

    assert outcome is not None
    assert not outcome.disturbed
    assert {each.subject: each.differs for each in outcome.drift} == dict.fromkeys(
        misread, Differs.OTHER
    )
    watched.lay({FIRST: "red"})
    assert watched.facts[3:] == [stick(FIRST)]
    for place in misread:
        watched.answer(place, watched.position.slots[place])
    assert watched.glance.outcome is not None
    assert watched.glance.outcome.drift == ()
