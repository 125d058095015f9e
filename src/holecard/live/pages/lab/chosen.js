// A form with a game's options: those the rulebook leaves open, side wagers, house rules.

import { el, many } from "../lib/dom.js";

const GROUPS = [
	["game", "Game options"],
	["wager", "Side wagers"],
	["house", "House rules"],
];

export class Chosen {
	#inputs = new Map();

	constructor(rules) {
		this.game = rules.game;
		const groups = GROUPS.map(([key, title]) => [title, rules.options.filter(({ group }) => group === key)]).filter(
			([, found]) => found.length,
		);
		this.node = el(
			"div.chosen",
			groups.map(([title, found], at) =>
				el(
					"details",
					{ open: at === 0 },
					el("summary", title, el("span.clause", many(found.length, "option"))),
					el(
						"div.chosen-group",
						found.map((option) => this.#option(option)),
					),
				),
			),
			el("button.plain", { onclick: () => this.reset() }, "Reset options"),
		);
	}

	#option({ name, title, kind, values, value_names: names, default: usual, clause, summary }) {
		const id = `option-${name}`;
		const isWide = kind === "choice" && Object.keys(names).length > 0;
		const input =
			kind === "choice"
				? el(
						"select",
						{ id },
						values.map((value) => el("option", { value, selected: value === usual }, names[value] ?? value)),
					)
				: el("input", { id, value: usual, maxlength: 20, autocomplete: "off" });
		this.#inputs.set(name, { input, usual });
		input.addEventListener("change", () => this.#mark(name));
		return el(
			"div",
			{ class: isWide ? "chosen-option wide" : "chosen-option", title: `${clause}${summary ? `: ${summary}` : ""}` },
			el("label", { for: id }, title),
			input,
		);
	}

	#mark(name) {
		const { input, usual } = this.#inputs.get(name);
		input.closest(".chosen-option").classList.toggle("changed", input.value.trim() !== usual);
	}

	reset() {
		for (const [name, { input, usual }] of this.#inputs) {
			input.value = usual;
			this.#mark(name);
		}
	}

	/** Only the options that differ from the default, so that a refusal names what was chosen. */
	get options() {
		const found = [...this.#inputs].map(([name, { input, usual }]) => [name, input.value.trim(), usual]);
		return Object.fromEntries(
			found.filter(([, value, usual]) => value !== usual).map(([name, value]) => [name, value]),
		);
	}
}
