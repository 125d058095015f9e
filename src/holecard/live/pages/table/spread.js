// The cards spread out for the player who inspects them: every card of a deck, suit by suit, and how many decks there are.

import "../elements/card-face.js";
import { el, many } from "../lib/dom.js";

/** `spread` is {cards, decks, up}, or null; cards that lie face down are turned when the player asks for it. */
export class SpreadView {
	constructor() {
		this.node = el("section.spread", { "aria-label": "The cards, spread out", hidden: true });
	}

	show(spread) {
		if (this.node.hidden === !spread) return;
		this.node.hidden = !spread;
		this.spread = spread;
		if (spread) this.#draw(spread.up);
		else this.node.replaceChildren();
	}

	turn() {
		if (this.spread) this.#draw(true);
	}

	#draw(isUp) {
		const { spread } = this;
		const suits = Map.groupBy ? [...Map.groupBy(spread.cards, (card) => card[1]).values()] : [spread.cards];
		this.node.replaceChildren(
			el("p", `${many(spread.decks, "deck")}, each like this`),
			...suits.map((cards) =>
				el(
					"div.spread-suit",
					cards.map((card) => el("card-face", { card: isUp ? card : "--" })),
				),
			),
		);
	}
}
