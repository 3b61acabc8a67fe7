"""Which corrections could explain what the rules find about a fact.

One function per kind of slip; each yields the corrections worth trying, which are weighed by
following the game again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.games.big_kini.course.apply import DEEDS, IN_ELECTION, as_it_was, is_talked
from companion.games.big_kini.course.cards import is_alike, may_come
from companion.games.big_kini.course.setup import has_settled, waiting_for_home
from companion.games.big_kini.course.spaces import in_use
from companion.games.big_kini.judging.choices import deeds, first_cubes, homes, thinkable
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.judging.instead import instead
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.state.state import Phase, State, cell_of
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.actions import ACTION_OF, Action, action_of
from companion.play.corrections.course import Course, Edit
from companion.play.corrections.edits import (
    ODD,
    ODDER,
    back,
    doubled,
    instead_of,
    missing,
    told_soon,
    without,
)

LIKELY = 0.05
"""What a word costs that is often left out, since the next one says it."""
TOKENS_BACK = 3
"""What was not written down is put after so many of a player's last tokens."""
CUBES_BACK = 6
"""So many facts that put cubes on an atoll may be what was wrong."""
WORDS = 3
"""So many words of an election may be left out in a row."""
OF_A_HAND = (e.CardRevealed, e.CardLaid, e.GoodsShown)
SEATING = (e.Moved, e.Landed, e.Proliferated, e.Crowned, e.Retreated, e.Settled)
"""What makes a cube lie somewhere."""
_Course = Course[State, e.Event]
_Edit = Edit[e.Event]


def suspects(course: _Course, at: int) -> Iterator[_Edit]:
    """Every correction worth trying for what is found about one fact."""
    event = course.events[at]
    if isinstance(event, e.MoneyCorrected):
        return
    yield without(at)
    yield from instead_of(at, instead(course.states[at], event))
    yield from doubled(course, at)
    yield from _setting_up(course, at, event)
    yield from _words_left_out(course, at)
    yield from _landing_told_late(course, at, event)
    yield from _call_left_out(course, at, event)
    yield from _token(course, at, event)
    yield from _cubes_elsewhere(course, at, event)
    yield from _votes(course, at, event)
    yield from _atoll(course, at, event)
    yield from _deed_left_out(course, at, event)
    yield from _cards(course, at, event)


