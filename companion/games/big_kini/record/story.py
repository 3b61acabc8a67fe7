"""A whole game as JSON for other programs, and a table as JSON for one that shows it.

What is a player's alone (rule 23) is told as far as whoever looks may be told it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.cards.card import by_id, cards_json
from companion.finding import found_json
from companion.games.big_kini.course.score import score
from companion.games.big_kini.judging.choices import awaited
from companion.games.big_kini.state.election import Election
from companion.games.big_kini.state.state import Game, State
from companion.games.big_kini.terms.events import Event
from companion.games.big_kini.terms.own_cards import PRINTED
from companion.play import sight as any_sight
from companion.play.played import Played
from companion.play.timeline import Step
from companion.records.chapters import Moments
from companion.score import Score

Sight = any_sight.Sight[State, Event]
File = Played[State, Event]
OneStep = Step[State, Event]
Sees = Callable[[str], bool]


def story_json(file: File, steps: Sequence[OneStep]) -> dict[str, object]:
    """Table, hands, score, findings and notes of a whole game, with all that was hidden."""
    last = steps[-1].after if steps else file.start
    return {
        **state_view(last, lambda _: True),
        "box": _box(last.game),
        "standings": _standings(score(last)),
        "findings": [found_json(step.number, f) for step in steps for f in step.open_findings],
        "notes": [found_json(step.number, note) for step in steps for note in step.notes],
    }


def table_story_json(seen: Sight) -> dict[str, object]:
    """The same of a game at a table, as far as whoever looks may be told it."""
    moments = seen.table.moments
    told = {**state_view(seen.state, seen.sees), "box": _box(seen.state.game)}
    if seen.sees_all:
        told |= {"standings": _standings(seen.score)}
        told |= {"findings": _of_chapters(moments, "findings")}
        told |= {"notes": _of_chapters(moments, "notes")}
    return told


def state_view(state: State, sees: Sees) -> dict[str, object]:
    """All that lies on the table and before the players."""
    turn, doing = state.turn, state.doing
    return {
        "phase": state.phase.value,
        "round": state.round,
        "over": state.over,
        "first": state.first_player,
        "awaited": list(awaited(state)),
        "players": [_player(state, name, sees) for name in state.players],
        "tiles": dict(state.tiles),
        "cubes": dict(state.cubes),
        "goods": dict(state.goods),
        "tokens": dict(state.tokens),
        "used": dict(state.used),
        "held": sorted(state.held),
        "turned_up": list(state.turned_up),
        "turn": {
            "space": turn.space or None,
            "player": doing.player if doing else None,
            "action": doing.action.value if doing else None,
            "left": doing.left if doing else 0,
            "to_land": turn.landing.cell if turn.landing else None,
        },
        "election": _election(state.election) if state.election else None,
    }


def _box(game: Game) -> dict[str, object]:
    """What an owner tells of his box: the atolls that stay in it, and what his cards do."""
    cards = game.board.cards or by_id(PRINTED)
    played = cards_json(cards) if game.rulings.cards else []
    return {"in_box": sorted(game.in_box), "cards": played}


def _player(state: State, name: str, sees: Sees) -> dict[str, object]:
    """A player's open things; money, kinds of goods and cards where they may be told. Rule 23."""
    hand = state.hand(name)
    told: dict[str, object] = {
        "name": name,
        "colour": state.game.colours[name],
        "home": state.homes.get(name),
        "supply": state.supply_of(name),
        "goods": hand.tiles,
        "cards": len(hand.cards),
        "discovered": hand.discovered,
    }
    if sees(name):
        told |= {"money": state.money(name), "goods_held": dict(hand.goods)}
        told |= {"cards_held": list(hand.cards)}
    return told


def _election(election: Election) -> dict[str, object]:
    return {
        "cell": election.cell,
        "caller": election.caller,
        "stage": election.stage.value,
        "votes": {name: dict(given) for name, given in election.votes.items()},
        "shown": {name: dict(goods) for name, goods in election.shown.items()},
    }


def _standings(reached: Score) -> list[dict[str, object]]:
    return [
        {"player": each.player, "rank": each.rank, "points": each.total}
        for each in reached.standings
    ]


def _of_chapters(moments: Moments[Any], what: str) -> list[dict[str, object]]:
    return [each for chapter in moments.chapters for each in chapter.gist[what]]  # type: ignore[attr-defined]
