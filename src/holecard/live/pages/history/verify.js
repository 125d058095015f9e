// Verifying a round in this browser: the commitment of each shoe is hashed anew, and the cards of the round are looked
// for in the order that was told. Beside it stands what the server found.

import { get } from "../lib/api.js";
import { el, many } from "../lib/dom.js";

/** What the commitment is made of: salt, cards in order and prizes, each on a line. */
export async function commitmentOf({ salt, cards, prizes }) {
  const bytes = new TextEncoder().encode(`${salt}\n${cards}\n${prizes}\n`);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The cards that left the shoe, shoe by shoe, in order; one that was never seen is "--". */
export function dealtIn(steps) {
  const shoes = [{ number: null, cards: [] }];
  let hole = null;
  for (const { kind, text } of steps) {
    if (kind === "shoe") {
      shoes.push({ number: Number(text.split(" ")[0]), cards: [] });
      hole = null;
      continue;
    }
    const { cards } = shoes.at(-1);
    const [first, ...words] = text.split(" ");
    if (kind === "answer" && first === "cards") {
      for (const word of words) {
        const [place, card] = word.split(":");
        if (place === "dealer" && card === "--") hole = { cards, at: cards.length };
        cards.push(card);
      }
    } else if (kind === "answer" && first === "turn" && hole) hole.cards[hole.at] = words[0];
  }
  return shoes.filter(({ cards }) => cards.length);
}

/** Where these lie one after another in an order that may have been cut, or -1; "--" fits any card. */
export function placeIn(order, cards) {
  for (let start = 0; start < order.length; start += 1) {
    if (cards.every((card, at) => card === "--" || card === order[(start + at) % order.length])) return start;
  }
  return -1;
}

export class Verification {
  #round;
  #list = el("ul", { class: "checks", "aria-live": "polite" });
  #shoes = el("div", { class: "shoes" });
  #button = el("button", { type: "button", onclick: () => this.#verify() }, "Verify in this browser");

  constructor(round) {
    this.#round = round;
    this.node = el(
      "section",
      { class: "panel-card verify", "aria-labelledby": "verify-title" },
      el("h2", { id: "verify-title" }, "Is this round genuine?"),
      el(
        "p",
        {},
        "The order of the cards was fixed by a hash before the first was dealt, and is told when the shoe " +
          "ends. Your browser can hash it again; nothing but your own machine is trusted then.",
      ),
      this.#button,
      this.#list,
      el("h3", {}, "What the server found"),
      el(
        "ul",
        { class: "checks" },
        round.checks.map(({ what, holds, why }) => check(what, holds, why)),
      ),
      el("h3", {}, many(round.shoes.length, "Shoe", "Shoes")),
      this.#shoes,
    );
    this.#drawShoes();
  }

  async #drawShoes() {
    const { table, shoes } = this.#round;
    try {
      const found = await Promise.all(shoes.map((number) => get(`/api/shoes/${table}/${number}`)));
      this.#shoes.replaceChildren(...found.map(shoeText));
    } catch (problem) {
      this.#shoes.replaceChildren(el("p", {}, problem.message));
    }
  }

  async #verify() {
    this.#button.disabled = true;
    this.#list.replaceChildren();
    try {
      for (const one of await this.#checks()) this.#list.append(one);
    } catch (problem) {
      this.#list.append(check("The shoes could not be read", null, problem.message));
    }
    this.#button.disabled = false;
  }

  async #checks() {
    if (!globalThis.crypto?.subtle)
      return [
        check(
          "This browser hashes only on a secure connection",
          null,
          "Open the house by https or on its own machine; the server's own checks stand below.",
        ),
      ];
    const { table, shoes, steps } = this.#round;
    const told = await Promise.all(shoes.map((number) => get(`/api/shoes/${table}/${number}`)));
    const dealt = dealtIn(steps);
    const found = [];
    for (const shoe of told) {
      if (shoe.cards === null) {
        found.push(
          check(
            `Shoe ${shoe.number}: its order is not told yet`,
            null,
            "The commitment stands; come back when the shoe has ended.",
          ),
        );
        continue;
      }
      const hash = await commitmentOf(shoe);
      found.push(
        check(
          `Shoe ${shoe.number}: the order that was told has the hash that was committed`,
          hash === shoe.commitment,
          hash,
        ),
      );
      const mine = dealt.find(({ number }) => number === shoe.number || (number === null && shoe === told[0]));
      if (!mine) continue;
      const place = placeIn(shoe.cards.split(" "), mine.cards);
      found.push(
        check(
          `Shoe ${shoe.number}: the ${many(mine.cards.length, "card")} of this round lie in it one after another`,
          place >= 0,
          place >= 0 ? `from place ${place + 1} of the order` : "they are not found in this order",
        ),
      );
    }
    return found;
  }
}

function check(what, holds, why) {
  const [sign, word] = holds === null ? ["…", "Not yet known"] : holds ? ["✓", "Holds"] : ["✗", "Does not hold"];
  return el(
    "li",
    { class: holds === null ? "check open" : holds ? "check holds" : "check fails" },
    el("span", { class: "check-sign", "aria-hidden": "true" }, sign),
    el("span", {}, el("span", { class: "unseen" }, `${word}: `), what, el("span", { class: "check-why" }, why)),
  );
}

function shoeText({ number, commitment, salt, cards, prizes }) {
  return el(
    "details",
    { class: "shoe" },
    el("summary", {}, `Shoe ${number}: `, cards === null ? "committed, not told yet" : "committed and told"),
    el(
      "dl",
      {},
      pair("Commitment (SHA-256)", commitment),
      cards === null ? "" : [pair("Salt", salt), pair("Order", cards), prizes ? pair("Prizes", prizes) : ""],
    ),
  );
}

function pair(name, value) {
  return [el("dt", {}, name), el("dd", { class: "code" }, value)];
}
