"""What a table shows of a game: whose turn, what he must and may, money, books, corrections."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.bank import Transfer
from companion.files.fields import Field
from companion.games.clippers.game import GAME
from companion.games.clippers.page.view import Sight, ships_standing, table_view
from companion.games.clippers.page.words import Words
from companion.games.clippers.record.event_json import parse_event
from companion.money.pieces import Handover, Pieces
from companion.play.corrections.alternatives import alternatives
from companion.play.log import entry_words, log, open_slips
from companion.play.statement import holdings, money_over_time, statement, to_hand_over
from companion.play.words import LANGUAGES
from companion.records.record import (
    Act,
    Allowed,
    Corrected,
    Happened,
    Record,
    Redone,
    Undone,
    read_record,
)
from tests.companion.games.clippers.page.at_table import EXAMPLE, act, sight, table_of
from tests.whole_games import BOARD, GAMES, whole_games


def test_the_end_is_told_by_the_number_of_its_event(tmp_path: Path) -> None:
    """Numbers of what was struck out and put right count too: all of the pages show them."""
    told = read_record(GAMES / "2-players-stuck.jsonl")
    record = Record(told.header)
    for slip in range(1, 11, 2):
        record = record.add(Happened({"do": "pass", "player": "Anna"})).add(Undone(slip))
    for entry in told.entries:
        record = record.add(entry.act)
    end = record.entries[-1].seq

    seen = sight(table_of(record, tmp_path))

    assert f"ended after number {end}," in table_view(seen)["end"]
    assert f"ended after number {end}," in (GAME.face.turn(seen).end or "")


@pytest.mark.parametrize(
    ("after", "awaited", "words", "yours"),
    [
        pytest.param(
            0, ["Benjamin"],
            "Benjamin places a marker, takes a card, or passes.",
            "Place a marker, take a card, or pass.",
            id="the first act, with too little money for a ship",
        ),
        pytest.param(
            1, ["Pauline"],
            "Pauline places a marker, takes a card, or passes.",
            "Place a marker, take a card, or pass.",
            id="nobody could pay for a ship, so the turn has passed",
        ),
        pytest.param(
            3, ["Benjamin"], "Benjamin has to lay one stick.", "You have to lay one stick.",
            id="phase 1 is over when the last one has acted",
        ),
        pytest.param(
            4, ["Benjamin"], "Benjamin has laid all sticks of this phase.",
            "You have laid all your sticks of this phase.", id="a stick is laid",
        ),
        pytest.param(
            5, ["Pauline"], "Pauline may lay up to 5 sticks now, or wait for phase 3.",
            "You may lay up to 5 sticks now, or tap Done and wait for phase 3.", id="5X",
        ),
        pytest.param(
            6, ["Pauline"], "Pauline may lay up to 4 more, or says Done.",
            "You may lay up to 4 more, or tap Done.", id="5X under way",
        ),
        pytest.param(
            11, ["Jean-Luc"], "Jean-Luc has to lay a stick, and may lay up to 3.",
            "You have to lay a stick, and may lay up to 3.", id="3X",
        ),
        pytest.param(
            22, ["Pauline"],
            "Pauline places a marker, takes a card, or passes; and may buy a ship besides.",
            "Place a marker, take a card, or pass. You may buy a ship besides.",
            id="a ship can be paid for",
        ),
        pytest.param(
            17, ["Pauline"],
            "Pauline has used the 5X, and lays nothing in this phase.",
            "You have used your 5X: you lay nothing in this phase.", id="5X is used up",
        ),
    ],
)  # fmt: skip
def test_one_sentence_says_what_is_to_be_done(
    after: int, awaited: list[str], words: str, yours: str, tmp_path: Path
) -> None:
    table = table_of(EXAMPLE, tmp_path, after)

    turn = table_view(sight(table))["turn"]
    own = table_view(sight(table, awaited[0]))["turn"]

    assert isinstance(turn, dict)
    assert isinstance(own, dict)
    assert turn["awaited"] == awaited
    assert turn["duties"][0]["words"] == words
    assert own["duties"][0]["words"] == yours


@pytest.mark.parametrize("path", whole_games(), ids=lambda path: path.stem)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_of_a_whole_game_can_be_shown(
    path: Path, language: str, tmp_path: Path
) -> None:
    record = read_record(path)
    table = table_of(record, tmp_path)
    view = table.view

    for until in range(0, len(view.moments), 9):
        part = type(view)(view.record, view.facts[:until], view.allowed, view.moments.until(until))
        shown = table_view(Sight(GAME, part, Words(language, BOARD)))
        assert bool(shown["over"]) == (not shown["turn"]["awaited"])  # type: ignore[index]
        assert bool(shown["over"]) == (not shown["turn"]["duties"])  # type: ignore[index]
        assert all("{" not in duty["words"] for duty in shown["turn"]["duties"])  # type: ignore[index]
    assert table_view(sight(table))["end"]


def test_ships_stand_where_the_routes_end(tmp_path: Path) -> None:
    state = sight(table_of(EXAMPLE, tmp_path, 10)).state

    standing = {str(ship["company"]): ship["place"] for ship in ships_standing(state)}

    assert standing == {
        "red": "malden", "green": "caroline", "black": "pitcairn", "white": "harbour_white",
        "blue": "harbour_blue",
    }  # fmt: skip


def test_the_log_tells_what_was_paid_struck_and_corrected(tmp_path: Path) -> None:
    table = table_of(EXAMPLE, tmp_path, 7)
    act(table, Undone(7))
    act(table, Corrected(2, {"do": "card", "player": "Pauline", "card": "2x"}))

    lines = {line.seq: line for line in log(sight(table))}

    assert lines[4].paid == ("The bank pays Benjamin 2 $ as a bonus for Gambier.",)
    assert lines[7].struck
    assert lines[7].paid == ()
    assert lines[2].corrected
    assert lines[2].words == "Pauline takes the card 2X."
    entries = table.view.record.entries
    assert entry_words(sight(table), entries[3]) == (
        "Benjamin lays a black stick on the only space from the black harbour to Gambier. "
        "The bank pays Benjamin 2 $ as a bonus for Gambier."
    )
    assert [entry_words(sight(table), entry) for entry in entries[-2:]] == [
        (
            "Taken back: Pauline lays a green stick on the only space from the green harbour to "
            "Hiva Oa."
        ),
        "Corrected, number 2 is now: Pauline takes the card 2X.",
    ]


def test_money_put_right_is_said_once(tmp_path: Path) -> None:
    table = table_of(EXAMPLE, tmp_path, 4)
    act(table, Happened({"do": "pay", "from": "bank", "to": "Pauline", "amount": 1, "mends": 2}))

    said = entry_words(sight(table), table.view.record.entries[-1])

    assert said == "The bank gives Pauline 1 $, to put number 2 right."


def test_findings_stay_until_they_are_allowed(tmp_path: Path) -> None:
    table = table_of(EXAMPLE, tmp_path, 0)
    act(table, Happened({"do": "pass", "player": "Jean-Luc"}))
    [finding], _ = open_slips(sight(table), 9)
    assert (finding.finding.code, finding.seq) == ("not-your-turn", 1)
    assert finding.rule_words

    act(table, Allowed(1, "not-your-turn"))

    assert open_slips(sight(table), 9) == ([], 0)
    assert log(sight(table))[0].findings[0].allowed


def test_a_fact_of_a_newer_program_is_set_aside_and_said(tmp_path: Path) -> None:
    record = Record(EXAMPLE.header).add(Happened({"do": "dance", "player": "Pauline"}))
    table = table_of(record, tmp_path)
    act(table, Happened({"do": "pass", "player": "Benjamin"}))

    last, first = log(sight(table))

    assert (first.words, bool(first.fault)) == (
        "Something that this program does not know.",
        True,
    )
    assert (last.words, last.fault) == ("Benjamin passes.", None)


def test_a_statement_ends_in_what_is_there(tmp_path: Path) -> None:
    seen = sight(table_of(EXAMPLE, tmp_path))

    accounts = {account.name: account for account in statement(seen)}

    assert {name: account.balance for name, account in accounts.items()} == {
        "Benjamin": 6,
        "Pauline": 9,
        "Jean-Luc": 2,
    }
    lines = accounts["Pauline"].lines
    assert [(line.seq, line.amount) for line in lines] == [
        (None, 2), (2, -1), (6, 2), (7, 2), (8, 2), (10, 2),
    ]  # fmt: skip


def test_the_chips_are_worth_the_money(tmp_path: Path) -> None:
    seen = sight(table_of(EXAMPLE, tmp_path))

    held = {each.name: each.pieces.worth for each in holdings(seen)}

    assert held["Pauline"] == 9
    assert sum(held.values()) == 125


def test_what_to_hand_over_is_of_the_last_payment(tmp_path: Path) -> None:
    [way] = to_hand_over(sight(table_of(EXAMPLE, tmp_path, 4)))

    assert way.words == "The bank pays Benjamin 2 $ as a bonus for Gambier."
    assert way.way == Handover(Pieces.of({1: 2}))


ALIKE = [("Benjamin", 1), ("Benjamin", 1), ("Pauline", 2), ("Benjamin", 1)]


@pytest.mark.parametrize(
    ("last", "handed"),
    [
        pytest.param([Undone(1)], [("Benjamin", 1, True)], id="the first of three alike, undone"),
        pytest.param([Undone(3)], [("Pauline", 2, True)], id="one from between, undone"),
        pytest.param(
            [
                Corrected(
                    3, {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 3, "mends": 0}
                )
            ],
            [("Pauline", 2, True), ("Benjamin", 3, False)],
            id="one from between, corrected: another is paid",
        ),
        pytest.param([Undone(1), Redone(1)], [("Benjamin", 1, False)], id="the first, once more"),
    ],
)
def test_what_an_older_payment_changes_is_handed_over_alone(
    last: list[Act], handed: list[tuple[str, int, bool]], tmp_path: Path
) -> None:
    table = table_of(EXAMPLE, tmp_path, 0)
    for name, amount in ALIKE:
        paid = {"do": "pay", "from": "bank", "to": name, "amount": amount, "mends": 0}
        act(table, Happened(paid))
    for each in last:
        act(table, each)

    seen = sight(table)

    transfers = [Transfer("bank", name, amount, "correction", 0) for name, amount, _ in handed]
    said = [
        seen.words.given_back(replace(moved, source=moved.target, target=moved.source))
        if back
        else seen.words.transfer(moved)
        for moved, (_, _, back) in zip(transfers, handed, strict=True)
    ]
    assert [each.words for each in to_hand_over(seen)] == said


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (3, ["The bank pays Pauline 1 $ to make up the difference."]),
        (1, ["Pauline pays the bank 1 $ to make up the difference."]),
        (2, []),
    ],
)
def test_what_a_correction_gives_back_and_pays_is_one_hand_over(
    amount: int, said: list[str], tmp_path: Path
) -> None:
    table = table_of(EXAMPLE, tmp_path, 0)
    paid = {"do": "pay", "from": "bank", "to": "Pauline", "amount": 2, "mends": 0}
    act(table, Happened(paid))
    act(table, Corrected(1, {**paid, "amount": amount, "mends": 1}))

    assert [each.words for each in to_hand_over(sight(table))] == said


def test_another_card_is_handed_over_at_once(tmp_path: Path) -> None:
    """Its price, the price of the one that it was not, and both cards' bonuses: one sum."""
    table = table_of(EXAMPLE, tmp_path, 0)
    rich = {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 9, "mends": 0}
    act(table, Happened(rich))
    card = {"do": "card", "player": "Benjamin", "card": "port"}
    act(table, Happened(card))
    act(table, Corrected(2, {**card, "card": "5x"}))

    [once] = to_hand_over(sight(table))

    assert once.words == "The bank pays Benjamin 3 $ to make up the difference."
    assert once.way is not None
    assert once.way.gives.worth - once.way.change.worth == 3


