// Where everything lies on the layout, for the size that there is: along the curved edge of a wide table, in rows on an
// upright phone, beside the dealer on one that lies on its side. Box 1 is at the dealer's left, so at the right end.

const WIDE = 740,
	HIGH = 400, // pixels that a curved table needs
	MANY = 6, // boxes, beyond which they are crowded
	OWN = 1.5, // how much larger your own hand lies
	CURVE = 0.42; // of the height: the rounded part of the rail
const RING = { own: 0.95, other: 1.24 }; // of a card's width

/** {mode, places: [{x, y, u, room}] by box, dealer: {u, y}, arcs | says, least}. `seen` is {seat, asked, isAlone,
 * backed, played}: your box, the box that is asked, whether nobody else sits here, the boxes with bets behind, and those
 * at which somebody sits or bets. */
export function geometry(width, height, boxes, seen, felt) {
	const isWide = width >= WIDE && height >= HIGH;
	const focus = isWide ? seen.seat : seen.asked || seen.seat; // where there is little room, the hand in question lies large
	const foot = felt.bettors_per_box > 1 ? 60 : 30;
	const shape = { width, height, boxes, felt, sides: felt.spots.length, foot };
	shape.seen = { ...seen, focus, isBacked: seen.backed.includes(focus) };
	const places = isWide ? wide(shape) : width > height ? sideways(shape) : upright(shape);
	return { ...places, focus };
}

/** Room beneath the dealer's cards for what the reader shows. */
function readerRoom({ areas, device }, small = false) {
	return areas.length ? (small ? 46 : 54) : device ? (small ? 36 : 46) : 6;
}

function wide({ width, height, boxes, sides, seen, felt, foot }) {
	const isCrowded = boxes > MANY;
	const { focus, isAlone } = seen;
	const other = isAlone ? 0.72 : 1; // empty boxes beside a single player's lie smaller
	const own = focus ? OWN : other;
	const below = foot + (isCrowded && sides ? 34 : 0);
	const across = isCrowded ? 2.05 : Math.max(2.05, 1.44 + sides * 0.86); // of a box, in cards
	const right = focus - 1,
		left = boxes - focus;
	const slot = isAlone
		? (width / 2 - 30) / (own / 2 + Math.max(left, right) * other)
		: (width - 60) / (boxes + (focus ? own - 1 : 0)); // what a box of the usual size has across
	const reader = readerRoom(felt);
	const said = Math.min(height * 0.22, 24 + 18 * felt.inscriptions.length + (felt.line ? 24 : 0));
	const high = (height - 24 - reader - said - below) / (1.4 + own * (1.4 + (focus ? RING.own : RING.other)));
	const u = Math.max(34, Math.min(slot / across, high, 96));
	const edge = (away) => height * (1 - CURVE + CURVE * Math.sqrt(Math.max(0, 1 - (away / (width / 2)) ** 2)));
	const size = (box) => (box === focus ? own : other);
	const lean = sides % 2 ? u / 4 : 0; // an odd side wager lies to the left
	let x = isAlone ? width / 2 + (own / 2 + right * other) * slot : width - 30 + lean;
	const places = Array.from({ length: boxes }, (_, at) => {
		const scale = size(at + 1);
		x -= (scale * slot) / 2;
		const place = { x, u: u * scale, scale, left: isCrowded ? sides : undefined };
		x -= (scale * slot) / 2;
		return place;
	});
	places.forEach((place, at) => {
		const ring = place.u * (at + 1 === focus ? RING.own : RING.other);
		const away = Math.abs(place.x - width / 2);
		const half = isCrowded ? place.u : ring / 2 + Math.ceil(sides / 2) * place.u * 0.84;
		place.y = Math.min(edge(away + 52) - below - 6 - ring / 2, edge(away + half) - 8 - place.u * 0.42);
		place.top = place.y - ring / 2 - 6 - 1.4 * place.u;
		const apart = [places[at - 1], places[at + 1]].filter(Boolean).map((next) => {
			const wing = isCrowded ? 0.72 : 0.62 + Math.ceil(sides / 2) * 0.84;
			return Math.abs(next.x - place.x) - Math.max(wing, seen.played.length > 1 ? 1 : 0) * next.u;
		});
		place.room = 2 * Math.min(...apart.map((gap) => gap - 8), place.x - 16, width - place.x - 16);
		const least = place.scale * slot - 6;
		place.room = isCrowded ? least : Math.max(place.room, 1.5 * place.u);
	});
	const dealer = { u, y: 12 };
	const outer = [places[0], places.at(-1)].map((one) => Math.abs(one.x - width / 2) - 1.2 * one.u);
	const from = dealer.y + dealer.u * 1.4 + reader;
	const to = Math.max(
		from + 40,
		Math.min(...places.slice(boxes > 2 ? 1 : 0, boxes > 2 ? -1 : boxes).map(({ top }) => top)) - 6,
	);
	const chord = Math.max(width * 0.42, Math.min(width * 0.74, 2 * Math.min(...outer) - 12));
	return { mode: "wide", isCrowded, width, height, places, dealer, arcs: { chord, from, to } };
}

