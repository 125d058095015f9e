// The cloth: inscriptions on arcs, the insurance line, the name or logo of the house.

import { el, svg } from "../lib/dom.js";

/** The cloth: lines and sentences. `felt` is what the server says that the layout shows. */
export function cloth(felt, name, { mode, width, height, says, arcs, dealer }) {
	const { line, logo } = felt;
	const others = felt.inscriptions.filter(({ text }) => text !== line?.text);
	const label = spoken(name, [logo, ...others, line]);
	return mode === "wide"
		? arched(label, others, felt, width, height, arcs, dealer)
		: stacked(label, others, felt, says);
}

function arched(label, others, { line, areas, logo }, width, height, { chord, from, to }, dealer) {
	const sentences = others.flatMap(({ text, clause }, at) =>
		(at ? broken(text) : [text]).map((part) => ({ text: part, clause, large: !at })),
	);
	const room = to - from;
	const sag = Math.min(chord * 0.1, room * (areas.length ? 0.26 : 0.5));
	const longest = sentences.length ? chord / (sentences[0].text.length * WIDTHS.large) : 0;
	const rows = 1.15 + 0.84 * Math.max(0, sentences.length - 1) + (line ? 1.7 : 0);
	const hung = (size) =>
		areas.length ? sag * ((sentences[0]?.text.length ?? 0) * WIDTHS.large * (size / chord)) ** 2 : 0;
	const most = Math.min(27 * Math.max(1, Math.min(1.45, width / 1050)), longest);
	const size = Math.max(12, Math.min(most, (room - hung(Math.min(most, room / rows)) - 4) / rows)); // of the first sentence
	const nodes = logo ? [mark(logo, width, dealer)] : [];
	let y = from + hung(size) + size * 0.9;
	for (const { text, clause, large } of sentences) {
		nodes.push(...onArc(text, y, large ? "large" : "small", large ? size : Math.max(10.5, size * 0.6), clause));
		y += size * (large ? 0.98 : 0.84);
	}
	if (line) {
		const half = size * 0.55;
		const at = y + size * 0.12;
		nodes.push(
			svg("path.line", { d: arc(at - half) }),
			svg("path.line", { d: arc(at + half) }),
			svg("path.middle", { d: arc(at), fill: "none" }),
		);
		nodes.push(...onArc(line.text, at + size * 0.19, "band", Math.max(10, size * 0.54), line.clause));
	}
	return svg("svg.cloth", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, nodes);

	/** A line that hangs towards the players, lowest in the middle. */
	function arc(at) {
		return `M${(width - chord) / 2} ${at - sag} Q${width / 2} ${at + sag} ${(width + chord) / 2} ${at - sag}`;
	}

	function onArc(text, at, kind, most, clause) {
		const id = `arc-${Math.round(at * 10)}`;
		const size = Math.min(most, chord / (text.length * WIDTHS[kind]));
		return [
			svg("path", { id, d: arc(at), fill: "none" }),
			svg(
				"text",
				{ class: `says ${kind}`, "font-size": size },
				svg("title", {}, clause ?? ""),
				svg("textPath", { href: `#${id}`, startOffset: "50%" }, text),
			),
		];
	}
}

/** The house's name or logo as it is filed, beside the dealer's cards, as far across as the drawing to scale has it. */
function mark({ text, clause, across }, width, { u, y }) {
	const lines = text.match(/\S.{0,15}(?=\s|$)|\S+/gu);
	const longest = Math.max(...lines.map((part) => part.length));
	const size = Math.min(16, (1.3 * u) / (lines.length * 1.3), (width * 0.18) / (longest * WIDTHS.small));
	const top = y + 0.7 * u - (lines.length / 2 - 0.8) * size * 1.3;
	return svg(
		"text.says.mark",
		{ "font-size": size },
		svg("title", {}, clause),
		lines.map((part, at) => svg("tspan", { x: across * width, y: top + at * size * 1.3 }, part)),
	);
}

const WIDTHS = { large: 0.82, small: 0.54, band: 0.98 }; // of a letter, with its space, in its size

/** A long sentence in two, at a comma. */
function broken(text) {
	const comma = text.length > 60 ? text.indexOf(", ", text.length / 4) : -1;
	return comma < 0 ? [text] : [text.slice(0, comma + 1), text.slice(comma + 2)];
}

/** On a phone the first sentence stands large, and the others beneath it. */
function stacked(label, others, { line, logo }, top) {
	const [first, ...rest] = others;
	return el(
		"div.cloth.said",
		{ role: "img", "aria-label": label, style: { top: `${top}px` } },
		logo ? el("p.mark", logo.text) : "",
		first ? el("p", { class: first.text.length > 26 ? "large long" : "large" }, first.text) : "",
		el("p", rest.map(({ text }) => text).join(" · ")),
		line ? el("p.band", line.text) : "",
	);
}

/** Where the Insurance of a box lies, as a style: on the line, the boxes in the order in which they sit. */
export function onTheLine(node, at, boxes) {
	const share = boxes > 1 ? 0.5 + 0.84 * (0.5 - at / (boxes - 1)) : 0.5;
	const line = node.querySelector(".middle");
	if (line) {
		const { x, y } = line.getPointAtLength(line.getTotalLength() * share);
		return { left: `${x}px`, top: `${y}px` };
	}
	const band = node.querySelector(".band");
	return { left: `${share * 100}%`, top: `${node.offsetTop + band.offsetTop + band.offsetHeight / 2}px` };
}

function spoken(name, said) {
	return `The layout of ${name}. ${said
		.filter(Boolean)
		.map(({ text }) => text)
		.join(". ")}.`;
}
