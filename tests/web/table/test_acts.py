"""What is written down at ``POST /act``: late or twice, in known words only, and while it stops."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.tables import BOARD, client_of, make_host
from web.host.host import Host
from web.host.roles import Role
from web.visits.visit import table
from web.words.errors import RefusedError

PASS = {"do": "pass", "player": "Benjamin"}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def pauline_passes_and_benjamin_goes_on(host: Host) -> FlaskClient:
    banker, pauline = client_of(host, Role.BANKER), client_of(host, Role.PLAYER, "Pauline")
    banker.post("/act", json={"revision": 0, "act": {"fact": PASS}})
    pauline.post("/act", json={"revision": 1, "act": {"fact": {**PASS, "player": "Pauline"}}})
    return pauline


def test_who_undoes_his_own_act_too_late_is_told_what_happened(host: Host) -> None:
    pauline = pauline_passes_and_benjamin_goes_on(host)
    pay = {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 1, "mends": 0}
    client_of(host, Role.BANKER).post("/act", json={"revision": 2, "act": {"fact": pay}})

    answer = pauline.post("/act", json={"revision": 2, "act": {"undo": 2}})

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "stale")
    assert answer.get_json()["error"]["revision"] == 3
    assert pauline.post("/act", json={"revision": 3, "act": {"undo": 2}}).status_code == 403


@pytest.mark.parametrize("account", ["Benjamin", "bank"])
def test_money_that_goes_nowhere_is_refused(account: str, host: Host) -> None:
    pay = {"do": "pay", "from": account, "to": account, "amount": 1, "mends": 0}
    answer = client_of(host, Role.BANKER).post("/act", json={"revision": 0, "act": {"fact": pay}})

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (422, "unusable")
    assert "choose two different accounts" in answer.get_json()["error"]["message"]
    assert host.table is not None
    assert host.table.view.revision == 0


def test_money_that_went_to_the_wrong_one_is_put_right_on_its_entry(host: Host) -> None:
    banker = client_of(host, Role.BANKER)
    pay = {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 3, "mends": 0}
    banker.post("/act", json={"revision": 0, "act": {"fact": pay}})

    page = banker.get("/entry/1").get_data(as_text=True)
    form = next(each for each in page.split("<form")[1:] if "fact.to" in each)
    chosen = re.findall(r"<option[^>]* selected>([^<]+)", form)
    act = re.search(r'name="act" value="([^"]*)"', form)
    assert act is not None
    said = {"revision": "1", "act": unescape(act[1]), "fact.from": "bank", "fact.to": "Pauline"}
    answer = banker.post("/act", data={**said, "fact.amount": "3"})

    assert chosen == ["The bank", "Benjamin"]
    assert answer.status_code == 303
    assert host.table is not None
    state = host.table.view.last.state
    assert state.money("Pauline") - state.money("Benjamin") == 3


def test_an_undo_that_is_sent_again_counts_once(host: Host) -> None:
    pauline = pauline_passes_and_benjamin_goes_on(host)
    undo = {"revision": 2, "key": "mine", "act": {"undo": 2}}

    first, again = (pauline.post("/act", json=undo) for _ in range(2))

    assert first.status_code == again.status_code == 200
    assert first.get_json() == again.get_json()
    assert pauline.post("/act", json={**undo, "key": "other"}).status_code == 409


PAULINE = {"do": "pass", "player": "Pauline"}
SINCE: tuple[tuple[str, tuple[dict[str, object], ...], bool], ...] = (
    ("nothing", (), True),
    ("taken back", ({"undo": 2},), False),
    ("taken back with what was before", ({"undo": 2}, {"undo": 1}), False),
    ("corrected", ({"correct": 2, "fact": {**PAULINE, "player": "Jean-Luc"}},), False),
    ("taken back, and counts again", ({"undo": 2}, {"redo": 2}), True),
    ("told once more", ({"undo": 2}, {"fact": PAULINE}), True),
)


@pytest.mark.parametrize(
    ("since", "counts"), [case[1:] for case in SINCE], ids=[c[0] for c in SINCE]
)
def test_what_another_hand_wrote_answers_for_a_late_one_while_it_counts(
    since: tuple[dict[str, object], ...], counts: bool, host: Host
) -> None:
    pauline = pauline_passes_and_benjamin_goes_on(host)
    for seen, act in enumerate(since, start=2):
        sent = {"revision": seen, "act": act}
        assert client_of(host, Role.BANKER).post("/act", json=sent).status_code == 200
    assert host.table is not None
    before = host.table.view.record

    answer = pauline.post("/act", json={"revision": 1, "key": "late", "act": {"fact": PAULINE}})

    assert host.table.view.record == before
    assert answer.status_code == (200 if counts else 409)
    if counts:
        assert answer.get_json()["said"] == "Pauline passes."
        number = answer.get_json()["number"]
        assert number in {fact.seq for fact in host.table.view.facts}
    else:
        assert answer.get_json()["error"]["code"] == "stale"
        assert answer.get_json()["error"]["meanwhile"]


def test_a_request_whose_answer_was_lost_is_told_that_it_was_taken_back(host: Host) -> None:
    """It counts once, and keeps its number; but nobody is told that it counts."""
    banker, pauline = client_of(host, Role.BANKER), client_of(host, Role.PLAYER, "Pauline")
    banker.post("/act", json={"revision": 0, "act": {"fact": PASS}})
    sent = {"revision": 1, "key": "mine", "act": {"fact": PAULINE}}
    first = pauline.post("/act", json=sent).get_json()
    banker.post("/act", json={"revision": 2, "act": {"undo": 2}})

    again = pauline.post("/act", json=sent)

    assert (again.status_code, again.get_json()["number"]) == (200, first["number"])
    assert again.get_json()["said"] == "Taken back: Pauline passes."
    assert host.table is not None
    assert host.table.view.revision == 3
    banker.post("/act", json={"revision": 3, "act": {"redo": 2}})
    assert pauline.post("/act", json=sent).get_json() == first


NOTHING_AGAINST = (422, "nothing-to-allow")
ALLOWS: tuple[tuple[dict[str, object], int, str], ...] = (
    ({"allow": 1}, *NOTHING_AGAINST),
    ({"allow": 1, "code": "no-such-code"}, *NOTHING_AGAINST),
    ({"allow": 1, "code": "not-his-turn"}, *NOTHING_AGAINST),
    ({"allow": 2, "code": "no-such-code"}, *NOTHING_AGAINST),
    ({"allow": 3}, *NOTHING_AGAINST),
    ({"allow": 3, "code": "not-his-turn"}, *NOTHING_AGAINST),
    ({"allow": 4}, 422, "unusable"),
    ({"allow": 9, "code": "not-his-turn"}, 422, "unusable"),
    ({"undo": 3}, 422, "unusable"),
    ({"redo": 1}, 422, "unusable"),
    ({"correct": 3, "fact": PASS}, 422, "unusable"),
)


@pytest.mark.parametrize(("act", "status", "code"), ALLOWS, ids=[str(case[0]) for case in ALLOWS])
def test_what_would_change_nothing_is_refused(
    act: dict[str, object], status: int, code: str, host: Host
) -> None:
    """1 is as the rules have it, 2 is out of turn, 3 was taken back by 4."""
    banker = client_of(host, Role.BANKER)
    late = {**PASS, "player": "Jean-Luc"}
    for seen, each in enumerate(({"fact": PASS}, {"fact": late}, {"fact": late}, {"undo": 3})):
        banker.post("/act", json={"revision": seen, "act": each})

    answer = banker.post("/act", json={"revision": 4, "act": act})

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (status, code)
    assert host.table is not None
    assert host.table.view.revision == 4


@pytest.mark.parametrize("code", [{}, {"code": "CODE"}])
def test_what_is_allowed_is_answered_the_same_when_it_is_sent_again(
    code: dict[str, str], host: Host
) -> None:
    banker = client_of(host, Role.BANKER)
    banker.post("/act", json={"revision": 0, "act": {"fact": {**PASS, "player": "Jean-Luc"}}})
    [finding] = banker.get("/view").get_json()["findings"]
    act = {"allow": 1, **dict.fromkeys(code, finding["code"])}
    sent = {"revision": 1, "key": "mine", "act": act}

    first, late, seen = (
        banker.post("/act", json=each) for each in (sent, sent, {**sent, "revision": 2})
    )

    assert first.status_code == 200
    assert first.get_json() == late.get_json() == seen.get_json()
    assert banker.get("/view").get_json()["findings"] == []
    assert banker.post("/act", json={**sent, "revision": 2, "key": "other"}).status_code == 422


TWO_THINGS: tuple[tuple[dict[str, object], str], ...] = (
    ({"fact": PASS, "undo": 1}, "'fact' besides 'undo'"),
    ({"fact": PASS, "redo": 1}, "'fact' besides 'redo'"),
    ({"fact": PASS, "allow": 1}, "'fact' besides 'allow'"),
    ({"fact": PASS, "code": "x"}, "'code' besides 'fact'"),
    ({"undo": 1, "redo": 1}, "'redo' besides 'undo'"),
    ({"undo": 1, "allow": 1}, "'allow' besides 'undo'"),
    ({"undo": 1, "number": 2}, "'number' besides 'undo'"),
    ({"allow": 1, "correct": 1, "fact": PASS}, "'correct' besides 'allow'"),
    ({"correct": 1, "fact": PASS, "asked": "player"}, "'asked' besides 'correct'"),
    ({"mend": {"at": 1, "out": 1, "put": []}, "undo": 1}, "'mend' besides 'undo'"),
    ({"mend": {"at": 1, "out": 1, "put": []}, "fact": PASS}, "'fact' besides 'mend'"),
)


@pytest.mark.parametrize(("act", "named"), TWO_THINGS, ids=[each[1] for each in TWO_THINGS])
def test_an_act_that_says_two_things_is_none(
    act: dict[str, object], named: str, host: Host
) -> None:
    banker = client_of(host, Role.BANKER)
    banker.post("/act", json={"revision": 0, "act": {"fact": PASS}})

    answer = banker.post("/act", json={"revision": 1, "act": act})

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "not-an-act")
    assert named in answer.get_json()["error"]["message"]
    assert host.table is not None
    assert host.table.view.revision == 1


def test_what_is_null_says_nothing(host: Host) -> None:
    act = {"fact": PASS, "undo": None, "asked": None}
    answer = client_of(host, Role.BANKER).post("/act", json={"revision": 0, "act": act})

    assert answer.status_code == 200


def test_why_it_is_no_act_is_said_in_the_readers_language(host: Host) -> None:
    banker = client_of(host, Role.BANKER)
    banker.set_cookie("language", "fr")

    answer = banker.post("/act", json={"revision": 0, "act": {"fact": PASS, "undo": 1}})

    assert "envoyez un acte à la fois" in answer.get_json()["error"]["message"]


@pytest.mark.parametrize(
    ("fact", "status", "said"),
    [
        ({"do": "fly", "player": "Pauline"}, 422, "'fly'"),
        ({"do": ["pass"], "player": "Pauline"}, 422, "fact/do"),
        ({"player": "Pauline"}, 422, "fact/do"),
        ({"do": "pass", "player": "Benjamin"}, 403, "role"),
        ({"do": "pay", "from": "bank", "to": "Pauline", "amount": 1, "mends": 0}, 403, "role"),
    ],
)
def test_a_player_is_told_of_a_deed_that_is_none_as_the_bank_is(
    fact: dict[str, object], status: int, said: str, host: Host
) -> None:
    pauline = client_of(host, Role.PLAYER, "Pauline")

    answer = pauline.post("/act", json={"revision": 0, "act": {"fact": fact}})

    assert answer.status_code == status
    assert said in answer.get_json()["error"]["message"]
    assert host.table is not None
    assert host.table.view.revision == 0


def test_a_page_that_knows_more_than_the_table_is_told_where_it_stands(host: Host) -> None:
    """So it is after a copy of the table's file was put back."""
    pauline = pauline_passes_and_benjamin_goes_on(host)

    answer = pauline.post("/act", json={"revision": 9, "act": {"undo": 2}})

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "stale")
    assert answer.get_json()["error"]["revision"] == 2


