"""How an atoll may lie is shown by pictures, each of them drawn once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.actions import Action
from tests.web.tables import client_of
from tests.web.tiles.big_kini_tables import host_with
from web.host.roles import Role

TURNS = 6
TILE = re.compile(r'<g class="piece tile"')
KEPT = re.compile(r'<g class="layer" id="([^"]*)"')
SHOWN = re.compile(r'<svg class="layer picture"[^>]*>(?:<use href="#([^"]*)"/>)?')


def discovers_from_two(state: State) -> bool:
    """Somebody may set out from more than one post to discover an atoll."""
    doing = state.doing
    discovers = doing is not None and doing.action is Action.DISCOVERY and not state.turn.asked
    return discovers and doing is not None and len(list(state.cubes_of(doing.player))) > 1


@pytest.mark.parametrize(("path", "role"), [("/bank", Role.BANKER), ("/me", Role.PLAYER)])
def test_the_turns_of_an_atoll_are_drawn_once_for_all_posts_to_set_out_from(
    path: str, role: Role, tmp_path: Path
) -> None:
    host, state = host_with(tmp_path, discovers_from_two)
    assert state.doing is not None
    client = client_of(host, role, state.doing.player if role is Role.PLAYER else None)
    panel = client.get(path).get_data(as_text=True).partition('class="panel"')[2]
    panel = panel.partition("</section>")[0]
    kept, shown = KEPT.findall(panel), SHOWN.findall(panel)
    host.close()

    assert set(shown) == set(kept)
    assert len(kept) == len(set(kept)) == len(TILE.findall(panel))
    assert len(shown) > 2 * len(kept) > TURNS
