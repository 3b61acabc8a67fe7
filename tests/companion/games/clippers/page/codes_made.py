"""Every code of a finding that the rules make."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import companion.games.clippers as clippers

SOURCE = Path(clippers.__path__[0])


def codes_made() -> dict[str, list[set[str]]]:
    """Every code of a finding in the sources, with the parameters of each call that makes it."""
    made: dict[str, list[set[str]]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for code, params in _made_by(function):
                    made[code].append(params)
    return made


def _made_by(function: ast.FunctionDef) -> Iterator[tuple[str, set[str]]]:
    named = {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(function):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        callee = call.func.id if isinstance(call.func, ast.Name) else ""
        by_laying = isinstance(call.func, ast.Attribute) and call.func.attr == "finding"
        if callee != "Finding" and not (by_laying and len(call.args) > 1):
            continue
        given = call.args[0]
        expression = named.get(given.id, given) if isinstance(given, ast.Name) else given
        params = {each.arg for each in call.keywords if each.arg}
        params |= {"player", "company"} if by_laying else set()
        for dictionary in (arg for arg in call.args if isinstance(arg, ast.Dict)):
            params |= {str(key.value) for key in dictionary.keys if isinstance(key, ast.Constant)}
        for code in ast.walk(expression):
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield code.value, params


CODES = codes_made()
