"""docs/api.md describes every route, every field of a write and every error, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest
from werkzeug.exceptions import SecurityError, default_exceptions
from werkzeug.routing import Rule

from calibration.tracing.kinds.wishes import OF_ANY
from calibration.tracing.wishes.of_kinds import OF_ROUTES, OF_STOPS
from tests.web.tables import make_host
from web.app import create_app
from web.host.host import Host
from web.serving.openapi import TAKES

ROOT = Path(__file__).resolve().parent.parent.parent.parent
CODE = re.compile(r"`([a-z][a-z-]+)`")
ERRORS = {"RefusedError", "_answer"}
"""What is called with the status and the code of an error."""
FEWEST_ERRORS = 50
IN_A_RANGE = re.compile(r"[xy][23]")
"""Fields that stand between two others: `x1` to `x4`."""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def described() -> set[str]:
    """Every route in docs/api.md: ``GET /view``."""
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| `((?:GET|POST) [^`]+)` \|", text, re.MULTILINE))


def path_of(rule: Rule) -> str:
    """The path of a route as docs/api.md writes it."""
    path = re.sub(r"<any\(.*\):(\w+)>", r"<\1>", rule.rule)
    return re.sub(r"<int:(\w+)>", r"<\1>", path)


def routes(host: Host) -> set[str]:
    found = set()
    for rule in create_app(host).url_map.iter_rules():
        found |= {f"{m} {path_of(rule)}" for m in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    return found


def test_every_route_is_described(host: Host) -> None:
    assert described() == routes(host)


def told_errors() -> tuple[set[tuple[int, str]], set[str]]:
    """The status and code of each error in docs/api.md, and the codes of its table of errors."""
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z`, -]+`) \| ([\d, ]+) \|", text, re.MULTILINE)
    beside = [(codes, status) for status, codes in re.findall(r"\b(\d{3})\s\(([^)]*`)", text)]
    pairs = [
        (int(status), code)
        for codes, statuses in [*rows, *beside]
        for status in statuses.split(", ")
        for code in CODE.findall(codes)
    ]
    return set(pairs), {code for codes, _ in rows for code in CODE.findall(codes)}


def errors_by_name() -> set[tuple[int, str]]:
    """The status and code of what is raised in ``web`` as an error of HTTP."""
    known = {each.__name__: each for each in (*default_exceptions.values(), SecurityError)}
    names = {
        name.id
        for path in (ROOT / "web").rglob("*.py")
        for raised in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(raised, ast.Raise) and raised.exc is not None
        for name in ast.walk(raised.exc)
        if isinstance(name, ast.Name) and name.id in known
    }
    errors = (known[name]() for name in names)
    return {(each.code or 0, each.name.lower().replace(" ", "-")) for each in errors}


def errors_of_the_program() -> set[tuple[int, str]]:
    """The status and code of each error that the code of ``web`` spells out."""
    calls = (
        node
        for path in (ROOT / "web").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS
    )
    return {
        (status.value, code.value)
        for call in calls
        if len(call.args) > 1
        for status, code in [call.args[:2]]
        if isinstance(status, ast.Constant) and isinstance(status.value, int)
        if isinstance(code, ast.Constant) and isinstance(code.value, str)
    }


def test_every_error_is_described_and_no_other() -> None:
    told, in_table = told_errors()
    used = errors_of_the_program()
    by_name = {each().name.lower().replace(" ", "-") for each in default_exceptions.values()}

    assert (used | errors_by_name()) - told == set()
    assert (400, "bad-request") in errors_by_name()
    assert in_table - {code for _, code in used} - by_name == set()
    assert len(used) > FEWEST_ERRORS


def test_every_field_of_a_write_is_described(host: Host) -> None:
    text, missing = (ROOT / "docs/api.md").read_text(encoding="utf-8"), []
    rows = dict(re.findall(r"^\| `POST ([^`]+)` \|[^|]*\|(.*)\|$", text, re.MULTILINE))
    for rule in create_app(host).url_map.iter_rules():
        if "POST" in (rule.methods or set()):
            _, schema = TAKES[rule.endpoint]
            fields = cast(Mapping[str, object], schema["properties"])
            kinds = cast(Mapping[str, object], schema.get("patternProperties", {}))
            row = rows[path_of(rule)]
            names = [*fields, *(kind.strip("^").replace("\\", "") for kind in kinds)]
            said = (f"`{name}" in row or f'"{name}"' in row for name in names)
            missing += [
                f"{rule.rule}: {name}"
                for name, there in zip(names, said, strict=True)
                if not there and name != "back" and not IN_A_RANGE.fullmatch(name)
            ]

    assert missing == []


def test_every_wish_of_a_tracing_is_described_and_no_other() -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    [told] = re.findall(r"^A wish is .*?\n\n", text, re.MULTILINE | re.DOTALL)

    of_any, of_islands, of_stops = (
        set(CODE.findall(part)) for part in re.split("; on a board\\s", told)
    )
    assert of_any - {"do", "key"} == set(OF_ANY)
    assert of_islands == set(OF_ROUTES)
    assert of_stops == set(OF_STOPS)
