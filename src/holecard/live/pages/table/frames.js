// What happened at a table, as pictures one after another. The server tells a whole burst at once: the house answers
// for shoe, reader and dealer without a pause. From the table that was shown and the events that followed, these are
// the tables in between, so that each card can be dealt and each payment seen. Pure: no DOM, no clock.

const CARD = 260,
  TURN = 620,
  CALL = 420,
  PIT = 700,
  PAY = 900,
  HOLD = 2600,
  NOW = 0;

/** [{table, pause, event, flights, split, swept}], `event` with the first picture that shows it; the last is `after`.
 * */
export function frames(before, events, after, dealerLimit = 21) {
  const reel = new Reel(before, dealerLimit);
  for (const event of events) reel.take(event);
  reel.add(NOW, { table: after });
  return reel.frames;
}

class Reel {
  frames = [];

  constructor(table, dealerLimit) {
    this.table = structuredClone(table);
    this.limit = dealerLimit;
    this.event = null;
    this.swept = [];
  }

  add(pause, more = {}) {
    const { event, swept } = this;
    this.event = null;
    this.swept = [];
    this.frames.push({ table: structuredClone(this.table), pause, event, flights: [], swept, ...more });
  }

  take(event) {
    this.event = event;
    if (event.kind === "answer") this.#answer(event);
    if (this.event) this.add(NOW);
  }

  #answer({ text, facts }) {
    const [first, ...words] = text.split(" ");
    if (first === "collect") return this.#collect();
    if (first === "cards") this.#cards(words, facts);
    else if (first === "turn") this.#turn(words[0], facts);
    else if (first === "light") this.#light(words[0]);
    else if (text.endsWith("no more bets")) this.table.closed = true;
    else if (/^\d+(\.\d+)?$/.test(first)) this.#act(first, words);
    if (facts.some(({ what }) => what === "ruled") || first === "irregularity") this.#ruled(facts);
    const flights = facts.flatMap((fact) => this.#fact(fact));
    const said = facts.some((fact) => fact.what === "announced" || fact.what === "exposed");
    const isPit = first === "pit" || first === "notice";
    if (flights.length) this.add(PAY, { flights });
    else if (this.event || this.swept.length) this.add(isPit ? PIT : said || this.swept.length ? CALL : NOW);
  }

  /** What was ruled is seen and read before it is done: a hand that is void still lies there, marked. */
  #ruled(facts) {
    const marked = facts
      .filter(({ what, note, box, hand }) => what === "ruled" && STAMPS[note] && box && hand)
      .map(({ box, hand, note }) => [this.#hand(`${box}.${hand}`), STAMPS[note]]);
    for (const [hand, stamp] of marked) if (hand) hand.stamp = stamp;
    this.add(HOLD);
    for (const [hand] of marked) if (hand) delete hand.stamp;
  }

  // cards

  #cards(words, facts) {
    for (const word of words) {
      const [place, card] = word.split(":");
      if (place === "discard-rack") this.table.rack += 1;
      else if (place === "dealer") this.#toDealer(card, facts);
      else this.#toHand(place, card);
      this.table.cards_left -= 1;
      this.add(place === "discard-rack" ? NOW : CARD);
    }
  }

