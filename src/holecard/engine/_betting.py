"""Places wagers before the first card, within the limits of the table."""

from __future__ import annotations

from holecard.engine.adjacent import boxes_apart
from holecard.engine.questions import (
    Bet,
    Bets,
    Done,
    Fact,
    Facts,
    Followed,
    PlaceWagers,
    TakeBack,
    What,
    checked_name,
    moved,
    placed,
)
from holecard.engine.rules import Fee, Rules
from holecard.engine.side_wager import SideWager
from holecard.engine.table import ANTE, MAIN, Box, Part, Table, Wager, first_bet, first_wager, place_of
from holecard.law.clauses import Cite, house
from holecard.law.errors import Refused
from holecard.values.money import Cents, amount


def place_bets(rules: Rules, table: Table, question: PlaceWagers, value: Bets) -> Followed:
    """Place all of these wagers or none; with `last`, no more are taken."""
    facts: list[Fact] = []
    play = rules.play
    betting, behind = play.betting, play.sharing.behind
    chips = (betting.chips,)
    for bet in value.bets:
        table, cite, more = _place(rules, table, bet)
        facts += more
        note = "spoken, with cash" if bet.spoken else ""
        also: tuple[Cite, ...] = chips
        if behind and bet.wager == MAIN and table.boxes[place_of(table, bet.seat)].bettors[0] != bet.bettor:
            also = (*chips, *behind)
        facts.append(placed(cite, bet, note, also))
        if play.ante is not None and bet.wager == MAIN and not bet.without_ante:
            table, more = _place_ante(play.ante, table, bet)
            facts += more
    if value.last:
        if not table.boxes:
            raise Refused("no more bets", cite=question.cite, why="nobody has placed a wager", legal=("a wager",))
        for seat, bettor in boxes_apart(rules, table) if len(table.boxes) > 1 else ():
            why = f"{bettor}'s boxes must be next to each other"
            legal = ("a wager on the box between", f"take back box {seat}")
            raise Refused("no more bets", cite=betting.adjacent, why=why, legal=legal)
        table = table.with_closed(True)
        facts.append(betting.no_more_bets)
    return table, tuple(facts)


def _place(rules: Rules, table: Table, bet: Bet) -> tuple[Table, Cite, Facts]:
    bettor, staked, betting = bet.bettor, bet.amount, rules.play.betting
    checked_name(bettor)
    if not 1 <= bet.seat <= rules.boxes.most:
        boxes = (f"1 to {rules.boxes.most}",)
        raise Refused(
            f"box {bet.seat}", cite=rules.boxes.cite, why=f"this table has boxes 1 to {rules.boxes.most}", legal=boxes
        )
    if not table.pit.may_bet(bettor):
        why = "a player who made no wager in the last round may bet after the shuffle, or with the floor's permission"
        raise Refused(f"{bettor}'s wager", cite=betting.barred, why=why)
    if staked <= 0:
        legal = (f"{amount(rules.minimum)} to {amount(rules.maximum)}",)
        raise Refused(amount(staked), cite=house("table limits"), why="a wager must be more than 0", legal=legal)
    if staked % rules.chip:
        why = f"wagers are made in chips of {amount(rules.chip)}"
        raise Refused(amount(staked), cite=house("smallest playable chip"), why=why)
    if bet.spoken and not betting.spoken:
        cite = betting.orally or betting.chips
        raise Refused("a spoken wager", cite=cite, why="is not accepted without chips", legal=("chips",))
    if bet.wager == MAIN:
        table, facts = _place_main(rules, table, bet)
        return table, betting.place, facts
    return _place_side(rules, table, bet)


