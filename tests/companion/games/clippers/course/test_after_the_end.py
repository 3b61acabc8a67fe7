"""What happens after the end lies on the table, and changes neither money nor score (9.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.clippers.page.words import Words
from companion.games.clippers.record.timeline import score_of
from companion.games.clippers.state.state import GameEnd, Reason
from companion.games.clippers.terms.editions import OPTIONS
from tests.companion.games.clippers.page.said_on_the_bay import STUCK, told
from tests.companion.games.clippers.rules.conceivable import bay_start, playable_bay

AFTER = (
    "Ben: blue ab/0/1; Ben: blue ab/0/0; Ben: done 2; Ann: marker b/0; Ben: card 2x; Ann: done 3; "
    "Ben: done 3; Ann: ship blue; Ben: moves a/1 to b/1; Ben: pass"
)


@pytest.mark.parametrize("facts", range(1, 1 + AFTER.count(";") + 1))
def test_what_happens_after_the_end_changes_neither_money_nor_score(facts: int) -> None:
    end, _ = told(STUCK)
    later, _ = told("; ".join([STUCK, *AFTER.split("; ")[:facts]]))

    assert end.end is not None
    assert later.end == end.end
    assert {p: later.money(p) for p in ("Ann", "Ben")} == {p: end.money(p) for p in ("Ann", "Ben")}
    assert score_of(later) == score_of(end)


def test_what_is_laid_after_the_end_lies_on_the_board_all_the_same() -> None:
    later, said = told(f"{STUCK}; Ben: blue ab/0/1")

    assert later.spaces["ab/0/1"] == "blue"
    assert "game-over" in said


def test_a_payment_of_before_the_end_can_still_be_put_right() -> None:
    end, _ = told(STUCK)
    later, _ = told(f"{STUCK}; bank: gives Ann 2 $ for 5")

    assert later.money("Ann") == end.money("Ann") + 2


def test_where_the_round_is_played_out_it_counts_to_the_rounds_end() -> None:
    finish = {"finish_round": "yes"}
    end, _ = told(STUCK, **finish)
    played, said = told(f"{STUCK}; Ben: blue ab/0/1; Ben: blue ab/0/0", **finish)
    over, _ = told(
        f"{STUCK}; Ben: blue ab/0/1; Ann: done 3; Ben: done 3; Ann: marker b/0", **finish
    )

    assert end.end is not None
    assert not end.over
    assert "still played to its end" in Words("en", playable_bay()).end(end)
    assert "still played to its end" not in Words("en", playable_bay()).end(over)
    assert "game-over" not in said
    assert played.money("Ben") == end.money("Ben") + 1
    assert over.over
    assert "b/0" not in over.counted.slots
    assert over.counted.spaces["ab/0/1"] == "blue"


@pytest.mark.parametrize(("finish", "winners"), [("no", ("Ben",)), ("yes", ("Ann", "Ben"))])
def test_who_was_yet_to_lay_decides_only_where_the_round_is_cut_short(
    finish: str, winners: tuple[str, ...]
) -> None:
    """Ruling A1 with C22: a round that is played out leaves nobody without his turn."""
    start = bay_start(OPTIONS.read({"finish_round": finish}))
    level = replace(start, slots={}, end=GameEnd(Reason.STUCK, 9, 1, 2, "Ann", ("Ann", "Ben")))

    assert score_of(level).winners == winners
