"""A person's answers about a board, and which of them another photo of it leaves standing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.merged_reading import Look, show_different_positions
from companion.questions import Question, is_sure
from companion.reading import HIDDEN, Reading, Seen

Given = tuple[Reading, Mapping[str, str]]
"""A person's answers, by place, and the reading that they were given to."""

UNREAD = Seen.only(HIDDEN)


def question_about(reading: Reading, place: str) -> Question:
    """A question about a place that a person looks at unasked: nothing speaks for any answer."""
    seen = reading.places[place]
    return Question(place, seen.answer, seen.confidence, ())


def without_places(given: Sequence[Given], places: Collection[str]) -> tuple[Given, ...]:
    """Answers given to readings, without those about some places."""
    left = [
        (reading, {place: said for place, said in answers.items() if place not in places})
        for reading, answers in given
    ]
    return tuple(each for each in left if each[1])


def with_doubts_unread(reading: Reading) -> Reading:
    """What several photos were read as together, without the places that they left open.

    Photos that contradict one another leave open what each of them alone shows surely: what such a
    place was taken for then says nothing of a photo that is read without the others.
    """

    def sure(places: Mapping[str, Seen]) -> Mapping[str, Seen]:
        return {at: seen if is_sure(seen) else UNREAD for at, seen in places.items()}

    return replace(
        reading,
        spaces=sure(reading.spaces),
        slots=sure(reading.slots),
        pieces=sure(reading.pieces),
    )


def still_fit(fixes: Mapping[str, str], before: Reading, now: Reading) -> Mapping[str, str]:
    """Those of a person's answers to one photo that another one leaves room for.

    None where the two show different positions. Else all but those at whose place it surely shows
    something else than was said, and than was read before: the piece was moved.
    """
    if show_different_positions([Look(before, {}), Look(now, {})]):
        return {}
    return {place: said for place, said in fixes.items() if _leaves_room(place, said, before, now)}


def _leaves_room(place: str, said: str, before: Reading, now: Reading) -> bool:
    here, earlier = now.places.get(place), before.places.get(place)
    if here is None or earlier is None:
        return here is not None
    return not is_sure(here) or here.answer in (said, earlier.answer)
