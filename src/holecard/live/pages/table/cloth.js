// Where everything lies on the layout, and the cloth beneath it: inscriptions on arcs, the insurance line.
// Box 1 is at the dealer's left, so for the players it is at the right end.

import { el, svg } from "../lib/dom.js";

const WIDE = 820,
  MANY = 6; // pixels; boxes, beyond which they are crowded

/** {mode, height, places: [{x, y, u}] by box, dealer: {u, y}, arcs}. `seen` is what a phone looks at: {focus, isBacked,
 * played}, the box that it shows large, whether others bet behind there, and the boxes at which somebody sits or
 * bets. */
export function geometry(width, room, boxes, sides, seen, felt) {
  return width >= WIDE ? wide(width, room, boxes, sides) : narrow(width, room, boxes, seen, felt);
}

function wide(width, room, boxes, sides) {
  if (boxes > MANY) return crowded(width, room, boxes, sides);
  const height = Math.max(480, Math.min(room, width * 0.62));
  const u = Math.max(46, Math.min(width / 16, height / 8.4, 108));
  const start = (boxes > 4 ? 19 : 34) * (Math.PI / 180);
  const half = 0.62 * u + Math.ceil(sides / 2) * (0.8 * u + 5) + 8; // of a box with its areas
  const rx = width / 2 - half - 26;
  const middle = height - 50 - 0.66 * u;
  const drop = Math.min(0.42 * height, middle - 2.06 * u - 118);
  const ry = drop / (1 - Math.sin(start));
  const top = middle - ry;
  const places = Array.from({ length: boxes }, (_, at) => {
    const angle = boxes === 1 ? Math.PI / 2 : start + ((Math.PI - 2 * start) * at) / (boxes - 1);
    return { x: width / 2 + rx * Math.cos(angle), y: top + ry * Math.sin(angle), u };
  });
  const apart = Math.min(...places.slice(1).map(({ x, y }, at) => Math.hypot(x - places[at].x, y - places[at].y)));
  for (const place of places) place.room = 2 * Math.min(apart - 0.85 * u - 8, place.x - 20, width - place.x - 20);
  const dealer = { u: u * 1.06, y: height > 560 ? 26 : 18 };
  const from = dealer.y + dealer.u * 1.4 + 56;
  const chord = 2 * (rx * Math.cos(start) - half) - 28;
  const to = middle - 0.66 * u - 1.4 * u - 8;
  return { mode: "wide", width, height, places, dealer, notice: (from + to) / 2, arcs: { chord, from, to } };
}

/** Many boxes: as far apart as the width allows, along the curved edge of the cloth, the side wagers beneath the bet.
 * */
function crowded(width, room, boxes, sides) {
  const height = Math.max(520, Math.min(room, width * 0.62));
  const u = Math.max(34, Math.min(width / 24.5, height / 10, 76));
  const pitch = (width - 3.5 * u) / (boxes - 1);
  const edge = (away) => height * (0.38 + 0.62 * Math.sqrt(Math.max(0, 1 - (away / (width / 2)) ** 2))); // of the cloth
  const foot = sides ? 1.22 * u : 0.7 * u;
  const places = Array.from({ length: boxes }, (_, at) => {
    const x = width - 1.75 * u - pitch * at;
    const away = Math.abs(x - width / 2);
    return {
      x,
      y: Math.min(edge(away + u) - foot - 4, edge(away + 0.5 * u) - foot - 32),
      u,
      room: pitch - 4,
      left: sides,
    };
  });
  const dealer = { u: u * 1.4, y: 20 };
  const from = dealer.y + dealer.u * 1.4 + 56;
  const to = height - foot - 2.1 * u - 54;
  return {
    mode: "wide",
    isCrowded: true,
    width,
    height,
    places,
    dealer,
    notice: (from + to) / 2,
    arcs: { chord: width * 0.62, from, to },
  };
}

const NARROWEST = 70; // pixels that a box has in a row
// a row with hands, and one without
const COMPACT = { full: { high: 1.4, rest: 66, above: 28 }, flat: { high: 0, rest: 60, above: 20 } };
const ROOMY = { full: { high: 2.64, rest: 50, above: 0.62 }, flat: { high: 1.24, rest: 62, above: 12 } };
const LEAST = 30,
  ENOUGH = 42; // pixels of a card: in a compact box, and so that it need not be one

/** On a phone: the dealer, the sentences, the other boxes in rows, and the player's own box large beneath. A row in
 * which
 * nobody plays needs no room for cards. */
