"""Several who act at once, as with first cubes and votes: what one does is no news to another."""

from __future__ import annotations

from companion.play.game import AnyGame
from companion.play.sight import AnyMoment
from companion.records.facts import Word
from companion.records.record import Entry, Fact, Happened
from companion.store.table import View

LONGEST = 40
"""So many facts are looked back upon for what somebody did at once with others."""


def leaves_alone(view: View[AnyMoment], game: AnyGame, meanwhile: Entry, wanted: Fact) -> bool:
    """Whether what somebody did meanwhile leaves what another wants to say as it was meant.

    Both could act, neither had to wait for the other, and the other still can.
    """
    moment = view.moment_of(meanwhile.seq)
    if not isinstance(meanwhile.act, Happened) or moment is None or moment.step is None:
        return False
    who, other = (_player(game, fact) for fact in (meanwhile.act.fact, wanted))
    could = game.awaited(moment.step.before)
    return who != other and {who, other} <= {*could} and other in game.awaited(moment.step.after)


def own_deed(view: View[AnyMoment], game: AnyGame, player: str | None) -> Entry | None:
    """What a player did at once with others, while since then only those have acted; or None."""
    facts = view.facts
    first = max(len(facts) - LONGEST, 0)
    own = (at for at in range(len(facts) - 1, first - 1, -1) if _does(game, facts[at].fact, player))
    at = next(own, None)
    if at is None or (step := view.moments[at + 1].step) is None:
        return None
    together = {*game.awaited(step.before)}
    if player not in together or len(together) == 1:
        return None
    kinds = {game.fact(choice.event)["do"] for choice in game.choices(step.before)}
    for later in range(at + 1, len(facts)):
        fact, step = facts[later].fact, view.moments[later + 1].step
        together &= set() if step is None else {*game.awaited(step.before)}
        if _player(game, fact) not in together or fact["do"] not in kinds:
            return None
    return view.entry(facts[at].seq)


def _does(game: AnyGame, fact: Fact, player: str | None) -> bool:
    return player is not None and _player(game, fact) == player


def _player(game: AnyGame, fact: Fact) -> object:
    return game.about.held(fact, Word.PLAYER)
