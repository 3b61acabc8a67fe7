"""Every sentence of Long Cours is there in both languages, and says the same things."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path
from random import Random

import pytest

import companion.games.long_cours as long_cours
from companion.finding import Finding
from companion.games.long_cours.drawn.self_play import drawn
from companion.games.long_cours.game import GAME
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.judging.notes import notes
from companion.games.long_cours.page.explained import OF_DEED, OF_PHASE
from companion.games.long_cours.record.event_json import FACTS
from companion.games.long_cours.terms.cards import FIGHTS
from companion.games.long_cours.terms.rulings import OPTIONS
from tests.catalogues import read_po, typed
from tests.companion.games.long_cours.rule_cases import FORBIDDEN
from tests.companion.games.long_cours.tables import BOARD, SHIPS, fact, having, sailing, start

HERE = Path(long_cours.__path__[0])
SOURCES = [path.read_text(encoding="utf-8") for path in HERE.rglob("*.py")]


def sentences(language: str, domain: str = "long_cours") -> dict[str, str]:
    said = read_po(HERE / f"locale/{language}/LC_MESSAGES/{domain}.po")
    return {code: text for code, text in said.items() if code}


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("domain", ["long_cours", "faults"])
def test_both_languages_say_the_same_codes_with_the_same_gaps(domain: str) -> None:
    english, french = sentences("en", domain), sentences("fr", domain)

    assert english.keys() == french.keys()
    assert {code: gaps(text) for code, text in english.items()} == {
        code: gaps(text) for code, text in french.items()
    }


def test_every_finding_and_note_has_its_sentence_and_its_rule() -> None:
    codes: set[str] = set()
    rules: set[str] = set()
    for source in SOURCES:
        for call in ast.walk(ast.parse(source)):
            name = getattr(getattr(call, "func", None), "id", "")
            if isinstance(call, ast.Call) and name in ("illegal", "look", "note"):
                told = [
                    each.value
                    for arg in call.args[:2]
                    for each in ast.walk(arg)
                    if isinstance(each, ast.Constant)
                ]
                codes |= {each for each in told if re.fullmatch(r"[a-z-]+", str(each))}
                rules |= {each for each in told if re.fullmatch(r"A?\d+", str(each))}
    said = sentences("en")

    assert {code for code in codes if code not in said} == set()
    assert {rule for rule in rules if f"rule:{rule}" not in said} == set()
    assert len(codes) > 60


def test_every_thing_has_its_word() -> None:
    asked = {f"product:{kind.name}" for kind in BOARD.products}
    asked |= {f"ship:{ship}" for ship in (*SHIPS, "black")} | {f"card:{card}" for card in FIGHTS}
    asked |= {f"event:{do}" for do in FACTS} | {f"deed:{do}" for do in OF_DEED}
    asked |= {f"stands:{phase}" for phase in OF_PHASE} | {
        f"now:phase-{phase}" for phase in OF_PHASE
    }
    asked |= {f"ruling:{name}" for name in OPTIONS.names}
    asked |= {f"rulings:{group}" for group in OPTIONS.groups}
    asked |= {f"rule:{number}" for number in range(1, 77)} | {f"rule:A{n}" for n in range(1, 17)}
    asked |= {f"rule:{each}" for sections in OF_DEED.values() for each in sections}

    assert asked - sentences("en").keys() == set()
    assert set(OF_DEED) == set(FACTS) - {"pay"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_told_without_a_gap(language: str) -> None:
    """What happened, what was paid, what is found and noted, and the rules behind it."""
    words, random, state = GAME.words(language, BOARD), Random(5), having(start(), Ann=9)
    said = []
    while (event := drawn(state, random)) is not None:
        after = apply(state, event)
        said.append(words.happened(state, event))
        said += map(words.transfer, after.bank.transfers[len(state.bank.transfers) :])
        said += _told(words, notes(state, event, after))
        state = after
    for _, _, before, event in FORBIDDEN:
        said += _told(words, findings(before, event))

    assert not [each for each in said if re.search(r"[{}]|[a-z]:[a-z_]", each)]
    assert not [each for each in said if "None" in each or "  " in each]
    assert all(each.endswith((".", ")")) for each in said), said


def _told(words: object, found: tuple[Finding, ...]) -> list[str]:
    assert hasattr(words, "finding")
    assert hasattr(words, "rule")
    return [line for each in found for line in (words.finding(each), words.rule(each.rule))]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ann buys gold for 2 M. Ann pays the bank 2 M for gold."),
        ("fr", "Ann achète pour 2 M d'or. Ann verse 2 M à la banque pour un achat d'or."),
    ],
)
def test_a_purchase_in_words(language: str, said: str) -> None:
    state, event = sailing({"Ann": "perth"}), fact("buy", product="gold", millions=2)
    words, after = GAME.words(language, BOARD), apply(state, event)

    told = f"{words.happened(state, event)} {words.transfer(after.bank.transfers[-1])}"
    assert typed(told) == said
