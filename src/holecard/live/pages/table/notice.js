// A plaque on the layout that shows irregularities, rulings and pit steps, so that nobody misses them.
// A screen reader has the same in the log and in the player's prompt.

import { el } from "../lib/dom.js";

const SHOWN = { pit: 2200 },
	LONG = 5000; // milliseconds

export class NoticeView {
	#timer = 0;
	#held = null;
	#drawn;

	/** `drawn` is called when the plaque may have changed its size. */
	constructor(drawn) {
		this.#drawn = drawn;
		this.node = el("div.plaque", { "aria-hidden": "true", hidden: true });
	}

	/** Show an event for a while, then the standing notice again. */
	tell(notice) {
		clearTimeout(this.#timer);
		this.#draw(notice);
		this.#timer = setTimeout(() => this.pass(), SHOWN[notice.kind] ?? LONG);
	}

	/** The game goes on: show only the standing notice. */
	pass() {
		clearTimeout(this.#timer);
		this.#draw(this.#held);
	}

	/** Set the standing notice, or null. It waits while an event is still being shown. */
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
							"span.riffle",
							["--", "--", "--"].map((back) => el("card-face", { card: back })),
						)
					: "",
			el("div", title ? el("b", title) : "", text ? el("p", text) : "", clause ? el("span.plaque-clause", clause) : ""),
		);
		this.#drawn();
	}
}

/** The standing notice: play is stopped, a ruling is needed, or a card was drawn in error. */
export function standing({ open, stopped, question }) {
	if (!open) return { kind: "floor", title: "The table is closed", text: "" };
	if (stopped) return { kind: "floor", title: "Play is stopped", text: "Cards and bets stay put. No clock runs." };
	return question.notice;
}
