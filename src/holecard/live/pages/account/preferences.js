// How cards and pages look, kept in this browser; on the account page and in the table's own menu.

import { el } from "../lib/dom.js";
import { settings } from "../lib/settings.js";

const CHOICES = [
  [
    "theme",
    "Light",
    [
      ["auto", "As the system"],
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
      ["auto", "As the system"],
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
      ["on", "Says what a mistake cost"],
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
