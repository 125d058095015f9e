// One box: its wager areas, its hands with their money, who bets there, and whose turn it is.

import { ring, setRing } from "../elements/clock-ring.js";
import { el, hidden, setStyle } from "../lib/dom.js";
import { money, signed } from "../lib/money.js";
import { cardsInto, copies } from "./cards.js";

export const REFUSED = 7000; // milliseconds that a refusal stays at its place

export class BoxView {
	constructor(number, felt, on) {
		this.number = number;
		this.hands = [];
		this.row = el("div.hands");
		this.sides = new Map();
		const keys = sideKeys(felt.keys);
		felt.spots.forEach(({ wager, name, bet }, at) =>
			this.sides.set(wager, new Spot(number, wager, name, bet ? on.spot : null, keys[at])),
		);
		this.beside = [...this.sides.values()].map((spot) => spot.node);
		this.wings = [el("div.sides"), el("div.sides")];
		if (felt.line) {
			const label = [el("span.box-word", "Box "), String(number)];
			this.line = new Spot(number, felt.line.wager, label); // on the line past all boxes, not at the box
			this.sides.set(felt.line.wager, this.line);
		}
		this.main = new Spot(number, "main", felt.main, on.spot, felt.keys.bet);
		this.behind = new Spot(number, "behind", "Bet behind", on.spot);
		this.name = el("span.plate-name");
		this.sit = el("button.sit", { onclick: () => on.sit(number) }, "Sit here");
		this.clock = ring();
		const printed = el("span.plate-number", { "aria-hidden": "true" }, String(number));
		this.plate = el("div.plate", this.clock, printed, this.name, this.sit);
		this.node = el(
			"section.box",
			{ data: { box: number } },
			this.wings[0],
			this.row,
			this.wings[1],
			this.behind.node,
			this.plate,
		);
	}

	/** `room` is how wide its hands may lie without covering those of others, `left` how many side wagers lie to the
	 * left. */
	place({ x, y, u, room = Infinity, isCompact = false, left = Math.ceil(this.beside.length / 2) }, isFocus) {
		setStyle(this.node, { left: `${x}px`, top: `${y}px`, "--u": `${u}px` });
		this.node.classList.toggle("large", isFocus);
		this.node.classList.toggle("tiny", u < 42);
		this.node.classList.toggle("compact", isCompact);
		if (this.wings[0].children.length !== left || !this.wings[1].isConnected)
			this.wings.forEach((wing, at) =>
				wing.replaceChildren(...(at ? this.beside.slice(left) : this.beside.slice(0, left))),
			);
		this.room = room;
		this.#fit();
	}

