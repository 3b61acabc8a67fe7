"""What programs are told that a write takes is what its code reads and what the pages' forms send.

Nothing is asked of a server. The code of each route is read for the fields that it takes from a
form, with all of ``web`` that it may come to; and each template for the fields that its forms hold.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.web.tables import make_host
from web.app import create_app
from web.serving.openapi import JSON, TAKES

FORMS = {"form", "typed", "values", "files"}
"""What the fields of a form are called in the code."""
READS = {"get", "getlist"}
FILES = {"handed_in", "files_handed_in"}
"""Functions that are told the name of a field."""
ANY = r"\w+"
OLD = {"nation"}
"""What ``role`` was called in older forms."""
OTHERS = {
    "start.choose": {"edition", rf"ruling\.{ANY}"},  # its form is drawn anew without them
    "own_tiles.write": {"which"},  # of /spot alone; the page that says a fault keeps it
    "drawn_tiles.change": {"which"},
    "drawn_tiles.kinds": {"which"},
}
"""What the code of a route comes by, but no form of it means."""
TEMPLATES = Path(__file__).resolve().parents[3] / "web" / "templates"
PARTS = re.compile(r'{% (?:include|from) "([^"]+)"[^%]*%}')
HERE = {
    "own_tiles/areas.html": "/tiles/1/1",
    "own_tiles/tile.html": "/tiles/1/1",
    "own_tiles/photo.html": "/tiles/1/photo",
    "own_tiles/cards_photo.html": "/tiles/1/cards/photo",
}
"""Where the forms of a template lead that has its own address in a variable."""
FORM = re.compile(r'<form\b[^>]*method="post" action="([^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'<(?:input|button|select|textarea)\b(?:"[^"]*"|[^>"])*')
NAME = re.compile(r'\bname="([^"]*)"')
EXPRESSION = re.compile(r"{{.*?}}|{%.*?%}")
SEEN = {"revision", "back"}
"""What ``parts/seen.html`` puts into a form, whether it is read there or not."""
UNSENT = {"own_tiles/cards_photo.html": {"faces"}}
"""What a part of a template holds under a condition that is never met there."""
FEWEST_FORMS = 60
Code = Callable[..., Any]


def names_of(part: ast.expr, known: Mapping[str, object]) -> str | None:
    """The names that an expression stands for, as a pattern; None where it can't be told."""
    if isinstance(part, ast.Constant) and isinstance(part.value, str):
        return re.escape(part.value)
    if isinstance(part, ast.Name):
        held = known.get(part.id)
        each = [held] if isinstance(held, str) else held
        return "|".join(map(re.escape, each)) if isinstance(each, list) else None
    if isinstance(part, ast.JoinedStr):
        texts = (names_of(each, known) or ANY for each in part.values)
        return "".join(texts)
    return None


def looped_over(tree: ast.AST, known: Mapping[str, object]) -> dict[str, object]:
    """What is known to a function, and the names that its loops go over, as one pattern each."""
    found: dict[str, object] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.comprehension) and isinstance(node.target, ast.Name):
            over = node.iter
            if isinstance(over, ast.Tuple):
                found[node.target.id] = [
                    each.value for each in over.elts if isinstance(each, ast.Constant)
                ]
            elif isinstance(over, ast.Name) and isinstance(held := known.get(over.id), Mapping):
                found[node.target.id] = list(held)
    return {**known, **found}


def is_form(part: ast.expr) -> bool:
    return (isinstance(part, ast.Name) and part.id in FORMS) or (
        isinstance(part, ast.Attribute) and part.attr in FORMS
    )


