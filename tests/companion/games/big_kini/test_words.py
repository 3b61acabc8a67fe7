"""Every sentence of Big Kini is there in both languages, and says the same things."""

from __future__ import annotations

import ast
import re
import string
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion.games.big_kini as big_kini
from companion.finding import Finding, Severity
from companion.games.big_kini.drawn.self_play import drawn
from companion.games.big_kini.game import ABOUT, GAME
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.judging.told import TOLD_TO_ALL, TOLD_TO_BANK
from companion.games.big_kini.page.explained import OF_DEED, OF_PHASE
from companion.games.big_kini.page.face import ended
from companion.games.big_kini.page.turn_words import duties
from companion.games.big_kini.page.words import Words
from companion.games.big_kini.record.event_json import FACTS
from companion.games.big_kini.rules.notes import notes
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms.actions import Action, Column
from companion.games.big_kini.terms.cards import CARDS, Bonus
from companion.games.big_kini.terms.goods import GOODS
from companion.games.big_kini.terms.rulings import OPTIONS
from tests.catalogues import compiled, read_po, typed, typeset
from tests.companion.games.big_kini.tables import (
    BOARD,
    COLOURS,
    FIND,
    Fact,
    event,
    fact,
    on,
    playing,
    start,
)

HERE = Path(big_kini.__path__[0])
SOURCES = [path.read_text(encoding="utf-8") for path in HERE.rglob("*.py")]
RULES = [*map(str, range(1, 106)), *(f"A{number}" for number in range(1, 15))]


def catalogue(language: str, domain: str) -> Path:
    return HERE / f"locale/{language}/LC_MESSAGES/{domain}.po"


def sentences(language: str, domain: str = "big_kini") -> dict[str, str]:
    return {code: text for code, text in read_po(catalogue(language, domain)).items() if code}


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("domain", ["big_kini", "faults"])
def test_both_languages_say_the_same_codes_with_the_same_gaps(domain: str) -> None:
    english, french = sentences("en", domain), sentences("fr", domain)

    assert english.keys() == french.keys()
    assert {code: {gap.rstrip("_") for gap in gaps(text)} for code, text in english.items()} == {
        code: {gap.rstrip("_") for gap in gaps(text)} for code, text in french.items()
    }


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_catalogue_is_compiled(language: str) -> None:
    path = catalogue(language, "big_kini")

    assert path.with_suffix(".mo").read_bytes() == compiled(typeset(path))


def test_every_finding_and_note_has_its_sentence_and_its_rule() -> None:
    codes: set[str] = set()
    rules: set[str] = set()
    for source in SOURCES:
        for call in ast.walk(ast.parse(source)):
            name = getattr(getattr(call, "func", None), "id", "")
            if isinstance(call, ast.Call) and name in ("illegal", "look", "note"):
                told = [
                    str(each.value)
                    for argument in call.args[:2]
                    for each in ast.walk(argument)
                    if isinstance(each, ast.Constant)
                ]
                codes |= {each for each in told if re.fullmatch(r"[a-z]+(-[a-z]+)+", each)}
                rules |= {each for each in told if re.fullmatch(r"A?\d+", each)}
    said = sentences("en")

    assert {code for code in codes if code not in said} == set()
    assert {rule for rule in rules if f"rule:{rule}" not in said} == set()
    assert len(codes) > 70


def test_every_thing_has_its_word() -> None:
    asked = {f"colour:{colour}" for colour in COLOURS} | {f"piece:{each}" for each in COLOURS}
    asked |= {f"piece:{goods}" for goods in GOODS} | {f"bonus:{each.value}" for each in Bonus}
    asked |= {f"action:{each.value}" for each in Action}
    asked |= {f"column:{each.value}" for each in Column}
    asked |= {f"event:{do}" for do in FACTS} | {f"deed:{do}" for do in OF_DEED}
    asked |= {f"untold:{do}" for do in ABOUT.private}
    asked |= {f"phase:{phase}" for phase in OF_PHASE} | {f"now:phase-{each}" for each in OF_PHASE}
    asked |= {f"points:{kind}" for kind in ABOUT.scored}
    asked |= {f"factor:{factor}" for factor in ABOUT.factors}
    asked |= {f"ruling:{name}" for name in OPTIONS.names}
    asked |= {f"rulings:{group}" for group in OPTIONS.groups}
    asked |= {f"rule:{number}" for number in RULES}

    assert asked - sentences("en").keys() == set()
    assert set(OF_DEED) == set(FACTS) - {"pay"}


