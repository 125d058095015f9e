// The dealer's side: shoe, discard rack, the dealer's hand, and the reader's light as colour, shape and word.

import { el, setStyle, svg } from "../lib/dom.js";
import { cardsInto } from "./cards.js";

const SHAPES = {
	disc: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14z",
	triangle: "M10 2.500L18.500 17h-17z",
	square: "M3 3h14v14H3z",
};

export class DealerView {
	constructor(felt) {
		this.felt = felt;
		this.cards = el("div.cards");
		this.total = el("output.total", { "aria-live": "off" });
		this.hand = el("div.dealer-hand", this.cards, this.total);
		this.left = el("b");
		this.shoe = el("div.shoe", shoeDrawing(), el("span", "shoe ", this.left));
		this.pile = el("span.rack-cards", { "aria-hidden": "true" });
		this.discards = el("b");
		this.rack = el("div.rack", this.pile, el("span", "discards ", this.discards));
		this.areas = felt.areas.map((area) => new Area(area));
		this.lamp = el("div.lamp", { hidden: true });
		const reader = this.areas.length
			? el(
					"div.areas",
					{ role: "group", "aria-label": "What the reader shows" },
					this.areas.map((area) => area.node),
				)
			: this.lamp;
		this.node = el(
			"section.dealer",
			{ "aria-label": "The dealer" },
			this.rack,
			el("div.dealer-middle", this.hand, reader),
			this.shoe,
		);
	}

	/** Draws it; gives the cards that are new. */
	show({ dealer, cards_left: left, rack }) {
		const fresh = cardsInto(this.cards, dealer.cards, { gap: dealer.cards.length > 5 ? 0.34 : 0.6 });
		this.total.textContent = dealer.text;
		this.hand.dataset.light = this.areas.length ? dealer.light : "";
		setStyle(this.hand, { "--column": this.areas.findIndex((area) => area.light === dealer.light) - 1 });
		this.hand.classList.toggle("placed", this.areas.length > 0 && Boolean(dealer.light));
		for (const area of this.areas) area.show(dealer.light);
		this.lamp.hidden = !dealer.light || this.areas.length > 0;
		this.lamp.textContent = dealer.light_name;
		this.lamp.dataset.shows = dealer.light;
		this.left.textContent = left;
		this.discards.textContent = rack;
		setStyle(this.pile, { "--full": Math.min(1, rack / 312) });
		return fresh;
	}
}

class Area {
	constructor({ light, name, cards, colour, shape, clause }) {
		this.light = light;
		this.state = el("span.unseen");
		this.node = el(
			"div",
			{ class: `area ${light}`, title: clause, data: { colour } },
			svg("svg", { viewBox: "0 0 20 20" }, svg("path", { d: SHAPES[shape] })),
			el("b", name),
			el("span", cards),
			this.state,
		);
	}

	show(light) {
		const lit = light === this.light;
		this.node.classList.toggle("lit", lit);
		this.state.textContent = lit ? ", lit" : "";
	}
}

function shoeDrawing() {
	return svg(
		"svg",
		{ viewBox: "0 0 120 76" },
		svg("path.shoe-body", { d: "M16 20L96 6q10 0 12 10l6 46q0 8-8 8H18q-10 0-11-9L5 32q0-10 11-12z" }),
		svg("path.shoe-slot", { d: "M8 36l40-6 4 34H18q-8 0-9-8z" }),
		svg("path.shoe-card", { d: "M10 42l38-6 3 24-36 3z" }),
		svg("path.shoe-shine", { d: "M24 22l72-12 5 2-74 13z" }),
	);
}