def _place_main(rules: Rules, table: Table, bet: Bet) -> Followed:
    at, box = _find(table, bet.seat)
    before = box.stake(bet.bettor) if box is not None else 0
    total = before + bet.amount
    if not rules.minimum <= total <= rules.maximum or rules.play.betting.held_down is not None:
        _check_limits(rules, table, bet, total)
    if rules.player_maximum or rules.box_maximum:
        _check_box_maximum(rules, box, bet, before)
    wager = first_wager(bet.bettor, total)
    if before:  # more chips on one's own wager
        assert box is not None
        if rules.play.betting.final_as_placed:
            why = "a wager that has been made may not be altered"
            raise Refused(f"{bet.bettor}'s wager", cite=rules.play.betting.in_time, why=why, legal=("another box",))
        hand = box.hands[0]
        wagers = tuple(wager if held.bettor == bet.bettor else held for held in hand.wagers)
        return table.with_hand(table.spot(bet.seat), hand.with_wagers(wagers)), ()
    boxes = table.boxes
    if boxes:
        _check_adjacent(rules, table, bet)
    if box is None:
        return table.with_boxes((*boxes[:at], first_bet(bet.seat, wager), *boxes[at:])), ()
    if len(box.bettors) >= rules.play.sharing.bettors_per_box:
        why = f"{' and '.join(box.bettors)} already {'bets' if len(box.bettors) == 1 else 'bet'} there"
        raise Refused(f"{bet.bettor} on box {bet.seat}", cite=rules.play.sharing.no_other_bettor, why=why)
    hand = box.hands[0].with_wager(wager)
    box = box._replace(bettors=(*box.bettors, bet.bettor), hands=(hand,))
    table = table.with_box(at, box)
    seated = (bet.seat, bet.bettor) in table.pit.seated
    return rules.play.sharing.give_control(table, at, bet.bettor) if seated else (table, ())


def _place_ante(fee: Fee, table: Table, bet: Bet) -> Done:
    """The Ante comes with the wager; a wager raised to where it is waived takes it back."""
    at = place_of(table, bet.seat)
    box = table.boxes[at]
    held = [wager for wager in box.wagers if wager.kind == ANTE and wager.bettor == bet.bettor]
    owed = fee.owed(box.stake(bet.bettor))
    if not owed and not held:
        note = "the Ante is waived for a wager of this size"
        waived = Fact(What.ANNOUNCED, fee.waived, seat=bet.seat, bettor=bet.bettor, wager=ANTE, note=note)
        return Done(table, (waived,))
    if owed and not held:
        ante = Wager(bet.bettor, ANTE, Part.SIDE, owed)
        laid = moved(What.PLACED, fee.place, owed, ante, bet.seat, 0)
        return Done(table.with_box(at, box.with_wagers((*box.wagers, ante))), (laid,))
    if held and not owed:
        wagers = tuple(wager for wager in box.wagers if wager not in held)
        back = moved(What.TAKEN_BACK, fee.waived, held[0].amount, held[0], bet.seat, 0)
        return Done(table.with_box(at, box.with_wagers(wagers)), (back,))
    return Done(table, ())


