// The session in full, over the table: time, money beside what was to be expected, mistakes, a chart, and the limits.
// Every full hour it is shown as a pause, which the player ends.

import { limitsForm } from "../account/limits.js";
import { el } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { money, signed } from "../lib/money.js";
import { Drawer } from "./drawer.js";
import { chart, duration } from "./strip.js";

export default class SessionDrawer extends Drawer {
	constructor({ felt, tally, strip, open }) {
		super("Your session");
		this.tally = tally;
		this.strip = strip;
		this.figures = el("div");
		this.body.append(
			this.figures,
			(this.limits = el("div")),
			(this.chart = el("div")),
			el(
				"p.row",
				[
					["recall", "Last round"],
					["card", "Strategy card"],
					["talk", "Say something"],
				].map(([name, text]) =>
					el(
						"button.quiet.small",
						{ "aria-keyshortcuts": felt.keys[name], onclick: () => open(name) },
						text,
						el("kbd", { "aria-hidden": "true" }, felt.keys[name].toUpperCase()),
					),
				),
			),
		);
	}

	shown() {
		const tally = this.tally();
		this.figures.replaceChildren(summary(tally, this.strip.expected));
		this.limits.replaceChildren(me.person ? limitsForm(me.person.limits, "h3") : "");
		this.chart.replaceChildren(tally?.figures.nets.length > 1 ? chart(tally.figures.nets, 360, 90) : "");
	}
}

function summary(tally, expected) {
	if (!tally) return el("p", "Sit down to play. Your session begins when you log in.");
	const { rounds, staked, won, lost, net, sides, mistakes, cost, judged } = tally.figures;
	const rows = [
		["Time", duration(tally.seconds)],
		["Rounds", String(rounds)],
		["Wagered", money(staked)],
		["Won", money(won)],
		["Lost", money(lost)],
		["Result", signed(net)],
		...(sides ? [["of it on side wagers", signed(sides)]] : []),
		["Expected on the main game", expected === null ? "not solved yet" : signed(expected)],
		["Mistakes", judged ? `${mistakes} of ${judged}, worth ${money(Math.round(cost))}` : "none counted yet"],
	];
	return el(
		"dl.session",
		rows.map(([name, value]) => [el("dt", name), el("dd.number", value)]),
	);
}

/** The pause after an hour: amounts wagered and won, and the way to a limit or out. */
export function pause(host, { tally, strip, leave, goOn, limits }) {
	const say = (text, kind, go) =>
		el("button", { class: kind, onclick: () => (node.close(), node.remove(), go()) }, text);
	const node = el(
		"dialog.pause",
		{ "aria-labelledby": "pause-title" },
		el("h2", { id: "pause-title" }, `You have been here for ${duration(tally.seconds)}`),
		el("p", "Take a moment. Nothing is dealt to you until you go on."),
		summary(tally, strip.expected),
		el(
			"div.row",
			say("Keep playing", "", goOn),
			say("Set a limit", "quiet", limits),
			say("Leave table", "quiet", leave),
		),
	);
	node.addEventListener("cancel", (event) => event.preventDefault()); // it is ended by a choice
	host.append(node);
	node.showModal();
}