def test_money_over_time_begins_with_two_each(tmp_path: Path) -> None:
    over_time = money_over_time(sight(table_of(EXAMPLE, tmp_path)))

    assert over_time[0].money == {"Benjamin": 2, "Pauline": 2, "Jean-Luc": 2}
    assert over_time[-1].money == {"Benjamin": 6, "Pauline": 9, "Jean-Luc": 2}
    assert len(over_time) == 23


def test_a_correction_is_offered_with_the_likeliest_slips_first(tmp_path: Path) -> None:
    seen = sight(table_of(EXAMPLE, tmp_path))
    step = seen.step(2)
    assert step is not None

    offered = alternatives(seen, step)

    words = [each.words for each in offered]
    assert words[:3] == [
        "Pauline takes the card 2X.",
        "Pauline takes the card 3X.",
        "Pauline takes the card Port.",
    ]
    assert "Benjamin takes the card 5X." in words
    assert len(set(words)) == len(words)
    assert all(parse_event(Field(each.fact), seen.state.game) for each in offered)
    assert "Pauline takes the card 5X." not in words


def test_what_is_gone_can_be_no_step(tmp_path: Path) -> None:
    table = table_of(EXAMPLE, tmp_path)
    act(table, Undone(22))

    assert sight(table).step(22) is None
