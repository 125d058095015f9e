// Charts: the house edge by number of decks, a simulation approaching the exact figure, and the exposure of wagers.

import { el, many, svg } from "../lib/dom.js";
import { percent } from "../lib/parts.js";

const TALL = 280,
	LEFT = 74,
	RIGHT = 18,
	TOP = 18,
	FOOT = 46;

/** A chart is drawn again whenever its width changes, so that its labels stay as large as the text around it. */
function chart(label, text, draw) {
	const picture = svg("svg", { role: "img", "aria-label": label, height: TALL });
	const watch = new ResizeObserver(([{ contentRect }]) => {
		const wide = Math.round(contentRect.width);
		if (!wide || picture.getAttribute("width") === String(wide)) return;
		picture.setAttribute("width", wide);
		picture.replaceChildren(...draw(wide).filter(Boolean));
	});
	const place = el("div.chart-picture", picture);
	watch.observe(place);
	return el("figure.chart", place, text ? el("figcaption", text) : "");
}

function scale(from, to, start, end) {
	return (value) => start + ((value - from) / (to - from || 1)) * (end - start);
}

/** About this many round numbers between two values. */
function ticks(low, high, about = 5) {
	const rough = (high - low) / about;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
	const found = [];
	for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step)
		found.push(Math.abs(at) < step / 1e6 ? 0 : at);
	return { values: found, places: Math.max(0, -Math.floor(Math.log10(step * 100) + 1e-9)) };
}

function span(values) {
	const [low, high] = [Math.min(...values), Math.max(...values)];
	const room = (high - low) * 0.12 || Math.max(Math.abs(high) * 0.1, 1e-4);
	return [low - room, high + room];
}

function upright(wide, low, high, y) {
	const { values, places } = ticks(low, high);
	return values.map((value) =>
		svg(
			"g",
			{},
			svg("line", {
				class: value === 0 ? "axis zero" : "axis",
				x1: LEFT,
				x2: wide - RIGHT,
				y1: y(value),
				y2: y(value),
			}),
			svg("text.tick", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, percent(value, places)),
		),
	);
}

