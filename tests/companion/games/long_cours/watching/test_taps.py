"""What is tapped beside what is seen: ahead of it, or in another's name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from companion.reading import EMPTY
from tests.companion.games.long_cours.tables import BOARD
from tests.companion.games.long_cours.watching.watched_tables import Table, did


def test_a_storm_that_strikes_nobody_is_not_the_one_before_it() -> None:
    """Ann's struck Ben, who has come back: Cleo's, over the same zone after that, is another."""
    table = Table()
    table.see({"green": EMPTY})
    table.see({"green": "vancouver"})
    before = table.new

    table.say(did("storm", "Cleo", zone=22))

    assert table.new == [*before, did("done", "Ben"), did("storm", "Cleo", zone=22)]
    assert table.found == []


def test_what_is_tapped_ahead_is_not_seen_as_sailing_back() -> None:
    table = Table()
    table.say(did("direct", "Ann", stop="perth"))

    for answers in ({"yellow": "marseille"}, {"yellow": EMPTY}, {"yellow": "perth"}):
        assert table.see(answers, 4).drift == ()

    assert table.new == [did("direct", "Ann", stop="perth")]


def test_taps_that_belong_together_come_before_the_move_that_was_seen_first() -> None:
    """At Marseille Ann resells her cloth and buys cloth for all she has; all is tapped later."""
    table = Table()
    throw = next(
        die for die in range(1, 7) if table.state.game.product_of_die(die).casefold() == "cloth"
    )
    resold = did("resell", "Ann", die=throw)
    all_of_it = did("buy", "Ann", product="cloth", millions=table.state.cash("Ann") + 3)
    table.see({"yellow": "alger"})

    table.say(resold)
    table.say(all_of_it)

    assert table.new == [resold, all_of_it, did("move", "Ann", stop="alger")]
    assert table.found == []


def test_a_storm_is_the_next_players_where_its_victim_does_not_come_back() -> None:
    """Ben's ship is gone in Ann's turn. He ends his without coming back: he let it blow in his."""
    table = Table()
    table.see({"green": EMPTY})
    assert table.new == [did("storm", "Ann", zone=22)]

    table.say(did("resell", "Ben", die=1))
    table.see({"pink": "perth"})

    ends = [fact for fact in table.new if fact["do"] in ("storm", "resell")]
    assert ends == [did("storm", "Ben", zone=22), did("resell", "Ben", die=1)]
    assert table.found == []


def test_a_card_too_many_shows_long_after_whose_the_storm_was() -> None:
    """A storm was taken for Ann's; rounds later she has played twelve cards: it was Ben's."""
    table = Table()
    table.see({"pink": EMPTY})
    assert table.new == [did("storm", "Ann", zone=33)]
    table.see({"pink": "perth"})
    table.say(did("done", "Cleo"))

    for stop in ("perth", "marseille") * 6:
        table.say(did("direct", "Ann", stop=stop))
        for player in ("Ann", "Ben", "Cleo"):
            table.say(did("done", player))

    assert did("storm", "Ben", zone=33) in table.new
    assert did("storm", "Ann", zone=33) not in table.new
    assert "no-card-left" not in table.found


def test_what_is_said_after_two_more_deeds_were_seen_is_of_the_turn_now() -> None:
    """Ann only asked for an auction, Ben sailed twice, Cleo did nothing: Ann resells after it."""
    table = Table()
    table.say(did("auction", "Ann"))
    table.say(did("no_bid", "Ben"))
    table.see({"green": "perth"})
    table.see({"green": "marseille"})

    table.say(did("resell", "Ann", die=1))

    ends = [did("done", "Ben"), did("done", "Cleo")]
    assert table.new[-3:] == [*ends, did("resell", "Ann", die=1)]


def test_who_taps_after_another_has_tapped_his_whole_turn_speaks_of_the_next() -> None:
    """Cleo did nothing before Ann sailed on, and Ben nothing since: she resells in her turn now."""
    table = Table()
    for ships in ({"yellow": "alger"}, {"green": "new-york"}, {"yellow": "rio"}):
        table.see(ships)
    hers = (did("resell", "Ann", die=1), did("auction", "Ann"), did("no_bid", "Ann"))
    for fact in hers:
        table.say(fact)

    table.say(did("resell", "Cleo", die=4))

    ends = (did("done", "Ann"), did("done", "Ben"))
    assert table.new[-6:] == [*hers, *ends, did("resell", "Cleo", die=4)]


@pytest.mark.parametrize(
    ("seen", "port"),
    [
        pytest.param([{"green": EMPTY}, {"yellow": "alger"}], "vancouver", id="coming back"),
        pytest.param(
            [
                {"green": EMPTY},
                {"green": "vancouver"},
                {"pink": "perth"},
                {"yellow": "alger"},
            ],
            "san-francisco",
            id="sailing on",
        ),
    ],
)
def test_what_is_bought_in_a_port_before_the_ship_is_seen_there(
    seen: Sequence[Mapping[str, str]], port: str
) -> None:
    """Of Ben, whom a storm struck, nobody thinks that he forgot to come back."""
    table = Table()
    for ships in seen:
        table.see(ships)
    before = table.new
    bought = did("buy", "Ben", product=BOARD.stops[port].product, millions=1)

    table.say(bought)
    table.see({"green": port})

    assert table.new[: len(before)] == before
    assert table.new[-1] == bought
    assert table.found == []
