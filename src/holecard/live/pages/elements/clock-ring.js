// A ring that empties as time runs out: ring() makes it, setRing() sets the time left.

import { svg } from "../lib/dom.js";

export function ring() {
	return svg(
		"svg.ring",
		{ viewBox: "0 0 36 36" },
		svg("circle.ring-track", { cx: 18, cy: 18, r: 15.9 }),
		svg("circle.ring-left", { cx: 18, cy: 18, r: 15.9, pathLength: 100 }),
		svg("text", { x: 18, y: 18.5 }),
	);
}

/** `left` of `whole` seconds; the ring is hidden when there is no time limit. */
export function setRing(node, left, whole) {
	const on = left !== null && left <= 99;
	node.classList.toggle("on", on);
	if (!on) return;
	node.classList.toggle("late", left <= 5);
	node.children[1].style.strokeDashoffset = String(100 - (100 * left) / Math.max(whole, 1));
	node.children[2].textContent = String(Math.ceil(left));
}