def _setting_up(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """A start atoll or a first cube that nobody told, or that was told late or of another."""
    state = course.states[at]
    if state.phase is Phase.HOMES:
        for player in waiting_for_home(state):
            yield from _lacking(course, at, player, homes(state, player), "atoll")
    elif state.phase is Phase.SETTLING and not isinstance(event, e.Settled):
        for player in state.players:
            if not has_settled(state, player):
                yield from _lacking(course, at, player, first_cubes(state, player), "place")


def _lacking(
    course: _Course, at: int, player: str, could: Iterable[e.ByPlayer], opens: str
) -> Iterator[_Edit]:
    """A player's start atoll or first cube lacks before a fact; ``opens`` is asked of it."""
    kind = e.HomeChosen if opens == "atoll" else e.Settled

    def is_it(told: e.Event) -> bool:
        return isinstance(told, kind) and told.player == player

    yield from told_soon(course, at, is_it, LIKELY)
    for told in could:
        yield missing(at, told, price=LIKELY, opens=opens)
    for index, told in back(course, at + 1, kind):
        yield from instead_of(index, [replace(told, player=player)])


def _words_left_out(course: _Course, at: int) -> Iterator[_Edit]:
    """Words of an election, a landing or about cards that nobody wrote down, one or a few.

    That a cube has still to land is known; whatever else goes wrong later, its landing is missing.
    """
    event = course.events[at]
    if isinstance(event, e.CardRevealed):
        yield missing(at, e.CardLaid(event.player))
    ahead: list[tuple[State, tuple[e.Event, ...]]] = [(course.states[at], ())]
    for count in range(WORDS):
        following = []
        for state, told in ahead:
            for word in _words(state) if is_talked(state) else ():
                price, opens = ODD * (count + 1) / WORDS, _free_choice(word)
                if isinstance(word, e.Landed) and not told:
                    price = -LIKELY
                yield missing(at, *told, word, price=price, opens=opens)
                following.append((apply(state, word), (*told, word)))
        ahead = following if len(following) <= CUBES_BACK else []


def _free_choice(word: e.Event) -> str:
    """The word that tells a place where a cube goes for nothing: only who was there knows it."""
    return "place" if isinstance(word, e.Retreated | e.Landed) else ""


def _words(state: State) -> Iterator[e.ByPlayer]:
    """What may be said now; what somebody hides in his hand is not guessed at."""
    words = (each for each in thinkable(state) if not isinstance(each, OF_A_HAND))
    return (each for each in words if not findings(state, each))


def _call_left_out(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """An election that nobody said was called."""
    state = course.states[at]
    if not isinstance(event, IN_ELECTION) or state.election is not None:
        return
    caller = state.doing.player if state.doing else state.at_turn
    cells = [cell_of(event.place)] if isinstance(event, e.Crowned | e.Retreated) else state.tiles
    yield from (missing(at, e.ElectionCalled(caller, it), price=LIKELY) for it in cells)


def _token(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """A token was not written down, lay on another space, or was another's."""
    state = course.states[at]
    spaces = [*in_use(state.game)]
    if isinstance(event, DEEDS):
        named = ACTION_OF[type(event)]
        row = [space for space in spaces if action_of(space) is named]
        yield from (missing(at, e.TokenPlaced(event.player, each), price=LIKELY) for each in row)
        tokens = {e.TokenPlaced(event.player, each) for each in row}
        yield from told_soon(course, at, lambda told: told in tokens, LIKELY)
    elif isinstance(event, e.TokenPlaced):
        row = spaces
        yield from (missing(at, e.TokenPlaced(state.at_turn, space)) for space in spaces)
    else:
        return
    for index, token in list(back(course, at, e.TokenPlaced))[:TOKENS_BACK]:
        others = (replace(token, space=space) for space in row if space != token.space)
        yield from instead_of(index, others, 0.0 if token.player == event.player else ODD)
        yield from instead_of(index, [replace(token, player=event.player)], ODD)
        yield without(index, ODDER)
    for index, token in back(course, at, e.TokenPlaced):
        if token.space == getattr(event, "space", ""):
            yield from instead_of(index, (replace(token, space=space) for space in spaces))
            break


def _landing_told_late(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """A cube landed before somebody went on, or its discovery came before its landing."""
    landing = course.states[at].turn.landing
    if landing is not None:
        awaited = (landing.player, landing.cell)
        yield from told_soon(
            course,
            at,
            lambda told: (
                isinstance(told, e.Landed) and (told.player, cell_of(told.place)) == awaited
            ),
            LIKELY,
        )
    elif isinstance(event, e.Landed):
        known = (event.player, cell_of(event.place))
        yield from told_soon(
            course,
            at,
            lambda told: isinstance(told, e.Discovered) and (told.player, told.cell) == known,
            LIKELY,
        )


def _cells(state: State, event: e.ByPlayer) -> set[str]:
    """The atolls that a fact is about."""
    words = ("place", "source", "target", "cell")
    cells = {cell_of(str(getattr(event, word))) for word in words if hasattr(event, word)}
    return cells | ({state.election.cell} if state.election else set())


def _cubes_elsewhere(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """A cube came to another place than was told, or did not come."""
    state = course.states[at]
    cells = _cells(state, event)
    count = 0
    for index, seated in back(course, at, *SEATING):
        there = _cells(course.states[index], seated)
        if seated.player != event.player and not there & cells:
            continue
        yield from instead_of(index, instead(course.states[index], seated))
        yield without(index, ODDER)
        count += 1
        if count == CUBES_BACK:
            break


def _votes(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """An election on the same atoll went otherwise, or was on another."""
    kinds: tuple[type[Any], ...] = (e.Voted, e.Abstained, e.Decided, e.GoodsShown, e.KeptBack)
    state = course.states[at]
    cells = _cells(state, event)
    for index, word in list(back(course, at, *kinds))[: 2 * CUBES_BACK]:
        now = course.states[index].election
        if now is not None and now.cell in cells:
            yield from instead_of(index, instead(course.states[index], word))
            yield without(index, ODDER)
    for index, called in list(back(course, at, e.ElectionCalled))[:TOKENS_BACK]:
        yield from instead_of(index, (replace(called, cell=cell) for cell in state.tiles), ODD)


def _atoll(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """Another atoll was turned up than was told, or on another cell, or by another cube."""
    cells, player = _cells(course.states[at], event), event.player
    named = event.atoll.partition("/")[0] if isinstance(event, e.Discovered) else ""
    for index, found in back(course, at + 1, e.Discovered):
        name, _, turned = found.atoll.partition("/")
        if found.cell not in cells and name != named and found.player != player:
            continue
        state = course.states[index]
        here = {lies.partition("/")[0] for lies in state.tiles.values()}
        others = (each for each in state.game.atolls if each not in here)
        yield from instead_of(index, (replace(found, atoll=f"{it}/{turned}") for it in others))
        yield from instead_of(index, (replace(found, cell=cell) for cell in state.hidden))
        mine = state.cubes_of(found.player)
        yield from instead_of(index, (replace(found, source=place) for place in mine))
    if isinstance(event, e.Landed):
        yield from _discovery_left_out(course, at, event)


def _discovery_left_out(course: _Course, at: int, event: e.Landed) -> Iterator[_Edit]:
    """A cube lands on an atoll that nobody said was discovered."""
    state = course.states[at]
    here = {lies.partition("/")[0] for lies in state.tiles.values()}
    cell = cell_of(event.place)
    for source in state.cubes_of(event.player):
        for name in state.game.atolls:
            found = e.Discovered(event.player, source, cell, f"{name}/0")
            if name not in here and not findings(state, found):
                yield missing(at, found)


def _cards(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """Another card was bought before than was told: this is the one, by what comes now."""
    if not isinstance(event, e.CardBought | e.CardTurnedUp):
        return
    state = course.states[at]
    for index, bought in back(course, at, e.CardBought):
        before = course.states[index]
        if bought.player != event.player and is_alike(state, bought.card, event.card):
            others = (replace(bought, card=each) for each in may_come(before, bought.player))
            for edit in instead_of(index, others, -ODD):
                if not is_alike(state, edit.put[0].card, event.card):
                    yield replace(edit, opens="card")
            return


def _deed_left_out(course: _Course, at: int, event: e.ByPlayer) -> Iterator[_Edit]:
    """An action that nobody wrote down, after one of the player's last tokens."""
    cells = _cells(course.states[at], event)
    mine = [each for each in back(course, at, e.TokenPlaced) if each[1].player == event.player]
    row = _row_behind(event)
    older = [each for each in mine[TOKENS_BACK:] if action_of(each[1].space) is row]
    for index, token in (*mine[:TOKENS_BACK], *older[:TOKENS_BACK]):
        for where in _gaps(course, index, at):
            state = course.states[where]
            seen = as_it_was(state, e.TurnEnded(token.player))
            could = deeds(seen, token.player, action_of(token.space))
            yield from _missing_of(where, could, cells)


def _row_behind(event: e.ByPlayer) -> Action | None:
    """The action that would have brought what somebody lacks: goods to show, money to pay."""
    if isinstance(event, e.GoodsShown | e.KeptBack):
        return Action.GOODS
    pays = e.TokenPlaced | e.Moved | e.Discovered | e.CardBought | e.BoughtAgain
    return Action.INCOME if isinstance(event, pays) else None


def _missing_of(at: int, could: Iterable[e.Deed], cells: set[str]) -> Iterator[_Edit]:
    for deed in could:
        moved = isinstance(deed, e.Moved | e.Proliferated)
        place = getattr(deed, "target", getattr(deed, "place", ""))
        if not moved or cell_of(place) in cells:
            yield missing(at, deed)


def _gaps(course: _Course, token: int, at: int) -> Iterator[int]:
    """Where in a turn an action may be missing: before the first one, and when it is over."""
    ends = (e.TokenPlaced, e.TurnEnded)
    first = True
    for index in range(token + 1, at + 1):
        event = course.events[index]
        if isinstance(event, ends):
            yield index
            return
        if first and isinstance(event, DEEDS):
            first = False
            yield index
    yield at
