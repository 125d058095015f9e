"""Players' own limits, checked against every chip they put at risk: wagers, doubles, Insurance.

The check uses the player's money before the stroke, whatever the cards then bring: a refusal must not reveal a card
that nobody has seen. A free choice is never refused, and neither is an answer that the clock gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.questions import Act, Decide, Offer
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.clauses import house
from holecard.law.errors import Refused
from holecard.live.people.accounts import Session, limits_of
from holecard.live.people.people import Person
from holecard.live.store import schema
from holecard.live.store.writing import Watched, deltas_of
from holecard.live.table.draft import Draft
from holecard.live.table.messages import Acts, LaysBets, Message
from holecard.live.table.recorded import gained
from holecard.live.table.state import State
from holecard.record.ledger import account, postings
from holecard.values.money import Cents, amount

DAY: Final = 24 * 3600.0


class Staked(NamedTuple):
    """Chips that a message puts at risk, and the table before it."""

    message: LaysBets | Acts
    cents: Cents
    time: float
    rules: Rules
    table: Table


def watched(session: Session, message: Message, before: State, draft: Draft) -> Watched | None:
    """The stake to check against the player's limits; None if they put nothing at risk."""
    if not draft.written.postings or not isinstance(message, LaysBets | Acts):
        return None
    name, entry = session.person.name, before.head.count + 1  # the player's own entry comes first
    cents = -deltas_of([row for row in draft.written.postings if row["entry"] == entry])[name]
    if cents <= 0:
        return None
    staked = Staked(message, cents, draft.desk.clock(), draft.desk.rules, before.table)
    return Watched(session.person.id, name, entry, partial(check_limits, session=session, staked=staked))


def check_limits(connection: Connection, gained_since: Cents, *, session: Session, staked: Staked) -> None:
    """Refuse a stake, just written, that exceeds the player's own limits.

    The time limit applies to new wagers only: a round that began in time is played to its end.
    """
    limits, bets = limits_of(connection, session.person, staked.time), isinstance(staked.message, LaysBets)
    if bets and limits.minutes is not None and staked.time - session.began > limits.minutes * 60:
        raise Refused("a wager", cite=house("your limits"), why=f"your limit of {limits.minutes} minutes is over")
    if limits.loss is None:
        return
    lost = lost_since(connection, session.person, staked.time - DAY) + gained_since
    if lost > limits.loss:
        raise _beyond(staked, limits.loss, left=max(0, limits.loss - lost + staked.cents))


def lost_since(connection: Connection, person: Person, time: float) -> Cents:
    """What a person has lost in rounds that ended since then, and has at risk in rounds that are not over."""
    mine, rows, played, tables = account(person.name), schema.postings, schema.round_bettors.c, schema.tables.c
    nets = select(func.coalesce(func.sum(played.net), 0))
    over = connection.execute(nets.where(played.bettor == person.name, played.ended >= time)).scalar_one()
    open_rounds = (tables.id == rows.c.table_id) & (tables.round == rows.c.round)
    wagers = select(rows.c.source, rows.c.cents).join(schema.tables, open_rounds).where(rows.c.bettor == person.name)
    ends = wagers.where((rows.c.source == mine) | (rows.c.target == mine))
    at_risk = sum(cents if source == mine else -cents for source, cents in connection.execute(ends))
    return int(at_risk) - int(over)


def _beyond(staked: Staked, limit: Cents, left: Cents) -> Refused:
    why = f"your daily loss limit is {amount(limit)}"
    match staked.message:
        case Acts(act=act):
            why = f"it risks {amount(staked.cents)}, and {why}"
            return Refused(act.do, cite=house("your limits"), why=why, legal=tuple(_affordable(staked, left)))
        case LaysBets():
            legal = (f"up to {amount(left)}",)
            return Refused(amount(staked.cents), cite=house("your limits"), why=why, legal=legal)


def _affordable(staked: Staked, left: Cents) -> Iterator[str]:
    """The choices that risk no more than this."""
    for legal in _asked(staked).choices:
        with suppress(Refused):
            if _cost(staked, Act(legal.do, legal.least)) > left:
                continue
            if _cost(staked, Act(legal.do, legal.most)) > left:
                yield str(legal._replace(most=max(legal.least, left - left % staked.rules.chip)))
            else:
                yield str(legal)


def _asked(staked: Staked) -> Decide | Offer:
    question = ask(staked.rules, staked.table)
    assert isinstance(question, Decide | Offer), "nothing else that is answered takes money"
    return question


def _cost(staked: Staked, act: Act) -> Cents:
    question = _asked(staked)
    _, facts = answer(staked.rules, staked.table, question, act)
    moved = [posting for fact in facts for posting in postings(fact) if posting.bettor == question.bettor]
    return -sum(gained(posting) for posting in moved)