/** On its side, or enlarged: the dealer above, your box beneath in the middle, the others at both sides of it. */
function sideways({ width, height, boxes, sides, seen, felt, foot }) {
	const { focus } = seen;
	const dealer = { u: Math.max(34, Math.min(height * 0.15, 60)), y: 6 };
	const says = dealer.y + dealer.u * 1.4 + readerRoom(felt, true) + 2;
	const from = says + (felt.line ? 24 : 6);
	const others = numbers(boxes).filter((box) => box !== focus);
	const own = focus ? Math.min((height - from - foot - 12) / (1.4 + RING.own), width * 0.2, 96) : 0;
	const side = Math.max(1, Math.ceil(sides / 2)) * 0.84; // without side wagers, a split still needs the room of one
	const beside = own ? Math.max((RING.own / 2 + side) * own + 8, foot > 30 ? 84 : 0) : 0;
	const wing = width / 2 - beside - 4;
	const both = focus
		? [others.slice(0, Math.ceil(others.length / 2)), others.slice(Math.ceil(others.length / 2))]
		: [others];
	const rows = Math.max(...both.map((part) => Math.ceil((part.length * NARROW) / (focus ? wing : width - 8))), 1);
	const each = Math.ceil(Math.max(...both.map((part) => part.length)) / rows);
	const cell = (focus ? wing : width - 8) / Math.max(1, each);
	const high = (height - from - 4) / rows;
	const u = Math.max(24, Math.min(cell * 0.42, (high - 54 - (foot > 30 ? 16 : 0)) / 1.4, 46));
	const places = [];
	both.forEach((part, side) =>
		part.forEach((box, at) => {
			const right = focus && side ? width / 2 - beside : width - 4;
			places[box - 1] = {
				x: right - cell * ((at % each) + 0.5),
				y: from + high * (Math.floor(at / each) + 1) - 38 - (foot > 30 ? 16 : 0),
				u,
				isCompact: true,
				room: cell - 4,
			};
		}),
	);
	if (focus)
		places[focus - 1] = { x: width / 2, y: height - foot - 2 - (RING.own * own) / 2, u: own, room: 2 * beside };
	return { mode: "sideways", width, height, places, dealer, says, arcs: null };
}

const NARROW = 50; // pixels that a box has beside yours
const NARROWEST = 70; // pixels that a box has in a row
// a row with hands, and one without; what bets behind take besides
const COMPACT = { behind: 18, full: { high: 1.4, rest: 64, above: 26 }, flat: { high: 0, rest: 54, above: 20 } };
const ROOMY = { behind: 29, full: { high: 2.64, rest: 56, above: 0.62 }, flat: { high: 1.24, rest: 62, above: 12 } };
const LEAST = 28,
	ENOUGH = 42; // pixels of a card: in a compact box, and so that it need not be one

/** Upright: the dealer, the sentences, the other boxes in rows, and your own box large beneath. A row in which nobody
 * plays needs no room for cards. */
function upright(shape) {
	const roomy = stacked(shape, shape.felt.line ? 82 : 46, shape.foot);
	return roomy.least <= shape.height
		? roomy
		: { ...stacked(shape, shape.felt.line ? 26 : 6, shape.seen.isBacked ? shape.foot : 30), isTight: true };
}

