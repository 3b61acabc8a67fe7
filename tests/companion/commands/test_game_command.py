"""``companion game``: what it prints, how it ends, and what it says to files that are no game."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.__main__ import main
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.terms.events import StickLaid
from tests.catalogues import typed
from tests.whole_games import GAMES

EXAMPLE = GAMES / "example-of-play.jsonl"
LINES = EXAMPLE.read_text(encoding="utf-8").splitlines()
HEADER = json.loads(LINES[0])
PLAYERS = HEADER["setup"]["players"]
MOVES = json.dumps({"players": PLAYERS, "moves": [json.loads(line)["fact"] for line in LINES[1:]]})
SHIPPED = Path(str(resources.files("companion.games.clippers") / "board.json"))
QUOTES = "a name in double quotes is missing"
TOO_DEEP = "JSON nested too deep or with numbers too long; a list of moves has neither"
FROM_NOWHERE = StickLaid("Pauline", "red", "pitcairn--rapa/0/0")


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = main(["game", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def record_file(folder: Path, header: dict[str, Any], *below: str) -> Path:
    path = folder / "game.jsonl"
    path.write_text("\n".join([json.dumps(header), *below, ""]), encoding="utf-8")
    return path


def setup(**changes: object) -> dict[str, Any]:
    return {**HEADER, "setup": {**HEADER["setup"], **changes}}


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """The example of play, and then a stick where it may not lie: number 23."""
    path = tmp_path / "wrong.jsonl"
    line = json.dumps({"seq": 23, "fact": event_json(FROM_NOWHERE)})
    path.write_text("\n".join([*LINES, line, ""]), encoding="utf-8")
    return path


def test_a_game_is_told_fact_by_fact(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", EXAMPLE)

    assert code == 0
    assert out.splitlines()[1:3] == [
        "2. Pauline takes the card 5X. Pauline pays the bank 1 $ for a card.",
        "3. Jean-Luc takes the card 3X.",
    ]
    assert out.splitlines()[3] == (
        "4. Benjamin lays a black stick on the only space from the black harbour to Gambier. The "
        "bank pays Benjamin 2 $ as a bonus for Gambier."
    )
    assert out.splitlines()[-1] == "3. Jean-Luc: 7 (2 $)"


def test_it_is_told_in_french_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", EXAMPLE, "--language", "fr")

    assert code == 0
    assert "Benjamin pose un bâtonnet noir sur l'unique portion " in typed(out)


def test_a_moment_is_shown_with_what_may_be_done(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", EXAMPLE, "--at", "8")

    assert code == 0
    assert "Pauline (Japanese): 7 $" in typed(out)
    on = "the only space from Malden Island to Caroline"
    assert f"  Pauline lays a green stick on {on}.  (+2 $)" in typed(out).splitlines()


def test_a_moment_is_shown_in_french_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", EXAMPLE, "--at", "8", "--language", "fr")

    assert code == 0
    assert "Pauline (japonais) : 7 $" in typed(out)
    assert "  Pauline pose un bâtonnet vert sur " in typed(out)


def test_the_position_shown_can_be_played_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = run(capsys, "show", EXAMPLE, "--at", "8")[1].splitlines()[0]
    rest = [json.dumps({"seq": n, "fact": json.loads(LINES[n])["fact"]}) for n in range(9, 23)]
    whole = json.loads(run(capsys, "replay", EXAMPLE, "--json")[1])

    code, out, _ = run(
        capsys, "replay", record_file(tmp_path, setup(position=line), *rest), "--json"
    )

    assert code == 0
    assert {key: json.loads(out)[key] for key in ("money", "position", "score")} == {
        key: whole[key] for key in ("money", "position", "score")
    }


def test_why_says_the_rule_and_what_would_put_it_right(
    wrong: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "why", wrong, "--at", "23")

    assert code == 1
    assert "   Rule 5.2: A company starts at its harbour" in out
    assert "Take it back on the table and undo it here" in out


def test_a_fact_that_is_right_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "why", EXAMPLE, "--at", "4")

    assert code == 0
    assert "The rules have nothing to say about it." in out


def test_a_finding_asks_for_a_person_until_it_is_undone_or_allowed(
    wrong: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "replay", wrong, "--json")
    below = wrong.read_text(encoding="utf-8").splitlines()[1:]
    found = [finding["code"] for finding in json.loads(out)["findings"]]
    allow = [
        json.dumps({"seq": 24 + place, "allow": 23, "code": code})
        for place, code in enumerate(found)
    ]
    undone = record_file(tmp_path, HEADER, *below, json.dumps({"seq": 24, "undo": 23}))

    assert code == 1
    assert "not-from-end" in found
    assert run(capsys, "replay", undone)[0] == 0
    assert run(capsys, "replay", record_file(tmp_path, HEADER, *below, *allow))[0] == 0
    assert run(capsys, "replay", record_file(tmp_path, HEADER, *below, *allow[1:]))[0] == 1


@pytest.mark.parametrize(
    ("header", "said"),
    [
        pytest.param(
            {**HEADER, "version": 99},
            "line 1/version: the record is of version 99, and this program reads up to 1; use the "
            "program that wrote it, or a newer one",
            id="a newer format",
        ),
        pytest.param(
            {**HEADER, "game": "chess"},
            "line 1/game: is 'chess'; this command reads clippers or long_cours or big_kini "
            "or carcassonne_south_seas",
            id="another game",
        ),
        pytest.param(
            setup(board={"name": "My own", "digest": "0"}),
            "line 1/setup/board: the record is of the board 'My own', and this is another, "
            "'Clippers (reconstructed)'; give the record's board with --board",
            id="another board",
        ),
        pytest.param(
            setup(board=7), "line 1/setup/board: is 7; give an object {...}", id="no board"
        ),
        pytest.param(
            setup(players=[PLAYERS[0], {**PLAYERS[1], "nation": "english"}]),
            "players 'Benjamin' and 'Pauline': both play the english; give each player a nation of "
            "their own",
            id="two of one nation",
        ),
        pytest.param(
            setup(players=[PLAYERS[0], {**PLAYERS[1], "name": "Benjamin"}]),
            "player 'Benjamin': this name is given twice; name each player once",
            id="two of one name",
        ),
        pytest.param(
            setup(players=[{**PLAYERS[0], "nation": "martian"}, PLAYERS[1]]),
            "player 'Benjamin': the board knows no nation 'martian'; give one of french, english, "
            "american, german, japanese",
            id="a nation from elsewhere",
        ),
        pytest.param(
            setup(players=PLAYERS[:1]),
            "players: there is 1; Clippers is for 2 to 5",
            id="one player",
        ),
        pytest.param(
            setup(options={"port_price": 1e400}),
            "options/port_price: is inf; give a number from 0 to 99",
            id="a price without end",
        ),
        pytest.param(
            setup(options={"tie_break": "coin"}),
            "options/tie_break: is 'coin'; give en3 or shared",
            id="a ruling nobody knows",
        ),
        pytest.param(
            setup(position="e4"),
            "position 'e4...': this is no position of this board (the line has 1 parts and not 5); "
            "take one that 'companion game show' wrote",
            id="a position that is none",
        ),
    ],
)
def test_a_game_that_can_not_be_is_refused_in_one_line(
    header: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_file(tmp_path, header)

    assert run(capsys, "replay", path) == (2, "", f"companion: {path}: {said}\n")


def test_six_players_are_one_too_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a board with markers of six nations, where each could have one of their own."""
    board = json.loads(SHIPPED.read_text(encoding="utf-8"))
    board["pieces"]["marker"] = {**board["pieces"]["marker"], "kinds": list("abcdef")}
    board["departure_cards"] = []
    board["pieces"]["marker"].pop("art", None)
    place = tmp_path / "board.json"
    place.write_text(json.dumps(board), encoding="utf-8")
    moves = tmp_path / "moves.json"
    players = [{"name": nation, "nation": nation} for nation in "abcdef"]
    moves.write_text(json.dumps({"players": players, "moves": []}), encoding="utf-8")

    assert run(capsys, "replay", "--moves", moves, "--board", place) == (
        2,
        "",
        f"companion: {moves}: players: there are 6; Clippers is for 2 to 5\n",
    )


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        pytest.param(
            {"do": "fly", "player": "Pauline"},
            "/do: is 'fly'; give \"marker\" or ",
            id="an event of the future",
        ),
        pytest.param(
            {"do": "pass", "player": "Nobody"},
            "/player: is 'Nobody': nobody of that name plays; give Benjamin or Pauline or Jean-Luc",
            id="somebody who does not play",
        ),
        pytest.param(
            {"do": "marker", "player": "Pauline", "slot": "atlantis/0"},
            "/slot: is 'atlantis/0': the board has no such place; give an id of the board file",
            id="a place that is not there",
        ),
        pytest.param(
            {"do": "pay", "from": "bank", "to": "Pauline", "amount": float("nan"), "mends": 1},
            "/amount: is nan; give a number from 1 to 10000",
            id="money that is no number",
        ),
    ],
)
def test_a_fact_that_can_not_be_is_set_aside_and_the_others_stand(
    fact: dict[str, object], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_file(tmp_path, HEADER, *LINES[1:], json.dumps({"seq": 23, "fact": fact}))

    code, out, err = run(capsys, "replay", path)

    assert (code, err) == (1, "")
    assert out.splitlines()[0].startswith(f"set aside: line of number 23{said}")
    assert out.splitlines()[-1] == "3. Jean-Luc: 7 (2 $)"


def test_a_torn_last_line_is_set_aside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(LINES)[:-30], encoding="utf-8")

    code, out, _ = run(capsys, "replay", path)

    assert code == 1
    assert out.splitlines()[0] == (
        "set aside: line 23 (torn off?): this is no JSON; the other lines stand"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("{", f"not JSON (line 1, column 2: {QUOTES}); mend it there", id="torn"),
        pytest.param("[" * 90_000, TOO_DEEP, id="deep"),
        pytest.param("[]", "the file: is a list; give an object {...}", id="a list"),
        pytest.param(
            json.dumps({"players": PLAYERS}), "moves: is missing; give a list [...]", id="no moves"
        ),
        pytest.param(
            json.dumps({"players": PLAYERS, "moves": [1, {"do": "pass", "player": 3}]}),
            "moves[0]: is 1; give an object {...} (and 1 more)",
            id="moves that are none",
        ),
    ],
)
def test_moves_that_are_none_are_refused_in_one_line(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "moves.json"
    path.write_text(text, encoding="utf-8")

    assert run(capsys, "replay", "--moves", path) == (2, "", f"companion: {path}: {said}\n")


@pytest.mark.parametrize("at", ["0", "23", "-4", "99999999999999999999"])
def test_a_number_that_no_fact_has_is_told(at: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "show", EXAMPLE, "--at", at)

    assert code == 2
    assert err == (
        f"companion: --at {at}: the game has no fact of this number that counts; its facts go from "
        "1 to 22\n"
    )


cuts = st.tuples(
    st.integers(0, 4000),
    st.integers(0, 60),
    st.text(max_size=8)
    | st.sampled_from(["[" * 5000, "NaN", "-1", "1e999", '"', "{}", "null", "\n", "9" * 5000]),
)


@given(st.lists(cuts, min_size=1, max_size=4), st.booleans())
def test_whatever_a_file_was_made_into_there_is_no_traceback(
    mended: list[tuple[int, int, str]], is_moves: bool
) -> None:
    text = MOVES if is_moves else "\n".join(LINES)
    for place, length, more in mended:
        text = text[:place] + more + text[place + length :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["game", "replay", *(["--moves"] if is_moves else []), str(path)])

    assert code in (0, 1, 2)
    assert len(err.getvalue().splitlines()) == (1 if code == 2 else 0)
