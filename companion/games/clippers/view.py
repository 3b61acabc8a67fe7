"""What a table shows of a game of Clippers: data in codes, with words in the asked language."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from companion.board_drawing.paint import paints
from companion.fields import Field
from companion.finding import Finding, Severity
from companion.games.clippers.choices import Choice, options
from companion.games.clippers.course import card_price
from companion.games.clippers.event_json import event_json, parse_event
from companion.games.clippers.events import MoneyCorrected, ShipBought
from companion.games.clippers.heading import headed
from companion.games.clippers.rounds import SHIP_PRICE, at_last, passed_on
from companion.games.clippers.score_json import finding_json
from companion.games.clippers.scoring import Terms
from companion.games.clippers.state import MARKET, Inside, Seat, State
from companion.games.clippers.story import Moment, Step, grants, money_seen_by, score_of, terms_of
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

    def step(self, seq: int) -> Step | None:
        """The fact of a number, as it was followed; None where it does not count."""
        moment = self.table.moment_of(seq)
        return None if moment is None else moment.step

    def may_go_on(self, player: str | None) -> bool:
        """Whether a player may act now, by the order of turns."""
        return player in awaited(self.table.last.state) or player in awaited(self.state)

    @cached_property
    def terms(self) -> Terms:
        """What this game is scored by: its rulings, what the table allowed, who was yet to lay."""
        steps = map(self.step, sorted({seq for seq, _ in self.table.allowed}))
        return terms_of(self.state, grants(step for step in steps if step is not None))

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


def log(sight: Sight, most: int | None = None, before: int | None = None) -> list[Data]:
    """Facts of the record, the newest first: in words, paid, struck out or corrected.

    At most so many, and only those of lower numbers than ``before``.
    """
    entries = sight.table.record.entries
    end = len(entries)
    if before is not None:
        end = bisect_left(entries, before, key=lambda entry: entry.seq)
    facts = (entries[at] for at in reversed(range(end)) if isinstance(entries[at].act, Happened))
    return [log_line(sight, entry) for entry in islice(facts, most)]


def log_line(sight: Sight, entry: Entry) -> Data:
    """One fact of the record."""
    table = sight.table
    moment = table.moment_of(entry.seq)
    step = None if moment is None else moment.step
    fact = table.corrected.get(entry.seq, _fact_of(entry))
    return {
        "seq": entry.seq,
        "fact": plain(fact),
        "words": step_words(sight, step) if step else fact_words(sight, fact),
        "paid": [sight.words.transfer(each) for each in step.paid] if step else [],
        "by": source_json(entry.by),
        "at": entry.at,
        "struck": entry.seq in table.gone,
        "corrected": entry.seq in table.corrected,
        "fault": None if moment is None else moment.fault,
        "findings": list(_findings_of(sight, step)) if step else [],
    }


def open_findings(sight: Sight, most: int | None = None) -> list[Data]:
    """What the rules do not like and the table has not allowed; the newest ``most`` facts first."""
    return list(_open_findings(sight, islice(reversed(_numbers(sight, "open")), most)))


def open_slips(
    sight: Sight,
    most: int,
    lately: Collection[int] | None = None,
    explained: Collection[int] = (),
) -> tuple[list[Data], int]:
    """What to look at, of so many facts, the newest first; and how many facts more there are.

    What breaks a rule, until it is put right; what is only odd, while it is among the facts that
    happened ``lately``. Where that is not said, all of it. What is ``explained`` hangs beneath a
    card of its own: all of it is there, whatever the number.
    """
    numbers = _numbers(sight, "open")
    if lately is not None:
        odd = (seq for seq in numbers[-len(lately) :] if seq in lately)
        numbers = sorted({*_numbers(sight, "illegal"), *odd})
    others = [seq for seq in numbers if seq not in explained]
    shown = sorted({*others[-most:], *(seq for seq in numbers if seq in explained)}, reverse=True)
    found = [
        each
        for each in _open_findings(sight, shown)
        if lately is None or each["severity"] == Severity.ILLEGAL.value or each["seq"] in lately
    ]
    return found, max(len(others) - most, 0)


def the_worst(findings: Sequence[Data], most: int, explained: Collection[int] = ()) -> list[Data]:
    """Of what is found about each event only so much, what breaks a rule first.

    Of those that are ``explained`` all of it.
    """
    by_event: dict[object, list[Data]] = {}
    for each in sorted(findings, key=lambda each: each["severity"] != Severity.ILLEGAL.value):
        by_event.setdefault(each["seq"], []).append(each)
    kept = {
        id(each)
        for seq, its in by_event.items()
        for each in (its if seq in explained else its[:most])
    }
    return [each for each in findings if id(each) in kept]


def _numbers(sight: Sight, word: str) -> list[int]:
    """What the gists of all chapters say, from the first chapter to the last."""
    found: list[int] = []
    for chapter in sight.table.moments.chapters:
        found += chapter.gist[word]  # type: ignore[arg-type]
    return found


def _open_findings(sight: Sight, numbers: Iterable[int]) -> Iterator[Data]:
    for number in numbers:
        step = sight.step(number)
        if step is not None:
            about = step_words(sight, step)
            found = [each for each in _findings_of(sight, step) if not each["allowed"]]
            yield from ({**each, "about": about} for each in found)


def omens(sight: Sight) -> list[Data]:
    """Notes about the last fact: the box, and the end that comes near."""
    step = sight.table.last.step
    return [_finding(sight, step.number, each, False) for each in step.notes] if step else []


def entry_words(sight: Sight, entry: Entry) -> str:
    """Say what an entry of the record did, and what was paid for it.

    A correction of money is itself the payment, and is said once.
    """
    step = sight.step(entry.seq)
    said = [act_words(sight, entry.act, entry.seq)]
    if step and not isinstance(step.event, MoneyCorrected):
        said += map(sight.words.transfer, step.paid)
    return " ".join(said)


def act_words(sight: Sight, act: Act, number: int | None = None) -> str:
    """Say what an act did; ``number`` is that of its entry, where it is written down."""
    match act:
        case Happened(fact):
            step = None if number is None else sight.step(number)
            event = parse_event(Field(fact), sight.table.last.state.game)
            same = step is not None and step.event == event
            return step_words(sight, step) if step and same else fact_words(sight, fact)
        case Corrected(seq, fact):
            return sight.words.say("entry:corrected", seq=seq, what=fact_words(sight, fact))
        case Allowed(seq, _):
            code = "entry:allowed"
        case Undone(seq) | Redone(seq):
            counts = isinstance(act, Redone)
            while isinstance(back := _act_of(sight, seq), Undone | Redone):
                counts, seq = counts == isinstance(back, Redone), back.seq
            code = "entry:redone" if counts else "entry:undone"
    return sight.words.say(code, what=act_words(sight, _act_of(sight, seq), seq))


def _act_of(sight: Sight, seq: int) -> Act:
    entry = sight.table.entry(seq)
    assert entry is not None
    return entry.act


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


def _fact_of(entry: Entry) -> Mapping[str, object]:
    assert isinstance(entry.act, Happened)
    return entry.act.fact
