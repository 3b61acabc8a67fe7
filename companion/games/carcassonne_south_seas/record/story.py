"""A whole game as JSON for other programs, and a table as JSON for one that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from companion.finding import found_json
from companion.games.carcassonne_south_seas.course.score import score
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.events import Event
from companion.play import sight as any_sight
from companion.play.played import Played
from companion.play.timeline import Step
from companion.score import Score

Sight = any_sight.Sight[State, Event]
File = Played[State, Event]
OneStep = Step[State, Event]


def story_json(file: File, steps: Sequence[OneStep]) -> dict[str, object]:
    """Tiles, goods, ships, score, findings and notes of a whole game."""
    last = steps[-1].after if steps else file.start
    return {
        **state_view(last),
        "standings": _standings(score(last)),
        "findings": [found_json(step.number, f) for step in steps for f in step.open_findings],
        "notes": [found_json(step.number, note) for step in steps for note in step.notes],
    }


def table_story_json(seen: Sight) -> dict[str, object]:
    """The same of a game at a table."""
    chapters: Iterable[Any] = seen.table.moments.chapters
    gists = [chapter.gist for chapter in chapters]
    return {
        **state_view(seen.state, seen.sees),
        "standings": _standings(seen.score),
        "findings": [each for gist in gists for each in gist["findings"]],
        "notes": [each for gist in gists for each in gist["notes"]],
    }


def everybody(name: str) -> bool:
    """All is seen of every player."""
    return bool(name)


def state_view(state: State, sees: Callable[[str], bool] = everybody) -> dict[str, object]:
    """All that lies on the table and before the players; ``last`` is the last evaluation.

    Of a player whose ships lie face down only their number is told. Point A14.
    """
    return {
        "round": state.round,
        "over": state.over,
        "turn": state.at_turn,
        "drawn": state.turn.drawn or None,
        "tiles": dict(state.tiles),
        "islanders": dict(state.islanders),
        "covered": list(state.covered),
        "display": list(state.display),
        "out": list(state.out),
        "tiles_left": {tile: left for tile, left in state.left.items() if left > 0},
        "players": [
            {
                "name": name,
                "colour": colour,
                "supply": state.supply(name),
                "goods": state.held(name),
                "ships": [
                    {"id": ship, "points": state.game.ships[ship].points} if sees(name) else {}
                    for ship in state.ships.get(name, ())
                ],
            }
            for name, colour in state.game.colours.items()
        ],
        "last": [asdict(payment) for payment in state.last],
    }


def _standings(reached: Score) -> list[dict[str, object]]:
    return [
        {"player": each.player, "rank": each.rank, "points": each.total}
        for each in reached.standings
    ]