@pytest.mark.parametrize("revision", [0, 1, 2, 7])
def test_another_ones_act_is_not_undone_however_late(revision: int, host: Host) -> None:
    pauline = pauline_passes_and_benjamin_goes_on(host)

    answer = pauline.post("/act", json={"revision": revision, "act": {"undo": 1}})

    assert answer.status_code == 403


STRANGE: tuple[tuple[str, str], ...] = (
    ('{"do": "pass", "player": "Benjamin", "note": "hello"}', "'note'"),
    ('{"do": "pass", "player": "Benjamin", "x": NaN}', ""),
    ('{"do": "pass", "player": "Benjamin", "x": Infinity}', ""),
    ('{"do": "pass", "player": "Benjamin", "x": 1, "y": [2], "z": null}', "'x', 'y', 'z'"),
    ('{"do": "pass", "player": "Benjamin", "amount": 3}', "'amount'"),
    ('{"do": "pass", "player": "Benjamin", "deep": ' + "[" * 900 + "]" * 900 + "}", "'deep'"),
    ('{"do": "pass", "player": "Benjamin", "long": "' + "x" * 60_000 + '"}', "'long'"),
    ('{"do": "pass", "player": "Benjamin", "' + "w" * 60_000 + '": 1}', "wwww..."),
    ('{"do": "pass", "player": "Benjamin", ' + ", ".join(f'"w{n}": 1' for n in range(99)) + "}",
     "'w4', 94 more"),
)  # fmt: skip


