"""A ruling makes a finding weigh more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.finding import Severity
from companion.games.clippers.terms.editions import (
    DEFAULT,
    BankLimit,
    ClipperBeforeFirstRoute,
    ClipperTokenCheck,
    PortTiming,
    Rulings,
)
from tests.companion.games.clippers.rules.bay_tables import LAY, PORT, found


@pytest.mark.parametrize(
    ("code", "table", "stricter", "severity", "strictest"),
    [
        pytest.param(
            "port-after-sticks",
            f"{PORT}Ann: red ra/0/0; Ann: moves a/0 to b/0",
            replace(DEFAULT, port_timing=PortTiming.BEFORE_STICKS),
            None,
            Severity.ILLEGAL,
            id="C6, the port card",
        ),
        pytest.param(
            "ship-misplaced",
            f"{LAY}Ann: red ra/0/0; table: red ship at h_red",
            replace(DEFAULT, clipper_token_check=ClipperTokenCheck.STRICT),
            Severity.WARNING,
            Severity.ILLEGAL,
            id="B16, the ship's place",
        ),
        pytest.param(
            "ship-before-first-route",
            "Ann: pass; Ann: ship red",
            replace(DEFAULT, clipper_before_first_route=ClipperBeforeFirstRoute.FORBID),
            Severity.WARNING,
            Severity.ILLEGAL,
            id="C11, a ship too early",
        ),
        pytest.param(
            "bank-empty",
            "bank: gives Ann 122 $ for 0",
            replace(DEFAULT, bank_limit=BankLimit.CHIPS),
            Severity.NOTE,
            Severity.WARNING,
            id="C15, the empty box",
        ),
    ],
)
def test_a_ruling_makes_it_weigh_more(
    code: str, table: str, stricter: Rulings, severity: Severity | None, strictest: Severity
) -> None:
    by_default = found(table).get(code)

    assert (by_default.severity if by_default else None) is severity
    assert found(table, stricter)[code].severity is strictest
