// Events in words, each with the clauses that it rests on: for the log, and for the dealer's call above the layout.

import { cardShort } from "../elements/card-face.js";
import { capital } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { plainly, short } from "../lib/words.js";

/** [{text, clause, also, call}]; `me` is called You. `names` maps wagers to what the layout calls them. */
export function tell(event, me, names = new Map()) {
  const lines = event.kind === "answer" ? answered(event, names) : around(event);
  const aside = /^(pit|notice) /.test(event.text); // the house prepares: written down, not called out
  return lines
    .filter(({ text }) => text)
    .map((line) => ({ ...line, call: line.call && !aside, text: addressed(capital(line.text), me) }));
}

function around({ kind, text }) {
  switch (kind) {
    case "shoe":
      return [
        {
          text: `the order of the cards is committed: ${text.split(" ")[1].slice(0, 16)}…`,
          clause: "house rule: commitment",
        },
      ];
    case "revealed":
      return [{ text: `the order of shoe ${text} is told`, clause: "house rule: commitment" }];
    case "table":
      return [{ text: "fresh cards come to the table", clause: "" }];
    case "floor": {
      const [what, who] = text.split(" ");
      return [
        {
          text: `${who}: ${HOUSE_ACTS[what]}`,
          clause: "house rule: the floorperson",
          call: true,
        },
      ];
    }
    default:
      return [];
  }
}

function answered({ text, facts }, names) {
  const lines = [];
  const [first, ...words] = text.split(" ");
  const told = inOneGo(facts.filter(({ what, note }) => what !== "removed" || (note && note !== "burned"))).map(
    (fact) => line(fact, names),
  );
  if (first === "cards") {
    const dealt = words.map((word) => word.split(":")).filter(([place]) => place !== "discard-rack");
    if (dealt.length)
      lines.push({
        text: dealt.map(([place, card]) => `${cardShort(card)} to ${placed(place)}`).join(", "),
        clause: "",
        dealt: true,
      });
  } else if (first === "light" && !facts.some(({ note }) => note))
    lines.push({ text: `the reader shows ${words[0].replaceAll("-", " ")}`, clause: "", call: true });
  else if (first === "turn")
    lines.push({ text: `the hole card is turned: ${cardShort(words[0])}`, clause: facts[0]?.clause ?? "", call: true });
  else if (
    /^\d+(\.\d+)?$/.test(first) &&
    !words[0].startsWith("@") &&
    !facts.some(({ what, note }) => what === "placed" || note === words[1])
  ) {
    lines.push({ text: `${words[0]}: ${words[1].replaceAll("-", " ")}`, clause: "" });
  }
  return [...lines, ...told];
}

const HOUSE_ACTS = {
  open: "the table is open",
  close: "the table is closed",
  stop: "play is stopped",
  resume: "play goes on",
};

const SETTLED = new Set(["paid", "collected", "returned", "restored"]);

/** A bet and what its bettor added by a double are settled alike: one movement of chips. */
function inOneGo(facts) {
  const told = new Map();
  facts.forEach((fact, at) => {
    const alike = SETTLED.has(fact.what) ? JSON.stringify({ ...fact, amount: 0, stake: 0 }) : at;
    told.set(alike, { ...fact, amount: (told.get(alike)?.amount ?? 0) + (fact.amount ?? 0) });
  });
  return [...told.values()];
}

function placed(place) {
  if (place === "dealer") return "the dealer";
  const [box, hand] = place.split(".");
  return hand ? `box ${box} hand ${hand}` : `box ${box}`;
}

function line(fact, names) {
  const { what, clause, also = [], box, hand, bettor, amount, note = "", cards = [] } = fact;
  const where = bettor ? `${bettor}: ` : box ? `box ${box}: ` : "";
  const name = wagerName(fact.wager, names);
  const bet = name + (hand > 1 ? ` on hand ${hand}` : "");
  const why = note ? `, ${plainly(note)}` : "";
  const texts = {
    placed: () => placedText(name, fact),
    paid: () => `${bet} wins ${money(amount)}${why}`,
    collected: () => `${bet} loses ${money(amount)}${why}`,
    returned: () => `${bet} ${money(amount)} goes back${why}`,
    restored: () => `${name} ${money(amount)} is given back${why}`,
    "taken back": () => `${name} ${money(amount)} taken back`,
  };
  const call = what === "announced" || what === "exposed";
  if (texts[what]) return { text: where + texts[what](), clause, also, money: true };
  const hands = hand > 1 ? `box ${box} hand ${hand}: ` : box && !note.includes(bettor) ? `box ${box}: ` : "";
  const heard = call && !["collect-first", "box-by-box"].includes(note);
  return { text: hands + (plainly(note) || cards.map(cardShort).join(" ") || what), clause, also, call: heard };
}

function placedText(name, { amount, box, note = "" }) {
  if (note === "split" || note === "double") return `${note} for ${money(amount)}`;
  if (note === "lammer") return "a lammer is laid";
  if (note === "ride") return `${name}, ${money(amount)} rides`;
  return `${name} ${money(amount)} on box ${box}${note ? `, ${plainly(note)}` : ""}`;
}

function wagerName(wager, names) {
  if (wager === "main" || !wager) return "bet";
  return names.get(wager) ?? short(capital(wager.replaceAll("-", " ")));
}

const VERBS = {
  sits: "sit",
  leaves: "leave",
  declines: "decline",
  cuts: "cut",
  has: "have",
  is: "are",
  stands: "stand",
  surrenders: "surrender",
  names: "name",
};

/** Said to the player himself. */
export function addressed(text, me) {
  if (!me) return text;
  return text
    .replaceAll(new RegExp(`\\b${me.replace(/[.]/g, "\\.")}\\b`, "gi"), (name, at) => (at ? "you" : "You"))
    .replace(/^You (\w+)\b/, (all, verb) => (verb in VERBS ? `You ${VERBS[verb]}` : all));
}
