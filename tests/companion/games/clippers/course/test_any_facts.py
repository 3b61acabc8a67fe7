"""Whatever is said about a table, in any order: it replays, and the books stay in order."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.games.clippers.course.apply import apply, replay
from companion.games.clippers.course.setup import BOX, new_game, set_up
from companion.games.clippers.judging.choices import options
from companion.games.clippers.judging.judgement import findings, notes
from companion.games.clippers.page.words import Words
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.game_file import parse_moves
from companion.games.clippers.record.play import from_record
from companion.games.clippers.record.position_line import parse_position_line, position_line
from companion.games.clippers.record.timeline import score_of, steps
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import EDITIONS
from companion.games.clippers.terms.events import Event, StickLaid
from companion.games.clippers.terms.players import Player
from companion.play.words import LANGUAGES
from companion.records.record import (
    Happened,
    Redone,
    Undone,
    effective_facts,
    parse_record,
    write_record,
)
from tests.companion.games.clippers.rules.conceivable import bay_start, facts
from tests.whole_games import new_record

numbers = st.integers(min_value=0, max_value=100_000)


class AnyFacts(RuleBasedStateMachine):
    """A table at which legal and illegal facts are said, undone and redone."""

    edition = "default"

    def __init__(self) -> None:
        super().__init__()
        self.start = bay_start(EDITIONS[self.edition])
        self.sayable = list(facts(self.start.game))
        self.record = new_record(self.start)
        self.states: list[State] = [self.start]
        self.said: list[Event] = []
        self.words = [Words(language, self.start.game.chart.board) for language in LANGUAGES]

    @property
    def state(self) -> State:
        return self.states[-1]

    @rule(number=numbers)
    @precondition(lambda self: bool(options(self.state)))
    def something_legal_happens(self, number: int) -> None:
        choices = options(self.state)
        self._happens(choices[number % len(choices)].event)

    @rule(number=numbers)
    def anything_happens(self, number: int) -> None:
        self._happens(self.sayable[number % len(self.sayable)])

    def _happens(self, event: Event) -> None:
        found = findings(self.state, event)
        after = apply(self.state, event)
        said = notes(self.state, event, after)

        assert findings(self.state, event) == found
        assert apply(self.state, event) == after
        assert notes(self.state, event, after) == said
        for words in self.words:
            for finding in (*found, *said):
                assert "{" not in words.finding(finding) + words.rule(finding.rule)
            assert "{" not in words.event(event) + words.end(after)
        self.states.append(after)
        self.said.append(event)
        self.record = self.record.add(Happened(event_json(event)))

    @rule()
    @precondition(lambda self: self.said)
    def the_last_fact_is_undone(self) -> None:
        board = self.start.game.chart.board
        fact = effective_facts(self.record.entries)[-1].seq
        undone = self.record.add(Undone(fact))
        again = (undone.add(Redone(fact)), undone.add(Undone(undone.entries[-1].seq)))

        assert replay(self.start, self.said[:-1]) == self.states[-2]
        assert [event for _, event in from_record(undone, board).facts] == self.said[:-1]
        for redone in again:
            assert [event for _, event in from_record(redone, board).facts] == self.said
        self.states.pop()
        self.said.pop()
        self.record = undone

    @invariant()
    def no_money_is_made_or_lost(self) -> None:
        assert self.state.bank.total == BOX.worth

    @invariant()
    def no_stick_is_made_or_lost(self) -> None:
        laid = list(self.state.spaces.values())
        for name, harbour in self.start.game.chart.harbours.items():
            assert self.state.companies[name].sticks + laid.count(name) == harbour.pieces

    @invariant()
    def no_card_is_made_or_lost(self) -> None:
        taken = [seat.card for seat in self.state.seats if seat.card is not None]
        for card, there in self.start.cards.items():
            assert self.state.cards[card] + taken.count(card) == there

    @invariant()
    def a_score_can_be_told(self) -> None:
        done = score_of(self.state)
        assert {each.player for each in done.standings} == {"Ann", "Ben"}

    @invariant()
    def the_position_line_says_it_all(self) -> None:
        line = position_line(self.state)
        again = parse_position_line(line, self.start.game)

        assert position_line(again) == line
        assert replace(again, bank=self.state.bank) == self.state
        assert [again.money(name) for name in ("Ann", "Ben")] == [
            self.state.money(name) for name in ("Ann", "Ben")
        ]

    def teardown(self) -> None:
        board = self.start.game.chart.board
        again = parse_record(write_record(self.record))
        assert again == self.record
        assert again.faults == ()
        assert [event for _, event in from_record(again, board).facts] == self.said
        told = tuple(steps(from_record(again, board)))
        assert [step.after.bank for step in told] == [state.bank for state in self.states[1:]]
        told = {
            "players": [{"name": p.name, "nation": p.nation} for p in self.start.game.players],
            "options": {"edition": self.edition},
            "moves": [event_json(event) for event in self.said],
        }
        moves = parse_moves(told, board)
        assert [event for _, event in moves.facts] == self.said


class AnyFactsInFrench(AnyFacts):
    edition = "fr"


class AnyFactsInEnglish(AnyFacts):
    edition = "en"


# Some thousands of facts in all; 'pytest --hypothesis-profile=search' says a hundred times as many.
BOUNDS = settings(max_examples=settings().max_examples // 2, stateful_step_count=40)
TestAnyFacts = AnyFacts.TestCase
TestAnyFactsInFrench = AnyFactsInFrench.TestCase
TestAnyFactsInEnglish = AnyFactsInEnglish.TestCase
TestAnyFacts.settings = TestAnyFactsInFrench.settings = TestAnyFactsInEnglish.settings = BOUNDS


def test_one_company_may_come_to_lie_all_over_the_board() -> None:
    """There are millions of ways on which its routes may have come there; some are looked at."""
    board, random = read_shipped_board(), Random(3)
    nations = [card.nation for card in board.departure_cards][:3]
    seats = [Player(name, nation, 0) for name, nation in zip("ABC", nations, strict=True)]
    state, spaces = set_up(new_game(board, seats)), list(board.spaces)

    for _ in range(600):
        state = apply(state, StickLaid("A", "red", random.choice(spaces)))

    assert set(state.spaces.values()) == {"red"}
    assert len(state.spaces) > 200
