"""Placing wagers: before the first card, on a box that is free, within the limits of the table."""

from __future__ import annotations

from holecard.errors import Refused
from holecard.hand import no_points
from holecard.law import Cite, house
from holecard.money import Cents, amount
from holecard.questions import Bet, Bets, Done, Fact, PlaceWagers, TakeBack, What, checked_name
from holecard.rules import Rules
from holecard.table import MAIN, Box, Hand, Part, Table, Wager, with_box, with_boxes, with_hand


def place_bets(rules: Rules, table: Table, question: PlaceWagers, value: Bets) -> Done:
    """Place all of these wagers or none; with `last`, no more are taken."""
    facts = []
    chips = (rules.play.chips,)
    for bet in value.bets:
        table, cite = _place(rules, table, bet)
        note = "spoken, with cash" if bet.spoken else ""
        facts.append(Fact(What.PLACED, cite, bet.amount, 0, bet.seat, 1, bet.bettor, bet.wager, note, (), chips))
    if value.last:
        if not table.boxes:
            raise Refused("no more bets", cite=question.cite, why="nobody has placed a wager", legal=("a wager",))
        table = Table(table.boxes, table.dealer, True, *table[3:])
        facts.append(Fact(What.ANNOUNCED, rules.play.closing, note="no more bets"))
    return Done(table, tuple(facts))


def _place(rules: Rules, table: Table, bet: Bet) -> tuple[Table, Cite]:
    checked_name(bet.bettor)
    if not 1 <= bet.seat <= rules.boxes.most:
        boxes = (f"1 to {rules.boxes.most}",)
        raise Refused(f"box {bet.seat}", cite=rules.boxes.cite, why="there is no such box", legal=boxes)
    if bet.bettor in table.pit.barred:
        why = "who sat a round out waits for the reshuffle or for leave"
        raise Refused(f"{bet.bettor}'s wager", cite=rules.play.barred, why=why)
    if bet.amount <= 0 or bet.amount % rules.chip:
        why = f"wagers are made in chips of {amount(rules.chip)}"
        raise Refused(amount(bet.amount), cite=house("smallest playable chip"), why=why)
    if bet.spoken and not rules.play.spoken:
        raise Refused("a spoken wager", cite=rules.play.chips, why="is not taken in this game", legal=("chips",))
    if bet.wager == MAIN:
        return _place_main(rules, table, bet), rules.play.place
    return _place_side(rules, table, bet)


def _place_main(rules: Rules, table: Table, bet: Bet) -> Table:
    at, box = _find(table, bet.seat)
    if box is None:
        _check_limits(rules, bet.amount)
        _check_adjacent(rules, table, bet)
        hand = Hand((), no_points(), (Wager(bet.bettor, MAIN, Part.ORIGINAL, bet.amount),))
        box = Box(bet.seat, (bet.bettor,), (hand,))
        return with_boxes(table, (*table.boxes[:at], box, *table.boxes[at:]))
    hand = box.hands[0]
    if bet.bettor in box.bettors:  # more chips on one's own wager
        _check_limits(rules, box.stake(bet.bettor) + bet.amount)
        wagers = tuple(
            wager._replace(amount=wager.amount + bet.amount) if wager.bettor == bet.bettor else wager
            for wager in hand.wagers
        )
        return with_hand(table, at, 0, hand._replace(wagers=wagers))
    if len(box.bettors) >= rules.play.bettors_per_box:
        why = f"{' and '.join(box.bettors)} bet there already"
        raise Refused(f"{bet.bettor} on box {bet.seat}", cite=rules.play.no_other_bettor, why=why)
    _check_limits(rules, bet.amount)
    _check_adjacent(rules, table, bet)
    hand = hand._replace(wagers=(*hand.wagers, Wager(bet.bettor, MAIN, Part.ORIGINAL, bet.amount)))
    return with_box(table, at, box._replace(bettors=(*box.bettors, bet.bettor), hands=(hand,)))


