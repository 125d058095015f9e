// Chips before the deal. The player sees a bet at once. The page sends it to the server a moment later, when it is a
// legal bet, and then the other players see it too. Undo, clear and rebet work until "no more bets". At a table
// where bets are final, a bet that the server has taken stays: there is no Undo and no Clear.
// A chip that a limit cuts short, or that is not taken at all, is explained ("limited").

import { money } from "../lib/money.js";

const SEND_AFTER = 250; // milliseconds without another chip

export class Betting extends EventTarget {
	#socket;
	#table;
	#placed; // the wagers that players place
	#me = "";
	#view = null;
	#want = null; // "box wager" -> cents; null while bets are not placed
	#past = [];
	#lifted = new Map(); // side wagers taken back to be placed again with more chips
	#timer = 0;
	#working = null;

	/** `limits` are those of the side wagers, by wager: {least, most}. */
	constructor(socket, table, limits, isFinal) {
		super();
		this.#socket = socket;
		this.#table = table;
		this.isFinal = isFinal;
		this.#placed = new Set(["main", ...table.side_wagers.map(({ wager }) => wager)]);
		this.#limits = new Map([["main", { least: table.minimum, most: table.maximum }], ...limits]);
	}

	#limits;

	/** The server's latest view. */
	update(view, me) {
		const before = this.#view;
		this.#view = view;
		this.#me = me;
		if (before && !before.table.closed && (view.table.closed || view.round !== before.round)) this.#remember(before);
		if (view.question.type !== "bets" || !me) {
			this.#want = null;
			this.#past = [];
		} else if (!this.#want || view.round !== before?.round) {
			this.#want = this.#have();
			this.#past = [];
		}
	}

	get isOpen() {
		return this.#want !== null;
	}

