"""What is said above the thumb, folded: the new fault first, never what follows from one."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from companion.finding import FOLLOWS, Finding, Severity
from companion.games.clippers.page.repairs import offered_repairs
from companion.play.log import news_of
from companion.play.page.lines import FindingLine
from companion.records.record import SYSTEM, Act, Happened, Undone
from companion.store.table import Request
from tests.web.tables import NOW, client_of, make_host
from web.host.host import Host
from web.host.roles import Role
from web.table import pages
from web.table.pages import ToLookAt

PLAYERS = ("Benjamin", "Pauline", "Jean-Luc")
SPACE = "h-red--kiritimati/0/{}"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """Everybody has laid a red stick, one at the end of the other."""
    made = make_host(tmp_path / "table.sqlite")
    for player in PLAYERS:
        write(made, Happened({"do": "pass", "player": player}))
    for number, player in enumerate(PLAYERS):
        stick = {"do": "stick", "player": player, "company": "red", "alternate": False}
        write(made, Happened({**stick, "space": SPACE.format(number)}))
    yield made
    made.store.close()


def write(host: Host, act: Act) -> None:
    assert host.table is not None
    host.table.act(Request(act, host.table.view.revision, SYSTEM, NOW))


def said(host: Host) -> str:
    page = client_of(host, Role.PLAYER, "Jean-Luc").get("/me").get_data(as_text=True)
    return unescape(page.split('class="first-look">')[1].split("</span>")[0])


def test_a_slip_that_comes_of_what_was_taken_back_is_said_first(host: Host) -> None:
    assert "was taken as said" in said(host)

    write(host, Undone(4))

    assert "is this missing? Benjamin lays a red stick" in said(host)
    assert host.table is not None
    [cause] = offered_repairs(host.sight(host.table, "en", None))
    assert cause.about.startswith("Number 5: Pauline lays a red stick")


def test_what_only_goes_with_another_slip_never_leads(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worst is said, and of those the newest, though what goes with it is newer still."""
    found = [
        line(3, "first-slip", Severity.ILLEGAL),
        line(4, "slip", Severity.ILLEGAL),
        line(5, "look", Severity.WARNING),
        line(6, FOLLOWS, Severity.NOTE),
    ]
    for shown, leads in ((found, "slip"), (found[2:], "look"), (found[3:], FOLLOWS)):
        monkeypatch.setattr(pages, "to_look_at", lambda *_, shown=shown: ToLookAt(shown))
        assert said(host) == leads


def line(seq: int, code: str, severity: Severity) -> FindingLine:
    """What is found of a fact, which says its code."""
    return FindingLine(seq, Finding(code, severity, "2"), "", "", code, "", "", allowed=False)


@pytest.mark.parametrize(("code", "is_news"), [(FOLLOWS, False), ("done-taken-as-said", True)])
def test_what_follows_from_a_slip_is_no_news(code: str, is_news: bool, host: Host) -> None:
    told = line(6, code, Severity.NOTE)
    assert host.table is not None
    seen = host.sight(host.table, "en", None)

    assert news_of(seen, [told]) == ([told] if is_news else [])
