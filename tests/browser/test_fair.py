"""A browser brings a part to its deal, deals all rounds again, and finds every forgery."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import Game, Seat
from tests.axe import expect_no_violations
from tests.browser.fitting import sideways
from tests.browsing import NARROW, WIDE, OpenPage
from tests.tables import play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Proof = dict[str, Any]


def other_digit(text: str, chance: Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


def secret(proof: Proof, chance: Random) -> None:
    proof["secret"] = other_digit(proof["secret"], chance)


def secret_with_its_commitment(proof: Proof, chance: Random) -> None:
    """As an operator would who chose another secret afterwards."""
    from games.rules.deal import commitment

    drawn = chance.randbytes(32)
    proof["secret"], proof["commitment"] = drawn.hex(), commitment(drawn)


def shorter_secret(proof: Proof, chance: Random) -> None:
    proof["secret"] = proof["secret"][: chance.randrange(64)]


def part(proof: Proof, chance: Random) -> None:
    proof["parts"][0] = other_digit(proof["parts"][0], chance)


def part_of_a_bot(proof: Proof, chance: Random) -> None:
    proof["parts"][chance.choice([1, 2, 3])] = chance.randbytes(16).hex()


def part_elsewhere(proof: Proof, chance: Random) -> None:
    proof["parts"][0], proof["parts"][1] = None, proof["parts"][0]


def promise(proof: Proof, chance: Random) -> None:
    proof["commitment"] = other_digit(proof["commitment"], chance)


def _round(proof: Proof, chance: Random) -> dict[str, Any]:
    found: dict[str, Any] = chance.choice(proof["rounds"])
    return found


def turned_card(proof: Proof, chance: Random) -> None:
    hand = chance.choice(_round(proof, chance)["hands"])
    at = chance.randrange(len(hand))
    hand[at] = "/".join(reversed(hand[at].split("/")))


def neighbours_exchanged(proof: Proof, chance: Random) -> None:
    hand = chance.choice(_round(proof, chance)["hands"])
    at = chance.randrange(len(hand) - 1)
    hand[at], hand[at + 1] = hand[at + 1], hand[at]


def cards_exchanged(proof: Proof, chance: Random) -> None:
    one, other = chance.sample(_round(proof, chance)["hands"], 2)
    at = chance.randrange(len(one))
    one[at], other[at] = other[at], one[at]


def hands_exchanged(proof: Proof, chance: Random) -> None:
    hands = _round(proof, chance)["hands"]
    one, other = chance.sample(range(len(hands)), 2)
    hands[one], hands[other] = hands[other], hands[one]


def card_lost(proof: Proof, chance: Random) -> None:
    chance.choice(_round(proof, chance)["hands"]).pop()


def starter(proof: Proof, chance: Random) -> None:
    found = _round(proof, chance)
    found["starter"] = (found["starter"] + chance.randrange(1, 4)) % 4


KINDS: list[Callable[[Proof, Random], None]] = [
    secret,
    secret_with_its_commitment,
    shorter_secret,
    part,
    part_of_a_bot,
    part_elsewhere,
    promise,
    turned_card,
    neighbours_exchanged,
    cards_exchanged,
    hands_exchanged,
    card_lost,
    starter,
]


def forgeries(proof: Proof, count: int) -> list[tuple[str, Proof]]:
    """As many different ones, of all kinds in turn."""
    found: dict[str, tuple[str, Proof]] = {}
    chance = Random(0)
    for number in range(10 * count):
        kind = KINDS[number % len(KINDS)]
        forged = deepcopy(proof)
        kind(forged, chance)
        found.setdefault(json.dumps(forged), (kind.__name__, forged))
    return list(found.values())[:count]


def test_a_visitor_deals_again_and_a_forgery_is_found(worker: None, open_page: OpenPage) -> None:
    page = open_page("/", size=WIDE)
    shown = page.locator("#bots [name=promise]").get_attribute("data-commitment")
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.locator("#board")).to_be_visible()
    game = Game.objects.get()
    mine = Seat.objects.get(game=game, number=0)
    assert (game.commitment, game.contribution) == (shown, f"0:{mine.part}")
    assert (mine.part_sent, game.promised_first) == (True, True)
    play_on(game)
    page.goto(f"/games/{game.public_id}/")
    page.locator("#fair summary").click()
    page.get_by_role("link", name="Check the deal").click()
    page.get_by_role("button", name="Check it here").click()
    expect(page.locator("#said")).to_have_text("4 of 4 checks fit.")
    expect(page.get_by_role("heading", name="It all fits")).to_be_visible()
    expect(page.locator(".again .mark:visible")).to_have_count(4)
    expect_no_violations(page)
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    assert sideways(page) == ""

    proof = json.loads(page.locator("#proof").text_content() or "")
    forged = forgeries(proof, 100)
    assert {name for name, _forged in forged} == {kind.__name__ for kind in KINDS}
    assert len(forged) == 100
    fits = page.evaluate(
        """async (proofs) => {
            const { checked } = await import("games/fairness/deal.js");
            const sent = JSON.parse(localStorage.getItem("parts"));
            const all = [];
            for (const proof of proofs) {
                const { fingerprint, mine, parts, rounds } = await checked(proof, sent);
                all.push([fingerprint, mine, parts, rounds].every((each) => each === true));
            }
            return all;
        }""",
        [proof, *(each for _name, each in forged)],
    )
    assert fits == [True] + [False] * 100

    # What a player reads then.
    _name, worst = next(each for each in forged if each[0] == "turned_card")
    page.evaluate(
        "(proof) => { document.querySelector('#proof').textContent = proof; }", json.dumps(worst)
    )
    page.get_by_role("button", name="Check it here again").click()
    expect(page.locator("#said")).to_contain_text("This doesn’t fit: round")
    expect(page.get_by_role("heading", name="This doesn’t fit")).to_be_visible()


def test_a_careful_player_reads_the_fingerprint_and_plays_that_very_deal(
    open_page: OpenPage,
) -> None:
    page = open_page("/about/", size=NARROW)
    page.get_by_role("link", name="choose your bots with it in sight").click()
    shown = page.locator("#fingerprint code")
    expect(shown).to_be_in_viewport()
    expect_no_violations(page)
    assert sideways(page) == ""
    # Another choice is made in place, and the fingerprint stays.
    noted = shown.text_content()
    page.get_by_role("link", name="Tough").click()
    expect(shown).to_have_text(noted or "nothing")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("#board")).to_be_visible()
    game = Game.objects.get()
    assert (game.commitment, game.promised_first) == (noted, True)
