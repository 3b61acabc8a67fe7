"""Where a game stands and what is awaited, as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.long_cours.course.auction import least_bid
from companion.games.long_cours.judging.choices import Choice, awaited
from companion.games.long_cours.page.words import Words
from companion.games.long_cours.state.state import Phase, State
from companion.games.long_cours.terms.events import CorsairEntered, CorsairMoved


def stands(state: State, words: Words) -> tuple[str, ...]:
    """The round, and what is going on in it."""
    now = "fight" if state.fight else "auction" if state.auction else state.phase.value
    return words.say("page:round", round=state.round), words.plain(f"stands:{now}")


def duties(
    state: State, words: Words, viewer: str | None, offered: tuple[Choice, ...]
) -> tuple[str, ...]:
    """What the player awaited must and may do, to himself where he looks."""
    if state.over:
        return ()
    (player,) = awaited(state)
    you = player == viewer
    return tuple(
        words.say(f"{code}:you" if you else code, {"player": player, **told})
        for code, told in _duties(state, words, player, offered)
    )


def _duties(
    state: State, words: Words, player: str, offered: tuple[Choice, ...]
) -> Iterator[tuple[str, dict[str, str]]]:
    if state.fight:
        card = words.param("card", state.fight.card)
        yield "turn:answer", {"other": state.fight.struck, "card": card}
    elif state.auction:
        least = words.money(least_bid(state.auction))
        bidder = state.auction.bidder
        if bidder is None:
            yield "turn:bid-first", {"least": least}
        else:
            yield (
                "turn:bid",
                {"least": least, "bidder": bidder, "bid": words.money(state.auction.millions)},
            )
    elif state.phase is Phase.PLACING:
        zones = tuple(state.game.board.zones)
        zone = zones[state.players.index(player) % len(zones)]
        yield "turn:place", {"zone": str(zone)}
    elif state.phase is Phase.FIRST_BUYS:
        yield "turn:first-buy", {}
    else:
        yield from _sailing(state, player, offered)


def _sailing(
    state: State, player: str, offered: tuple[Choice, ...]
) -> Iterator[tuple[str, dict[str, str]]]:
    turn, lost = state.turn, state.captain(player).at is None
    if turn.steps or turn.entered:
        yield from _after_running(state, offered)
        return
    if lost and not turn.wrecked:
        yield "turn:come-back", {}
    elif lost:
        yield "turn:wrecked", {}
    elif turn.moved or turn.directs:
        yield "turn:moved", {}
    else:
        yield "turn:sail", {}
    if any(isinstance(each.event, CorsairEntered) for each in offered):
        yield "turn:corsair-enters", {}
    elif any(isinstance(each.event, CorsairMoved) for each in offered):
        yield "turn:corsair", {}


def _after_running(
    state: State, offered: tuple[Choice, ...]
) -> Iterator[tuple[str, dict[str, str]]]:
    """The cargo ship has done its part (rule 65): the corsair goes on, or the turn ends."""
    may_go_on = any(isinstance(each.event, CorsairMoved) for each in offered)
    if may_go_on and state.turn.steps == 1 and not state.game.rulings.corsair_may_step_once:
        yield "turn:corsair-goes-on", {}
    elif may_go_on:
        yield "turn:corsair-may-go-on", {}
    else:
        yield "turn:ran", {}


def ended(state: State, words: Words) -> str:
    """How the game ended and who sank whom, or that it goes on."""
    if not state.over:
        return words.say("end:none", round=state.round, player=state.at_turn.name)
    if state.settled:
        end = words.plain("end:wealth")
    else:
        end = words.say("end:last", player=state.afloat[0].name if state.afloat else "")
    return " ".join(filter(None, (end, _sinkings(state, words))))


def _sinkings(state: State, words: Words) -> str:
    """Who was sunk by whom, the first to go down first. Rule 68."""
    sunk = sorted((each.sunk, each.name, each.sunk_by) for each in state.captains if each.sunk_by)
    told = [words.say("end:sunk-by", player=name, by=by or "") for _, name, by in sunk]
    return words.say("end:sunk", sunk=words.listed(told)) if told else ""
