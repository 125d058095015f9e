// What the floor hears: disputes with their rounds' evidence, and table talk, of which a player can be muted.

import "../elements/toast.js";
import { toast } from "../elements/toast.js";
import { get, post } from "../lib/api.js";
import { disputeItem } from "../lib/disputes.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { section } from "../lib/parts.js";

const AGAIN = 10000; // milliseconds
const HEARD = 30; // lines of talk that are kept

export class Hearing {
	#list = el("ul.disputes");
	#talk = el("ul.heard", { "aria-live": "polite" });

	open = 0;

	/** `changed()` is called when there are other disputes. */
	constructor(changed) {
		this.changed = changed;
		this.node = el(
			"div.hearing",
			section("disputes", "Disputes", this.#list),
			section("talk", "Table talk", this.#talk),
		);
		this.load();
		this.timer = setInterval(() => this.#list.contains(document.activeElement) || this.load(), AGAIN);
		this.#talk.append(el("li", "Nobody has said anything since you came."));
	}

	close() {
		clearInterval(this.timer);
	}

	async load() {
		const all = await get("/api/disputes").catch(() => null);
		if (all === null) return;
		const answered = me.isFloor ? () => this.load() : null;
		const drawn = JSON.stringify(all);
		if (drawn === this.drawn) return;
		this.drawn = drawn;
		this.open = all.filter((one) => !one.answered).length;
		this.changed();
		this.#list.replaceChildren(
			...(all.length ? all.map((one) => disputeItem(one, answered)) : [el("li", "No player has questioned a round.")]),
		);
	}

	hear(table, { name, text, floor }) {
		const button = el(
			"button.quiet.small",
			{ onclick: () => this.#mute(name, button) },
			"Mute",
			el("span.unseen", ` ${name}`),
		);
		if (!this.#talk.querySelector(".heard-line")) this.#talk.replaceChildren();
		this.#talk.prepend(
			el("li.heard-line", el("span", `${table.name}, ${name}: `, el("q", text)), me.isFloor && !floor ? button : ""),
		);
		while (this.#talk.children.length > HEARD) this.#talk.lastChild.remove();
	}

	async #mute(name, button) {
		const isMuted = button.textContent.startsWith("Unmute");
		try {
			await post(`/api/accounts/${name}/${isMuted ? "unmute" : "mute"}`, { why: "table talk" });
			button.firstChild.data = isMuted ? "Mute" : "Unmute";
			toast(isMuted ? `${name} can talk again` : `${name} can't talk at any table`);
		} catch (problem) {
			toast(problem.message, "error");
		}
	}
}
