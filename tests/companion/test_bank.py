"""Money only moves, and chips: what a payment takes from a box."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.bank import (
    BANK,
    Bank,
    Ledger,
    Owed,
    Transfer,
    chips_held,
)
from companion.money.pieces import NOTHING, Handover, Pieces, handover


def chips(ones: int, fives: int = 0) -> Pieces:
    return Pieces.of({1: ones, 5: fives})


BOX = chips(50, 15)
accounts = st.sampled_from([BANK, "Ann", "Ben"])


@st.composite
def transfers(draw: st.DrawFn) -> Transfer:
    amount = draw(st.integers(min_value=1, max_value=40))
    return Transfer(draw(accounts), draw(accounts), amount, "bonus", draw(st.integers(0, 9)))


@given(st.lists(transfers()))
def test_the_sum_is_the_same_whatever_moves(moved: list[Transfer]) -> None:
    bank = Bank.open(BOX.worth)
    for transfer in moved:
        bank = bank.pay(transfer)

    assert bank.total == BOX.worth == 125
    for account in (BANK, "Ann", "Ben"):
        gained = sum(each.amount for each in moved if each.target == account)
        lost = sum(each.amount for each in moved if each.source == account)
        assert bank.balance(account) == gained - lost + (BOX.worth if account == BANK else 0)


@given(st.lists(transfers()))
def test_no_chip_is_made_or_lost(moved: list[Transfer]) -> None:
    held, owed = chips_held(BOX, moved)

    for value, count in BOX:
        assert sum(pieces[value] for pieces in held.values()) == count
        assert all(pieces[value] >= 0 for pieces in held.values())
    assert {each.transfer for each in owed} <= set(moved)


@given(st.lists(transfers()))
def test_chips_and_what_is_owed_make_the_balance(moved: list[Transfer]) -> None:
    held, owed = chips_held(BOX, moved)
    bank = Bank.open(BOX.worth)
    for transfer in moved:
        bank = bank.pay(transfer)

    for account in (BANK, "Ann", "Ben"):
        owes = sum(each.left for each in owed if each.transfer.source == account)
        gets = sum(each.left for each in owed if each.transfer.target == account)
        assert held.get(account, NOTHING).worth == bank.balance(account) + owes - gets


def test_a_debt_is_paid_as_soon_as_there_are_chips() -> None:
    """The income that would have paid for the ship was struck out; the next one pays it."""
    ship = Transfer("Ann", BANK, 3, "ship", 1)
    two, four = (Transfer(BANK, "Ann", amount, "bonus", 2) for amount in (2, 4))

    assert chips_held(BOX, [two, ship]) == ({BANK: BOX, "Ann": NOTHING}, (Owed(ship, 1),))
    assert chips_held(BOX, [two, ship, four])[0]["Ann"] == chips(3)
    assert chips_held(BOX, [two, ship, four])[1] == ()


@given(st.lists(transfers(), max_size=300), st.integers(0, 300), st.lists(transfers()))
def test_a_ledger_knows_the_chips_and_debts_of_all_its_lines(
    moved: list[Transfer], forked_at: int, otherwise: list[Transfer]
) -> None:
    """However it was asked before, and where it went on in two ways."""
    ledger = fork = Ledger()
    for at, transfer in enumerate(moved):
        fork = ledger if at == forked_at else fork
        ledger = ledger.plus(transfer)
        if at % 50 == 0:
            ledger.held(BOX)
    assert ledger.held(BOX) == chips_held(BOX, moved)

    first = tuple(fork)
    for transfer in otherwise:
        fork = fork.plus(transfer)
    assert fork.held(BOX) == chips_held(BOX, [*first, *otherwise])
    assert ledger.held(BOX) == chips_held(BOX, moved)


def paid_exactly(box: Pieces, amount: int) -> Pieces | None:
    """What is handed over to somebody who has no change."""
    way = handover(box, NOTHING, amount)
    return None if way is None else way.gives


@pytest.mark.parametrize(
    ("box", "amount", "fewest"),
    [
        pytest.param(BOX, 4, chips(4), id="ones only"),
        pytest.param(BOX, 13, chips(3, 2), id="as many fives as go in"),
        pytest.param(chips(50), 13, chips(13), id="no fives left"),
        pytest.param(chips(2, 15), 13, None, id="too few ones"),
        pytest.param(chips(0), 0, chips(0), id="nothing to pay"),
    ],
)
def test_the_fewest_chips_that_make_an_amount(
    box: Pieces, amount: int, fewest: Pieces | None
) -> None:
    assert paid_exactly(box, amount) == fewest


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "way"),
    [
        pytest.param(BOX, NOTHING, 3, Handover(chips(3)), id="exactly"),
        pytest.param(
            chips(0, 1),
            chips(4),
            3,
            Handover(chips(0, 1), chips(2)),
            id="with change",
        ),
        pytest.param(
            chips(9, 1),
            chips(5),
            4,
            Handover(chips(0, 1), chips(1)),
            id="two chips, no more",
        ),
        pytest.param(
            chips(0, 1),
            chips(0, 3),
            3,
            None,
            id="nobody can change the five",
        ),
        pytest.param(NOTHING, BOX, 1, None, id="nothing to pay with"),
    ],
)
def test_a_payment_with_the_fewest_chips(
    payer: Pieces, payee: Pieces, amount: int, way: Handover | None
) -> None:
    assert handover(payer, payee, amount) == way


def test_what_an_empty_bank_owes_one_player_is_one_debt_however_often_he_is_paid() -> None:
    """An evening of thousands of payments: nobody goes through a list of them for each."""
    ones = [Transfer(BANK, "Ann", 1, "bonus", at) for at in range(50)]
    _, owed = chips_held(chips(10), ones)
    assert [each.left for each in owed] == [40]


boxes = st.dictionaries(st.sampled_from([1, 2, 3, 4, 5, 7, 10, 50]), st.integers(0, 4), max_size=4)


def every(box: Pieces) -> Iterator[Pieces]:
    """All that can be taken out of a box."""
    for counts in product(*(range(count + 1) for _, count in box)):
        yield Pieces.of(dict(zip(box.values, counts, strict=True)))


@given(boxes.map(Pieces.of), st.integers(0, 120))
@example(Pieces.of({4: 2, 3: 2, 1: 2}), 6)  # as many of the largest as go in is not the fewest
@example(Pieces.of({5: 1, 4: 2}), 8)  # and may lead nowhere
def test_no_other_pieces_make_an_amount_with_fewer(box: Pieces, amount: int) -> None:
    fewest = min((each.count for each in every(box) if each.worth == amount), default=None)
    found = paid_exactly(box, amount)

    assert (found and found.count) == fewest or (found == NOTHING and fewest == 0)
    if found is not None:
        assert found.worth == amount
        assert all(0 < count <= box[value] for value, count in found)


few = st.dictionaries(st.sampled_from([1, 3, 4, 5, 10]), st.integers(0, 2), max_size=3)


@given(few.map(Pieces.of), few.map(Pieces.of), st.integers(1, 30))
def test_no_other_payment_moves_fewer_pieces(payer: Pieces, payee: Pieces, amount: int) -> None:
    ways = [
        (gives.count + change.count, change.count)
        for gives in every(payer)
        for change in every(payee)
        if gives.worth - change.worth == amount
    ]
    way = handover(payer, payee, amount)

    assert (way is None) == (not ways)
    if way is not None:
        assert (way.gives.count + way.change.count, way.change.count) == min(ways)
        assert way.gives.worth - way.change.worth == amount


def test_notes_of_millions_with_change() -> None:
    """A game of notes of 1, 5, 10 and 50 million: 49 are paid with a fifty, for one back."""
    notes = Pieces.of({1: 9, 5: 9, 10: 9, 50: 9})

    assert handover(notes, notes, 49) == Handover(Pieces.of({50: 1}), Pieces.of({1: 1}))
    assert paid_exactly(notes, 49) == Pieces.of({10: 4, 5: 1, 1: 4})
