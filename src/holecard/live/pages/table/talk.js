// Table talk: the house's phrases, and your own words where the house allows them.

import { el } from "../lib/dom.js";
import { Drawer } from "./drawer.js";

export default class TalkDrawer extends Drawer {
	constructor({ felt, say }) {
		super("Say something");
		const { phrases, free } = felt.talk;
		const error = el("inline-error", { hidden: true });
		const send = async (said) => {
			error.clear();
			try {
				await say(said);
				this.close();
			} catch (problem) {
				error.show(problem);
			}
		};
		const text = el("input", { maxlength: 120, autocomplete: "off", "aria-label": "In your own words" });
		const own = (event) => {
			event.preventDefault();
			if (text.value.trim()) send({ text: text.value.trim() }).then(() => (text.value = ""));
		};
		this.body.append(
			phrases.length ? "" : el("p", "Table talk is off in this house."),
			el(
				"div.phrases",
				phrases.map(({ phrase, text: words }) => el("button.quiet.small", { onclick: () => send({ phrase }) }, words)),
			),
			free ? el("form.row", { onsubmit: own }, text, el("button", { type: "submit", class: "small" }, "Say it")) : "",
			error,
		);
	}
}
