// What a player has done since logging in: rounds, money, mistakes. It is stored in this browser and counted from the
// table's events, each once, so that a reload or a lost connection changes nothing. Money is whole cents.

const SHOWN = 60; // rounds in the chart
const HOUR = 3600;
const NEW = { rounds: 0, staked: 0, won: 0, lost: 0, sides: 0, mistakes: 0, cost: 0, judged: 0, nets: [] };

export class Tally extends EventTarget {
	#key;
	#kept;

	/** `person` as /api/me has them; `sides` are the keys of the table's side wagers. */
	constructor({ name, session_began: began }, table, sides) {
		super();
		this.#key = `holecard.session.${name}`;
		this.table = table;
		this.sides = new Set(sides);
		this.began = began;
		this.name = name;
		this.#kept = { ...NEW, began, initial: {}, open: {}, seen: {}, hours: this.#hoursGone() };
		this.#load();
	}

	#load() {
		const kept = JSON.parse(localStorage.getItem(this.#key) ?? "null");
		if (kept?.began === this.began) this.#kept = kept;
	}

	get figures() {
		return { ...this.#kept, net: this.#kept.won - this.#kept.lost };
	}

	/** Seconds since the player logged in. */
	get seconds() {
		return Math.max(0, Date.now() / 1000 - this.began);
	}

	/** Whether an hour has passed since the last pause, or since the first table. */
	get isPauseDue() {
		return this.#hoursGone() > this.#kept.hours;
	}

	pause() {
		this.#kept.hours = this.#hoursGone();
		this.#store();
	}

	#hoursGone() {
		return Math.floor(this.seconds / HOUR);
	}

	/** Nothing up to this event concerns the player: they have just come. */
	begin(seq) {
		this.#kept.seen[this.table] ??= seq;
		this.#store();
	}

	/** One event of the table, in the order in which they happened. */
	hear({ n, kind, text, facts }) {
		this.#load(); // another tab may have counted too
		const kept = this.#kept;
		if (!(n > kept.seen[this.table])) return;
		kept.seen[this.table] = n;
		if (kind !== "answer") return;
		const round = (kept.open[this.table] ??= { staked: 0, main: 0, net: 0, sides: 0 });
		for (const fact of facts) if (fact.bettor === this.name) this.#count(round, fact);
		if (text.endsWith("no more bets")) kept.initial[this.table] = (kept.initial[this.table] ?? 0) + round.main;
		if (text === "collect") this.#end(round);
		this.#store();
	}

	#count(round, { what, amount = 0, wager }) {
		const placed = { placed: amount, "taken back": -amount }[what] ?? 0;
		round.staked += placed;
		if (wager === "main") round.main += placed;
		const net = { paid: amount, collected: -amount, restored: amount }[what] ?? 0;
		round.net += net;
		if (this.sides.has(wager)) round.sides += net;
	}

	#end({ staked, net, sides }) {
		const kept = this.#kept;
		delete kept.open[this.table];
		if (!staked) return;
		kept.rounds += 1;
		kept.staked += staked;
		kept.sides += sides;
		kept[net > 0 ? "won" : "lost"] += Math.abs(net);
		kept.nets = [...kept.nets, kept.won - kept.lost].slice(-SHOWN);
	}

	/** A decision was compared with the best one; `cost` is what the difference costs on average. */
	judge(cost) {
		this.#kept.judged += 1;
		if (cost) this.#kept.mistakes += 1;
		this.#kept.cost += cost;
		this.#store();
	}

	#store() {
		try {
			localStorage.setItem(this.#key, JSON.stringify(this.#kept));
		} catch {
			// a browser without storage counts until it is closed
		}
		this.dispatchEvent(new Event("change"));
	}
}
