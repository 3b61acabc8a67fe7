"""Every code has whole sentences in both languages, and they are told all they want to say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest

from companion.finding import Finding, Severity
from companion.games.clippers.chart.network import Loose
from companion.games.clippers.course.rounds import Unsaid
from companion.games.clippers.page.words import LOCALE, Words
from companion.games.clippers.record.play import ABOUT
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.state.state import Reason
from companion.games.clippers.terms.events import Card, StickLaid
from companion.play import words
from companion.play.words import LANGUAGES
from companion.saying.catalogue import joined
from tests.catalogues import catalogues, compiled, read_po, typed, typeset
from tests.companion.games.clippers.page.codes_made import CODES, SOURCE

BOARD = read_shipped_board()
EVERYWHERE = frozenset({"where", "routes", "islands"})
"""What a sentence may always say: the places of the finding, the first one or few by name."""


def sentences(language: str) -> dict[str, str]:
    """All that is said at a table of Clippers: what every game says, and its own sentences."""
    general = read_po(words.LOCALE / language / "LC_MESSAGES/play.po")
    said = {**general, **read_po(LOCALE / language / "LC_MESSAGES/clippers.po")}
    said.pop("", None)
    return said


def wanted(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


CODES.update(
    {loose.value: [{"company", "laid", "gap"}] for loose in Loose}
)  # named in a table, not in a call
CODES.update({unsaid.value: [{"player", "phase"}] for unsaid in Unsaid})
both_languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.mark.parametrize(
    "path", catalogues(), ids=lambda path: f"{path.stem}-{path.parent.parent.name}"
)
def test_the_compiled_catalogue_is_that_of_its_source(path: Path) -> None:
    again = "run python -m tests.catalogues"
    assert path.with_suffix(".mo").read_bytes() == compiled(typeset(path)), again


def test_both_languages_say_the_same_things() -> None:
    english, french = map(sentences, LANGUAGES)

    assert english.keys() == french.keys()
    for code in english:
        difference = wanted(english[code]) ^ wanted(french[code])
        assert difference <= {"company", "company_", "companies", "companies_"}, code


@both_languages
@pytest.mark.parametrize("code", CODES)
def test_a_code_has_a_sentence_that_is_told_all_it_says(code: str, language: str) -> None:
    said = sentences(language)[code]

    for params in CODES[code]:
        capital = {f"{each}_" for each in ("company", "companies") if each in params}
        assert wanted(said) <= params | EVERYWHERE | capital
    assert re.search(r"[.?!]$", said)
    assert said[0].isupper() or said[0] == "{"


@both_languages
def test_no_sentence_is_left_that_nothing_says(language: str) -> None:
    plain = {code for code in sentences(language) if ":" not in code}

    assert plain == set(CODES)


@both_languages
@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("severity", [severity.value for severity in Severity]),
        ("company", [harbour.company for harbour in BOARD.harbours.values()]),
        ("nation", [card.nation for card in BOARD.departure_cards]),
        ("card", [card.value for card in Card]),
        ("role", [ABOUT.role]),
        ("points", ABOUT.scored),
        ("factor", ABOUT.factors),
        (
            "score",
            [
                *("earned-by", "reached", "by-none"),
                *("won", "won:one", "won:shared", "missed"),
                *("has-won", "has-won:one", "has-won:shared", "has-won:shared:one"),
                *("by:money", "by:yet-to-lay"),
            ],
        ),
        (
            "end",
            [
                *(reason.value for reason in Reason),
                *("all_sticks_dead", "stuck_aside", "stuck_all", "stuck_all_aside", "to_round_end"),
                "none",
            ],
        ),
    ],
)
def test_closed_sets_have_all_their_words(kind: str, values: list[str], language: str) -> None:
    there = {code for code in sentences(language) if code.startswith(f"{kind}:")}

    assert there == {f"{kind}:{value}" for value in values}


@both_languages
def test_every_section_of_the_rulebook_is_said_in_short(language: str) -> None:
    book = (SOURCE / "rulebook.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^### ([0-9]+\.[0-9]+) ", book, flags=re.MULTILINE)

    there = [code for code in sentences(language) if code.startswith("rule:")]
    assert there == [f"rule:{number}" for number in numbers]


BLOCKED = Finding(
    "lane-taken",
    Severity.ILLEGAL,
    "5.5",
    ("pitcairn--rapa/0/1",),
    {"player": "Ann", "company": "red", "other": "blue"},
    "take-back",
)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        pytest.param(
            "en",
            "The lane of space 2 of 2 from Pitcairn Island to Rapa belongs to the blue company, "
            "which began it; the red stick blocks it. Take it back on the table and undo it here, "
            "or say that the table allows it.",
            id="en",
        ),
        pytest.param(
            "fr",
            "La ligne de la portion 2 sur 2 entre Pitcairn Island et Rapa a été commencée par des "
            "bâtonnets d'une autre couleur (bleu) ; le bâtonnet rouge la bloque. Reprenez-le sur "
            "la table et annulez-le ici, ou dites que la table l'accepte.",
            id="fr",
        ),
    ],
)
def test_a_finding_is_said_with_the_names_of_the_board(language: str, said: str) -> None:
    assert typed(Words(language, BOARD).finding(BLOCKED)) == said


HANGING = Finding(
    "stick-hangs",
    Severity.WARNING,
    "5.2",
    ("flint--tahiti/0/1",),
    {"company": "red", "laid": 1, "gap": "flint--tahiti/0/0"},
    "lay-stick",
)
STRAY = Finding(
    "not-from-end",
    Severity.ILLEGAL,
    "5.2",
    ("flint--tahiti/0/1",),
    {"player": "Ann", "company": "red", "gap": "flint--tahiti/0/0"},
    "missing-sticks",
)
SEVERAL = replace(
    HANGING,
    places=("flint--tahiti/0/1", "flint--tahiti/0/2", "solomon--australia/0/0"),
    params={"company": "red", "laid": 3, "gap": ""},
    repair=None,
)


@pytest.mark.parametrize(
    ("finding", "language", "said"),
    [
        pytest.param(
            HANGING,
            "en",
            "The red stick on space 2 of 3 from Flint Island to Tahiti hangs in the air: no chain "
            "leads to it from its harbour. A red stick on space 1 of 3 from Flint Island to Tahiti "
            "would join it: is one lying there?",
            id="one",
        ),
        pytest.param(
            STRAY,
            "en",
            "No red route ends beside space 2 of 3 from Flint Island to Tahiti: this stick goes on "
            "from nothing. It counts as if a red stick lay on space 1 of 3 from Flint Island to "
            "Tahiti: if one does, lay it here too; else take this one back on the table and undo "
            "it here, or say that the table allows it.",
            id="one is counted with it",
        ),
        pytest.param(
            SEVERAL,
            "en",
            "3 red sticks hang in the air (Flint Island to Tahiti and Solomon Islands to "
            "Australia): no chain leads to them from their harbour.",
            id="several are not one",
        ),
        pytest.param(
            SEVERAL,
            "fr",
            "3 bâtonnets sont isolés en rouge (de Flint Island à Tahiti et de Solomon Islands à "
            "Australia) : aucune chaîne ne les relie à leur port d'attache.",
            id="several, in French",
        ),
    ],
)
def test_one_piece_and_several_are_told_apart(finding: Finding, language: str, said: str) -> None:
    assert typed(Words(language, BOARD).finding(finding)) == said


@pytest.mark.parametrize(
    ("place", "english", "french"),
    [
        (
            "h-black--gambier/0/0",
            "the only space from the black harbour to Gambier",
            "l'unique portion entre le port d'attache noir et Gambier",
        ),
        (
            "american_samoa/0",
            "slot 1 of 4 (American Samoa)",
            "la case 1 sur 4 (Samoa américaines)",
        ),
        ("harbour_red", "the red harbour", "le port d'attache rouge"),
    ],
)
def test_a_place_has_its_name(place: str, english: str, french: str) -> None:
    said = [typed(Words(language, BOARD).place(place)) for language in LANGUAGES]
    assert said == [english, french]


def test_a_space_beside_another_lane_says_in_which_it_lies() -> None:
    route = next(route for route in BOARD.routes.values() if len(route.lanes) > 1)

    for number, lane in enumerate(route.lanes, 1):
        assert Words("en", BOARD).place(lane.spaces[0].id).endswith(f" (lane {number})")
        assert Words("fr", BOARD).place(lane.spaces[0].id).endswith(f" (ligne {number})")


@pytest.mark.parametrize(
    ("language", "sentence", "value", "said"),
    [
        ("fr", "une case de {x}", "Australia", "une case d'Australia"),
        ("fr", "une case de {x}", "Tahiti", "une case de Tahiti"),
        ("fr", "le bord de {x}", "une île", "le bord d'une île"),
        ("fr", "De {x} à {x}", "Élise", "D'Élise à Élise"),
        ("fr", "ce que {x} fait", "Anne", "ce qu'Anne fait"),
        ("fr", "un code {x}", "abc", "un code abc"),
        ("fr", "de {x}", "", "de "),
        ("en", "where a {x} one lies", "English", "where an English one lies"),
        ("en", "where a {x} one lies", "French", "where a French one lies"),
        ("en", "A {x} marker", "American", "An American marker"),
    ],
)
def test_little_words_fit_what_comes_after_them(
    language: str, sentence: str, value: str, said: str
) -> None:
    assert typed(joined(sentence, {"x": value}, language).format(x=value)) == said


@pytest.mark.parametrize(
    ("names", "english", "french"),
    [
        ([], "", ""),
        (["a"], "a", "a"),
        (["a", "b"], "a and b", "a et b"),
        (["a", "b", "c"], "a, b and c", "a, b et c"),
    ],
)
def test_lists_in_words(names: list[str], english: str, french: str) -> None:
    assert [Words(each, BOARD).listed(names) for each in LANGUAGES] == [english, french]


FORBIDDEN = {
    "voie": "ligne",
    "carte Port": "carte Comptoir",
    "emplacement": "case",
    "American Samoa": "Samoa américaines",
}


@pytest.mark.parametrize("word", FORBIDDEN)
def test_a_thing_has_one_word_in_french(word: str) -> None:
    said = " ".join(sentences("fr").values())

    assert not re.search(rf"\b{word}s?\b", said), f"say {FORBIDDEN[word]}"


def test_purple_opens_a_route_without_a_ship() -> None:
    stick = StickLaid("Ann", "purple", "american-samoa--fiji/0/0", alternate=True)

    assert Words("en", BOARD).event(stick).startswith("Ann opens a purple route on ")
    assert "clipper" not in Words("fr", BOARD).event(stick)
