"""What commands say of themselves: in every language, and nothing is left in English."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS, EXIT_CODES, Parser, _load, main
from tests.catalogues import compiled, read_po, typed, typeset

ROOT = Path(__file__).resolve().parent.parent.parent
FRENCH = ROOT / "companion/saying/locale/fr/LC_MESSAGES/help.po"
ARGPARSE = Path(argparse.__file__).read_text(encoding="utf-8")
BLANK = re.compile(r"%\(\w+\)[sr]|%[sr]|\{\w*\}")


@pytest.fixture
def in_french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")


def said_by(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every text that is declared to a parser, and to those below it."""
    yield from filter(None, (parser.description, parser.epilog))
    for action in parser._actions:
        if action.help not in {None, argparse.SUPPRESS}:
            yield str(action.help)
        if isinstance(action, argparse._SubParsersAction):
            yield from (str(each.help) for each in action._choices_actions)
            for below in action.choices.values():
                yield from said_by(below)


def dumb(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every argument of which a parser, or one below it, says nothing."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from dumb(below)
        elif action.help is None:
            yield f"{parser.prog} {action.metavar}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_argument_is_said_a_word_of(command: str) -> None:
    parser = Parser(prog=command)
    _load(COMMANDS[command]).add_arguments(parser)

    assert list(dumb(parser)) == []


def declared() -> set[str]:
    told = {command.help for command in COMMANDS.values()} | {EXIT_CODES}
    for command in COMMANDS.values():
        parser = Parser(description=command.help)
        _load(command).add_arguments(parser)
        told |= set(said_by(parser))
    return told


def test_all_that_a_command_says_of_itself_is_there_in_french() -> None:
    assert declared() - set(read_po(FRENCH)) == set()


def test_nothing_is_translated_that_nobody_says() -> None:
    front = (ROOT / "companion/__main__.py").read_text(encoding="utf-8")
    spare = set(read_po(FRENCH)) - declared() - {""}

    assert {text for text in spare if text not in front and text not in ARGPARSE} == set()


def test_every_translation_fills_the_same_blanks() -> None:
    for english, french in read_po(FRENCH).items():
        assert sorted(BLANK.findall(english)) == sorted(BLANK.findall(french)), english


def test_the_catalogue_is_compiled() -> None:
    made = FRENCH.with_suffix(".mo").read_bytes()

    assert made == compiled(typeset(FRENCH)), "run python -m tests.catalogues"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.usefixtures("in_french")
def test_help_is_in_the_language_of_the_terminal(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])

    out = typed(capsys.readouterr().out)
    assert re.findall(r"^\S.*:$", out, re.MULTILINE)[-1] == "options :"
    assert not re.search(r"\w:$", out, re.MULTILINE)
    told = " ".join(out.split())
    assert "montrer cette aide, et rien d'autre" in told
    assert not re.search(r"\b(the|of|with)\b", re.sub(r"\{.*?\}", "", told))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nix"], "companion: il n'y a pas de commande « nix » ; il y a play, score"),
        (["score", "--nix"], "companion score: il n'y a pas d'argument --nix ; voir"),
        (["play", "--port"], "companion play: argument --port : il faut une valeur ; voir"),
        (["play", "--turn", "45"], "argument --turn : 45 n'est pas un choix ; choisissez parmi 0"),
        (["board", "check"], "companion board check: il manque : FILE ; voir"),
        (["demo"], "companion demo: il manque : score ; voir"),
    ],
)
@pytest.mark.usefixtures("in_french")
def test_a_mistake_is_told_in_it_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)

    told = capsys.readouterr().err
    assert left.value.code == 2
    assert said in typed(told)
    assert told.count("\n") == 1


def test_english_is_as_it_stands_in_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["table", "--help"])

    assert "copy a table, while it is played on too" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (("board", "draw"), "--position FILE a file of pieces (JSON)"),
        (("game", "replay"), "--moves FILE a file with a plain list of moves (JSON)"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_what_is_a_file_is_asked_for_as_one(
    command: tuple[str, str], asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([*command, "--help"])

    assert asked in " ".join(capsys.readouterr().out.split())
