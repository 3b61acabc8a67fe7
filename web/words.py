"""Findings, places and answers in plain English. Codes become sentences only here, at the rim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.board import Board, Harbour, Route
from companion.finding import Finding, Severity
from companion.games.clippers.doubt import Effect
from companion.questions import Question
from companion.reading import EMPTY, HIDDEN
from companion.score import Score

FINDINGS: Mapping[str, str | tuple[str, str]] = {
    "too-many-sticks": ("{laid} {company} sticks lie on the board, and the box has only {pieces}."),
    "too-many-markers": (
        "{laid} {nation} port markers lie on the board, and the box has only {pieces}."
    ),
    "unknown-company": (
        "A {company} stick lies {where}, but no harbour is {company}: it joins nothing.",
        "{laid} {company} sticks lie {where}, but no harbour is {company}: they join nothing.",
    ),
    "stick-hangs": (
        "A {company} stick hangs in the air {where}: no chain leads to it from {home}.",
        "{laid} {company} sticks hang in the air {where}: no chain leads to them from {home}.",
    ),
    "stick-against-arrow": (
        "A {company} stick lies against the arrow {where}: it joins nothing.",
        "{laid} {company} sticks lie against the arrow {where}: they join nothing.",
    ),
    "stick-into-harbour": (
        "A {company} stick leads into a harbour {where}: routes only lead out of it.",
        "{laid} {company} sticks lead into a harbour {where}: routes only lead out of it.",
    ),
    "lane-shared": (
        "{companies} lie in one lane {where}: it belongs to the company that began it."
    ),
    "lane-from-both-ends": (
        "{company_} has begun a lane from both its ends {where}: a lane is built from one end."
    ),
    "both-lanes": (
        "Both lanes hold {company} sticks {where}: a company may build only one of them."
    ),
    "company-closed": (
        "{company_} sticks lie on the board, but {company} only opens when {needed} other "
        "companies reach {island}."
    ),
    "nation-not-in-play": (
        "A {nation} port marker lies on {islands}, but nobody plays that nation.",
        "{laid} {nation} port markers lie on {islands}, but nobody plays that nation.",
    ),
    "player-without-marker": (
        "There is no {nation} port marker on the board: is that {player}'s nation?"
    ),
    "tie-open": (
        "{names} are level in points and in money. The English rules then ask who had not yet "
        "had a turn when the game stopped; the board does not show that, so they share the rank."
    ),
}
"""Per code the sentence; two where one piece is spoken of differently from several."""

REPAIRS: Mapping[str, str] = {
    "lay-stick": "A {company} stick {gap} would join it up: is one lying there?",
}

SEVERITIES: Mapping[Severity, str] = {
    Severity.NOTE: "note",
    Severity.WARNING: "look",
    Severity.ILLEGAL: "against the rules",
}
MOST_NAMED = 3


def sentence(finding: Finding, board: Board) -> str:
    """Say a finding, and what would put it right, in words."""
    said = FINDINGS[finding.code]
    if isinstance(said, tuple):
        said = said[finding.params["laid"] != 1]
    words = _words(finding, board)
    said = said.format_map(words)
    repair = REPAIRS[finding.repair].format_map(words) if finding.repair else ""
    return f"{said} {repair}".strip()


def place_name(place: str, board: Board) -> str:
    """Say where a place is: ``space 2 of 3, Flint Island to Tahiti``."""
    if place in board.slots:
        slots = board.island_of_slot[place].slots
        number = 1 + [slot.id for slot in slots].index(place)
        return f"slot {number} of {len(slots)}, {board.island_of_slot[place].name}"
    route = board.route_of_space[place]
    _, lane, index = place.rsplit("/", 2)
    number, length = int(index) + 1, len(route.lanes[int(lane)].spaces)
    beside = f", lane {int(lane) + 1}" if len(route.lanes) > 1 else ""
    space = "the only space" if length == 1 else f"space {number} of {length}"
    return f"{space}, {route_name(route, board)}{beside}"


def route_name(route: Route, board: Board) -> str:
    """Name a route by its ends: ``Flint Island to Tahiti``."""
    return f"{_end_name(route.a, board)} to {_end_name(route.b, board)}"


def piece_name(kind: str) -> str:
    """Name a kind of piece as a word in a sentence."""
    return kind.replace("_", " ")


def answer_name(kind: str, place: str, board: Board) -> str:
    """Name what may lie on a place: ``red``, ``French``, ``empty``."""
    return nation_name(kind) if place in board.slots and kind != EMPTY else piece_name(kind)


def nation_name(kind: str) -> str:
    """Name a nation: ``French``."""
    return piece_name(kind).title()


def winner_line(score: Score) -> str:
    """Who wins, in a sentence."""
    winners, best = score.winners, score.standings[0].total
    points = f"{best} point{'' if best == 1 else 's'}"
    if len(winners) == 1:
        return f"{winners[0]} wins with {points}."
    return f"{listed(winners)} share the win with {points} each."


def changes_text(effect: Effect) -> str:
    """Say what an answer would change: ``Pauline -6, Benjamin +3``."""
    return ", ".join(f"{player} {change:+d}" for player, change in effect.changes)


def taken_text(question: Question, board: Board) -> str:
    """Say what an asked place was counted as."""
    if question.taken == HIDDEN:
        return "hidden, counted as empty"
    return f"counted as {answer_name(question.taken, question.place, board)}"


def likely_text(question: Question, board: Board) -> str:
    """Say what a place may hold: ``black 71 %, purple 20 %``."""
    return ", ".join(
        f"{answer_name(kind, question.place, board)} {percent(share)}"
        for kind, share in question.likely
    )


def percent(share: float) -> str:
    """Say a probability; never certain where it is not."""
    rounded = min(max(round(100 * share), 1), 99) if 0 < share < 1 else round(100 * share)
    return f"{rounded} %"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Join names as in a sentence: ``red, green and blue``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def _words(finding: Finding, board: Board) -> dict[str, str]:
    words = {key: str(value) for key, value in finding.params.items()}
    words["where"] = _where(finding.places, board)
    words["islands"] = _islands(finding.places, board)
    if "company" in words:
        company = words["company"]
        words["home"] = _home_name(company, board)
        words["company"] = piece_name(company)
        words["company_"] = piece_name(company).capitalize()
    if "companies" in words:
        words["companies"] = listed([piece_name(c) for c in words["companies"].split()])
        words["companies"] = words["companies"][:1].upper() + words["companies"][1:]
    if "nation" in words:
        words["nation"] = nation_name(words["nation"])
    if "island" in words:
        words["island"] = board.islands[words["island"]].name
    if words.get("gap"):
        gap = words["gap"].split()
        words["gap"] = f"on {gap[0]}" if len(gap) == 1 else f"on each of {listed(gap)}"
    return words


def _where(places: Sequence[str], board: Board) -> str:
    """The routes of some spaces, the first few by name."""
    routes = [board.route_of_space[place] for place in places if place in board.spaces]
    return f"({_few([route_name(route, board) for route in routes], 'more routes')})"


def _islands(places: Sequence[str], board: Board) -> str:
    islands = [board.island_of_slot[place] for place in places if place in board.slots]
    return _few([island.name for island in islands], "more islands")


def _few(names: Sequence[str], more: str) -> str:
    """The first few of these names, each once, and how many more there are."""
    each = list(dict.fromkeys(names))
    if len(each) > MOST_NAMED:
        each = [*each[: MOST_NAMED - 1], f"{len(each) - MOST_NAMED + 1} {more}"]
    return listed(each)


def _home_name(company: str, board: Board) -> str:
    for harbour in board.harbours.values():
        if harbour.company == company:
            return _harbour_name(harbour, board)
    return "any harbour"


def _end_name(node: str, board: Board) -> str:
    if node in board.islands:
        return board.islands[node].name
    return _harbour_name(board.harbours[node], board)


def _harbour_name(harbour: Harbour, board: Board) -> str:
    if harbour.island:
        return board.islands[harbour.island].name
    return f"the {piece_name(harbour.company)} harbour"
