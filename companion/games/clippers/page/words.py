"""What the engine of Clippers says: its events, its turns, its places and the end.

The sentences are gettext catalogues under ``locale/``, by code: ``python -m tests.catalogues``
compiles them.
"""

from __future__ import annotations

from gettext import translation
from pathlib import Path

from companion.boards.board import Board
from companion.boards.routes_board import of_routes
from companion.finding import Finding
from companion.games.clippers.course.ending import dead_sticks
from companion.games.clippers.page.turn_words import Duty
from companion.games.clippers.state.heading import headed
from companion.games.clippers.state.state import GameEnd, Reason, State
from companion.games.clippers.terms.events import (
    CardTaken,
    Event,
    MarkerMoved,
    MarkerPlaced,
    MoneyCorrected,
    Passed,
    ShipBought,
    ShipStood,
    StickLaid,
    TurnEnded,
)
from companion.play import words
from companion.play.words import NAME, PLACE, Manner, Param

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "clippers"
MANNER = Manner(
    params={
        **dict.fromkeys(("company", "other", "there"), Param("company")),
        **{kind: Param(kind) for kind in ("nation", "card")},
        **dict.fromkeys(("island", "place"), Param(PLACE)),
        "companies": Param("company", " "),
        "gap": Param(PLACE, " "),
        "names": Param(NAME, ", "),
    },
    counts=("laid", "most"),
    listed="gap",
)


