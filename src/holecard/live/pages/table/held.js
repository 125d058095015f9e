// The cards of the round that is over stay on the layout until the player bets again. The house has collected them:
// only the picture stays, without the money.

import { signed } from "../lib/money.js";

export class Held {
	#table = null; // the round as it lay before its cards were collected
	#before = null;

	/** A picture with what is still to be seen of the last round, while the player of a `box` is `isIdle`. */
	shown(frame, isIdle, box) {
		const { table } = frame;
		if (frame.cleared && box && this.#before?.boxes.some(hasCards)) this.#table = withoutMoney(this.#before);
		this.#before = table;
		if (isIdle) return { ...frame, table: this.#over(table), cleared: false };
		const had = this.#table !== null;
		this.#table = null;
		return { ...frame, cleared: had || frame.cleared };
	}

	/** What the round has brought somebody, item by item; who bet on several boxes sees what each came to. */
	items(name) {
		const boxes = (this.#table?.boxes ?? [])
			.map(({ box, hands, results }) => ({
				box,
				own: [...hands.flatMap((hand) => hand.results), ...results].filter(({ bettor }) => bettor === name),
			}))
			.filter(({ own }) => own.length);
		return boxes.length > 1
			? boxes.map(({ box, own }) => `Box ${box} ${signed(own.reduce((sum, { net }) => sum + net, 0))}`)
			: boxes.flatMap(({ own }) => own.map(({ text }) => text));
	}

	#over(table) {
		if (!this.#table) return table;
		const taken = new Set(table.boxes.map(({ box }) => box));
		return {
			...table,
			dealer: this.#table.dealer,
			boxes: [...table.boxes, ...this.#table.boxes.filter(({ box }) => !taken.has(box))],
		};
	}
}

function hasCards({ hands }) {
	return hands.some(({ cards }) => cards.length);
}

function withoutMoney(table) {
	const boxes = table.boxes.map((box) => ({
		...box,
		bettors: [],
		wagers: [],
		hands: box.hands.map((hand) => ({ ...hand, wagers: [], removed: false })),
	}));
	return { ...table, boxes };
}