def _place_side(rules: Rules, table: Table, bet: Bet) -> tuple[Table, Cite, Facts]:
    rule = rules.play.side_wagers.get(bet.wager)
    if rule is None or bet.wager in table.pit.suspended:
        cite, why = rules.play.why_withheld(bet.wager, table) or (house("wagers"), "is not offered at this table")
        raise Refused(bet.wager, cite=cite, why=why, legal=(MAIN, *rules.play.side_wagers))
    at, box = _find(table, bet.seat)
    if box is None or (rule.strangers is None and bet.bettor not in box.bettors):
        why = f"{bet.bettor} has no {MAIN} wager on box {bet.seat}"
        raise Refused(rule.name, cite=rule.cite, why=why, legal=("place the main wager first",))
    if not any(bet.bettor in other.bettors for other in table.boxes):
        why = f"{bet.bettor} has no {MAIN} wager at this table"
        raise Refused(rule.name, cite=rule.strangers or rule.cite, why=why, legal=("place the main wager first",))
    placed = [wager for wager in box.wagers if wager.kind == bet.wager]
    if any(wager.bettor == bet.bettor for wager in placed):
        why, legal = f"{bet.bettor} has already placed it", ("take it back first",)
        raise Refused(rule.name, cite=house("one side wager of a kind"), why=why, legal=legal)
    least, most = rule.least or rules.chip, rule.most or rules.maximum
    if not least <= bet.amount <= most:
        limits = (amount(least) if least == most else f"{amount(least)} to {amount(most)}",)
        why = f"the limits of the {rule.name} are {limits[0]}"
        raise Refused(amount(bet.amount), cite=rule.limits, why=why, legal=limits)
    gives_way = _gives_way(rule, box, bet, placed)
    wagers = (*(w for w in box.wagers if w is not gives_way), Wager(bet.bettor, bet.wager, Part.SIDE, bet.amount))
    facts: Facts = ()
    if gives_way is not None:
        cite, note = rule.strangers or rule.cite, f"gives way to {bet.bettor}, who bets on this box"
        facts = (moved(What.TAKEN_BACK, cite, gives_way.amount, gives_way, bet.seat, 0, note),)
    return table.with_box(at, box.with_wagers(wagers)), rule.cite, facts


def _gives_way(rule: SideWager, box: Box, bet: Bet, placed: list[Wager]) -> Wager | None:
    """A box takes a limited number of these. A bettor of the box displaces the last one who has no wager there."""
    if not rule.per_box or len(placed) < rule.per_box:
        return None
    strangers = [wager for wager in placed if wager.bettor not in box.bettors]
    if not strangers or bet.bettor not in box.bettors:
        why = f"box {bet.seat} already has {rule.per_box}"
        raise Refused(rule.name, cite=rule.strangers or rule.cite, why=why, legal=("another box",))
    return strangers[-1]


def _find(table: Table, seat: int) -> tuple[int, Box | None]:
    """The place of a seat among the boxes, and its box if there are bets on it."""
    for at, box in enumerate(table.boxes):
        if box.seat >= seat:
            return at, box if box.seat == seat else None
    return len(table.boxes), None


def _check_limits(rules: Rules, table: Table, bet: Bet, total: Cents) -> None:
    limits = (f"{amount(rules.minimum)} to {amount(rules.maximum)}",)
    if total < rules.minimum:
        elsewhere = any(bet.bettor in box.bettors for box in table.boxes if box.seat != bet.seat)
        cite = (
            rules.play.betting.every_box
            if elsewhere and rules.play.betting.every_box is not None
            else house("table limits")
        )
        raise Refused(amount(total), cite=cite, why=f"the table minimum is {amount(rules.minimum)}", legal=limits)
    if rules.play.betting.held_down is not None and total > rules.minimum:
        why = "the house limits players to the table minimum"
        raise Refused(amount(total), cite=rules.play.betting.held_down, why=why, legal=(amount(rules.minimum),))
    if total > rules.maximum:
        raise Refused(
            amount(total), cite=house("table limits"), why=f"the table maximum is {amount(rules.maximum)}", legal=limits
        )


def _check_box_maximum(rules: Rules, box: Box | None, bet: Bet, before: Cents) -> None:
    """The house may cap what one bettor, or all together, wager on a box."""
    together = bet.amount + (sum(wager.amount for wager in box.hands[0].wagers) if box is not None else 0)
    for limit, total in ((rules.player_maximum, before + bet.amount), (rules.box_maximum, together)):
        if limit and total > limit:
            why = f"the bets on box {bet.seat} would come to {amount(total)}"
            raise Refused(
                amount(bet.amount), cite=rules.play.sharing.box_limits, why=why, legal=(f"{amount(limit)} in all",)
            )