class Words(words.Words[State, Event]):
    """The sentences of one language, about one board."""

    def __init__(self, language: str, board: Board) -> None:
        super().__init__(language, translation(DOMAIN, LOCALE, [language]), MANNER)
        self._board = of_routes(board)

    def told_of(self, finding: Finding) -> dict[str, str]:
        """The words of a finding, and of all its places the routes and islands."""
        told = super().told_of(finding)
        if finding.places:
            told["routes"] = self.few(map(self._route, finding.places))
            told["islands"] = self.few(map(self._island, finding.places))
        return told

    def happened(self, before: State, event: Event) -> str:
        """Say what happened; a stick in the direction in which it was laid."""
        return self.event(headed(before, event))

    def duty(self, duty: Duty, *, you: bool = False) -> str:
        """Say what a player must or may do; to himself where ``you``."""
        words = {key: self.param(key, value) for key, value in duty.params.items()}
        return self.say(f"{duty.code}:you" if you else duty.code, {**words, "player": duty.player})

    def event(self, event: Event) -> str:
        """Say what happened."""
        match event:
            case MarkerPlaced(player, slot):
                return self.say("event:marker", {"player": player, "where": self.place(slot)})
            case CardTaken(player, card):
                return self.say(
                    "event:card", {"player": player, "card": self.param("card", card.value)}
                )
            case Passed(player):
                return self.say("event:pass", {"player": player})
            case ShipBought(player, company):
                words = {"player": player, "company": self.param("company", company)}
                return self.say("event:ship", words)
            case StickLaid():
                return self._stick(event)
            case MarkerMoved(player, origin, target):
                words = {"origin": self.place(origin), "target": self.place(target)}
                return self.say("event:move", {"player": player, **words})
            case TurnEnded(player, phase):
                return self.say("event:done", {"player": player, "phase": phase})
            case MoneyCorrected():
                return self._correction(event)
            case ShipStood(company, place):
                words = {"company": self.param("company", company), "where": self.place(place)}
                return self.say("event:stood", words)

    def end(self, state: State, after: int | None = None) -> str:
        """Say whether the game is over, and why; ``after`` is the number of the last fact."""
        if state.end is None:
            here = {"round": state.round, "phase": state.phase}
            return self.say("end:none", {**here, "player": state.seat.player.name})
        if not state.over:
            return self.say("end:to_round_end", {"end": self._ended(state, state.end, after)})
        return self._ended(state, state.end, after)

    def _ended(self, state: State, end: GameEnd, after: int | None) -> str:
        """Say when the end came, and why."""
        dead = dead_sticks(state)
        words = {
            "after": end.after if after is None else after,
            "round": end.round,
            "phase": end.phase,
            "player": end.player or "",
            "dead": ", ".join(f"{self.named('company', c)} ({left})" for c, left in dead.items()),
        }
        if end.reason is Reason.ALL_STICKS:
            return self.say("end:all_sticks_dead" if dead else "end:all_sticks", words)
        alone = "" if end.player else "_all"
        aside = "_aside" if state.opened and not state.game.rulings.purple_delays_end else ""
        return self.say(f"end:stuck{alone}{aside}", words)

    def place(self, place: str) -> str:
        """Name a space, a slot, a harbour or an island; anything else stays as it is."""
        board = self._board
        if place in board.spaces:
            return self.space(place, None)
        if place in board.slots:
            island = board.island_of_slot[place]
            number = 1 + [slot.id for slot in island.slots].index(place)
            words = {"number": number, "length": len(island.slots), "island": self.place(island.id)}
            return self.say("place:slot", words)
        if place in board.harbours:
            company = self.param("company", board.harbours[place].company)
            return self.say("place:harbour", {"company": company})
        return self.named("island", board.islands[place].name) if place in board.islands else place

    def piece(self, kind: str, place: str) -> str:
        """Name what lies on a place: a company's stick by its colour, a marker by its nation."""
        return self.named("nation" if place in self._board.slots else "company", kind)

    def earner(self, name: str) -> str:
        """Name a company that reaches an island."""
        return self.named("company", name)

    def route(self, place: str) -> str:
        """Name the route of a space by its ends: ``Flint Island to Tahiti``."""
        route = self._board.route_of_space[place]
        return self.say("place:route", {"a": self.place(route.a), "b": self.place(route.b)})

    def _route(self, place: str) -> str:
        return self.route(place) if place in self._board.spaces else ""

    def to_choose(self, place: str) -> str:
        """Slots by their island and its value: all of an island are worth the same."""
        island = self._board.island_of_slot.get(place)
        return self.place(place) if island is None else f"{island.name} ({island.value})"

    def _island(self, place: str) -> str:
        slots = self._board.island_of_slot
        return self.place(slots[place].id) if place in slots else ""

    def space(self, space: str, start: str | None) -> str:
        """Name a space as who comes from the place ``start`` counts it; None as it is printed."""
        route = self._board.route_of_space[space]
        lane, at = map(int, space.rsplit("/", 2)[1:])
        length = len(route.lanes[lane].spaces)
        back = start is not None and self._is_end(start, route.b)
        words = {
            "number": length - at if back else at + 1,
            "length": length,
            "a": self.place(route.b if back else route.a),
            "b": self.place(route.a if back else route.b),
            "lane": self.say("place:lane", {"number": lane + 1}) if len(route.lanes) > 1 else "",
        }
        return self.say("place:only-space" if length == 1 else "place:space", words)

    def _is_end(self, place: str, end: str) -> bool:
        """Whether a place is this end of a route; a harbour on an island is the island."""
        harbour = self._board.harbours.get(end)
        return place == end or (harbour is not None and place == harbour.island)

    def _stick(self, stick: StickLaid) -> str:
        words = {
            "player": stick.player,
            "company": self.param("company", stick.company),
            "where": self.space(stick.space, stick.start),
        }
        if not stick.alternate:
            return self.say("event:stick", words)
        at_home = any(h.island for h in self._board.harbours.values() if h.company == stick.company)
        return self.say("event:start-at-home" if at_home else "event:start", words)

    def _correction(self, event: MoneyCorrected) -> str:
        words = {
            "source": self.account("source", event.source),
            "target": self.account("target", event.target),
            "amount": event.amount,
            "mends": event.mends,
        }
        return self.say("event:pay" if event.mends else "event:pay:alone", words)
