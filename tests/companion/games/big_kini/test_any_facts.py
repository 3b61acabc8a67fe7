"""Whatever is said to have happened: it replays, money only moves, somebody can always go on."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bank import BANK, Ledger
from companion.files.fields import Field
from companion.games.big_kini.course.setup import NOTES
from companion.games.big_kini.drawn.self_play import a_slip, drawn, is_time_for_slip
from companion.games.big_kini.game import GAME
from companion.games.big_kini.judging.choices import awaited, choices
from companion.games.big_kini.judging.going_on import apply
from companion.games.big_kini.judging.instead import instead
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.record.event_json import FACTS, event_json, parse_event
from companion.games.big_kini.record.story import state_view
from companion.games.big_kini.rules.notes import notes
from companion.games.big_kini.state.shown import position
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.cards import CARDS
from companion.games.big_kini.terms.events import Event
from companion.games.big_kini.terms.goods import GOODS
from companion.games.big_kini.terms.rulings import Blocked, KeepsMoney
from companion.records.facts import Word
from tests.companion.games.big_kini.tables import BOARD, NAMES, start

TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {"cards": True}),
    (2, {}),
    (3, {"blocked": Blocked.TWO}),
    (3, {"cards": True, "blocked": Blocked.TWO}),
    (4, {"cards": True}),
    (4, {"money": KeepsMoney.TABLE}),
    (6, {"cards": True}),
)
KINDS = BOARD.kinds_of_places
ON_ATOLLS = [spot for kind in ("colony", "administrator", "baron", "goods") for spot in KINDS[kind]]


def words_of(do: str, count: int) -> st.SearchStrategy[dict[str, object]]:
    """Any words of a fact that a table of so many may say."""
    names = st.sampled_from(NAMES[:count])
    places = st.sampled_from(ON_ATOLLS)
    kinds: dict[Word, st.SearchStrategy[object]] = {
        Word.PLAYER: names,
        Word.OTHER: names,
        Word.ACCOUNT: st.sampled_from([BANK, *NAMES[:count]]),
        Word.AT: places,
        Word.PLACE: places,
        Word.WHOLE: st.integers(1, 6),
        Word.SUM: st.integers(1, 6),
        Word.PIECE: st.sampled_from(GOODS),
    }
    named: dict[str, st.SearchStrategy[object]] = {
        "cell": st.sampled_from(list(KINDS["cell"])),
        "space": st.sampled_from(list(KINDS["action"])),
        "card": st.sampled_from(list(CARDS)),
        "atoll": st.sampled_from([f"a{number}/{number % 6}" for number in range(1, 26)]),
    }
    told = {word: named.get(word, kinds.get(kind)) for word, kind in FACTS[do].items()}
    return st.fixed_dictionaries({"do": st.just(do), **told})  # type: ignore[dict-item]


@st.composite
def games(draw: st.DrawFn) -> tuple[State, list[Event]]:
    """A start, and facts of any kind; most of them what the rules would allow."""
    count, rulings = draw(st.sampled_from(TABLES))
    begun = state = start(count, **rulings)
    facts: list[Event] = []
    random = Random(draw(st.integers(0, 10**6)))
    for _ in range(draw(st.integers(1, 60))):
        by_rule = draw(st.integers(0, 3))
        event = drawn(state, random) if by_rule else None
        if event is None:
            do = draw(st.sampled_from(list(FACTS)))
            event = parse_event(Field(draw(words_of(do, count))), state.game)
        assert event is not None
        facts.append(event)
        state = apply(state, event)
    return begun, facts


@settings(max_examples=25, deadline=None)
@given(games())
def test_anything_replays_and_no_money_is_lost(game: tuple[State, list[Event]]) -> None:
    state, facts = game
    total = NOTES.worth
    for event in facts:
        after = apply(state, event)
        findings(state, event)
        notes(state, event, after)
        assert after == apply(state, event)
        assert after.facts == state.facts + 1
        if after.bank is not None and state.bank is not None:
            assert after.bank.total == total
            assert after.bank.transfers[: len(state.bank.transfers)] == state.bank.transfers[:]
        assert all(
            count >= 0 for name in after.players for count in after.hand(name).goods.values()
        )
        position(after)
        state_view(after, lambda _: True)
        state = after


@settings(max_examples=25, deadline=None)
@given(games())
def test_somebody_can_always_go_on(game: tuple[State, list[Event]]) -> None:
    """Whatever was said: there is a choice, by somebody who is awaited, until the end."""
    state, facts = game
    for event in facts:
        state = apply(state, event)
    offered = choices(state)
    players = {getattr(choice.event, "player", "") for choice in offered}

    assert bool(offered) is not state.over
    assert players <= set(awaited(state))


@settings(max_examples=15, deadline=None)
@given(games())
def test_a_state_is_kept_and_read_again(game: tuple[State, list[Event]]) -> None:
    begun, facts = game
    state = begun
    for event in facts:
        state = apply(state, event)
    transfers = Ledger() if state.bank is None else Ledger(state.bank.transfers)

    assert GAME.recall(GAME.keep(state), begun, transfers) == state


@settings(max_examples=15, deadline=None)
@given(games())
def test_a_fact_is_written_and_read_again_and_may_have_been_another(
    game: tuple[State, list[Event]],
) -> None:
    state, facts = game
    for event in facts:
        assert parse_event(Field(event_json(event)), state.game) == event
    others = [*instead(state, facts[0])]

    assert facts[0] not in others
    assert all(parse_event(Field(event_json(each)), state.game) for each in others)


def test_the_slip_of_the_demo_breaks_one_rule() -> None:
    state, random = start(3), Random(1)
    while not (is_time_for_slip(state) and a_slip(state)):
        event = drawn(state, random)
        assert event is not None
        state = apply(state, event)
    slip = a_slip(state)

    assert slip is not None
    assert [each.code for each in findings(state, slip)] == ["baron-by-election"]
