"""A sum that can't be is told in one clear line: on the page, on the phone and in the terminal."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.__main__ import main
from companion.records.record import write_record
from tests.web.long_cours.tables import AUCTION, BOARD, PLACED, host_of, record
from tests.web.tables import client_of
from web.host.host import Host
from web.host.roles import Role

BUY = {"do": "buy", "player": "Ann", "product": "cereals"}
BID = {"do": "bid", "player": "Ann"}
NO_SUMS = ("0.5", "-3", "0", "1000000000", "x", "")


def form(host: Host, fact: dict[str, object], said: str, language: str) -> tuple[int, str]:
    """Send a page's form with a sum typed into it; the answer's status, and its line."""
    client = client_of(host, Role.PLAYER, "Ann")
    client.set_cookie("language", language)
    assert host.table is not None
    act = json.dumps({"fact": fact, "asked": "millions"})
    sent = {"revision": str(host.table.view.revision), "act": act, "fact.millions": said}
    answer = client.post("/act", data=sent, headers={"Accept": "text/html"})
    page = unescape(answer.get_data(as_text=True)).replace("\u202f", " ")
    told = re.search(r'class="fault"[^>]*>(.*?)</p>|class="lead"[^>]*>(.*?)</p>', page, re.DOTALL)
    return answer.status_code, " ".join((told[1] or told[2]).split()) if told else ""


@pytest.mark.parametrize("said", [*NO_SUMS, "4"])
@pytest.mark.parametrize(
    ("language", "wanted"), [("en", "give a number from 1 to 3"), ("fr", "un nombre de 1 à 3")]
)
def test_a_purchase_of_no_sum_is_one_line_on_the_page(
    tmp_path: Path, said: str, language: str, wanted: str
) -> None:
    """Four millions are one more than Ann has."""
    host = host_of(tmp_path / "table.sqlite", record(*PLACED))
    status, line = form(host, BUY, said, language)

    assert status == 422
    assert wanted in line
    assert host.table is not None
    assert host.table.view.revision == 2


@pytest.mark.parametrize("said", [*NO_SUMS, "5", "13"])
def test_a_bid_of_no_sum_is_one_line_on_the_page(tmp_path: Path, said: str) -> None:
    host = host_of(tmp_path / "table.sqlite", record(*AUCTION))
    status, line = form(host, BID, said, "en")

    assert (status, "give a number from 6 to 12" in line) == (422, True)


@pytest.mark.parametrize("millions", [0.5, -3, 0, 10**9, "x", None])
def test_a_program_is_told_too(tmp_path: Path, millions: object) -> None:
    host = host_of(tmp_path / "table.sqlite", record(*PLACED))
    told = {"revision": 2, "act": {"fact": {**BUY, "millions": millions}}}
    answer = client_of(host, Role.PLAYER, "Ann").post("/act", json=told)

    assert answer.status_code == 422
    message = answer.get_json()["error"]["message"]
    assert message.startswith("fact/millions: ")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("millions", "language", "line"),
    [
        (0.5, "en", "set aside: line of number 3/millions: is 0.5; give a number from 1 to"),
        (-3, "en", "set aside: line of number 3/millions: is -3; give a number from 1 to"),
        (0.5, "fr", "laissé de côté : ligne numéro 3/millions : est 0.5 ; donnez un nombre"),
        (4, "en", "against the rules: Ann has to pay 4 M and has 3 M."),
        (4, "fr", "contre les règles : Ann doit payer 4 M et a 3 M."),
    ],
)
def test_the_terminal_says_it_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], millions: object, language: str, line: str
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(write_record(record(*PLACED, {**BUY, "millions": millions})), "utf-8")
    main(["game", "replay", str(path), "--language", language])

    out = capsys.readouterr().out.replace("\u202f", " ").replace("\xa0", " ")
    assert [each for each in out.splitlines() if line in each]


def typed(client: FlaskClient, page: str, act: dict[str, object], **words: str) -> int:
    """Send the form of a page that has this act, with these words typed into it."""
    shown = client.get(page).get_data(as_text=True)
    values = re.findall(r'name="act"[^>]* value="([^"]*)"', shown)
    assert act in [json.loads(unescape(value)) for value in values]
    assert all(f'name="fact.{word}"' in shown for word in words)
    revision = re.search(r'name="revision" value="(\d+)"', shown)
    assert revision
    typed = {f"fact.{word}": said for word, said in words.items()}
    sent = {"revision": revision[1], "act": json.dumps(act), **typed}
    return client.post("/act", data=sent, headers={"Accept": "text/html"}).status_code


@pytest.mark.parametrize("stop", ["odessa", "vancouver", "gibraltar"])
def test_a_purchase_told_late_begins_with_what_the_port_sells(tmp_path: Path, stop: str) -> None:
    """Rule 23: wood at Vancouver; a stranding place sells nothing, so any may be meant there."""
    placed = {"do": "place", "player": "Ann", "stop": stop}
    host = host_of(tmp_path / "table.sqlite", record(placed, PLACED[1]))
    page = client_of(host, Role.PLAYER, "Ann").get("/me").get_data(as_text=True)
    anyway = page.partition('class="anyway"')[2]
    offered = anyway.partition('name="fact.product"')[2].partition("</select>")[0]
    products = re.findall(r'<option value="([^"]*)"', offered)

    assert products[0] == (BOARD.stops[stop].product or BOARD.products[0].name)
    assert sorted(products) == sorted(each.name for each in BOARD.products)


def test_an_older_sum_is_put_right_to_any_other(tmp_path: Path) -> None:
    rich = {"do": "pay", "from": "bank", "to": "Ann", "amount": 60}
    gone_on = {"do": "done", "player": "Ann"}
    told = record(PLACED[0], rich, {**BUY, "millions": 37}, gone_on, PLACED[1])
    host = host_of(tmp_path / "table.sqlite", told)

    wrong = {"correct": 3, "fact": {**BUY, "millions": 37}}
    status = typed(client_of(host, Role.HOST), "/entry/3", wrong, millions="23")

    assert status == 303
    assert host.table is not None
    assert host.table.view.last.state.goods.cargo("Ann") == {"cereals": 23}


def test_a_purchase_that_nobody_wrote_down_is_said_later(tmp_path: Path) -> None:
    """On the player's own phone, when others have gone on: which product, and for how much."""
    rich = {"do": "pay", "from": "bank", "to": "Ann", "amount": 60}
    told = record(PLACED[0], rich, {"do": "done", "player": "Ann"}, PLACED[1])
    host = host_of(tmp_path / "table.sqlite", told)

    ann, bought = client_of(host, Role.PLAYER, "Ann"), {"fact": {"do": "buy", "player": "Ann"}}
    status = typed(ann, "/me", bought, product="wool", millions="23")

    assert status == 303
    assert host.table is not None
    state = host.table.view.last.state
    assert (state.goods.cargo("Ann"), state.cash("Ann")) == ({"wool": 23}, 40)
