"""Every page shows a game of Long Cours: as it begins, on its way, and when it is over."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games import game_called
from companion.play.anonymise import Nameless, people_of
from companion.play.game import Seat
from companion.play.played import last_state
from companion.records.record import (
    Happened,
    Header,
    Record,
    Source,
    Who,
    facts_of,
    write_record,
)
from companion.store import Store
from companion.store.table import Request
from tests.companion.games.long_cours.whole_games import GAMES
from tests.web.long_cours.tables import BOARD, GAME, SEATS, host_of
from tests.web.tables import NOW, client_of
from web.host.host import Address, Host
from web.host.roles import Role

WHOLE, RESULT = GAMES["3-players"]
PAGES = (
    "/table", "/bank", "/score", "/anywhere", "/view", "/entry/1", "/camera", "/doors", "/start",
    "/export/score.json", "/export/score.csv", "/export/record.jsonl", "/export/board.svg",
)  # fmt: skip
TWO = [Seat("Ann", "yellow"), Seat("Ben", "green")]
PERSON = Source(Who.PERSON)
OVER = {"do": "done", "player": "Ann"}
STORM = (
    {"do": "place", "player": "Ann", "stop": "marseille"},
    {"do": "place", "player": "Ben", "stop": "londres"},
    {"do": "done", "player": "Ann"},
    {"do": "done", "player": "Ben"},
    {"do": "storm", "player": "Ann", "zone": 22},
)
CORSAIR = (
    {"do": "pay", "from": "bank", "to": "Ann", "amount": 7},
    {"do": "auction", "player": "Ann"},
    {"do": "bid", "player": "Ann", "millions": 7},
    OVER,
    {"do": "done", "player": "Ben"},
    {"do": "corsair_enters", "player": "Ann", "die": 1, "stop": "gibraltar"},
)
CODE = re.compile(
    r"\b(?:page|now|turn|event|rule|at|choice|points|ruling|stands|pay|ask|cash|card|ship|product"
    r"|end|role|score):[a-z_0-9A-Z-]+"
)


def upto(part: float) -> Record:
    """So much of the game."""
    return Record(WHOLE.header, WHOLE.entries[: max(int(len(WHOLE.entries) * part), 1)])


@pytest.mark.parametrize("part", [0.0, 0.3, 0.6, 0.9, 1.0])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_shows_it_in_words(tmp_path: Path, part: float, language: str) -> None:
    client = client_of(host_of(tmp_path / "table.sqlite", upto(part)), Role.HOST)
    client.set_cookie("language", language)
    for path in PAGES:
        answer = client.get(path)
        assert answer.status_code == 200, path
        said = re.sub(r'data-[a-z]+="[^"]*"|href="[^"]*"', "", answer.get_data(as_text=True))
        assert CODE.findall(said) == [], path


def test_the_end_names_the_winner_and_who_sank_whom(tmp_path: Path) -> None:
    client = client_of(host_of(tmp_path / "table.sqlite", WHOLE), Role.HOST)
    table, score = (client.get(path).get_data(as_text=True) for path in ("/table", "/score"))
    winner = RESULT["winner"]

    assert f"{winner} is the last one in the game." in table
    assert "Players outlived" in score
    told = client.get("/export/score.json").get_json()
    assert told["winner"] == winner
    assert {each["player"] for each in told["sunk"]} == {"Ann", "Ben", "Cleo"} - {winner}
    assert told["sunk"] == RESULT["sunk"]


def ships_on(drawn: str) -> list[tuple[str, str]]:
    """The ships that a chart shows, each with the stop that it lies at."""
    return sorted(
        re.findall(r'class="piece ship" data-kind="([^"]*)" data-beside="([^"]*)"', drawn)
    )


def test_charts_of_the_past_show_where_the_ships_lay_then(tmp_path: Path) -> None:
    """Of an event that may be put right, and of an evening that is looked at or taken along."""
    record = upto(0.6)
    client = client_of(host_of(tmp_path / "table.sqlite", record), Role.HOST)
    last = max(at for at, fact in enumerate(facts_of(record), 1) if fact["do"] == "move")
    then, now = (
        last_state(GAME, Record(record.header, record.entries[:number]), BOARD)
        for number in (last - 1, len(record.entries))
    )

    for path, state in (
        (f"/entry/{last}", then),
        ("/evenings/1", now),
        ("/evenings/1/board.svg", now),
        ("/export/board.svg", now),
    ):
        drawn = client.get(path).get_data(as_text=True)
        assert ships_on(drawn) == sorted(GAME.face.standing(state)), path


def test_a_picture_to_take_along_speaks_the_page_s_language(tmp_path: Path) -> None:
    client = client_of(host_of(tmp_path / "table.sqlite", upto(0.3)), Role.HOST)
    client.set_cookie("language", "fr")
    for path in ("/evenings/1/board.svg", "/export/board.svg"):
        assert "(reconstitué)" in client.get(path).get_data(as_text=True)


def test_cards_are_a_number_and_never_named(tmp_path: Path) -> None:
    client = client_of(host_of(tmp_path / "table.sqlite", upto(0.3)), Role.PLAYER, "Ann")

    assert re.search(r"\d+ cards", client.get("/me").get_data(as_text=True))
    assert all(isinstance(each["cards"], int) for each in client.get("/view").get_json()["players"])


def test_cards_that_are_gone_with_who_was_sunk_are_told_apart(tmp_path: Path) -> None:
    """Rule 72: they were shown and left the game; of those not played the others are in hands."""
    host = host_of(tmp_path / "table.sqlite", WHOLE)
    assert host.table is not None
    state = host.table.view.last.state
    played = state.played.storms + state.played.directs + len(state.played.fights)
    in_hands = sum(captain.cards for captain in state.captains if captain.plays)
    page = client_of(host, Role.HOST).get("/table").get_data(as_text=True)
    told = re.search(r"Cards not played yet \((\d+) of them gone with who was sunk\)", page)

    assert told
    assert int(told[1]) == state.game.cards.count - played - in_hands > 0


def test_the_distance_to_the_corsair_is_told_on_request(tmp_path: Path) -> None:
    record = WHOLE
    for number, entry in enumerate(WHOLE.entries):
        if dict(entry.act.fact)["do"] == "corsair_enters":  # type: ignore[union-attr]
            record = Record(WHOLE.header, WHOLE.entries[: number + 1])
    client = client_of(host_of(tmp_path / "table.sqlite", record), Role.HOST)
    told = client.get("/rule?of=piece:black").get_data(as_text=True)

    assert re.search(r"(Ann|Ben|Cleo) is \d stops away, (in|out of) reach\.", told)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Gibraltar: 1 M of cloth"), ("fr", "Gibraltar : 1 M de tissus")]
)
def test_what_lies_stranded_is_said_in_each_language(
    tmp_path: Path, language: str, said: str
) -> None:
    seats = [Seat("Ann", "yellow"), Seat("Ben", "green")]
    record = Record(Header("long_cours", dict(GAME.begin(seats, {}, BOARD))))
    for fact in (
        {"do": "place", "player": "Ann", "stop": "marseille"},
        {"do": "place", "player": "Ben", "stop": "londres"},
        {"do": "buy", "player": "Ann", "product": "cloth", "millions": 1},
        {"do": "done", "player": "Ann"},
        {"do": "done", "player": "Ben"},
        {"do": "storm", "player": "Ann", "zone": 11},
    ):
        record = record.add(Happened(fact))
    client = client_of(host_of(tmp_path / "table.sqlite", record), Role.HOST)
    client.set_cookie("language", language)

    page = unescape(client.get("/table").get_data(as_text=True))
    assert said in re.sub(r"[\u00a0\u202f]", " ", page)


def test_a_table_of_one_game_goes_on_where_another_is_begun_next(tmp_path: Path) -> None:
    """Each game is played on its own board, whichever game the program was started for."""
    clippers = game_called("clippers").shipped_board()
    first = Host(Store(tmp_path / "table.sqlite"), BOARD, lambda: NOW, Address(8000))
    first.begin([Seat("Ann", "yellow"), Seat("Ben", "green")], {})
    first.store.close()
    again = Host(Store(tmp_path / "table.sqlite"), clippers, lambda: NOW, Address(8000))
    client = client_of(again, Role.HOST)

    assert again.board == BOARD
    assert client.get("/table").status_code == 200
    again.put_away()
    assert client.get("/evenings/1").status_code == 200
    again.begin([Seat("Ann", "french"), Seat("Ben", "english")], {})
    assert again.game.about.id == "clippers"
    assert client.get("/table").status_code == 200


def test_a_record_is_told_without_names() -> None:
    record, _ = GAMES["6-players"]
    told = write_record(Nameless(people_of(record)).record(record, GAME.about))

    assert '"opponent": "Player ' in told
    for name in people_of(record)[:6]:
        assert f'"{name}"' not in told


MEANT: tuple[dict[str, object], ...] = (
    {"do": "place", "player": "Ann", "stop": "odessa"},
    {"do": "place", "player": "Ben", "stop": "londres"},
    {"do": "buy", "player": "Ann", "product": "cereals", "millions": 2},
    {"do": "done", "player": "Ann"},
    {"do": "done", "player": "Ben"},
)


@pytest.fixture
def slipped(tmp_path: Path) -> Host:
    """A table where wool was written down, which Odessa does not sell."""
    record = Record(Header("long_cours", dict(GAME.begin(SEATS, {}, BOARD))))
    for said in MEANT:
        wrong = {**said, "product": "wool"} if said["do"] == "buy" else said
        record = record.add(Happened(wrong))
    store = Store(tmp_path / "table.sqlite")
    store.begin(record, NOW)
    return Host(store, BOARD, lambda: NOW, Address(8000))


def facts(host: Host) -> list[object]:
    assert host.table is not None
    return [dict(each) for each in facts_of(host.table.view.record)]


@pytest.mark.parametrize(
    ("language", "question"), [("en", "Number 3: was it this?"), ("fr", "Numéro 3")]
)
def test_one_tap_undoes_the_slip(slipped: Host, language: str, question: str) -> None:
    client = client_of(slipped, Role.BANKER)
    client.set_cookie("language", language)
    page = client.get("/bank").get_data(as_text=True)
    found = re.search(r'class="repair" value="([^"]*)">', page)
    assert found
    assert question in page
    act = json.loads(unescape(unescape(found[1])))

    view = client.get("/view").get_json()
    client.post("/act", json={"revision": view["revision"], "act": act})

    assert facts(slipped) == list(MEANT)
    assert client.get("/view").get_json()["findings"] == []


@pytest.mark.parametrize("by_script", [False, True])
def test_a_sum_that_nobody_told_is_asked_on_the_card(tmp_path: Path, by_script: bool) -> None:
    """A page's script sends what was typed beside the act."""
    facts = [
        {"do": "place", "player": "Ann", "stop": "odessa"},
        {"do": "place", "player": "Ben", "stop": "londres"},
        *({"do": "done", "player": name} for name in ("Ann", "Ben")),
        {"do": "pay", "from": "bank", "to": "Ben", "amount": 5},
        {"do": "auction", "player": "Ann"},
        {"do": "done", "player": "Ann"},
        {"do": "corsair_enters", "player": "Ben", "die": 1, "stop": "gibraltar"},
    ]
    seats = (Seat("Ann", "yellow"), Seat("Ben", "green"))
    record = Record(Header("long_cours", dict(GAME.begin(seats, {}, BOARD))))
    for fact in facts:
        record = record.add(Happened(fact))
    host = host_of(tmp_path / "table.sqlite", record)
    client = client_of(host, Role.HOST)

    page = client.get("/table").get_data(as_text=True)
    [card] = re.findall(r'<form[^>]*id="cause-.*?</form>', page, re.DOTALL)
    [field] = re.findall(r'<input[^>]*name="fact.millions"[^>]*>', card)
    [act] = re.findall(r'class="repair" value="([^"]*)"', card)
    view = client.get("/view").get_json()
    [asks] = [each["asks"] for each in view["repairs"]]

    form = {"act": unescape(unescape(act)), "fact.millions": "8", "revision": view["revision"]}
    typed = {
        "revision": view["revision"],
        "act": {**json.loads(form["act"]), "fact": {"millions": 8}},
    }
    answer = client.post("/act", json=typed) if by_script else client.post("/act", data=form)

    assert "How much was it?" in card
    assert all(bound in field for bound in ('min="6"', 'max="8"', 'value="6"'))
    assert (asks["word"], asks["least"], asks["most"]) == ("millions", 6, 8)
    assert answer.status_code == (200 if by_script else 303)
    assert host.table is not None
    assert host.table.view.last.state.cash("Ben") == 0
    assert client.get("/view").get_json()["repairs"] == []


