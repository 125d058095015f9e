"""Checks the cards of a table: each committed order, the numbers that mixed it, the deal from it, and its reveal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from sqlalchemy import Connection, select

from holecard.engine.ask_and_answer import ask
from holecard.engine.questions import (
    CoverCard,
    Draw,
    Drawn,
    Irregularity,
    Notice,
    Offer,
    PlaceWagers,
    Read,
    Role,
    RoundOver,
    Turn,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import Croupier
from holecard.law.errors import HolecardError, Malformed
from holecard.live.audit._verified import Verified
from holecard.live.audit.rows import Broken, Feed, Row
from holecard.live.store import schema
from holecard.live.store.vault import Vault
from holecard.live.table.draft import REVEALED, SHOE
from holecard.live.table.fairness import Committed, commitment
from holecard.live.table.mixing import gives_faces, number_of
from holecard.live.table.state import holding_of
from holecard.record.transcript import Step
from holecard.values.cards import parse_cards
from holecard.values.shoe import PracticeShuffler

UNREADABLE = (HolecardError, LookupError, ValueError, TypeError, AttributeError, AssertionError)  # from damaged rows


class CardsAudit:
    """Follows the cards of a table from one committed order to the next."""

    def __init__(self, rules: Rules, vault: Vault, broken: Callable[[str, object, str], Broken]) -> None:
        self._rules, self._vault, self._broken = rules, vault, broken
        self.croupier = Croupier(rules, PracticeShuffler(0))  # the committed orders replace its own
        self.shoes = 0
        self.revealed_at: dict[int, int | None] = {}  # by order: the revealing entry, as its row says
        self.is_revealed = False  # the order in use: none of its cards may be dealt any more
        self.numbers: dict[str, str] = {}  # that players gave to mix it
        self.is_fixed = False  # a card of it has a face: no number may come any more
        self.is_shuffled = self.reveals = False  # what must come next
        self._order: Committed | None = None  # in use
        self._ended: list[int] = []  # orders out of use

    @property
    def is_due(self) -> bool:
        """An order is to be committed or revealed before the round can end."""
        return self.is_shuffled or bool(self._ended)

    @property
    def wanted(self) -> str:
        """The kind of the entry that must come next, if it is about cards."""
        return SHOE if self.is_shuffled else REVEALED if self.reveals and self._ended else ""

    def resume(self, connection: Connection, table_id: int, since: Verified) -> None:
        """Take up the cards where the last audit ended."""
        self.resume_orders(connection, table_id, since)
        self.croupier.holding = holding_of(since.holding)
        self.is_revealed, self.is_fixed, self.numbers = since.is_revealed, since.is_fixed, dict(since.numbers)

    def resume_orders(self, connection: Connection, table_id: int, since: Verified) -> None:
        shoes, wanted = schema.shoes.c, {*since.unrevealed, since.shoes}
        its = shoes.table_id == table_id, shoes.number.in_(wanted)
        orders = {row.number: row for row in connection.execute(select(schema.shoes).where(*its))}
        if missing := wanted - orders.keys():
            raise self._broken("shoes", min(missing), "is missing")
        self.shoes = since.shoes
        self.revealed_at = {number: orders[number].revealed for number in since.unrevealed}
        self._order = self._committed(orders[since.shoes])

    # Orders

    def bring_fresh(self) -> None:
        self.croupier.bring_fresh_cards()
        self.is_shuffled = True

    def commit(self, entry: Row, rows: Feed, table: Table) -> None:
        """Take the order that this entry commits to as the one that was shuffled."""
        if not self.is_shuffled:
            raise self._broken("entries", entry.n, "commits to an order, but there was no shuffle")
        self._put_out_of_use()
        self._use(*self.take(entry, rows))
        self.is_shuffled = self.is_revealed = False
        self.reveals = self.reveals or not table.cards_on_layout()

    def take(self, entry: Row, rows: Feed) -> tuple[Row, Committed]:
        """The next order, which must be the one that this entry commits to."""
        self.shoes += 1
        found = rows.of(self.shoes)
        if not found:
            raise self._broken("shoes", self.shoes, "is missing")
        row = found[0]
        order = self._committed(row)
        if entry.body != f"{row.number} {row.commitment}" or row.entry != entry.n:
            raise self._broken("shoes", row.number, f"does not match the commitment in entry {entry.n}")
        self.revealed_at[row.number] = row.revealed
        return row, order

    def _committed(self, row: Row) -> Committed:
        """The order of a row, which must be the one that was committed."""
        try:
            order = Committed.stored(row, self._vault)
        except Malformed as error:
            raise self._broken("shoes", row.number, str(error)) from error
        if row.commitment != commitment(order.salt, order.cards, order.prizes):
            raise self._broken("shoes", row.number, "its salt, cards and prizes do not match the commitment")
        return order

    def _use(self, row: Row, order: Committed) -> None:
        held = self.croupier.holding
        try:
            cards, prizes = tuple(parse_cards(order.cards)), tuple(map(int, order.prizes.split()))
        except UNREADABLE as error:
            raise self._broken("shoes", row.number, str(error)) from error
        if Counter(cards) != Counter(held.stack or held.shoe):
            raise self._broken("shoes", row.number, "has other cards than the ones that were shuffled")
        held = held._replace(prizes=prizes)
        self.croupier.holding = held._replace(stack=cards) if held.stack else held._replace(shoe=cards)
        self._order, self.numbers, self.is_fixed = order, {}, False

    # Players' numbers

    def take_number(self, entry: Row, table: Table, seats: list[tuple[int, str]]) -> str:
        """A number of a seated player, once for each order, before its first card; returns whose it is."""
        try:
            shoe, name, number = number_of(entry.body)
        except Malformed as error:
            raise self._broken("entries", entry.n, str(error)) from error
        if shoe != self.shoes or name not in dict(seats).values() or name in self.numbers:
            raise self._broken("entries", entry.n, f"is no number that {name} could give for shoe {self.shoes}")
        if self.is_fixed or self.is_revealed or not isinstance(ask(self._rules, table), PlaceWagers):
            raise self._broken("entries", entry.n, f"is a number for shoe {shoe} at a time when none may come")
        self.numbers[name] = number
        return name

    # The deal

    def deal(self, step: Step, n: int) -> None:
        """Check that the committed cards give the same deal."""
        croupier, said = self.croupier, step.answer
        if self.is_revealed and isinstance(step.question, Draw | Read | Turn):
            raise self._broken("entries", n, f"is dealt from shoe {self.shoes} after its order was revealed")
        if gives_faces(step.question, said):
            self._fix_order(step.table)
        try:
            match step.question:
                case _ if isinstance(said, Irregularity):
                    right = croupier.go_wrong(step.table, step.question, said._replace(card=None)) == said
                case _ if isinstance(said, Notice):  # a notice may come at any question
                    right = said.card is None or croupier.show(said) == said
                case Draw(dues=dues) if isinstance(said, Drawn):  # one card, if the floorperson went step by step
                    right = croupier.reply(step.table, Draw(dues[: len(said.cards)])) == said
                case Draw() if isinstance(said, CoverCard):
                    right = croupier.reply(step.table, step.question) == said
                case Read() | Turn() | Offer(who=Role.SHOE):
                    right = croupier.reply(step.table, step.question) == said
                case RoundOver():
                    right = croupier.reply(step.table, step.question) is not None  # the croupier forgets the hole card
                case _:
                    right = True
        except (HolecardError, AssertionError):
            right = False
        if not right:
            raise self._broken("entries", n, f"does not match the committed order of shoe {self.shoes}")
        self.is_shuffled = croupier.follow(step.after)

    def _fix_order(self, table: Table) -> None:
        if self.numbers and not self.is_fixed:
            assert self._order is not None, "numbers come after a commitment"
            self.croupier.mix(self._order.dealt(tuple(self.numbers.items())), table.pit.cuts)
        self.is_fixed = True

    # Reveals

    def close(self) -> None:
        """The table closes: the order in use is revealed, and nothing is dealt from it any more."""
        self._put_out_of_use()
        self.is_revealed = self.reveals = True

    def reveal(self, entry: Row) -> None:
        if not self.reveals or not self._ended or entry.body != str(self._ended[0]):
            raise self._broken("entries", entry.n, "reveals an order too early")
        number = self._ended.pop(0)
        if self.revealed_at.pop(number) != entry.n:
            raise self._broken("shoes", number, f"its row differs: entry {entry.n} revealed it")

    def check_unrevealed(self) -> None:
        """Check that no row says more than the journal revealed."""
        for number, revealed_at in self.revealed_at.items():
            if revealed_at is not None:
                raise self._broken("shoes", number, "its row says its order was revealed, but it was not")

    def _put_out_of_use(self) -> None:
        if self.shoes and not self.is_revealed:
            self._ended.append(self.shoes)
