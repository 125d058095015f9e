// What a question is, said to the player whom it is put to, and to the others who wait for him.

import { cardShort } from "../elements/card-face.js";
import { capital } from "../lib/dom.js";
import { money } from "../lib/money.js";
import { nameShort } from "../lib/words.js";

/** {title, more} for the player who is asked. */
export function prompt(question, view, me) {
  const hand = handOf(question, view);
  const said = (PROMPTS[question.subject ?? question.type] ?? PROMPTS[question.type] ?? general)(
    question,
    view,
    hand,
    me,
  );
  const boxes = view.table.boxes.filter((box) => box.bettors.includes(me)).length;
  const several = (view.table.boxes.find((box) => box.box === question.box)?.hands.length ?? 1) > 1;
  const where = [
    boxes > 1 && question.box ? `Box ${question.box}` : "",
    several && question.hand ? `Hand ${question.hand}` : "",
  ]
    .filter(Boolean)
    .join(", ");
  return { title: said.title, more: [where, said.more].filter(Boolean).join(". ") || "Your decision" };
}

function handOf(question, view) {
  const box = view.table.boxes.find((one) => one.box === question.box);
  return box?.hands[Math.max(0, (question.hand || 1) - 1)] ?? null;
}

const PROMPTS = {
  decide: (question, { table }, hand) => ({
    title:
      capital(hand?.text ?? "") +
      ` against ${upCard(table.dealer)}` +
      (table.dealer.cards.includes("--") ? lightText(table.dealer.light) : ""),
    more: "",
  }),
  insurance: (question) => ({
    title: question.choices.some((choice) => choice.do === "even-money")
      ? "Blackjack against an ace: even money?"
      : "Insurance?",
    more: "The dealer shows an ace. It pays 2 to 1 if the dealer has Blackjack",
  }),
  surrender: () => ({ title: "Surrender?", more: "Before the dealer looks at the hole card" }),
  "second-chance": (question, view, hand) => ({
    title: `${hand?.total ?? ""}, bust. A Second Chance?`,
    more: "One more card, and its value is taken off your total; for as much as lies on the hand",
  }),
  "early-settlement": () => ({
    title: "Blackjack against an ace",
    more: "Be paid 1 to 1 now, or wait for the dealer's hand",
  }),
  "house-money": (question) => ride("House Money", question),
  "let-it-ride": (question) => ride("Let it Ride", question),
  "double-too": (question, { table }) => ({
    title: `${first(question, table)} doubles. Double too?`,
    more: "Your own money, up to your bet; the hand gets one card either way",
  }),
  "split-too": (question, { table }) => ({
    title: `${first(question, table)} splits. What becomes of your bet?`,
    more: `Cover both hands, or stay on one`,
  }),
  "exposed-card": (question, { exposed }, hand) => ({
    title: `${exposed ? `Take the ${cardShort(exposed)}` : "Take the card"}${hand ? ` to your ${hand.text}` : ""}?`,
    more: "It was drawn in error and is the next card; you may also have no more cards",
  }),
  press: () => ({ title: "You have won a prize", more: "Press the button to see which" }),
  cut: () => ({ title: "Cut the cards", more: "Where the cutting card goes in" }),
  "first-player-looks": () => ({
    title: "Have a look at the cards",
    more: "They are spread face up for the first player. Then they are shuffled",
  }),
  pit: (question) => ({ title: capital(question.subject.replaceAll("-", " ")), more: "Before the game goes on" }),
  offer: (question) => ({ title: `${capital(question.subject.replaceAll("-", " "))}: what would you like?`, more: "" }),
};

function upCard({ text: total }) {
  return total === "Ace" ? "an ace" : ["8", "11"].includes(total) ? `an ${total}` : `a ${total}`;
}

function general(question) {
  return { title: capital((question.subject ?? question.type).replaceAll("-", " ")), more: "" };
}

function ride(name, question) {
  const most = question.choices.find((choice) => choice.do === "ride")?.most ?? 0;
  return most
    ? { title: `${name} has won: let it ride?`, more: `Up to ${money(most)} stays in action with your bet` }
    : { title: `${name} has won`, more: "Your hand is paid already, so nothing is left to ride with" };
}

function first(question, table) {
  return nameShort(table.boxes.find((box) => box.box === question.box)?.bettors[0] ?? "The first bettor");
}

function lightText(light) {
  return { small: ", hole card Small", medium: ", hole card Medium", large: ", hole card Large" }[light] ?? "";
}

/** What everybody else reads while somebody is asked. */
export function waitingFor(question, me) {
  const who = question.bettor && question.bettor !== me ? nameShort(question.bettor) : "";
  if (question.who === "floorperson") return "The floorperson is asked";
  if (question.type === "pit")
    return who ? `${who}: ${question.subject.replaceAll("-", " ")}` : "The cards are being prepared";
  if (question.type === "decide") return `${who} decides`;
  if (question.type === "offer") return `${who} is asked: ${question.subject.replaceAll("-", " ")}`;
  return "The house deals";
}
