"""The score sheet: one strict, whole, printable page."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from companion.play.offered.finished import Counted
from companion.position import Position
from tests.catalogues import typed
from tests.web.score.reports import BOARD, DOUBTS, PLAYERS, SLOTS, SPACES, report
from web.score.report import report_on
from web.score.sheet import sheet_html
from web.words.language import speaking

VOID = {"meta", "br", "img", "hr", "link", "input"}


class Strict(HTMLParser):
    """Follows every element; fails where one is closed that is not open, or an id is doubled."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in {tag}"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words += data


def read(html: str) -> Strict:
    parser = Strict()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser


FROM_PHOTO = sheet_html(report(DOUBTS))
FROM_POSITION = sheet_html(report_on(BOARD, PLAYERS, Position(SPACES, SLOTS), 0.95))


@pytest.mark.parametrize("html", [FROM_PHOTO, FROM_POSITION], ids=["photo", "position"])
def test_a_sheet_is_whole_and_needs_nothing_beside_it(html: str) -> None:
    page = read(html)
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    links = [a[key] for _, a in page.tags for key in ("href", "src") if key in a]

    assert len(ids) == len(set(ids))
    assert not {"script", "iframe", "link"} & {tag for tag, _ in page.tags}
    assert [link for link in links if not str(link).startswith(("data:image/", "#"))] == []
    assert "url(http" not in html


@pytest.mark.parametrize("html", [FROM_PHOTO, FROM_POSITION], ids=["photo", "position"])
def test_the_sums_are_on_it(html: str) -> None:
    words = re.sub(r"\s+", " ", read(html).words)

    assert "Pauline wins with 12 points." in words
    assert "3 \N{MULTIPLICATION SIGN} 1" in words
    assert "reconstruction" in words


def test_every_piece_is_drawn_over_the_photo() -> None:
    drawn = [a.get("data-place") for tag, a in read(FROM_PHOTO).tags if tag == "g"]

    assert {*SPACES, *SLOTS} <= set(drawn)


def test_every_question_has_its_place_beside_the_empty_board() -> None:
    page = read(FROM_PHOTO)
    crops = [a["aria-label"] for tag, a in page.tags if tag == "svg" and "around" in str(a)]

    assert crops == [
        "photo around the only space from Malden Island to Starbuck Island",
        "empty board around the only space from Malden Island to Starbuck Island",
        "photo around the only space from the green harbour to Hiva Oa",
        "empty board around the only space from the green harbour to Hiva Oa",
    ]
    assert "--fix malden--starbuck/0/0=purple" in page.words


def test_where_a_page_asks_its_questions_lead_there_and_no_command_is_named() -> None:
    with speaking("fr"):
        french = read(sheet_html(report(DOUBTS), "/photo/7"))
    for page in (read(sheet_html(report(DOUBTS), "/photo/7")), french):
        links = [a["href"] for tag, a in page.tags if tag == "a" and a["href"] != "#questions"]

        assert links == [f"/photo/7?ask={place}#questions" for place in DOUBTS]
        for terminal in ("--fix", "score again", "relancez"):
            assert terminal not in page.words
    assert "Dire sur la page ce qui s" in french.words
    assert "purple 20 %" in " ".join(read(sheet_html(report(DOUBTS), "/photo/7")).words.split())


def test_a_sure_reading_has_no_questions() -> None:
    assert "--fix" not in read(sheet_html(report())).words


def test_names_are_text_and_never_markup() -> None:
    name = '<script>alert(1)</script> & "Ann" \''
    players = (Counted(name, "japanese", 9), PLAYERS[1])

    page = read(sheet_html(report(players=players)))

    assert name in page.words


def test_a_board_of_ones_own_carries_no_warning() -> None:
    own = replace(BOARD, status={})

    assert "reconstruction" not in read(sheet_html(report(board=own))).words


def test_a_sheet_is_in_french_too() -> None:
    with speaking("fr"):
        page = read(sheet_html(report(DOUBTS)))
    words = re.sub(r"\s+", " ", typed(page.words))

    assert page.tags[0] == ("html", {"lang": "fr"})
    assert "Pauline gagne avec 12 points." in words
    assert "Clippers (reconstitué)" in words
    assert "(reconstructed)" not in words
    for english in ("Score sheet", "Rank", "Money", "Sticks", "Findings", "question: please"):
        assert english not in words