def _place_side(rules: Rules, table: Table, bet: Bet) -> tuple[Table, Cite]:
    rule = rules.play.side_wagers.get(bet.wager)
    if rule is None:
        cite, why = rules.play.withheld.get(bet.wager, (house("wagers"), "is no wager of this table"))
        raise Refused(bet.wager, cite=cite, why=why, legal=(MAIN, *rules.play.side_wagers))
    at, box = _find(table, bet.seat)
    if box is None or bet.bettor not in box.bettors:
        why = f"{bet.bettor} has no {MAIN} wager on box {bet.seat}"
        raise Refused(rule.name, cite=rule.cite, why=why, legal=("the main wager first",))
    if any(wager.kind == bet.wager and wager.bettor == bet.bettor for wager in box.wagers):
        raise Refused(rule.name, cite=rule.cite, why="has been placed already", legal=("take it back first",))
    least, most = rule.least or rules.chip, rule.most or rules.maximum
    if not least <= bet.amount <= most:
        limits = (f"{amount(least)} to {amount(most)}",)
        raise Refused(
            amount(bet.amount), cite=rule.limits, why=f"is outside the limits of the {rule.name}", legal=limits
        )
    wagers = (*box.wagers, Wager(bet.bettor, bet.wager, Part.SIDE, bet.amount))
    return with_box(table, at, box._replace(wagers=wagers)), rule.cite


def _find(table: Table, seat: int) -> tuple[int, Box | None]:
    """The place of a seat among the boxes, and its box if anybody bets there."""
    for at, box in enumerate(table.boxes):
        if box.seat >= seat:
            return at, box if box.seat == seat else None
    return len(table.boxes), None


def _check_limits(rules: Rules, total: Cents) -> None:
    if not rules.minimum <= total <= rules.maximum:
        limits = (f"{amount(rules.minimum)} to {amount(rules.maximum)}",)
        raise Refused(amount(total), cite=house("table limits"), why="is outside the limits of the table", legal=limits)


def _check_adjacent(rules: Rules, table: Table, bet: Bet) -> None:
    """A player's boxes lie side by side, and are no more than the house has filed."""
    if not table.boxes:
        return
    seats = sorted({bet.seat, *(box.seat for box in table.boxes if bet.bettor in box.bettors)})
    most = rules.boxes_per_player
    if len(seats) > most:
        why = f"one player may bet on {most} {'box' if most == 1 else 'boxes'}"
        raise Refused(f"{bet.bettor} on box {bet.seat}", cite=rules.play.adjacent, why=why)
    if seats[-1] - seats[0] >= len(seats) and rules.play.boxes_adjoin:
        why = "a player's boxes must lie side by side"
        raise Refused(f"{bet.bettor} on box {bet.seat}", cite=rules.play.adjacent, why=why)


def take_back(rules: Rules, table: Table, question: PlaceWagers, value: TakeBack) -> Done:
    """Take a wager off the layout before the deal; with a main wager its side wagers go too."""
    at, box = _find(table, value.seat)
    main = value.wager == MAIN
    if box is None or value.bettor not in box.bettors:
        raise Refused("take back", cite=question.cite, why=f"{value.bettor} has no wager on box {value.seat}")
    on_hand = tuple(w for w in box.hands[0].wagers if main and w.bettor == value.bettor)
    beside = tuple(w for w in box.wagers if w.bettor == value.bettor and (main or w.kind == value.wager))
    if not on_hand and not beside:
        raise Refused("take back", cite=question.cite, why=f"{value.bettor} has placed no {value.wager}")
    facts = tuple(
        Fact(What.TAKEN_BACK, question.cite, w.amount, seat=value.seat, hand=1, bettor=w.bettor, wager=w.kind)
        for w in (*on_hand, *beside)
    )
    left = tuple(w for w in box.hands[0].wagers if w not in on_hand)
    if not left:
        return Done(with_boxes(table, (*table.boxes[:at], *table.boxes[at + 1 :])), facts)
    bettors = tuple(name for name in box.bettors if not main or name != value.bettor)
    wagers = tuple(w for w in box.wagers if w not in beside)
    hand = box.hands[0]._replace(wagers=left)
    return Done(with_box(table, at, box._replace(bettors=bettors, hands=(hand,), wagers=wagers)), facts)
