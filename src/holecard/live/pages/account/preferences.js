// Display settings, stored in this browser. Shown on the account page and in the table's menu.

import { el } from "../lib/dom.js";
import { settings } from "../lib/settings.js";

const CHOICES = [
  [
    "theme",
    "Theme",
    [
      ["auto", "Match system"],
      ["light", "Light"],
      ["dark", "Dark"],
    ],
  ],
  [
    "deck",
    "Deck",
    [
      ["two", "Two colours"],
      ["four", "Four colours"],
    ],
  ],
  [
    "motion",
    "Motion",
    [
      ["auto", "Match system"],
      ["on", "Full"],
      ["off", "Reduced"],
    ],
  ],
  [
    "sound",
    "Sound",
    [
      ["off", "Off"],
      ["on", "On"],
    ],
  ],
  [
    "coach",
    "Coach",
    [
      ["off", "Off"],
      ["on", "Show what a mistake costs"],
    ],
  ],
];

export function preferences() {
  return el(
    "div",
    { class: "preferences" },
    CHOICES.map(([name, title, choices]) =>
      el(
        "label",
        {},
        el("span", {}, title),
        el(
          "select",
          { onchange: ({ target }) => settings.set(name, target.value) },
          choices.map(([value, text]) => el("option", { value, selected: settings.get(name) === value }, text)),
        ),
      ),
    ),
  );
}
