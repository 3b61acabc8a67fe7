"""Every sentence of the page is there in French, and its words fit."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Store
from tests.catalogues import compiled, read_po, typeset
from tests.web.tables import BOARD, NOW, client_of, make_host
from web.app import create_app
from web.host.host import Address, Host
from web.host.roles import Role
from web.words.language import catalogue, chosen

WEB = Path(__file__).resolve().parent.parent.parent.parent / "web"
FRENCH = WEB / "translations/fr/LC_MESSAGES/web.po"
SPEAKERS = {"gettext": 0, "RefusedError": 2}
"""Functions that say one of their arguments: which one."""


def sentences(tmp_path: Path) -> Iterator[str]:
    """What the templates and the code say, as gettext asks for it."""
    host = Host(Store(tmp_path / "table.sqlite"), BOARD, lambda: NOW, Address(8000))
    environment = create_app(host).jinja_env
    for path in sorted((WEB / "templates").rglob("*.html")):
        for _, _, said in environment.extract_translations(path.read_text(encoding="utf-8")):
            forms = (said,) if isinstance(said, str) else said
            yield "\0".join(form for form in forms if form)
    host.store.close()
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = SPEAKERS.get(node.func.id, 99)
                said = node.args[at] if len(node.args) > at else None
                if isinstance(said, ast.Constant) and isinstance(said.value, str):
                    yield said.value
                if node.func.id == "ngettext":
                    forms = [each.value for each in node.args if isinstance(each, ast.Constant)]
                    if forms:
                        yield "\0".join(map(str, forms))


def test_everything_is_said_in_french_and_nothing_besides(tmp_path: Path) -> None:
    assert set(sentences(tmp_path)) == set(read_po(FRENCH)) - {""}


def test_the_words_in_a_sentence_are_the_same() -> None:
    for said, french in read_po(FRENCH).items():
        if said:
            wanted = set(re.findall(r"%\((\w+)\)s", said))
            assert set(re.findall(r"%\((\w+)\)s", french)) == wanted, said


def test_the_catalogue_is_compiled() -> None:
    again = "run python -m tests.catalogues"

    assert FRENCH.with_suffix(".mo").read_bytes() == compiled(typeset(FRENCH)), again


@pytest.mark.parametrize(
    ("said", "french"),
    [
        ("Which of these?", "Que choisissez-vous\u202f?"),
        ("House rules:", "Règles maison\N{NO-BREAK SPACE}:"),
        ("Money, in %(sign)s", "Argent, en\u202f%(sign)s"),
        ("%(name)s has no slot.", "%(name)s n\u2019a pas de case."),
        ("Harbour", "Port d\u2019attache"),
        ("%Y-%m-%d", "%d/%m/%Y"),
    ],
)
def test_french_is_set_as_french_is(said: str, french: str) -> None:
    assert catalogue("fr").gettext(said) == french


@pytest.mark.parametrize(
    ("asked", "accepted", "language"),
    [
        ("fr", ["en"], "fr"),
        (None, ["fr-CH", "en"], "fr"),
        (None, ["de", "fr"], "fr"),
        (None, ["de"], "en"),
        ("xx", [], "en"),
        ("../../etc", ["FR"], "fr"),
    ],
)
def test_which_language(asked: str | None, accepted: list[str], language: str) -> None:
    assert chosen(asked, accepted) == language


def test_a_phone_keeps_its_language(tmp_path: Path) -> None:
    client = client_of(make_host(tmp_path / "table.sqlite"), Role.WATCHER)

    assert client.post("/wishes", data={"language": "fr", "back": "/table"}).status_code == 303
    assert "Bâtonnets restants" in client.get("/table").get_data(as_text=True)
    assert client.post("/wishes", data={"language": "xx"}).status_code == 400


@pytest.mark.parametrize(
    ("language", "said", "unsaid"),
    [
        ("en", ("Red", "Clippers (reconstructed)"), ("Rouge", "Clippers (reconstitué)")),
        ("fr", ("Rouge", "Clippers (reconstitué)"), ("Red", "Clippers (reconstructed)")),
    ],
)
def test_the_chart_speaks_the_language_of_its_page(
    language: str, said: tuple[str, ...], unsaid: tuple[str, ...], tmp_path: Path
) -> None:
    client = client_of(make_host(tmp_path / "table.sqlite"), Role.WATCHER)
    client.set_cookie("language", language)
    [chart, *_] = re.findall(r'src="(/map-[^"]+)"', client.get("/table").text)

    drawn = client.get(chart).text

    assert [each for each in said if f">{each}</text>" not in drawn] == []
    assert [each for each in unsaid if f">{each}</text>" in drawn] == []
    other = client.get(chart.replace(f"in={language}", "in=en")).text
    assert ">Red</text>" in other
