"""Long Cours as it is watched: the table before it begins, its referee, its questions."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.boards.board import Board
from companion.files.fields import Field
from companion.games.long_cours.state.lying import lies
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import CorsairMoved, Event
from companion.games.long_cours.watching.habits import HABITS
from companion.reading import EMPTY, HIDDEN, Reading
from companion.watching.moving_pieces.asking import what_happened
from companion.watching.moving_pieces.by_choices import ByChoices
from companion.watching.moving_pieces.sightings import SURE
from companion.watching.outcome import Doubt
from companion.watching.referee import AnswerWay, Asked, Done, Pace, Referee, SetUpStep, Watched
from companion.watching.steps import written

if TYPE_CHECKING:
    from companion.play.game import Game
    from companion.play.words import Words


def watched(game: Game[State, Event]) -> Watched:
    """What the house is handed to follow a table."""

    def referee(board: Board, pace: Pace) -> Referee:
        return ByChoices(game, lies, board, patient=pace is Pace.LIVE, habits=HABITS)

    return Watched(referee, set_up_steps, partial(asked, game))


def asked(
    game: Game[State, Event], doubt: Doubt, state: State, words: Words[State, Event]
) -> Asked | None:
    """What happened; of the corsair's run, each way with whom it sinks. Rule 68."""
    told = what_happened(game, doubt, state, words)
    if told is None:
        return None
    ran = [way.fact["do"] == "corsair" for way in told.ways]
    ways = tuple(
        replace(way, said=_run(game, doubt, state, words, way, alone=all(ran))) if runs else way
        for way, runs in zip(told.ways, ran, strict=True)
    )
    return Asked(words.plain("ask:corsair-run") if all(ran) else told.said, ways)


def _run(
    game: Game[State, Event],
    doubt: Doubt,
    state: State,
    words: Words[State, Event],
    way: AnswerWay,
    *,
    alone: bool,
) -> str:
    """The stops of a run, and whose ships it sinks; with whose it is, unless it is all there is."""
    stops, after = [], state
    for fact in json.loads(str(doubt.about[written(way.fact)])):
        event = game.parse(Field(fact), state)
        if event is None:
            break
        if isinstance(event, CorsairMoved):
            stops.append(words.place(event.stop))
        after = game.apply(after, event)
    still = {captain.name for captain in after.afloat}
    sunk = [captain.name for captain in state.afloat if captain.name not in still]
    run = " \N{RIGHTWARDS ARROW} ".join(stops)
    if not alone:
        run = words.say("way:corsair", player=str(way.fact["player"]), run=run)
    if not sunk:
        return words.say("way:harmless", run=run)
    return words.say("way:sinks", run=run, players=words.listed(sunk))


def set_up_steps(state: State, reading: Reading) -> tuple[SetUpStep, ...]:
    """What has to go before a game begins: goods, the corsair, ships that nobody plays. Rule 9.

    The players' own ships may come at any time: each is put on a port of its choice (rule 16).
    """
    own = set(state.game.ships.values())
    steps = []
    for subject, seen in reading.subjects.items():
        astray = subject not in own and seen.answer not in (EMPTY, HIDDEN)
        if astray and seen.confidence >= SURE:
            lies = subject, seen.answer
            kind, stop = lies if reading.moves(subject) else reversed(lies)
            steps.append(SetUpStep(stop, EMPTY, Done.WRONG, kind))
    return tuple(steps)
