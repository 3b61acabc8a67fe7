"""A photo is scored by the rules that its table played by, and by what it allowed."""

from __future__ import annotations

import pytest

from companion.play.game import Seat
from companion.records.record import Allowed, Happened, Source, Who
from companion.store.table import Request
from tests.web.photo_score.bench import Bench, totals

HANGING = {"place": "flint--tahiti/0/1", "piece": "red"}


def test_what_the_table_allows_is_no_finding_any_more_until_it_is_taken_back(bench: Bench) -> None:
    case = bench.scored()
    page = bench.client.post(f"{case}/answer", data=HANGING, follow_redirects=True).text
    assert 'class="finding warning"' in page

    form = {"place": HANGING["place"], "code": "stick-hangs"}
    allowed = bench.client.post(f"{case}/allow", data=form, follow_redirects=True).text
    assert 'class="finding warning"' not in allowed
    assert "The table allows it." in allowed
    sheet = bench.client.get(f"{case}/sheet.html").text
    assert "hangs" not in sheet

    back = bench.client.post(f"{case}/allow", data={**form, "not": "yes"}, follow_redirects=True)
    assert 'class="finding warning"' in back.text


SAMOA = {"place": "american_samoa/0", "piece": "japanese"}


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        pytest.param({"edition": "default"}, 17, id="our reading of both"),
        pytest.param({"edition": "en"}, 12, id="the English edition"),
        pytest.param(
            {"edition": "en", "ruling.samoa_counts_purple": "always"}, 17, id="a house rule"
        ),
        pytest.param({"edition": "default", "ruling.samoa_counts_purple": "no"}, 12, id="another"),
    ],
)
def test_the_score_is_by_the_rules_that_were_played(
    rules: dict[str, str], total: int, bench: Bench
) -> None:
    case = bench.scored()
    bench.client.post(f"{case}/answer", data=SAMOA)

    page = bench.client.post(f"{case}/rules", data=rules, follow_redirects=True).text

    assert totals(page)["Pauline"] == total


def test_the_rules_and_what_was_allowed_are_those_of_the_table(bench: Bench) -> None:
    players = [Seat(name, nation) for name, nation in (("Ann", "french"), ("Ben", "english"))]
    bench.host.begin(players, {"edition": "en"})
    table = bench.host.table
    assert table is not None
    stick = {"do": "stick", "player": "Ann", "company": "red", "alternate": False}
    hanging = {**stick, "space": HANGING["place"]}
    for act in (
        *(Happened({"do": "pass", "player": name}) for name in ("Ann", "Ben")),
        Happened(hanging),
        Allowed(3, "not-from-end"),
    ):
        table.act(Request(act, table.view.revision, Source(Who.PERSON), "2026-11-22T09:00:00Z"))

    case = bench.scored()
    bench.client.post(f"{case}/answer", data=SAMOA)
    page = bench.client.post(f"{case}/answer", data=HANGING, follow_redirects=True).text

    assert totals(page)["Pauline"] == 12
    assert 'class="finding warning"' not in page
    assert "The table allows it." in page


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("rules", {"edition": "klingon"}),
        ("rules", {"edition": "en", "ruling.tie_break": "toss"}),
        ("allow", {"place": "nowhere", "code": "stick-hangs"}),
        ("allow", {"place": HANGING["place"], "code": "no-credit"}),
        ("allow", {}),
    ],
)
def test_rules_that_cannot_be(path: str, form: dict[str, str], bench: Bench) -> None:
    case = bench.scored()
    before = totals(bench.read(case))

    assert bench.client.post(f"{case}/{path}", data=form).status_code == 422
    assert totals(bench.read(case)) == before