	/** The side wagers lie beside the bet, or beside all hands of a split; many hands lie smaller. */
	#fit() {
		const fit = Math.min(1, this.room / this.row.offsetWidth);
		const isSplit = this.node.classList.contains("split");
		const half = (isSplit ? this.row.offsetWidth * fit : this.main.node.offsetWidth) / 2;
		setStyle(this.node, { "--half": `${half}px`, "--fit": fit });
		for (const hand of this.hands) hand.fit();
	}

	show({ table, stamps }, seen) {
		const box = table.boxes.find((one) => one.box === this.number);
		const draft = seen.betting?.at(this.number) ?? {};
		const hands = box?.hands ?? [null];
		while (this.hands.length > hands.length) this.hands.pop().node.remove();
		while (this.hands.length < hands.length) {
			const made = new HandView(this.hands.length ? new Spot(this.number, "added", "") : this.main);
			this.hands.push(made);
			this.row.append(made.node);
		}
		const fresh = hands.flatMap((hand, at) => this.hands[at].show(hand, this.#handSeen(box, at, seen)));
		this.node.classList.toggle(
			"dealt",
			hands.some((hand) => hand?.cards.length),
		);
		this.hands.forEach((hand, at) =>
			hand.mark(stamps.find((one) => one.box === this.number && one.hand === at + 1)?.text ?? ""),
		);
		const isOver = box?.bettors.length === 0; // the last round's cards: the areas are free for the next bet
		this.node.classList.toggle("over", isOver);
		this.node.classList.toggle("split", hands.length > 1 && !isOver);
		this.#money(box, draft, seen, isOver);
		this.#fit();
		this.#plate(box, seen);
		return fresh;
	}

	#handSeen(box, at, seen) {
		const { acting, me } = seen;
		const its = acting && acting.box === this.number;
		return {
			me,
			several: (box?.hands.length ?? 1) > 1,
			acts: Boolean(its && box && (acting.hand ? acting.hand - 1 === at : true)),
			beside: at ? [] : (box?.results ?? []),
		};
	}

	#money(box, draft, seen, isOver) {
		const me = seen.me;
		const betting = Boolean(seen.betting);
		const mineFirst = !box || box.bettors[0] === me || box.bettors.length === 0;
		const sitter = seen.seats.find((seat) => seat.box === this.number)?.name;
		const open = betting && (sitter === me || (!sitter && mineFirst) || box?.bettors.includes(me));
		const mine = (wagers) => wagers.filter((one) => one.bettor === me);
		const side = (kind) =>
			[...(box?.wagers ?? []), ...(box?.hands.flatMap((hand) => hand.wagers) ?? [])].filter(
				(one) => one.wager === kind,
			);
		for (const [kind, spot] of this.sides) {
			const beside = side(kind).filter((one) => this.#isBeside(one));
			const lying = spot === this.line ? inOnePile(beside) : beside;
			const drafted = draft[kind];
			const shown =
				drafted === undefined
					? lying
					: [
							...lying.filter((one) => one.bettor !== me),
							...(drafted
								? [{ bettor: me, amount: drafted, net: null, part: "side", draft: mine(lying)[0]?.amount !== drafted }]
								: []),
						];
			const several = shown.some(({ bettor }) => bettor !== box?.bettors[0]); // the first bettor's need no name
			const isNamed = several && spot !== this.line && box?.bettors.length > 1;
			spot.show(shown, { me, open: open && spot.placeable, several: isNamed });
			spot.node.hidden = spot === this.line && !shown.some((one) => !(one.net < 0));
		}
		const first =
			box?.hands.length === 1 || !box || isOver
				? (box?.hands[0].wagers ?? []).filter((one) => !this.#isBeside(one))
				: null;
		if (first) {
			const drafted = draft.main;
			const isMine = mineFirst || box.bettors[0] === me;
			const front = isMine
				? first.filter((one) => !box || one.bettor === (box.bettors[0] ?? me))
				: first.filter((one) => one.bettor === box.bettors[0]);
			const shown =
				drafted === undefined || !isMine
					? front
					: drafted
						? [{ bettor: me, amount: drafted, net: null, part: "original", draft: mine(front)[0]?.amount !== drafted }]
						: [];
			this.main.show(shown, { me, open: open && isMine, several: false });
			this.#behind(first, front, drafted, isMine, betting, seen);
		} else {
			this.behind.node.hidden = true;
		}
		if (isOver) for (const { spot } of this.hands.slice(1)) spot.show([], { me, open: false, several: false });
		else if (box && box.hands.length > 1)
			box.hands.forEach((hand, at) =>
				this.hands[at].spot.show(
					hand.wagers.filter((one) => !this.#isBeside(one)),
					{ me, open: false, several: box.bettors.length > 1, isNarrow: true },
				),
			);
	}

	/** Whether a wager lies in an area of its own; a win that rides lies with the bet. */
	#isBeside({ wager, part }) {
		return this.sides.has(wager) && part !== "riding";
	}

	/** The money of a box's other bettors lies behind that of the first. */
	#behind(all, front, drafted, isMine, betting, seen) {
		const others = all.filter((one) => !front.includes(one) && one.bettor !== (isMine ? seen.me : ""));
		const me = seen.me;
		const may =
			betting &&
			!isMine &&
			seen.mayBack &&
			front.length > 0 &&
			(others.some((one) => one.bettor === me) || new Set(others.map((one) => one.bettor)).size < seen.mayBack);
		const shown =
			isMine || drafted === undefined
				? others
				: [
						...others.filter((one) => one.bettor !== me),
						...(drafted ? [{ bettor: me, amount: drafted, net: null, part: "original" }] : []),
					];
		this.behind.show(shown, { me, open: may, several: true });
		this.behind.node.hidden = !shown.length && !may;
	}

	#plate(box, seen) {
		const { me, seats, acting, ready } = seen;
		const seat = seats.find((one) => one.box === this.number);
		const who = seat?.name ?? box?.bettors[0] ?? "";
		const acts = acting?.box === this.number;
		this.name.textContent = who === me && me ? "You" : who;
		this.node.setAttribute("aria-label", `Box ${this.number}${who ? `, ${who === me ? "you" : who}` : ", free"}`);
		this.node.classList.toggle("mine", Boolean(me) && who === me);
		this.node.classList.toggle("seated", Boolean(me) && seat?.name === me);
		this.node.classList.toggle("acting", acts);
		this.node.classList.toggle("away", Boolean(seat) && !seat.here);
		this.node.classList.toggle("empty", !who && !box);
		this.plate.dataset.state = seat && !seat.here ? "away" : ready.includes(who) ? "ready" : "";
		this.sit.hidden = Boolean(who) || !seen.maySit;
	}

	tick(left, whole, acting) {
		setRing(this.clock, acting === this.number ? left : null, whole);
	}

	/** Copies of the cards of a hand, or of all, with where they lie. */
	faces(hand) {
		return this.hands.filter((_, at) => !hand || at === hand - 1).flatMap((one) => copies(one.cards));
	}

	cardRect(hand, at) {
		return this.hands[hand]?.cards.children[at]?.getBoundingClientRect() ?? null;
	}

	/** A bet was refused: its area shows it for a moment. Gives where that is. */
	refuse(wager) {
		const { node } = this.sides.get(wager) ?? (this.main.node.disabled ? this.behind : this.main);
		node.classList.add("refused");
		setTimeout(() => node.classList.remove("refused"), REFUSED);
		return node.getBoundingClientRect();
	}

	spotRect(hand, wager) {
		const spot =
			wager !== "main" && this.sides.has(wager) && !this.sides.get(wager).node.hidden
				? this.sides.get(wager)
				: (this.hands[Math.max(0, hand - 1)]?.spot ?? this.main);
		return spot.node.getBoundingClientRect();
	}

	/** Copies of the chips that lie here, with where. */
	piles() {
		return [...this.node.querySelectorAll("chip-stack")].map((pile) => {
			const copy = el("chip-stack", { cents: pile.getAttribute("cents"), data: { box: this.number } });
			return [copy, pile.getBoundingClientRect()];
		});
	}
}

