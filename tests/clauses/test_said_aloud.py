"""What the dealer says and does with the cards for all to see: totals (NZ 8.3) and the area of the hand (685a.7(h))."""

from __future__ import annotations

import re

from holecard.engine.questions import Decide, What
from holecard.house.script import act_out
from holecard.house.script_document import parse_script
from holecard.record.notation import parse_round, print_round
from holecard.record.transcript import record, replay
from tests.kit.clauses import clause
from tests.kit.scene import Scene


@clause("nz-blackjack", "8.3", "8.4")
def test_8_3_the_total_is_called_in_turn_before_the_first_decision() -> None:
    scene = Scene("Ts 5s 9h 6d 7d 2c", "nz-blackjack", {1: 1000, 2: 1000})

    def called() -> list[tuple[int, str, str]]:
        return [(fact.seat, fact.cite.clause, fact.note) for fact in scene.told(What.ANNOUNCED) if fact.seat]

    assert called() == [(1, "8.3", "player has 16")], "box 2 waits for its turn"
    assert isinstance(scene.question, Decide)
    scene.say("stand")
    assert called()[1:] == [(2, "8.3", "player has 12")]
    scene.say("hit")
    assert called()[2:] == [(2, "8.4", "player has 14")], "once, and then with each card"


@clause("nz-blackjack", "10.2")
def test_8_3_a_hand_that_is_not_asked_is_not_called() -> None:
    scene = Scene("As Kh Kd 5c", "nz-blackjack")
    assert not scene.carrying("8.3")


def test_8_3_a_round_recorded_without_the_call_still_replays() -> None:
    bets = [{"box": 1, "bettors": [{"name": "A", "wagers": {"main": "10.00"}}]}]
    answers = [{"box": 1, "bettor": "A", "do": "stand"}]
    script = {"game": "nz-blackjack", "boxes": bets, "cards": ["Ts", "9h", "Td", "Tc"], "answers": answers}
    played = act_out(parse_script(script))
    assert played.rules is not None
    text = print_round(record(played.rules, played.steps))
    before = re.sub(r".*player has 20.*\n", "", text)
    assert before != text
    assert len(list(replay(parse_round(before)))) == len(played.steps)


@clause("pa-685a", "7(h)", "2(b)(3)(i)", "2(b)(3)(ii)", "2(b)(3)(iii)")
def test_7h_the_dealers_hand_is_laid_in_the_area_of_its_range_before_anybody_acts() -> None:
    areas = {"2c": ("Small", "2(b)(3)(i)"), "9c": ("Medium", "2(b)(3)(ii)"), "Tc": ("Large", "2(b)(3)(iii)")}
    for hole, (name, area) in areas.items():
        scene = Scene(f"9s 7h 5d {hole}")
        assert isinstance(scene.question, Decide)
        (laid,) = scene.told(What.LAID)
        assert (laid.cite.clause, laid.note) == ("7(h)", f"the dealer's hand is laid in the area {name}")
        assert [cite.clause for cite in laid.also] == [area]
        lit = [fact for fact in scene.facts if "light" in fact.note]
        assert scene.facts.index(laid) > scene.facts.index(lit[0])


@clause("down-under-rop", "3(3)")
def test_rop_3_so_it_is_under_the_rules_of_play() -> None:
    (laid,) = Scene("9s 7h 5d 9c", "masque-down-under").told(What.LAID)
    assert laid.cite.clause == "3(3)"


def test_7h_a_round_recorded_without_it_still_replays() -> None:
    bets = [{"box": 1, "bettors": [{"name": "A", "wagers": {"main": "10.00"}}]}]
    answers = [{"box": 1, "bettor": "A", "do": "stand"}]
    script = {"game": "pa-down-under", "boxes": bets, "cards": ["Ts", "9h", "Td", "Tc"], "answers": answers}
    played = act_out(parse_script(script))
    assert played.rules is not None
    text = print_round(record(played.rules, played.steps))
    before = re.sub(r"  > laid .*\n", "", text)
    assert before != text
    assert len(list(replay(parse_round(before)))) == len(played.steps)