	/** The player's bets on a box, by wager; undefined where they changed nothing. */
	at(box) {
		const found = {};
		for (const source of [this.#have(), this.#want ?? new Map()]) {
			for (const key of source.keys()) {
				const [seat, wager] = key.split(" ");
				if (Number(seat) === box) found[wager] = this.#want?.get(key) ?? 0;
			}
		}
		return found;
	}

	get total() {
		return [...(this.#want ?? [])].reduce((sum, [, cents]) => sum + cents, 0);
	}

	/** What all bets cost, with what must be bet beside them, such as an Ante. */
	get cost() {
		const extra = this.#own()
			.filter(({ wager }) => !this.#placed.has(wager))
			.reduce((sum, { amount }) => sum + amount, 0);
		return this.total + (this.total ? extra : 0);
	}

	/** What the house holds of the player's money for this round. */
	get lying() {
		return this.#own().reduce((sum, { amount }) => sum + amount, 0);
	}

	/** What the last round's bets came to, with what lay beside them. */
	get last() {
		return Number(sessionStorage.getItem(`${this.#storageKey}.cost`) ?? 0);
	}

	/** A side wager alone gets no cards. */
	get isPlayable() {
		return [...(this.#want ?? [])].some(([key]) => !isSide(key));
	}

	get canUndo() {
		return !this.isFinal && this.#past.length > 0;
	}

	get canRebet() {
		return this.isOpen && this.total === 0 && this.#last().length > 0;
	}

	/** A chip on an area. `purse` is what the player can still bet. */
	add(box, wager, chip, purse) {
		if (!this.isOpen) return;
		const key = `${box} ${wager}`;
		const now = this.#want.get(key) ?? 0;
		const { least, most } = this.#limits.get(wager);
		const wanted = Math.max(now + chip, least); // one click is a bet
		const bet = Math.min(wanted, most);
		const why =
			bet <= now
				? `${money(most)} is the most here`
				: bet - now > purse
					? `You have ${money(purse)} left`
					: wanted > most
						? `The most here is ${money(most)}, so your bet is ${money(bet)}`
						: now + chip < least
							? `The least here is ${money(least)}, so your bet is ${money(bet)}`
							: "";
		if (why) this.dispatchEvent(new CustomEvent("limited", { detail: { box, wager, why } }));
		if (bet > now && bet - now <= purse) this.#change(new Map(this.#want).set(key, bet));
	}

	/** Doubles the bets, as far as the limits allow. */
	twice(purse) {
		const want = new Map(
			[...this.#want].map(([key, cents]) => [key, Math.min(2 * cents, this.#limits.get(key.split(" ")[1]).most)]),
		);
		const more = [...want.values()].reduce((sum, cents) => sum + cents, 0) - this.total;
		const [key] = this.#want.keys();
		const [box, wager] = key.split(" ");
		const why = !more ? `${money(this.total)} is the most here` : more > purse ? `You have ${money(purse)} left` : "";
		if (why) this.dispatchEvent(new CustomEvent("limited", { detail: { box: Number(box), wager, why } }));
		else this.#change(want);
	}

	undo() {
		const before = this.canUndo && this.#past.pop();
		if (before) this.#set(before);
	}

	clear() {
		if (this.total && !this.isFinal) this.#change(new Map());
	}

	rebet() {
		if (this.canRebet) this.#change(new Map(this.#last()));
	}

	#change(want) {
		this.#past.push(this.#want);
		this.#set(want);
	}

	#set(want) {
		this.#want = want;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.flush().catch(() => {}), SEND_AFTER);
		this.dispatchEvent(new Event("change"));
	}

	/** Send all bets. Takes back what the server refuses, then rejects with the first refusal. */
	async flush() {
		clearTimeout(this.#timer);
		this.#working = (this.#working ?? Promise.resolve()).catch(() => {}).then(() => this.#sync());
		return this.#working;
	}

	async #sync() {
		const refused = [];
		this.#lifted.clear();
		for (let turn = 0; turn < 12 && this.#want; turn += 1) {
			const step = this.#next();
			if (!step) break;
			refused.push(...(await this.#say(step)));
		}
		if (!refused.length) return;
		this.dispatchEvent(new CustomEvent("refused", { detail: refused }));
		this.dispatchEvent(new Event("change"));
		throw refused[0].problem;
	}

	/** Send one message and return the refused wagers: [{problem, box, wager}]. The others stay. */
	async #say(step) {
		try {
			await this.#socket.say(step);
			return [];
		} catch (problem) {
			if (problem.refused && step.bets?.length > 1) return this.#singly(step.bets);
			const [{ box, wager }] = step.bets ?? [step];
			for (const one of step.bets ?? [step]) this.#takeBack(`${one.box} ${one.wager}`);
			return [{ problem, box, wager }];
		}
	}

	/** The server takes all bets of a message or none. Sent one by one, we learn which bet it refuses. */
	async #singly(bets) {
		const refused = [];
		for (const bet of bets) {
			if (refused.some(({ box, wager }) => box === bet.box && wager === "main"))
				this.#takeBack(`${bet.box} ${bet.wager}`);
			else refused.push(...(await this.#say({ do: "bet", bets: [bet] })));
		}
		return refused;
	}

	/** Go back to the last accepted amount, also in every state that Undo can restore. */
	#takeBack(key) {
		if (!this.#want) return;
		const accepted = this.#have().get(key) ?? this.#lifted.get(key) ?? 0;
		const lowered = (want) =>
			new Map(
				[...want]
					.map(([one, cents]) => [one, one === key ? Math.min(cents, accepted) : cents])
					.filter(([, cents]) => cents),
			);
		this.#lifted.delete(key);
		this.#want = lowered(this.#want);
		this.#past = this.#past.map(lowered);
		while (this.#past.length && same(this.#past.at(-1), this.#want)) this.#past.pop();
	}

	/** The next message that turns the placed bets into the wanted ones. */
	#next() {
		const have = this.#have();
		const keys = [...new Set([...have.keys(), ...this.#want.keys()])];
		const less = keys.find(
			(key) =>
				(this.#want.get(key) ?? 0) < (have.get(key) ?? 0) ||
				(isSide(key) && have.has(key) && this.#want.get(key) !== have.get(key)),
		);
		if (less) {
			const [box, wager] = less.split(" ");
			if (this.#want.get(less) > have.get(less)) this.#lifted.set(less, have.get(less));
			return { do: "take-back", box: Number(box), wager };
		}
		const more = keys
			.filter((key) => (this.#want.get(key) ?? 0) > (have.get(key) ?? 0))
			.sort((one, other) => isSide(one) - isSide(other));
		const mains = new Set(
			more
				.filter((key) => !isSide(key))
				.concat([...have.keys()].filter((key) => !isSide(key)))
				.map((key) => key.split(" ")[0]),
		);
		const bets = more
			.filter((key) => !isSide(key) || mains.has(key.split(" ")[0]) || mains.size > 0)
			.map((key) => ({
				box: Number(key.split(" ")[0]),
				wager: key.split(" ")[1],
				amount: this.#want.get(key) - (have.get(key) ?? 0),
			}));
		return bets.length ? { do: "bet", bets } : null;
	}

	#have() {
		const found = new Map();
		for (const { box, wager, amount, part } of this.#own())
			if (this.#placed.has(wager) && ["original", "side"].includes(part)) found.set(`${box} ${wager}`, amount);
		return found;
	}

	/** The player's own wagers while bets are placed, as the house has them. */
	#own() {
		if (this.#view?.question.type !== "bets") return [];
		return this.#view.table.boxes.flatMap(({ box, hands, wagers }) =>
			[...hands.flatMap((hand) => hand.wagers), ...wagers]
				.filter(({ bettor }) => bettor === this.#me)
				.map((wager) => ({ ...wager, box })),
		);
	}

	// the last round's bets, for Rebet

	#remember(view) {
		const current = this.#view;
		this.#view = view;
		const bets = [...this.#have()];
		const cost = this.lying;
		this.#view = current;
		if (!bets.length) return;
		sessionStorage.setItem(this.#storageKey, JSON.stringify(bets));
		sessionStorage.setItem(`${this.#storageKey}.cost`, String(cost));
	}

	#last() {
		return JSON.parse(sessionStorage.getItem(this.#storageKey) ?? "[]");
	}

	get #storageKey() {
		return `holecard.last.${this.#table.id}`;
	}
}

function same(one, other) {
	return one.size === other.size && [...one].every(([key, cents]) => other.get(key) === cents);
}

function isSide(key) {
	return !key.endsWith(" main");
}