/** The keys of the areas beside the bet, in their order. */
export function sideKeys(keys) {
	return [keys.first_side, keys.second_side, keys.third_side];
}

class HandView {
	constructor(spot) {
		this.spot = spot;
		this.cards = el("div.cards");
		this.total = el("output.total", { "aria-live": "off" }); // the log says it
		this.result = el("p.result");
		this.stamp = el("p.stamp", { hidden: true });
		this.node = el(
			"div.hand",
			el("div.hand-cards", this.cards, el("div.under", this.total, this.result), this.stamp),
			spot.node,
		);
	}

	/** What a ruling has made of the hand, read before it is done. */
	mark(text) {
		this.stamp.hidden = !text;
		this.stamp.textContent = text;
	}

	show(hand, { me, several, acts, beside }) {
		const cards = hand && !hand.removed ? hand.cards : [];
		const gap = cards.length > 4 || several ? 0.3 : 0.42;
		const fresh = cardsInto(this.cards, cards, { gap, sideways: hand?.sideways });
		this.total.textContent = cards.length ? hand.text : "";
		this.total.dataset.is = hand?.bust ? "bust" : hand?.blackjack ? "blackjack" : "";
		this.node.classList.toggle("acts", acts);
		this.#result(hand?.results ?? [], beside, me, several);
		return fresh;
	}

