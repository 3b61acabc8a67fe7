"""What was put right is told as the table lay then, not as it lies since."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.big_kini.judging.choices import choices
from companion.games.big_kini.record.event_json import event_json
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import Discovered
from companion.play.log import entry_words, log_line
from companion.play.sight import Sight
from companion.records.record import SYSTEM, Corrected, Happened, Undone
from companion.store.table import Request
from tests.companion.games.big_kini.tables import BOARD
from tests.web.tables import NOW, client_of
from tests.web.tiles.big_kini_tables import GAME, host_with
from web.host.roles import Role
from web.table.stream import Listener, news


def found(state: State) -> Discovered | None:
    """An atoll that may be discovered now."""
    events = (each.event for each in choices(state))
    return next((each for each in events if isinstance(each, Discovered)), None)


def test_an_atoll_was_hidden_where_it_was_discovered(tmp_path: Path) -> None:
    host, state = host_with(tmp_path, lambda state: found(state) is not None)
    events = [each.event for each in choices(state) if isinstance(each.event, Discovered)]
    first = events[0]
    other = next(each for each in events if each.cell == first.cell and each.atoll != first.atoll)
    table = host.table
    assert table is not None

    def act(act: Happened | Corrected | Undone) -> str:
        number = table.act(Request(act, table.view.revision, SYSTEM, NOW))
        sight = Sight(GAME, table.view, GAME.words("en", BOARD))
        entry = table.view.entry(number)
        assert entry is not None
        return entry_words(sight, entry)

    hidden = f"(hidden atoll {BOARD.names[first.cell]})"
    assert hidden in act(Happened(event_json(first)))
    number = table.view.revision
    assert hidden in act(Corrected(number, event_json(other)))
    assert hidden in act(Undone(number))
    struck = table.view.entry(number)
    assert struck is not None
    assert hidden in log_line(Sight(GAME, table.view, GAME.words("en", BOARD)), struck).words


ONE = {"do": "promise", "player": "Ann", "other": "Ben"}
OTHER = {"do": "promise", "player": "Ben", "other": "Cleo"}
MENDS = {
    "put in": (0, [ONE], "Put in: {one}"),
    "taken out": (1, [], "Taken back: {gone}"),
    "told otherwise, and more": (
        1,
        [ONE, OTHER],
        "Taken back: {gone} Put in: {one} Put in: {other}",
    ),
}


@pytest.mark.parametrize(("out", "put", "said"), MENDS.values(), ids=MENDS)
def test_what_is_told_anew_is_said_by_what_it_changes(
    tmp_path: Path, out: int, put: list[dict[str, object]], said: str
) -> None:
    """Not by what is only written once more: in the answer, in the news, beside Undo, and after."""
    host, _ = host_with(tmp_path, lambda state: state.round == 2)
    bank, table = client_of(host, Role.BANKER), host.table
    assert table is not None
    fact = table.view.facts[-2].seq
    lines = {line["seq"]: line["words"] for line in bank.get("/view").get_json()["log"]}
    what = {
        "gone": lines[fact],
        "one": "Ann makes Ben a promise for votes.",
        "other": "Ben makes Cleo a promise for votes.",
    }
    wanted = said.format(**what)
    before, again = table.view.revision, lines[table.view.facts[-1].seq]

    def sent(act: dict[str, object]) -> str:
        told = {"revision": table.view.revision, "act": act}
        return str(bank.post("/act", json=told).get_json()["said"])

    assert sent({"mend": {"at": fact, "out": out, "put": put}}) == wanted
    left = iter([False, True, True])
    heard = "".join(news(host, table, "en", before, Listener(hung_up=lambda: next(left))))
    assert ("Put in: " in heard) is bool(put)
    assert again not in heard
    undo = bank.get("/view").get_json()["undo"]
    assert undo["words"] == wanted
    assert sent({"undo": undo["seq"]}) == f"Taken back: {wanted}"
    assert bank.get("/view").get_json()["redo"]["words"] == wanted
    host.store.close()