def _check_adjacent(rules: Rules, table: Table, bet: Bet) -> None:
    """A player's boxes are next to each other, and no more than the house has filed."""
    seats = sorted({bet.seat, *(box.seat for box in table.boxes if bet.bettor in box.bettors)})
    if rules.play.betting.held_down is not None and len(seats) > 1:
        why = "the house limits players to one box"
        raise Refused(f"{bet.bettor} on box {bet.seat}", cite=rules.play.betting.held_down, why=why)
    most = rules.boxes_per_player
    if len(seats) > most:
        why = f"one player may bet on {most} {'box' if most == 1 else 'boxes'}"
        raise Refused(f"{bet.bettor} on box {bet.seat}", cite=rules.play.betting.adjacent, why=why)
    if seats[-1] - seats[0] >= len(seats) and rules.play.betting.boxes_adjoin:
        why = "a player's boxes must be next to each other"
        raise Refused(f"{bet.bettor} on box {bet.seat}", cite=rules.play.betting.adjacent, why=why)


def take_back(rules: Rules, table: Table, question: PlaceWagers, value: TakeBack) -> Done:
    """Take a wager off the layout before the deal. A main wager takes its side wagers with it. The last one on a box
    also takes what others placed there, and a bettor's last one takes what they placed elsewhere."""
    box = table.box(value.seat)
    if box is None:
        raise Refused("take back", cite=question.cite, why=f"there are no bets on box {value.seat}")
    if rules.play.betting.final_as_placed:
        cite = rules.play.betting.hands_off.get(value.wager, rules.play.betting.in_time)
        why = "a wager that has been made may not be removed"
        raise Refused("take back", cite=cite, why=why, legal=("no more bets",))
    by = rules.play.betting.taken_back or question.cite
    main = value.wager == MAIN
    bettors = tuple(name for name in box.bettors if not main or name != value.bettor)
    leaves = main and not any(value.bettor in other.bettors for other in table.boxes if other.seat != value.seat)
    boxes: list[Box] = []
    facts: Facts = ()
    for other in table.boxes:
        here = other.seat == value.seat
        hand = other.hands[0]
        on_hand = [w for w in hand.wagers if here and main and w.bettor == value.bettor]
        kinds = {w.kind for w in other.wagers} if leaves or (here and main) else {value.wager} if here else set()
        beside = [w for w in other.wagers if w.bettor == value.bettor and w.kind in kinds]
        if here and not on_hand and not beside:
            raise Refused("take back", cite=question.cite, why=f"{value.bettor} has no {value.wager} wager there")
        if here and not bettors:
            beside = list(other.wagers)
        for w in (*on_hand, *beside):
            facts += (moved(What.TAKEN_BACK, by, w.amount, w, other.seat, 1),)
        if here and not bettors:
            continue
        hand = hand._replace(wagers=tuple(w for w in hand.wagers if w not in on_hand))
        left = tuple(w for w in other.wagers if w not in beside)
        boxes.append(other._replace(bettors=bettors if here else other.bettors, hands=(hand,), wagers=left))
    return Done(table.with_boxes(tuple(boxes)), facts)


def too_late(rules: Rules, table: Table, value: Bets | TakeBack) -> Cite:
    """The clause that closes the betting to a wager, or keeps hands off it."""
    called, dealt = rules.play.betting.called, any(box.hands[0].cards for box in table.boxes)
    if called is not None and not dealt and not table.dealer.cards:
        return called
    if isinstance(value, Bets):
        placed = [rules.play.side_wagers.get(bet.wager) for bet in value.bets[:1]]
        return next((rule.in_time for rule in placed if rule is not None and rule.in_time), rules.play.betting.in_time)
    box = table.box(value.seat)
    wagers = (*box.wagers, *(w for hand in box.hands for w in hand.wagers)) if box is not None else ()
    his = [w for w in wagers if (w.bettor, w.kind) == (value.bettor, value.wager)]
    if his and rules.play.betting.settled is not None and all(w.net is not None for w in his):
        return rules.play.betting.settled
    return rules.play.betting.hands_off.get(value.wager, rules.play.betting.in_time)
