"""The rulebook, the rule functions and the rulings hold together."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import companion.games.clippers as clippers
from companion.games.clippers import rules as rules_package
from companion.games.clippers.judging import judgement
from companion.games.clippers.terms import editions, sections
from companion.play.options import written

ROOT = Path(__file__).resolve().parents[5]
RULEBOOK = (Path(clippers.__path__[0]) / "rulebook.md").read_text(encoding="utf-8")
RULINGS = (ROOT / "docs/rulings.md").read_text(encoding="utf-8")
NUMBER = r"[0-9]+\.[0-9]+"
ROW = r"[ABC][0-9]+"


@cache
def book() -> dict[str, str]:
    """Every numbered section of the rulebook with its text."""
    parts = re.split(
        rf"^### ({NUMBER}) ", RULEBOOK.partition("## Not checkable")[0], flags=re.MULTILINE
    )
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@cache
def not_checkable() -> dict[str, str]:
    """The sections no program can hold a table to, each with the reason."""
    table = RULEBOOK.partition("## Not checkable")[2]
    return dict(re.findall(rf"^\| ({NUMBER}) \| (.+) \|$", table, flags=re.MULTILINE))


@cache
def rulings() -> dict[str, str]:
    """The rows of docs/rulings.md: their letter and number, and the last column."""
    return dict(re.findall(rf"^\| ({ROW}) \|.*\| ([^|]+) \|$", RULINGS, flags=re.MULTILINE))


def functions(package: Any = clippers) -> Iterator[FunctionType]:
    """Every function and method of a package, private ones too."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(found.name)
        for _, member in inspect.getmembers(module):
            if getattr(member, "__module__", None) != found.name:
                continue
            if inspect.isfunction(member):
                yield member
            elif inspect.isclass(member):
                yield from (each for _, each in inspect.getmembers(member, inspect.isfunction))


def cited(words: str) -> list[str]:
    """The sections a text names: ``Rules, sections 3.4 and 4.3 to 4.6``, or a bare ``(7.1)``."""
    found: list[str] = []
    for first, last in re.findall(rf"({NUMBER})(?: to ({NUMBER}))?", words):
        chapter, low = map(int, first.split("."))
        high = int(last.split(".")[1]) if last else low
        found += [f"{chapter}.{number}" for number in range(low, high + 1)]
    return found


def found_by(function: FunctionType) -> set[str]:
    """The sections that the findings and score lines of a function rest on."""
    constants = {name: value for name, value in vars(sections).items() if name.isupper()}
    return {constants[name] for name in function.__code__.co_names if name in constants}


def name_of(function: FunctionType) -> str:
    return f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"


ALL_RULES = [
    rule
    for rule in functions(rules_package)
    if not rule.__name__.startswith("_") and "." not in rule.__qualname__
]
every_rule = pytest.mark.parametrize("rule", ALL_RULES, ids=name_of)


@every_rule
def test_a_rule_cites_the_sections_it_finds_by(rule: FunctionType) -> None:
    named = cited((rule.__doc__ or "").partition("Rules, section")[2])
    assert named
    assert set(named) <= set(book())

    assert found_by(rule) <= set(named)


@every_rule
def test_a_rule_is_asked(rule: FunctionType) -> None:
    asked: set[object] = {each for rules in judgement.RULES.values() for each in rules}
    beside: tuple[object, ...] = (*judgement.PLACEMENT, *judgement.MONEY_NOTES)
    source = inspect.getsource(judgement.notes)

    assert rule in asked or rule in beside or rule.__name__ in source


def test_every_section_is_cited_by_a_function_or_can_not_be_checked() -> None:
    named = {number for each in functions() for number in cited(each.__doc__ or "")}
    rested_on = {number for each in functions() for number in found_by(each)}

    assert named | rested_on <= set(book())
    assert set(book()) - named - rested_on <= set(not_checkable()) <= set(book()) - rested_on


def test_what_is_not_checkable_has_its_reason() -> None:
    for reason in not_checkable().values():
        assert len(reason.split()) > 5


def test_the_constants_name_sections_that_exist() -> None:
    constants = [value for name, value in vars(sections).items() if name.isupper()]

    assert set(constants) <= set(book())
    assert len(set(constants)) == len(constants)


@pytest.mark.parametrize("number", book())
def test_a_section_says_where_it_comes_from(number: str) -> None:
    assert "FR" in book()[number]
    assert "EN" in book()[number]


def test_every_ruling_is_in_the_rulebook_or_has_no_effect() -> None:
    in_book = set(re.findall(rf"\b{ROW}\b", RULEBOOK))
    without_effect = {
        "A15": "how a slot is printed",
        "A18": "where the cards lie",
        "A21": "how many summary sheets there are",
        "C23": "who sees the money: the page's matter, not a rule of play",
    }
    assert in_book <= set(rulings())
    assert set(rulings()) - in_book == set(without_effect)


def test_every_ruling_that_a_function_names_exists() -> None:
    for function in functions():
        words = function.__doc__ or ""
        for row in re.findall(rf"\b{ROW}\b", words) if "uling" in words else ():
            assert row in rulings(), name_of(function)


def options_said() -> dict[str, list[str]]:
    """Every option of docs/rulings.md with its values, the default first."""
    said = {}
    for column in rulings().values():
        words = re.findall(r"`([^`]+)`", column)
        if words:
            said[words[0]] = words[1:]
    return said


def test_the_options_of_the_document_are_those_of_the_program() -> None:
    assert sorted(options_said()) == sorted(field.name for field in fields(editions.Rulings))


@pytest.mark.parametrize(("option", "values"), options_said().items(), ids=options_said())
def test_the_first_value_said_is_the_default_and_every_other_is_taken(
    option: str, values: list[str]
) -> None:
    default, *others = values

    assert str(written(getattr(editions.DEFAULT, option))) == default
    for other in others:
        taken = getattr(editions.OPTIONS.read({option: other}), option)
        assert str(written(taken)) == other
    if len(others) + 1 < len(editions.OPTIONS.choices(option)):
        assert option in editions.NUMBERS
