"""What every test file may use."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import ClassVar

import pytest
from flask import Flask
from hypothesis import settings
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from tests.quick import ROOT, first_cases, function_of, slow_tests

# Without a deadline: a busy machine is no bug. Without chance: the same commit gives the same
# verdict. `pytest --hypothesis-profile=search` looks further, with new examples each time.
settings.register_profile("house", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("house")

os.environ["LANGUAGE"] = "en"  # a command speaks the language of its terminal


class CompiledOnce(BytecodeCache):
    """Templates as compiled for the first app: there are hundreds of apps, and one set of them."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._codes[bucket.key, bucket.checksum] = bucket.code


class BuiltOnce(Rule):
    """An address as compiled for the first app: that is most of what it takes to make one."""

    _known: ClassVar[dict[tuple[str, str, bool], Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = self.rule, repr(self.defaults), append_unknown
        if key not in self._known:
            self._known[key] = super()._compile_builder(append_unknown)
        return self._known[key]


Flask.jinja_options = {"bytecode_cache": CompiledOnce()}
Flask.url_rule_class = BuiltOnce


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--quick`` is for who wants to know soon; see tests/quick.py."""
    parser.addoption("--quick", action="store_true", help="the first case of every quick test")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file of which every test is slow needs not even be read for a quick answer."""
    if not config.getoption("--quick") or collection_path.suffix != ".py":
        return None
    return collection_path.relative_to(ROOT).as_posix() in slow_tests() or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a quick answer can't wait for, and say how much that is."""
    if not config.getoption("--quick"):
        return
    slow = slow_tests()
    kept = [item for item in first_cases(items) if function_of(item.nodeid) not in slow]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept
