"""The game once more: the table as it stood after any event, told as the record tells it today."""

from __future__ import annotations

from markupsafe import Markup

from companion.board_drawing.layer import draw_laid
from companion.games.clippers.view import Data, Sight, log_line, ships_standing, table_view
from web.camera.answers import PLACES


def asked_moment(text: str | None) -> int | None:
    """The number of the event that an address asks for; None is how it stands now."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 10):
        return None
    return int(text)


def at_moment(seen: Sight, number: int | None) -> Sight:
    """The table after the event of that number; as it stands now, where none is asked for."""
    if number is None:
        return seen
    return Sight(seen.table.until(number), seen.words, seen.viewer)


def told_moment(seen: Sight, then: Sight) -> Data:
    """What a page shows of a moment: what happened, what was found, and what everybody had.

    ``before`` and ``after`` are the numbers of the events beside it; 0 is the start, and there is
    none after the last.
    """
    facts, here = seen.table.facts, len(then.table.facts)
    number = facts[here - 1].seq if here else 0
    entry, view = seen.table.entry(number), table_view(then)
    line = None if entry is None else log_line(seen, entry)
    fact = line["fact"] if line is not None else {}
    assert isinstance(fact, dict)
    return {
        "number": number,
        "line": line,
        "place": next((str(fact[word]) for word in PLACES if word in fact), None),
        "before": None if not here else facts[here - 2].seq if here > 1 else 0,
        "after": facts[here].seq if here < len(facts) else None,
        "last": facts[-1].seq if facts else 0,
        "round": view["round"],
        "phase": view["phase"],
        "over": view["over"],
        "players": view["players"],
    }


def laid_then(then: Sight) -> Markup:
    """What lay on the chart at that moment."""
    state = then.state
    ships = [(str(each["company"]), str(each["place"])) for each in ships_standing(state)]
    return Markup(draw_laid(state.game.chart.board, state.position, ships))
