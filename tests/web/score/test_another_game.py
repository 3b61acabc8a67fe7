"""The score of a game with nothing of Clippers in it: three kinds of points, and no money."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion import games
from companion.play.offered.finished import Counted
from companion.store import Store
from tests.toys.toy_lamps import ABOUT, GAME
from tests.web.photo_score.bench import Bench, pretended, totals
from tests.web.photo_score.pictures import jpeg
from tests.web.score import reports
from tests.web.tables import NOW
from web.host.host import Address, Host
from web.score.report import Report
from web.score.sheet import sheet_html
from web.score.terminal import terminal
from web.standings.exports import Play, bgsplay, score_csv

BOARD = replace(reports.BOARD, game="lamps")
PLAYERS = (Counted("Pauline", "japanese", 0), Counted("Jean-Luc", "french", 0))
"""Pauline has a lamp on an island that Jean-Luc is on, too; he has another that is his alone."""
NOT_ITS_OWN = ("Money", "Ports", "Nation", "compan", "Markers", "$")


@pytest.fixture(autouse=True)
def _lamps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, "lamps": "tests.toys.toy_lamps"})


def report() -> Report:
    return reports.report(players=PLAYERS, board=BOARD)


def cells(html: str) -> list[list[str]]:
    """The cells of each row of the ranking, without signs."""
    table = html.partition("<table")[2].partition("</table>")[0]
    rows = re.findall(r"<tr.*?</tr>", re.sub(r"<span.*?</span>", "", table), re.DOTALL)
    tagged = (re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in rows)
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in tagged]


def test_the_sheet_has_its_columns_and_its_sums() -> None:
    html = sheet_html(report())

    assert cells(html) == [
        ["Rank", "Player", "Colour", "Lit", "Shores", "Beacons", "Total"],
        ["1", "Jean-Luc", "french", "2", "4", "3", "9"],
        ["2", "Pauline", "japanese", "1", "2", "0", "3"],
    ]
    assert "2 \N{MULTIPLICATION SIGN} 2" in html
    assert "Two for each shore." in html
    assert not [word for word in NOT_ITS_OWN if word in html.partition("</style>")[2]]


def test_the_terminal_has_them_too() -> None:
    text = terminal(report())

    assert "  rank  player    colour    lit  shores  beacons  total\n" in text
    assert "     1  Jean-Luc  french      2       4        3      9\n" in text
    assert "Jean-Luc (french): shores x 2\n" in text
    assert "Shores  2 x 2 =  4\n" in text
    assert not [word for word in NOT_ITS_OWN if word in text]


def play() -> Play:
    seats = [(player.name, player.role) for player in PLAYERS]
    return Play(ABOUT, NOW, NOW, BOARD.name, report().score, seats, 3)


def test_a_spreadsheet_gets_its_factors() -> None:
    assert score_csv(play(), GAME.words("en", BOARD), "en").splitlines() == [
        "\ufeffRank,Player,Colour,What,How many,Worth,Points",
        "1,Jean-Luc,french,Lit,,,2",
        "1,Jean-Luc,french,Shores,2,2,4",
        "1,Jean-Luc,french,Malden,,,3",
        "1,Jean-Luc,french,Total,,,9",
        "2,Pauline,japanese,Lit,,,1",
        "2,Pauline,japanese,Shores,1,2,2",
        "2,Pauline,japanese,Total,,,3",
    ]


def test_bg_stats_is_told_which_game_it_was() -> None:
    [game] = bgsplay(play())["games"]  # type: ignore[misc]

    assert game["name"] == "Lamps"


def test_a_photo_of_it_is_scored_on_the_same_page(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.sqlite")
    bench = Bench(Host(store, BOARD, lambda: NOW, Address(8000)), pretended)
    case = bench.begin()
    bench.send(case, "empty", jpeg())
    bench.send(case, "final", jpeg())
    assert 'name="money" value="0"' in bench.read(case)
    bench.client.post(
        f"{case}/players",
        data={
            "name": [player.name for player in PLAYERS],
            "nation": [player.role for player in PLAYERS],
            "money": ["0", "0"],
        },
    )
    page = bench.read(case)
    store.close()

    assert totals(page) == {"Jean-Luc": 9, "Pauline": 3}
    assert cells(page)[0] == ["Rank", "Player", "Lit", "Shores", "Beacons", "Total"]
    assert cells(page)[1] == ["1", "Jean-Luc", "2", "4", "3", "9"]
    assert "Shores \N{MULTIPLICATION SIGN} 2" in page
    assert not [word for word in NOT_ITS_OWN if word in page.partition("<main")[2]]