	/** What the hand and what lay beside it have come to, for you or else for the first bettor. The colour and the sum
	 * of one of several hands are the hand's alone: a side wager that won does not make a lost hand look won. */
	#result(own, beside, me, several) {
		const who = own.some(({ bettor }) => bettor === me) ? me : own[0]?.bettor;
		const its = own.filter(({ bettor }) => bettor === who);
		const all = [...its, ...beside.filter(({ bettor }) => bettor === who)];
		this.result.hidden = !all.length;
		const sum = (items) => items.reduce((net, one) => net + one.net, 0);
		const counted = several ? its : all;
		const net = sum(counted);
		this.result.dataset.net = sum(its);
		this.result.dataset.is = net > 0 ? "won" : net < 0 ? "lost" : "even";
		this.result.dataset.sum = net || counted.length > 1 ? signed(net) : (counted[0]?.text ?? ""); // where items do not fit
		this.result.replaceChildren(...all.flatMap(({ text }, at) => [at ? hidden("; ") : "", el("span", text)]));
	}

	/** Where the items do not fit on a line each, or would hide the ranks of the cards, only their sum is shown. */
	fit() {
		const { result, cards } = this;
		if (result.hidden) return;
		result.classList.remove("short");
		const most = cards.children.length ? cards.offsetHeight * 0.7 : Infinity;
		const line = parseFloat(getComputedStyle(result).lineHeight);
		const isBroken = [...result.children].some((item) => item.offsetHeight > 1.5 * line);
		result.classList.toggle("short", isBroken || result.offsetHeight + 16 > most);
	}
}

/** An area for one kind of wager. It is a button while bets are placed there. */
class Spot {
	constructor(box, wager, label, place, key) {
		this.box = box;
		this.wager = wager;
		this.label = label;
		this.placeable = Boolean(place);
		this.piles = el("span.piles");
		this.does = hidden("");
		this.node = el(
			place ? "button" : "div",
			{
				class: `spot ${wager}`,
				type: place ? "button" : null,
				data: { box, wager, ...(key && place ? { key: key.toUpperCase() } : {}) },
				onclick: place ? () => place(box, wager === "behind" ? "main" : wager) : null,
			},
			el("span.spot-label", label),
			hidden(` on box ${box} `),
			this.piles,
			this.does,
		);
	}

	/** `isNarrow` if other hands lie beside it: then what was won lies on the bet. */
	show(wagers, { me, open, several, isNarrow = false }) {
		const nodes = wagers.filter((one) => !(one.net < 0)).map((one) => pile(one, me, several, isNarrow));
		this.piles.replaceChildren(...nodes);
		this.node.classList.toggle("filled", nodes.length > 0);
		const apart = wagers.filter((one) => one.net > 0 && !isOnStake(one, isNarrow));
		this.node.dataset.piles = String(nodes.length + apart.length);
		if (!this.placeable) return;
		this.node.disabled = !open;
		this.does.textContent = `${nodes.length ? "" : "empty"}${open ? ", add a chip" : ""}`;
	}
}

const TAGS = { double: "double", split: "", riding: "rides", original: "", side: "" };

/** What several people laid on the insurance line for one box, which has no room for more. */
function inOnePile(wagers) {
	if (wagers.length < 2) return wagers;
	const sum = (what) => wagers.reduce((all, one) => all + one[what], 0);
	return [{ ...wagers[0], amount: sum("amount"), net: wagers[0].net === null ? null : sum("net") }];
}

/** Whether a win lies on its stake, and not beside it. */
function isOnStake({ part, free }, isNarrow) {
	return part === "side" || (isNarrow && !free);
}

/** A wager as chips, with what was won beside it; a lammer where it cost nothing. */
function pile(wager, me, several, isNarrow) {
	const together = wager.net > 0 && isOnStake(wager, isNarrow);
	const chips = wager.free
		? el(
				"span.lammer",
				{ role: "img", "aria-label": `lammer, stands for ${money(wager.amount)}` },
				el("b", "Free"),
				el("span", money(wager.amount)),
			)
		: el("chip-stack", { class: together ? "winnings" : null, cents: wager.amount + (together ? wager.net : 0) });
	const tag = TAGS[wager.part] ?? "";
	return el(
		"span",
		{ class: `wager ${wager.part}${wager.draft ? " draft" : ""}${wager.bettor === me ? " own" : ""}` },
		chips,
		wager.net > 0 && !together ? el("chip-stack.winnings", { cents: wager.net }) : "",
		tag ? el("span.tag", tag) : "",
		several ? el("span.tag.who", wager.bettor === me ? "you" : wager.bettor) : "",
	);
}
