// Chips before the deal. What the player wants lies here at once; it is told to the house a moment later, as soon as
// the rules can take it, so that others see it too. Undo, clear and rebet work until "no more bets".

const SETTLE = 250; // milliseconds that chips lie before they are told

export class Betting extends EventTarget {
  #socket;
  #table;
  #me = "";
  #view = null;
  #want = null; // "box wager" -> cents; null while bets are not placed
  #past = [];
  #lifted = new Map(); // side wagers that were taken up to be laid again with more on them
  #timer = 0;
  #working = null;

  constructor(socket, table) {
    super();
    this.#socket = socket;
    this.#table = table;
  }

  /** What the house says now. */
  update(view, me) {
    const before = this.#view;
    this.#view = view;
    this.#me = me;
    if (before && !before.table.closed && (view.table.closed || view.round !== before.round)) this.#remember(before);
    if (view.question.type !== "bets" || !me) {
      this.#want = null;
      this.#past = [];
    } else if (!this.#want || view.round !== before?.round) {
      this.#want = this.#have();
      this.#past = [];
    }
  }

  get isOpen() {
    return this.#want !== null;
  }

  /** Drafts on a box by wager; undefined where nothing was touched. */
  at(box) {
    const found = {};
    for (const source of [this.#have(), this.#want ?? new Map()]) {
      for (const key of source.keys()) {
        const [seat, wager] = key.split(" ");
        if (Number(seat) === box) found[wager] = this.#want?.get(key) ?? 0;
      }
    }
    return found;
  }

  get total() {
    return [...(this.#want ?? [])].reduce((sum, [, cents]) => sum + cents, 0);
  }

  /** A side wager alone is not dealt to. */
  get isPlayable() {
    return [...(this.#want ?? [])].some(([key]) => !isSide(key));
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRebet() {
    return this.isOpen && this.total === 0 && this.#last().length > 0;
  }

  add(box, wager, chip) {
    if (!this.isOpen) return;
    const key = `${box} ${wager}`;
    const now = this.#want.get(key) ?? 0;
    // the first chip on a box is worth at least the minimum, so that one click is a bet
    const least = wager === "main" && !now ? Math.max(chip, this.#table.minimum) : now + chip;
    this.#change(new Map(this.#want).set(key, Math.min(least, this.#table.maximum)));
  }

  undo() {
    const before = this.#past.pop();
    if (before) this.#set(before);
  }

  clear() {
    if (this.total) this.#change(new Map());
  }

  rebet() {
    if (this.canRebet) this.#change(new Map(this.#last()));
  }

  #change(want) {
    this.#past.push(this.#want);
    this.#set(want);
  }

  #set(want) {
    this.#want = want;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush().catch(() => {}), SETTLE);
    this.dispatchEvent(new Event("change"));
  }

  /** Everything that is wanted is told; fails with the first refusal, after what was refused has come back. */
  async flush() {
    clearTimeout(this.#timer);
    this.#working = (this.#working ?? Promise.resolve()).catch(() => {}).then(() => this.#sync());
    return this.#working;
  }

  async #sync() {
    const refused = [];
    this.#lifted.clear();
    for (let turn = 0; turn < 12 && this.#want; turn += 1) {
      const step = this.#next();
      if (!step) break;
      refused.push(...(await this.#say(step)));
    }
    if (!refused.length) return;
    this.dispatchEvent(new CustomEvent("refused", { detail: refused }));
    this.dispatchEvent(new Event("change"));
    throw refused[0].problem;
  }

  /** Say it; gives what was refused: [{problem, box, wager}]. Of many wagers only those that may not lie come back. */
  async #say(step) {
    try {
      await this.#socket.say(step);
      return [];
    } catch (problem) {
      if (problem.refused && step.bets?.length > 1) return this.#singly(step.bets);
      const [{ box, wager }] = step.bets ?? [step];
      for (const one of step.bets ?? [step]) this.#takeBack(`${one.box} ${one.wager}`);
      return [{ problem, box, wager }];
    }
  }

  /** The house takes all of a message or nothing: one by one it says which wager it is. */
  async #singly(bets) {
    const refused = [];
    for (const bet of bets) {
      if (refused.some(({ box, wager }) => box === bet.box && wager === "main"))
        this.#takeBack(`${bet.box} ${bet.wager}`);
      else refused.push(...(await this.#say({ do: "bet", bets: [bet] })));
    }
    return refused;
  }

  /** Only what lay before is wanted, now and by what Undo brings back. */
  #takeBack(key) {
    if (!this.#want) return;
    const lay = this.#have().get(key) ?? this.#lifted.get(key) ?? 0;
    const lowered = (want) =>
      new Map(
        [...want].map(([one, cents]) => [one, one === key ? Math.min(cents, lay) : cents]).filter(([, cents]) => cents),
      );
    this.#lifted.delete(key);
    this.#want = lowered(this.#want);
    this.#past = this.#past.map(lowered);
    while (this.#past.length && same(this.#past.at(-1), this.#want)) this.#past.pop();
  }

  /** The next thing to say so that what lies becomes what is wanted. */
  #next() {
    const have = this.#have();
    const keys = [...new Set([...have.keys(), ...this.#want.keys()])];
    const less = keys.find(
      (key) =>
        (this.#want.get(key) ?? 0) < (have.get(key) ?? 0) ||
        (isSide(key) && have.has(key) && this.#want.get(key) !== have.get(key)),
    );
    if (less) {
      const [box, wager] = less.split(" ");
      if (this.#want.get(less) > have.get(less)) this.#lifted.set(less, have.get(less));
      return { do: "take-back", box: Number(box), wager };
    }
    const more = keys
      .filter((key) => (this.#want.get(key) ?? 0) > (have.get(key) ?? 0))
      .sort((one, other) => isSide(one) - isSide(other));
    const mains = new Set(
      more
        .filter((key) => !isSide(key))
        .concat([...have.keys()].filter((key) => !isSide(key)))
        .map((key) => key.split(" ")[0]),
    );
    const bets = more
      .filter((key) => !isSide(key) || mains.has(key.split(" ")[0]) || mains.size > 0)
      .map((key) => ({
        box: Number(key.split(" ")[0]),
        wager: key.split(" ")[1],
        amount: this.#want.get(key) - (have.get(key) ?? 0),
      }));
    return bets.length ? { do: "bet", bets } : null;
  }

  #have() {
    const found = new Map();
    for (const box of this.#view?.table.boxes ?? []) {
      for (const wager of [...box.hands.flatMap((hand) => hand.wagers), ...box.wagers]) {
        if (wager.bettor === this.#me && wager.wager !== "ante" && ["original", "side"].includes(wager.part))
          found.set(`${box.box} ${wager.wager}`, wager.amount);
      }
    }
    return this.#view?.question.type === "bets" ? found : new Map();
  }

  // the last round's, to be laid again

  #remember(view) {
    const kept = this.#view;
    this.#view = view;
    const bets = [...this.#have()];
    this.#view = kept;
    if (bets.length) sessionStorage.setItem(this.#kept, JSON.stringify(bets));
  }

  #last() {
    return JSON.parse(sessionStorage.getItem(this.#kept) ?? "[]");
  }

  get #kept() {
    return `holecard.last.${this.#table.id}`;
  }
}

function same(one, other) {
  return one.size === other.size && [...one].every(([key, cents]) => other.get(key) === cents);
}

function isSide(key) {
  return !key.endsWith(" main");
}
