// A small drawing of a table with its cards and wagers, for the floor and for the round page.

import "../elements/card-face.js";
import { el, listed, many } from "../lib/dom.js";
import { money, signed } from "../lib/money.js";

/** `table` is the server's view of it. `asked` is the open question. */
export function plan(table, { cloth, boxes, seats = [], asked = null }) {
  const places = Array.from({ length: boxes }, (_, at) => at + 1);
  const isTaken = (number) =>
    table.boxes.some((one) => one.box === number) || seats.some((seat) => seat.box === number);
  const [taken, free] = [places.filter(isTaken), places.filter((number) => !isTaken(number))];
  return el(
    "div",
    { class: "plan", data: { felt: cloth }, style: { "--boxes": Math.max(taken.length, 3) } },
    dealer(table),
    taken.length
      ? el(
          "ol",
          { class: "plan-boxes", "aria-label": "Boxes" },
          taken.map((number) =>
            box(
              number,
              table.boxes.find((one) => one.box === number),
              seats.find((seat) => seat.box === number),
              asked,
            ),
          ),
        )
      : "",
    free.length
      ? el(
          "p",
          { class: "plan-free" },
          free.length === boxes
            ? "All boxes are free"
            : `Free ${free.length === 1 ? "box" : "boxes"}: ${listed(free.map(String))}`,
        )
      : "",
  );
}

function dealer({ dealer: { cards, text, light, light_name: lightName }, cards_left: left, rack, closed, boxes }) {
  const state = !boxes.length ? "No bets yet" : closed ? "No more bets" : "Betting";
  return el(
    "div",
    { class: "plan-dealer" },
    el("span", { class: "plan-name" }, "Dealer"),
    fan(cards),
    cards.length ? el("span", { class: "plan-total" }, text || "–") : el("span", { class: "plan-quiet" }, state),
    light ? el("span", { class: `plan-light light-${light}` }, lightName) : "",
    el("span", { class: "plan-shoe" }, `${many(left, "card")} in the shoe, ${rack} discarded`),
  );
}

function box(number, played, seat, asked) {
  const isAsked = asked?.box === number;
  const who = seat?.name ?? played?.bettors[0] ?? "";
  return el(
    "li",
    { class: isAsked ? "plan-box asked" : "plan-box" },
    el(
      "span",
      { class: "plan-who" },
      el("b", {}, String(number)),
      el("span", { class: "plan-name" }, who),
      seat && !seat.here ? el("span", { class: "plan-away" }, "away") : "",
    ),
    played?.hands.map((one, at) =>
      hand(one, played.hands.length > 1 ? at + 1 : 0, isAsked && (asked.hand || 1) === at + 1),
    ),
    played?.wagers.length
      ? el(
          "ul",
          { class: "plan-wagers" },
          played.wagers.map((one) => wager(one)),
        )
      : "",
  );
}

function hand({ cards, text, wagers, over, removed, decided }, number, isAsked) {
  const state = removed ? "cards removed" : over ? decided : "";
  return el(
    "div",
    {
      class: ["plan-hand", over ? "over" : "", removed ? "taken" : "", isAsked ? "asked" : ""]
        .filter(Boolean)
        .join(" "),
    },
    number ? el("span", { class: "plan-quiet" }, `Hand ${number}`) : "",
    fan(cards),
    el(
      "span",
      { class: "plan-line" },
      text ? el("span", { class: "plan-total" }, text) : "",
      state ? el("span", { class: "plan-quiet" }, state) : "",
    ),
    el(
      "ul",
      { class: "plan-wagers" },
      wagers.map((one) => wager(one)),
    ),
  );
}

function fan(cards) {
  return cards.length
    ? el(
        "span",
        { class: "plan-cards" },
        cards.map((card) => el("card-face", { card })),
      )
    : "";
}

const PARTS = { double: "double", split: "split", riding: "rides" };

function wager({ bettor, wager: kind, name: called, part, amount, net, free }) {
  const name = kind === "main" ? (PARTS[part] ?? "bet") : `${called}${part === "riding" ? " rides" : ""}`;
  return el(
    "li",
    { title: bettor },
    el("span", {}, free ? `${name} (lammer)` : name),
    el("span", { class: "number" }, money(amount)),
    net === null
      ? ""
      : el("span", { class: `number ${net > 0 ? "won" : net < 0 ? "lost" : "stood"}` }, net ? signed(net) : "returned"),
  );
}

/** The sum of all unsettled wagers, in cents. */
export function openWagers(table) {
  const wagers = table.boxes.flatMap((one) => [...one.wagers, ...one.hands.flatMap((each) => each.wagers)]);
  return wagers.filter(({ net, free }) => net === null && !free).reduce((sum, { amount }) => sum + amount, 0);
}