function narrow(width, room, boxes, { focus, isBacked, played }, felt) {
  const dealer = { u: Math.max(46, Math.min(width * 0.14, room * 0.11, 112)), y: 14 };
  const says = dealer.y + dealer.u * 1.4 + (felt.areas.length ? 52 : felt.device ? 36 : 16);
  const sentences = felt.line ? 80 : 44;
  const rows = inRows(width, boxes, focus);
  const cell = width / Math.max(rows[0]?.length ?? 1, 1);
  const kinds = rows.map((row) => (focus && !row.some((box) => played.includes(box)) ? "flat" : "full"));
  const sum = (form, part) => kinds.reduce((all, kind) => all + form[kind][part], 0);
  const foot = focus ? (isBacked ? 86 : 42) : 0; // beneath the player's own bet
  const left = room - says - sentences - foot;
  // own cards are 1.7 times as wide
  const sized = (form) => (left - sum(form, "rest")) / (sum(form, "high") + (focus ? 4.6 : 0));
  const roomy = Math.min(cell * 0.34, sized(ROOMY), 78);
  const isCompact = roomy < ENOUGH;
  const u = isCompact ? Math.max(LEAST, Math.min(cell * 0.4, sized(COMPACT), ENOUGH - 1)) : roomy;
  const form = isCompact ? COMPACT : ROOMY;
  const large = focus
    ? Math.max(54, Math.min(width * 0.2, (left - sum(form, "high") * u - sum(form, "rest")) / 2.7, 118))
    : 0;
  const places = [];
  let y = says + sentences;
  rows.forEach((row, which) => {
    const { high, rest, above } = form[kinds[which]];
    const middle = y + above + (isCompact ? high * u : (high - 0.62) * u);
    const bend = row.length > 2 && rows.length === 1 ? 8 : 0;
    row.forEach((box, at) => {
      places[box - 1] = {
        x: width - (width / row.length) * (at + 0.5),
        y: middle + bend * Math.sin(((at + 0.5) / row.length) * Math.PI),
        u,
        isCompact,
        room: cell - (isCompact ? 4 : 18),
      };
    });
    y += high * u + rest + bend;
  });
  if (focus) {
    places[focus - 1] = { x: width / 2, y: y + large * 2.02 + 10, u: large, room: width - 12 };
    y += large * 2.64 + foot + 10;
  }
  return {
    mode: "narrow",
    width,
    height: Math.max(y, Math.min(room, y + 60)),
    places,
    dealer,
    says,
    notice: says + 58,
    arcs: null,
  };
}

/** The boxes but for the one that lies large, in as few rows as there is width for. */
function inRows(width, boxes, focus) {
  const others = Array.from({ length: boxes }, (_, at) => at + 1).filter((box) => box !== focus);
  const most = focus ? Math.floor(width / NARROWEST) : Math.min(3, Math.ceil(boxes / 2));
  const each = Math.ceil(others.length / Math.ceil(others.length / Math.max(most, 1)));
  return Array.from({ length: Math.ceil(others.length / each) || 0 }, (_, at) =>
    others.slice(at * each, (at + 1) * each),
  );
}

/** The cloth: lines and sentences. `felt` is what the server says that the layout shows. */
export function cloth(felt, name, { mode, width, height, says, arcs }) {
  const { line } = felt;
  const others = felt.inscriptions.filter(({ text }) => text !== line?.text);
  return mode === "wide" ? arched(name, others, felt, width, height, arcs) : stacked(name, others, line, says);
}

function arched(name, others, { line, areas }, width, height, { chord, from, to }) {
  const sentences = others.flatMap(({ text, clause }, at) =>
    (at ? broken(text) : [text]).map((part) => ({ text: part, clause, large: !at })),
  );
  const band = line ? 46 : 0;
  const grown = Math.max(1, Math.min(1.45, width / 1050));
  const size = sentences.length ? Math.min(27 * grown, chord / (sentences[0].text.length * WIDTHS.large)) : 0;
  // of the first sentence's ends
  const rise = chord * 0.1 * (((sentences[0]?.text.length ?? 0) * WIDTHS.large * size) / chord) ** 2;
  const nodes = [];
  let y = from + (areas.length ? rise + size * 0.8 + 8 : 14 * grown);
  const step = Math.max(15, Math.min(30 * grown, (to - y - band) / Math.max(1, sentences.length)));
  for (const { text, clause, large } of sentences) {
    nodes.push(...onArc(text, y, large ? "large" : "small", large ? size : Math.min(15, step - 1) * grown, clause));
    y += large ? step * 1.08 : step;
  }
  if (line) {
    nodes.push(
      svg("path", { class: "line", d: arc(y - 10) }),
      svg("path", { class: "line", d: arc(y + 17) }),
      svg("path", { class: "middle", d: arc(y + 4), fill: "none" }),
    );
    nodes.push(...onArc(line.text, y + 8, "band", 14 * grown, line.clause));
  }
  return svg(
    "svg",
    { class: "cloth", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": spoken(name, others, line) },
    nodes,
  );

  /** A line that hangs towards the players, lowest in the middle. */
  function arc(at) {
    const sag = chord * 0.1;
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

const WIDTHS = { large: 0.82, small: 0.54, band: 0.98 }; // of a letter, with its space, in its size

/** A long sentence in two, at a comma. */
function broken(text) {
  const comma = text.length > 60 ? text.indexOf(", ", text.length / 4) : -1;
  return comma < 0 ? [text] : [text.slice(0, comma + 1), text.slice(comma + 2)];
}

/** On a phone the first sentence stands large, and the others beneath it. */
function stacked(name, others, line, top) {
  const [first, ...rest] = others;
  return el(
    "div",
    { class: "cloth said", role: "img", "aria-label": spoken(name, others, line), style: { top: `${top}px` } },
    first ? el("p", { class: first.text.length > 26 ? "large long" : "large" }, first.text) : "",
    el("p", {}, rest.map(({ text }) => text).join(" · ")),
    line ? el("p", { class: "band" }, line.text) : "",
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

function spoken(name, others, line) {
  return `The layout of ${name}. ${[...others, line]
    .filter(Boolean)
    .map(({ text }) => text)
    .join(". ")}.`;
}
