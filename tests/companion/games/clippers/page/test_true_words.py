"""What the engine says is so: of the end, of dead sticks, of turns, debts and refunds.

The tables are told in the notation of records, on the bay (see ``test_codes``).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.finding import Severity
from companion.games.clippers.course.apply import replay
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.judging.choices import options
from companion.games.clippers.page.turn_words import duties
from companion.games.clippers.page.words import Words
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.state.growth import can_start
from companion.games.clippers.state.state import GameEnd, Reason, State
from companion.games.clippers.terms.editions import DEFAULT, OPTIONS, Rulings
from companion.games.clippers.terms.players import Player
from companion.play.words import LANGUAGES
from tests.companion.games.clippers.notation import parse_notation
from tests.companion.games.clippers.page.said_on_the_bay import LAY, TO_C, said_of, told
from tests.companion.games.clippers.rules.conceivable import ANN, BEN, bay_start, playable_bay

RICH = "bank: gives Ann 9 $ for 0; bank: gives Ben 9 $ for 0; "
PURPLE_UNDER_WAY = (
    f"{LAY}Ann: red ra/0/0; Ann: red ra/0/1; Ann: red ab/0/0; Ann: red ab/0/1; Ann: red bs/0/0; "
    "Ann: blue rb/0/0; Ann: blue ab/1/1; Ann: blue ab/1/0; Ann: blue as/0/0; Ann: purple sc/0/2; "
    "Ann: done 2"
)
RED_SHIP = f"{RICH}Ann: pass; Ann: ship red; Ben: pass; "


def without_spare_red(rulings: Rulings = DEFAULT) -> State:
    """The bay where no red ship lies beside the board."""
    start = bay_start(rulings)
    red = replace(start.companies["red"], ships=0)
    return replace(start, companies={**start.companies, "red": red})


# Dead sticks (A6)


def test_dead_sticks_are_told_when_they_die() -> None:
    all_but_one, _, _ = f"{LAY}{TO_C}".rpartition("; ")

    assert "sticks-dead" not in told(all_but_one, without_spare_red())[1]
    _, said = said_of(f"{LAY}{TO_C}", without_spare_red())
    assert dict(said["sticks-dead"].params) == {"company": "red", "left": 2}
    assert "few-sticks-left" not in said


def test_sticks_that_a_ship_could_still_lay_are_not_dead() -> None:
    assert not {"sticks-dead", "sticks-count-as-gone"} & told(f"{LAY}{TO_C}")[1]


def test_by_the_english_rules_they_count_as_gone_while_a_ship_lies_there() -> None:
    dead = {"dead_sticks": "when_all_ends_dead"}

    assert "sticks-count-as-gone" in told(f"{LAY}{TO_C}", **dead)[1]


def ended(spaces: dict[str, str]) -> State:
    """A table at which no stick is left that could be laid, and this is what lies there."""
    start = bay_start()
    end = GameEnd(Reason.ALL_STICKS, 40, 9, 2, None, ())
    return replace(start, spaces=spaces, end=end)


@pytest.mark.parametrize(
    ("language", "some", "none"),
    [
        ("en", "Out of the game: blue (12), purple (5).", "all sticks are laid"),
        (
            "fr",
            "Retirés du jeu, car inutilisables\xa0: bleu (12), violet (5).",
            "tous les bâtonnets sont posés",
        ),
    ],
)
def test_the_end_names_the_sticks_that_are_not_laid(language: str, some: str, none: str) -> None:
    board = playable_bay()
    words = Words(language, board)
    kinds = ["red"] * 8 + ["blue"] * 12 + ["purple"] * 5
    whole = {f"space {i}": kind for i, kind in enumerate(kinds)}
    reds = {place: kind for place, kind in whole.items() if kind == "red"}

    assert some in words.end(ended(reds))
    assert none not in words.end(ended(reds))
    assert none in words.end(ended(whole))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_ends_though_purple_could_go_on_says_so(language: str) -> None:
    state, _ = told(PURPLE_UNDER_WAY, purple_delays_end="no")
    delayed, _ = told(PURPLE_UNDER_WAY)

    assert state.end is not None
    assert delayed.end is None
    aside = {"en": "purple aside", "fr": "le violet mis à part"}[language]
    assert aside in Words(language, playable_bay()).end(state)


# Turns, debts, the bank, ships

ALL_PASS = "Ann: pass; Ben: pass; Cat: pass; Dan: pass"


@pytest.mark.parametrize(
    ("table", "turn_of"),
    [
        pytest.param("Cat: pass", "Ann", id="nobody has acted"),
        pytest.param("Ann: pass; Dan: pass", "Ben", id="Ann has acted, and Ben is next"),
        pytest.param(f"{ALL_PASS}; Ben: pass", "Ann", id="phase 2 is next"),
        pytest.param(f"{ALL_PASS}; Cat: blue rb/0/0", "Ann", id="phase 2 is next, and Cat lays"),
        pytest.param(
            f"{ALL_PASS}; Ann: red ra/0/0; Dan: blue rb/0/0", "Ann", id="Ann lays, then Dan"
        ),
    ],
)
def test_whose_turn_it_is_is_named(table: str, turn_of: str) -> None:
    _, said = said_of(table, four_at_the_bay())

    assert said["not-your-turn"].params["turn_of"] == turn_of


@pytest.mark.parametrize(
    ("last", "found"),
    [
        pytest.param("Ann: done 1", {"another-phase"}, id="who comes next ends phase 1"),
        pytest.param("Dan: done 2", {"turn-skipped", "stick-owed"}, id="the last ends phase 2"),
        pytest.param("Dan: done 1", set(), id="the last ends phase 1"),
    ],
)
def test_after_the_last_of_phase_1_a_done_is_judged_as_the_page_shows_it(
    last: str, found: set[str]
) -> None:
    """The page shows phase 2 there, and whose turn it is in it."""
    _, said = said_of(f"{ALL_PASS}; {last}", four_at_the_bay())

    assert {code for code, each in said.items() if each.severity is Severity.ILLEGAL} == found


def four_at_the_bay() -> State:
    """Ann, Ben, Cat and Dan before their game: two turns passed over are a wrong player."""
    board = playable_bay()
    more = [Player("Cat", "german", 0), Player("Dan", "american", 0)]
    return set_up(new_game(board, [ANN, BEN, *more]))


def test_what_costs_nothing_needs_no_money() -> None:
    in_debt = "Ann: gives Ben 5 $ for 0; "

    assert "no-credit" not in told(f"{in_debt}Ann: card 3x")[1]
    assert "no-credit" in told(f"{in_debt}Ann: card 5x")[1]


def test_a_bank_with_an_end_says_what_it_does_not_pay() -> None:
    poor = "bank: gives Ben 120 $ for 0; "
    to_samoa = f"{poor}{LAY}Ann: red ra/0/0; Ann: red ra/0/1; Ann: red as/0/0"

    state, said = said_of(to_samoa, bay_start(OPTIONS.read({"bank_limit": "125"})))

    assert state.bank.balance("bank") == 0
    assert said["bonus-unpaid"].params == {"player": "Ann", "unpaid": 2}
    assert "bonus-unpaid" not in told(to_samoa)[1]


def test_a_bank_with_an_end_promises_no_more_than_it_has() -> None:
    start = bay_start(OPTIONS.read({"bank_limit": "125"}))
    events = f"bank: gives Ben 120 $ for 0; {LAY}".strip("; ").split("; ")
    state = replay(start, (parse_notation(each, start.game) for each in events))

    assert {c.earns for c in options(state)} == {0, 1}


PHASE_3 = "Ann: red ra/0/0; Ann: done 2; Ben: blue rb/0/0; Ben: done 2; "


@pytest.mark.parametrize(
    ("rest", "stranded"),
    [
        pytest.param("Ann: blue bs/0/0; Ann: done 3; Ben: blue as/0/0; ", True, id="he could not"),
        pytest.param(
            "Ann: red ra/0/1; Ann: done 3; Ben: blue bs/0/0; ", False, id="he could and did not"
        ),
    ],
)
@pytest.mark.parametrize("ruling", ["return_no_refund", "return_refund", "removed"])
def test_a_ruling_on_stranded_ships_is_for_those_who_could_not(
    ruling: str, rest: str, stranded: bool
) -> None:
    table = f"{RED_SHIP}{PHASE_3}{rest}Ben: done 3"
    after, _ = told(table, stranded_clipper=ruling)
    plain, _ = told(table)

    refunded = 3 if stranded and ruling == "return_refund" else 0
    assert after.money("Ann") - plain.money("Ann") == refunded
    assert after.companies["red"].ships == (0 if stranded and ruling == "removed" else 1)


def test_who_could_start_and_was_blocked_after_his_turn_gets_nothing_back() -> None:
    """Red is under way from a to b. Ann could start to Samoa; then Ben comes from there."""
    table = (
        f"{RICH}Ann: pass; Ann: ship red; Ben: card 3x; Ann: red ra/0/0; Ann: done 2; "
        "Ben: red ra/0/1; Ben: red ab/1/0; Ben: blue rb/0/0; Ben: done 2; "
        "Ann: blue bs/0/0; Ann: done 3; Ben: blue as/0/0"
    )
    in_time, _, _ = table.partition("; Ann: done 3")
    before, _ = told(table, stranded_clipper="return_refund")
    after, _ = told(f"{table}; Ben: done 3", stranded_clipper="return_refund")

    assert can_start(told(in_time, stranded_clipper="return_refund")[0], "red")
    assert not can_start(before, "red")
    assert after.money("Ann") == before.money("Ann")


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        ("return_no_refund", "ship-goes-back"),
        ("return_refund", "ship-is-refunded"),
        ("removed", "ship-leaves-game"),
    ],
)
def test_what_becomes_of_a_stranded_ship_is_told_when_its_turn_is_over(
    ruling: str, code: str
) -> None:
    _, said = told(f"{RED_SHIP}{PHASE_3}Ann: blue bs/0/0; Ann: done 3", stranded_clipper=ruling)

    assert {each for each in said if each.startswith("ship-")} == {code}


# The port card and the stick (C25)

PORT = "bank: gives Ann 2 $ for 0; Ann: card port; Ben: pass; "
INSTEAD = {"port_instead_of_stick": "yes"}


@pytest.mark.parametrize(
    ("table", "code", "is_found"),
    [
        ("Ann: moves a/0 to b/0; Ann: red ra/0/0", "stick-and-port", True),
        ("Ann: red ra/0/0; Ann: moves a/0 to b/0", "stick-and-port", True),
        ("Ann: red ra/0/0", "stick-and-port", False),
        ("Ann: moves a/0 to b/0; Ann: done 2; Ben: done 2; Ann: done 3", "stick-owed", True),
        (
            "Ann: moves a/0 to b/0; Ann: done 2; Ben: done 2; Ann: red ra/0/0",
            "stick-and-port",
            False,
        ),
    ],
)
def test_a_marker_moved_instead_of_a_stick(table: str, code: str, is_found: bool) -> None:
    assert (code in told(f"{PORT}{table}", **INSTEAD)[1]) is is_found
    if code == "stick-and-port":
        assert code not in told(f"{PORT}{table}")[1]


@pytest.mark.parametrize(
    ("table", "rulings", "code"),
    [
        (f"{PORT}Ann: moves a/0 to b/0", INSTEAD, "turn:port-used"),
        (f"{LAY}Ann: red ra/0/0", {}, "turn:laid"),
        (
            "Ann: card 5x; Ben: pass; Ann: red ra/0/0; Ann: done 2; Ben: done 2",
            {},
            "turn:five-x-used",
        ),
        (f"{PORT}Ann: red ra/0/0", {"port_same_island": "yes"}, "turn:move-marker-anywhere"),
        (f"{PORT}Ann: red ra/0/0", {}, "turn:move-marker"),
    ],
)
def test_a_player_is_told_why_he_lays_no_more(
    table: str, rulings: dict[str, str], code: str
) -> None:
    state, _ = told(table, **rulings)

    assert code in {duty.code for duty in duties(state, options(state))}


# Harbours on the board as it is shipped (B8, B9)

SHIPPED = read_shipped_board()
INTO = {"build_into_harbour": "yes"}
BY_THE_HARBOUR = (
    "Ann: pass; Ben: pass; Ann: green h-green--hiva-oa/0/0; Ann: red h-red--malden/0/0; "
    "Ann: red h-red--malden/0/1"
)


def at_the_shipped_board(**options: str) -> State:
    """Ann and Ben before their game on the board as it is shipped."""
    return set_up(new_game(SHIPPED, [ANN, BEN], OPTIONS.read(options)))


def into_green_harbour(reds: int) -> str:
    """Red comes to Malden, and on towards the green harbour."""
    sticks = (f"Ann: red h-green--malden/0/{index}" for index in (2, 1, 0))
    return "; ".join([BY_THE_HARBOUR, *list(sticks)[:reds]])


@pytest.mark.parametrize("reds", [1, 2, 3])
def test_a_way_into_a_harbour_breaks_one_rule_there_and_none_where_it_is_allowed(
    reds: int,
) -> None:
    _, by_default = said_of(into_green_harbour(reds), at_the_shipped_board())
    _, allowed = said_of(into_green_harbour(reds), at_the_shipped_board(**INTO))

    assert {"into-harbour", "against-arrow"} & set(by_default) == {"into-harbour"}
    assert not {"into-harbour", "against-arrow", "not-from-end"} & set(allowed)


def test_a_route_that_came_into_a_harbour_goes_on_from_there() -> None:
    there = into_green_harbour(3).replace("Ann: green h-green--hiva-oa/0/0; ", "")
    state, said = said_of(f"{there}; Ann: red h-green--hiva-oa/0/0", at_the_shipped_board(**INTO))

    assert {"harbour_green", "hiva_oa"} <= state.companies["red"].reached
    assert "not-from-end" not in said


@pytest.mark.parametrize(("as_island", "is_found"), [("yes", True), ("no", False)])
def test_a_lane_begun_at_a_harbour_is_taken_seen_from_its_island(
    as_island: str, is_found: bool
) -> None:
    start = at_the_shipped_board(**INTO, harbour_as_island_for_blocking=as_island)
    green = "Ann: green h-green--malden/0/0; "
    table = f"Ann: pass; Ben: pass; {green}{BY_THE_HARBOUR.partition('hiva-oa/0/0; ')[2]}; "

    _, said = said_of(f"{table}Ann: red h-green--malden/0/2", start)

    assert ("lane-taken" in said) is is_found
