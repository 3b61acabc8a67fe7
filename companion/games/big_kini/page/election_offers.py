"""What may be said in an election, the most usual answer first. Rules 53 to 61."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from companion.games.big_kini.course.election import tally
from companion.games.big_kini.page.asks import Asks
from companion.games.big_kini.page.words import Words
from companion.games.big_kini.record.event_json import event_json
from companion.games.big_kini.rules.deals import MORE_THAN
from companion.games.big_kini.state.reach import represented
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.goods import GOODS, TILES_OF_A_KIND
from companion.play import sight as any_sight
from companion.play.page.face import Folds, Group, Offer

Sight = any_sight.Sight[State, e.Event]
Kind = TypeVar("Kind")
ALL_NOTES = 310
"""All the money that there is in notes: who is not told what a player has is asked up to it."""


def in_election(
    sight: Sight, words: Words, player: str, events: Sequence[e.Event]
) -> Iterator[Group]:
    """The groups of one player who is awaited; none where there is no election."""
    if sight.state.election is not None:
        yield from _Election(sight, words, player, events).groups()


class _Election:
    """The offers of one player in an election."""

    def __init__(self, sight: Sight, words: Words, player: str, events: Sequence[e.Event]) -> None:
        self.sight, self.words, self.player, self.events = sight, words, player, events
        self.state = sight.state
        self.asks = Asks(words, sight.state)

    def groups(self) -> Iterator[Group]:
        """Votes, goods, a tie, the crown and the way out; deals last, folded away."""
        yield from self._group("vote", tuple(self._votes()))
        yield from self._group("show", tuple(self._goods()))
        yield from self._group("decide", tuple(self._deciding()))
        yield from self._group("crown", tuple(map(self._at, self._of(e.Crowned))))
        yield from self._group("retreat", tuple(map(self._at, self._of(e.Retreated))))
        yield from self._group("deals", tuple(self._deals()), Folds.ALWAYS, "deed:give")

    def _of(self, kind: type[Kind]) -> list[Kind]:
        return [each for each in self.events if isinstance(each, kind)]

    def _group(
        self, code: str, offers: tuple[Offer, ...], folds: Folds = Folds.NEVER, what: str = ""
    ) -> Iterator[Group]:
        if offers:
            said = self.words.plain(f"page:{code}")
            yield Group(said, offers, folds=folds, what=what or f"deed:{code}")

    def _votes(self) -> Iterator[Offer]:
        """All votes for oneself, all for another, shared out, none. Rule 54, point A6."""
        votes = self._of(e.Voted)
        most = max((each.votes for each in votes), default=0)
        whole = [each for each in votes if each.votes == most]
        for event in sorted(whole, key=lambda each: each.candidate != self.player):
            said = self.words.say(self._vote(event, most), votes=most, name=event.candidate)
            yield Offer(said, event_json(event))
        if most > 1:
            names = dict.fromkeys(each.candidate for each in votes)
            yield Offer(
                self.words.plain("choice:share"),
                {"do": "vote", "player": self.player},
                ask=self.asks.names("candidate", names),
                besides=(self.asks.number("votes", range(1, most + 1)),),
            )
        for over in self._of(e.Abstained):
            yield Offer(self.words.plain("choice:abstain"), event_json(over), what="deed:abstain")

    def _vote(self, event: e.Voted, most: int) -> str:
        """All votes for one: in the player's own words where he reads it himself."""
        if self.sight.viewer != self.player:
            return "choice:votes-of:one" if most == 1 else "choice:vote"
        code = "choice:vote-own" if event.candidate == self.player else "choice:vote"
        return f"{code}:one" if most == 1 else code

    def _goods(self) -> Iterator[Offer]:
        """As many goods as take the lead first; where none do, to show none. Rules 55 to 57."""
        short = self._short()
        shown = sorted(self._of(e.GoodsShown), key=lambda each: (each.number <= short, each.number))
        none = [
            Offer(self.words.plain("choice:keep_back"), event_json(each), what="deed:keep_back")
            for each in self._of(e.KeptBack)
        ]
        offers = [
            Offer(
                self.words.say(
                    "choice:show", number=each.number, goods=self.words.piece(each.goods, "")
                ),
                event_json(each),
            )
            for each in shown
        ]
        leads = any(each.number > short for each in shown)
        yield from (*offers, *none) if leads else (*none, *offers)

    def _short(self) -> int:
        """How many votes a player is behind the one with most."""
        if self.state.election is None:
            return 0
        votes = tally(self.state, self.state.election)
        return max(votes.values(), default=0) - votes.get(self.player, 0)

    def _deciding(self) -> Iterator[Offer]:
        for event in sorted(self._of(e.Decided), key=lambda each: each.candidate != self.player):
            said = self.words.say("choice:decide", name=event.candidate)
            yield Offer(said, event_json(event))

    def _at(self, event: e.Crowned | e.Retreated) -> Offer:
        said = self.words.at(self.state, event.place)
        there = self.words.happened(self.state, event)
        return Offer(said, event_json(event), 0, (event.place,), there)

    def _deals(self) -> Iterator[Offer]:
        """Money, goods or a promise for votes, where more than two are represented. Rule 53."""
        election = self.state.election
        there = represented(self.state, election.cell) if election else ()
        if len(there) <= MORE_THAN or not self.events:
            return
        for other in there:
            if other != self.player:
                yield from self._deals_with(other)

    def _deals_with(self, other: str) -> Iterator[Offer]:
        words, sees = self.words, self.sight.sees(self.player)
        base = {"player": self.player, "other": other}
        has = self.state.money(self.player) if sees else None
        most = ALL_NOTES if has is None else has
        if most > 0:
            yield Offer(
                words.say("choice:give", other=other),
                {"do": "give", **base},
                ask=self.asks.number("amount", range(1, most + 1)),
                what="deed:give",
            )
        held = self.state.hand(self.player).goods if sees else dict.fromkeys(GOODS, TILES_OF_A_KIND)
        if held:
            yield Offer(
                words.say("choice:give_goods", other=other),
                {"do": "give_goods", **base},
                ask=self.asks.goods(held),
                besides=(self.asks.number("number", range(1, max(held.values()) + 1)),),
                what="deed:give_goods",
            )
        yield Offer(
            words.say("choice:promise", other=other),
            {"do": "promise", **base},
            what="deed:promise",
        )
