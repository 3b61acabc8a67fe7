"""Whatever is said to have happened: it replays, money only moves, tickets and notes add up."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bank import BANK, Ledger
from companion.files.fields import Field
from companion.finding import Severity
from companion.games.long_cours.course.setup import NOTES
from companion.games.long_cours.drawn.self_play import a_slip, drawn
from companion.games.long_cours.game import GAME
from companion.games.long_cours.judging.choices import awaited, choices
from companion.games.long_cours.judging.going_on import apply
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.judging.notes import notes
from companion.games.long_cours.record.event_json import FACTS, event_json, parse_event
from companion.games.long_cours.state.goods import BOX, TICKETS
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.cards import FIGHTS
from companion.games.long_cours.terms.events import Event
from companion.records.facts import Word
from tests.companion.games.long_cours.tables import BOARD, NAMES, start

COUNTS = st.integers(2, 6)
HOLDERS = (*NAMES, *(stop.id for stop in BOARD.stranding_places.values()))


def words_of(do: str, count: int) -> st.SearchStrategy[dict[str, object]]:
    """Any words of a fact that a table of so many may say."""
    names, stops = st.sampled_from(NAMES[:count]), st.sampled_from(list(BOARD.stops))
    kinds: dict[Word, st.SearchStrategy[object]] = {
        Word.PLAYER: names,
        Word.OTHER: names,
        Word.ACCOUNT: st.sampled_from([BANK, *NAMES[:count]]),
        Word.AT: stops,
    }
    named: dict[str, st.SearchStrategy[object]] = {
        "product": st.sampled_from([kind.name for kind in BOARD.products]),
        "card": st.sampled_from(FIGHTS),
        "die": st.integers(1, 6),
        "zone": st.sampled_from(list(BOARD.zones)),
        "millions": st.integers(1, 60),
        "amount": st.integers(1, 60),
        "mends": st.integers(0, 9),
    }
    told = {word: named[word] if word in named else kinds[kind] for word, kind in FACTS[do].items()}
    return st.fixed_dictionaries({"do": st.just(do), **told})


@st.composite
def games(draw: st.DrawFn) -> tuple[State, list[Event]]:
    """A start, and facts of any kind; some of them what the rules would allow."""
    count = draw(COUNTS)
    begun = state = start(count)
    facts: list[Event] = []
    random = Random(draw(st.integers(0, 10**6)))
    for _ in range(draw(st.integers(1, 30))):
        event = drawn(state, random) if draw(st.booleans()) else None
        if event is None:
            do = draw(st.sampled_from(list(FACTS)))
            event = parse_event(Field(draw(words_of(do, count))), state.game)
        assert event is not None
        facts.append(event)
        state = apply(state, event)
    return begun, facts


@settings(max_examples=60, deadline=None)
@given(games())
def test_anything_replays_and_nothing_is_lost(game: tuple[State, list[Event]]) -> None:
    state, facts = game
    total = state.bank.total
    for event in facts:
        after = apply(state, event)
        findings(state, event)
        notes(state, event, after)
        assert after == apply(state, event)
        assert after.facts == state.facts + 1
        assert after.bank.total == total
        assert after.bank.transfers[: len(state.bank.transfers)] == state.bank.transfers[:]
        for kind in BOARD.products:
            held = [after.goods.held(each, kind.name) for each in (BOX, *HOLDERS)]
            assert sum(pieces.worth for pieces in held) == TICKETS.worth
            assert all(after.goods.owed(each, kind.name) >= 0 for each in HOLDERS)
            assert all(number > 0 for pieces in held for _, number in pieces)
        assert all(each.cards >= 0 for each in after.captains)
        state = after


@settings(max_examples=40, deadline=None)
@given(games())
def test_a_state_is_kept_and_read_again(game: tuple[State, list[Event]]) -> None:
    begun, facts = game
    state = begun
    for event in facts:
        state = apply(state, event)
    again = GAME.recall(GAME.keep(state), begun, Ledger(state.bank.transfers))

    assert again == state
    assert [again.cash(name) for name in state.players] == [
        state.cash(name) for name in state.players
    ]


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_fact_is_written_and_read_again(game: tuple[State, list[Event]]) -> None:
    state, facts = game
    for event in facts:
        said = Field(event_json(event))
        assert parse_event(said, state.game) == event
        assert said.faults == []


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), COUNTS)
def test_what_is_offered_breaks_no_rule_and_somebody_can_always_act(seed: int, count: int) -> None:
    state, random = start(count), Random(seed)
    for _ in range(60):
        offered = choices(state)
        assert bool(offered) is not state.over
        assert len(awaited(state)) == (not state.over)
        for choice in offered:
            found = findings(state, choice.event)
            assert not any(each.severity is Severity.ILLEGAL for each in found)
        event = drawn(state, random)
        if event is None:
            return
        assert findings(state, event) == ()
        state = apply(state, event)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), COUNTS)
def test_notes_make_every_sum(seed: int, count: int) -> None:
    """Who pays always can: the box gives change, and what everybody holds is what he has."""
    state, random = start(count), Random(seed)
    for _ in range(80):
        event = drawn(state, random)
        if event is None:
            break
        state = apply(state, event)
    held, owed = state.bank.transfers.held(NOTES)

    assert owed == ()
    for name in state.players:
        assert (held[name].worth if name in held else 0) == state.cash(name)


def test_the_slip_of_the_demo_breaks_one_rule() -> None:
    state, random = start(3), Random(1)
    while state.round < 3:
        event = drawn(state, random)
        assert event is not None
        state = apply(state, event)
    slip = a_slip(state)

    assert slip is not None
    assert [each.code for each in findings(state, slip)] == ["no-line"]
