"""Who decides on a shared Box: the player who sits there, whatever the order of wagers (New Zealand 14.3(a), 14.5)."""

from __future__ import annotations

import pytest

from holecard.engine.questions import NO_MORE_BETS, Act, Bet, Bets, Decide, Notice, Offer, Role, TakeBack, What
from holecard.law.errors import Refused
from tests.kit.clauses import clause
from tests.kit.rounds import Round


def seated(**seats: int) -> Round:
    """A table at which these people have sat down."""
    table = Round("nz-blackjack", madness_21=True)
    for name, seat in seats.items():
        table.answer(Notice("sit", seat, name))
    return table


def bet(table: Round, *bets: tuple[int, str, int]) -> Round:
    return table.answer(Bets(tuple(Bet(*each) for each in bets)))


def decides(table: Round) -> str:
    question = table.question
    assert isinstance(question, Decide)
    return question.bettor


@clause("nz-blackjack", "14.3(a)", "14.3(b)")
def test_14_3_a_the_seated_player_decides_after_taking_the_wager_back_and_placing_it_again() -> None:
    table = bet(seated(P1=1, P2=2), (1, "P1", 1000), (1, "P2", 2000))
    table.answer(TakeBack(1, "P1"))
    bet(table, (1, "P1", 1000)).answer(NO_MORE_BETS)
    behind = [fact.bettor for fact in table.facts if "14.3(b)" in [cite.clause for cite in fact.also]]
    assert behind == ["P2"]  # the seated player's wager lies closest to the dealer, also the second time
    table.cards("6s 9h 5d")
    assert (decides(table), table.table.boxes[0].bettors) == ("P1", ("P1", "P2"))
    assert [wager.bettor for wager in table.hand().wagers] == ["P1", "P2"]
    table.act("double")
    assert isinstance(table.question, Offer)
    assert (table.question.subject, table.question.bettor) == ("double-too", "P2")
    table.answer(Act("double", 500)).cards("Tc 8c")
    assert (table.purse(1), table.purse(2)) == (2000, 2500)
    table.replays()


@clause("nz-blackjack", "14.3(a)")
def test_14_3_a_a_backer_who_bets_first_does_not_decide() -> None:
    table = bet(seated(P1=1), (1, "P2", 2000), (1, "P3", 500), (1, "P1", 1000)).answer(NO_MORE_BETS).cards("Ts 7h 5d")
    assert (decides(table), table.table.boxes[0].bettors) == ("P1", ("P1", "P2", "P3"))
    table.act("stand").cards("Td").replays()


@clause("nz-blackjack", "14.3(a)")
def test_14_3_a_who_sits_down_among_the_bettors_decides() -> None:
    table = bet(seated(), (1, "P2", 2000), (1, "P1", 1000)).answer(Notice("sit", 1, "P1")).answer(NO_MORE_BETS)
    table.cards("Ts 7h 5d")
    assert decides(table) == "P1"
    with pytest.raises(Refused, match="P1 is seated there"):
        table.answer(Notice("sit", 1, "P3"))
    table.replays()


@clause("nz-blackjack", "14.3(a)")
def test_14_3_a_without_anybody_seated_the_first_wager_decides_to_the_end_of_the_round() -> None:
    table = bet(seated(P3=3), (1, "P2", 2000), (1, "P1", 1000)).answer(NO_MORE_BETS).cards("Ts 7h 5d")
    assert decides(table) == "P2"
    assert not table.told(What.ANNOUNCED, "14.3(a)")
    with pytest.raises(Refused, match="P2 is playing that box"):
        table.answer(Notice("sit", 1, "P1"))
    table.act("stand").cards("Td").collect().answer(Notice("sit", 1, "P1"))
    bet(table, (1, "P2", 2000), (1, "P1", 1000)).answer(NO_MORE_BETS).cards("9s 8h 9d")
    assert decides(table) == "P1"
    table.replays()


