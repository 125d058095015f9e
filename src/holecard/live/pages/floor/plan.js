// A small drawing of a table with its cards and wagers, for the floor and for the round page.

import "../elements/card-face.js";
import { el, listed, many } from "../lib/dom.js";
import { money, signed } from "../lib/money.js";

/** `table` is the server's view of it. `asked` is the open question. */
export function plan(table, { cloth, boxes, seats = [], asked = null }) {
	const places = Array.from({ length: boxes }, (_, at) => at + 1);
	const isTaken = (number) =>
		table.boxes.some((one) => one.box === number) || seats.some((seat) => seat.box === number);
	const [taken, free] = [places.filter(isTaken), places.filter((number) => !isTaken(number))];
	return el(
		"div.plan",
		{ data: { felt: cloth }, style: { "--boxes": Math.max(taken.length, 3) } },
		dealer(table),
		taken.length
			? el(
					"ol.plan-boxes",
					{ "aria-label": "Boxes" },
					taken.map((number) =>
						box(
							number,
							table.boxes.find((one) => one.box === number),
							seats.find((seat) => seat.box === number),
							asked,
						),
					),
				)
			: "",
		free.length
			? el(
					"p.plan-free",
					free.length === boxes
						? "All boxes are free"
						: `Free ${free.length === 1 ? "box" : "boxes"}: ${listed(free.map(String))}`,
				)
			: "",
	);
}

function dealer({ dealer: { cards, text, light, light_name: lightName }, cards_left: left, rack, closed, boxes }) {
	const state = !boxes.length ? "No bets yet" : closed ? "No more bets" : "Betting";
	return el(
		"div.plan-dealer",
		el("span.plan-name", "Dealer"),
		fan(cards),
		cards.length ? el("span.plan-total", text || "–") : el("span.plan-quiet", state),
		light ? el("span", { class: `plan-light light-${light}` }, lightName) : "",
		el("span.plan-shoe", `${many(left, "card")} in the shoe, ${rack} discarded`),
	);
}

function box(number, played, seat, asked) {
	const isAsked = asked?.box === number;
	const who = seat?.name ?? played?.bettors[0] ?? "";
	return el(
		"li",
		{ class: isAsked ? "plan-box asked" : "plan-box" },
		el(
			"span.plan-who",
			el("b", String(number)),
			el("span.plan-name", who),
			seat && !seat.here ? el("span.plan-away", "away") : "",
		),
		played?.hands.map((one, at) =>
			hand(one, played.hands.length > 1 ? at + 1 : 0, isAsked && (asked.hand || 1) === at + 1),
		),
		played?.wagers.length
			? el(
					"ul.plan-wagers",
					played.wagers.map((one) => wager(one)),
				)
			: "",
	);
}

function hand({ cards, text, wagers, over, removed, decided }, number, isAsked) {
	const state = removed ? "cards removed" : over ? decided : "";
	return el(
		"div",
		{
			class: ["plan-hand", over ? "over" : "", removed ? "taken" : "", isAsked ? "asked" : ""]
				.filter(Boolean)
				.join(" "),
		},
		number ? el("span.plan-quiet", `Hand ${number}`) : "",
		fan(cards),
		el("span.plan-line", text ? el("span.plan-total", text) : "", state ? el("span.plan-quiet", state) : ""),
		el(
			"ul.plan-wagers",
			wagers.map((one) => wager(one)),
		),
	);
}

function fan(cards) {
	return cards.length
		? el(
				"span.plan-cards",
				cards.map((card) => el("card-face", { card })),
			)
		: "";
}

const PARTS = { double: "double", split: "split", riding: "rides" };

function wager({ bettor, wager: kind, name: called, part, amount, net, free }) {
	const name = kind === "main" ? (PARTS[part] ?? "bet") : `${called}${part === "riding" ? " rides" : ""}`;
	return el(
		"li",
		{ title: bettor },
		el("span", free ? `${name} (lammer)` : name),
		el("span.number", money(amount)),
		net === null
			? ""
			: el("span", { class: `number ${net > 0 ? "won" : net < 0 ? "lost" : "stood"}` }, net ? signed(net) : "returned"),
	);
}

/** The sum of all unsettled wagers, in cents. */
export function openWagers(table) {
	const wagers = table.boxes.flatMap((one) => [...one.wagers, ...one.hands.flatMap((each) => each.wagers)]);
	return wagers.filter(({ net, free }) => net === null && !free).reduce((sum, { amount }) => sum + amount, 0);
}
