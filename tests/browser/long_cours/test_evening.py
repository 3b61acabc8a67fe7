"""Long Cours on phones: ships placed, bought, sailed; a fight and an auction on two of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.games import game_called
from companion.play.game import Seat
from companion.records.record import Happened, Header, Record
from tests.browser.acts import act
from tests.browser.anybody import COVERED, SMALL, WIDER, faults_everywhere
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
GAME = game_called("long_cours")
BOARD = GAME.shipped_board()
SEATS = [Seat("Ann", "yellow"), Seat("Ben", "green")]
NARROW = {"width": 320, "height": 640}
PHONE = {"width": 390, "height": 844}
SMALLER = {"width": 360, "height": 740}
STARTED = (
    {"do": "place", "player": "Ann", "stop": "marseille"},
    {"do": "place", "player": "Ben", "stop": "londres"},
    {"do": "done", "player": "Ann"},
    {"do": "done", "player": "Ben"},
)

AT_ONE_STOP = (*STARTED, {"do": "direct", "player": "Ann", "stop": "londres"})


def record(*facts: dict[str, object]) -> Record:
    """A game of two, as far as these facts."""
    told = Record(Header("long_cours", dict(GAME.begin(SEATS, {}, BOARD))))
    for fact in facts:
        told = told.add(Happened(fact))
    return told


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ServedTable]:
    with serve(tmp_path / "table.sqlite", record(*request.param), board=BOARD) as served:
        yield served


def facts(table: ServedTable) -> list[dict[str, object]]:
    """What has been written down."""
    return [dict(entry.act.fact) for entry in table.host.store.record(1).entries]  # type: ignore[union-attr]


def fits(page: Page) -> None:
    """Nothing is wider than the phone, or too small for a finger."""
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDER) == []


@pytest.mark.parametrize("table", [()], indirect=True)
def test_the_first_round_on_two_phones(table: ServedTable, open_page: Open) -> None:
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=PHONE)
    ben = open_page(table.door(Role.PLAYER, "Ben"), viewport=NARROW, locale="fr-FR")
    expect(ann.locator(".turn .sentence")).to_have_text("Put your ship on a port of zone 11.")
    fits(ann)

    ann.locator('.spot[data-id="odessa"]').click()
    expect(ben.locator(".turn .sentence")).to_contain_text("Posez votre navire sur un port")
    ben.locator('.spot[data-id="londres"]').click()

    asked = ann.get_by_role("group", name="Buy cereals")
    asked.get_by_role("button", name="More").click()
    asked.get_by_role("button", name="Buy cereals").click()
    expect(ann.locator(".purse .money, .purses .money").first).to_have_text("1\u202fM")
    ann.get_by_role("button", name="Done").click()
    expect(ben.get_by_role("button", name="Terminé")).to_be_visible()
    fits(ben)

    assert facts(table) == [
        {"do": "place", "player": "Ann", "stop": "odessa"},
        {"do": "place", "player": "Ben", "stop": "londres"},
        {"do": "buy", "player": "Ann", "product": "cereals", "millions": 2},
        {"do": "done", "player": "Ann"},
    ]


@pytest.mark.parametrize("table", [STARTED], indirect=True)
def test_a_turn_is_sailed_resold_and_taken_back(table: ServedTable, open_page: Open) -> None:
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=NARROW)
    ann.locator('.spot[data-id="gibraltar"]').click()
    expect(ann.locator(".turn .sentence")).to_contain_text("You have moved.")
    expect(ann.locator('.layer .piece.ship[data-beside="gibraltar"]')).to_have_count(1)
    fits(ann)

    ann.get_by_role("button", name="Undo").first.click()
    expect(ann.locator('.layer .piece.ship[data-beside="marseille"]')).to_have_count(1)


@pytest.mark.parametrize("table", [STARTED], indirect=True)
def test_a_fight_goes_from_phone_to_phone(table: ServedTable, open_page: Open) -> None:
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=PHONE)
    ben = open_page(table.door(Role.PLAYER, "Ben"), viewport=PHONE)
    ann.get_by_text("Play a direct move").click()
    ann.get_by_text("Zone 22").first.click()
    ann.get_by_role("button", name="Londres").click()

    ann.locator("summary", has_text="Fight with Ben").click()
    fight = ann.get_by_role("group", name="Fight with Ben")
    fight.get_by_label("Which card?").select_option("slap")
    fight.get_by_role("button", name="Fight with Ben").click()

    expect(ben.locator(".turn .sentence")).to_have_text(
        "Ann strikes you: a slap. Answer with a stronger card, or give up."
    )
    answer = ben.get_by_role("group", name="Answer")
    assert "nasty_look" not in answer.inner_html()
    answer.get_by_label("Which card?").select_option("kick")
    answer.get_by_role("button", name="Answer").click()
    ann.get_by_role("button", name="Give up, and lose 3 M").click()

    expect(ben.locator(".purses .money").last).to_have_text("6\u202fM")
    expect(ann.locator(".purses .money").first).to_have_text("0\u202fM")
    fits(ben)


@pytest.mark.parametrize(
    "table",
    [(*STARTED, {"do": "pay", "from": "bank", "to": "Ann", "amount": 7},
      {"do": "pay", "from": "bank", "to": "Ben", "amount": 9})],
    indirect=True,
)  # fmt: skip
def test_the_companion_leads_the_auction(table: ServedTable, open_page: Open) -> None:
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=PHONE)
    ben = open_page(table.door(Role.PLAYER, "Ben"), viewport=PHONE)
    ann.locator("summary", has_text="The corsair").click()
    ann.get_by_role("button", name="Put the corsair up for auction").click()
    ann.get_by_role("group", name="Bid").get_by_role("button", name="Bid").click()

    expect(ben.locator(".turn .sentence")).to_have_text(
        "Ann bids 6 M for the corsair. Bid 7 M or more, or pass."
    )
    bid = ben.get_by_role("group", name="Bid")
    bid.get_by_label("How many millions?").fill("11")
    bid.get_by_role("button", name="Bid").click()

    expect(ben.locator(".purses .money").last).to_have_text("1\u202fM")
    assert table.host.table is not None
    corsair = table.host.table.view.last.state.corsair
    assert (corsair.owner, corsair.at) == ("Ben", None)


@pytest.mark.parametrize(
    "table",
    [(*STARTED, {"do": "storm", "player": "Ann", "zone": 22},
      {"do": "pay", "from": "bank", "to": "Ann", "amount": 7})],
    indirect=True,
)  # fmt: skip
@pytest.mark.parametrize("path", ["/me", "/score"])
def test_anybody_can_use_the_pages(table: ServedTable, open_page: Open, path: str) -> None:
    """axe-core, fingers and narrow screens, by day and by night, in both languages."""
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=PHONE)
    url = ann.url.replace("/me", path)

    assert faults_everywhere(ann, url) == {}


@pytest.mark.parametrize("table", [STARTED[:2]], indirect=True)
@pytest.mark.parametrize(
    ("language", "wanted"),
    [("en", "give a number from 1 to 3"), ("fr", "donnez un nombre de 1 à 3")],
)
def test_a_sum_that_cannot_be_is_told_before_it_is_sent(
    table: ServedTable, open_page: Open, language: str, wanted: str
) -> None:
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=PHONE, locale=language)
    field = ann.locator(".asking input[type=number]").first
    for said in ("0.5", "-1", "0", "4"):
        field.fill(said)
        ann.locator(".asking button[name=act]").first.click()
        expect(field).to_have_js_property("validationMessage", wanted)

    assert len(facts(table)) == 2


@pytest.mark.parametrize("table", [STARTED[:2]], indirect=True)
def test_a_sum_in_hand_is_not_changed_by_what_others_do(
    table: ServedTable, open_page: Open
) -> None:
    """A tap sends the sum that its finger saw, also when Ann's money changed meanwhile."""
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=PHONE)
    asked = ann.locator(".asking").first
    field = asked.locator("input[type=number]")
    expect(field).to_have_attribute("max", "3")
    field.fill("2")

    act(table, {"do": "pay", "from": "bank", "to": "Ann", "amount": 7})
    expect(field).to_have_attribute("max", "10")
    expect(field).to_have_value("2")
    asked.locator("button[name=act]").click()

    expect(ann.locator("#said")).to_contain_text("2")
    assert facts(table)[-1]["millions"] == 2
    expect(field).to_have_value("1")