@clause("nz-blackjack", "14.3(a)")
def test_14_5_a_seated_player_decides_at_their_own_box_alone() -> None:
    table = bet(seated(P1=1, P2=2), (1, "P2", 500), (2, "P2", 500), (2, "P1", 500), (1, "P1", 500)).answer(NO_MORE_BETS)
    table.cards("Ts 9s 7h 5d 4d")
    assert decides(table) == "P1"
    why = table.rules.play.sharing.others(table.table, "P2", "hit")
    assert why is not None
    assert why[0].clause == "14.5"
    table.act("stand")
    assert decides(table) == "P2"
    table.replays()


@clause("nz-blackjack", "14.1")
def test_14_1_a_box_with_three_bettors_has_no_seat_for_a_fourth() -> None:
    table = bet(seated(), (1, "P1", 500), (1, "P2", 500), (1, "P3", 500))
    with pytest.raises(Refused, match="P1 is playing that box") as refused:
        table.answer(Notice("sit", 1, "P4"))
    assert refused.value.cite.clause == "14.1"
    bet(table, (2, "P1", 500)).answer(Notice("sit", 2, "P4"))  # two places are left there
    bet(table, (2, "P4", 500)).answer(NO_MORE_BETS)
    assert table.table.boxes[1].bettors == ("P4", "P1")


@clause("nz-blackjack", "15A.9")
def test_15a_9_the_seated_player_presses_the_button() -> None:
    table = seated(P1=1)
    laid = (Bet(1, "P2", 1000), Bet(1, "P2", 100, "madness-21"), Bet(1, "P1", 1000), Bet(1, "P1", 100, "madness-21"))
    table.answer(Bets(laid, last=True)).cards("As 6h Ks")
    assert isinstance(table.question, Offer)
    assert (table.question.subject, table.question.bettor) == ("press", "P1")


@clause("nz-blackjack", "15A.9")
def test_15a_9_the_controller_may_nominate_another_bettor_with_the_wager() -> None:
    table = seated(P1=1)
    pressing = [Bet(1, name, 100, "madness-21") for name in ("P1", "P3")]
    laid = (*(Bet(1, name, 1000) for name in ("P1", "P2", "P3")), *pressing)
    table.answer(Bets(laid, last=True)).cards("As 6h Ks")
    assert offered(table) == ("P1", ["press", "nominate-3", "decline"]), "P2 has no Madness 21 Wager"
    with pytest.raises(Refused) as refused:
        table.answer(Act("nominate-2"))
    assert refused.value.cite.clause == "15A.9"
    table.answer(Act("nominate-3"))
    assert [(fact.cite.clause, fact.bettor, fact.what) for fact in table.facts[-1:]] == [("15A.9", "P3", What.RULED)]
    assert offered(table) == ("P3", ["press", "decline"])
    table.answer(Act("decline"))
    question = table.question
    assert isinstance(question, Offer)
    assert (question.who, question.cite.clause) == (Role.DEALER, "15A.9"), "all have declined: an employee presses"
    table.answer(Act("press")).answer(Act("prize-9"))
    paid = [(fact.bettor, fact.amount) for fact in table.facts if fact.wager == "madness-21" and fact.what is What.PAID]
    assert paid == [("P1", 900), ("P3", 900)]
    table.replays()


@clause("nz-blackjack", "15A.9")
def test_15a_9_the_nominee_is_asked_before_the_others() -> None:
    table = seated(P1=1)
    laid = [Bet(1, name, 1000) for name in ("P1", "P2", "P3")]
    laid += [Bet(1, name, 100, "madness-21") for name in ("P1", "P2", "P3")]
    table.answer(Bets(tuple(laid), last=True)).cards("As 6h Ks").answer(Act("nominate-3"))
    assert offered(table)[0] == "P3"
    assert offered(table.answer(Act("decline")))[0] == "P2"


def offered(table: Round) -> tuple[str, list[str]]:
    """Who is offered the button, and what they may answer."""
    question = table.question
    assert isinstance(question, Offer)
    assert question.subject == "press"
    return question.bettor, [legal.do for legal in question.choices]
