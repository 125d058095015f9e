"""Scripted rounds as `commands.md` promises them: what is accepted, what is refused, what is malformed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holecard.engine.destinations import ToHand
from holecard.engine.game import Game
from holecard.engine.options import Options
from holecard.engine.questions import Done, Draw, Due, Question
from holecard.engine.rules import Play, Rules
from holecard.engine.table import Table
from holecard.games import GAMES, find
from holecard.house.script import play_script
from holecard.house.script_document import read_script
from holecard.law.clauses import Citing, house
from holecard.law.errors import Malformed


def document(cards: str, *answers: dict[str, Any], game: str = "pa-down-under", **more: Any) -> dict[str, Any]:
    """A script for Ann on box 1 with 10.00."""
    boxes = [{"box": 1, "bettors": [{"name": "Ann", "wagers": {"main": "10.00"}}]}]
    return {"game": game, "boxes": boxes, "cards": cards.split(), "answers": list(answers), **more}


def do(what: str, **more: Any) -> dict[str, Any]:
    return {"box": 1, "bettor": "Ann", "do": what, **more}


def test_the_result_says_what_the_contract_promises() -> None:
    told = play_script(document("9s 6h 9d Ts 6c", do("stand"), options={"dealer_ace": "conventional"}))
    assert told["game"] == "pa-down-under"
    assert told["options"]["decks"] == "6"
    assert told["rules_hash"] == find("pa-down-under").configure(dealer_ace="conventional").hash
    assert told["dealer"] == {"cards": ["6h", "Ts", "6c"], "total": 22, "blackjack": False}
    assert told["net"] == {"1": {"Ann": {"main": "0.00"}}}
    assert told["cards_used"] == 5
    assert told["refused"] is None
    assert {"clause": "7(n)(1)", "what": "returned", "amount": "10.00"}.items() <= told["facts"][-2].items()


def test_an_offer_without_an_answer_is_declined() -> None:
    told = play_script(document("9s Ah 9d 8c", do("stand")))
    assert told["net"] == {"1": {"Ann": {"main": "-10.00"}}}


def test_answers_are_taken_box_by_box_and_hand_by_hand() -> None:
    """The hands of a box may be answered in the file in any order, as long as each says which hand it means."""
    in_turn = [do("split"), do("stand", hand=1), do("hit", hand=2), do("stand", hand=2)]
    mixed = [do("split"), do("hit", hand=2), do("stand", hand=2), do("stand", hand=1)]
    cards = "8s 7h 8d Tc Ts 3c 9c"
    assert play_script(document(cards, *in_turn)) == play_script(document(cards, *mixed))


@pytest.mark.parametrize(
    ("cards", "answers", "clause"),
    [
        ("5s 9h 6d Tc Th", [do("hit"), do("hit")], "7(k)(1)"),
        ("5s 9h 6d Tc Th", [do("hit"), do("stand")], "7(k)(1)"),
        ("5s 7h 4d Tc 2h", [do("double"), do("hit")], "7(k)(2)"),
        ("As 8h Ad Tc 5c 4d", [do("split"), do("hit", hand=1)], "10(e)"),
        ("Ts 9h 6d Tc Kh", [do("hit"), do("hit")], "7(q)(1)"),
        ("As 9h Kd Tc", [do("hit")], "7(i)(1)"),
        ("9s Qh 9d As", [do("split")], "7(h)(2)"),
        ("As 9h Kd Tc", [do("insurance", amount="5.00")], "8(a)"),
        ("9s Qh 9d As", [do("insurance", amount="5.00")], "8(a)"),
        ("Ts Kh 9d 7c", [do("stand"), do("even-money")], "7(g)"),
    ],
)
def test_a_hand_that_acts_no_more_refuses_with_the_clause_that_closed_it(
    cards: str, answers: list[dict[str, Any]], clause: str
) -> None:
    told = play_script(document(cards, *answers))
    assert told["refused"]["clause"] == clause
    assert told["refused"]["do"] == answers[-1]["do"]
    assert told["net"] == {}


def test_a_refusal_shows_no_hole_card() -> None:
    told = play_script(document("Ts 9h 6d Tc", do("surrender")))
    assert told["dealer"]["cards"] == ["9h", "--"]
    assert told["refused"]["legal"] == ["hit", "stand", "double 0.50 to 10.00"]


def test_a_side_wager_is_switched_on_by_being_placed() -> None:
    boxes = [{"box": 1, "bettors": [{"name": "Ann", "wagers": {"match-the-dealer": "5.00", "main": "10.00"}}]}]
    told = play_script(document("9s 9h 8d 8c", do("stand"), boxes=boxes))
    assert told["options"]["match_the_dealer"] == "yes"
    assert told["net"]["1"]["Ann"]["match-the-dealer"] == "20.00"
    for options, refused in (
        ({"decks": 5}, "bet"),
        ({"match_the_dealer": "no"}, "bet"),
        ({"decks": 7}, "configuration"),
    ):
        told = play_script(document("9s 9h 8d 8c", do("stand"), boxes=boxes, options=options))
        assert told["refused"]["do"] == refused
        assert told["refused"]["clause"] in ("6(e)", "3(a)")


# What makes no sense

ANN = [{"name": "Ann", "wagers": {"main": "10.00"}}]


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"game": "bingo"}, "unknown game 'bingo'"),
        ({"game": 7}, "game must be text in quotes, not 7"),
        ({"options": {"colour": "red"}}, "unknown option 'colour'"),
        ({"options": {"minimum": 1.5}}, "option minimum must be text in quotes, not 1.5"),
        ({"options": []}, "options must be an object in braces"),
        ({"stakes": {}}, "the script: 'stakes' is unknown. Known: game, options, boxes, cards, answers"),
        ({"boxes": {}}, "boxes must be a list in brackets"),
        ({"boxes": [{"box": 1}]}, "boxes, entry 1: 'bettors' is missing"),
        ({"boxes": [{"box": True, "bettors": ANN}]}, "boxes, entry 1, box must be a whole number, not true"),
        ({"boxes": [{"box": 1, "bettors": ANN}] * 2}, "box 1 appears twice"),
        ({"boxes": [{"box": 1, "bettors": ANN * 2}]}, "Ann appears twice on box 1"),
        ({"boxes": [{"box": 1, "bettors": [{"name": "A n", "wagers": {"main": "9.00"}}]}]}, "'A n' is not a name"),
        ({"boxes": [{"box": 1, "bettors": [{"name": "A", "wagers": {"main": 10.0}}]}]}, "the wager main of A on box 1"),
        ({"boxes": [{"box": 1, "bettors": [{"name": "A", "wagers": {"main": "0.005"}}]}]}, "'0.005' is not an amount"),
        ({"boxes": [{"box": 1, "bettors": [{"name": "A", "wagers": {"main": "-1.00"}}]}]}, "the wager main of A"),
        ({"cards": ["9s", "6h", "9d", "Ts", "6x"]}, "'6x' is not a card"),
        ({"cards": ["9s", "6h", "9d", "Ts", 6]}, "card 5 must be text in quotes"),
        ({"cards": ["9s"] * 7}, "card 7 of the list, 9s, is not left in a shoe of 6 decks"),
        (
            {"cards": ["9s", "6h", "9d", "Ts"]},
            "the list of cards is too short: it has 4 cards, and the next one (dealer) is missing",
        ),
        (
            {"cards": ["9s", "6h", "9d"]},
            "the list of cards is too short: it has 3 cards, and the next one (dealer) is missing",
        ),
        ({"cards": ["9s", "6h", "9d", "Ts", "6c", "2c", "3c"]}, "the list of cards is too long: 2 left over, 2c 3c"),
        ({"answers": []}, "box 1 Ann, hand 1 (18) needs a decision. Legal: hit, stand, double 0.50 to 10.00"),
        ({"answers": [do("stand"), do("hit")]}, "answer 2 (box 1 Ann: hit) is left over"),
        ({"answers": [do("stand", hand=2)]}, "box 1 Ann, hand 1 (18) needs a decision"),
        ({"answers": [do("stand", hand=0)]}, "answer 1, hand must be a whole number, not 0"),
        ({"answers": [do("split"), do("stand")]}, "answer 2 (box 1 Ann: stand): name the hand, because there are 2"),
        ({"answers": [do("dance")]}, "answer 1: 'dance' is not an action"),
        ({"answers": [do("stand", wager="main")]}, "answer 1: 'wager' belongs to ride, not to stand"),
        ({"answers": [do("stand", loud=True)]}, "answer 1: 'loud' is unknown"),
        ({"answers": [do("double", amount=5)]}, 'answer 1, amount must be an amount in quotes, for example "10.00"'),
        ({"answers": [{"box": 2, "bettor": "Ann", "do": "stand"}]}, "answer 1 (box 2 Ann: stand): Ann has no main"),
        ({"answers": [{"box": 1, "bettor": "Bob", "do": "stand"}]}, "answer 1 (box 1 Bob: stand): Bob has no main"),
    ],
)
def test_what_makes_no_sense_is_malformed_and_says_so(changed: dict[str, Any], error: str) -> None:
    with pytest.raises(Malformed) as caught:
        play_script({**document("9s 6h 9d Ts 6c", do("stand")), **changed})
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize("text", ["", "[]", "{", "null", '{"game": "reference", "game": "reference"}', "[" * 10**5])
def test_what_is_no_document_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read_script(text)


# A compulsory draw


def must_draw_below_12(game: Game) -> Game:
    """The game with a rule that a hand of 11 or less draws, asked or not, as in New Zealand."""

    def draw(rules: Rules, table: Table) -> Question | Done | None:
        for at, box in enumerate(table.boxes):
            hand = box.hands[0]
            if len(table.dealer.cards) == 2 and hand.points.total < 12:
                return Draw((Due(ToHand(at, 0, box.seat), house("11 or less draws")),))
        return None

    def play(law: Citing, chosen: Options) -> Play:
        whole = game.play(law, chosen)
        return replace(whole, steps=(*whole.steps[:2], draw, *whole.steps[2:]))

    return replace(game, play=play)


def test_a_compulsory_draw_needs_no_answer_and_accepts_a_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "reference", must_draw_below_12(find("reference")))
    cards = "2s 9h 3d 9c 4s Ts"
    silent = play_script(document(cards, do("stand"), game="reference"))
    said = play_script(document(cards, do("hit"), do("hit"), do("stand"), game="reference"))
    assert silent == said
    assert silent["net"] == {"1": {"Ann": {"main": "10.00"}}}


# Any document at all

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(("", "10.00", "As", "stand", "Ann", "1")),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(("box", "name", "do", "main")), inner),
    max_leaves=4,
)


def places(node: Any) -> list[tuple[Any, Any]]:
    """Every place in a document where something else could stand."""
    keys: Any = node.keys() if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    return [(node, key) for key in keys] + [found for key in keys for found in places(node[key])]


@settings(deadline=None, max_examples=400, derandomize=True)
@given(st.data())
def test_whatever_a_document_holds_is_played_refused_or_malformed(data: st.DataObject) -> None:
    broken = document(
        "8s 6h 8d Ts Kc 9c 6c", do("split"), do("stand", hand=1), do("stand", hand=2), options={"decks": 6}
    )
    for _ in range(data.draw(st.integers(1, 2))):
        node, key = data.draw(st.sampled_from(places(broken)))
        node[key] = data.draw(plain)
    with suppress(Malformed):
        assert play_script(broken)["game"] == "pa-down-under"