/** `points` are [decks, edge]; `claim` is [low, high] or null. */
export function overDecks(points, claim, here) {
	const edges = [...points.map(([, edge]) => edge), ...(claim ?? [])];
	const [low, high] = span([...edges, 0].slice(0, edges.length + (Math.min(...edges.map(Math.abs)) < 0.002 ? 1 : 0)));
	const y = scale(low, high, TALL - FOOT, TOP);
	const each = points.map(([decks, edge]) => `${many(decks, "deck")} ${percent(edge)}`);
	const label = `House edge by number of decks: ${each.join(", ")}`;
	return chart(label, claim ? "The band shows the filing's claim." : "", (wide) => {
		const x = scale(0, Math.max(points.length - 1, 1), LEFT + 34, wide - RIGHT - 34);
		const line = points.map(([, edge], at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(edge).toFixed(1)}`).join("");
		return [
			claim
				? svg("rect.claim", {
						x: LEFT,
						width: wide - LEFT - RIGHT,
						y: y(claim[1]),
						height: Math.max(y(claim[0]) - y(claim[1]), 2),
					})
				: null,
			...upright(wide, low, high, y),
			svg("path.line", { d: line }),
			...points.map(([decks, edge], at) =>
				svg(
					"g",
					{},
					svg(
						"circle",
						{ class: decks === here ? "dot-here" : "dot-there", cx: x(at), cy: y(edge), r: decks === here ? 7 : 5 },
						svg("title", {}, `${many(decks, "deck")}: ${percent(edge)}`),
					),
					svg("text.tick", { x: x(at), y: TALL - FOOT + 22, "text-anchor": "middle" }, String(decks)),
				),
			),
			svg("text.tick", { x: (LEFT + wide - RIGHT) / 2, y: TALL - 6, "text-anchor": "middle" }, "decks"),
		];
	});
}

/** `points` are {rounds, edge, error}; `exact` is drawn as a line if it is known. */
export function convergence(points, exact) {
	const last = points.at(-1);
	const width = Math.max(...points.map(({ error }) => error)) * 1.96;
	const middle = exact ?? last.edge;
	const reach = Math.min(Math.max(...points.map(({ edge }) => Math.abs(edge - middle))) + width, width * 1.6) || 1e-4;
	const [low, high] = [middle - reach, middle + reach];
	const [least, most] = [Math.log10(points[0].rounds), Math.log10(Math.max(last.rounds, points[0].rounds * 1.01))];
	const y = (edge) => scale(low, high, TALL - FOOT, TOP)(Math.min(Math.max(edge, low), high));
	const marks = [
		...new Set([
			points[0].rounds,
			...[6, 7, 8]
				.map((power) => 10 ** power)
				.filter((count) => count > points[0].rounds * 1.3 && count < last.rounds / 1.3),
			last.rounds,
		]),
	];
	const range = `${percent(last.edge)} ± ${percent(1.96 * last.error)}`;
	const label = `Estimated house edge after ${last.rounds} rounds: ${range}`;
	return chart(
		label,
		`Estimate with its 95 % band.${exact === null ? "" : " Dashed: the exact house edge of the printed card."}`,
		(wide) => {
			const x = (rounds) => scale(least, most, LEFT, wide - RIGHT)(Math.log10(rounds));
			const place = (rounds, edge) => `${x(rounds).toFixed(1)} ${y(edge).toFixed(1)}`;
			const above = points.map(({ rounds, edge, error }) => place(rounds, edge + 1.96 * error));
			const below = points.map(({ rounds, edge, error }) => place(rounds, edge - 1.96 * error)).reverse();
			return [
				...upright(wide, low, high, y),
				svg("path.band", { d: `M${above.join("L")}L${below.join("L")}Z` }),
				svg("path.line", { d: `M${points.map(({ rounds, edge }) => place(rounds, edge)).join("L")}` }),
				exact === null ? null : svg("line.exact", { x1: LEFT, x2: wide - RIGHT, y1: y(exact), y2: y(exact) }),
				svg("circle.dot-here", { cx: x(last.rounds), cy: y(last.edge), r: 5 }),
				...marks.map((count) =>
					svg(
						"text.tick",
						{
							x: x(count),
							y: TALL - FOOT + 22,
							"text-anchor": count === last.rounds ? "end" : count === points[0].rounds ? "start" : "middle",
						},
						short(count),
					),
				),
				svg("text.tick", { x: (LEFT + wide - RIGHT) / 2, y: TALL - 6, "text-anchor": "middle" }, "rounds"),
			];
		},
	);
}

/** `lines` are {name, points: [[part of the shoe, money]]}; what the operator allows is a line of its own. */
export function exposureChart(lines, allowed, label) {
	const most = Math.max(allowed, ...lines.flatMap(({ points }) => points.map(([, money]) => money))) * 1.08 || 1;
	const y = scale(0, most, TALL - FOOT, TOP);
	const { values } = ticks(0, most, 4);
	return chart(
		label,
		"Solid: the wager named first; dashes follow in order. The red line is what you allow.",
		(wide) => {
			const x = scale(0, 1, LEFT, wide - RIGHT);
			return [
				...values.map((value) =>
					svg(
						"g",
						{},
						svg("line.axis", { x1: LEFT, x2: wide - RIGHT, y1: y(value), y2: y(value) }),
						svg("text.tick", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, value.toLocaleString("en")),
					),
				),
				...lines.map(({ name, points }, at) =>
					svg(
						"path.line",
						{
							"stroke-dasharray": at ? `${2 + 5 * at} 5` : "none",
							d: points
								.map(([part, money], n) => `${n ? "L" : "M"}${x(part).toFixed(1)} ${y(money).toFixed(1)}`)
								.join(""),
						},
						svg("title", {}, name),
					),
				),
				svg("line.exact", { x1: LEFT, x2: wide - RIGHT, y1: y(allowed), y2: y(allowed) }),
				...[0.25, 0.5, 0.75, 0.95].map((part) =>
					svg("text.tick", { x: x(part), y: TALL - FOOT + 22, "text-anchor": "middle" }, `${Math.round(part * 100)} %`),
				),
				svg(
					"text.tick",
					{ x: (LEFT + wide - RIGHT) / 2, y: TALL - 6, "text-anchor": "middle" },
					"part of the shoe dealt",
				),
			];
		},
	);
}

function short(count) {
	return count >= 1e6 ? `${Number((count / 1e6).toPrecision(3))} M` : `${Math.round(count / 1e3)} k`;
}
