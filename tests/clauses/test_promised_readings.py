"""What the decision pages promise of a reading: A15, A20 and R8."""

from __future__ import annotations

from holecard.engine.questions import Draw, Offer, What
from holecard.games import find
from holecard.house.script import act_out
from holecard.house.script_document import parse_script
from holecard.record.notation import parse_round, print_round
from holecard.record.transcript import record, replay
from tests.kit.clauses import clause
from tests.kit.rounds import Round
from tests.kit.scene import Scene

ROUNDING = "house rule: rounding"


@clause("pa-685a", "11(a)")
def test_a15_a_payment_that_is_rounded_names_the_house_rule() -> None:
    scene = Scene("As 9h Kd 8c", boxes={1: 125}, minimum=25, chip=25)
    (paid,) = scene.told(What.PAID)
    assert (paid.amount, str(paid.also[-1])) == (187, ROUNDING)
    (exact,) = Scene("As 9h Kd 8c", boxes={1: 150}, minimum=25, chip=25).told(What.PAID)
    assert (exact.amount, ROUNDING in map(str, exact.also)) == (225, False)


@clause("pa-673a", "9(a)")
def test_a15_so_does_half_of_an_odd_wager() -> None:
    scene = Scene("Ts 9h 6d 8c", "pa-double-back-jack", boxes={1: 125}, minimum=25, chip=25).say("surrender")
    given = [(fact.amount, str(fact.also[-1])) for fact in scene.told(What.COLLECTED, What.RETURNED)]
    assert given == [(63, ROUNDING), (62, ROUNDING)]


def test_a15_a_round_recorded_before_the_rule_was_named_still_replays() -> None:
    bets = [{"box": 1, "bettors": [{"name": "A", "wagers": {"main": "1.25"}}]}]
    cards, chips = ["As", "9h", "Kd", "8c"], {"minimum": "0.25", "chip": "0.25"}
    played = act_out(parse_script({"game": "pa-down-under", "options": chips, "boxes": bets, "cards": cards}))
    assert played.rules is not None
    text = print_round(record(played.rules, played.steps))
    assert "[house rounding]" in text
    assert len(list(replay(parse_round(text.replace(" [house rounding]", ""))))) == len(played.steps)


def test_a20_a_dealer_who_missed_their_own_card_gets_it_after_the_players() -> None:
    """685a and the rules of play are silent: a house rule, as in 673a.13(e)."""
    for game in ("pa-down-under", "masque-down-under"):
        table = Round(game).bets(1000, 1000).cards("Ts Th").wrong("dealer-missed-own-card", card="9d")
        assert (table.shows(1), table.shows(2), table.dealer) == ("Ts 9d", "Th", "")
        (ruled,) = [fact for fact in table.facts if fact.what is What.RULED]
        assert str(ruled.cite) == "house rule: as in 58 Pa. Code § 673a.13(e)"
        question = table.question
        assert isinstance(question, Draw)
        assert [repr(due.to) for due in question.dues] == ["box 2", "dealer", "dealer"]
        table.cards("8d 6h --").light("large").act("stand", "stand").turn("Tc").cards("2c")
        assert (table.dealer, table.rack, table.purse(1), table.purse(2)) == ("6h Tc 2c", "", 1000, 0)
        table.replays()


@clause("down-under-rop", "6")
def test_r8_the_rules_of_play_offer_insurance_alone() -> None:
    scene = Scene("As Ah Kd 8c", "masque-down-under")
    assert isinstance(scene.question, Offer)
    assert scene.choices() == ["insurance", "decline"]
    assert str(scene.refuses("even-money").cite) == "house rule: even money"
    assert "even_money" not in {option.name for option in find("masque-down-under").options}
