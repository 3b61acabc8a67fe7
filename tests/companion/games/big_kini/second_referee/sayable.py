"""Facts that a table of Big Kini may say, by lot: what both referees are asked besides."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.companion.games.big_kini.second_referee.parts import ACTION_OF, GOODS
from tests.companion.games.big_kini.second_referee.referee import Referee

WORDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("abstain", "keep_back", "play", "no_card", "again", "done"), ()),
    **dict.fromkeys(("settle", "proliferate", "income", "take", "crown", "land"), ("place",)),
    **dict.fromkeys(("turn_up", "buy", "reveal"), ("card",)),
    "retreat": ("place",),
    "home": ("cell", "atoll"),
    "dice": ("first", "second"),
    "token": ("space",),
    "move": ("from", "to"),
    "pick": ("goods",),
    "call": ("cell",),
    "vote": ("candidate", "votes"),
    "show": ("goods", "number"),
    "decide": ("candidate",),
    "discover": ("from", "cell", "atoll"),
    "give": ("other", "amount"),
    "give_goods": ("other", "goods", "number"),
    "promise": ("other",),
    "count": ("amount",),
}
"""What each fact says besides who does it."""
DICE: list[Any] = [1, 2, 3, 4, 5, 6]
KINDS = {
    "proliferate": ("colony", "administrator"),
    "income": ("factory",),
    "take": ("goods",),
    "move": ("administrator", "minister"),
    "retreat": ("colony", "minister"),
    "crown": ("colony", "minister"),
}
"""Where a deed belongs; half of them are said of such places."""


def likely(referee: Referee, wish: str, random: Random) -> str:
    """A kind of fact, by lot: half of them what is about to be done, where it can be the wish."""
    near: list[str] = []
    if referee.vote:
        near = ["vote", "abstain", "show", "keep_back", "decide", "crown", "retreat", "give"]
        near += ["give_goods", "promise"]
    elif referee.flies:
        near = ["land"]
    elif referee.asked or referee.laid:
        near = ["play", "no_card", "reveal"]
    elif referee.doings:
        actions = {each["action"] for each in referee.doings}
        near = [do for do, action in ACTION_OF.items() if action in actions] * 3 + ["again", "done"]
        near = [wish] if wish in near else near
    elif referee.waits_for_a_card():
        near = ["reveal", "done", "token", "turn_up"]
    elif referee.stage == "playing":
        near = ["token", "token", wish or "reveal", *ACTION_OF]
    stages = {"homes": ["home"], "settling": ["settle"], "counting": ["count"]}
    near += {**stages, "blocking": ["dice", "turn_up"]}.get(referee.stage, [])
    return random.choice(random.choice((near or [*WORDS], [*WORDS])))


def something(referee: Referee, wish: str, random: Random) -> dict[str, Any]:
    """A fact by lot: half of them by who may act, and about what is near him, or his wish."""
    do = likely(referee, wish, random)
    who = random.choice((next_one(referee), random.choice(referee.names)))
    words = {word: a_word(referee, do, word, who, random) for word in WORDS[do]}
    if do == "token" and wish and random.random() < 0.5:
        row = [space for space in referee.spaces if space.split("/")[1] == ACTION_OF[wish]]
        words["space"] = random.choice(row)
    return {"do": do, "player": who, **words}


def next_one(referee: Referee) -> str:
    """Who may be the next to act."""
    vote = referee.vote
    if vote:
        speaker = (referee.speakers() or [""])[-1]
        return str(vote["winner"] or vote["ousted"] or speaker or vote["caller"])
    if referee.flies:
        return referee.flies[0]
    asked = [*referee.asked, *referee.laid, *(each["player"] for each in referee.doings)]
    return asked[0] if asked else referee.who()


def a_word(referee: Referee, do: str, word: str, who: str, random: Random) -> Any:
    """One word of a fact."""
    if word in ("place", "to"):
        return a_place(referee, do, random)
    if word == "from":
        own = [at for at, name in referee.cubes.items() if name == who]
        own = own if random.random() < 0.9 else list(referee.cubes)
        return random.choice(own or [a_place(referee, do, random)])
    cells = [*referee.hidden] if do == "discover" else [*referee.lies, *referee.homes]
    cash, tiles = referee.cash[who], +referee.tiles[who]
    near: dict[str, list[Any]] = {
        "cell": sorted(cells),
        "atoll": [f"a{number}/0" for number in range(1, 7 if do == "home" else 26)],
        "card": referee.cards[who],
        "votes": [referee.unsaid(who)] if referee.vote else [],
        "amount": [cash, cash + 1],
        "goods": [*tiles],
        "number": [more for held in tiles.values() for more in (held, held + 1)],
    }
    every: dict[str, list[Any]] = {
        "cell": random.choice(([*referee.at], referee.everywhere)),
        "atoll": [f"a{number}/3" for number in range(1, 26)],
        "card": [*referee.printed_cards],
        "space": referee.spaces,
        "goods": [*GOODS],
        "candidate": referee.names,
        "other": referee.names,
        **{word: [1, 1, 2, 3] for word in ("votes", "number", "amount")},
    }
    choices = every.get(word, DICE)
    said = random.choice(random.choice((near.get(word) or choices, choices)))
    return said if isinstance(said, str) else max(said, int(do != "count"))


def a_place(referee: Referee, do: str, random: Random) -> str:
    """A place on an atoll that lies open, most of them of the kind that is asked for."""
    kinds: tuple[str, ...] = ("administrator", "minister", "baron", "colony", "factory", "goods")
    if random.random() < 0.7:
        kinds = KINDS.get(do, ("administrator", "minister"))
    cells = sorted(referee.lies) or [*referee.at]
    if random.random() < 0.5:
        cells = [vote["cell"]] if (vote := referee.vote) else cells
        cells = [referee.flies[1]] if referee.flies else cells
    places = [at for cell in cells for at in referee.places(cell, *kinds)]
    return random.choice(places or [f"{cells[0]}/administrator-a"])
