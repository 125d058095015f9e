// A plaque on the layout: what an irregularity, the floorperson or the pit does to the game, so that nobody misses it.
// A screen reader has the same in the log and in the player's prompt.

import { capital, el } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { plainly } from "../lib/words.js";

const SHOWN = { pit: 2200 },
  LONG = 5000; // milliseconds
const SHUFFLES = new Set(["wash", "riffle", "shuffle", "stack", "gather", "strip", "box"]);
const DIRECTED = {
  stop: "Play is stopped",
  resume: "Play goes on",
  open: "The table is open",
  close: "The table is closed",
};

export class NoticeView {
  #timer = 0;
  #held = null;

  constructor() {
    this.node = el("div", { class: "plaque", "aria-hidden": "true", hidden: true });
  }

  /** Something happened: shown for a while, then what stands is shown again. */
  tell(notice) {
    clearTimeout(this.#timer);
    this.#draw(notice);
    this.#timer = setTimeout(() => this.pass(), SHOWN[notice.kind] ?? LONG);
  }

  /** The game goes on: only what stands is shown. */
  pass() {
    clearTimeout(this.#timer);
    this.#draw(this.#held);
  }

  /** What stands until it is over; null where nothing does. It waits while something that happened is being read. */
  hold(notice) {
    if (JSON.stringify(notice) === JSON.stringify(this.#held)) return;
    const ended = this.#held && !notice;
    this.#held = notice;
    if (notice || ended) {
      clearTimeout(this.#timer);
      this.#draw(notice);
    }
  }

  #draw(notice) {
    this.node.hidden = !notice;
    if (!notice) return this.node.replaceChildren();
    const { kind, title, text, clause, card, deck } = notice;
    this.node.dataset.kind = kind;
    this.node.replaceChildren(
      card
        ? el("card-face", { card })
        : deck
          ? el(
              "span",
              { class: "riffle" },
              ["--", "--", "--"].map((back) => el("card-face", { card: back })),
            )
          : "",
      el(
        "div",
        {},
        title ? el("b", {}, title) : "",
        text ? el("p", {}, text) : "",
        clause ? el("span", { class: "plaque-clause" }, clause) : "",
      ),
    );
  }
}

/** What of an event belongs on the plaque, or null. */
export function noticeOf({ kind, text, facts }) {
  const [first, name = ""] = text.split(" ");
  if (kind === "floor") return { kind: "floor", title: DIRECTED[first], text: first === "stop" ? STOPPED : "" };
  if (kind !== "answer") return null;
  const spoken = facts.filter(({ what, note }) => note && ["ruled", "exposed", "removed"].includes(what));
  if (first === "irregularity") {
    const [fact] = spoken;
    return fact
      ? {
          kind: "irregularity",
          title: capital(name.replaceAll("-", " ")),
          text: said(fact),
          clause: fact.clause,
          card: fact.cards?.[0],
        }
      : null;
  }
  const rulings = spoken.filter(({ what }) => what === "ruled");
  if (rulings.length) {
    const back = facts.filter(({ what }) => what === "returned").reduce((sum, { amount = 0 }) => sum + amount, 0);
    const where = rulings[0].box ? `Box ${rulings[0].box}: ` : "";
    const fact = rulings.at(-1);
    return {
      kind: "irregularity",
      title: name.startsWith("@floorperson") ? "The floorperson rules" : "",
      text: `${where}${plainly(fact.note)}${back ? `; ${money(back)} goes back` : ""}`,
      clause: fact.clause,
      card: fact.cards?.[0],
    };
  }
  const withdrawn = spoken.find(
    ({ what, note, cards }) => what === "removed" && note !== "burned" && cards?.length === 1,
  );
  if (withdrawn && first !== "collect")
    return {
      kind: "irregularity",
      title: "A card is withdrawn",
      text: said(withdrawn),
      clause: withdrawn.clause,
      card: withdrawn.cards[0],
    };
  const note = facts.find((one) => one.note);
  if (!note || (first !== "pit" && first !== "notice")) return null;
  return {
    kind: "pit",
    title: capital(note.note),
    text: "",
    clause: note.clause,
    deck: first === "pit" && SHUFFLES.has(name),
  };
}

const STOPPED = "Cards and bets stay as they lie, and no clock runs";

/** What stands as long as the house says so: a game that is stopped, a ruling that is waited for, a card in error. */
export function standing({ open, stopped, question }, exposed) {
  if (!open) return { kind: "floor", title: "The table is closed", text: "" };
  if (stopped) return { kind: "floor", title: "Play is stopped", text: STOPPED };
  if (question.subject === "exposed-card")
    return {
      kind: "irregularity",
      title: "Drawn in error",
      text: "It is the next card",
      clause: question.clause,
      card: exposed,
    };
  if (question.who !== "floorperson" || !question.choices?.length) return null;
  const where = question.box ? `, box ${question.box}` : "";
  return {
    kind: "irregularity",
    title: "The floorperson is asked",
    text: `${capital(question.subject.replaceAll("-", " "))}${where}. Cards and bets stay as they lie`,
    clause: question.clause,
  };
}

function said({ box, note }) {
  return `${box ? `Box ${box}: ` : ""}${capital(plainly(note))}`;
}

/** The card that an event shows although nobody should have drawn it. */
export function exposedIn({ kind, facts }) {
  return kind === "answer"
    ? facts.find(({ what, note = "" }) => what === "exposed" && note.startsWith("drawn in error"))?.cards?.[0]
    : undefined;
}
