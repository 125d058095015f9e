// Verifies a round in this browser: it hashes each shoe's revealed order again, mixes it with the players' numbers and
// looks for the round's cards in it. The server's own checks are shown next to it.

import { get } from "../lib/api.js";
import { el, many } from "../lib/dom.js";
import { mixed } from "../lib/mixing.js";

/** The commitment: the hash of salt, cards in order and prizes, each on a line. */
async function commitmentOf({ salt, cards, prizes }) {
	const bytes = new TextEncoder().encode(`${salt}\n${cards}\n${prizes}\n`);
	const digest = await crypto.subtle.digest("SHA-256", bytes);
	return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The cards dealt, in order, for each shoe; a card that was never shown is "--". */
function dealtIn(steps) {
	const shoes = [{ number: null, cards: [] }];
	let hole = null;
	for (const { kind, text } of steps) {
		if (kind === "shoe") {
			shoes.push({ number: Number(text.split(" ")[0]), cards: [] });
			hole = null;
			continue;
		}
		const { cards } = shoes.at(-1);
		const [first, ...words] = text.split(" ");
		if (kind === "answer" && first === "cards") {
			for (const word of words) {
				const [place, card] = word.split(":");
				if (place === "dealer" && card === "--") hole = { cards, at: cards.length };
				cards.push(card);
			}
		} else if (kind === "answer" && first === "turn" && hole) hole.cards[hole.at] = words[0];
	}
	return shoes.filter(({ cards }) => cards.length);
}

/** Where these cards follow each other in an order that may have been cut, or -1; "--" matches any card. */
function placeIn(order, cards) {
	for (let start = 0; start < order.length; start += 1) {
		if (cards.every((card, at) => card === "--" || card === order[(start + at) % order.length])) return start;
	}
	return -1;
}

const SIGNS = new Map([
	[true, ["✓", "Passed"]],
	[false, ["✗", "Failed"]],
	[null, ["…", "Not known yet"]],
	[undefined, ["–", "Note"]],
]);

export class Verification {
	#round;
	#list = el("ul.checks", { "aria-live": "polite" });
	#shoes = el("div.shoes");
	#button = el("button", { onclick: () => this.#verify() }, "Verify in this browser");

	constructor(round) {
		this.#round = round;
		this.node = el(
			"section.panel-card.verify",
			{ "aria-labelledby": "verify-title" },
			el("h2", { id: "verify-title" }, "Is this round genuine?"),
			el(
				"p",
				"The house commits to the order of the cards with a hash before it deals the first one. Then the browsers of the " +
					"seated players add random numbers, which mix that order, so neither side chooses what is dealt. The house " +
					"reveals its order when the shoe ends. Your browser can then hash and mix it, so you need not trust the server.",
			),
			this.#button,
			this.#list,
			el("h3", "The server's checks"),
			el(
				"ul.checks",
				round.checks.map(({ what, holds, why }) => check(what, holds, why)),
			),
			el("h3", round.shoes.length === 1 ? "Shoe" : "Shoes"),
			this.#shoes,
		);
		this.#drawShoes();
	}

	async #drawShoes() {
		const { table, shoes } = this.#round;
		try {
			const found = await Promise.all(shoes.map((number) => get(`/api/shoes/${table}/${number}`)));
			this.#shoes.replaceChildren(...found.map(shoeText));
		} catch (problem) {
			this.#shoes.replaceChildren(el("p", problem.message));
		}
	}

	async #verify() {
		this.#button.disabled = true;
		this.#list.replaceChildren();
		try {
			for (const one of await this.#checks()) this.#list.append(one);
		} catch (problem) {
			this.#list.append(check("The shoes could not be loaded", null, problem.message));
		}
		this.#button.disabled = false;
	}

	async #checks() {
		if (!globalThis.crypto?.subtle)
			return [
				check(
					"This browser can only hash on a secure connection",
					null,
					"Open this page over https, or on the server's own machine. The server's checks are below.",
				),
			];
		const { table, shoes, steps } = this.#round;
		const found = await Promise.all(shoes.map((number) => get(`/api/shoes/${table}/${number}`)));
		const dealt = dealtIn(steps);
		const checks = [];
		for (const shoe of found) {
			if (shoe.cards === null) {
				checks.push(
					check(
						`Shoe ${shoe.number}: order not revealed yet`,
						null,
						"The house reveals it when the shoe ends. Check again then.",
					),
				);
				continue;
			}
			const hash = await commitmentOf(shoe);
			checks.push(
				check(`Shoe ${shoe.number}: the revealed order matches the commitment`, hash === shoe.commitment, hash),
			);
			const mine = dealt.find(({ number }) => number === shoe.number || (number === null && shoe === found[0]));
			if (!mine) continue;
			checks.push(mixedBy(shoe));
			const order = mixed(shoe.cards.split(" "), shoe.commitment, shoe.numbers);
			const place = placeIn(order, mine.cards);
			checks.push(
				check(
					`Shoe ${shoe.number}: this round's ${many(mine.cards.length, "card")} follow each other in that order`,
					place >= 0,
					place >= 0 ? `starting at card ${place + 1}` : "the order does not contain them",
				),
			);
		}
		return checks;
	}
}

/** `holds` is null if it is not known yet, and undefined for a note, which can't fail. */
function check(what, holds, why) {
	const [sign, word] = SIGNS.get(holds);
	return el(
		"li",
		{ class: typeof holds !== "boolean" ? "check open" : holds ? "check holds" : "check fails" },
		el("span.check-sign", { "aria-hidden": "true" }, sign),
		el("span", el("span.unseen", `${word}: `), what, el("span.check-why", why)),
	);
}

/** Whose numbers mixed the order; that nobody gave one is no failure, but the player should know. */
function mixedBy({ number, numbers }) {
	return numbers.length
		? check(
				`Shoe ${number}: mixed with ${many(numbers.length, "player's number", "players' numbers")}`,
				true,
				givers(numbers),
			)
		: check(
				`Shoe ${number}: not mixed`,
				undefined,
				"No player's browser gave a number before the first card, so the cards came in the house's own order.",
			);
}

const givers = (numbers) => numbers.map(({ name }) => name).join(", ");

function shoeText({ number, commitment, salt, cards, prizes, numbers }) {
	return el(
		"details.shoe",
		el("summary", `Shoe ${number}: `, cards === null ? "committed, not revealed yet" : "committed and revealed"),
		el(
			"dl",
			pair("Commitment (SHA-256)", commitment),
			cards === null ? "" : [pair("Salt", salt), pair("Committed order", cards), prizes ? pair("Prizes", prizes) : ""],
			numbers.map((given) => pair(`Number of ${given.name}`, given.number)),
			cards === null || !numbers.length
				? ""
				: pair("Order after mixing", mixed(cards.split(" "), commitment, numbers).join(" ")),
		),
	);
}

function pair(name, value) {
	return [el("dt", name), el("dd.code", value)];
}
