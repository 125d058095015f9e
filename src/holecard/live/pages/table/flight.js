// Animations over the layout: a card from the shoe, chips from one place to another.

/** Animate a newly dealt card from a starting place to its own. */
export function flyFrom(node, from, turn = 0) {
	const to = node.getBoundingClientRect();
	if (!to.width || !from) return;
	const x = from.left + from.width / 2 - (to.left + to.width / 2);
	const y = from.top + from.height / 2 - (to.top + to.height / 2);
	node.animate(
		[
			{ transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(.92)`, zIndex: 9 },
			{ transform: "none", zIndex: 9 },
		],
		{ duration: 340, easing: "cubic-bezier(.18,.7,.25,1)" },
	);
}

/** Animate a copy of these chips from one rectangle to another, then remove it. */
export function fly(air, node, from, to, duration) {
	const here = air.getBoundingClientRect();
	node.classList.add("flying");
	node.style.left = `${from.left - here.left + from.width / 2}px`;
	node.style.top = `${from.top - here.top + from.height / 2}px`;
	air.append(node);
	const x = to.left + to.width / 2 - (from.left + from.width / 2);
	const y = to.top + to.height / 2 - (from.top + from.height / 2);
	const flight = node.animate(
		[
			{ transform: "translate(-50%, -50%)" },
			{ transform: `translate(calc(${x}px - 50%), calc(${y}px - 50%))`, opacity: 0.9 },
		],
		{ duration, easing: "cubic-bezier(.4,0,.25,1)" },
	);
	flight.finished.catch(() => {}).then(() => node.remove());
}
