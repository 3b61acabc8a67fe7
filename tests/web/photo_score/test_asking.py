"""What is asked of a photo's reader: the deck, who wins meanwhile, who played, another board."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from companion.reading import Seen
from tests.web.photo_score.bench import (
    HIDDEN_SPACE,
    MARKED,
    SPACE,
    Bench,
    played,
    pretended,
    totals,
)
from tests.web.photo_score.pictures import jpeg
from tests.web.score.reports import DOUBTS, PLAYERS, seen
from tests.web.tables import host_of_game
from web.host.host import Host
from web.photo_score.reader import Unfound
from web.photo_score.unused import OTHER_BOARD


def test_the_questions_are_one_deck(bench: Bench) -> None:
    """What matters is on top, what is answered below; each is reached from the one beside it."""
    case = bench.scored()
    first = bench.read(case)
    assert f'value="{SPACE}"' in first.partition('class="answers"')[2][:200]
    [later] = re.findall(r'deck-way" href="([^"#]+)#questions"', first)

    second = bench.client.get(later).text
    assert f'value="{HIDDEN_SPACE}"' in second.partition('class="answers"')[2][:200]
    for place in DOUBTS:
        bench.client.post(f"{case}/answer", data={"place": place, "piece": "empty"})
    done = bench.client.get(case).text

    assert "All are answered." in done
    assert "You said" not in done
    assert 'class="asking answered"' in bench.client.get(f"{case}?ask={SPACE}").text


def test_a_hidden_place_says_what_each_answer_changes_and_comes_before_what_changes_nothing(
    bench: Bench,
) -> None:
    case, slot = bench.scored(), "malden/1"
    near = seen({**DOUBTS, slot: Seen("hidden", 0.9, (("hidden", 0.9),))})
    bench.cases.change(case.rpartition("/")[2], lambda now: replace(now, seen=near))

    bench.client.post(f"{case}/answer", data={"place": SPACE, "piece": "red"})
    card = bench.read(case).partition('class="answers"')[2].partition("</form>")[0]

    assert f'value="{slot}"' in card[:200]
    buttons = dict(re.findall(r'value="(\w+)"[^>]*>(.*?)</button>', card, re.DOTALL))
    changes = re.compile(r'<small class="changes">(.*?)</small>')
    told = {kind: changes.findall(button) for kind, button in buttons.items()}
    assert {kind: said for kind, said in told.items() if said} == {
        "french": ["Jean-Luc +3"],
        "japanese": ["Pauline +3"],
    }


def test_the_crops_of_another_photo_have_another_address(bench: Bench) -> None:
    """A browser keeps them: answers were given to the crops of the photo before."""
    case = bench.scored()
    crop = re.compile(r'<img src="(/photo/[^"]+)"')
    before = crop.findall(bench.read(case))
    bench.send(case, "final", jpeg())
    now = crop.findall(bench.read(case))

    assert len(before) == len(now) > 0
    assert set(before).isdisjoint(now)
    assert all(bench.client.get(address).status_code == 200 for address in now)


def test_nobody_wins_while_an_answer_can_change_it(bench: Bench) -> None:
    """Jean-Luc is one point ahead, by a port that may be none."""
    case = bench.scored()
    pauline, jean_luc = PLAYERS
    poorer = (replace(pauline, money=6), replace(jean_luc, money=4))
    bench.client.post(f"{case}/players", data=played(poorer))
    assert "Jean-Luc wins" in bench.read(case)
    bench.client.post(f"{case}/answer", data={"place": "malden/0", "piece": "empty"})
    assert "Pauline wins" in bench.read(case)

    near = seen({**DOUBTS, "malden/0": Seen("french", 0.6, (("french", 0.6), ("empty", 0.4)))})
    number = case.rpartition("/")[2]
    bench.cases.change(number, lambda now: replace(now, seen=near, fixes={}))
    page = bench.read(case)

    assert "No winner yet" in page
    assert "Not settled yet: 3 places are in question." in page
    assert "wins</h1>" not in page
    assert 'class="first"' not in page


def test_a_photo_of_another_board_leads_to_ones_own(host: Host) -> None:
    bench = Bench(host, lambda *_: Unfound(OTHER_BOARD, jpeg(), 640, 480, MARKED))
    case = bench.begin()
    bench.send(case, "empty", jpeg())
    page = bench.read(case)

    assert "not the board I know" in page
    assert 'href="/trace"' in page.partition("fault")[2]
    assert "<h1>Score a photo</h1>" in page  # and no winner
    assert 'name="x1" min="0" max="100" step="any" value="20.0"' in page
    assert "reconstruction" in bench.client.get("/photo").text


def test_an_answer_can_be_taken_back(bench: Bench) -> None:
    case = bench.scored()
    before = totals(bench.read(case))
    bench.client.post(f"{case}/answer", data={"place": SPACE, "piece": "empty"})

    bench.client.post(f"{case}/answer", data={"place": SPACE, "piece": ""})

    assert totals(bench.read(case)) == before


def test_a_place_nobody_asked_about_can_be_put_right(bench: Bench) -> None:
    case = bench.scored()
    page = bench.client.get(f"{case}?look=malden/0").text
    assert page.count('class="asking"') == 2

    page = bench.client.post(
        f"{case}/answer", data={"place": "malden/0", "piece": "japanese"}, follow_redirects=True
    ).text

    assert totals(page) == {"Pauline": 15, "Jean-Luc": 7}


def test_the_made_up_photo_needs_nothing(bench: Bench) -> None:
    case = bench.begin(example="yes")

    assert set(totals(bench.read(case))) == {player.name for player in PLAYERS}


def test_the_players_are_those_of_the_table_and_their_money_is_asked(bench: Bench) -> None:
    """While a game goes on nobody has yet what he will have."""
    page = bench.client.get(bench.begin()).text

    assert re.findall(r'name="name" value="(\w[^"]*)"', page) == ["Benjamin", "Pauline", "Jean-Luc"]
    assert re.findall(r'name="money" value="(\d+)"', page) == []
    assert totals(page) == {}


def test_the_money_of_a_game_that_is_over_stands_in_the_form(tmp_path: Path) -> None:
    bench = Bench(host_of_game(tmp_path / "table.sqlite", "2-players-stuck"), pretended)
    page = bench.client.get(bench.begin()).text

    assert len(re.findall(r'name="money" value="(\d+)"', page)) == 2
    assert 'id="step-players" open' in page
    bench.host.store.close()
