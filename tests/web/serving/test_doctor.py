"""``companion doctor`` gathers what helps, whatever state the table is in, and names nobody."""

from __future__ import annotations

import re
import sqlite3
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.records.record import Entry, Undone, parse_record
from companion.store import copies
from tests.catalogues import typed
from tests.web.tables import NOW, client_of, example_of_play, make_host
from web.host.host import Host
from web.host.roles import Role
from web.serving import diagnostics
from web.serving.logbook import broke, kept_log, log_of

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("Benjamin", "Pauline", "Jean-Luc")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table somebody has played at, and at which something broke."""
    path = tmp_path / "evening.sqlite"
    host = make_host(path)
    client = client_of(host, Role.HOST)
    for seen, fact in enumerate(example_of_play()):
        client.post("/act", json={"revision": seen, "act": {"fact": fact}})
    host.doors.change_lock(Role.PLAYER, "Pauline")
    with kept_log(log_of(path), host):
        broke(ValueError("Pauline lost her marker"))
    host.store.close()
    return path


def report_on(table: Path) -> str:
    out = table.with_name("report.txt")
    assert main(["doctor", "--table", str(table), "-o", str(out)]) == 0
    return out.read_text(encoding="utf-8")


def test_the_report_holds_what_it_says(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = report_on(table)

    headings = [line[3:] for line in report.splitlines() if line.startswith("## ")]
    assert headings == ["Versions", "System", "Cameras", "Table", "Last errors", "Last game"]
    for said in ("opencv-python 5", "Python 3.", "sound", "ValueError: Player", "22 entries"):
        assert said in report
    out = capsys.readouterr().out
    assert all(f"  {heading}: " in out for heading in headings)


def test_the_last_errors_are_there_when_the_log_has_turned_over(table: Path) -> None:
    log = log_of(table)
    log.rename(log.with_name(f"{log.name}.2"))
    log.with_name(f"{log.name}.1").write_text("2026-11-21 20:00:00,000 ERROR companion: two\n")
    log.write_text("2026-11-21 21:00:00,000 ERROR companion: three\n")

    report = report_on(table)

    places = [report.index(said) for said in ("ValueError: Player", "companion: two", "three")]
    assert places == sorted(places)


def test_of_a_long_log_the_end_is_read(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnostics, "LARGEST_LOG", 200)
    with log_of(table).open("a") as log:
        log.write("2026-11-21 21:00:00,000 ERROR companion: the last\n")

    assert "companion: the last" in report_on(table)


def test_who_has_a_code_is_not_named_where_no_game_can_be_read(table: Path) -> None:
    file = sqlite3.connect(table)
    file.execute("UPDATE games SET header = 'nothing'")
    file.commit()
    file.close()
    with log_of(table).open("a") as log:
        log.write("2026-11-21 21:00:00,000 ERROR companion: Pauline is here\n")

    report = report_on(table)

    assert "is here" in report
    assert "Pauline" not in report


def test_every_library_that_is_needed_is_named() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]

    assert {re.split(r"[<>=]", each)[0] for each in needed} <= set(diagnostics.LIBRARIES)


def test_the_report_is_in_french_too(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = table.with_name("rapport.txt")
    assert main(["doctor", "--table", str(table), "-o", str(out), "--language", "fr"]) == 0
    report = out.read_text(encoding="utf-8")

    headings = [line[3:] for line in report.splitlines() if line.startswith("## ")]
    assert headings == [
        "Versions", "Système", "Caméras", "Table", "Dernières erreurs", "Dernière partie",
    ]  # fmt: skip
    for said in ("il contient", "intact", "1 partie", "portes", "22 entrées"):
        assert said in report
    for english in ("What is", "sound", "entries", "doors", "threads", "nothing", "report:"):
        assert english not in report
    printed = typed(capsys.readouterr().out)
    assert all(f"  {heading} : " in printed for heading in headings)


@pytest.mark.parametrize(("language", "nothing"), [("en", "nothing"), ("fr", "rien")])
def test_a_part_that_holds_no_line_is_said_to_hold_nothing(
    language: str, nothing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--table", str(tmp_path / "none"), "-o", str(tmp_path / "report.txt")]
    main(["doctor", *arguments, "--language", language])

    assert capsys.readouterr().out.count(f"({nothing})\n") == 2


def test_the_report_names_nobody_and_opens_no_door(table: Path) -> None:
    host = make_host(table, ())
    tokens = host.doors.tokens()
    host.store.close()

    report = report_on(table)

    assert [name for name in NAMES if name in report] == []
    assert tokens
    assert [token for token in tokens if token in report] == []
    assert str(Path.home()) not in report


def test_the_game_in_the_report_can_be_replayed(table: Path) -> None:
    record = parse_record(report_on(table).partition("## Last game\n\n")[2])

    assert (record.faults, len(record.entries)) == ((), 22)


Since = Callable[[Host], object]
PLAYED: tuple[tuple[str, Since, int], ...] = (
    ("another begun", lambda _: None, 2),
    ("the first taken up again", lambda host: host.take_up(1), 1),
    ("each in turn", lambda host: (host.take_up(1), host.take_up(2)), 2),
    ("others taken in", lambda host: (host.take_up(1), taken_in(host)), 1),
    ("the last one deleted", lambda host: (host.take_up(1), host.delete(2)), 1),
    ("the one played deleted", lambda host: (host.put_away(), host.delete(2)), 1),
)


def taken_in(host: Host) -> None:
    """An evening of another laptop stands in the file."""
    with host.adding_games():
        host.store.begin(host.store.record(2), NOW)


@pytest.mark.parametrize(
    ("since", "number"), [case[1:] for case in PLAYED], ids=[case[0] for case in PLAYED]
)
def test_the_game_of_the_report_is_the_one_that_lies_on_the_table(
    since: Since, number: int, table: Path
) -> None:
    host = make_host(table, (("Eve", "french"), ("Dan", "english")))
    since(host)
    host.store.close()

    report, again = report_on(table), make_host(table, ())
    page = client_of(again, Role.HOST).get("/evenings").get_data(as_text=True)
    listed = re.findall(r'href="/evenings/(\d+)"', page)
    again.store.close()

    entries = {1: 22, 2: 0}[number]
    assert again.table is not None
    assert (again.table.number, int(listed[0])) == (number, number)
    assert len(parse_record(report.partition("## Last game\n\n")[2]).entries) == entries
    assert f"settings {again.settings.to_json()}" in report


def test_the_table_is_left_as_it_is(table: Path) -> None:
    before = table.read_bytes()
    report_on(table)

    assert table.read_bytes() == before


@pytest.mark.parametrize(
    ("head", "kept", "said"),
    [
        pytest.param(b"no table" * 200, 0.0, "evening.sqlite: ", id="another file"),
        pytest.param(b"", 0.9, "DAMAGED|evening.sqlite: ", id="its end cut off"),
        pytest.param(b"", 0.3, "DAMAGED|evening.sqlite: ", id="most of it cut off"),
        pytest.param(b"", 0.0, "no table was read", id="empty"),
    ],
)
def test_a_damaged_table_is_reported_as_it_is(
    head: bytes, kept: float, said: str, table: Path
) -> None:
    data = table.read_bytes()
    table.write_bytes(head + data[: int(kept * len(data))])

    assert re.search(said, report_on(table))


def test_without_a_table_the_rest_is_gathered(tmp_path: Path) -> None:
    report = report_on(tmp_path / "none.sqlite")

    assert "none.sqlite: " in report
    assert "opencv-python" in report
    assert not (tmp_path / "none.sqlite").exists()


def test_a_camera_that_is_not_there_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.txt"
    arguments = ["--table", str(tmp_path / "none"), "-o", str(out), "--camera", "99"]

    assert main(["doctor", *arguments]) == 0
    assert "camera 99 can't be opened" in out.read_text(encoding="utf-8")
    assert capfd.readouterr().err == ""


def test_a_report_that_cannot_be_written_is_said_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "-o", str(tmp_path / "no" / "report.txt")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


OLD = (
    '{"do": "pass", "player": "Benjamin", "note": "Pauline said abcDEF0123456789_-xyzw"}',
    '{"do": "pass", "player": "Pauline", "x": NaN, "y": -Infinity}',
    '{"do": "pass", "player": "Somebody Else", "slot": "Pauline Was Here"}',
    '{"do": "fly", "Pauline": 1, "to": "Pauline", "from": ["Pauline"]}',
    '{"do": "pass", "player": "Jean-Luc", "deep": ' + "[" * 956 + "]" * 956 + "}",
)
"""What an older program let into a record."""


def test_what_older_programs_let_in_is_not_told_and_breaks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evening.sqlite"
    host = make_host(path)
    lines = {
        seq: f'{{"seq": {seq}, "fact": {fact}, "by": {{"who": "person", "name": "Benjamin"}}}}'
        for seq, fact in enumerate(OLD, start=1)
    }
    lines[6] = '{"seq": 6, "allow": 1, "code": "Pauline!", "by": {"who": "person"}}'
    monkeypatch.setattr(copies, "entry_line", lambda entry: lines[entry.seq])
    for seq in lines:
        host.store.append(1, Entry(seq, Undone(1)), None)
    monkeypatch.undo()
    host.store.close()
    host = make_host(path, ())
    client = client_of(host, Role.HOST)

    for read in ("/view", "/export/record.jsonl", "/export/score.json"):
        for line in client.get(read).get_data(as_text=True).splitlines():
            assert not re.search(r"\b(NaN|Infinity)\b", line), read
    for page in ("/table", "/bank", "/entry/2", "/entry/5"):
        assert client.get(page).status_code == 200
    assert host.table is not None
    assert host.table.view.last.state.seat_of("Pauline").acted
    host.store.close()
    told = report_on(path).partition("## Versions\n\n")[2]

    said = parse_record(told.partition("## Last game\n\n")[2])
    assert (said.faults, len(said.entries)) == ((), 6)
    for name in (*NAMES, "Somebody", "abcDEF", "note", "deep", "fly"):
        assert name not in told.replace('"do": "fly"', "")
