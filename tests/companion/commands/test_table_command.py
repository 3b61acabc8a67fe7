"""``companion table``: what it prints, what it writes, how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.records.record import SYSTEM, Happened, Header, Record
from companion.store import Store
from tests.catalogues import typed

NOW = "2026-11-21T20:00:00+00:00"
PLAYERS = {"players": [{"name": "Anna"}, {"name": "Ben"}]}
RECORD = Record(Header("chess", PLAYERS)).add(Happened({"do": "e4"}), SYSTEM, NOW)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table with two games, called by its bare name."""
    monkeypatch.chdir(tmp_path)
    store = Store(Path("evening.sqlite"))
    store.begin(RECORD, NOW)
    store.begin(Record(Header("go", {})), NOW)
    store.close()
    return tmp_path / "evening.sqlite"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    """The exit code, and every line that was printed."""
    code = main(["table", *words])
    spoken = capsys.readouterr()
    return code, (spoken.out + spoken.err).splitlines()


def damage(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"e4"', b'"d4"'))


def test_a_table_is_summed_up(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "check", "evening.sqlite") == (
        0,
        [
            f"game 1, chess, begun {NOW}: Anna, Ben; 1 event",
            f"game 2, go, begun {NOW}: nobody is named; 0 events",
            "evening.sqlite: format 2, 2 games, 1 event; whole",
        ],
    )
    assert [each.name for each in table.parent.iterdir()] == ["evening.sqlite"]


def test_it_speaks_french(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage(table)

    code, lines = said(capsys, "check", "evening.sqlite", "--language", "fr")

    assert code == 1
    assert list(map(typed, lines)) == [
        f"partie 2, go, commencée le {NOW} : personne n'est nommé ; 0 événements",
        "evening.sqlite : format 2, 1 partie, 0 événements ; endommagé",
        "perdu : partie 1 : tout, 1 ligne",
        "« companion play » continue avec le reste et garde le fichier endommagé",
    ]


def test_of_a_damaged_table_it_says_what_is_lost(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(table)
    before = table.read_bytes()

    assert said(capsys, "check", "evening.sqlite") == (
        1,
        [
            f"game 2, go, begun {NOW}: nobody is named; 0 events",
            "evening.sqlite: format 2, 1 game, 0 events; damaged",
            "lost: game 1: all of it, 1 entry",
            "'companion play' goes on with the rest, and keeps the damaged file",
        ],
    )
    assert table.read_bytes() == before


def test_there_and_back(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "backup", "evening.sqlite", "-o", "copy.sqlite") == (
        0,
        ["copy.sqlite: a copy of evening.sqlite, format 2, 2 games, 1 event; whole"],
    )
    assert said(capsys, "restore", "copy.sqlite", "-o", "evening.sqlite") == (
        0,
        [
            "evening.sqlite: is as copy.sqlite was",
            "what was there before is kept as evening.before-restore.sqlite",
        ],
    )
    assert said(capsys, "restore", "copy.sqlite", "-o", "other.sqlite") == (
        0,
        ["other.sqlite: is as copy.sqlite was"],
    )


def test_a_damaged_table_is_copied_as_it_is(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(table)

    code, lines = said(capsys, "backup", "evening.sqlite", "-o", "copy.sqlite")

    assert (code, lines[0]) == (
        1,
        "copy.sqlite: a copy of evening.sqlite, format 2, 1 game, 0 events; damaged",
    )
    assert said(capsys, "check", "copy.sqlite")[0] == 1


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        pytest.param(
            ["check", "none.sqlite"],
            "none.sqlite: there is no file of that name; give a file of 'companion play'",
            id="no file",
        ),
        pytest.param(
            ["check", "README.txt"],
            "README.txt: it is no file of SQLite; give a file of 'companion play'",
            id="another file",
        ),
        pytest.param(
            ["backup", "evening.sqlite", "-o", "evening.sqlite"],
            "evening.sqlite: is there already; give another name, or move it away",
            id="a copy over the table",
        ),
        pytest.param(
            ["backup", "evening.sqlite", "-o", "no/copy.sqlite"],
            "no/copy.sqlite: there is no folder no; make it, or write elsewhere",
            id="no folder",
        ),
        pytest.param(
            ["restore", "evening.sqlite", "-o", "evening.sqlite"],
            "evening.sqlite: is that table itself; give a backup of it",
            id="a table over itself",
        ),
    ],
)
def test_what_can_not_be_is_refused_in_one_line(
    words: list[str], fault: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("README.txt").write_text("no table " * 200, encoding="utf-8")
    before = table.read_bytes()

    assert said(capsys, *words) == (2, [f"companion: {fault}"])
    assert table.read_bytes() == before
