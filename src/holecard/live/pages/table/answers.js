// The floor's answers to the player's disputes: each is told once, also when it came while the player was away.

import { get } from "../lib/api.js";

const AGAIN = 15000; // milliseconds, while a dispute is open
const KEY = "holecard.answers";

export class Answers {
	#timer = 0;

	/** `tell(dispute)` is called for each answer that this browser has not told yet. */
	constructor(tell) {
		this.tell = tell;
	}

	async check() {
		clearTimeout(this.#timer);
		const all = await get("/api/disputes").catch(() => []);
		const told = new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
		for (const one of all.filter(({ id, answered }) => answered && !told.has(id))) {
			told.add(one.id);
			this.tell(one);
		}
		if (told.size) localStorage.setItem(KEY, JSON.stringify([...told]));
		if (all.some(({ answered }) => !answered)) this.#timer = setTimeout(() => this.check(), AGAIN);
	}

	stop() {
		clearTimeout(this.#timer);
	}
}
