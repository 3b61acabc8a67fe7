"""A whole moment of a game in one line, for bug reports, tests and games joined half-way.

``round.phase.turn hook facts opened end | seats | companies | spaces | slots``; names are
percent-encoded, so that a line holds no other blanks. What the table has shown (``shown``)
follows the end, where it has shown anything. Where something was laid after the end, spaces and
slots follow once more, as they count. What follows from these is not written: the cards
beside the board, and what a company has reached unless some of its sticks are in doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar
from urllib.parse import quote, unquote

from companion.errors import InputError
from companion.files.fields import SHOWN
from companion.games.clippers.course.setup import bank_of, option_cards
from companion.games.clippers.state.ends import end_name
from companion.games.clippers.state.growth import reach
from companion.games.clippers.state.shown import NOTHING, parse_shown_word, shown_word
from companion.games.clippers.state.state import (
    Company,
    End,
    Fleet,
    Game,
    GameEnd,
    Inside,
    Reason,
    Seat,
    State,
)
from companion.games.clippers.terms.events import Card
from companion.games.clippers.terms.players import Player
from companion.position import Position

NONE = "-"
PORTED = "ported"
"""Before the phase in which a player's port card stood for his stick."""
BOUGHT = {None: "bought", False: "could", True: "stranded"}
"""What a bought ship has come to: nobody knows yet, it could open a route, it could not."""
LONGEST_NUMBER = 9
Part = TypeVar("Part")


def position_line(state: State) -> str:
    """Write a state in one line."""
    return " | ".join(
        " ".join(part)
        for part in (
            _head(state),
            [_seat(state, seat) for seat in state.seats],
            [_company(name, company) for name, company in state.companies.items()],
            *_pieces(state.position),
            *([] if state.final in (None, state.position) else _pieces(state.counted)),
        )
    )


def parse_position_line(line: str, game: Game) -> State:
    """Read a state of this game; raise InputError in one line where the line is not one."""
    try:
        parts = [part.split() for part in line.split("|")]
        there, final = parts[:5], parts[5:]
        head, seats, companies, spaces, slots = _parts(there, 5, "the line")
        return _Reader(game).state(head, seats, companies, spaces, slots, final)
    except (ValueError, KeyError, IndexError) as error:
        raise InputError("clippers:no-position-line", line=line[:SHOWN], error=error) from None


def _pieces(position: Position) -> list[list[str]]:
    return [
        [f"{place}={piece}" for place, piece in sorted(laid.items())]
        for laid in (position.spaces, position.slots)
    ]


def _head(state: State) -> list[str]:
    opened = ",".join(
        f"{name}@{'.'.join(map(str, turn))}" for name, turn in sorted(state.opened.items())
    )
    turn = ".".join(map(str, state.turn))
    shown = shown_word(state.shown)
    head = [turn, str(state.first), str(state.facts), opened or NONE, _end(state.end)]
    return [*head, shown] if shown else head


def _end(end: GameEnd | None) -> str:
    if end is None:
        return NONE
    numbers = (str(number) for number in (end.after, end.round, end.phase))
    names = (quote(name) for name in (end.player or "", *end.yet_to_lay))
    return ",".join((end.reason.value, *numbers, *names))


def _seat(state: State, seat: Seat) -> str:
    return ",".join(
        (
            quote(seat.player.name),
            f"${state.money(seat.player.name)}",
            f"m{seat.markers}",
            "acted" if seat.acted else NONE,
            seat.card.value if seat.card else f"{PORTED}{seat.ported}" if seat.ported else NONE,
            BOUGHT[seat.stranded] if seat.bought else NONE,
            seat.ship or NONE,
            f"{seat.laid[0]}+{seat.laid[1]}",
            *(["+".join(sorted(seat.doubted))] if seat.doubted else []),
        )
    )


def _company(name: str, company: Company) -> str:
    readings = "/or/".join("+".join(map(end_name, fleet)) for fleet in company.fleets)
    doubted = [",", "+".join(sorted(company.loose)), ",", "+".join(sorted(company.reached))]
    in_doubt = "".join(doubted) if company.loose else ""
    return f"{name},{company.sticks},{company.ships},{readings}{in_doubt}"


