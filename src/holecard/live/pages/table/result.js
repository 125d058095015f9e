// What a round comes to for the player: counted from what is paid and collected, said when the cards are collected.

import { money } from "../lib/money.js";

const RARE = 10; // times the stake, from which on a side wager's win is an event

export class Result {
	net = 0;
	text = "";
	#sides;
	#celebrate;

	/** `sides` are the names of the side wagers, by key; `celebrate(name, what, amount)` shows a rare win. */
	constructor(sides, celebrate) {
		this.#sides = sides;
		this.#celebrate = celebrate;
	}

	/** What an answer's facts bring to this player. */
	count(facts, name) {
		for (const fact of facts) {
			if (fact.bettor !== name) continue;
			if (fact.what === "paid") {
				this.net += fact.amount ?? 0;
				this.#look(fact);
			}
			if (fact.what === "collected") this.net -= fact.amount ?? 0;
		}
	}

	/** A side wager that pays many times its stake is an event. */
	#look({ amount = 0, stake = 0, wager, note = "" }) {
		if (!this.#sides.has(wager) || amount < RARE * stake || !stake) return;
		this.#celebrate(this.#sides.get(wager), note, money(amount));
	}

	/** The round is over. `text` is empty if the player had no part in it. */
	end(hasPlayed) {
		const { net } = this;
		const said = net > 0 ? `You won ${money(net)}` : net < 0 ? `You lost ${money(-net)}` : "Even: no win, no loss";
		this.text = hasPlayed ? said : "";
		this.net = 0;
	}
}
