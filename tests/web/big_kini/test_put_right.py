"""What was put right is told as the table lay then, not as it lies since."""

from __future__ import annotations

from pathlib import Path

from companion.games.big_kini.judging.choices import choices
from companion.games.big_kini.record.event_json import event_json
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import Discovered
from companion.play.log import entry_words, log_line
from companion.play.sight import Sight
from companion.records.record import SYSTEM, Corrected, Happened, Undone
from companion.store.table import Request
from tests.companion.games.big_kini.tables import BOARD
from tests.web.tables import NOW
from tests.web.tiles.test_big_kini import GAME, host_with


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
