"""Money only moves, and chips: what a payment takes from a box."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bank import (
    BANK,
    Bank,
    Chips,
    Handover,
    Ledger,
    Owed,
    Transfer,
    chips_held,
    handover,
    smallest_set,
)

BOX = Chips(ones=50, fives=15)
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

    assert sum(chips.ones for chips in held.values()) == BOX.ones
    assert sum(chips.fives for chips in held.values()) == BOX.fives
    assert all(chips.ones >= 0 and chips.fives >= 0 for chips in held.values())
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
        assert held.get(account, Chips()).worth == bank.balance(account) + owes - gets


def test_a_debt_is_paid_as_soon_as_there_are_chips() -> None:
    """The income that would have paid for the ship was struck out; the next one pays it."""
    ship = Transfer("Ann", BANK, 3, "ship", 1)
    two, four = (Transfer(BANK, "Ann", amount, "bonus", 2) for amount in (2, 4))

    assert chips_held(BOX, [two, ship]) == ({BANK: BOX, "Ann": Chips()}, (Owed(ship, 1),))
    assert chips_held(BOX, [two, ship, four])[0]["Ann"] == Chips(3)
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


def test_a_transfer_names_its_cause() -> None:
    bonus = Transfer(BANK, "Ann", 2, "bonus", 7, "tahiti")
    bank = Bank.open(125).pay(Transfer(BANK, "Ann", 2, "start", 0)).pay(bonus)

    assert bank.caused_by(7) == (bonus,)


@pytest.mark.parametrize(
    ("box", "amount", "chips"),
    [
        pytest.param(BOX, 4, Chips(4, 0), id="ones only"),
        pytest.param(BOX, 13, Chips(3, 2), id="as many fives as go in"),
        pytest.param(Chips(50, 0), 13, Chips(13, 0), id="no fives left"),
        pytest.param(Chips(2, 15), 13, None, id="too few ones"),
        pytest.param(Chips(0, 0), 0, Chips(0, 0), id="nothing to pay"),
    ],
)
def test_the_fewest_chips_that_make_an_amount(box: Chips, amount: int, chips: Chips | None) -> None:
    assert smallest_set(box, amount) == chips


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "way"),
    [
        pytest.param(BOX, Chips(), 3, Handover(Chips(3, 0)), id="exactly"),
        pytest.param(
            Chips(0, 1), Chips(4, 0), 3, Handover(Chips(0, 1), Chips(2, 0)), id="with change"
        ),
        pytest.param(
            Chips(9, 1),
            Chips(5, 0),
            4,
            Handover(Chips(0, 1), Chips(1, 0)),
            id="two chips, no more",
        ),
        pytest.param(Chips(0, 1), Chips(0, 3), 3, None, id="nobody can change the five"),
        pytest.param(Chips(), BOX, 1, None, id="nothing to pay with"),
    ],
)
def test_a_payment_with_the_fewest_chips(
    payer: Chips, payee: Chips, amount: int, way: Handover | None
) -> None:
    assert handover(payer, payee, amount) == way


def test_what_an_empty_bank_owes_one_player_is_one_debt_however_often_he_is_paid() -> None:
    """An evening of thousands of payments: nobody goes through a list of them for each."""
    ones = [Transfer(BANK, "Ann", 1, "bonus", at) for at in range(50)]
    _, owed = chips_held(Chips(10), ones)
    assert [each.left for each in owed] == [40]
