"""Every sentence is there in both languages, and cites what the rulebook has."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import pytest

from companion.finding import Finding
from companion.games import carcassonne_south_seas as game
from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.drawn.self_play import drawn
from companion.games.carcassonne_south_seas.game import ABOUT, GAME
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.page.explained import OF_AREA, OF_DEED, things
from companion.games.carcassonne_south_seas.rules.notes import notes
from companion.games.carcassonne_south_seas.terms.rulings import OPTIONS
from companion.games.carcassonne_south_seas.terms.ships import SHIPS
from companion.play.in_place import PHASE
from companion.play.words import AnyWords
from tests.companion.games.carcassonne_south_seas.tables import BOARD, start

HERE = Path(game.__path__[0])
ROWS = HERE.parents[2] / "docs/rulings-carcassonne.md"
GAP = re.compile(r"[{}]|[a-z]:[a-z_]|cell/|None|  ")


def said_by_rules() -> set[tuple[str, str]]:
    """The codes and sections that the rules name: the words of their calls."""
    calls = [
        node
        for path in (HERE / "rules").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in {"illegal", "look", "note"}
    ]
    named = [[arg.value for arg in call.args if isinstance(arg, ast.Constant)] for call in calls]
    return {(str(each[0]), str(each[1])) for each in named if len(each) > 1}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_code_has_its_sentence(language: str) -> None:
    words = GAME.words(language, BOARD)
    asked = {code for code, _ in said_by_rules()}
    asked |= {f"rule:{rule}" for _, rule in said_by_rules()}
    asked |= {f"rule:{rule}" for rules in (*OF_DEED.values(), *OF_AREA.values()) for rule in rules}
    asked |= {f"event:{do}" for do in ABOUT.facts} | {f"deed:{do}" for do in ABOUT.facts}
    asked |= {f"now:phase-{each.which}" for each in things(start(2)) if each.kind == PHASE}
    asked |= {f"points:{what}" for what in ABOUT.scored}
    asked |= {f"factor:{what}" for what in ABOUT.factors}
    asked |= {f"ruling:{name}" for name in OPTIONS.names}
    asked |= {f"rulings:{group}" for group in OPTIONS.groups}

    assert {code for code in asked if not words.has(code)} == set()
    assert len(asked) > 80


def test_every_section_that_is_cited_is_in_the_rulebook_or_the_rulings() -> None:
    book = (HERE / "rulebook.md").read_text(encoding="utf-8")
    numbered = set(re.findall(r"^### (\d+) ", book, re.MULTILINE))
    points = set(re.findall(r"^\| (A\d+) ", ROWS.read_text(encoding="utf-8"), re.MULTILINE))
    sources = "".join(path.read_text(encoding="utf-8") for path in HERE.rglob("*.py"))
    cited = set(re.findall(r"\bRules? (\d+)", sources)) | {rule for _, rule in said_by_rules()}

    assert numbered == {str(number) for number in range(1, 61)}
    assert points == {f"A{number}" for number in range(1, 15)}
    assert cited <= numbered | points


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_told_without_a_gap(language: str) -> None:
    """What happened, what is noted, and what is found where a fact comes too late."""
    words, random, state = GAME.words(language, BOARD), Random(5), start(3)
    before, said = state, [words.param("ship", ship) for ship in SHIPS]
    while (told := drawn(state, random)) is not None:
        after = apply(state, told)
        said.append(words.happened(state, told))
        said += _told(words, (*notes(state, told, after), *findings(before, told)))
        before, state = state, after

    assert [each for each in said if GAP.search(each)] == []
    assert len(set(said)) > 200


def _told(words: AnyWords, found: tuple[Finding, ...]) -> list[str]:
    return [f"{words.finding(each)} {words.rule(each.rule)}" for each in found]
