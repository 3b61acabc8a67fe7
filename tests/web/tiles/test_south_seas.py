"""South Seas on the pages: each step of a turn is offered, and the end is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from companion.games.carcassonne_south_seas.page.face import step_of
from companion.games.carcassonne_south_seas.state.parts import parts_of
from companion.games.carcassonne_south_seas.state.state import State
from companion.records.record import Happened
from companion.watching.outcome import Doubt, Outcome
from tests.catalogues import typed
from tests.web.glances import Watched
from tests.web.tables import client_of
from tests.web.tiles.south_seas_tables import BOARD, GAME, Until, host_with, tile_at
from vision.picture.camera import CameraState
from web.demo.slip import is_time_for_slip
from web.host.roles import Role
from web.watching.watch import Glance

STEPS = {
    "turn_up": "Turn up a ship",
    "draw": "Draw a tile and say which",
    "tile": "tap a lit place",
    "islander": "You may place an islander",
}


@pytest.mark.parametrize(("step", "says"), STEPS.items())
def test_each_step_is_offered_to_who_is_at_turn(tmp_path: Path, step: str, says: str) -> None:
    host, state = host_with(tmp_path, lambda state: step_of(state) == step)
    page = client_of(host, Role.PLAYER, state.at_turn).get("/me").get_data(as_text=True)

    assert says in page
    assert 'class="unseen">Points:' in page or step == "turn_up"


MAY = {
    "You may place an islander on the tile or end your turn.": ("islander",),
    "You may take an islander back or end your turn.": ("take_back",),
    "You may deliver to a ship or end your turn.": ("deliver",),
    "You may place an islander on the tile, deliver to a ship or end your turn.": (
        "islander",
        "deliver",
    ),
    "You may take an islander back, deliver to a ship or end your turn.": ("take_back", "deliver"),
    "End your turn.": (),
}


@pytest.mark.parametrize(("says", "offered"), MAY.items(), ids=MAY)
def test_a_player_is_told_to_do_what_he_can_do(
    tmp_path: Path, says: str, offered: tuple[str, ...]
) -> None:
    """Rules 23 to 25 and 45: nobody without islanders may place one, nor deliver without goods."""

    def until(state: State) -> bool:
        may = {str(GAME.fact(each.event)["do"]) for each in GAME.choices(state)}
        return "done" in may and may - {"done", "evaluate"} == {*offered}

    host, state = host_with(tmp_path, until, seed=5)
    page = client_of(host, Role.PLAYER, state.at_turn).get("/me").get_data(as_text=True)
    assert f">{says}<" in page


def test_ships_are_counted_as_they_lie(tmp_path: Path) -> None:
    """The pile, and the four that lie face up. Rules 2 and 9."""
    host, _ = host_with(tmp_path, lambda state: len(state.display) == 4)
    page = client_of(host, Role.HOST).get("/table").get_data(as_text=True)

    assert "Ships: 20 in the pile, 4 face up" in page


def test_a_tap_on_its_picture_says_which_tile_was_drawn(tmp_path: Path) -> None:
    """Rule 13: as many buttons as kinds are left, each with the whole fact."""
    host, state = host_with(tmp_path, lambda state: step_of(state) == "draw")
    page = client_of(host, Role.PLAYER, state.at_turn).get("/me").get_data(as_text=True)
    acts = re.findall(r'class="drawn" form="[^"]*" name="act" value="([^"]*)"', page)
    facts = [json.loads(unescape(each)) for each in acts]

    assert [each["fact"]["tile"] for each in facts] == [t for t, n in state.left.items() if n > 0]
    assert all("asked" not in each for each in facts)


@pytest.mark.parametrize(
    ("language", "asks", "nowhere"),
    [
        ("en", "Where is it: red (Ann), on tile ", "on none of these"),
        ("fr", "Où est-ce : rouge (Ann), sur la tuile ", "nulle part ici"),
    ],
)
def test_an_islander_who_may_be_on_several_parts_is_asked_for_once_with_each_drawn(
    tmp_path: Path, language: str, asks: str, nowhere: str
) -> None:
    host, state = host_with(tmp_path, lambda state: len(state.tiles) > 1)
    cell = [*state.tiles][-1]
    parts = tuple(f"{cell}/{part.spot}" for part in parts_of(BOARD.tiles[tile_at(state, cell)]))
    doubt = Doubt((("red", 0.49), ("empty", 0.49)), parts[0], parts=parts)
    outcome = Outcome(host.store.record(1), (doubt,))
    watched = Watched(Glance(CameraState.LIVE, outcome=outcome))
    host.mount.watch = watched  # type: ignore[assignment]
    client = client_of(host, Role.BANKER)
    client.set_cookie("language", language)

    page = client.get("/camera").get_data(as_text=True)
    card = page.partition("asking-card")[2].partition("</article>")[0]
    assert asks in typed(card)
    assert re.findall(r'name="place" value="([^"]*)"', card)[: len(parts)] == [*parts]
    assert card.count('class="layer picture"') == len(parts)
    assert nowhere in card

    for place in parts:
        answered = client.post("/camera/answer", data={"place": place, "piece": "red"})
        assert answered.status_code in (204, 303)
    assert [(each.subject, each.given) for each in watched.said] == [(p, "red") for p in parts]


def test_a_tile_told_as_the_wrong_kind_is_put_right_by_its_picture(tmp_path: Path) -> None:
    """Of the entry every tile left is offered there, drawn as it would lie; of a draw each kind."""
    host, _ = host_with(tmp_path, lambda state: len(state.tiles) > 3)
    record, bank = host.store.record(1), client_of(host, Role.BANKER)
    seqs = {
        each.act.fact["do"]: each.seq for each in record.entries if isinstance(each.act, Happened)
    }
    facts: dict[str, list[dict[str, object]]] = {}
    for do in ("draw", "tile"):
        page = bank.get(f"/entry/{seqs[do]}").get_data(as_text=True)
        drawn = re.findall(r'value="([^"]*)" class="drawn">\s*<svg', page)
        facts[do] = [json.loads(unescape(each))["fact"] for each in drawn]

    was = next(each.act.fact for each in record.entries if each.seq == seqs["tile"])
    kinds = {str(each["tile"]).partition("/")[0] for each in facts["tile"]}
    assert {each["cell"] for each in facts["tile"]} == {was["cell"]}
    assert len(kinds) > 20
    assert kinds <= {str(each["tile"]) for each in facts["draw"]} | {str(was["tile"])[:4]}


def test_one_tap_puts_an_islander_told_late_into_his_own_turn(tmp_path: Path) -> None:
    """Rule 18: the card names the fact alone, and the turn at hand stays what it was."""
    host, state = host_with(tmp_path, lambda s: len(s.tiles) > 1 and s.turn.drawn != "")
    assert host.table is not None
    cell, late = [*state.tiles][-1], next(n for n in ("Ann", "Ben") if n != state.at_turn)
    record = host.store.record(1)
    after = max(
        s for s in (e.seq for e in record.entries) if record.entries[s - 1].act.fact["do"] == "tile"
    )
    assert {str(each.act.fact["do"]) for each in record.entries[after:]} >= {"done", "draw"}
    spot = parts_of(BOARD.tiles[tile_at(state, cell)])[0].spot
    fact = {"do": "islander", "player": late, "place": f"{cell}/{spot}"}
    client = client_of(host, Role.BANKER)
    told = client.post("/act", json={"revision": len(record.entries), "act": {"fact": fact}})
    assert told.status_code == 200

    view = client.get("/view").get_json()
    [repair] = view["repairs"]
    assert repair["words"].count("islander") == 1
    assert "draws" not in repair["words"]
    client.post("/act", json={"revision": view["revision"], "act": repair["act"]})

    view = client.get("/view").get_json()
    assert (view["findings"], view["repairs"]) == ([], [])
    assert view["drawn"] == state.turn.drawn


def test_what_an_evaluation_paid_stays_in_the_log(tmp_path: Path) -> None:
    """Rules 34, 36 and 43: goods to hand out, who goes home, and which fish is covered."""
    host, state = host_with(tmp_path, lambda state: bool(state.turn.alone and state.turn.paid))
    assert host.table is not None
    [paid, *_] = [each for each in state.turn.paid if each.cell]
    seq = host.table.view.facts[-1].seq
    told = [
        f"{paid.amount} fish for the sea.",
        "An islander goes home: ",
        "A boat token covers fish ",
    ]
    client = client_of(host, Role.HOST)
    over = {"do": "done", "player": state.at_turn}
    assert client.post("/act", json={"revision": seq, "act": {"fact": over}}).status_code == 200

    for path in ("/table", "/bank", f"/entry/{seq}", f"/score?at={seq}"):
        page = client.get(path).get_data(as_text=True)
        assert [each for each in told if each not in page] == [], path
    [line] = [each for each in client.get("/view").get_json()["log"] if each["seq"] == seq]
    assert [str(line).count(each) for each in told] == [1, 1, 1]


BROKEN: dict[str, tuple[str, Callable[[State], bool]]] = {
    "goods that the record lacks": (
        "deliver",
        lambda s: s.turn.has_tile and not s.turn.delivered and not any(s.goods.values()),
    ),
    "a second delivery": ("deliver", lambda s: s.turn.delivered),
    "a tile that would fit": ("unfit", lambda s: bool(s.turn.drawn)),
    "an islander taken back with others left": (
        "take_back",
        lambda s: s.turn.has_tile and not s.turn.moved and 0 < s.on_table(s.at_turn) < 4,
    ),
    "a merchant's ship that is not the highest": ("take_ship", lambda s: bool(s.waiting)),
    "a tile of which none should be left": (
        "draw",
        lambda s: step_of(s) == "draw" and 0 in s.left.values(),
    ),
}


@pytest.mark.parametrize(("do", "until"), BROKEN.values(), ids=BROKEN)
def test_what_breaks_a_rule_can_be_told_all_the_same(tmp_path: Path, do: str, until: Until) -> None:
    """It is written down by one tap, and found."""
    host, state = host_with(tmp_path, until, seed=5 if do == "take_ship" else 3)
    player = GAME.awaited(state)[0]
    client = client_of(host, Role.PLAYER, player)
    page = client.get("/me").get_data(as_text=True).partition('class="anyway"')[2]
    acts = [json.loads(unescape(each)) for each in re.findall(r'name="act" value="([^"]*)"', page)]
    facts = [each["fact"] for each in acts if each.get("fact", {}).get("do") == do]
    assert facts
    assert {each["player"] for each in facts} == {player}

    told = client.post("/act", json={"revision": state.facts, "act": {"fact": facts[0]}})

    assert told.status_code == 200
    assert client.get("/view").get_json()["findings"]


def test_no_list_is_without_a_place(tmp_path: Path) -> None:
    """Before a market lies none can be chosen, and what would be written down is refused."""
    host, _ = host_with(tmp_path, lambda state: len(state.tiles) > 1)
    page = client_of(host, Role.BANKER).get("/anywhere").get_data(as_text=True)

    lists = re.findall(r'<select name="fact.place">(.*?)</select>', page, re.DOTALL)
    assert lists
    assert all("<option" in each for each in lists)


def test_the_score_names_the_board_in_french(tmp_path: Path) -> None:
    host, _ = host_with(tmp_path, lambda state: len(state.tiles) > 1)
    client = client_of(host, Role.HOST)
    client.set_cookie("language", "fr")

    page = client.get("/score").get_data(as_text=True)
    assert f"{BOARD.name.partition(' (')[0]} (reconstitué)" in page
    assert "(reconstructed)" not in page


def test_every_page_tells_the_end(tmp_path: Path) -> None:
    """The score with its working, and the table as a program reads it."""
    host, state = host_with(tmp_path, lambda state: state.over)
    client = client_of(host, Role.HOST)
    exports = [f"/evenings/1/{file}" for file in ("score.csv", "score.json", "play.bgsplay")]
    pages = {path: client.get(path) for path in ("/table", "/score", "/view", *exports)}

    assert {path: page.status_code for path, page in pages.items()} == dict.fromkeys(pages, 200)
    assert "The game is over" in pages["/table"].get_data(as_text=True)
    scored = pages["/score"].get_data(as_text=True)
    assert "Goods left" in scored
    working = scored.partition("The game once more")[0]
    assert working.count("Last evaluation. ") == sum(each.amount > 0 for each in state.last) > 0
    assert pages["/view"].get_json()["over"] is True
    assert state.tiles_left == 0


@pytest.mark.parametrize("face_down", [False, True])
def test_ships_may_lie_face_down(tmp_path: Path, face_down: bool) -> None:
    """Point A14: how many lie before a player all see, what they are worth he alone."""
    host, state = host_with(
        tmp_path, lambda state: bool(state.ships.get("Ann")), ships_face_down=face_down
    )
    [ship] = state.ships["Ann"]
    points = state.game.ships[ship].points
    told = f"Ships: 1 ({points} points)"

    mine = client_of(host, Role.PLAYER, "Ann").get("/table").get_data(as_text=True)
    other = client_of(host, Role.PLAYER, "Ben")
    others = other.get("/table").get_data(as_text=True)
    view = other.get("/view").get_json()
    lies = view["players"][0]["ships"]

    assert told in mine
    assert (told in others) is not face_down
    assert ("Ships: 1, face down" in others) is face_down
    assert lies == ([{}] if face_down else [{"id": ship, "points": points}])
    assert next(each["fact"]["ship"] for each in view["log"] if "ship" in each["fact"]) == ship


def test_the_ruling_says_that_the_log_tells_each_ship_all_the_same() -> None:
    """Point A14: all saw it taken."""
    for language, log in (("en", "the log"), ("fr", "le journal")):
        words = GAME.words(language, GAME.shipped_board())
        assert log in words.plain("ruling:ships_face_down")
        assert log in words.plain("rule:A14").lower()


def test_goods_are_drawn_beside_words_that_say_how_they_are_made_up(tmp_path: Path) -> None:
    """Rule 3: a large token counts three. A screen reader hears words alone."""
    host, state = host_with(tmp_path, lambda s: any(n > 3 for n in s.held("Ann").values()))
    counts = [divmod(each, 3) for each in state.held("Ann").values()]
    page = client_of(host, Role.PLAYER, "Ann").get("/me").get_data(as_text=True)
    mine = page.partition('class="hand"')[2].partition("</p>")[0]

    assert all(f"({large} large" in mine for large, _ in counts if large)
    assert mine.count("<svg") == sum(large + small for large, small in counts)
    assert mine.count('aria-hidden="true"') >= 2 * sum(any(each) for each in counts)


def test_the_demo_waits_until_there_is_a_slip_to_show(tmp_path: Path) -> None:
    """Somebody stands on none of the areas of this tile yet: the slip comes in a later turn."""
    play = GAME.self_play
    assert play is not None
    host, state = host_with(
        tmp_path, lambda state: play.is_time_for_slip(state) and play.slip(state) is None
    )

    assert host.table is not None
    assert play.is_time_for_slip(state)
    assert not is_time_for_slip(host.table)
