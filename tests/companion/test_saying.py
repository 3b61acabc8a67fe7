"""Every fault that is raised is a code, and each code has its sentence in each language."""

from __future__ import annotations

import ast
import errno
import os
import pickle
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.errors import Fault, InputError, first_of
from companion.saying.catalogue import LANGUAGES
from companion.saying.phrase import AllOf, AnyOf, Phrase, reason
from companion.saying.terminal import TOLD_BY, terminals_language
from tests.catalogues import compiled, read_po, typed, typeset

ROOT = Path(__file__).resolve().parent.parent.parent
ROOMS = ("companion", "vision", "calibration", "web")
SAID = {
    "InputError",
    "Fault",
    "Phrase",
    "NotAligned",
    "OtherBoardError",
    "UnfitFrame",
    "UnfitPhotoError",
    "CarriedError",
}
"""What makes a fault or a phrase: the first argument is its code."""
JOINTS = {"or", "and", "comma", "clippers:and-no"}
"""Codes of little words, which stand in classes."""
KEPT = {"count", "game", "newer", "is_full"}
"""What need not be said: it chooses between one and many, or a kind of error keeps it."""


def catalogues(language: str) -> dict[str, str]:
    """All sentences, by the whole code."""
    sentences: dict[str, str] = {}
    for path in (ROOT / "companion").rglob(f"locale/{language}/LC_MESSAGES/faults.po"):
        game = "" if path.parents[3].name == "saying" else f"{path.parents[3].name}:"
        sentences |= {f"{game}{code}": said for code, said in read_po(path).items() if code}
    return sentences


@cache
def calls() -> tuple[tuple[str, str | re.Pattern[str], frozenset[str] | None], ...]:
    """Where what is said: the code (or the shape of several), and the names of its parameters."""
    return tuple(
        (f"{path.relative_to(ROOT)}:{call.lineno}", code, parameters(call))
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and call.args and is_saying(call)
        for code in codes(call.args[0])
    )


def is_saying(call: ast.Call) -> bool:
    name = call.func
    if isinstance(name, ast.Attribute):  # a field's, or that of an error of a kind of its own
        is_own = name.attr == "__init__" and isinstance(call.args[0], ast.Constant)
        return name.attr == "fault" or is_own
    return isinstance(name, ast.Name) and name.id in SAID


def codes(argument: ast.expr) -> Iterator[str | re.Pattern[str]]:
    match argument:
        case ast.Constant(str(code)):
            yield code
        case ast.IfExp():
            yield from (*codes(argument.body), *codes(argument.orelse))
        case ast.JoinedStr():
            parts = (
                re.escape(p.value) if isinstance(p, ast.Constant) else "[^:]+"
                for p in argument.values
            )
            yield re.compile("".join(map(str, parts)))


def parameters(call: ast.Call) -> frozenset[str] | None:
    """None where they are handed on whole."""
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(map(str, names))