function stacked({ width, height, boxes, seen, felt }, sentences, foot) {
	const { focus, played } = seen;
	const dealer = { u: Math.max(46, Math.min(width * 0.15, height * 0.11, 112)), y: 12 };
	const says = dealer.y + dealer.u * 1.4 + readerRoom(felt, true) + 8;
	const rows = inRows(width, boxes, focus);
	const cell = width / Math.max(rows[0]?.length ?? 1, 1);
	const kinds = rows.map((row) => (focus && !row.some((box) => played.includes(box)) ? "flat" : "full"));
	const behind = rows.map((row) => row.some((box) => seen.backed.includes(box)));
	const sum = (form, part) =>
		kinds.reduce((all, kind, at) => all + form[kind][part] + (part === "rest" && behind[at] ? form.behind : 0), 0);
	const below = focus ? foot + 8 : 0;
	const left = height - says - sentences - below;
	const sized = (form) => (left - sum(form, "rest")) / (sum(form, "high") + (focus ? 4.6 : 0));
	const roomy = Math.min(cell * 0.34, sized(ROOMY), 78);
	const isCompact = roomy < ENOUGH;
	const u = isCompact ? Math.max(LEAST, Math.min(cell * 0.4, sized(COMPACT), ENOUGH - 1)) : roomy;
	const form = isCompact ? COMPACT : ROOMY;
	const tall = 1.4 + RING.own;
	const large = focus
		? Math.max(50, Math.min(width * 0.27, (left - sum(form, "high") * u - sum(form, "rest") - 14) / tall, 124))
		: 0;
	const places = [];
	let y = says + sentences;
	rows.forEach((row, which) => {
		const { high, rest, above } = form[kinds[which]];
		const middle = y + above + (isCompact ? high * u : (high - 0.62) * u);
		row.forEach((box, at) => {
			places[box - 1] = {
				x: width - (width / row.length) * (at + 0.5),
				y: middle,
				u,
				isCompact,
				room: cell - (isCompact ? 4 : 18),
			};
		});
		y += high * u + rest + (behind[which] ? form.behind : 0);
	});
	const own = large * tall + 14 + below;
	if (focus) {
		y = Math.max(y, Math.min(height - own, y + 40));
		places[focus - 1] = { x: width / 2, y: y + 14 + large * (1.4 + RING.own / 2), u: large, room: width - 12 };
		y += own;
	}
	return { mode: "narrow", width, height, least: y, places, dealer, says, arcs: null };
}

const STEPS = 14,
	MARGIN = 10; // pixels

/** Where in the rectangle `felt` something of this size hides least of `taken`, and then as near to the middle as can
 * be: {left, top} in the felt. */
export function freest(felt, { width, height }, taken) {
	const free = { x: felt.width - width - 2 * MARGIN, y: felt.height - height - 2 * MARGIN };
	const tried = Array.from({ length: (STEPS + 1) ** 2 }, (_, at) => {
		const left = MARGIN + (free.x * (at % (STEPS + 1))) / STEPS;
		const top = MARGIN + (free.y * Math.floor(at / (STEPS + 1))) / STEPS;
		const over = (one) =>
			Math.max(0, Math.min(one.right - felt.left, left + width) - Math.max(one.left - felt.left, left)) *
			Math.max(0, Math.min(one.bottom - felt.top, top + height) - Math.max(one.top - felt.top, top));
		const hides = taken.reduce((sum, one) => sum + over(one), 0);
		const away = Math.hypot(left + (width - felt.width) / 2, top + (height - felt.height) / 2);
		return { left, top, hides, away };
	});
	return tried.reduce((best, one) => ((one.hides - best.hides || one.away - best.away) < 0 ? one : best));
}

/** The boxes but for the one that lies large, in as few rows as there is width for. */
function inRows(width, boxes, focus) {
	const others = numbers(boxes).filter((box) => box !== focus);
	const most = focus ? Math.floor(width / NARROWEST) : Math.min(3, Math.ceil(boxes / 2));
	const each = Math.ceil(others.length / Math.ceil(others.length / Math.max(most, 1)));
	return Array.from({ length: Math.ceil(others.length / each) || 0 }, (_, at) =>
		others.slice(at * each, (at + 1) * each),
	);
}

function numbers(boxes) {
	return Array.from({ length: boxes }, (_, at) => at + 1);
}