@pytest.mark.parametrize(
    "table",
    [(*STARTED, {"do": "buy", "player": "Ann", "product": "wool", "millions": 2})],
    indirect=True,
)
def test_a_slip_is_put_right_by_one_tap(table: ServedTable, open_page: Open) -> None:
    """Marseille sells no wool: the bank is asked, and all phones follow its answer."""
    bank = open_page(table.door(Role.BANKER), viewport=NARROW, locale="fr-FR")
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=PHONE)
    card = bank.locator(".finding", has_text="était-ce ceci")
    expect(card).to_contain_text("Numéro 5")
    expect(card.locator(".found")).to_contain_text("vend autre chose")
    look, own = ann.locator(".look-here > summary"), ann.locator(".looked-through .finding")
    expect(look).to_contain_text("Number 5: was it this?")
    look.click()
    expect(own.get_by_role("button", name="Take it back")).to_be_in_viewport(ratio=1)
    assert ann.evaluate(COVERED) == []
    fits(bank)
    card.get_by_role("button", name="Oui, corriger").click()

    expect(card).to_have_count(0)
    expect(ann.locator(".look-here > summary")).to_be_hidden()
    product = GAME.shipped_board().stops["marseille"].product  # type: ignore[attr-defined]
    assert facts(table)[4]["product"] == "wool"
    assert table.host.table is not None
    assert dict(table.host.table.view.facts[4].fact)["product"] == product