def reads_of(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Each expression that names a field, and what follows in the name."""
    if isinstance(node, ast.Call) and node.args:
        called, first = node.func, node.args[0]
        method = called.attr if isinstance(called, ast.Attribute) else ""
        hands_in = isinstance(called, ast.Name) and called.id in FILES
        if hands_in or (method in READS and is_form(getattr(called, "value", first))):
            yield first, ""
        elif method == "startswith" and isinstance(first, ast.Name):
            yield first, ANY
    elif isinstance(node, ast.Subscript) and is_form(node.value):
        yield node.slice, ""
    elif isinstance(node, ast.Compare) and is_form(node.comparators[0]):
        yield node.left, ""


@cache
def read_by(code: Code) -> tuple[frozenset[str], frozenset[Code]]:
    """The fields that a function reads, as patterns, and the functions of ``web`` in it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    known = looped_over(tree, code.__globals__)
    takes_form = any(is_form(node) for node in ast.walk(tree) if isinstance(node, ast.expr))
    patterns = set()
    for node in ast.walk(tree):
        for part, rest in reads_of(node):
            pattern = names_of(part, known)
            if pattern is not None and (takes_form or not rest):
                patterns.add(pattern + rest)
    named = [known.get(node.id) for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return frozenset(patterns), frozenset(
        inspect.unwrap(each)
        for each in named
        if inspect.isfunction(each) and each.__module__.startswith("web.")
    )


def fields_read(view: Code) -> set[str]:
    """The fields that a route may read, as patterns."""
    found, seen, left = set(), set(), [inspect.unwrap(view)]
    while left:
        code = left.pop()
        if code in seen:
            continue
        seen.add(code)
        patterns, others = read_by(code)
        found |= patterns
        left += others
    return found


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    host = make_host(tmp_path_factory.mktemp("table") / "table.sqlite")
    yield create_app(host)
    host.store.close()


def told(endpoint: str) -> tuple[set[str], set[str]]:
    """The fields that a write is told to take: their names, and patterns for many of one kind."""
    _, schema = TAKES[endpoint]
    names, kinds = schema["properties"], schema.get("patternProperties", {})
    assert isinstance(names, Mapping)
    assert isinstance(kinds, Mapping)
    return set(names), {kind.removeprefix("^") + ANY for kind in kinds}


def sends(template: Path) -> Iterator[tuple[str, set[str]]]:
    """Where each form of a template leads, and the names of its fields."""
    text = whole(template)
    called = template.relative_to(TEMPLATES).as_posix()
    if called in HERE:
        text = text.replace("{{ here }}", HERE[called])
    unsent = SEEN | UNSENT.get(called, set())
    for action, inside in FORM.findall(text):
        fields = set()
        for field in FIELD.findall(inside):
            for name in NAME.findall(field):
                if EXPRESSION.fullmatch(name):
                    continue  # what was sent, sent once more
                at = ".x" if 'type="image"' in field else ""
                fields.add(EXPRESSION.sub("1", name) + at)
        to = action.replace("{{ which }}", "final")
        yield EXPRESSION.sub("1", to).partition("#")[0], fields - unsent


def whole(template: Path) -> str:
    """A template with its parts in it."""
    text = template.read_text(encoding="utf-8")
    return PARTS.sub(lambda part: whole(TEMPLATES / part[1]), text)


@pytest.mark.parametrize("endpoint", [each for each, (kind, _) in TAKES.items() if kind != JSON])
def test_a_write_is_told_to_take_what_its_code_reads(endpoint: str, app: Flask) -> None:
    names, kinds = told(endpoint)
    read = fields_read(app.view_functions[endpoint]) - OLD - OTHERS.get(endpoint, set())

    untold = {each for each in read - kinds if not any(re.fullmatch(each, name) for name in names)}
    unread = {name for name in names if not any(re.fullmatch(each, name) for each in read)}

    assert (untold, unread, kinds - read) == (set(), set(), set())


def test_the_pages_forms_send_only_what_a_write_is_told_to_take(app: Flask) -> None:
    routes, seen, wrong = app.url_map.bind("localhost"), 0, []
    for template in sorted(TEMPLATES.rglob("*.html")):
        for action, fields in sends(template):
            if not action.startswith("/"):
                continue
            endpoint, _ = routes.match(action, method="POST")
            names, kinds = told(endpoint)
            seen += 1
            if TAKES[endpoint][0] != JSON:
                known = [*map(re.escape, names), *kinds]
                others = {n for n in fields if not any(re.fullmatch(each, n) for each in known)}
                wrong += [f"{template.name}: {endpoint} {each}" for each in sorted(others)]

    assert "\n".join(wrong) == ""
    assert seen > FEWEST_FORMS
