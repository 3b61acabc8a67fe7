"""The ``companion`` command: what it offers, how it refuses, how it ends."""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import types
from collections.abc import Callable

import pytest

from companion import __main__ as front_door
from companion.__main__ import COMMANDS, Command, main
from companion.errors import InputError

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

    assert done.returncode == 141
    assert done.stderr == ""
