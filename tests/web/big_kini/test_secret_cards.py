"""A card that asks about a slip is shown to all, but for one about what somebody alone may know."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.big_kini.record.foregone import foregone
from companion.games.big_kini.state.state import Phase, State
from companion.store import Store
from tests.companion.games.big_kini.tables import BOARD
from tests.web.tables import NOW, client_of
from tests.web.tiles.big_kini_tables import drawn_until, host_with, token_is_due
from web.host.host import Address, Host
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


BUYS = (
    {"do": "token", "player": "Ann", "space": "board/buy_card/double"},
    {"do": "buy", "player": "Ann", "card": "k10"},
    {"do": "buy", "player": "Ann", "card": "k05"},
    {"do": "token", "player": "Ben", "space": "board/buy_card/standard"},
    {"do": "no_card", "player": "Ann"},
)
CARDS = {f"k{number:02}" for number in range(1, 29)}


def first_turn(state: State) -> bool:
    return state.phase is Phase.PLAYING


def offered_cards(client: FlaskClient, do: str) -> set[str]:
    choices = client.get("/view").get_json()["choices"]
    return {each["fact"]["card"] for each in choices if each["fact"]["do"] == do}


def test_the_list_of_cards_to_draw_tells_nothing_of_another_hand(tmp_path: Path) -> None:
    """Rule 90."""
    host, _ = host_with(tmp_path, first_turn, *BUYS, cards="yes")
    ben = client_of(host, Role.PLAYER, "Ben")
    shown = set(re.findall(r'<option value="(k\d\d)"', ben.get("/me").get_data(as_text=True)))

    assert offered_cards(ben, "buy") == shown == CARDS
    host.store.close()


def another_holds_a_card(state: State) -> bool:
    others = (state.hand(name).cards for name in state.players if name != state.first_player)
    return state.phase is Phase.BLOCKING and any(others)


def test_nor_does_the_list_of_cards_to_turn_up(tmp_path: Path) -> None:
    """Rule 88: the first player knows what lies open, and his own hand."""
    record, _ = drawn_until(another_holds_a_card, cards="yes", blocked="two")
    store = Store(tmp_path / "table.sqlite")
    store.begin(record, NOW)
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    assert host.table is not None
    state = host.table.view.last.state
    held = {card for hand in state.hands.values() for card in hand.cards}
    own = {*state.hand(state.first_player).cards}

    assert held - own
    client = client_of(host, Role.PLAYER, state.first_player)
    assert offered_cards(client, "turn_up") == CARDS - {*state.played} - own
    store.close()


def told_of(host: Host, role: Role, player: str | None) -> str:
    client = client_of(host, role, player)
    page = "/me" if player else "/bank" if role is Role.BANKER else "/table"
    return client.get(page).get_data(as_text=True) + client.get("/view").get_data(as_text=True)


def test_a_card_that_another_has_told_is_told_all_the_same(tmp_path: Path) -> None:
    """Ann drew another one, and told this by slip: who keeps the bank alone hears of it."""
    host, _ = host_with(tmp_path, first_turn, *BUYS, cards="yes")
    assert host.table is not None
    revision = host.table.view.revision
    facts = {each.fact["card"]: each.seq for each in host.table.view.facts if "card" in each.fact}
    drawn = {"revision": revision, "act": {"fact": {"do": "buy", "player": "Ben", "card": "k10"}}}
    said = client_of(host, Role.PLAYER, "Ben").post("/act", json=drawn).get_json()["said"]
    bank = client_of(host, Role.BANKER)
    view = bank.get("/view").get_json()
    [finding] = view["findings"]
    [repair] = view["repairs"]
    nobody_hears = [
        told_of(host, *who)
        for who in ((Role.PLAYER, "Ben"), (Role.PLAYER, "Ann"), (Role.WATCHER, None))
    ]

    assert said.startswith("Ben buys card 3, income (a factory used already).")
    assert finding["wrong"] == (
        "Ben draws card 3, income (a factory used already), "
        "which Ann holds by what was told before."
    )
    assert repair["seq"] == facts["k10"]
    assert {each["value"] for each in repair["asks"]["choices"]} == CARDS - {"k05", "k10"}
    assert repair["words"] in bank.get("/bank").get_data(as_text=True)
    for told in nobody_hears:
        assert "card-held-already" not in told
        assert repair["words"] not in told
        assert "by what was told" not in told

    form = {"revision": view["revision"], "act": json.dumps(repair["act"]), "fact.card": "k07"}
    assert bank.post("/act", data=form).status_code == 303
    assert bank.get("/view").get_json()["findings"] == []
    last = host.table.view.last.state
    assert [last.hand(name).cards for name in ("Ann", "Ben")] == [("k07", "k05"), ("k10",)]
    host.store.close()


def test_a_turn_ends_by_itself_whoever_holds_the_card(tmp_path: Path) -> None:
    """That it does not would tell that another has it."""
    ends = []
    for card in ("k10", "k11"):
        path = tmp_path / card
        path.mkdir()
        poor = {"do": "pay", "from": "Ben", "to": "bank", "amount": 6}
        bought = {"do": "buy", "player": "Ben", "card": card}
        double = {**BUYS[3], "space": "board/buy_card/double"}
        facts = ({**BUYS[0], "space": "board/buy_card/standard"}, BUYS[1], double, BUYS[4])
        host, state = host_with(path, first_turn, poor, *facts, bought, cards="yes")
        assert host.table is not None
        ends.append((state.money("Ben"), foregone(host.table.view)))
        host.store.close()

    assert ends[0][0] == 0
    assert ends[0][1] is not None
    assert ends[0] == ends[1]


DEALS = (
    {"do": "give", "player": "Ann", "other": "Ben", "amount": 3},
    {"do": "give_goods", "player": "Ann", "other": "Ben", "goods": "fish", "number": 90},
    {"do": "show", "player": "Ann", "goods": "pearl", "number": 3},
    {"do": "buy", "player": "Ann", "card": "k10"},
)
"""Outside any election, and before a token: Ann has no 90 fish."""
OPEN = ["no-deal-now", "no-deal-now", "no-token"]
WHOLE = ["no-deal-now", "no-deal-now", "goods-not-in-hand", "follows-from-slip", "no-token"]
HEARS = {
    "bank": (Role.BANKER, None, WHOLE),
    "Ann": (Role.PLAYER, "Ann", WHOLE),
    "Ben": (Role.PLAYER, "Ben", WHOLE),
    "Cleo": (Role.PLAYER, "Cleo", OPEN),
    "watcher": (Role.WATCHER, None, OPEN),
}


@pytest.mark.parametrize(("role", "player", "codes"), HEARS.values(), ids=HEARS)
def test_all_hear_what_is_found_and_tells_no_secret(
    tmp_path: Path, role: Role, player: str | None, codes: list[str]
) -> None:
    """Nobody reads that something goes with what he was not told."""
    host, _ = host_with(tmp_path, deal_is_off, *DEALS, cards="yes")
    client = client_of(host, role, player)
    view = client.get("/view").get_json()
    found = sorted(view["findings"], key=lambda each: each["seq"])

    assert [each["code"] for each in found] == codes
    page = client.get("/me" if player else "/bank" if role is Role.BANKER else "/table")
    told = page.get_data(as_text=True)
    assert ("goes with what was found before" in told) is ("follows-from-slip" in codes)
    assert "though there is no election" in told
    if codes == OPEN:
        assert "fish" not in str([view["findings"], view["log"][:4]])
    host.store.close()


def deal_is_off(state: State) -> bool:
    return first_turn(state) and state.at_turn == "Ann"


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("Ann", "Ann gives Ben 2 \N{MULTIPLICATION SIGN} fish for votes."),
        ("Ben", "Ann gives Ben 2 \N{MULTIPLICATION SIGN} fish for votes."),
        ("Cleo", "Ann gives goods for votes."),
    ],
)
def test_what_is_given_is_told_to_both_who_deal(tmp_path: Path, player: str, said: str) -> None:
    """Rule 53: who gets another kind than was told notices it at once."""
    given = {"do": "give_goods", "player": "Ann", "other": "Ben", "goods": "fish", "number": 2}
    host, _ = host_with(tmp_path, token_is_due, given)
    line = client_of(host, Role.PLAYER, player).get("/view").get_json()["log"][0]

    assert line["words"] == said
    assert line["fact"].get("goods") == (None if player == "Cleo" else "fish")
    host.store.close()
