"""What the engine says, in a language of the table. Codes become sentences only here.

The sentences are gettext catalogues under ``locale/``, by code: ``python -m tests.catalogues``
compiles them.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from companion.bank import BANK, Transfer
from companion.board import Board
from companion.finding import Finding
from companion.games.clippers.ending import dead_sticks
from companion.games.clippers.events import (
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
from companion.games.clippers.state import GameEnd, Reason, State
from companion.games.clippers.turn_words import Duty

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "clippers"
LANGUAGES = ("en", "fr")
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
JOINTS: Mapping[str, tuple[re.Pattern[str], Callable[[str], str]]] = MappingProxyType(
    {
        "en": (re.compile(r"\b([Aa]) \{(\w+)\}"), lambda word: f"{word}n "),
        "fr": (re.compile(r"\b([Dd]e|[Qq]ue) \{(\w+)\}"), lambda word: word[:-1] + APOSTROPHE),
    }
)
"""Per language the little words that change before a vowel, and what becomes of them."""
VOWELS = "aeiou\u0153"
MOST_NAMED = 3
COLOURS = frozenset({"company", "other", "there"})


class Words:
    """The sentences of one language, about one board."""

    def __init__(self, language: str, board: Board) -> None:
        self._language = language
        self._catalogue = gettext.translation(DOMAIN, LOCALE, [language])
        self._board = board

    def finding(self, finding: Finding) -> str:
        """Say what is wrong, and what would put it right."""
        return f"{self.wrong(finding)} {self.repair(finding)}".rstrip()

    def wrong(self, finding: Finding) -> str:
        """Say what is wrong."""
        one = 1 in (finding.params.get("laid"), finding.params.get("most"))
        return self._say(self._for_one(finding.code, one), self._words_of(finding))

    def repair(self, finding: Finding) -> str:
        """Say what would put it right; nothing where nobody can tell."""
        if not finding.repair:
            return ""
        one = len(str(finding.params.get("gap", "")).split()) == 1
        return self._say(self._for_one(f"repair:{finding.repair}", one), self._words_of(finding))

    def _for_one(self, code: str, one: bool) -> str:
        """The code of a sentence about one piece, where there is one besides that of several."""
        single = f"{code}:one"
        return single if one and self._catalogue.gettext(single) != single else code

    def _words_of(self, finding: Finding) -> dict[str, str]:
        words = {key: self._param(key, value) for key, value in finding.params.items()}
        if finding.places:
            words["where"] = self.place(finding.places[0])
            words["routes"] = self._few(map(self._route, finding.places))
            words["islands"] = self._few(map(self._island, finding.places))
        for key in ("company", "companies"):
            if key in words:
                words[f"{key}_"] = words[key][:1].upper() + words[key][1:]
        return words

    def weighed(self, finding: Finding) -> str:
        """Say how much a finding matters, and what is wrong."""
        words = {"severity": self.severity(finding), "words": self.finding(finding)}
        return self._say("why:finding", words)

    def rule(self, section: str) -> str:
        """Say a section of the rulebook, in short."""
        words = self._say(f"rule:{section}", {})
        return self._say("why:rule", {"rule": section, "words": words})

    def severity(self, finding: Finding) -> str:
        """Name how much a finding matters."""
        return self._say(f"severity:{finding.severity.value}", {})

    def plain(self, code: str) -> str:
        """Say something that has no parameters."""
        return self._say(code, {})

    def say(self, code: str, **words: object) -> str:
        """Say something with parameters that are words already."""
        return self._say(code, words)

    def named(self, kind: str, value: str) -> str:
        """Name a ``company``, a ``nation`` or a ``card``."""
        return self._named(kind, value)

    def duty(self, duty: Duty, *, you: bool = False) -> str:
        """Say what a player must or may do; to himself where ``you``."""
        words = {key: self._param(key, value) for key, value in duty.params.items()}
        return self._say(f"{duty.code}:you" if you else duty.code, {**words, "player": duty.player})

    def event(self, event: Event) -> str:
        """Say what happened."""
        match event:
            case MarkerPlaced(player, slot):
                return self._say("event:marker", {"player": player, "where": self.place(slot)})
            case CardTaken(player, card):
                return self._say(
                    "event:card", {"player": player, "card": self._param("card", card.value)}
                )
            case Passed(player):
                return self._say("event:pass", {"player": player})
            case ShipBought(player, company):
                words = {"player": player, "company": self._param("company", company)}
                return self._say("event:ship", words)
            case StickLaid():
                return self._stick(event)
            case MarkerMoved(player, origin, target):
                words = {"origin": self.place(origin), "target": self.place(target)}
                return self._say("event:move", {"player": player, **words})
            case TurnEnded(player, phase):
                return self._say("event:done", {"player": player, "phase": phase})
            case MoneyCorrected():
                return self._correction(event)
            case ShipStood(company, place):
                words = {"company": self._param("company", company), "where": self.place(place)}
                return self._say("event:stood", words)

    def transfer(self, transfer: Transfer) -> str:
        """Say what was paid, and what for."""
        about = transfer.about or ""
        reason = self._say(f"pay:{transfer.reason}", {"where": self.place(about)})
        return self._say(
            "pay:line",
            {
                "source": self._account("source", transfer.source),
                "target": self._account("target", transfer.target),
                "amount": transfer.amount,
                "reason": reason,
            },
        )

    def given_back(self, transfer: Transfer) -> str:
        """Say what is given back of what was paid; ``transfer`` leads back."""
        about = transfer.about or ""
        words = {
            "source": self._account("source", transfer.source),
            "target": self._account("target", transfer.target),
            "amount": transfer.amount,
            "reason": self._say(f"pay:{transfer.reason}", {"where": self.place(about)}),
        }
        return self._say("pay:back", words)

    def end(self, state: State, after: int | None = None) -> str:
        """Say whether the game is over, and why; ``after`` is the number of the last fact."""
        if state.end is None:
            here = {"round": state.round, "phase": state.phase}
            return self._say("end:none", {**here, "player": state.seat.player.name})
        if not state.over:
            return self._say("end:to_round_end", {"end": self._ended(state, state.end, after)})
        return self._ended(state, state.end, after)

    def _ended(self, state: State, end: GameEnd, after: int | None) -> str:
        """Say when the end came, and why."""
        dead = dead_sticks(state)
        words = {
            "after": end.after if after is None else after,
            "round": end.round,
            "phase": end.phase,
            "player": end.player or "",
            "dead": ", ".join(f"{self._named('company', c)} ({left})" for c, left in dead.items()),
        }
        if end.reason is Reason.ALL_STICKS:
            return self._say("end:all_sticks_dead" if dead else "end:all_sticks", words)
        alone = "" if end.player else "_all"
        aside = "_aside" if state.opened and not state.game.rulings.purple_delays_end else ""
        return self._say(f"end:stuck{alone}{aside}", words)

    def place(self, place: str) -> str:
        """Name a space, a slot, a harbour or an island; anything else stays as it is."""
        board = self._board
        if place in board.spaces:
            return self.space(place, None)
        if place in board.slots:
            island = board.island_of_slot[place]
            number = 1 + [slot.id for slot in island.slots].index(place)
            words = {"number": number, "length": len(island.slots), "island": self.place(island.id)}
            return self._say("place:slot", words)
        if place in board.harbours:
            company = self._param("company", board.harbours[place].company)
            return self._say("place:harbour", {"company": company})
        return self._named("island", board.islands[place].name) if place in board.islands else place

    def piece(self, kind: str, place: str) -> str:
        """Name what lies on a place: a company's stick by its colour, a marker by its nation."""
        return self._named("nation" if place in self._board.slots else "company", kind)

    def listed(self, names: Sequence[str]) -> str:
        """Join names as in a sentence: ``red, green and blue``."""
        if len(names) < 2:
            return "".join(names)
        return self._say("list:and", {"first": ", ".join(names[:-1]), "last": names[-1]})

    def route(self, place: str) -> str:
        """Name the route of a space by its ends: ``Flint Island to Tahiti``."""
        route = self._board.route_of_space[place]
        return self._say("place:route", {"a": self.place(route.a), "b": self.place(route.b)})

    def _few(self, names: Iterable[str]) -> str:
        """The first few of these names, each once, and how many more there are."""
        each = [name for name in dict.fromkeys(names) if name]
        if len(each) > MOST_NAMED:
            more = self._say("list:more", {"number": len(each) - MOST_NAMED + 1})
            each = [*each[: MOST_NAMED - 1], more]
        return self.listed(each)

    def _route(self, place: str) -> str:
        return self.route(place) if place in self._board.spaces else ""

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
            "lane": self._say("place:lane", {"number": lane + 1}) if len(route.lanes) > 1 else "",
        }
        return self._say("place:only-space" if length == 1 else "place:space", words)

    def _is_end(self, place: str, end: str) -> bool:
        """Whether a place is this end of a route; a harbour on an island is the island."""
        harbour = self._board.harbours.get(end)
        return place == end or (harbour is not None and place == harbour.island)

    def _stick(self, stick: StickLaid) -> str:
        words = {
            "player": stick.player,
            "company": self._param("company", stick.company),
            "where": self.space(stick.space, stick.start),
        }
        if not stick.alternate:
            return self._say("event:stick", words)
        at_home = any(h.island for h in self._board.harbours.values() if h.company == stick.company)
        return self._say("event:start-at-home" if at_home else "event:start", words)

    def _correction(self, event: MoneyCorrected) -> str:
        words = {
            "source": self._account("source", event.source),
            "target": self._account("target", event.target),
            "amount": event.amount,
            "mends": event.mends,
        }
        return self._say("event:pay" if event.mends else "event:pay:alone", words)

    def _account(self, side: str, account: str) -> str:
        return self._say(f"bank:{side}", {}) if account == BANK else account

    def _param(self, key: str, value: str | int) -> str:
        if key in COLOURS:
            return self._named("company", str(value))
        if key in {"nation", "card"}:
            return self._named(key, str(value))
        if key == "companies":
            return self.listed([self._named("company", each) for each in str(value).split()])
        if key == "gap":
            return self.listed([self.place(each) for each in str(value).split()])
        if key == "names":
            return self.listed(str(value).split(", "))
        return self.place(value) if key in {"island", "place"} else str(value)  # type: ignore[arg-type]

    def _named(self, kind: str, value: str) -> str:
        """A word of the catalogue; a board's own kinds have none and stay as they are."""
        code = f"{kind}:{value}"
        said = self._catalogue.gettext(code)
        return value.replace("_", " ") if said == code else said

    def _say(self, code: str, words: Mapping[str, object]) -> str:
        sentence = self._catalogue.gettext(code)
        return joined(sentence, words, self._language).format_map(words)


def joined(sentence: str, words: Mapping[str, object], language: str) -> str:
    """Fit a little word to what is put in after it, where that begins with a vowel.

    English ``a`` becomes ``an``; French ``de`` and ``que`` are shortened. A silent h is left
    alone: nobody can tell it from the other kind.
    """
    little, fitted = JOINTS[language]

    def fit(found: re.Match[str]) -> str:
        blank = found[2]
        first = unicodedata.normalize("NFD", str(words.get(blank, "")))[:1].lower()
        if not first or first not in VOWELS:
            return found[0]
        return f"{fitted(found[1])}{{{blank}}}"

    return little.sub(fit, sentence)
