"""What a table shows of a game of Clippers: data in codes, with words in the asked language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.board_drawing.paint import paints
from companion.fields import Field
from companion.finding import Finding
from companion.games.clippers.choices import Choice, options
from companion.games.clippers.course import card_price
from companion.games.clippers.event_json import event_json, parse_event
from companion.games.clippers.events import MoneyCorrected, ShipBought
from companion.games.clippers.heading import headed
from companion.games.clippers.rounds import SHIP_PRICE, at_last, passed_on
from companion.games.clippers.score_json import finding_json
from companion.games.clippers.scoring import Terms
from companion.games.clippers.state import MARKET, Inside, Seat, State
from companion.games.clippers.story import Step, grants, money_seen_by, score_of, terms_of
from companion.games.clippers.table_game import Moment
from companion.games.clippers.turn_words import awaited, duties
from companion.games.clippers.words import Words
from companion.plain_json import plain
from companion.record import (
    Act,
    Allowed,
    Corrected,
    Entry,
    Fact,
    Happened,
    Redone,
    Source,
    Undone,
    void,
)
from companion.score import Score
from companion.table import View

FEW_STICKS = 5
Data = dict[str, object]


@dataclass(frozen=True)
class Sight:
    """A table as somebody sees it: ``viewer`` is a player's name, or None for the table itself.

    ``goes_on``: the turn at hand is about to end by itself.
    """

    table: View[Moment]
    words: Words
    viewer: str | None = None
    goes_on: bool = False

    @cached_property
    def state(self) -> State:
        """Where the game stands, as people see it.

        A turn of phase 1 is over when nothing is left to do in it. The game may be over where the
        next turn would begin.
        """
        state = at_last(self.table.last.state)
        seat = state.seat
        if state.over or state.phase != MARKET or not seat.acted:
            return state
        name = seat.player.name
        if any(isinstance(c.event, ShipBought) and c.event.player == name for c in self.choices):
            return state
        return passed_on(state)

    @cached_property
    def steps(self) -> Mapping[int, Step]:
        """The facts that count, by their numbers."""
        return {m.step.number: m.step for m in self.table.moments if m.step is not None}

    def may_go_on(self, player: str | None) -> bool:
        """Whether a player may act now, by the order of turns."""
        return player in awaited(self.table.last.state) or player in awaited(self.state)

    @cached_property
    def terms(self) -> Terms:
        """What this game is scored by: its rulings, what the table allowed, who was yet to lay."""
        steps = (moment.step for moment in self.table.moments if moment.step is not None)
        return terms_of(self.state, grants(steps))

    @cached_property
    def score(self) -> Score:
        """The score as it would be if the game stopped here, or the final one."""
        return score_of(self.state, self.terms.granted)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """All that may be done now without breaking a rule."""
        return options(self.table.last.state)


def table_view(sight: Sight) -> Data:
    """Everything a page shows, but for the score."""
    state, choices = sight.state, sight.choices
    return {
        "revision": sight.table.revision,
        "round": state.round,
        "phase": state.phase,
        "over": state.over,
        "end": sight.words.end(state) if state.end else None,
        "turn": _turn(sight, choices),
        "players": [_player(sight, seat) for seat in state.seats],
        "companies": list(_companies(sight)),
        "cards": [
            {
                "card": card.value,
                "name": sight.words.plain(f"card:{card.value}"),
                "left": left,
                "price": card_price(state, card),
            }
            for card, left in state.cards.items()
        ],
        "ship_price": SHIP_PRICE,
        "ships": ships_standing(state),
        "sticks": dict(state.spaces),
        "markers": dict(state.slots),
        "choices": [_choice(choice) for choice in choices],
        "undo": _entry_line(sight, sight.table.undoable),
        "redo": _entry_line(sight, sight.table.redoable),
    }


def ships_standing(state: State) -> list[Data]:
    """Each company's ships on the board: at a harbour, an island, or beside a space."""
    standing: list[Data] = []
    chart = state.game.chart
    for name, company in state.companies.items():
        if name in chart.island_companies:
            continue
        for end in company.fleets[0] if company.fleets else ():
            place = end.way.spaces[max(end.laid - 1, 0)] if isinstance(end, Inside) else end
            standing.append({"company": name, "place": place})
    return standing


def log(sight: Sight, last: int | None = None) -> list[Data]:
    """Every fact of the record, the newest first: in words, paid, struck out or corrected."""
    faults = dict(_faults(sight.table))
    entries = sight.table.record.entries
    gone = void(entries)
    corrected = {
        entry.act.seq: entry.act.fact
        for entry in entries
        if isinstance(entry.act, Corrected) and entry.seq not in gone
    }
    facts = [entry for entry in reversed(entries) if isinstance(entry.act, Happened)][:last]
    lines: list[Data] = []
    for entry in facts:
        step, fact = sight.steps.get(entry.seq), corrected.get(entry.seq, _fact_of(entry))
        lines.append(
            {
                "seq": entry.seq,
                "fact": plain(fact),
                "words": step_words(sight, step) if step else fact_words(sight, fact),
                "paid": [sight.words.transfer(each) for each in step.paid] if step else [],
                "by": source_json(entry.by),
                "at": entry.at,
                "struck": entry.seq in gone,
                "corrected": entry.seq in corrected,
                "fault": faults.get(entry.seq),
                "findings": list(_findings_of(sight, step)) if step else [],
            }
        )
    return lines


def open_findings(sight: Sight) -> list[Data]:
    """What the rules do not like and the table has not allowed; the newest first."""
    found: list[Data] = []
    for moment in reversed(sight.table.moments):
        if moment.step is not None and moment.step.open_findings:
            found += [
                {**each, "about": step_words(sight, moment.step)}
                for each in _findings_of(sight, moment.step)
                if not each["allowed"]
            ]
    return found