def test_the_words_cite_the_sections_of_the_rulebook() -> None:
    book = (HERE / "rulebook.md").read_text(encoding="utf-8")
    numbered = re.findall(r"^### (\d+) ", book, re.MULTILINE)

    assert numbered == [rule for rule in RULES if not rule.startswith("A")]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("cards", [False, True])
def test_a_whole_game_is_told_without_a_gap(language: str, cards: bool) -> None:
    """What happened, what was paid, what is noted, what is found out of turn, and the rules."""
    words, random, state = GAME.words(language, BOARD), Random(5), start(3, cards=cards)
    assert isinstance(words, Words)
    said = [words.card(card) + "." for card in CARDS]
    before = state
    while (told := drawn(state, random)) is not None:
        assert state.bank is not None
        after = apply(state, told)
        assert after.bank is not None
        said.append(words.happened(state, told))
        said += map(words.transfer, after.bank.transfers[len(state.bank.transfers) :])
        said += _told(words, notes(state, told, after))
        said += _told(words, findings(before, told))
        before, state = state, after

    assert not [each for each in said if re.search(r"[{}]|[a-z]:[a-z_]|cell/|board/", each)]
    assert not [each for each in said if "None" in each or "  " in each]
    assert all(each.endswith((".", ")")) for each in said), said


def _told(words: Words, found: tuple[Finding, ...]) -> list[str]:
    return [line for each in found for line in (words.finding(each), words.rule(each.rule))]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ann moves a cube from colony to administrator (port), atoll 1."),
        ("fr", "Ann déplace un cube : colonie, atoll 1 → administrateur (port), atoll 1."),
    ],
)
def test_a_move_in_words(language: str, said: str) -> None:
    state = playing({"1,0": "a1/0"}, {"1,0/colony-b-0": "Ann"})
    told = event(state, fact("move", from_="1,0/colony-b-0", to="1,0/administrator-a"))
    here = typed(GAME.words(language, BOARD).happened(state, told))

    assert here == said.replace("from colony to", "from colony, atoll 1 to")


def test_what_is_hidden_is_called_by_its_row_and_place() -> None:
    words, state = GAME.words("en", BOARD), playing({"1,0": "a1/0"})
    assert isinstance(words, Words)

    assert words.at(state, "cell/2,1") == "hidden atoll B3"
    assert words.place("cell/2,1") == "B3"
    assert words.place("board/move/paid") == "move, paid"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("state", "laid"),
    [
        pytest.param(on("discovery"), FIND, id="discovered"),
        pytest.param(start(3), fact("home", "Cleo", cell="0,1", atoll="a1/4"), id="a start atoll"),
    ],
)
def test_an_atoll_may_have_lain_otherwise_and_another_as_it_did(
    language: str, state: State, laid: Fact
) -> None:
    """Each of the other five turns is offered first, in words that tell them apart."""
    told: Any = event(state, laid)
    atoll, _, turn = told.atoll.partition("/")
    words = Words(language, BOARD).when(state)

    offered: list[Any] = list(dict.fromkeys(GAME.instead(state, told)))
    turned, others = offered[:5], [x for x in offered[5:] if not x.atoll.startswith(f"{atoll}/")]

    ways = {f"{atoll}/{other}" for other in range(6)} - {told.atoll}
    assert {each.atoll for each in turned} == ways
    assert all(replace(each, atoll=told.atoll) == told for each in turned)
    assert others
    assert {each.atoll.partition("/")[2] for each in others} == {turn}
    assert len({words.event(each) for each in (told, *turned)}) == 6


