// The cards of the round that is over stay on the layout until the player bets again. The house has collected them:
// only the picture stays, without the money.

export class Held {
  #table = null;

  /** The round as it lay before its cards were collected. */
  keep(table) {
    if (table.boxes.some(({ hands }) => hands.some(({ cards }) => cards.length))) this.#table = withoutMoney(table);
  }

  /** Lets go; returns whether there was something. */
  drop() {
    const had = this.#table !== null;
    this.#table = null;
    return had;
  }

  /** The table with what is still to be seen of the last round. */
  over(table) {
    if (!this.#table) return table;
    const taken = new Set(table.boxes.map(({ box }) => box));
    return {
      ...table,
      dealer: this.#table.dealer,
      boxes: [...table.boxes, ...this.#table.boxes.filter(({ box }) => !taken.has(box))],
    };
  }
}

function withoutMoney(table) {
  const boxes = table.boxes.map((box) => ({
    ...box,
    bettors: [],
    wagers: [],
    hands: box.hands.map((hand) => ({ ...hand, wagers: [], removed: false })),
  }));
  return { ...table, boxes };
}