def omens(sight: Sight) -> list[Data]:
    """Notes about the last fact: the box, and the end that comes near."""
    step = sight.table.last.step
    return [_finding(sight, step.number, each, False) for each in step.notes] if step else []


def entry_words(sight: Sight, entry: Entry) -> str:
    """Say what an entry of the record did, and what was paid for it.

    A correction of money is itself the payment, and is said once.
    """
    moments = reversed(sight.table.moments)
    steps = (m.step for m in moments if m.step is not None and m.step.number <= entry.seq)
    step = next(steps, None)
    said = [act_words(sight, entry.act, entry.seq)]
    if step and step.number == entry.seq and not isinstance(step.event, MoneyCorrected):
        said += map(sight.words.transfer, step.paid)
    return " ".join(said)


def act_words(sight: Sight, act: Act, number: int | None = None) -> str:
    """Say what an act did; ``number`` is that of its entry, where it is written down."""
    acts = {entry.seq: entry.act for entry in sight.table.record.entries}
    match act:
        case Happened(fact):
            step = sight.steps.get(number or 0)
            event = parse_event(Field(fact), sight.table.last.state.game)
            same = step is not None and step.event == event
            return step_words(sight, step) if step and same else fact_words(sight, fact)
        case Corrected(seq, fact):
            return sight.words.say("entry:corrected", seq=seq, what=fact_words(sight, fact))
        case Allowed(seq, _):
            code = "entry:allowed"
        case Undone(seq) | Redone(seq):
            counts = isinstance(act, Redone)
            while isinstance(back := acts[seq], Undone | Redone):
                counts, seq = counts == isinstance(back, Redone), back.seq
            code = "entry:redone" if counts else "entry:undone"
    return sight.words.say(code, what=act_words(sight, acts[seq], seq))


def step_words(sight: Sight, step: Step) -> str:
    """Say what a fact tells that counts; a stick in the direction in which it was laid."""
    return sight.words.event(headed(step.before, step.event))


def fact_words(sight: Sight, fact: Fact) -> str:
    """Say what a fact tells."""
    state = sight.table.last.state
    event = parse_event(Field(fact), state.game)
    if event is None:
        return sight.words.plain("entry:unknown")
    return sight.words.event(headed(state, event))


def source_json(source: Source) -> Data:
    """Who says so, as data."""
    return {"who": source.who.value, "name": source.name, "confidence": source.confidence}


def _turn(sight: Sight, choices: Sequence[Choice]) -> Data:
    state = sight.state
    told = duties(state, choices, goes_on=sight.goes_on)
    return {
        "awaited": list(awaited(state)),
        "duties": [
            {
                "player": duty.player,
                "code": duty.code,
                "params": dict(duty.params),
                "words": sight.words.duty(duty, you=duty.player == sight.viewer),
            }
            for duty in told
        ],
    }


def _player(sight: Sight, seat: Seat) -> Data:
    state, words, name = sight.state, sight.words, seat.player.name
    seen = money_seen_by(state, sight.viewer)
    return {
        "name": name,
        "nation": seat.player.nation,
        "nation_name": words.named("nation", seat.player.nation),
        "letter": paints(state.game.chart.board)[seat.player.nation].letter,
        "money": seen.get(name),
        "markers": seat.markers,
        "card": seat.card.value if seat.card else None,
        "card_name": words.plain(f"card:{seat.card.value}") if seat.card else None,
        "ship": seat.ship,
        "ship_name": words.named("company", seat.ship) if seat.ship else None,
        "laid": list(seat.laid),
        "at_turn": not state.over and name == state.seat.player.name,
        "has_hook": state.seats[state.first] is seat,
    }


def _companies(sight: Sight) -> Iterator[Data]:
    state = sight.state
    painted = paints(state.game.chart.board)
    for name, company in state.companies.items():
        pieces = state.game.chart.harbours[name].pieces or 0
        yield {
            "company": name,
            "name": sight.words.named("company", name),
            "letter": painted[name].letter,
            "sticks": company.sticks,
            "pieces": pieces,
            "few": company.sticks <= FEW_STICKS,
            "ships": company.ships,
            "has_ships": name not in state.game.chart.island_companies,
            "open": state.is_open(name),
        }


def _choice(choice: Choice) -> Data:
    return {"fact": event_json(choice.event), "earns": choice.earns}


def _entry_line(sight: Sight, entry: Entry | None) -> Data | None:
    if entry is None:
        return None
    return {"seq": entry.seq, "words": act_words(sight, entry.act, entry.seq)}


def _findings_of(sight: Sight, step: Step) -> Iterator[Data]:
    for finding in step.findings:
        yield _finding(sight, step.number, finding, finding.code in step.allowed)


def _finding(sight: Sight, number: int, finding: Finding, is_allowed: bool) -> Data:
    return {
        "seq": number,
        **finding_json(finding),
        "severity_words": sight.words.severity(finding),
        "words": sight.words.finding(finding),
        "wrong": sight.words.wrong(finding),
        "repair_words": sight.words.repair(finding),
        "rule_words": sight.words.rule(finding.rule),
        "allowed": is_allowed,
    }


def _faults(table: View[Moment]) -> Iterator[tuple[int, str]]:
    for fact, moment in zip(table.facts, table.moments[1:], strict=True):
        if moment.fault is not None:
            yield fact.seq, moment.fault


def _fact_of(entry: Entry) -> Mapping[str, object]:
    assert isinstance(entry.act, Happened)
    return entry.act.fact
