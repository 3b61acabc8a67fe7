"""A table of a game that only counts: what is written once, refused, undone and told again."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.records.chapters import Gist
from companion.records.record import (
    SYSTEM,
    Act,
    Allowed,
    Corrected,
    EffectiveFact,
    Fact,
    Happened,
    Header,
    Record,
    Redone,
    Undone,
)
from companion.store import Store
from companion.store.table import Request, StaleError, Table

NOW = "2026-11-21T20:00:00+00:00"


class Sum:
    """A game whose facts are numbers and whose moments are their sums."""

    def __init__(self) -> None:
        self.followed = 0

    def first(self) -> int:
        return 0

    def following(self, before: int, effective: EffectiveFact, allowed: frozenset[str]) -> int:
        self.followed += 1
        return before + int(str(effective.fact["n"])) + 100 * len(allowed)

    def passing(self, before: int, effective: EffectiveFact, allowed: frozenset[str]) -> int:
        return before + int(str(effective.fact["n"])) + 100 * len(allowed)

    def gist(self, before: int, facts: Sequence[EffectiveFact], moments: Sequence[int]) -> Gist:
        return {"from": before, "to": moments[-1], "facts": len(facts)}

    def keep(self, before: int, moment: int) -> str:
        return str(moment - before)

    def recall(self, kept: Sequence[str]) -> int:
        return sum(map(int, kept))

    def check(self, fact: Fact) -> Fact:
        if "n" not in fact:
            raise InputError("fact/n: is missing; give a number")
        return fact


def add(number: int) -> Happened:
    return Happened({"n": number})


class Counting:
    """A table of the sum, on a file."""

    def __init__(self, path: Path) -> None:
        self.game = Sum()
        self.store = Store(path)
        number = self.store.last_game()
        if number is None:
            number = self.store.begin(Record(Header("sum", {})), NOW)
        self.table = Table(self.game, self.store, number)

    def act(self, act: Act, seen: int | None = None, key: str | None = None) -> int:
        revision = self.table.view.revision if seen is None else seen
        return self.table.act(Request(act, revision, SYSTEM, NOW, key))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite"


@pytest.fixture
def counting(path: Path) -> Counting:
    return Counting(path)


def test_facts_follow_one_another(counting: Counting) -> None:
    assert [counting.act(add(n)) for n in (1, 2, 4)] == [1, 2, 3]
    assert counting.table.view.moments == (0, 1, 3, 7)
    assert counting.table.view.revision == 3


def test_who_has_not_seen_it_is_told_what_happened(counting: Counting) -> None:
    counting.act(add(1))
    counting.act(add(2))

    with pytest.raises(StaleError) as refused:
        counting.act(add(4), seen=0)

    assert [entry.act for entry in refused.value.meanwhile] == [add(1), add(2)]
    assert counting.table.view.last == 3


def test_a_revision_that_never_was_is_refused(counting: Counting) -> None:
    with pytest.raises(StaleError):
        counting.act(add(1), seen=7)


def test_a_request_sent_twice_counts_once(counting: Counting, path: Path) -> None:
    assert counting.act(add(5), seen=0, key="a") == 1
    assert counting.act(add(5), seen=0, key="a") == 1
    assert Counting(path).act(add(5), seen=0, key="a") == 1
    assert counting.table.view.last == 5


@pytest.mark.parametrize(
    ("act", "moments"),
    [
        pytest.param(Undone(2), (0, 1, 5), id="undone in the middle"),
        pytest.param(Undone(3), (0, 1, 3), id="the last one undone"),
        pytest.param(Corrected(1, {"n": 7}), (0, 7, 9, 13), id="the first one corrected"),
        pytest.param(Allowed(2, "odd"), (0, 1, 103, 107), id="allowed"),
    ],
)
def test_a_change_of_the_past_is_followed_from_there(
    act: Act, moments: tuple[int, ...], counting: Counting, path: Path
) -> None:
    for number in (1, 2, 4):
        counting.act(add(number))
    counting.act(act)

    assert counting.table.view.moments == moments
    assert Counting(path).table.view.moments == moments


def test_a_new_fact_is_followed_alone(counting: Counting) -> None:
    for number in range(50):
        counting.act(add(number))

    assert counting.game.followed == 50


def test_undo_and_redo_go_back_and_forth(counting: Counting) -> None:
    for number in (1, 2):
        counting.act(add(number))
    counting.act(Undone(2))
    counting.act(Undone(1))
    view = counting.table.view
    assert view.undoable is None
    assert view.redoable is not None
    assert view.redoable.seq == 1

    counting.act(Redone(1))
    view = counting.table.view
    assert (view.last, view.undoable and view.undoable.seq) == (1, 1)
    assert view.redoable is not None
    assert view.redoable.seq == 2

    counting.act(add(8))
    assert counting.table.view.redoable is None


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(Happened({"m": 1}), id="a fact that is none"),
        pytest.param(Undone(9), id="no such entry"),
        pytest.param(Corrected(1, {"m": 1}), id="corrected to what is no fact"),
        pytest.param(Allowed(3, "odd"), id="an undoing can't be allowed"),
        pytest.param(Corrected(2, {"n": 1}), id="an undoing can't be corrected"),
    ],
)
def test_what_cannot_be_is_not_written(act: Act, counting: Counting) -> None:
    counting.act(add(1))
    counting.act(Undone(1))

    with pytest.raises(InputError):
        counting.act(act)
    assert counting.table.view.revision == 2


@pytest.mark.parametrize(
    ("act", "code"),
    [
        pytest.param(Undone(1), "taken-back-already", id="a fact that was taken back"),
        pytest.param(Corrected(1, {"n": 9}), "taken-back-already", id="another in its place"),
        pytest.param(Redone(2), "counts-already", id="a fact that counts"),
        pytest.param(Redone(3), "counts-already", id="an undoing that counts"),
    ],
)
def test_what_would_change_nothing_is_not_written(act: Act, code: str, counting: Counting) -> None:
    for each in (add(1), add(2), Undone(1)):
        counting.act(each)

    with pytest.raises(InputError) as refused:
        counting.act(act)
    assert refused.value.fault.code == code
    assert counting.table.view.revision == 3


def test_an_undo_sent_again_with_its_key_is_answered_whatever_it_has_seen(
    counting: Counting,
) -> None:
    counting.act(add(1))
    assert counting.act(Undone(1), key="a") == 2

    assert counting.act(Undone(1), key="a") == 2
    assert counting.table.answered("a") == 2
    assert counting.table.answered("b") is counting.table.answered(None) is None


def test_two_hosts_of_one_file_keep_one_order(counting: Counting, path: Path) -> None:
    other = Counting(path)
    counting.act(add(1))

    with pytest.raises(StaleError) as refused:
        other.act(add(2))

    assert [entry.act for entry in refused.value.meanwhile] == [add(1)]
    other.act(add(2))
    counting.table.refresh()
    assert counting.table.view.last == other.table.view.last == 3


def test_many_at_once_lose_nothing(counting: Counting) -> None:
    def tap(who: int) -> None:
        done = 0
        while done < 10:
            try:
                counting.act(add(1), key=f"{who}-{done}")
            except StaleError:
                continue
            done += 1

    threads = [threading.Thread(target=tap, args=(who,)) for who in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    view = counting.table.view
    assert view.last == 60
    assert [entry.seq for entry in view.record.entries] == list(range(1, 61))


def test_nobody_is_told_before_it_is_written(
    counting: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise InputError("table.sqlite: disk is full; nothing was written")

    monkeypatch.setattr(counting.store, "append_all", full)

    with pytest.raises(InputError, match="disk is full"):
        counting.act(add(1))
    assert counting.table.view.revision == 0


def told(counting: Counting, *acts: Act) -> Record:
    """The table's record, told further by somebody who looks on."""
    record = counting.table.view.record
    for act in acts:
        record = record.add(act)
    return record