OVERLAP = """page => {
  const link = document.querySelector(".what-now").getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(document.querySelector(".turn .phase").firstChild);
  return [...text.getClientRects()].some((line) => line.right > link.left && line.top < link.bottom
    && line.bottom > link.top);
}"""


@pytest.mark.parametrize("table", [()], indirect=True)
def test_what_goes_on_and_the_help_beside_it_are_both_read(
    table: ServedTable, open_page: Open
) -> None:
    """At 320 px in French the round's heading is longer than its line."""
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=NARROW, locale="fr-FR")
    expect(ann.locator(".what-now")).to_be_visible()
    expect(ann.locator(".turn .phase")).to_contain_text("Placement des navires")

    assert ann.evaluate(OVERLAP) is False


@pytest.mark.parametrize("table", [STARTED[:2]], indirect=True)
def test_a_sum_its_unit_and_its_steps_stand_in_one_line(
    table: ServedTable, open_page: Open
) -> None:
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=NARROW, locale="fr-FR")
    field = ann.locator(".asking input[type=number]").first.bounding_box()
    unit = ann.locator(".asking .unit").first.bounding_box()
    less = ann.locator(".asking .step").first.bounding_box()
    assert field is not None
    assert unit is not None
    assert less is not None

    middle = field["y"] + field["height"] / 2
    assert unit["y"] < middle < unit["y"] + unit["height"]
    assert less["y"] < middle < less["y"] + less["height"]
    assert 0 <= unit["x"] - (field["x"] + field["width"]) < 16


@pytest.mark.parametrize("table", [()], indirect=True)
def test_goods_are_named_where_they_are_counted(table: ServedTable, open_page: Open) -> None:
    """A letter alone names nothing: in French W is wool and H is cloth."""
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=NARROW, locale="fr-FR")

    wool = ann.locator(".stocks.goods li", has_text="770").nth(2).locator("small")
    expect(wool).to_contain_text("laine")
    assert "20\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}1" in (
        wool.text_content() or ""
    )


MEETING = (
    *STARTED,
    {"do": "direct", "player": "Ann", "stop": "londres"},
)


@pytest.mark.parametrize("table", [MEETING], indirect=True)
@pytest.mark.parametrize("role", [Role.PLAYER, Role.BANKER])
def test_what_is_folded_away_leaves_nothing_outside(
    table: ServedTable, open_page: Open, role: Role
) -> None:
    """The card of a fight is asked where the fight is unfolded, on a phone and at the bank."""
    page = open_page(table.door(role, "Ann" if role is Role.PLAYER else None), viewport=PHONE)
    asked = page.get_by_label("Which card?").filter(visible=True)
    fight = page.locator("summary", has_text="Fight with Ben")
    expect(fight).to_be_visible()
    expect(asked).to_have_count(0)
    fight.click()
    expect(asked).to_have_count(1)


