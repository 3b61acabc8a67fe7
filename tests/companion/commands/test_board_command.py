"""``companion board``: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.__main__ import main
from tests.catalogues import typed
from tests.companion.boards.small_board import small_board

SHIPPED = Path(str(resources.files("companion.games.clippers") / "board.json"))


def write(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_a_good_board_is_summed_up_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", str(SHIPPED)]) == 0
    assert capsys.readouterr().out == (
        f"{SHIPPED}: Clippers (reconstructed), 38 islands, 6 harbours, 85 routes, "
        "12 double routes, 233 spaces, 122 slots; no faults\n"
    )


def test_it_speaks_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = small_board()
    data["routes"][1]["b"] = "atlantis"
    path = write(tmp_path / "board.json", data)

    assert main(["board", "check", str(path), "--language", "fr"]) == 2
    fault, count = map(typed, capsys.readouterr().out.splitlines())
    assert fault.startswith("routes[1] r1/b : est 'atlantis'")
    assert count == f"{path} : 1 défaut"
    assert main(["board", "check", str(SHIPPED), "--language", "fr"]) == 0
    assert typed(capsys.readouterr().out).endswith("233 portions, 122 cases ; aucun défaut\n")


def test_every_fault_is_printed_on_a_line_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = small_board()
    data["islands"][0]["x"] = None
    data["routes"][1]["b"] = "atlantis"
    path = write(tmp_path / "board.json", data)

    assert main(["board", "check", str(path)]) == 2
    assert capsys.readouterr().out.splitlines() == [
        "islands[0] fiji/x: is null; give a number in mm",
        "routes[1] r1/b: is 'atlantis', which is nowhere; name the id of an island or a harbour",
        f"{path}: 2 faults",
    ]


@pytest.mark.parametrize("action", [["check"], ["draw", "-o", "board.svg"]], ids=["check", "draw"])
def test_a_file_that_is_no_json_is_one_line_on_standard_error(
    action: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.json").write_text("{", encoding="utf-8")

    assert main(["board", *action, "board.json"]) == 2

    spoken = capsys.readouterr()
    assert spoken.out == ""
    assert len(spoken.err.splitlines()) == 1
    assert "board.json: not JSON" in spoken.err
    assert [path.name for path in tmp_path.iterdir()] == ["board.json"]


def test_a_board_is_drawn_with_its_pieces(tmp_path: Path) -> None:
    board = write(tmp_path / "board.json", small_board())
    position = write(
        tmp_path / "position.json", {"spaces": {"r0/0/0": "red"}, "slots": {"fiji/1": "french"}}
    )
    picture = tmp_path / "board.svg"

    code = main(["board", "draw", str(board), "-o", str(picture), "--position", str(position)])

    assert code == 0
    drawn = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    kinds = {each.get("data-id"): each.get("data-kind") for each in drawn.iter()}
    assert (kinds["r0/0/0"], kinds["fiji/1"]) == ("red", "french")


def test_a_position_of_another_board_is_refused_and_nothing_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = write(tmp_path / "board.json", small_board())
    pieces = write(tmp_path / "position.json", {"spaces": {"r9/0/0": "red"}})
    picture = tmp_path / "board.svg"

    code = main(["board", "draw", str(board), "-o", str(picture), "--position", str(pieces)])

    assert code == 2
    assert "r9/0/0: the board has no such place" in capsys.readouterr().err
    assert not picture.exists()


@pytest.mark.parametrize("goal", ["", "no/such/folder/board.svg"], ids=["a folder", "nowhere"])
def test_a_goal_that_can_not_be_written_is_refused_in_words(
    goal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = write(tmp_path / "board.json", small_board())

    assert main(["board", "draw", str(board), "-o", str(tmp_path / goal)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["board.json"]


OWN: dict[str, tuple[list[str], list[str], int, str]] = {
    "cards and a box": (
        ["move", "free_move"],
        ["a7", "a8", "a9", "a12", "a13"],
        0,
        "12 layouts, 1 own card, 1 own choice of what stays in the box; no faults",
    ),
    "a card that no rule can play": (
        ["move", "more_income"],
        ["a7", "a8", "a9", "a12", "a13"],
        2,
        "card k01 bears signs that the rules can't play; with move give farther or free_move",
    ),
    "a box that leaves too many": (
        ["move"],
        ["a7"],
        2,
        "layout 2_base: it has 13 places, and 17 of the atolls 1 to 18 are left for them",
    ),
}


@pytest.mark.parametrize(("signs", "in_box", "code", "said"), OWN.values(), ids=OWN)
def test_what_an_owner_tells_of_his_box_is_checked_as_his_game_does(
    signs: list[str],
    in_box: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = json.loads((resources.files("companion.games.big_kini") / "board.json").read_text())
    data["cards"] = [{"id": "k01", "number": 1, "signs": signs}]
    [two] = [each for each in data["layouts"] if each["id"] == "2_base"]
    two["in_box"] = in_box
    path = write(tmp_path / "board.json", data)

    assert main(["board", "check", str(path)]) == code
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{path}: ")
    assert said in line
