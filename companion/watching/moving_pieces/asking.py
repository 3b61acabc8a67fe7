"""A question of what happened, in words: each way to answer is a fact."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from companion.files.fields import Field
from companion.play.game import Game
from companion.play.timeline import Event, State
from companion.play.words import Words
from companion.reading import EMPTY
from companion.watching.moving_pieces.ways import Ways
from companion.watching.outcome import Doubt
from companion.watching.referee import AnswerWay, Asked
from companion.watching.steps import written


def what_happened(
    game: Game[State, Event], doubt: Doubt, state: State, words: Words[State, Event]
) -> Asked | None:
    """Word a question of ``ByChoices``: each way to answer is a fact that may have happened."""
    ways = []
    for fact_json, share in doubt.likely:
        fact = json.loads(fact_json)
        event = game.parse(Field(fact), state)
        if event is None:
            return None
        ways.append(AnswerWay(words.when(state).event(event), fact, share))
    return Asked(words.plain("ask:what-happened"), tuple(ways))


def where_they_part(
    game: Game[State, Event], ways: Ways[State, Event], inferred: Collection[str] = ()
) -> Iterator[Doubt]:
    """What happened where the ways part, each fact with the share of ways that have it.

    That is the first fact that is not ``inferred``: that a turn is over tells nobody what is meant.
    ``about`` has the whole of the likeliest way that goes on with each fact.
    """
    if len(ways.found) < 2:
        return
    at = len(ways.alike)
    parted = [[game.fact(event) for event in way.events[at:]] for way in ways.found]
    goes_on = [facts for facts in parted if facts]
    telling = [next((f for f in facts if f["do"] not in inferred), facts[0]) for facts in goes_on]
    named = [written(fact) for fact in telling]
    if len(set(named)) < 2:  # They part by whose turns end before it.
        named = [written(facts[0]) for facts in goes_on]
    shares: dict[str, float] = {}
    whole: dict[str, str] = {}
    for first, facts in zip(named, goes_on, strict=True):
        shares[first] = shares.get(first, 0) + 1 / len(ways.found)
        whole.setdefault(first, json.dumps(facts))
    yield Doubt(tuple(sorted(shares.items(), key=lambda pair: -pair[1])), about=whole)


def changed(old: Mapping[str, str], new: Mapping[str, str]) -> set[str]:
    """The subjects of which the answer is another than it was."""
    return {each for each in {*old, *new} if old.get(each, EMPTY) != new.get(each, EMPTY)}


def ruled_out(
    game: Game[State, Event],
    lies: Callable[[State], Mapping[str, str]],
    before: State,
    after: State,
    others: Iterable[str],
    whole: str = "[]",
) -> set[str]:
    """Where nothing has changed by what somebody answered, though by the ``others`` it would.

    ``whole`` has the facts by which it goes on from his answer: where these change anything, what
    is seen there was not denied.
    """
    could = (game.parse(Field(json.loads(other)), before) for other in others)
    states = [game.apply(before, event) for event in could if event is not None]
    subjects = {each for state in states for each in changed(lies(before), lies(state))}
    goes_on = before
    for fact in json.loads(whole):
        event = game.parse(Field(fact), goes_on)
        if event is None:
            break
        goes_on = game.apply(goes_on, event)
    return subjects - changed(lies(before), lies(after)) - changed(lies(before), lies(goes_on))