def gaps(sentence: str) -> set[str]:
    return {name.removesuffix("_") for name in re.findall(r"(?<!\{)\{(\w+)\}", sentence)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_that_is_raised_has_its_sentence_and_fills_its_gaps(language: str) -> None:
    sentences = catalogues(language)
    wrong = []
    for where, code, given in calls():
        if isinstance(code, re.Pattern):
            if not any(map(code.fullmatch, sentences)):
                wrong.append(f"{where}: nothing is said of {code.pattern}")
        elif code not in sentences:
            wrong.append(f"{where}: nothing is said of {code}")
        elif given is not None and not gaps(sentences[code]) <= given:
            wrong.append(f"{where}: {code} lacks {sorted(gaps(sentences[code]) - given)}")
        elif given is not None and not given <= gaps(sentences[code]) | KEPT:
            wrong.append(f"{where}: {code} doesn't say {sorted(given - gaps(sentences[code]))}")
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_there_for_nothing(language: str) -> None:
    said = {code for _, code, _ in calls() if isinstance(code, str)} | JOINTS
    shapes = [code for _, code, _ in calls() if isinstance(code, re.Pattern)]
    unsaid = {
        code
        for code in (each.removesuffix(":one") for each in catalogues(language))
        if code not in said and not any(shape.fullmatch(code) for shape in shapes)
    }
    assert unsaid == set()


SENTENCE = re.compile(r"[^\W\d_]{2,}[,;:.]* +[^\W\d_]{2,}|[^\W\d_]{2,}: $")
"""Two words, or one that something is said of."""
DECLARES = {"add_argument", "add", "add_parser", "add_subparsers", "add_language", "ArgumentParser"}
"""What says how a command is typed: ``test_help.py`` holds it against a catalogue of its own."""
LOGS = {"error", "exception", "warning", "info"}


def sentences_in(tree: ast.AST) -> Iterator[str]:
    """The literal sentences of a module that are no docstrings, and neither help nor log."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Expr(ast.Constant()):
                continue
            case ast.Call(ast.Attribute(attr=name) | ast.Name(id=name)) if name in DECLARES | LOGS:
                continue
            case ast.Call(func=ast.Name("add_game_arguments" | "Path")):
                continue
            case ast.Assign([ast.Attribute(attr="epilog")]):
                continue
            case ast.Constant(str(text)) if SENTENCE.search(text) and not text.startswith("$ "):
                yield text
        yield from sentences_in(node)


@pytest.mark.parametrize(
    "path",
    sorted(ROOT.glob("[cvw]*/commands/*.py")),
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_no_command_has_an_english_sentence_of_its_own(path: Path) -> None:
    """All that it prints comes from the catalogues."""
    assert list(sentences_in(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_the_languages_say_the_same_things() -> None:
    english, french = map(catalogues, LANGUAGES)

    assert english.keys() == french.keys()
    assert {code for code in english if gaps(english[code]) != gaps(french[code])} == set()


@pytest.mark.parametrize("path", sorted(ROOT.glob("companion/**/locale/**/faults.po")), ids=str)
def test_the_catalogues_are_compiled(path: Path) -> None:
    again = "run python -m tests.catalogues"

    assert path.with_suffix(".mo").read_bytes() == compiled(typeset(path)), again


@pytest.mark.parametrize(
    ("error", "english", "french"),
    [
        (
            InputError("is-a-folder", Path("a")),
            "a: is a folder; give the name of a file",
            "a : est un dossier ; donnez le nom d'un fichier",
        ),
        (
            InputError("not-whole", "x", value=1.5).within(Path("f.json")),
            "f.json: x: is 1.5; give a whole number",
            "f.json : x : est 1.5 ; donnez un nombre entier",
        ),
        (
            InputError("first-of-faults", count=1, fault=Fault("length-zero", "meta/width_mm")),
            "one fault: meta/width_mm: is 0; give a length in mm",
            "un défaut : meta/width_mm : est 0 ; donnez une longueur en mm",
        ),
        (
            InputError.of(first_of([Fault("length-zero", "a"), Fault("length-zero", "b")])),
            "a: is 0; give a length in mm (and 1 more)",
            "a : est 0 ; donnez une longueur en mm (et 1 de plus)",
        ),
        (
            InputError("name-unfit", "p", why=reason(OSError(errno.EACCES, "as the system says"))),
            "p: Permission denied; give another name",
            "p : accès refusé ; donnez un autre nom",
        ),
        (
            InputError("name-unfit", "p", why=reason(OSError(errno.ENODEV, "as the system says"))),
            "p: as the system says; give another name",
            "p : as the system says ; donnez un autre nom",
        ),
        (
            InputError("seats-taken", number=Phrase("number:5"), game="G", next_one="sixth"),
            "Five sit already, and G has no sixth.",
            "Cinq sont déjà assis, et G n'a pas de sixth.",
        ),
        (InputError("no-such-code-at-all", "p"), "p: no-such-code-at-all", None),
    ],
)
def test_an_error_says_itself_in_each_language(
    error: InputError, english: str, french: str | None
) -> None:
    assert str(error) == english
    assert french is None or typed(error.said("fr")) == french
    assert str(pickle.loads(pickle.dumps(error))) == english  # it comes out of another process


def test_several_things_are_parted_by_a_little_word() -> None:
    sides = [Phrase("side:top"), Phrase("side:left")]

    assert [AnyOf("abc").said(language) for language in LANGUAGES] == ["a or b or c", "a ou b ou c"]
    assert [AllOf(sides).said(language) for language in LANGUAGES] == [
        "top and left",
        "haut et gauche",
    ]
    assert AnyOf(()).said("en") == ""


@pytest.mark.skipif(os.name == "nt", reason="Windows says the same in other words")
def test_what_a_system_refuses_is_said_in_its_own_words() -> None:
    said: Mapping[str, str] = catalogues("en")
    known = {code.removeprefix("errno:") for code in said if code.startswith("errno:")}

    assert {name: said[f"errno:{name}"] for name in known} == {
        name: os.strerror(getattr(errno, name)) for name in known
    }


def test_a_place_with_signs_of_a_format_stays_as_it_is() -> None:
    assert str(InputError("is-a-folder", "{0}%s{place}")).startswith("{0}%s{place}: is a folder")


@pytest.mark.parametrize(
    ("told", "language"),
    [
        ({"LANGUAGE": "fr:en"}, "fr"),
        ({"LANGUAGE": "de:fr"}, "fr"),
        ({"LC_ALL": "fr_CH.UTF-8", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_a_command_speaks_the_language_of_its_terminal(
    told: dict[str, str],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in TOLD_BY:
        monkeypatch.delenv(name, raising=False)
    for name, value in told.items():
        monkeypatch.setenv(name, value)

    assert terminals_language() == language
    assert main(["board", "check", "nowhere.json"]) == 2
    assert ("fichier ou dossier introuvable" in capsys.readouterr().err) is (language == "fr")


def test_a_mistake_is_told_in_the_language_that_was_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["score", "--player", "Ann", "--position", "x.json", "--language", "fr"]) == 2
    assert "joueur « Ann »" in typed(capsys.readouterr().err)
