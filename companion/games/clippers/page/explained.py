"""What each thing of Clippers is and does now: cards, companies, places, money, phases, deeds.

What it is, the rulebook's sections say; only what holds at this moment is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from companion.games.clippers.course.apply import card_price
from companion.games.clippers.course.bonuses import multiplier, worth
from companion.games.clippers.course.turn_order import SHIP_PRICE
from companion.games.clippers.page.view import Sight, terms_at
from companion.games.clippers.record.timeline import money_seen_by
from companion.games.clippers.state.state import Inside, State
from companion.games.clippers.terms import sections as of
from companion.games.clippers.terms.events import Card, StickLaid
from companion.play.in_place import DEED, MONEY, PHASE, PIECE, PLACE, Explained, Thing

CARD, SHIP, HOOK = "card", "ship", "hook"
PHASES = ("1", "2", "3")
OF_CARD: Mapping[Card, str] = MappingProxyType(
    {
        Card.TWO_X: of.TWO_X,
        Card.THREE_X: of.THREE_X,
        Card.FIVE_X: of.FIVE_X,
        Card.PORT: of.PORT_CARD,
    }
)
OF_PHASE = MappingProxyType(
    {
        "1": (of.MARKET_ACTION, of.SHIP_BESIDES, of.CARD_PRICE),
        "2": (of.LAYING_PHASES, of.CHAIN, of.FIRST_AT_ISLAND),
        "3": (of.LAYING_PHASES, of.DUTY_TO_LAY, of.CARDS_GO_BACK),
    }
)
OF_DEED = MappingProxyType(
    {
        "pass": (of.MARKET_ACTION,),
        "done": (of.TURN_ORDER, of.DUTY_TO_LAY),
        "marker": (of.FREE_SLOT, of.PORTS_SCORE),
        "stick": (of.CHAIN, of.LANE_TAKEN, of.FIRST_AT_ISLAND),
        "start": (of.WHERE_TO_START, of.DUTY_TO_START),
        "move_marker": (of.PORT_CARD,),
    }
)


def things(state: State) -> Iterator[Thing]:
    """All that lies on the table but for the places of the board, in the order one meets it."""
    yield from (Thing(PHASE, phase) for phase in PHASES)
    yield from (Thing(CARD, card.value) for card in Card)
    yield from (Thing(DEED, do) for do in OF_DEED)
    yield Thing(SHIP)
    yield from (Thing(PIECE, company) for company in state.companies)
    yield from (Thing(MONEY, name) for name in state.players)
    yield Thing(HOOK)


def lesson(state: State) -> Thing | None:
    """What comes now and is new to who plays for the first time: each phase of the first round."""
    return None if state.over or state.round > 1 else Thing(PHASE, str(state.phase))


def explained(seen: Sight, thing: Thing) -> Explained | None:
    """A thing in words; None where there is no such thing at this table."""
    teller = TELLERS.get(thing.kind)
    return None if teller is None else teller(seen, thing.which)


def _card(seen: Sight, which: str) -> Explained | None:
    card = next((card for card in Card if card.value == which), None)
    if card is None:
        return None
    state, say = seen.state, seen.words.say
    holders = [seat.player.name for seat in state.seats if seat.card is card]
    left = state.cards.get(card, 0)
    now = [say("now:card" if left else "now:card-none", left=left, price=card_price(state, card))]
    if holders:
        now.append(say("now:card-held", names=seen.words.listed(holders)))
    title = say("choice:card", card=seen.words.named(CARD, which))
    return Explained(title, tuple(now), (OF_CARD[card], of.CARD_PRICE, of.NO_CREDIT))


def _company(seen: Sight, which: str) -> Explained | None:
    state, words = seen.state, seen.words
    company = state.companies.get(which)
    if company is None:
        return _nation(seen, which)
    own = which in state.game.chart.island_companies
    now = [words.say("now:sticks", left=company.sticks, of=state.game.chart.harbours[which].pieces)]
    if not own:
        now.append(words.say("now:ships", ships=company.ships))
    elif not state.is_open(which):
        now.append(words.say("now:closed"))
    islands = [place for place in company.reached if place in state.game.chart.board.islands]
    now.append(words.say("now:reaches", islands=len(islands)))
    rules = (of.PURPLE_OPENS, of.PURPLE_GROWS) if own else (of.CHAIN, of.DEAD_ENDS)
    title = words.say("now:company", company=words.named("company", which))
    return Explained(title, tuple(now), (of.STICKS_IN_BOX, *rules))


def _nation(seen: Sight, which: str) -> Explained | None:
    seat = next((seat for seat in seen.state.seats if seat.player.nation == which), None)
    if seat is None:
        return None
    now = seen.words.say("now:markers", player=seat.player.name, left=seat.markers)
    title = seen.words.say("now:nation", nation=seen.words.named("nation", which))
    return Explained(title, (now,), (of.MARKERS_IN_BOX, of.PORTS_SCORE))


def _ship(seen: Sight, _: str) -> Explained:
    return Explained(
        seen.words.say("now:ship"),
        (seen.words.say("now:ship-costs", price=SHIP_PRICE),),
        (of.BUYING_A_SHIP, of.DUTY_TO_START, of.WHERE_TO_START),
    )


def _hook(seen: Sight, _: str) -> Explained:
    first = seen.state.seats[seen.state.first].player.name
    said = seen.words.say("now:hook-held", player=first)
    return Explained(seen.words.say("now:hook"), (said,), (of.TURN_ORDER, of.CARDS_GO_BACK))


def _money(seen: Sight, which: str) -> Explained | None:
    if which not in seen.state.players:
        return None
    money = money_seen_by(seen.state, seen.viewer).get(which)
    code = "now:money-hidden" if money is None else "now:money-has"
    said = seen.words.say(code, player=which, money=money)
    rules = (of.MONEY_SCORE, of.FIRST_AT_ISLAND, of.FURTHER_AT_ISLAND, of.NO_CREDIT)
    return Explained(seen.words.say("now:money", player=which), (said,), rules)


def _phase(seen: Sight, which: str) -> Explained | None:
    if which not in OF_PHASE:
        return None
    now = [seen.words.say(f"now:phase-{which}")]
    if which == str(seen.state.phase) and not seen.state.over:
        now.append(seen.words.say("now:at-turn", player=seen.state.seat.player.name))
    return Explained(seen.words.say("now:phase", phase=which), tuple(now), OF_PHASE[which])


def _deed(seen: Sight, which: str) -> Explained | None:
    if which not in OF_DEED:
        return None
    words = seen.words
    return Explained(words.say(f"deed:{which}"), (words.say(f"now:deed-{which}"),), OF_DEED[which])


def _place(seen: Sight, which: str) -> Explained | None:
    board = seen.state.game.chart.board
    if which in board.spaces:
        return _space(seen, which)
    if which in board.harbours:
        return _company(seen, board.harbours[which].company)
    if which in board.slots:
        return _island(seen, board.island_of_slot[which].id)
    return _island(seen, which) if which in board.islands else None


def _space(seen: Sight, space: str) -> Explained:
    state, words = seen.state, seen.words
    now = []
    company = state.spaces.get(space)
    if company is not None:
        now.append(words.say("now:stick", company=words.named("company", company)))
        if space in _ends(state, company):
            now.append(words.say("now:end-of-route"))
    else:
        now += list(_offers(seen, space))
    route = state.game.chart.board.route_of_space[space]
    rules = [of.CHAIN, of.LANE_TAKEN]
    rules += [of.BOTH_LANES] if len(route.lanes) > 1 else []
    ways = state.game.chart.ways_through[space]
    rules += [of.ONE_WAY] if any(way.against_arrow for way, _ in ways) else []
    said = words.place(space)
    return Explained(f"{said[:1].upper()}{said[1:]}", tuple(now), tuple(rules))


def _offers(seen: Sight, space: str) -> Iterator[str]:
    """Which companies may go on here now, and what that earns."""
    words, offered = seen.words, {}
    for choice in seen.choices:
        event = choice.event
        if isinstance(event, StickLaid) and event.space == space:
            offered[event.company] = choice.earns
    if not offered:
        yield words.say("now:nothing-here")
    for company, earns in offered.items():
        code = "now:may-earn" if earns else "now:may-lay"
        yield words.say(code, company=words.named("company", company), earns=earns)


def _ends(state: State, company: str) -> set[str]:
    """The spaces of the last sticks of a company's routes that end in mid-lane."""
    fleets = state.companies[company].fleets
    ends = fleets[0] if fleets else ()
    return {end.way.spaces[end.laid - 1] for end in ends if isinstance(end, Inside) and end.laid}


