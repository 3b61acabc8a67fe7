"""Which game is played next: the host chooses it on the page, and phones that wait follow."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games import GAMES, game_called, game_on
from companion.play.game import Seat
from companion.store import Store
from tests.web.tables import BOARD, client_of, make_host
from web.commands.play import add_arguments, host_of
from web.host.host import Address, Host
from web.host.roles import Role

LONG_COURS = game_called("long_cours")
SHIPS = LONG_COURS.roles(LONG_COURS.shipped_board())
OPTION = re.compile(r'<option value="(\w*)"')


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite", ())
    yield made
    made.close()
    made.store.close()


@pytest.fixture
def boss(host: Host) -> FlaskClient:
    return client_of(host, Role.HOST)


def page(client: FlaskClient, path: str) -> str:
    return client.get(path).get_data(as_text=True)


def offered(text: str, field: str = "role") -> list[str]:
    """What the first list of a form offers."""
    return OPTION.findall(text.partition(f'name="{field}"')[2].partition("</select>")[0])


def form(game: str | None, *seats: tuple[str, str], **more: str) -> dict[str, object]:
    named = {} if game is None else {"game": game}
    return {**named, "name": [n for n, _ in seats], "role": [r for _, r in seats], **more}


@pytest.mark.parametrize("path", ["/", "/start"])
def test_every_game_may_be_chosen_and_one_is(path: str, boss: FlaskClient) -> None:
    for chosen in ("clippers", "long_cours"):
        boss.post("/game", data={"game": chosen, "back": path})
        choice = page(boss, path).partition('class="which-game"')[2].partition("</form>")[0]
        assert re.findall(r'value="(\w+)" aria-pressed="true"', choice) == [chosen]
        assert choice.count("aria-pressed") == len(GAMES)


@pytest.mark.parametrize("path", ["/", "/start"])
def test_a_choice_leads_back_to_where_it_was_made(path: str, boss: FlaskClient) -> None:
    answer = boss.post("/game", data={"game": "long_cours", "back": path})

    assert answer.headers["Location"].partition("?")[0] == path


def test_the_form_asks_what_belongs_to_the_chosen_game(boss: FlaskClient) -> None:
    boss.post("/game", data={"game": "long_cours"})
    text = page(boss, "/start")

    assert offered(text) == list(SHIPS)
    assert text.count('name="role"') == LONG_COURS.about.players[-1]
    asked = set(re.findall(r'name="ruling\.(\w+)"', text))
    assert asked == {name for names in LONG_COURS.about.options.groups.values() for name in names}
    assert "Played on the board that comes with the program" in text


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "You play the Americans."), ("fr", "Vous jouez les Américains.")],
)
def test_a_nation_is_played_as_people_say_it(language: str, said: str, host: Host) -> None:
    phone = client_of(host, Role.WATCHER)
    phone.set_cookie("language", language)
    phone.post("/sit", data={"name": "Ann", "role": "american"})

    assert said in page(phone, "/")


def test_whoever_waits_stands_for_what_the_game_has(host: Host, boss: FlaskClient) -> None:
    phone = client_of(host, Role.WATCHER)
    phone.post("/sit", data={"name": "Ann", "role": "german"})
    boss.post("/game", data={"game": "long_cours"})

    assert [(each.name, each.role) for each in host.lobby.players] == [("Ann", "yellow")]
    assert "You play the yellow ship." in page(phone, "/")
    late = client_of(host, Role.WATCHER)
    assert offered(page(late, "/")) == ["", *SHIPS[1:]]
    assert late.post("/sit", data={"name": "Ben", "role": "german"}).status_code == 422
    late.post("/sit", data={"name": "Ben", "role": "pink"})
    boss.post(
        "/start", data={**form(None, ("Ann", "yellow"), ("Ben", "pink")), "guest": ["Ann", "Ben"]}
    )
    assert phone.get("/").headers["Location"] == "/me"
    assert host.game.about.id == "long_cours"


def test_who_is_too_many_for_a_game_gets_up(host: Host, boss: FlaskClient) -> None:
    boss.post("/game", data={"game": "long_cours"})
    phones = [client_of(host, Role.WATCHER) for _ in SHIPS]
    for phone, name in zip(phones, "ABCDEF", strict=True):
        phone.post("/sit", data={"name": name, "role": ""})
    assert len(host.lobby.players) == 6
    boss.post("/game", data={"game": "clippers"})

    assert [each.name for each in host.lobby.players] == list("ABCDE")
    assert len({each.role for each in host.lobby.players}) == 5
    assert "five sit already" in page(phones[-1], "/")


def test_names_that_were_typed_go_along(boss: FlaskClient) -> None:
    sent = form("long_cours", ("Ann", "german"), ("Ben", "french"), ("", "english"))
    text = boss.post("/game", data={**sent, "back": "/start"}).get_data(as_text=True)

    assert re.findall(r'name="name" value="(\w+)"', text) == ["Ann", "Ben"]
    assert offered(text) == list(SHIPS)


def test_a_form_begins_the_game_that_it_asked_for(host: Host, boss: FlaskClient) -> None:
    """Whatever was chosen on another page meanwhile."""
    boss.post("/game", data={"game": "long_cours"})
    boss.post("/start", data=form("clippers", ("Ann", "german"), ("Ben", "french")))

    assert host.game.about.id == "clippers"


def test_one_game_follows_another_of_either_kind(host: Host, boss: FlaskClient) -> None:
    boss.post("/start", data=form("clippers", ("Ann", "german"), ("Ben", "french")))
    text = page(boss, "/start?game=long_cours")
    assert re.findall(r'name="name" value="(\w+)"', text) == ["Ann", "Ben"]
    assert offered(text) == list(SHIPS)
    assert host.game.about.id == "clippers"

    sent = form("long_cours", ("Ann", "pink"), ("Ben", "blue"))
    first = boss.post("/start", data=sent)
    assert "A game is running" in first.get_data(as_text=True)
    boss.post("/start", data={**sent, "instead": "1"})
    assert host.game.about.id == "long_cours"
    assert client_of(host, Role.PLAYER, "Ann").get("/me").status_code == 200
    assert '"pink" selected' in page(boss, "/start")

    assert offered(page(boss, "/start?like=1"))[0] == "french"
    boss.post(
        "/start", data={**form("clippers", ("Ann", "german"), ("Ben", "french")), "instead": "2"}
    )
    assert host.game.about.id == "clippers"


def test_a_game_that_is_none_is_told(boss: FlaskClient) -> None:
    for answer in (boss.post("/game", data={"game": "chess"}), boss.get("/start?game=chess")):
        assert answer.status_code == 422
        assert "clippers or long_cours" in answer.get_data(as_text=True)


@pytest.mark.parametrize("begun", [False, True])
def test_only_what_the_game_can_is_offered(begun: bool, host: Host, boss: FlaskClient) -> None:
    """A photo of its end where that can be scored, a camera where one can follow."""
    for game, seats in (
        ("clippers", [("Ann", "german"), ("Ben", "french")]),
        ("long_cours", [("Ann", "pink"), ("Ben", "blue")]),
    ):
        boss.post("/game", data={"game": game})
        if begun:
            number = "" if host.table is None else str(host.table.number)
            boss.post("/start", data=form(game, *seats, instead=number))
        can = game_called(game)
        shown = page(boss, "/table" if begun else "/")
        assert ('href="/photo"' in shown) is (can.finished is not None)
        assert ('href="/camera"' in shown) is (begun and can.watched is not None)


@pytest.mark.parametrize("path", ["/", "/start"])
def test_own_tiles_or_an_own_board_are_offered_where_the_game_has_them(
    path: str, boss: FlaskClient
) -> None:
    """Who chooses a game of tiles finds the page that takes what is printed on his own."""
    for game in ("clippers", "long_cours", "big_kini", "carcassonne_south_seas"):
        boss.post("/game", data={"game": game})
        shown = page(boss, path)
        lays_tiles = game in ("big_kini", "carcassonne_south_seas")
        assert ('href="/tiles"' in shown) is lays_tiles
        assert ('href="/trace"' in shown) is not lays_tiles


def test_a_photo_of_a_game_that_it_does_not_score_is_one_line(boss: FlaskClient) -> None:
    boss.post("/game", data={"game": "long_cours"})
    answer = boss.get("/photo")

    assert answer.status_code == 422
    assert "Long Cours: a finished board alone can&#39;t be scored" in answer.get_data(as_text=True)


def test_the_game_that_was_played_last_is_played_next(tmp_path: Path) -> None:
    """``companion play``, once more, and nobody says which game."""
    parser = ArgumentParser()
    add_arguments(parser)
    first = make_host(tmp_path / "table.sqlite", ())
    first.choose("long_cours")
    first.begin([Seat("Ann", "pink"), Seat("Ben", "blue")], {})
    first.store.close()
    for said, chosen in (((), "long_cours"), (("--game", "clippers"), "clippers")):
        store = Store(tmp_path / "table.sqlite")
        again = host_of(store, BOARD, Address(8000), parser.parse_args(said))
        assert game_on(again.new_board).about.id == chosen
        store.close()
