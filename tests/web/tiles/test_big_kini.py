"""Big Kini on the pages: what is hidden stays so, and every page tells a whole game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.big_kini.state.election import Stage
from companion.games.big_kini.state.state import State
from tests.catalogues import typed
from tests.companion.games.big_kini.tables import BOARD
from tests.web.tables import client_of
from tests.web.tiles.big_kini_tables import GAME, SEATS, Until, host_with, token_is_due
from tests.web.tiles.every_address import addresses, answers
from web.host.host import Host
from web.host.roles import Role
from web.table.stream import Listener, news

GIFT = 7919
"""A sum that nothing else on a page is."""


def an_election(state: State) -> bool:
    return state.election is not None and state.doing is not None


PRIVATE: tuple[dict[str, object], ...] = (
    {"do": "pay", "from": "bank", "to": "Ann", "amount": GIFT},
    {"do": "give", "player": "Ann", "other": "Ben", "amount": 6131},
)


@pytest.mark.parametrize("who", [(Role.PLAYER, "Cleo"), (Role.WATCHER, None), (Role.HOST, None)])
def test_no_page_tells_somebody_else_what_a_player_has(
    tmp_path: Path, who: tuple[Role, str | None]
) -> None:
    """Neither what was put right, nor what was given, nor what either has now."""
    host, state = host_with(tmp_path, token_is_due, *PRIVATE)
    has = [state.money(name) for name in ("Ann", "Ben")]
    sums = {str(GIFT), "6131", *map(str, has)}
    sums |= {f"{each[:-3]}\N{NARROW NO-BREAK SPACE}{each[-3:]}" for each in sums if len(each) > 3}
    client = client_of(host, *who)
    paths = addresses(host) if who[0] is not Role.HOST else ["/table"]
    hidden = [each for each in sums if len(each.strip()) > 3]
    leaks = [
        (where, each)
        for path in paths
        for where, told in answers(client, path)
        for each in hidden
        if each.encode() in told
    ]

    assert len(hidden) >= 4
    assert leaks == []
    host.store.close()


def heard(host: Host, player: str | None) -> str:
    """What the stream tells somebody who listens from the first fact on."""
    assert host.table is not None
    left = iter([False, True, True])
    listener = Listener(hung_up=lambda: next(left), player=player)
    return "".join(news(host, host.table, "en", 0, listener))


@pytest.mark.parametrize("player", ["Cleo", None])
def test_the_stream_tells_nobody_else_what_a_player_has(tmp_path: Path, player: str | None) -> None:
    """From the first fact to the last, which both who move that money hear of."""
    host, _ = host_with(tmp_path, lambda state: state.round == 6, *PRIVATE)
    assert host.table is not None
    told, ann = heard(host, player), heard(host, "Ann")
    others = [each.name for each in SEATS if each.name != player]

    assert told.count("event: news") == len(host.table.view.record.entries)
    assert [each for each in (str(GIFT), "6131") if each in told] == []
    assert not re.findall(rf"(?:{'|'.join(others)}) pays|pays (?:{'|'.join(others)})", told)
    assert f"The bank pays Ann {GIFT}" in ann
    assert "Ann pays Ben 6131" in ann
    host.store.close()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_answer_to_an_act_tells_nobody_what_another_has(tmp_path: Path, language: str) -> None:
    """A page that is behind is told what happened meanwhile, without its sums."""
    host, _ = host_with(tmp_path, token_is_due, *PRIVATE)
    assert host.table is not None
    behind = host.table.view.revision - len(PRIVATE)
    act = {"fact": {"do": "token", "player": "Cleo", "space": "board/income/paid"}}
    client = client_of(host, Role.PLAYER, "Cleo")
    client.set_cookie("language", language)
    answer = client.post("/act", json={"revision": behind, "act": act})

    assert answer.status_code == 409
    assert len(answer.get_json()["error"]["meanwhile"]) == len(PRIVATE)
    told = re.sub(r"\s", "", typed(answer.get_data(as_text=True)))
    assert [each for each in (str(GIFT), "6131") if each in told] == []
    host.store.close()


def test_the_log_tells_a_payment_to_whose_account_it_is(tmp_path: Path) -> None:
    host, _ = host_with(tmp_path, token_is_due)
    told = {}
    for name in ("Ann", "Ben"):
        lines = client_of(host, Role.PLAYER, name).get("/view").get_json()["log"]
        told[name] = [paid for line in lines for paid in line["paid"]]
        others = {each.name for each in SEATS} - {name}
        assert not [paid for paid in told[name] for other in others if other in paid]
    books = client_of(host, Role.BANKER).get("/bank").get_data(as_text=True)

    assert told["Ann"]
    assert told["Ben"]
    assert "The bank pays Ben" in books
    host.store.close()


@pytest.mark.parametrize("cards", ["yes", "no"])
def test_nobody_else_sees_what_is_in_a_hand(tmp_path: Path, cards: str) -> None:
    host, state = host_with(tmp_path, lambda state: state.round == 6, cards=cards)
    for name in state.players:
        views = client_of(host, Role.PLAYER, name).get("/view").get_json()["players"]
        knows = {view["name"] for view in views if "goods_held" in view or "cards_held" in view}
        assert knows == {name}
    host.store.close()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("until", [token_is_due, an_election], ids=["a token", "an election"])
def test_every_page_says_all_in_words(tmp_path: Path, until: Until, language: str) -> None:
    host, _ = host_with(tmp_path, until)
    for role, name, paths in (
        (Role.HOST, None, addresses(host)),
        *((Role.PLAYER, each.name, ["/me", "/table"]) for each in SEATS),
    ):
        client = client_of(host, role, name)
        client.set_cookie("language", language)
        for path in paths:
            answer = client.get(path, follow_redirects=True)
            assert answer.status_code != 500, path
            if "text/html" in answer.content_type:
                seen = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", answer.text, flags=re.DOTALL)
                assert not re.findall(
                    r"\b(?:page|turn|choice|ask|now|deed|event|ruling):[a-z_]+", seen
                )
    host.store.close()


def a_vote(state: State) -> bool:
    return state.election is not None and state.election.stage is Stage.VOTING


def test_an_election_is_asked_with_the_usual_answer_first(tmp_path: Path) -> None:
    host, state = host_with(tmp_path, a_vote)
    voter = next(name for name in GAME.awaited(state))
    page = typed(client_of(host, Role.PLAYER, voter).get("/me").get_data(as_text=True))
    votes = re.findall(r"(?:\d+|My) votes? for (\w+)", page)

    assert votes
    assert votes[0] == "myself" or "myself" not in votes
    assert "Give no more votes" in page
    host.store.close()


def test_discovery_tokens_are_told_of_who_has_some(tmp_path: Path) -> None:
    """A phone has one line for all that its player has: what he has not stays away from it."""
    host, state = host_with(tmp_path, lambda state: any(x.discovered for x in state.hands.values()))
    told = {}
    for name in state.players:
        page = typed(client_of(host, Role.PLAYER, name).get("/me").get_data(as_text=True))
        mine = page.partition('data-live="me"')[2].partition("</section>")[0]
        told[name] = "discovery tokens" in mine

    assert told == {name: bool(state.hand(name).discovered) for name in state.players}
    assert {*told.values()} == {True, False}
    host.store.close()


def test_who_waits_reads_where_the_tokens_lie(tmp_path: Path) -> None:
    """In words and with what is left to place: on a phone the spaces are smaller than print."""
    host, state = host_with(tmp_path, lambda state: state.placed == len(SEATS) + 1)
    waits = next(name for name in state.players if name not in GAME.awaited(state))
    page = typed(client_of(host, Role.PLAYER, waits).get("/me").get_data(as_text=True))
    told = page.partition("Tokens to place</h2>")[2].partition("</section>")[0]
    words = GAME.words("en", BOARD)

    assert sorted(map(int, re.findall(r"<b>(\d)</b>", told))) == [0, 1, 1]
    assert len(state.tokens) == len(SEATS) + 1
    assert [words.place(space) for space in state.tokens if words.place(space) not in told] == []
    host.store.close()


def test_a_table_that_keeps_its_own_money_is_told_each_sum(tmp_path: Path) -> None:
    """It is asked whether it is paid, and nobody's money is known. Point A14."""
    host, state = host_with(tmp_path, token_is_due, money="table")
    assert host.table is not None
    player = state.at_turn
    phone = client_of(host, Role.PLAYER, player)
    paid = {"do": "token", "player": player, "space": "board/income/paid"}
    act = {"revision": host.table.view.revision, "act": {"fact": paid}}

    assert phone.post("/act", json=act).status_code == 200
    assert f"{player} pays the bank 2 bb. Is it paid?" in typed(phone.get("/me").text)
    assert host.table.view.last.state.money(player) is None
    host.store.close()


@pytest.mark.parametrize("cards", [True, False])
def test_a_page_says_what_the_signs_of_its_chart_mean(tmp_path: Path, cards: bool) -> None:
    """Squares, dots and rows have words; the extension's row only where it is played with."""
    host, _ = host_with(tmp_path, token_is_due, cards=cards)
    for path in ("/table", "/score"):
        page = typed(client_of(host, Role.WATCHER).get(path).text)
        key = page.partition('class="map-key"')[2].partition("</details>")[0]

        assert [each for each in ("Reef minister", "Row: move", "Fish") if each not in key] == []
        assert ("buying an action card" in key) is cards
        assert ("board/buy_card/double" in page) is cards
    host.store.close()
