"""Bids, blows and answers can be written down by anybody, whoever has to speak."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from tests.web.long_cours.tables import AUCTION, PLACED, RICH, host_of, record
from tests.web.tables import client_of
from web.host.host import Host
from web.host.roles import Role

BEGUN = (*PLACED, *({"do": "done", "player": name} for name in ("Ann", "Ben")))
RICH_BEN = {**RICH, "to": "Ben"}
CASES: dict[str, tuple[tuple[dict[str, object], ...], dict[str, str]]] = {
    "a bid while another has to speak": (
        (RICH_BEN, *AUCTION),
        {"do": "bid", "millions": "7"},
    ),
    "a bid though nobody said that there is an auction": (BEGUN, {"do": "bid", "millions": "6"}),
    "a blow in another's turn": (BEGUN, {"do": "fight", "opponent": "Ann", "card": "kick"}),
    "an answer to a blow that nobody told": (BEGUN, {"do": "answer", "card": "punch"}),
}
"""What was told before, and what Ben tells though it is Ann's turn."""


@pytest.mark.parametrize(
    ("role", "path"), [(Role.PLAYER, "/me"), (Role.BANKER, "/bank")], ids=["phone", "bank"]
)
@pytest.mark.parametrize(("told", "deed"), CASES.values(), ids=CASES)
def test_what_is_done_out_of_order_is_written_down(
    told: tuple[dict[str, object], ...],
    deed: dict[str, str],
    role: Role,
    path: str,
    tmp_path: Path,
) -> None:
    host: Host = host_of(tmp_path / "table.sqlite", record(*told))
    assert host.table is not None
    client = client_of(host, role, "Ben" if role is Role.PLAYER else None)
    page = unescape(client.get(path).get_data(as_text=True))
    act = json.dumps({"fact": {"do": deed["do"], "player": "Ben"}}, separators=(",", ":"))
    button = re.search(rf'<button form="([^"]+)" name="act" value="{re.escape(act)}"', page)
    assert button is not None
    asked = re.findall(rf'<(?:select|input) form="{button[1]}" name="fact\.(\w+)"', page)
    assert {*asked} == {*deed} - {"do"}

    words = {f"fact.{word}": deed[word] for word in asked}
    sent = {"revision": str(host.table.view.revision), "act": act, "back": path, **words}
    assert client.post("/act", data=sent).status_code == 303
    fact = host.table.view.facts[-1].fact
    assert {word: str(fact[word]) for word in fact} == {"player": "Ben", **deed}
