"""Each page is drawn from dataclasses: none of their fields idle, and no name that they lack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import Environment, meta, nodes

from tests.web.tables import make_host
from web.app import create_app
from web.camera.page import CameraPage
from web.looking_back.evenings_page import EveningShown
from web.photo_score.shown import PhotoShown
from web.photo_score.steps import PlayersAsked, RulesAsked
from web.standings.score_page import HiddenScore, ScoreOfTable, ScoreShown
from web.table.anywhere_page import AnywhereLists
from web.table.bank_page import Books
from web.table.entry_page import OneEntry
from web.table.pages import OwnPhone
from web.table.shown import Shown

PAGES: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("table/table.html", (Shown,)),
    ("table/player.html", (Shown, OwnPhone)),
    ("table/bank.html", (Shown, Books)),
    ("table/entry.html", (Shown, OneEntry)),
    ("table/anywhere.html", (Shown, AnywhereLists)),
    ("camera/camera.html", (Shown, CameraPage)),
    ("standings/score.html", (Shown, ScoreShown, ScoreOfTable)),
    ("looking_back/evening.html", (ScoreShown, EveningShown)),
    ("photo_score/photo_score.html", (PhotoShown, PlayersAsked, RulesAsked)),
)
PERHAPS = frozenset({"last_said", "view", "eye", "charted", "map_from", "changes_pictures"})
"""Names of which a part that several pages share asks whether they are there at all."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    host = make_host(tmp_path / "table.sqlite")
    yield create_app(host)
    host.store.close()


def everywhere(app: Flask) -> set[str]:
    """The names that every template has."""
    names: dict[str, Any] = {}
    with app.test_request_context("/"):
        app.preprocess_request()
        app.update_template_context(names)
    return {*names, *app.jinja_env.globals}


def names_of(*kinds: type) -> set[str]:
    return {each.name for kind in kinds for each in fields(kind)}


def asked_by(template: str, templates: Environment) -> tuple[set[str], set[str]]:
    """The names that a template and its parts ask for, and those that they set themselves."""
    asked: set[str] = set()
    made: set[str] = set()
    waiting, seen = [template], {template}
    while waiting:
        source, *_ = templates.loader.get_source(templates, waiting.pop())  # type: ignore[union-attr]
        tree = templates.parse(source)
        asked |= meta.find_undeclared_variables(tree)
        made |= {name.name for name in tree.find_all(nodes.Name) if name.ctx == "store"}
        made |= {str(name) for each in tree.find_all(nodes.FromImport) for name in each.names}
        made |= {each.name for block in tree.find_all(nodes.With) for each in block.targets}
        made |= {macro.name for macro in tree.find_all(nodes.Macro)}
        parts = {part for part in meta.find_referenced_templates(tree) if part is not None}
        waiting += parts - seen
        seen |= parts
    return asked, made


@pytest.mark.parametrize(("template", "kinds"), PAGES, ids=[name for name, _ in PAGES])
def test_a_page_asks_for_what_it_is_given(
    template: str, kinds: tuple[type, ...], app: Flask
) -> None:
    asked, made = asked_by(template, app.jinja_env)

    assert asked - made - names_of(*kinds) - everywhere(app) <= PERHAPS


def test_nothing_is_made_for_a_page_that_shows_it_nowhere(app: Flask) -> None:
    every = set().union(*(asked_by(template, app.jinja_env)[0] for template, _ in PAGES))

    assert names_of(*(kind for _, kinds in PAGES for kind in kinds)) <= every


def test_no_name_is_given_twice() -> None:
    for template, kinds in PAGES:
        assert len(names_of(*kinds)) == sum(len(fields(kind)) for kind in kinds), template


def test_a_hidden_score_says_so_and_nothing_else() -> None:
    assert names_of(HiddenScore) == {"score"}
