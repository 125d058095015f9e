// Who plays in this browser, at which box; sitting down and leaving.

import { toast } from "../elements/toast.js";
import { me } from "../lib/me.js";
import { randomNumber } from "../lib/mixing.js";
import { settings } from "../lib/settings.js";

export class Seat {
	#table;
	#socket;
	#memory;
	#view = null;
	#mixed = ""; // the commitment that this browser gave a number for

	gaveUp = false; // by being away too long

	constructor(table, socket, memory) {
		this.#table = table;
		this.#socket = socket;
		this.#memory = memory;
	}

	/** The house's latest view. */
	update(view) {
		this.#view = view;
		if (this.box) this.#memory.hasSeat = true;
		this.gaveUp = !this.box && this.name !== "" && this.#memory.hasSeat;
		this.#mix(view.shoe);
	}

	get name() {
		return me.person?.name ?? "";
	}

	/** The player's box, 0 for a spectator. */
	get box() {
		return this.#view?.seats.find((seat) => seat.name === this.name && this.name)?.box ?? 0;
	}

	/** The numbers of the free boxes. */
	get free() {
		const taken = new Set(this.#view?.seats.map((seat) => seat.box));
		return Array.from({ length: this.#table.boxes }, (_, at) => at + 1).filter((box) => !taken.has(box));
	}

	/** The free box nearest to the middle. */
	get best() {
		const middle = (this.#table.boxes + 1) / 2;
		return this.free.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0];
	}

	/** Whether the player does not want to be asked to inspect or cut the cards; guests don't, unless they say so. */
	get isUnasked() {
		const wish = settings.get("pit");
		return wish === "skip" || (wish === "auto" && me.person?.guest === true);
	}

	/** Whether the player bets in the round that is on. */
	get isPlaying() {
		return this.#view.table.boxes.some((box) => box.bettors.includes(this.name));
	}

	async sit(box) {
		const known = me.person !== null;
		await me.orGuest();
		if (!known) await this.#reconnect(); // the socket knows its visitor from the cookie that it opened with
		await this.#socket.say({ do: "sit", box, unasked: this.isUnasked });
	}

	/** Reconnect with the current session. */
	#reconnect() {
		return new Promise((done) => {
			this.#socket.addEventListener("table", () => done(), { once: true });
			this.#socket.again();
		});
	}

	async leave() {
		if (this.box) {
			const { isPlaying } = this;
			await this.#socket.say({ do: "leave" });
			this.#memory.hasSeat = false;
			if (isPlaying) return toast("You will leave when the round is over");
		}
		location.hash = "#/";
	}

	/** Give a random number to mix the cards that the house has just committed to. */
	#mix({ number, commitment, numbers, open }) {
		if (!open || !this.box || commitment === this.#mixed || numbers.includes(this.name)) return;
		this.#mixed = commitment;
		const given = { do: "contribute", shoe: number, number: randomNumber() };
		this.#socket.say(given).catch(() => {}); // it came too late: the panel says whose numbers count
	}
}
