// Chips: <chip-stack cents="3500"> draws a small pile with the sum below it. `chip()` draws one chip.

import { brief, inChips, money } from "../lib/money.js";
import { el, svg } from "../lib/dom.js";

const MOST = 6; // chips drawn in a pile; the sum below shows the full amount

/** One chip seen from above, with its value. */
export function chip(value) {
	const notches = [0, 60, 120, 180, 240, 300].map((turn) =>
		svg("path.chip-notch", {
			d: "M42.500 3.800a46.500 46.500 0 0 1 15 0l-2.400 11a35.400 35.400 0 0 0-10.200 0z",
			transform: `rotate(${turn} 50 50)`,
		}),
	);
	const text = brief(value);
	return svg(
		"svg",
		{ class: `chip chip-${value}`, viewBox: "0 0 100 100" },
		svg("circle.chip-edge", { cx: 50, cy: 50, r: 48.5 }),
		...notches,
		svg("circle.chip-ring", { cx: 50, cy: 50, r: 33 }),
		svg("circle.chip-face", { cx: 50, cy: 50, r: 29 }),
		svg("text", { x: 50, y: 50, "font-size": { 1: 32, 2: 29, 3: 23, 4: 19 }[text.length] ?? 16 }, text),
	);
}

class ChipStack extends HTMLElement {
	static observedAttributes = ["cents"];

	connectedCallback() {
		this.#draw();
	}

	attributeChangedCallback() {
		if (this.isConnected) this.#draw();
	}

	#draw() {
		const cents = Number(this.getAttribute("cents") ?? 0);
		const chips = inChips(cents).flatMap(({ value, count }) => Array(Math.min(count, MOST)).fill(value));
		const shown = chips.slice(0, MOST);
		const pile = el("span.pile", { "aria-hidden": "true" }, ...shown.map(chip));
		[...pile.children].forEach((one, at) => one.style.setProperty("--at", at));
		this.style.setProperty("--high", shown.length);
		this.replaceChildren(pile, el("span.sum", money(cents)));
	}
}

customElements.define("chip-stack", ChipStack);
