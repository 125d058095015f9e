// A row of overlapping cards.

import { el, setStyle } from "../lib/dom.js";

/** Make `node` show exactly these cards and return the new elements. `sideways` are the positions of turned cards. */
export function cardsInto(node, cards, { gap = 0.42, sideways = [] } = {}) {
	const fresh = [];
	while (node.children.length > cards.length) node.lastElementChild.remove();
	cards.forEach((card, at) => {
		let slot = node.children[at];
		if (!slot) {
			slot = el("span.slot", el("card-face", { card }));
			node.append(slot);
			fresh.push(slot);
		}
		const face = slot.firstElementChild;
		if (face.getAttribute("card") !== card) face.setAttribute("card", card);
		slot.classList.toggle("sideways", sideways.includes(at));
	});
	setStyle(node, { "--gap": gap });
	return fresh;
}

/** [copy, position] of each card in a row, for animations over the layout. */
export function copies(node) {
	return [...node.querySelectorAll("card-face")].map((face) => {
		const rect = face.getBoundingClientRect();
		return [el("card-face", { card: face.getAttribute("card"), style: { width: `${face.offsetWidth}px` } }), rect];
	});
}
