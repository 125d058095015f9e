// The layout with boxes, cards, chips, the dealer's hand, shoe and rack. `show` draws one picture of
// the table; what is new in it flies in.

import "../elements/card-face.js";
import "../elements/chip-stack.js";
import { capital, el, setStyle } from "../lib/dom.js";
import { money, signed } from "../lib/money.js";
import { settings } from "../lib/settings.js";
import { BoxView, REFUSED } from "./box.js";
import { copies } from "./cards.js";
import { cloth, onTheLine } from "./cloth.js";
import { DealerView } from "./dealer.js";
import { fly, flyFrom } from "./flight.js";
import { NoticeView } from "./notice.js";
import { freest, geometry } from "./places.js";

const SAID = 5000, // milliseconds that a bubble stays
	CELEBRATED = 3200, // and a banner
	FORMS = ["full", "short", "line"]; // of a banner, the largest first

export class FeltView {
	/** `table` as the lobby has it, `felt` the cloth, `on` what clicks do: {spot(box, wager), sit(box)}, and resized().
	 * */
	constructor(table, felt, on) {
		this.table = table;
		this.felt = felt;
		this.dealer = new DealerView(felt);
		this.boxes = Array.from({ length: table.boxes }, (_, at) => new BoxView(at + 1, felt, on));
		this.cloth = el("div.cloth");
		this.call = el("p.call");
		this.air = el("div.air", { "aria-hidden": "true" });
		this.notice = new NoticeView(() => this.#moveBanners());
		this.node = el(
			"div.felt",
			{ data: { felt: table.cloth, areas: felt.areas.length } },
			this.cloth,
			this.dealer.node,
			felt.line
				? el(
						"div.insurance-line",
						this.boxes.map((box) => box.line.node),
					)
				: "",
			el(
				"div.boxes",
				this.boxes.map((box) => box.node),
			),
			this.call,
			this.notice.node,
			this.air,
		);
		this.seen = { seat: 0, asked: 0, isAlone: false, backed: [], played: [] };
		this.watch = new ResizeObserver(() => this.arrange());
	}

	/** The box in focus is drawn larger, and in the middle if nobody else is at the table. */
	look({ boxes }, { seat, asked }, seats, me) {
		const isAlone =
			seat > 0 &&
			seats.every(({ name }) => name === me) &&
			boxes.every(({ bettors }) => bettors.every((one) => one === me));
		const backed = boxes.filter(({ bettors }) => bettors.length > 1).map(({ box }) => box);
		this.arrange({
			seat,
			asked,
			isAlone,
			backed,
			played: [...new Set([...seats, ...boxes].map(({ box }) => box))].sort(),
		});
	}

	/** Place everything for the size that there is; `seen` is as `geometry` has it. */
	arrange(seen = this.seen) {
		this.seen = seen;
		const { width, height } = this.node.parentElement.getBoundingClientRect();
		if (!width) return;
		const drawn = JSON.stringify([width, Math.round(height), seen]);
		if (drawn === this.drawn) return;
		this.drawn = drawn;
		this.forgive();
		const rim = 2 * parseFloat(getComputedStyle(this.node.parentElement).paddingLeft);
		const places = geometry(width - rim, height - rim, this.table.boxes, seen, this.felt);
		this.node.dataset.mode = places.mode;
		for (const one of [this.node, this.node.parentElement]) one.classList.toggle("small", places.mode !== "wide");
		this.node.classList.toggle("crowded", Boolean(places.isCrowded));
		this.node.classList.toggle("tight", Boolean(places.isTight));
		setStyle(this.node, { minHeight: places.least > height - rim ? `${places.least}px` : "" });
		setStyle(this.dealer.node, { "--u": `${places.dealer.u}px`, top: `${places.dealer.y}px` });
		this.boxes.forEach((box, at) => box.place(places.places[at], at + 1 === places.focus));
		const fresh = cloth(this.felt, this.table.game_name, places);
		this.cloth.replaceWith(fresh);
		this.cloth = fresh;
		if (this.felt.line)
			this.boxes.forEach((box, at) =>
				setStyle(box.line.node, { ...onTheLine(fresh, at, this.boxes.length), "--u": `${places.dealer.u}px` }),
			);
		this.#moveBanners();
	}

	/** `seen` is {me, seats, ready, acting: {box, hand, bettor}, betting: null or {amounts}, seconds}. */
	show(frame, seen) {
		const still = settings.isStill || frame.isStill;
		const from = frame.split && !still ? this.boxes[frame.split.box - 1].cardRect(frame.split.hand - 1, 1) : null;
		const leaving = frame.cleared && !still ? this.boxes.flatMap((box) => box.piles()) : [];
		const swept = still
			? []
			: frame.cleared
				? [...this.boxes.flatMap((box) => box.faces()), ...copies(this.dealer.cards)]
				: frame.swept.flatMap(({ box, hand }) => this.boxes[box - 1].faces(hand));
		const dealt = [...this.dealer.show(frame.table, seen)];
		for (const box of this.boxes) dealt.push(...box.show(frame, seen));
		if (!still) {
			for (const card of dealt) flyFrom(card, from ?? this.dealer.shoe.getBoundingClientRect(), from ? 0 : -24);
			for (const [pile, rect] of leaving) fly(this.air, pile, rect, this.#plate(pile.dataset.box), 420);
			for (const [face, rect] of swept) fly(this.air, face, rect, this.dealer.rack.getBoundingClientRect(), 460);
			for (const flight of frame.flights) this.#pay(flight);
		}
		for (const flight of frame.flights)
			if (flight.bettor === seen.me && (flight.wager !== "main" || flight.isStamped)) this.#float(flight, still);
		this.#moveBanners();
	}

	/** Say next to a bet why it was refused. Screen readers get it from the controls. */
	refuse(box, wager, why) {
		const area = this.boxes[box - 1].refuse(wager);
		// said once
		if ([...this.air.querySelectorAll(".why-not")].some((said) => said.textContent === capital(why))) return;
		const note = el("p.why-not", capital(why));
		this.air.append(note);
		const { left, top, width } = this.node.getBoundingClientRect();
		const half = note.offsetWidth / 2 + 4;
		const middle = area.left - left + area.width / 2;
		setStyle(note, {
			left: `${Math.max(half, Math.min(width - half, middle))}px`,
			top: `${area.top - top}px`,
			"--tip": `${middle - Math.max(half, Math.min(width - half, middle))}px`,
		});
		setTimeout(() => note.remove(), REFUSED);
	}

	/** What somebody says, beside their box for a while. Screen readers get it from the log. */
	talk(box, text) {
		const { left, top, width } = this.node.getBoundingClientRect();
		const plate = this.#plate(box);
		const bubble = el("p.bubble", text);
		this.air.append(bubble);
		const most = width - bubble.offsetWidth - 6; // beside the name: above it are the chips
		setStyle(bubble, {
			left: `${Math.min(most, plate.right - left + 6)}px`,
			top: `${plate.top - top + plate.height / 2}px`,
		});
		setTimeout(() => bubble.remove(), SAID);
	}

	forgive() {
		for (const node of this.air.querySelectorAll(".why-not")) node.remove();
	}

	/** A rare win: a banner for a while, which moves unless motion is reduced. */
	celebrate(name, what, amount) {
		const banner = el(
			"p.rare",
			el("b", name),
			what ? el("span", capital(what)) : "",
			el("strong.number", `+${amount}`),
		);
		this.air.append(banner);
		this.#moveBanners();
		setTimeout(() => banner.remove(), CELEBRATED);
	}

	/** Banners, the plaque and what is called go where they hide no card and no bet, in the largest form for which there is such a place. */
	#moveBanners() {
		// what is called is the shortest, and is written in the log too: it takes the place that is left
		const banners = [".rare, .plaque:not([hidden])", ".call.on"].flatMap((one) => [...this.node.querySelectorAll(one)]);
		if (!banners.length) return;
		const parts = this.node.querySelectorAll(
			".cards, .spot.filled, .mine .spot:enabled, .total, .plate, .sit, .area, .lamp",
		);
		const taken = [...parts].map((one) => one.getBoundingClientRect());
		const felt = this.node.getBoundingClientRect();
		for (const banner of banners) {
			for (const form of FORMS) {
				banner.dataset.form = form;
				const { left, top, hides } = freest(felt, { width: banner.offsetWidth, height: banner.offsetHeight }, taken);
				setStyle(banner, { left: `${left}px`, top: `${top}px` });
				if (!hides) break;
			}
			taken.push(banner.getBoundingClientRect());
		}
	}

	say(text) {
		clearTimeout(this.quiet);
		this.call.classList.toggle("on", Boolean(text));
		if (!text) return;
		this.call.textContent = text;
		this.#moveBanners();
		this.quiet = setTimeout(() => this.call.classList.remove("on"), 2600);
	}

	#plate(box) {
		return this.boxes[Number(box) - 1].plate.getBoundingClientRect();
	}

	#pay({ what, amount = 0, box, hand = 0, wager }) {
		const spot = this.boxes[box - 1].spotRect(hand, wager);
		const bank = this.dealer.hand.getBoundingClientRect();
		const pile = el("chip-stack", { cents: amount });
		if (what === "paid") fly(this.air, pile, bank, spot, 520);
		else if (what === "collected") fly(this.air, pile, spot, bank, 520);
	}

	/** What it means for you, rising from the place where it happened. */
	#float({ what, amount = 0, box, hand = 0, wager }, still) {
		if (!amount) return;
		const spot = this.boxes[box - 1].spotRect(hand, wager);
		const here = this.node.getBoundingClientRect();
		const cents = what === "collected" ? -amount : amount;
		const text = what === "returned" ? `${money(amount)} back` : signed(cents);
		const kind = what === "paid" ? "won" : what === "collected" ? "lost" : "even";
		const left = Math.max(48, Math.min(here.width - 48, spot.left - here.left + spot.width / 2));
		const node = el(
			"span",
			{ class: `float ${kind}`, style: { left: `${left}px`, top: `${spot.top - here.top}px` } },
			text,
		);
		this.air.append(node);
		setTimeout(() => node.remove(), still ? 1200 : 1700);
	}
}