class _Reader:
    """The parts of a line, held against what the table has."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.chart = game.chart
        self.let: frozenset[tuple[str, str]] = frozenset()

    def state(
        self,
        head: list[str],
        seats: list[str],
        companies: list[str],
        spaces: list[str],
        slots: list[str],
        final: list[list[str]],
    ) -> State:
        turn, first, facts, opened, end = _parts(head[:5], 5, "its head")
        shown = parse_shown_word(_parts(head[5:], 1, "its head")[0]) if head[5:] else NOTHING
        round_, phase, turns_done = _turn(turn)
        sat = dict(map(self._seat, seats))
        if [seat.player for seat in sat] != list(self.game.players):
            raise ValueError("other players sit there")
        there, self.let = self._position(spaces, slots), shown.let
        laid = dict(there.spaces)
        built = dict(self._company(text, laid) for text in companies)
        if built.keys() != self.chart.harbours.keys():
            raise ValueError("other companies sail there")
        state = State(
            game=self.game,
            spaces=laid,
            slots=there.slots,
            companies=built,
            seats=tuple(sat),
            cards=self._cards(tuple(sat)),
            bank=bank_of({seat.player.name: money for seat, money in sat.items()}),
            round=round_,
            phase=_within(phase, 1, 3),
            first=_within(_number(first), 0, len(sat) - 1),
            turns_done=_within(turns_done, 0, len(sat) - 1),
            facts=_number(facts),
            opened=dict(self._opened(opened)),
            end=self._end(end),
            shown=shown,
        )
        if final:
            return replace(state, final=self._position(*_parts(final, 2, "what counts")))
        return replace(state, final=there) if state.over else state

    def _position(self, spaces: list[str], slots: list[str]) -> Position:
        nations = {kind.name: kind for kind in self.chart.board.marker.kinds}  # type: ignore[union-attr]
        board = self.chart.board
        return Position(
            self._pieces(spaces, board.spaces, self.chart.harbours),
            self._pieces(slots, board.slots, nations),
        )

    def _seat(self, text: str) -> tuple[Seat, int]:
        told, doubted = text.split(",")[:8], text.split(",")[8:]
        name, money, markers, acted, card, bought, ship, laid = _parts(told, 8, "a seat")
        first, second = _parts([_number(each) for each in laid.split("+")], 2, "sticks laid")
        ported = card.removeprefix(PORTED) if card.startswith(PORTED) else ""
        seat = Seat(
            self._player(unquote(name)),
            _number(markers.removeprefix("m")),
            acted == "acted",
            None if card == NONE or ported else Card(card),
            bought != NONE,
            None if ship == NONE else self._company_name(ship),
            (first, second),
            None if bought == NONE else {word: what for what, word in BOUGHT.items()}[bought],
            _within(_number(ported), 1, 3) if ported else 0,
            frozenset(_parts(doubted, 1, "a seat")[0].split("+") if doubted else ()),
        )
        return seat, _number(money.removeprefix("$"))

    def _player(self, name: str) -> Player:
        return self.game.players[self.game.seat_of(name)]

    def _company_name(self, name: str) -> str:
        if name not in self.chart.harbours:
            raise ValueError(f"no company {name}")
        return name

    def _company(self, text: str, laid: Mapping[str, str]) -> tuple[str, Company]:
        told, in_doubt = text.split(",")[:4], text.split(",")[4:]
        name, sticks, ships, readings = _parts(told, 4, "a company")
        fleets = tuple(self._fleet(fleet) for fleet in readings.split("/or/"))
        reached = reach(self.game, self._company_name(name), laid, let=self.let)
        company = Company(_number(sticks), _number(ships), reached, fleets)
        if not in_doubt:
            return name, company
        loose, come_to = (part.split("+") for part in _parts(in_doubt, 2, "what is in doubt"))
        places = frozenset(self._place(place) for place in come_to)
        return name, replace(company, loose=frozenset(map(self._space, loose)), reached=places)

    def _place(self, place: str) -> str:
        self.chart.ways_from[place]
        return place

    def _space(self, space: str) -> str:
        self.chart.ways_through[space]
        return space

    def _fleet(self, text: str) -> Fleet:
        return tuple(self._route_end(end) for end in text.split("+") if end)

    def _route_end(self, text: str) -> End:
        space, inside, goal = text.partition(">")
        if not inside:
            self.chart.ways_from[text]
            return text
        for way, index in self.chart.ways_through[space]:
            if way.goal == goal and index + 1 < len(way.spaces):
                return Inside(way, index + 1)
        raise ValueError(f"no route ends at {text}")

    def _pieces(
        self, texts: list[str], places: Mapping[str, object], kinds: Mapping[str, object]
    ) -> dict[str, str]:
        pieces = dict(_parts(text.rsplit("=", 1), 2, "a piece") for text in texts)
        for place, piece in pieces.items():
            if place not in places or piece not in kinds:
                raise ValueError(f"no {place}={piece}")
        return pieces

    def _cards(self, seats: tuple[Seat, ...]) -> dict[Card, int]:
        taken = [seat.card for seat in seats]
        return {card: there - taken.count(card) for card, there in option_cards(self.game).items()}

    def _opened(self, text: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
        for each in text.split(",") if text != NONE else ():
            name, _, turn = each.partition("@")
            yield self._company_name(name), _turn(turn)

    def _end(self, text: str) -> GameEnd | None:
        if text == NONE:
            return None
        reason, *rest = text.split(",")
        numbers, names = [_number(each) for each in rest[:3]], rest[3:]
        after, round_, phase = _parts(numbers, 3, "its end")
        player, *yet_to_lay = (self._player(unquote(n)).name if n else "" for n in names or [""])
        return GameEnd(Reason(reason), after, round_, phase, player or None, tuple(yet_to_lay))


def _parts(parts: list[Part], count: int, what: str) -> list[Part]:
    if len(parts) != count:
        raise ValueError(f"{what} has {len(parts)} parts and not {count}")
    return parts


def _number(text: str) -> int:
    if not text.removeprefix("-").isdecimal() or len(text) > LONGEST_NUMBER:
        raise ValueError(f"{text[:SHOWN]!r} is no number")
    return int(text)


def _turn(text: str) -> tuple[int, int, int]:
    round_, phase, turns_done = _parts([_number(each) for each in text.split(".")], 3, "a turn")
    return round_, phase, turns_done


def _within(number: int, low: int, high: int) -> int:
    if not low <= number <= high:
        raise ValueError(f"{number} is not from {low} to {high}")
    return number
