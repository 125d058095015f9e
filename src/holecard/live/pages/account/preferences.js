// Display settings, stored in this browser. Shown on the account page and in the table's menu.

import { el } from "../lib/dom.js";
import { settings } from "../lib/settings.js";

const OFF_ON = { off: "Off", on: "On" };
const CHOICES = {
	theme: ["Theme", { auto: "Match system", light: "Light", dark: "Dark" }],
	deck: ["Deck", { two: "Two colours", four: "Four colours" }],
	motion: ["Motion", { auto: "Match system", on: "Full", off: "Reduced" }],
	sound: ["Sound", OFF_ON],
	coach: ["Coach", { off: "Off", on: "Show what a mistake costs" }],
	pace: ["Pace", { slow: "Slow", normal: "Normal", fast: "Fast", instant: "Instant" }],
	rebet: ["Rebet", { off: "By hand", on: "Automatic" }],
	pit: ["Inspect, cut", { auto: "Not as a guest", ask: "Always ask me", skip: "Never ask me" }],
	keys: ["Shortcuts", { on: "On", off: "Off" }],
};

export function preferences() {
	return el(
		"div.preferences",
		Object.entries(CHOICES).map(([name, [title, choices]]) =>
			el(
				"label",
				el("span", title),
				el(
					"select",
					{ onchange: ({ target }) => settings.set(name, target.value) },
					Object.entries(choices).map(([value, text]) =>
						el("option", { value, selected: settings.get(name) === value }, text),
					),
				),
			),
		),
	);
}