def test_the_page_of_an_entry_offers_what_it_may_have_been(slipped: Host) -> None:
    client = client_of(slipped, Role.BANKER)
    page = client.get("/entry/3").get_data(as_text=True)
    acts = [
        json.loads(unescape(unescape(x))) for x in re.findall(r'name="act" value="([^"]*)"', page)
    ]
    right = {"correct": 3, "fact": MEANT[2]}
    assert right in acts

    view = client.get("/view").get_json()
    client.post("/act", json={"revision": view["revision"], "act": right})

    assert facts(slipped) == list(MEANT)


def test_no_page_speaks_of_points_a_bonus_or_another_games_pieces(tmp_path: Path) -> None:
    """Who is the last one afloat has won, by how many points nobody asks."""
    winner = RESULT["winner"]
    client = client_of(host_of(tmp_path / "table.sqlite", WHOLE), Role.HOST)
    said = {path: client.get(path).get_data(as_text=True) for path in ("/table", "/evenings")}
    assert f'<p class="sentence">{winner} wins</p>' in said["/table"]
    assert f"{winner} won" in said["/evenings"]
    assert "won with" not in said["/evenings"]
    working = client.get("/score").get_data(as_text=True)
    for name in {"Ann", "Ben", "Cleo"} - {winner}:
        assert re.search(rf'class="because">\s*{name}\s*<', working), name

    playing = client_of(host_of(tmp_path / "other.sqlite", upto(0.3)), Role.HOST)
    for path in ("/table", "/bank", "/doors", "/settings"):
        told = re.sub(r"<[^>]+>", " ", playing.get(path).get_data(as_text=True))
        assert not re.findall(r"\b(bonus|sticks?|markers?|nations?|islands?|chips)\b", told), path


