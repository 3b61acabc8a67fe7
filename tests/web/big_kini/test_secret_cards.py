"""A card that asks about a slip is shown to all, but for one about what somebody alone may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.tables import client_of
from tests.web.tiles.test_big_kini import host_with, token_is_due
from web.host.roles import Role

TOKEN = {"do": "token", "player": "Ann", "space": "board/income/double"}
GIVEN = {"do": "give", "player": "Ann", "other": "Ben", "amount": 6131}
"""More than Ann ever had."""
ALL = {"bank": (Role.BANKER, None), "Ann": (Role.PLAYER, "Ann"), "Cleo": (Role.PLAYER, "Cleo")}
CASES = {
    "a token out of turn, twice": ([TOKEN, TOKEN], {"bank", "Ann", "Cleo"}),
    "money that was not there": ([GIVEN], {"bank", "Ann"}),
}


@pytest.mark.parametrize(("facts", "told"), CASES.values(), ids=CASES)
def test_a_card_is_shown_to_whom_its_facts_may_be_told(
    tmp_path: Path, facts: list[dict[str, object]], told: set[str]
) -> None:
    host, _ = host_with(tmp_path, token_is_due, *facts)
    seen: set[str] = set()
    for who, (role, player) in ALL.items():
        client = client_of(host, role, player)
        page = client.get("/me" if player else "/bank").get_data(as_text=True)
        repairs = client.get("/view").get_json()["repairs"]
        if repairs:
            assert repairs[0]["words"] in page
            seen.add(who)
        if who not in told:
            assert "6131" not in page + client.get("/view").get_data(as_text=True)

    assert seen == told
    host.store.close()
