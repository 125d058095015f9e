// The logged-in person. `me.person` is null for a spectator. "change" fires when the person or their balance changes.

import { get, post } from "./api.js";

class Me extends EventTarget {
	person = null;
	#asked = null;

	/** {name, role, balance, limits, session_began}, or null. */
	async load(again = false) {
		if (again || !this.#asked) this.#asked = this.#ask();
		return this.#asked;
	}

	async #ask() {
		try {
			this.person = await get("/api/me");
		} catch (problem) {
			this.#asked = null;
			throw problem;
		}
		this.#announce();
		return this.person;
	}

	/** The person who is logged in, or else a new guest. */
	async orGuest() {
		if (await this.load()) return this.person;
		await post("/api/guest");
		return this.load(true);
	}

	async enter(path, body) {
		await post(path, body);
		return this.load(true);
	}

	async logOut() {
		await post("/api/logout");
		return this.load(true);
	}

	setBalance(balance) {
		if (!this.person || this.person.balance === balance) return;
		this.person = { ...this.person, balance };
		this.#announce();
	}

	get isFloor() {
		return this.person?.role === "floor";
	}

	get isStaff() {
		return this.person !== null && this.person.role !== "player";
	}

	#announce() {
		this.dispatchEvent(new Event("change"));
	}
}

export const me = new Me();
