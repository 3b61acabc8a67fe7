"""What a player is offered, in groups a page can show: each button carries its whole act."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from companion.board import Island
from companion.games.clippers.events import StickLaid
from companion.games.clippers.heading import headed
from companion.games.clippers.view import Sight, words_of
from companion.play.game import Data
from web.language import gettext

Fact = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Button:
    """A thing to do: its label, the act as JSON, what it earns, and the kind it is about."""

    label: str
    act: str
    earns: int = 0
    kind: str | None = None
    places: tuple[str, ...] = ()
    price: int | None = None


@dataclass
class Panel:
    """All that one player may do now without breaking a rule."""

    player: str
    markers: list[Button] = field(default_factory=list)
    cards: list[Button] = field(default_factory=list)
    ships: list[Button] = field(default_factory=list)
    passing: Button | None = None
    sticks: dict[str, list[Button]] = field(default_factory=dict)
    starts: dict[str, list[Button]] = field(default_factory=dict)
    moves: dict[str, list[Button]] = field(default_factory=dict)
    moved: dict[str, object] = field(default_factory=dict)
    """What the port card may do on the chart: by slot the island a marker leaves or goes to."""
    done: Button | None = None

    @property
    def places(self) -> dict[str, list[dict[str, object]]]:
        """What a tap on each place of the board offers, for the script of the map."""
        offers: dict[str, list[dict[str, object]]] = {}
        with_ship = [
            replace(button, label=gettext("%(place)s, with the ship") % {"place": button.label})
            for button in chain.from_iterable(self.starts.values())
        ]
        for button in (*chain.from_iterable(self.sticks.values()), *with_ship, *self.markers):
            for place in button.places:
                offer = {"act": button.act, "label": button.label, "kind": button.kind}
                offers.setdefault(place, []).append({**offer, "earns": button.earns})
        return offers


def panels(view: Data, sight: Sight) -> dict[str, Panel]:
    """What each player may do now; nobody is in it who may do nothing."""
    made: dict[str, Panel] = {}
    choices = view["choices"]
    assert isinstance(choices, list)
    moves: dict[str, list[Fact]] = {}
    for choice in choices:
        fact: Fact = choice["fact"]
        name = str(fact["player"])
        panel = made.setdefault(name, Panel(name))
        if fact["do"] == "marker":
            _add_marker(panel, sight, fact)
        elif fact["do"] == "move_marker":
            moves.setdefault(name, []).append(fact)
        else:
            _add(panel, sight, view, fact, int(choice["earns"]))
    for name, facts in moves.items():
        made[name].moves = _moves(sight, facts)
        made[name].moved = _moved(sight, name, facts)
    return made


def act_of(fact: Fact) -> str:
    """A fact as the act that writes it down."""
    return json.dumps({"fact": fact}, separators=(",", ":"))


def _add(panel: Panel, sight: Sight, view: Data, fact: Fact, earns: int) -> None:
    words, act = sight.words, act_of(fact)
    match fact["do"]:
        case "card":
            code = str(fact["card"])
            price = next(c["price"] for c in view["cards"] if c["card"] == code)  # type: ignore[attr-defined]
            panel.cards.append(Button(words.named("card", code), act, kind=code, price=price))
        case "ship":
            name = str(fact["company"])
            price = int(str(view["ship_price"]))
            panel.ships.append(Button(words.named("company", name), act, kind=name, price=price))
        case "pass":
            panel.passing = Button(words.say("choice:pass"), act)
        case "done":
            panel.done = Button(words.say("choice:done"), act)
        case "stick":
            _add_stick(panel, sight, fact, Button("", act, earns))


def _add_stick(panel: Panel, sight: Sight, fact: Fact, button: Button) -> None:
    name, space = str(fact["company"]), str(fact["space"])
    stick = StickLaid(str(fact["player"]), name, space, bool(fact.get("alternate")))
    start = getattr(headed(sight.state, stick), "start", None)
    label = words_of(sight).space(space, start)
    full = Button(label, button.act, button.earns, name, (space,))
    group = panel.starts if fact.get("alternate") else panel.sticks
    group.setdefault(name, []).append(full)


def _add_marker(panel: Panel, sight: Sight, fact: Fact) -> None:
    """All slots of an island are worth the same, so they are labelled alike."""
    slot = str(fact["slot"])
    island = sight.state.game.chart.board.island_of_slot[slot]
    panel.markers.append(Button(valued(island), act_of(fact), kind=panel.player, places=(slot,)))


def _moves(sight: Sight, facts: Iterable[Fact]) -> dict[str, list[Button]]:
    """By the island a marker leaves, one button for each that it may go to, whichever slots."""
    board = sight.state.game.chart.board
    moves: dict[tuple[str, str], Button] = {}
    for fact in facts:
        ends = str(fact["from"]), str(fact["to"])
        origin, target = (valued(board.island_of_slot[slot]) for slot in ends)
        moves.setdefault((origin, target), Button(target, act_of(fact), places=ends[1:]))
    grouped: dict[str, list[Button]] = {}
    for (origin, _), button in moves.items():
        grouped.setdefault(origin, []).append(button)
    return grouped


def _moved(sight: Sight, player: str, facts: Sequence[Fact]) -> dict[str, object]:
    """Whence and whither, in short: all pairs would be more than a phone should load."""
    island = sight.state.game.chart.board.island_of_slot
    pairs = {(str(fact["from"]), str(fact["to"])) for fact in facts}
    return {
        "player": player,
        "label": gettext("Move this marker"),
        "from": {origin: valued(island[origin]) for origin, _ in sorted(pairs)},
        "to": {target: valued(island[target]) for _, target in sorted(pairs)},
        "elsewhere": all(island[origin] is not island[target] for origin, target in pairs),
    }


def valued(island: Island) -> str:
    """Name an island with its value."""
    return f"{island.name} ({island.value})"