  #toDealer(card, facts) {
    const { dealer } = this.table;
    dealer.cards.push(card);
    this.#count(dealer, facts);
  }

  #count(dealer, facts) {
    const seen = dealer.cards.filter((card) => card !== "--");
    const told = facts.map(({ note }) => /^dealer has (.+)$/.exec(note ?? "")?.[1]).find(Boolean);
    const counted = count(seen, this.limit);
    dealer.total = counted.total;
    dealer.text = told ?? counted.text;
    dealer.blackjack = dealer.cards.length === 2 && seen.length === 2 && dealer.total === 21;
  }

  #toHand(place, card) {
    const hand = this.#hand(place);
    if (!hand) return;
    hand.cards.push(card);
    const counted = count(hand.cards, 21);
    if (hand.decision === "second-chance") {
      hand.total -= worth(card);
      hand.text = String(hand.total);
    } else Object.assign(hand, counted);
    hand.blackjack = hand.cards.length === 2 && hand.total === 21 && !hand.from_split;
  }

  #turn(card, facts) {
    const { dealer } = this.table;
    dealer.cards = dealer.cards.map((held) => (held === "--" ? card : held));
    this.#count(dealer, facts);
    this.add(TURN);
  }

  #light(shown) {
    this.table.dealer.light = shown;
    this.add(TURN);
  }

  // players

  #act(place, words) {
    const action = words[1];
    const hand = this.#hand(place);
    if (!hand || !ON_HAND.has(action)) return;
    hand.decision = action;
    if (action.endsWith("split")) this.#split(place, hand);
  }

  #split(place, hand) {
    const [seat, number = "1"] = place.split(".");
    const box = this.#box(seat);
    const [kept, moved] = hand.cards;
    const at = Number(number); // where the new hand lies among the box's hands
    const made = {
      ...structuredClone(hand),
      cards: [moved],
      wagers: [],
      from_split: true,
      decision: "",
      ...count([moved], 21),
    };
    Object.assign(hand, { cards: [kept], from_split: true, decision: "", blackjack: false, ...count([kept], 21) });
    box.hands.splice(at, 0, made);
    this.add(CARD, { split: { box: box.box, hand: at } });
  }

  // money

  #fact(fact) {
    const box = fact.box ? this.#box(fact.box) : null;
    switch (fact.what) {
      case "placed":
        this.#placed(fact);
        return [];
      case "taken back":
        this.#takenBack(box, fact);
        return [];
      case "paid":
      case "collected":
      case "returned":
        return this.#settled(box, fact);
      case "removed":
        if (box && fact.hand) {
          box.hands[fact.hand - 1].removed = true;
          this.swept.push({ box: box.box, hand: fact.hand });
        }
        if (fact.note !== "burned") this.table.rack += fact.cards?.length ?? 0;
        return [];
      default:
        return [];
    }
  }

  #placed({ box: seat, hand, bettor, wager, amount = 0, note }) {
    let box = this.#box(seat);
    if (!box) {
      box = { box: seat, bettors: [], hands: [emptyHand()], wagers: [] };
      this.table.boxes.push(box);
      this.table.boxes.sort((one, other) => one.box - other.box);
    }
    const laid = { bettor, wager, amount, net: null, free: note === "lammer", part: "side" };
    const on = box.hands[(hand || 1) - 1];
    if (note === "lammer") {
      laid.part = on.from_split && !on.decision.endsWith("double") ? "split" : "double";
      laid.amount =
        box.hands.flatMap((one) => one.wagers).find((one) => one.bettor === bettor && one.part === "original")
          ?.amount ?? 0;
      on.wagers.push(laid);
    } else if (note === "split" || note === "double") on.wagers.push({ ...laid, part: note });
    else if (note === "ride") on.wagers.push({ ...laid, part: "riding" });
    else if (wager === "second-chance") on.wagers.push(laid);
    else if (wager === "main") this.#main(box, laid);
    else box.wagers.push(laid);
  }

  #main(box, laid) {
    const [hand] = box.hands;
    const held = hand.wagers.find((one) => one.bettor === laid.bettor);
    if (held) held.amount += laid.amount;
    else hand.wagers.push({ ...laid, part: "original" });
    if (!box.bettors.includes(laid.bettor)) box.bettors.push(laid.bettor);
  }

  #takenBack(box, { bettor, wager }) {
    if (!box) return;
    const left = (wagers) => wagers.filter((one) => one.bettor !== bettor || one.wager !== wager);
    box.wagers = left(box.wagers);
    if (wager !== "main") return;
    box.hands[0].wagers = left(box.hands[0].wagers);
    box.bettors = box.bettors.filter((name) => name !== bettor);
    if (!box.bettors.length) this.table.boxes = this.table.boxes.filter((one) => one !== box);
  }

  #settled(box, fact) {
    const { what, amount = 0, stake = 0, bettor, wager, hand } = fact;
    if (!box) return [];
    const wagers = [
      ...(hand ? (box.hands[hand - 1]?.wagers ?? []) : []),
      ...box.wagers,
      ...(hand ? [] : box.hands.flatMap((one) => one.wagers)),
    ];
    const open = wagers.filter((one) => one.bettor === bettor && one.wager === wager && one.net === null);
    const size = what === "paid" ? stake : amount;
    const settled = open.find((one) => (one.free ? 0 : one.amount) === size) ?? open[0];
    if (settled) settled.net = what === "paid" ? amount : what === "collected" ? -amount : 0;
    return [{ what, amount, stake, bettor, wager, box: box.box, hand: hand ?? 0, isVoid: fact.note in STAMPS }];
  }

  #collect() {
    Object.assign(this.table, {
      boxes: [],
      closed: false,
      dealer: { cards: [], total: 0, text: "", light: "", blackjack: false },
    });
    const shown = this.frames.at(-1);
    if (shown) shown.pause = Math.max(shown.pause, HOLD);
    this.add(CALL, { cleared: true });
  }

  // places

  #box(seat) {
    return this.table.boxes.find((box) => box.box === Number(seat));
  }

  #hand(place) {
    const [seat, number = "1"] = place.split(".");
    return this.#box(seat)?.hands[Number(number) - 1];
  }
}

const STAMPS = { void: "Void", "dead hand": "Dead hand" };

const ON_HAND = new Set(["hit", "stand", "double", "split", "surrender", "second-chance", "free-double", "free-split"]);

function emptyHand() {
  return {
    cards: [],
    total: 0,
    text: "",
    wagers: [],
    decision: "",
    from_split: false,
    blackjack: false,
    over: false,
    removed: false,
  };
}

function worth(card) {
  return card[0] === "A" ? 1 : Number(card[0]) || 10;
}

/** {total, text} of cards that are seen; an ace counts 11 where that does not pass the limit. */
export function count(cards, limit) {
  const hard = cards.reduce((sum, card) => sum + worth(card), 0);
  const soft = cards.some((card) => card[0] === "A") && hard + 10 <= limit;
  const total = soft ? hard + 10 : hard;
  return { total, text: cards.length ? `${soft ? "soft " : ""}${total}` : "" };
}
