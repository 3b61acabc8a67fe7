"""The ``companion`` command: what it offers, how it refuses, how it ends."""

from __future__ import annotations

import argparse
import importlib
import os
import shutil
import socket
import subprocess
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import pytest

from companion import __main__ as front_door
from companion.__main__ import COMMANDS, Command, main
from companion.errors import InputError
from tests.catalogues import typed

BOARD = Path(str(files("companion.games.clippers").joinpath("board.json")))
WITHOUT_OPENCV = "import sys; sys.modules['cv2'] = sys.modules['flask'] = None; "


def fake_command(monkeypatch: pytest.MonkeyPatch, run: Callable[[argparse.Namespace], int]) -> None:
    module = types.ModuleType("fake_command")
    module.add_arguments = lambda parser: parser.add_argument("--many", type=int)  # type: ignore[attr-defined]
    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fake_command", module)
    monkeypatch.setattr(front_door, "COMMANDS", {"fake": Command("fake_command", "pretend")})


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_offered_is_there(name: str) -> None:
    module = importlib.import_module(COMMANDS[name].module)
    module.add_arguments(argparse.ArgumentParser())

    assert callable(module.run)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])

    assert end.value.code == 0
    assert f"companion {name}" in capsys.readouterr().out


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])

    out = capsys.readouterr().out
    assert end.value.code == 0
    for name, command in COMMANDS.items():
        assert name in out
        assert command.help in out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_begins_with_what_the_list_says_of_it(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([name, "--help"])

    listed = COMMANDS[name].help
    told = " ".join(capsys.readouterr().out.split())
    assert f" {listed[0].upper()}{listed[1:]}. " in told


def test_no_command_shows_the_help_and_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "commands:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "helped_by"),
    [
        pytest.param(["bake"], "companion", id="no such command"),
        pytest.param(["--bake"], "companion", id="no such option"),
        pytest.param(["fake", "--bake"], "companion fake", id="the command has no such option"),
        pytest.param(["fake", "--man", "1"], "companion fake", id="a shortened option"),
        pytest.param(["fake", "--many", "x"], "companion fake", id="a word for a number"),
        pytest.param(["fake", "extra"], "companion fake", id="one argument too many"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line_and_two(
    arguments: list[str],
    helped_by: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fake_command(monkeypatch, lambda _: 0)

    with pytest.raises(SystemExit) as end:
        main(arguments)

    err = capsys.readouterr().err
    assert end.value.code == 2
    assert err.startswith("companion")
    assert err.count("\n") == 1
    assert f"'{helped_by} --help'" in err


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "'x' is no whole number"), ("fr", "'x' n'est pas un nombre entier")],
)
def test_a_word_for_a_number_is_told_in_the_terminals_language(
    language: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    fake_command(monkeypatch, lambda _: 0)

    with pytest.raises(SystemExit):
        main(["fake", "--many", "x"])

    assert told in typed(capsys.readouterr().err)


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["board", "check", "\x1b[31mred"], id="the name of a file"),
        pytest.param(["board", "draw", "x", "--\x1b[31mred"], id="an option that is none"),
    ],
)
def test_what_is_refused_says_nothing_to_the_terminal(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        assert main(arguments) == 2

    err = capsys.readouterr().err
    assert "\\x1b[31mred" in err
    assert err.removesuffix("\n").isprintable()


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["demo", "--port", "9000"], id="its value fits no argument"),
        pytest.param(["demo", "score", "--port=9000"], id="its value is part of it"),
        pytest.param(["board", "draw", "--port", "9000", "--output"], id="of a command's command"),
    ],
)
def test_an_option_that_is_none_is_named(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)

    assert end.value.code == 2
    assert ": there is no argument --port; see" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("raised", "code", "line"),
    [
        pytest.param(
            InputError("photo.jpg: no board;\nsend another"),
            2,
            "companion: photo.jpg: no board; send another\n",
            id="input that can't be used",
        ),
        pytest.param(
            PermissionError(13, "Permission denied", "out.html"),
            2,
            "companion: out.html: Permission denied; check the path and its permissions\n",
            id="a file that can't be written",
        ),
        pytest.param(KeyboardInterrupt(), 130, "", id="interrupted"),
    ],
)
def test_how_a_command_fails(
    raised: BaseException,
    code: int,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(args: argparse.Namespace) -> int:
        raise raised

    fake_command(monkeypatch, run)

    assert main(["fake"]) == code
    assert capsys.readouterr().err == line


def test_our_own_bugs_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(args: argparse.Namespace) -> int:
        raise KeyError("a bug")

    fake_command(monkeypatch, run)

    with pytest.raises(KeyError):
        main(["fake"])


@pytest.mark.parametrize("code", [0, 1, 2])
def test_the_exit_code_is_the_commands(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_command(monkeypatch, lambda _: code)

    assert main(["fake"]) == code


def test_a_missing_system_library_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(name: str) -> types.ModuleType:
        raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(importlib, "import_module", refuse)

    assert main(["score"]) == 2
    assert "libGL.so.1" in capsys.readouterr().err


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_board_is_checked_without_opencv_and_flask() -> None:
    done = python(
        WITHOUT_OPENCV + "from companion.__main__ import main; sys.exit(main(sys.argv[1:]))",
        "board",
        "check",
        "--help",
    )

    assert done.returncode == 0, done.stderr
    assert "companion board check" in done.stdout


def test_a_reader_that_leaves_early_is_no_error() -> None:
    done = python(
        "import sys, types, os\n"
        "from companion import __main__ as door\n"
        "m = types.ModuleType('fake'); m.add_arguments = lambda p: None\n"
        "def run(args):\n"
        "    reader, writer = os.pipe(); os.close(reader); os.dup2(writer, 1)\n"
        "    print('many lines'); return 0\n"
        "m.run = run; sys.modules['fake'] = m\n"
        "door.COMMANDS = {'fake': door.Command('fake', 'pretend')}\n"
        "sys.exit(door.main(['fake']))"
    )

    assert done.returncode == 0
    assert done.stderr == ""


OUTSIDE = Path(__file__).resolve().parent.parent


def companion(folder: Path, *words: str, shell: str = "") -> subprocess.CompletedProcess[str]:
    """The program itself, in that folder; ``shell`` is how its streams are led elsewhere."""
    command = ["sh", "-c", f'exec "$@" {shell}', "sh", sys.executable, "-m", "companion", *words]
    # As in a terminal, where Python keeps in a buffer what it prints.
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        [os.fsencode(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**buffered, "PYTHONPATH": str(OUTSIDE)},
        timeout=120,
    )


@pytest.mark.skipif(os.name == "nt", reason="this is how Unix leads streams")
@pytest.mark.parametrize(
    ("shell", "code", "said"),
    [
        pytest.param(">/dev/full", 2, "what is to be shown can't be written", id="full"),
        pytest.param(">/dev/full 2>&1", 2, "", id="both full"),
        pytest.param(">&-", 0, "", id="closed"),
        pytest.param(">&- 2>&- <&-", 0, "", id="all closed"),
    ],
)
@pytest.mark.parametrize("words", [("--help",), ("board", "check", "board.json")], ids=" ".join)
def test_an_output_that_is_full_or_closed_is_no_traceback(
    words: tuple[str, ...], shell: str, code: int, said: str, tmp_path: Path
) -> None:
    shutil.copy(BOARD, tmp_path)
    shutil.copy(BOARD.with_name("markers.png"), tmp_path)

    done = companion(tmp_path, *words, shell=shell)

    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == bool(said)


@pytest.mark.skipif(os.name == "nt", reason="there every name can be spelt")
@pytest.mark.parametrize(
    "words",
    [
        ("doctor", "--table", "\udcff.sqlite"),
        ("play", "--camera", "\udcff.mp4", "--no-open"),
        ("watch", "\udcff.mp4"),
        ("score", "\udcff.jpg"),
        ("board", "check", "\udcff"),
    ],
    ids=lambda words: words[0],
)
def test_a_name_that_cannot_be_spelt_is_refused_in_one_line(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    done = companion(tmp_path, *words)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "is no UTF-8 text; rename that file" in done.stderr
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("doctor", "--camera", "-1"), "--camera -1: give its number, from 0 to 99"),
        (("doctor", "--camera", "99999999999999"), "give its number, from 0 to 99"),
        (("doctor", "--table", "."), ".: is a folder; give the name of a file"),
        (("doctor", "--table", ""), "is a folder; give the name of a file"),
        (("play", "--table", ".", "--no-open"), ".: is a folder"),
        (("play", "--table", "", "--no-open"), ".: is a folder"),
        (("play", "--table", "nowhere/x", "--no-open"), "there is no folder nowhere"),
        (("play", "--camera", "99999999999999", "--no-open"), "give a camera's number, from 0"),
        (("table", "check", "."), ".: is a folder; give the name of a file"),
        (("table", "backup", ".", "-o", "x"), ".: is a folder; give the name of a file"),
        (("table", "restore", ".", "-o", "x"), ".: is a folder; give the name of a file"),
        (("table", "restore", "x", "-o", os.devnull), "is no file"),
        (("table", "backup", "x", "-o", os.devnull), "is no file"),
        (("play", "--table", os.devnull, "--no-open"), "is no file"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_a_camera_or_a_table_that_cannot_be(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(words) == 2

    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert [*tmp_path.iterdir()] == []


def test_a_busy_port_leaves_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["play", "--no-open", "--port", port]) == 2

    assert f"--port {port}: Address already in use" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []
