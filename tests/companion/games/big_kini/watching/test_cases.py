"""What a camera makes of a table of Big Kini: tokens, cubes, atolls, and what is not seen."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.games.big_kini.drawn.self_play import a_slip
from companion.games.big_kini.game import GAME
from companion.games.big_kini.state.state import NEUTRAL
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.cards import CARDS
from companion.games.big_kini.watching.lying import lies, told_apart
from companion.play.game import Seat
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.records.record import Header, Record
from companion.watching.follower import Follower
from companion.watching.referee import Pace, is_set_up
from tests.companion.games.big_kini.tables import BOARD
from tests.companion.games.big_kini.watching.watched_tables import (
    PERSON,
    WatchedTable,
    seen_as,
    token,
)

SEED_WITH_A_FACTORY = 2
"""Both players have influence on a factory, and on a colony with two spaces."""


def is_a_token(event: e.Event) -> bool:
    """Whether somebody puts a token on the action board."""
    return isinstance(event, e.TokenPlaced)


@pytest.mark.parametrize(
    ("action", "kind"),
    [("move", e.Moved), ("income", e.IncomeTaken), ("proliferation", e.Proliferated)],
)
def test_a_token_and_what_it_allows_become_facts(action: str, kind: type) -> None:
    for seed in range(1, 9):
        table = WatchedTable(seed=seed)
        first = token(table, action)
        after = GAME.apply(table.state, first)
        if any(isinstance(choice.event, kind) for choice in GAME.choices(after)):
            break
    table.does(first)
    deed = table.a(kind)
    table.does(deed)

    assert list(table.new) == [first, deed]
    assert (table.follower.log.asked, table.follower.log.drifted) == ([], [])


def test_an_atoll_turned_up_is_read_and_the_cube_that_lands_on_it() -> None:
    table = WatchedTable()
    first = token(table, "discovery")
    table.does(first)
    found = table.a(e.Discovered)
    assert isinstance(found, e.Discovered)
    found = replace(found, atoll=f"{found.atoll.partition('/')[0]}/3")
    table.does(found)
    landed = table.a(e.Landed)
    table.does(landed)

    assert list(table.new) == [first, found, landed]
    assert table.follower.log.drifted == []


def test_an_atoll_is_turned_up_before_the_cube_sets_out() -> None:
    """Which of his cubes goes there is asked only where he waits with it."""
    table = WatchedTable()
    first = token(table, "discovery")
    table.does(first)
    found = table.a(e.Discovered)
    assert isinstance(found, e.Discovered)
    turned_up = {**lies(table.state), found.cell: found.atoll}
    table.looks_at(turned_up, looks=3)
    assert (table.new, table.follower.outcome.doubts) == ([first], ())
    table.looks_at(turned_up)
    asked = [fact for doubt in table.follower.outcome.doubts for fact, _ in doubt.likely]
    landed = table.state = GAME.apply(table.state, found)
    table.does(table.a(e.Landed))

    assert asked
    assert all('"do": "discover"' in fact for fact in asked)
    assert [type(each) for each in table.new] == [e.TokenPlaced, e.Discovered, e.Landed]
    assert table.told.tiles == landed.tiles
    assert table.follower.log.drifted == []


def test_a_tapped_atoll_lies_in_the_turn_in_which_it_is_seen() -> None:
    table = WatchedTable()
    table.does(token(table, "discovery"))
    found = table.a(e.Discovered)
    assert isinstance(found, e.Discovered)
    table.says(found)
    seen = f"{found.atoll.partition('/')[0]}/4"
    table.looks_at({**lies(table.state), found.cell: seen})

    assert table.told.tiles[found.cell] == seen
    assert (table.follower.log.asked, table.follower.log.drifted) == ([], [])


def test_a_cube_in_somebodys_hand_is_not_gone() -> None:
    table = WatchedTable()
    cube = next(iter(table.state.cubes))
    table.looks_at({**lies(table.state), cube: EMPTY}, looks=4)

    assert not table.new
    assert table.follower.log.drifted == []


def test_a_cube_put_down_and_moved_on_made_one_move() -> None:
    table = WatchedTable()
    table.does(token(table, "move"))
    goes = [c.event for c in GAME.choices(table.state) if isinstance(c.event, e.Moved)]
    wrong, right = next((a, b) for a in goes for b in goes if a.source == b.source and a != b)
    table.looks_at(lies(GAME.apply(table.state, wrong)), looks=3)
    table.does(right)

    assert list(table.new)[1:] == [right]


def test_a_cube_without_its_token_is_asked_for_its_token() -> None:
    table = WatchedTable(count=3)
    first = token(table, "move", "standard")
    assert isinstance(first, e.TokenPlaced)
    state = GAME.apply(table.state, first)
    move = next(c.event for c in GAME.choices(state) if isinstance(c.event, e.Moved))
    table.looks_at({**lies(GAME.apply(state, move)), first.space: EMPTY})

    [doubt] = table.follower.outcome.doubts
    assert doubt.subject is None
    assert all('"do": "token"' in fact for fact, _ in doubt.likely)
    assert not table.new


def test_a_tapped_deed_shows_its_unseen_token_though_somebody_has_a_card() -> None:
    table = WatchedTable(cards="yes")
    table.does(token(table, "buy_card"))
    buyer = table.state.at_turn
    for event in (table.a(e.CardBought), e.TurnEnded(buyer)):
        table.says(event)
    before, first, unsaid = list(table.new), token(table, "move"), e.NoCard(buyer)
    after = GAME.apply(GAME.apply(table.state, first), unsaid)
    deed = next(c.event for c in GAME.choices(after) if isinstance(c.event, e.Moved))
    table.follower.say(GAME.fact(deed), PERSON)

    assert list(table.new) == [*before, first, unsaid, deed]


def test_who_is_seen_to_be_baron_has_won_though_nobody_tapped_a_vote() -> None:
    table = WatchedTable()
    first = token(table, "election")
    table.does(first)
    assert isinstance(first, e.TokenPlaced)
    home = table.state.homes[first.player]
    after = GAME.apply(table.state, e.ElectionCalled(first.player, home))
    after = GAME.apply(after, e.Voted(first.player, first.player, 2))
    crowned = next(c.event for c in GAME.choices(after) if isinstance(c.event, e.Crowned))
    table.looks_at(lies(GAME.apply(after, crowned)))

    assert table.new[1] == e.ElectionCalled(first.player, home)
    assert table.new[-1] == crowned
    assert table.told.election is None


def test_tokens_taken_home_end_the_round() -> None:
    table = WatchedTable()
    for action in ("discovery", "move", "election", "income"):
        table.does(token(table, action))
        table.state = GAME.apply(table.state, e.TurnEnded(table.state.at_turn))
    assert table.told.round == 1
    table.looks_at(lies(table.state))

    assert table.told.round == 2
    assert not table.told.tokens
    assert table.follower.log.drifted == []


def test_a_round_is_over_when_one_token_is_taken_home_before_the_others() -> None:
    """Not another round with the tokens that still lie there, each in the order it was put down."""
    table = WatchedTable(seed=SEED_WITH_A_FACTORY)
    table.does(token(table, "proliferation"))
    for _ in range(2):
        table.does(table.a(e.Proliferated))
    for action in ("income", "move", "election"):
        if action != "income":
            table.state = GAME.apply(table.state, e.TurnEnded(table.state.at_turn))
        table.does(token(table, action))
    last = table.state
    table.says(table.a(e.ElectionCalled))
    table.state = GAME.apply(table.state, e.TurnEnded(last.at_turn))
    first = next(iter(last.tokens))
    table.looks_at({**lies(table.state), **lies(last), first: EMPTY}, looks=3)
    assert table.told.round == 1
    table.looks_at(lies(table.state))

    assert (table.told.round, table.told.placed, dict(table.told.tokens)) == (2, 0, {})
    assert table.follower.log.drifted == []


def test_the_last_income_of_a_round_is_tapped_before_its_token_is_seen() -> None:
    """What he did with his token before is not told as the next round's, where he comes first."""
    table = WatchedTable(seed=SEED_WITH_A_FACTORY)
    table.does(token(table, "discovery"))
    table.state = GAME.apply(table.state, e.TurnEnded(table.state.at_turn))
    table.does(token(table, "proliferation"))
    table.does(table.a(e.Proliferated))
    table.state = GAME.apply(table.state, e.TurnEnded(table.state.at_turn))
    table.says(token(table, "move"))
    table.looks_at(lies(table.state))
    table.state = GAME.apply(table.state, e.TurnEnded(table.state.at_turn))
    before, there = list(table.new), token(table, "income")
    after = GAME.apply(table.state, there)
    income = next(c.event for c in GAME.choices(after) if isinstance(c.event, e.IncomeTaken))
    table.follower.say(GAME.fact(income), PERSON)
    table.does(there)

    assert list(table.new) == [*before, there, income]
    assert (table.follower.log.asked, table.follower.log.drifted) == ([], [])


@pytest.mark.parametrize("next_row", ["income", "buy_card"])
def test_cards_tapped_in_the_next_round_were_bought_in_the_last_turn(next_row: str) -> None:
    table = WatchedTable(cards="yes")
    for action in ("discovery", "move", "election"):
        table.does(token(table, action))
        table.state = GAME.apply(table.state, e.TurnEnded(table.state.at_turn))
    table.does(token(table, "buy_card"))
    bought = []
    for _ in range(2):
        bought.append(table.a(e.CardBought))
        table.state = GAME.apply(table.state, bought[-1])
    table.looks_at(lies(table.state))
    table.does(token(table, next_row))
    for each in bought:
        table.follower.say(GAME.fact(each), PERSON)
    if next_row == "buy_card":
        table.says(table.a(e.NoCard))

    assert (table.told.round, table.told.placed, table.told.turn.space) == (
        table.state.round,
        table.state.placed,
        table.state.turn.space,
    )
    assert table.told.hands == table.state.hands
    assert table.told.turn.doings == table.state.turn.doings


def test_a_card_is_tapped_when_what_it_brought_was_seen() -> None:
    """Who plays alone forgoes the rest of his action by it: nobody says so, and it comes first."""
    table = WatchedTable(count=1, seed=2, cards="yes")
    table.does(token(table, "buy_card"))
    bought, done = table.a(e.CardBought, card="k05"), e.TurnEnded(table.state.at_turn)
    revealed = e.CardRevealed(done.player, "k05")
    for event in (bought, done, revealed):
        table.state = GAME.apply(table.state, event)
    before, moved = list(table.new), table.a(e.Moved)
    table.does(moved)
    for event in (bought, revealed):
        table.follower.say(GAME.fact(event), PERSON)

    assert list(table.new) == [*before, bought, done, revealed, moved]


def test_an_income_tapped_early_puts_no_token_before_one_that_was_seen() -> None:
    table = WatchedTable(count=1, seed=1, cards="yes")
    first, second = token(table, "discovery"), token(table, "income")
    table.does(first)
    table.state = GAME.apply(table.state, e.TurnEnded(table.state.at_turn))
    after = GAME.apply(table.state, second)
    income = next(c.event for c in GAME.choices(after) if isinstance(c.event, e.IncomeTaken))
    table.follower.say(GAME.fact(income), PERSON)
    table.does(second)

    assert [each for each in table.new if is_a_token(each)] == [first, second]
    assert (table.told.round, table.told.placed) == (table.state.round, table.state.placed)


def test_a_card_read_late_takes_the_place_of_the_guess() -> None:
    """However much has been said since its neutral token was seen."""
    table = WatchedTable(count=1, seed=2, cards="yes")
    for action in ("discovery", "goods"):
        table.does(token(table, action))
        table.says(e.TurnEnded(table.state.at_turn))
    table.looks_at(lies(table.state))
    turned_up = [e.CardTurnedUp(table.state.first_player, card) for card in ("k12", "k16")]
    for each in turned_up:
        table.does(each)
    for action, cards in (("buy_card", ("k01", "k05")), ("proliferation", ())):
        table.does(token(table, action))
        for card in cards:
            table.says(table.a(e.CardBought, card=card))
        table.says(e.NoCard(table.state.at_turn)) if not cards else None
    assert table.told.turned_up == ("k09", "k13")
    for each in turned_up:
        table.follower.say(GAME.fact(each), PERSON)

    assert table.told.turned_up == ("k12", "k16")
    assert table.told.tokens == table.state.tokens


