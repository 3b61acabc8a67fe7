"""A play for other programs: the exact form that BG Stats takes, and a table nobody can misuse."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.games.clippers.page.words import Words
from companion.games.clippers.record.play import ABOUT
from companion.score import Score, ScoreLine, ranked
from tests.web.tables import BOARD, client_of, host_of_game
from tests.whole_games import GAMES
from web.host.roles import Role
from web.standings.chart import money_chart
from web.standings.exports import Play, bg_stats_link, bgsplay, score_csv

LARGEST_CHART = 5_000
"""Letters of a chart whose lines rise or fall a few times, however long the game is."""
FACTORS = (("value", 4), ("companies", 2), ("markers", 2))
LINES = (
    ScoreLine("Anna", "money", 12, "10.1"),
    ScoreLine("Ben & Cie", "money", 7, "10.1"),
    ScoreLine("Ben & Cie", "ports", 16, "10.2", "tahiti", FACTORS, ("red", "green")),
)
PLAY = Play(
    about=ABOUT,
    begun="2026-11-21T19:00:00+00:00",
    ended="2026-11-21T21:30:29+00:00",
    board="Clippers (reconstructed)",
    score=Score(LINES, ranked(["Anna", "Ben & Cie"], LINES)),
    seats=(("Anna", "french"), ("Ben & Cie", "english")),
    rounds=7,
)


def sent() -> dict[str, object]:
    [data] = parse_qs(urlsplit(bg_stats_link(PLAY)).query)["data"]
    said = json.loads(data)
    assert isinstance(said, dict)
    return said


def test_bg_stats_gets_what_it_needs() -> None:
    said = sent()

    assert said["sourceName"] == "Companion"
    assert said["playDate"] == "2026-11-21 21:30:29"
    assert said["durationMin"] == 150
    assert said["game"] == {
        "name": "Clippers", "sourceGameId": "clippers", "highestWins": True, "noPoints": False,
    }  # fmt: skip
    assert said["players"] == [
        {**each, "winner": each["rank"] == 1, "startPlayer": each["name"] == "Anna"}
        for each in said["players"]  # type: ignore[attr-defined]
    ]
    assert [(p["name"], p["score"], p["rank"]) for p in said["players"]] == [  # type: ignore[attr-defined]
        ("Anna", 12, 2),
        ("Ben & Cie", 23, 1),
    ]


def test_no_game_id_is_made_up() -> None:
    assert "bggId" not in json.dumps([sent(), bgsplay(PLAY)])


def test_the_same_play_has_the_same_identity() -> None:
    assert sent()["sourcePlayId"] == bgsplay(PLAY)["plays"][0]["uuid"]  # type: ignore[index]
    assert bgsplay(PLAY) == bgsplay(PLAY)


def test_the_file_names_every_player_it_refers_to() -> None:
    data = bgsplay(PLAY)
    ids = {player["id"] for player in data["players"]}  # type: ignore[attr-defined]
    [play] = data["plays"]  # type: ignore[misc]

    assert {score["playerRefId"] for score in play["playerScores"]} == ids
    assert [score["score"] for score in play["playerScores"]] == ["12", "23"]
    assert play["rounds"] == 7


def rows(play: Play, language: str = "en") -> list[str]:
    return score_csv(play, Words(language, BOARD), language).splitlines()


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\tx"])
def test_a_spreadsheet_takes_no_name_for_a_formula(name: str) -> None:
    lines = (ScoreLine(name, "money", 1, "10.1"),)
    score = Score(lines, ranked([name], lines))
    play = Play(ABOUT, PLAY.begun, PLAY.ended, "x", score, ((name, "french"),), 1)

    assert all(f",'{name}," in row for row in rows(play)[1:])


@pytest.mark.parametrize(
    "name",
    [
        "x;=1+1",
        "x; =1",
        'x;"=1',
        "x\t=1",
        "x\n+1",
        "x\r\n-1",
        "x|@y",
        "x,=1",
        " =1",
        "\uff1d1",
        "x;=1;=2",
    ],
)
def test_no_cell_begins_with_a_formula_wherever_it_is_parted(name: str) -> None:
    """A comma parts the cells here; in France, Germany and many more a semicolon does."""
    lines = (ScoreLine(name, "money", 1, "10.1"),)
    score = Score(lines, ranked([name], lines))
    play = Play(ABOUT, PLAY.begun, PLAY.ended, "x", score, ((name, "french"),), 1)

    for part in re.split(r"[;,|\t\r\n]", "\n".join(rows(play))):
        assert not re.match(r"""[\s"]*[=+\-@\uff1d]""", part)


def test_the_table_has_every_line_and_total_in_words() -> None:
    assert rows(PLAY) == [
        "\ufeffRank,Player,Nation,What,Value,Markers,Companies,Points,Which companies",
        "1,Ben & Cie,English,Money,,,,7,",
        '1,Ben & Cie,English,Tahiti,4,2,2,16,"red, green"',
        "1,Ben & Cie,English,Total,,,,23,",
        "2,Anna,French,Money,,,,12,",
        "2,Anna,French,Total,,,,12,",
    ]


def test_a_french_spreadsheet_gets_its_own_words_and_separators() -> None:
    assert rows(PLAY, "fr")[:3] == [
        "\ufeffRang;Joueur;Nation;Quoi;Valeur;Comptoirs;Compagnies;Points;Quelles compagnies",
        "1;Ben & Cie;anglais;Argent;;;;7;",
        "1;Ben & Cie;anglais;Tahiti;4;2;2;16;rouge, vert",
    ]


@pytest.mark.parametrize(
    ("name", "status"),
    [("2-players-stuck", 200), ("example-of-play", 409)],
    ids=["over", "it goes on"],
)
def test_bg_stats_gets_only_games_that_are_over(name: str, status: int, tmp_path: Path) -> None:
    client = client_of(host_of_game(tmp_path / "table.sqlite", name), Role.HOST)

    assert client.get("/export/play.bgsplay").status_code == status
    assert ("bgstats" in client.get("/score").get_data(as_text=True)) == (status == 200)
    assert ("bgsplay" in client.get("/evenings/1").get_data(as_text=True)) == (status == 200)
    assert client.get("/export/score.csv").status_code == 200


def test_a_play_says_in_how_many_rounds_it_was_over(tmp_path: Path) -> None:
    name = "4-players-stuck"
    client = client_of(host_of_game(tmp_path / "table.sqlite", name), Role.HOST)
    ended = json.loads((GAMES / f"{name}.result.json").read_text(encoding="utf-8"))["end"]

    [play] = client.get("/export/play.bgsplay").get_json()["plays"]

    assert play["rounds"] == ended["round"] > 1


@pytest.mark.parametrize(
    "money",
    [
        pytest.param([{"A": 2}], id="the start alone"),
        pytest.param([{"A": 2}, {"A": -3}], id="a debt"),
        pytest.param([{"A": 0}] * 3, id="nothing"),
        pytest.param([{"A": 99999}, {"A": 2}], id="a lot"),
        pytest.param([{"A": 2}, *[{"A": 7}] * 500, {"A": 1}], id="long the same"),
    ],
)
def test_a_chart_stays_within_its_frame(money: list[dict[str, int]]) -> None:
    chart = money_chart([1] * len(money), money, {"A": ("french", "F")}, "Money & more")

    heights = [float(word[1:]) for word in chart.replace('"', " ").split() if word[:1] == "V"]
    assert all(0 <= high <= 260 for high in heights)
    assert "Money &amp; more" in chart
    assert "style=" not in chart
    assert len(chart) < LARGEST_CHART
