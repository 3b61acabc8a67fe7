"""What the evenings add up to, and a game with the people of an older one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.score import Score, ScoreLine, ranked
from companion.store import GameHead, Store
from tests.web.looking_back.evening_records import WHOLE, read
from tests.web.tables import BOARD, NOW, client_of, make_host
from web.host.evenings import Evening
from web.host.host import Address, Host
from web.host.roles import Role
from web.looking_back.tally import tallies

FIRST, SECOND, THIRD = "2026-11-01T20:00:00", "2026-11-08T20:00:00", "2026-11-15T20:00:00"


def evening(
    number: int,
    begun: str,
    points: dict[str, tuple[int, int]],
    *,
    over: bool = True,
    game: str = "x",
) -> Evening:
    """A game in which everybody has points of two kinds."""
    lines = [
        ScoreLine(name, kind, some, "10")
        for name, both in points.items()
        for kind, some in zip(("ports", "money"), both, strict=True)
    ]
    score = Score(tuple(lines), ranked(list(points), lines))
    return Evening(GameHead(number, begun, 9, ""), game, (), begun, 7, over, score)


def test_games_add_up_to_who_won_how_often() -> None:
    told = tallies(
        [
            evening(3, THIRD, {"ann": (20, 5), "Ben": (25, 0)}),
            evening(2, SECOND, {"Ann": (30, 4), "Ben": (10, 2), "Cat": (0, -3)}),
            evening(1, FIRST, {"Ann": (10, 1), "Ben": (1, 1)}),
            evening(4, THIRD, {"Ann": (99, 0), "Ben": (0, 0)}, over=False),
        ]
    )["x"]

    assert told.kinds == ("ports", "money")
    assert told.most == 34
    counted = {
        each.name: (each.games, each.won, each.shared, each.best, each.best_of)
        for each in told.players
    }
    assert counted == {
        "ann": (3, 2, 1, 34, 2),  # as it was written last; the third was shared
        "Ben": (3, 0, 1, 25, 3),
        "Cat": (1, 0, 0, -3, 2),
    }
    ann = told.players[0]
    assert (ann.mean, ann.part(0), ann.part(1)) == pytest.approx((70 / 3, 20, 10 / 3))


def test_two_players_of_one_game_are_never_one_person() -> None:
    told = tallies(
        [
            evening(1, FIRST, {"Stra\N{LATIN SMALL LETTER SHARP S}e": (10, 0), "STRASSE": (30, 0)}),
            evening(2, SECOND, {"STRASSE": (8, 0), "Ben": (9, 0)}),
            evening(3, THIRD, {"BEN": (9, 0), "STRASSE": (4, 0)}),
        ]
    )["x"]

    assert {each.name: (each.games, each.won, each.best) for each in told.players} == {
        "STRASSE": (3, 1, 30),
        "Stra\N{LATIN SMALL LETTER SHARP S}e": (1, 0, 10),
        "BEN": (2, 2, 9),
    }


def test_each_game_adds_up_by_itself() -> None:
    some = [evening(1, FIRST, {"Ann": (1, 0)}), evening(2, FIRST, {"Ann": (2, 0)}, game="y")]

    assert {game: told.players[0].games for game, told in tallies(some).items()} == {"x": 1, "y": 1}


def test_the_page_of_evenings_tells_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.sqlite")
    for name in WHOLE:
        store.begin(read(name), NOW)
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    page = client_of(host, Role.HOST).get("/evenings").get_data(as_text=True)
    rows = re.findall(
        r'<tr><th scope="row">(\w+)</th><td class="n">(\d+)</td><td class="n">(\d+)', page
    )

    games = {name: int(played) for name, played, _ in rows}
    assert (games["Anna"], games["Ben"], games["Eve"]) == (4, 4, 1)
    assert sum(int(won) for *_, won in rows) == len(WHOLE)
    assert page.count('class="game won"') == len(WHOLE)
    [part] = re.findall(r'<a class="button" href="#([^"]+)">Over the evenings</a>', page)
    assert (
        page.index(f'href="#{part}"') < page.index('class="evenings"') < page.index(f'id="{part}"')
    )
    store.close()


def test_before_any_game_is_over_nothing_adds_up(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite")

    assert 'class="tally"' not in client_of(host, Role.HOST).get("/evenings").get_data(as_text=True)
    host.store.close()


def test_again_with_the_people_of_an_older_game(tmp_path: Path) -> None:
    """Their names, their nations in their order, and what they had agreed on."""
    host = make_host(tmp_path / "table.sqlite")
    client = client_of(host, Role.HOST)
    form = {"name": ["Eve", "Dan"], "nation": ["french", "english"], "edition": "en"}
    client.post("/start", data={**form, "instead": "1"})
    page = client.get("/start?like=1").get_data(as_text=True)

    named = re.findall(r'name="name" value="([^"]+)"', page)
    assert named == ["Benjamin", "Pauline", "Jean-Luc"]
    chosen = re.findall(r'<option value="(\w+)" selected>', page)
    assert chosen[:3] == ["english", "japanese", "french"]
    assert 'value="default" checked' in page
    assert 'value="en" checked' in client.get("/start?like=2").get_data(as_text=True)
    assert client.get("/start?like=9").status_code == 404
    host.store.close()
