"""One plays alone: what is blocked, and cards that are played all the same. Rules 101 to 104."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.big_kini.judging.choices import choices
from companion.games.big_kini.page.turn_words import duties
from companion.games.big_kini.page.words import Words
from companion.games.big_kini.state.state import Phase
from companion.games.big_kini.terms.events import CardRevealed, TurnEnded
from companion.games.big_kini.terms.rulings import KeepsMoney
from tests.companion.games.big_kini.alone.solo import MOVE_ALONE, alone, spent
from tests.companion.games.big_kini.tables import BOARD, Fact, after, fact, found


@pytest.mark.parametrize(("round_", "cards"), [(1, 2), (2, 2), (3, 3), (10, 3)])
def test_two_cards_are_turned_up_alone_then_three(round_: int, cards: int) -> None:
    """Rule 103; vector V24."""
    state = alone(round_)
    for nth, card in enumerate(("k01", "k09", "k17")):
        waits = nth < cards
        assert (state.phase is Phase.BLOCKING) is waits
        if waits:
            state = after(state, fact("turn_up", card=card))
    assert state.phase is Phase.PLAYING


def test_a_blocked_action_is_done_by_a_card_without_a_token() -> None:
    """Rules 102 to 104; vector V23."""
    state = after(alone(1), fact("turn_up", card="k05"), fact("turn_up", card="k25"))
    assert set(state.tokens) == {"board/move/double", "board/buy_card/double"}
    assert found(state, fact("token", space="move/double")) == [("space-blocked", "103")]
    assert found(state, fact("token", space="income/standard")) == [("only-double", "102")]

    assert found(state, fact("reveal", card="k06")) == []
    state = after(
        state,
        fact("reveal", card="k06"),
        fact("move", from_="0,1/administrator-a", to="0,1/administrator-b"),
    )
    assert state.placed == 0
    assert found(state, fact("token", space="income/double")) == []


def test_a_card_of_an_action_that_is_not_blocked_waits_for_a_token() -> None:
    """Rule 104."""
    state = after(alone(1), fact("turn_up", card="k01"), fact("turn_up", card="k25"))

    assert found(state, fact("reveal", card="k06")) == [("card-needs-token", "104")]


AFTER_TOKENS: dict[str, tuple[Fact, list[tuple[str, str]], tuple[int, Phase]]] = {
    "a card of a blocked action": (fact("reveal", card="k06"), [], (1, Phase.PLAYING)),
    "no card": (fact("done"), [], (2, Phase.BLOCKING)),
    "the next round's card": (fact("turn_up", card="k01"), [], (2, Phase.BLOCKING)),
    "a third token": (
        fact("token", space="discovery/double"),
        [("blocked-first", "103")],
        (2, Phase.BLOCKING),
    ),
    "a deed without a token": (MOVE_ALONE, [("blocked-first", "103")], (2, Phase.BLOCKING)),
    "a card laid on no token": (fact("play"), [("not-asked", "93")], (1, Phase.PLAYING)),
}


@pytest.mark.parametrize(("told", "expected", "stands"), AFTER_TOKENS.values(), ids=AFTER_TOKENS)
def test_what_may_be_done_alone_when_both_tokens_have_had_their_turn(
    told: Fact, expected: list[tuple[str, str]], stands: tuple[int, Phase]
) -> None:
    """Rule 104, point A19."""
    assert found(spent(), told) == expected
    state = after(spent(), told)
    assert (state.round, state.phase) == stands


def test_the_round_is_over_by_itself_when_no_such_card_is_left() -> None:
    """Rule 104, point A19."""
    assert (spent(card="k04").round, spent().round) == (2, 1)

    state = after(spent(), fact("reveal", card="k06"))
    assert found(state, MOVE_ALONE) == []
    assert after(state, MOVE_ALONE).round == 2
    assert after(state, fact("done")).round == 2
    assert len(after(state, fact("turn_up", card="k01")).turned_up) == 1


@pytest.mark.parametrize(
    ("money", "last", "phase"),
    [
        (KeepsMoney.COMPANION, fact("done"), Phase.OVER),
        (KeepsMoney.TABLE, fact("done"), Phase.COUNTING),
        (KeepsMoney.TABLE, fact("count", amount=3), Phase.OVER),
    ],
)
def test_so_is_the_last_round_and_with_it_the_game(
    money: KeepsMoney, last: Fact, phase: Phase
) -> None:
    """Rules 101 and 104, point A19."""
    state = spent(10)
    if money is KeepsMoney.TABLE:
        state = replace(state, bank=None)

    assert found(state, fact("reveal", card="k06")) == []
    assert found(state, last) == []
    assert after(state, last).phase is phase
    assert found(after(state, last), fact("reveal", card="k06")) != []


@pytest.mark.parametrize("viewer", ["Ann", None])
def test_who_may_play_on_is_told_so(viewer: str | None) -> None:
    """Point A19: no token is asked of him any more."""
    [duty] = duties(spent(), Words("en", BOARD), viewer)

    assert "card of a blocked action" in duty
    assert [*map(type, (choice.event for choice in choices(spent())))] == [TurnEnded, CardRevealed]
