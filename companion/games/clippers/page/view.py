"""What a table shows of a game of Clippers: data in codes, with words in the asked language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.board_drawing.paint import paints
from companion.games.clippers.course.apply import card_price
from companion.games.clippers.course.turn_order import SHIP_PRICE
from companion.games.clippers.page.turn_words import awaited, duties
from companion.games.clippers.page.words import Words
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.timeline import end_number, grants, money_seen_by, terms_of
from companion.games.clippers.scoring.final_score import Terms
from companion.games.clippers.state.state import Inside, Seat, State
from companion.games.clippers.terms.events import Event
from companion.play import sight
from companion.play.game import Choice, Data
from companion.play.log import entry_line
from companion.play.page.lines import entry_line_json

FEW_STICKS = 5
Sight = sight.Sight[State, Event]


def terms_at(seen: Sight) -> Terms:
    """What this game is scored by: its rulings, what the table allowed, who was yet to lay."""
    return terms_of(seen.state, grants(seen.allowed))


def end_said(seen: Sight) -> str | None:
    """Why and when the game ended; None while it goes on."""
    return seen.own_words(Words).end(seen.state, ended_after(seen)) if seen.state.end else None


def ended_after(seen: Sight) -> int | None:
    """The number of the fact that brought the end; the last one, where nothing came after it."""
    for chapter in seen.table.moments.chapters:
        if chapter.end().state.end is not None:
            return end_number([moment.step for moment in chapter.moments() if moment.step])
    return seen.table.facts[-1].seq if seen.table.facts else None


def table_view(seen: Sight) -> Data:
    """Everything a page shows, but for the score."""
    state, choices = seen.state, seen.choices
    return {
        "revision": seen.table.revision,
        "round": state.round,
        "phase": state.phase,
        "over": state.over,
        "end": end_said(seen),
        "turn": _turn(seen, choices),
        "players": [_player(seen, seat) for seat in state.seats],
        "companies": list(_companies(seen)),
        "cards": [
            {
                "card": card.value,
                "name": seen.words.plain(f"card:{card.value}"),
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
        "undo": entry_line_json(entry_line(seen, seen.table.undoable)),
        "redo": entry_line_json(entry_line(seen, seen.table.redoable)),
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


def _turn(seen: Sight, choices: Sequence[Choice[Event]]) -> Data:
    state = seen.state
    told = duties(state, choices, goes_on=seen.goes_on)
    return {
        "awaited": list(awaited(state)),
        "duties": [
            {
                "player": duty.player,
                "code": duty.code,
                "params": dict(duty.params),
                "words": seen.own_words(Words).duty(duty, you=duty.player == seen.viewer),
            }
            for duty in told
        ],
    }


def _player(seen: Sight, seat: Seat) -> Data:
    state, words, name = seen.state, seen.own_words(Words), seat.player.name
    money = money_seen_by(state, seen.viewer)
    return {
        "name": name,
        "nation": seat.player.nation,
        "nation_name": words.named("nation", seat.player.nation),
        "letter": paints(state.game.chart.board)[seat.player.nation].letter,
        "money": money.get(name),
        "markers": seat.markers,
        "card": seat.card.value if seat.card else None,
        "card_name": words.plain(f"card:{seat.card.value}") if seat.card else None,
        "ship": seat.ship,
        "ship_name": words.named("company", seat.ship) if seat.ship else None,
        "laid": list(seat.laid),
        "at_turn": not state.over and name == state.seat.player.name,
        "has_hook": state.seats[state.first] is seat,
    }


def _companies(seen: Sight) -> Iterator[Data]:
    state = seen.state
    painted = paints(state.game.chart.board)
    for name, company in state.companies.items():
        pieces = state.game.chart.harbours[name].pieces or 0
        yield {
            "company": name,
            "name": seen.words.named("company", name),
            "letter": painted[name].letter,
            "sticks": company.sticks,
            "pieces": pieces,
            "few": company.sticks <= FEW_STICKS,
            "ships": company.ships,
            "has_ships": name not in state.game.chart.island_companies,
            "open": state.is_open(name),
        }


def _choice(choice: Choice[Event]) -> Data:
    return {"fact": event_json(choice.event), "earns": choice.earns}
