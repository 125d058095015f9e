// Plain words for what the engine calls by a short name.

import { capital } from "./dom.js";

const FELTS = {
  "pa-down-under": "teal",
  "masque-down-under": "blue",
  "pa-double-back-jack": "wine",
  "nz-blackjack": "green",
  "nz-ante-up": "plum",
  "nz-blackjack-plus": "slate",
  "nz-free-bet": "navy",
};

/** The colour of a game's cloth. */
export function feltOf(game) {
  return FELTS[game] ?? "green";
}

/** "guest-1a2b3c4d" -> "Guest 1a2b": what there is room for. */
export function nameShort(name) {
  return name.replace(/^guest-(.{4}).*$/, "Guest $1");
}

/** "Match-the-Dealer Wager" -> "Match-the-Dealer" */
export function short(name) {
  return name.replace(/ Wager$/, "");
}

const ACTIONS = {
  "free-double": "Free double",
  "free-split": "Free split",
  "second-chance": "Second Chance",
  "even-money": "Even money",
  "early-settlement": "Take 1 to 1",
  insurance: "Insurance",
  ride: "Let it ride",
  cover: "Cover both hands",
  designate: "Keep it on one hand",
  press: "Press the button",
  accept: "Take the card",
  refuse: "No more cards",
};

/** What a button says. */
export function actionName(action, subject = "") {
  if (action === "decline") return DECLINED[subject] ?? "No, thank you";
  if (action === "double" && subject === "double-too") return "Double too";
  return ACTIONS[action] ?? capital(action.replaceAll("-", " "));
}

const DECLINED = {
  insurance: "No Insurance",
  "second-chance": "No second chance",
  "early-settlement": "Wait for the dealer",
  surrender: "Play the hand",
  "double-too": "Do not double",
  "split-too": "Stay on the first hand",
  "house-money": "Keep the win",
  "let-it-ride": "Keep the win",
  press: "Leave it to another",
  cut: "Let the house cut",
};

const KEYS = {
  hit: "h",
  stand: "s",
  double: "d",
  "free-double": "d",
  split: "p",
  "free-split": "p",
  surrender: "r",
  insurance: "i",
  "even-money": "e",
  "early-settlement": "e",
  decline: "n",
  "second-chance": "y",
  ride: "y",
  cover: "y",
  press: "y",
  designate: "k",
  done: "y",
  cut: "c",
  spread: "v",
};

/** The key of an action: its own, or the first letter that is free. */
export function keyOf(action, taken = []) {
  const own = KEYS[action];
  if (own && !taken.includes(own)) return own;
  return [...action.replace(/[^a-z]/g, ""), ..."abcdefgjklmoqtuvwxyz"].find((key) => !taken.includes(key));
}

// why a wager was settled as it was
const REASONS = {
  22: "the dealer has 22",
  "22-20": "20 against a dealer 22",
  "22-21": "21 against a dealer 22",
  "22-two-gold": "two gold cards against a dealer 22",
  "22-two-large": "two Large cards against a dealer 22",
  "added-back": "a dealer Blackjack takes the original alone",
  "back-21": "the Second Chance is paid instead",
  "back-dealer-over": "the Second Chance is paid instead",
  "back-higher": "the Second Chance is paid instead",
  blackjack: "Blackjack",
  "blackjack-higher": "Blackjack, and the dealer has less",
  "blackjack-on-22": "Blackjack against a dealer 22",
  "blackjack-over": "Blackjack, and the dealer is over 21",
  "both-blackjack": "both have Blackjack",
  bust: "bust",
  "bust-equal": "bust, and the dealer has as many",
  "bust-on-22": "bust, and the dealer has 22",
  "bust-on-over": "bust, and so is the dealer",
  "chance-21": "21 with the Second Chance",
  "chance-dealer-over": "the dealer has too many",
  "chance-higher": "more than the dealer",
  "chance-over": "over 21 with the Second Chance too",
  "dealer-blackjack": "the dealer has Blackjack",
  "dealer-over": "the dealer has too many",
  "double-back": "a dealer Blackjack does not take a double",
  equal: "as many as the dealer",
  five: "five cards under 21",
  higher: "more than the dealer",
  "house-money-back": "a dealer Blackjack does not take what rides",
  "let-it-ride-back": "a dealer Blackjack does not take what rides",
  lower: "less than the dealer",
  "split-back": "a dealer Blackjack does not take the wager of a split",
  surrendered: "surrendered",
  "surrendered-half": "surrendered",
  "surrendered-whole": "surrendered to a dealer Blackjack",
  "collect-first": "losing wagers first, then the winning ones, from the dealer's right",
  "box-by-box": "settled box by box, from the dealer's right",
};

// what a floorperson's ruling comes to
const RULED = {
  dead: "the hand is dead",
  "dead hand": "the hand is dead",
  void: "the hand is void",
  continue: "the hand plays on",
  reconstructed: "the cards are put in their right order",
};

/** A fact's note in words. */
export function plainly(note) {
  const [, about, ruling] = /^([a-z-]+): ([a-z-]+)$/.exec(note) ?? [];
  if (ruling) return `${about.replaceAll("-", " ")}, ${RULED[ruling] ?? ruling.replaceAll("-", " ")}`;
  if (note in RULED) return RULED[note];
  const label = note.replace(/, lammer$/, "");
  if (label in REASONS) return REASONS[label] + note.slice(label.length);
  return note.includes(" ") ? note : note.replaceAll("-", " "); // a sentence may hold a name with a hyphen
}