def test_dice_are_read_from_the_tokens_that_block() -> None:
    table = WatchedTable(count=3, seed=3, blocked="two")
    thrown = next(event for event in table.facts if isinstance(event, e.DiceThrown))
    assert NEUTRAL in lies(table.state).values()
    assert {thrown.first, thrown.second} <= set(range(1, 7))


def test_a_cube_that_goes_to_the_barons_space_without_an_election_is_told_as_a_slip() -> None:
    table = WatchedTable()
    table.does(token(table, "move"))
    slip = a_slip(table.state)
    assert slip is not None
    table.does(slip)

    assert table.new[-1] == slip
    assert table.follower.log.asked == []


def test_a_card_that_is_turned_up_is_told_by_who_reads_it() -> None:
    """Of the cards of that action the camera has to take one; which it was is tapped later."""
    table = WatchedTable(count=3, seed=3, blocked="two", cards="yes")
    for _ in range(2 * 3):
        table.does(next(c.event for c in GAME.choices(table.state) if is_a_token(c.event)))
        while table.state.turn.space and table.state.round == 1:
            said = [c.event for c in GAME.choices(table.state)]
            table.says(next(each for each in said if isinstance(each, e.NoCard | e.TurnEnded)))
        table.looks_at(lies(table.state))
    found = table.a(e.CardTurnedUp)
    table.does(found)
    [taken] = table.told.turned_up
    others = (c.event for c in GAME.choices(table.state) if isinstance(c.event, e.CardTurnedUp))
    alike = [each for each in others if CARDS[each.card].action is CARDS[taken].action]
    read = next(each for each in alike if each.card != taken)
    table.follower.say(GAME.fact(read), PERSON)

    assert table.told.turned_up == (read.card,)


def test_a_hidden_atoll_lies_in_no_turn() -> None:
    table = WatchedTable()
    cell = table.state.hidden[0]
    reading = Reading({cell: Seen("back/4", 0.5, (("back/4", 0.5), ("back/1", 0.49)))}, {})
    seen = told_apart(reading, table.state).spaces[cell]

    assert (seen.answer, round(seen.confidence, 2)) == ("back/0", 0.99)
    hidden = told_apart(Reading({cell: Seen(HIDDEN, 1.0)}, {}), table.state)
    assert hidden.spaces[cell].answer == HIDDEN


@pytest.mark.parametrize(
    ("white", "told"), [(0.9, EMPTY), (0.9999, "white")], ids=["half seen", "surely seen"]
)
def test_a_colour_that_nobody_plays_is_believed_only_where_it_is_surely_seen(
    white: float, told: str
) -> None:
    table = WatchedTable()
    space, post = "board/move/double", next(iter(table.state.cubes))
    likely = (("white", white), (EMPTY, 1 - white))
    reading = Reading({}, {space: Seen("white", white, likely), post: Seen("red", 0.9)})
    seen = told_apart(reading, table.state).slots

    assert seen[space].answer == told
    assert seen[post] == Seen("red", 0.9)


def test_whose_home_is_whose_is_asked_where_both_are_seen_at_once() -> None:
    seats = [Seat("Ann", "blue"), Seat("Ben", "red")]
    setup = dict(GAME.begin(seats, {}, BOARD))
    follower = Follower(GAME, Record(Header("big_kini", setup)), BOARD, Pace.LIVE)
    start = GAME.start(setup, BOARD)
    one, other = start.game.homes[:2]
    both = {**lies(start), one: "a5/0", other: "a6/2"}
    for look in range(9):
        follower.see(seen_as(both), str(look))

    [doubt] = follower.outcome.doubts
    assert {json.loads(fact)["cell"] for fact, _ in doubt.likely} == {one, other}
    assert not follower.record.entries


def test_tokens_have_to_go_before_a_game_begins() -> None:
    table = WatchedTable()
    clear = GAME.watched
    assert clear is not None
    first = token(table, "move")
    assert isinstance(first, e.TokenPlaced)
    places = lies(table.state)

    assert is_set_up(clear.set_up_steps(table.state, seen_as(places)))
    [step] = clear.set_up_steps(table.state, seen_as({**places, first.space: "red"}))
    assert (step.place, step.seen) == (first.space, "red")
