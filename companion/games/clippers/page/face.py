"""What pages show of a table of Clippers, as ``companion.play.page.face.Face`` asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.board_drawing.paint import paints
from companion.games.clippers.page.anywhere import anywhere, beside
from companion.games.clippers.page.panels import panels, sign_of
from companion.games.clippers.page.turn_words import duties
from companion.games.clippers.page.view import FEW_STICKS, Sight, end_said, ships_standing
from companion.games.clippers.page.words import Words
from companion.games.clippers.record.timeline import money_seen_by
from companion.games.clippers.state.state import Seat, State
from companion.games.clippers.terms.events import Event
from companion.play.page.face import (
    Anywhere,
    Badge,
    Panel,
    Purse,
    Section,
    Shape,
    Sign,
    Stock,
    Turn,
)
from companion.position import Position


class ClippersFace:
    """Purses, sticks left, and what may be done."""

    def turn(self, sight: Sight) -> Turn:
        """Round and phase, and what the player at turn must and may do."""
        state, words = sight.state, sight.own_words(Words)
        told = duties(state, sight.choices, goes_on=sight.goes_on)
        return Turn(
            (
                words.say("page:round", round=state.round),
                words.say("page:phase", phase=state.phase),
            ),
            tuple(words.duty(duty, you=duty.player == sight.viewer) for duty in told),
            end_said(sight),
            what=f"phase:{state.phase}",
        )

    def purses(self, sight: Sight) -> tuple[Purse, ...]:
        """Each with his nation, his money as far as it is open, markers, card and ship."""
        money = money_seen_by(sight.state, sight.viewer)
        return tuple(_purse(sight, seat, money.get(seat.player.name)) for seat in sight.state.seats)

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """How many sticks and ships are left of each company."""
        return (Section("companies", sight.words.plain("page:sticks-left"), tuple(_stocks(sight))),)

    def panels(self, sight: Sight) -> tuple[Panel, ...]:
        """What each player may do now."""
        return panels(sight)

    def anywhere(self, sight: Sight) -> Mapping[str, Anywhere]:
        """A stick on any space, a marker on any slot."""
        return anywhere(sight)

    def beside(self, sight: Sight, player: str) -> Iterable[Event]:
        """Passing, cards, ships, the end of the turn."""
        return beside(sight.state, player)

    def position(self, state: State) -> Position:
        """Sticks and markers."""
        return state.position

    def standing(self, state: State) -> tuple[tuple[str, str], ...]:
        """Where the ships stand."""
        return tuple((str(ship["company"]), str(ship["place"])) for ship in ships_standing(state))


def _purse(sight: Sight, seat: Seat, money: int | None) -> Purse:
    state, words, player = sight.state, sight.words, seat.player
    left = "page:markers-left:one" if seat.markers == 1 else "page:markers-left"
    has: list[str] = []
    if seat.card:
        has.append(words.say("page:has-card", card=words.plain(f"card:{seat.card.value}")))
    if seat.ship:
        has.append(words.say("page:has-ship", company=words.named("company", seat.ship)))
    hook = Badge("\N{ANCHOR}", words.plain("page:has-hook"), "hook")
    letter = paints(state.game.chart.board)[player.nation].letter
    return Purse(
        player.name,
        player.nation,
        words.named("nation", player.nation),
        Sign(player.nation, letter, Shape.DISC),
        money,
        at_turn=not state.over and player.name == state.seat.player.name,
        holds=(words.say(left, number=seat.markers),),
        has=tuple(has),
        badge=hook if state.seats[state.first] is seat else None,
    )


def _stocks(sight: Sight) -> Iterable[Stock]:
    state, words = sight.state, sight.words
    for name, company in state.companies.items():
        shut, note = not state.is_open(name), ""
        if shut:
            note = words.plain("page:closed")
        elif name not in state.game.chart.island_companies:
            left = "page:ships-left:one" if company.ships == 1 else "page:ships-left"
            note = words.say(left, number=company.ships)
        few = company.sticks <= FEW_STICKS
        said = words.named("company", name)
        what = f"piece:{name}"
        yield Stock(sign_of(sight, name), said, company.sticks, note, few=few, shut=shut, what=what)