def _island(seen: Sight, which: str) -> Explained:
    state, words = seen.state, seen.words
    island = state.game.chart.board.islands[which]
    lying = [state.slots[slot.id] for slot in island.slots if slot.id in state.slots]
    free = len(island.slots) - len(lying)
    network = terms_at(seen).network(state.game.chart.board, state.counted)
    reached = network.companies_at[which]
    value = island.value or 0
    now = [words.say("now:island", value=value, free=free, slots=len(island.slots))]
    if lying:
        names = [words.named("nation", each) for each in dict.fromkeys(lying)]
        now.append(words.say("now:lie-here", names=words.listed(names)))
    companies = words.listed([words.named("company", each) for each in reached])
    code = "now:reached" if reached else "now:unreached"
    now.append(words.say(code, companies=companies, points=value * len(reached)))
    bonus = multiplier(state.seat.card) * worth(state, which)
    code = "now:bonus" if bonus else "now:bonus-none"
    now += [] if state.over else [words.say(code, player=state.seat.player.name, bonus=bonus)]
    rules = (of.PORTS_SCORE, of.FIRST_AT_ISLAND, of.FREE_SLOT)
    return Explained(words.place(which), tuple(now), rules)


TELLERS: Mapping[str, Callable[[Sight, str], Explained | None]] = MappingProxyType(
    {
        CARD: _card,
        PIECE: _company,
        SHIP: _ship,
        HOOK: _hook,
        MONEY: _money,
        PHASE: _phase,
        DEED: _deed,
        PLACE: _place,
    }
)
