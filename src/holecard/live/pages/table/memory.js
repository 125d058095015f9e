// What a browser tab remembers about a table: the last event seen, and whether the player has a seat.

const EARLIER = 25; // events loaded again after a reload, so that the log is not empty

export class TabMemory {
	#table;

	constructor(table) {
		this.#table = table;
	}

	get seen() {
		const seen = sessionStorage.getItem(`holecard.seen.${this.#table}`);
		return seen === null ? -1 : Math.max(0, Number(seen) - EARLIER);
	}

	set seen(event) {
		sessionStorage.setItem(`holecard.seen.${this.#table}`, String(event));
	}

	/** Whether the player sat down here and has not left, as far as this tab knows. */
	get hasSeat() {
		return sessionStorage.getItem(`holecard.seat.${this.#table}`) !== null;
	}

	set hasSeat(is) {
		if (is) sessionStorage.setItem(`holecard.seat.${this.#table}`, "yes");
		else sessionStorage.removeItem(`holecard.seat.${this.#table}`);
	}

	/** Whether this browser has played this game before. */
	hasMet(game) {
		return met().includes(game);
	}

	meet(game) {
		if (!this.hasMet(game)) localStorage.setItem("holecard.met", JSON.stringify([...met(), game]));
	}

	/** Whether the lobby sent the player here to sit down. True once. */
	takeWish() {
		const isWanted = sessionStorage.getItem("holecard.sit") === this.#table;
		if (isWanted) sessionStorage.removeItem("holecard.sit");
		return isWanted;
	}
}

function met() {
	return JSON.parse(localStorage.getItem("holecard.met") ?? "[]");
}