def test_what_was_told_beside_the_table_is_taken_in_whole(counting: Counting, path: Path) -> None:
    counting.act(add(1))

    counting.table.take_in(told(counting, add(2), Undone(1), add(4)), 1, NOW)

    assert counting.table.view.revision == 4
    assert counting.table.view.last == Counting(path).table.view.last == 6
    assert {entry.at for entry in counting.table.view.record.entries} == {NOW}


def test_nothing_of_it_is_taken_in_where_the_table_moved_on(counting: Counting) -> None:
    late = told(counting, add(2), add(3))
    counting.act(add(1))

    with pytest.raises(StaleError):
        counting.table.take_in(late, 0, NOW)
    assert counting.table.view.moments == (0, 1)


def test_a_longer_telling_with_one_key_counts_once(counting: Counting) -> None:
    more = told(counting, add(2), add(3))

    assert counting.table.take_in(more, 0, NOW, "a") == 2
    assert counting.table.take_in(more, 0, NOW, "a") == 2
    assert counting.table.view.last == 5


def test_a_torn_writing_leaves_nothing_behind(counting: Counting, path: Path) -> None:
    other = Counting(path)
    other.act(add(1))

    with pytest.raises(StaleError):
        counting.table.take_in(told(counting, add(2), add(3)), 0, NOW)
    assert Counting(path).table.view.moments == (0, 1)


def test_who_waits_hears_it(counting: Counting) -> None:
    threading.Timer(0.05, counting.act, [add(1)]).start()

    assert counting.table.wait(beyond=0, most_s=5).revision == 1