RUN = (
    *STARTED,
    {"do": "pay", "from": "bank", "to": "Ann", "amount": 7},
    {"do": "auction", "player": "Ann"},
    {"do": "bid", "player": "Ann", "millions": 7},
    {"do": "done", "player": "Ann"},
    {"do": "done", "player": "Ben"},
    {"do": "corsair_enters", "player": "Ann", "die": 1, "stop": "gibraltar"},
    {"do": "done", "player": "Ann"},
    {"do": "done", "player": "Ben"},
    {"do": "corsair", "player": "Ann", "stop": "new-york"},
)


@pytest.mark.parametrize("table", [RUN], indirect=True)
def test_a_run_that_has_begun_is_at_hand(table: ServedTable, open_page: Open) -> None:
    """What must be done comes first: the corsair's next step is in sight without scrolling."""
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=PHONE)
    expect(ann.locator(".turn .sentence")).to_contain_text("Your corsair goes on")
    steps = ann.locator(".choices > h3").first
    expect(steps).to_have_text("The corsair runs to")
    step = ann.locator('.choices button[data-place="londres"]')
    expect(step).to_be_in_viewport(ratio=1)
    step.click()

    expect(ann.locator(".turn .phase")).to_have_text("The game is over")
    expect(ann.locator(".turn .besides")).to_contain_text("Sunk, in this order: Ben by Ann.")


@pytest.mark.parametrize("table", [AT_ONE_STOP], indirect=True)
@pytest.mark.parametrize(("fold", "size"), [("The corsair", PHONE), ("Fight with Ben", SMALLER)])
def test_what_is_unfolded_comes_into_view(
    fold: str, size: dict[str, int], table: ServedTable, open_page: Open
) -> None:
    ann = open_page(table.door(Role.PLAYER, "Ann"), viewport=size)
    unfolded = ann.locator("details", has=ann.locator("summary", has_text=fold))

    unfolded.locator("summary").click()

    expect(unfolded.locator("button[name=act]")).to_be_in_viewport(ratio=0.99)


def test_whom_somebody_has_sunk_fits_whatever_his_name(tmp_path: Path, open_page: Open) -> None:
    long = "W" * 40
    seats = [SEATS[0], Seat(long, "green")]
    told = Record(Header("long_cours", dict(GAME.begin(seats, {}, BOARD))))
    for fact in (*RUN, {"do": "corsair", "player": "Ann", "stop": "londres"}):
        told = told.add(Happened({**fact, **({"player": long} if "Ben" in fact.values() else {})}))
    with serve(tmp_path / "table.sqlite", told, board=BOARD) as table:
        page = open_page(table.door(Role.WATCHER), viewport=PHONE)
        page.goto(f"http://localhost:{table.port}/score")
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        expect(page.locator(".because", has_text=long)).to_be_visible()

        assert page.evaluate(WIDER) == []


FILLED_IN = """() => {
  const form = document.createElement("form");
  form.action = "/act";
  form.method = "post";
  const words = { "fact.do": "storm", "fact.player": "Ann", "fact.zone": "11", "fact.stop": "7" };
  for (const [name, value] of Object.entries(words)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  const button = document.createElement("button");
  form.append(button);
  document.querySelector("main").append(form);
  button.click();
}"""


@pytest.mark.parametrize("table", [STARTED], indirect=True)
def test_a_word_that_holds_a_number_is_sent_as_one_whatever_its_field(
    table: ServedTable, open_page: Open
) -> None:
    bank = open_page(table.door(Role.BANKER), viewport=PHONE)
    expect(bank.locator("body")).to_have_attribute("data-whole", re.compile("zone"))

    with bank.expect_request("**/act") as sent:
        bank.evaluate(FILLED_IN)

    fact = sent.value.post_data_json["act"]["fact"]
    assert fact == {"do": "storm", "player": "Ann", "zone": 11, "stop": "7"}
