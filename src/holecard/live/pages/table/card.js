// The strategy card at the table: the cell of the hand in question is marked, and its light's card comes first.

import { get } from "../lib/api.js";
import { el, wait } from "../lib/dom.js";
import { useStyle } from "../lib/parts.js";
import { StrategyCards } from "../lab/strategy.js";
import { Drawer } from "./drawer.js";

const AGAIN = 1500; // milliseconds

export default class CardDrawer extends Drawer {
	#cards = null;

	constructor({ table }) {
		super("Strategy card", { keepsFocus: true });
		this.table = table;
		useStyle("lab/strategy.css");
		this.body.append((this.said = el("p", { role: "status" })));
	}

	async shown() {
		while (this.node.open && this.node.isConnected) {
			try {
				const found = await get(`/api/tables/${this.table.id}/card?whole=${this.#cards === null}`);
				if (found.card) {
					this.#cards = new StrategyCards(found.card);
					this.body.append(this.#cards.node);
				}
				this.said.textContent = found.warming
					? "The solver is still working on this game. The card will appear here when it's ready."
					: (found.cannot ?? "");
				if (!found.warming) return this.#cards?.mark(found.here);
			} catch (problem) {
				this.said.textContent = problem.message;
				return null;
			}
			await wait(AGAIN);
		}
		return null;
	}

	/** Another question stands: mark its cell. */
	follow() {
		if (this.node.open) this.shown();
	}
}