def test_what_came_of_an_act_stays_in_the_log(tmp_path: Path) -> None:
    """Whom a storm has struck, after the turn has ended by itself and others have acted."""
    record = Record(Header("long_cours", dict(GAME.begin(TWO, {}, BOARD))))
    for fact in STORM:
        record = record.add(Happened(fact), PERSON)
    host = host_of(tmp_path / "table.sqlite", record.add(Happened(OVER)))
    client = client_of(host, Role.WATCHER)
    struck = "Wrecked: Ben."

    assert struck in phone_says(client_of(host, Role.PLAYER, "Ann"))
    log = {line["words"]: line["notes"] for line in client.get("/view").get_json()["log"]}
    assert [struck in note for note in log["Ann lets a storm strike zone 22."]] == [True]
    assert host.table is not None
    back = Happened({"do": "return", "player": "Ben", "die": 2, "stop": "londres"})
    host.table.act(Request(back, len(STORM) + 1, PERSON, NOW))
    assert struck in client.get("/table").get_data(as_text=True)
    assert struck not in phone_says(client_of(host, Role.PLAYER, "Ann"))


def test_who_may_still_play_after_the_corsair_is_told_so_by_the_table(tmp_path: Path) -> None:
    record = Record(Header("long_cours", dict(GAME.begin(TWO, {}, BOARD))))
    for fact in (*STORM[:4], *CORSAIR):
        record = record.add(Happened(fact), PERSON)
    client = client_of(host_of(tmp_path / "table.sqlite", record), Role.HOST)

    page = unescape(client.get("/table").get_data(as_text=True))

    assert '"do":"storm"' in page
    assert "has done its part; the turn may end, or what is left may be played." in page


def test_what_came_of_the_last_act_is_not_folded_under_an_older_slip(tmp_path: Path) -> None:
    record = Record(Header("long_cours", dict(GAME.begin(TWO, {}, BOARD))))
    slip = {"do": "place", "player": "Ben", "stop": "colombo"}
    for fact in (STORM[0], slip, *STORM[2:4], {**STORM[4], "zone": 55}):
        record = record.add(Happened(fact), PERSON)
    host = host_of(tmp_path / "table.sqlite", record)

    said = phone_says(client_of(host, Role.PLAYER, "Ann"))

    assert 'class="illegal"' in said
    assert "Wrecked: Ben." in said


def phone_says(client: FlaskClient) -> str:
    """What is written under the thumb, folded as it is."""
    page = client.get("/me").get_data(as_text=True)
    return unescape(page.split('data-live="look-here"')[1].split("</summary>")[0])