@pytest.mark.parametrize(("fact", "named"), STRANGE, ids=range(len(STRANGE)))
@pytest.mark.parametrize("corrects", [False, True])
def test_a_word_that_nobody_knows_is_refused_by_its_name(
    fact: str, named: str, corrects: bool, host: Host
) -> None:
    client = client_of(host, Role.BANKER)
    client.post("/act", json={"revision": 0, "act": {"fact": PASS}})
    act = f'{{"correct": 1, "fact": {fact}}}' if corrects else f'{{"fact": {fact}}}'

    answer = client.post(
        "/act", data=f'{{"revision": 1, "act": {act}}}', content_type="application/json"
    )

    assert answer.status_code == (422 if named else 400)
    assert named in answer.get_json()["error"]["message"]
    assert len(answer.get_json()["error"]["message"]) < 300
    assert host.table is not None
    assert host.table.view.revision == 1


def test_a_fact_is_written_down_in_its_known_words(host: Host) -> None:
    """What says nothing is left out, what goes without saying is said: the camera writes so too."""
    space = next(iter(BOARD.spaces))
    said = {"do": "stick", "player": "Benjamin", "company": "red", "space": space, "start": None}

    client_of(host, Role.BANKER).post("/act", json={"revision": 0, "act": {"fact": said}})

    assert host.table is not None
    known = {key: value for key, value in said.items() if value is not None}
    assert host.table.view.facts[0].fact == {**known, "alternate": False}


def test_who_was_let_in_before_it_stopped_is_not_told_that_no_game_has_begun(host: Host) -> None:
    """The page would have gone to wait for one."""
    app = client_of(host, Role.WATCHER).application
    host.close()

    with app.test_request_context("/table?part=live"), pytest.raises(RefusedError) as refused:
        table()

    assert (refused.value.status, refused.value.code) == (503, "stopping")


def test_while_it_stops_writes_are_told_so(host: Host) -> None:
    client = client_of(host, Role.BANKER)
    host.close()

    answer = client.post("/act", json={"revision": 0, "act": {"fact": PASS}})

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (503, "stopping")
    assert "Nothing was written down" in answer.get_json()["error"]["message"]
