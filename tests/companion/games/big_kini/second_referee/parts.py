"""What is in the box of Big Kini, as the second referee has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Fact = Mapping[str, Any]
Printed = Mapping[str, Any]
Objection = tuple[str, str]
"""The section of the digest, and why."""
GOODS = ("fish", "shell", "pearl")
ROWS = ("proliferation", "move", "income", "goods", "election", "discovery")
SETTLERS = ("administrator", "minister")
POSTS = (*SETTLERS, "baron")
NEUTRAL = "neutral"
Card = tuple[str, int, str, bool, int]
AMOUNTS = {"more": 2, "two_votes": 2, "cheaper": 2}
"""So much of a bonus a card gives; any other 1."""
CARDS: Mapping[str, Card] = {
    f"k{number:02}": (*card, AMOUNTS.get(card[2], 1))
    for number, card in enumerate(
        (
            ("proliferation", 1, "second_colonist", True),
            ("proliferation", 3, "to_a_post", False),
            ("proliferation", 4, "second_colonist", True),
            ("proliferation", 5, "to_a_post", False),
            ("move", 1, "farther", True),
            ("move", 3, "free", False),
            ("move", 4, "farther", True),
            ("move", 5, "free", False),
            ("income", 1, "more", True),
            ("income", 3, "used", False),
            ("income", 4, "more", True),
            ("income", 5, "used", False),
            ("goods", 1, "any", True),
            ("goods", 3, "abroad", False),
            ("goods", 4, "any", True),
            ("goods", 5, "abroad", False),
            ("election", 1, "any_votes", True),
            ("election", 3, "two_votes", True),
            ("election", 4, "any_votes", True),
            ("election", 5, "two_votes", False),
            ("discovery", 1, "cheaper", True),
            ("discovery", 3, "farther", False),
            ("discovery", 4, "cheaper", True),
            ("discovery", 5, "farther", False),
            *(("buy_card", number, "better", False) for number in (1, 3, 4, 5)),
        ),
        start=1,
    )
}
"""Each card's action, number and bonus, whether it may be done again for 2, how much it gives."""
OF_SIGN = {
    "second_colonist": "second_colonist",
    "to_a_post": "to_a_post",
    "farther": "farther",
    "free_move": "free",
    "more_income": "more",
    "used_factory": "used",
    "any_goods": "any",
    "goods_abroad": "abroad",
    "any_votes": "any_votes",
    "more_votes": "two_votes",
    "cheaper": "cheaper",
    "better_card": "better",
    "other": "other",
}
"""What a sign on an owner's card stands for."""
ACTION_OF = {
    "proliferate": "proliferation",
    "move": "move",
    "income": "income",
    "take": "goods",
    "pick": "goods",
    "call": "election",
    "discover": "discovery",
    "buy": "buy_card",
}


def card_in_file(printed: Printed) -> Card:
    """A card as a board file has it: its action, and its bonus as often as it counts."""
    signs = printed["signs"]
    [action] = [each for each in signs if each in (*ROWS, "buy_card")]
    bonus = [OF_SIGN[each] for each in signs if each in OF_SIGN]
    return action, printed["number"], (bonus or [""])[0], "second" in signs, len(bonus)


OUT = {"2_base": (10, 11, 14, 17, 18), "3_base": (10, 11, 17, 18), "1_solo": (10, 11, 17)}
"""*Certaines tuiles sont retirées du jeu*: by layout, as the data has it."""
STARTS_OUT = {
    "2_east_or_west": 2,
    "2_two_more": 3,
    "3_symmetry_1": 3,
    "3_symmetry_2": 2,
    "3_three_more": 1,
}
"""*Tuiles d'atoll de départ choisies au hasard et retirées du jeu.*"""
USUAL = ("", "1_solo", "2_base", "3_base", "4_base", "5_all", "6_symmetric")
BOX_RULE = {
    "1_solo": "105",
    "2_east_or_west": "80",
    "2_two_more": "81",
    "3_symmetry_1": "83",
    "3_symmetry_2": "84",
    "3_three_more": "85",
}
"""The section that says which atolls stay in the box, where it is not 16."""