def test_a_post_that_another_atoll_would_have_is_told_by_its_kind() -> None:
    """The atoll was put right to one that has no post between these islands."""
    words, state = Words("en", BOARD), playing({"2,1": "a9/0"})

    assert words.at(state, "cell/2,1/minister-ab") == "minister, atoll 9"
    assert words.at(state, "cell/2,1/minister-bc") == "minister (colony, goods), atoll 9"


def test_what_is_noted_names_atolls_by_their_numbers() -> None:
    """As the table lay then; where nobody knows how it lies, by the name of the cell."""
    words, state = Words("en", BOARD), playing({"2,1": "a7/0"})
    noted = Finding("nobody-elected", Severity.NOTE, "58", ("cell/2,1",))

    assert words.when(state).wrong(noted) == "Nobody could be elected on atoll 7."
    assert words.wrong(noted) == f"Nobody could be elected on {BOARD.names['cell/2,1']}."


@pytest.mark.parametrize(
    ("language", "noted", "crowned"),
    [
        (
            "en",
            "Ann is baron of atoll 7 now.",
            "Ann's new baron comes from minister (port, colony), atoll 7.",
        ),
        (
            "fr",
            "Ann est maintenant baron : atoll 7.",
            "Le nouveau baron d'Ann vient de : ministre (port, colonie), atoll 7.",
        ),
    ],
)
def test_a_new_baron_in_words(language: str, noted: str, crowned: str) -> None:
    """The atoll alone says where: of the cube that rises, the place that it leaves."""
    place, words = "2,1/minister-ab", Words(language, BOARD)
    state = playing({"2,1": "a7/0"}, {place: "Ann"})
    call, crown = (
        event(state, each) for each in (fact("call", cell="2,1"), fact("crown", place=place))
    )
    after = apply(apply(state, event(state, fact("token", space="election/double"))), call)
    (found,) = notes(state, call, after)

    assert typed(words.when(after).wrong(found)) == noted
    assert typed(words.happened(state, crown)) == crowned


@pytest.mark.parametrize("viewer", ["Ann", "Ben", "Cleo"])
def test_on_his_own_phone_everybody_reads_first_what_he_has_to_do(viewer: str) -> None:
    """All three put down their first cubes at once; the first sentence is the headline."""
    state = replace(start(3), phase=Phase.SETTLING)
    first, *others = duties(state, Words("en", BOARD), viewer)

    assert first == "Put two cubes on administrator or minister spaces of your atoll."
    assert [each.split()[0] for each in others] == [x for x in state.players if x != viewer]


@pytest.mark.parametrize("leads", [False, True], ids=["for the first place", "below it"])
@pytest.mark.parametrize(("colonists", "is_told"), [(0, False), (1, True)])
def test_what_breaks_a_tie_is_told(leads: bool, colonists: int, is_told: bool) -> None:
    """Level on points, and one comes first all the same: nobody has to look it up. Rule 78."""
    cubes = dict.fromkeys(["2,1/colony-b-0"][:colonists], "Ann")
    ahead = {"2,1/baron": "Cleo"} if leads else {}
    table = playing({"2,1": "a7/0"}, {**cubes, **ahead}, count=3 if leads else 2)
    end = " ".join(ended(replace(table, phase=Phase.OVER), Words("en", BOARD)))

    assert ("most colonists comes first" in end) is is_told


def test_who_is_told_what_is_said_of_findings_that_there_are() -> None:
    told = {*TOLD_TO_ALL, *TOLD_TO_BANK}
    rules = [path.read_text(encoding="utf-8") for path in (HERE / "rules").glob("*.py")]

    assert [code for code in told if not any(f'"{code}"' in each for each in rules)] == []
    assert TOLD_TO_ALL.isdisjoint(TOLD_TO_BANK)
