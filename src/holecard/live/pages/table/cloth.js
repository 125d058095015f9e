// Where everything lies on the layout, and the cloth beneath it: inscriptions on arcs, the insurance line.
// Box 1 is at the dealer's left, so for the players it is at the right end.

import { el, svg } from "../lib/dom.js";

const WIDE = 900;

/** {mode, height, places: [{x, y, u}] by box, dealer: {u, y}, arcs}; `focus` is the box that a phone shows large. */
export function geometry(width, room, boxes, focus, sides) {
  return width >= WIDE ? wide(width, room, boxes, sides) : narrow(width, boxes, focus, sides);
}

function wide(width, room, boxes, sides) {
  const height = Math.max(540, Math.min(room, width * 0.62));
  const u = Math.max(46, Math.min(width / (boxes > 6 ? 22 : 17), height / 8.6, 82));
  const start = (boxes > 6 ? 10 : boxes > 4 ? 19 : 34) * (Math.PI / 180);
  const half = (1.5 + 0.9 * Math.min(sides, 2)) * u * 0.7 + 26;
  const rx = width / 2 - half - 30;
  const middle = height - 62 - 0.66 * u;
  const drop = Math.min(0.42 * height, middle - 0.66 * u - 1.4 * u - 36);
  const ry = drop / (1 - Math.sin(start));
  const top = middle - ry;
  const places = Array.from({ length: boxes }, (_, at) => {
    const angle = boxes === 1 ? Math.PI / 2 : start + ((Math.PI - 2 * start) * at) / (boxes - 1);
    return { x: width / 2 + rx * Math.cos(angle), y: top + ry * Math.sin(angle), u };
  });
  const dealer = { u: u * 1.06, y: 26 };
  const from = dealer.y + dealer.u * 1.4 + 62;
  return { mode: "wide", width, height, places, dealer, arcs: { rx: rx * 0.8, ry: ry * 0.62, from, to: middle - 0.66 * u - 1.4 * u - 8 } };
}

function narrow(width, boxes, focus, sides) {
  const dealer = { u: Math.max(50, Math.min(width * 0.155, 82)), y: 16 };
  const others = Array.from({ length: boxes }, (_, at) => at + 1).filter((box) => box !== focus);
  const most = focus ? (others.length > 5 ? Math.ceil(others.length / 2) : others.length) : Math.min(3, Math.ceil(boxes / 2));
  const cell = width / Math.max(most, 1);
  const u = Math.max(24, Math.min(cell * (sides > 1 ? 0.3 : 0.34), 56));
  const rowHeight = u * 2.75 + 44;
  const places = [];
  let y = dealer.y + dealer.u * 1.4 + 118;
  for (let first = 0; first < others.length; first += most) {
    const row = others.slice(first, first + most);
    row.forEach((box, at) => {
      const bend = most > 2 ? Math.sin(((at + 0.5) / row.length) * Math.PI) * 10 : 0;
      places[box - 1] = { x: width - (width / row.length) * (at + 0.5), y: y + u * 1.4 + u * 0.66 + bend, u };
    });
    y += rowHeight + 14;
  }
  if (focus) {
    const large = Math.max(56, Math.min(width * 0.175, 84));
    places[focus - 1] = { x: width / 2, y: y + large * 1.4 + large * 0.66, u: large };
    y += large * 2.75 + 66;
  }
  return { mode: "narrow", width, height: y + 10, places, dealer, arcs: null };
}

/** The cloth: lines and sentences. `felt` is what the server says that the layout shows. */
export function cloth(felt, name, { mode, width, height, dealer, arcs }) {
  const insurance = felt.insurance ? felt.inscriptions.find(({ text }) => text.startsWith("Insurance")) : null;
  const others = felt.inscriptions.filter((one) => one !== insurance);
  return mode === "wide" ? arched(name, others, insurance, felt, width, height, arcs) : stacked(name, others, insurance, width, dealer);
}

function arched(name, others, insurance, felt, width, height, { rx, ry, from, to }) {
  const lines = [];
  let made = 0;
  const sizes = [Math.min(27, width / 44), Math.min(15, width / 72)];
  let y = from + sizes[0];
  const step = Math.min(30, (to - from - 70) / Math.max(2, others.length));
  others.forEach(({ text, clause }, at) => {
    lines.push(onArc(text, y, at ? "small" : "large", at ? sizes[1] : sizes[0], clause));
    y += at ? step : step + 2;
  });
  const paths = [];
  if (felt.insurance) {
    const band = y + 4;
    paths.push(svg("path", { class: "line", d: arc(band - 10) }), svg("path", { class: "line", d: arc(band + 18) }));
    lines.push(onArc(insurance?.text ?? "Insurance", band + 9, "band", sizes[1], insurance?.clause));
  }
  function arc(at) {
    return `M${width / 2 - rx} ${at - ry * 0.42} A${rx * 1.12} ${ry} 0 0 0 ${width / 2 + rx} ${at - ry * 0.42}`;
  }
  function onArc(text, at, kind, size, clause) {
    const id = `arc-${(made += 1)}`;
    return svg(
      "g",
      {},
      svg("path", { id, d: arc(at), fill: "none" }),
      svg("text", { class: `says ${kind}`, "font-size": size }, svg("title", {}, clause ?? ""), svg("textPath", { href: `#${id}`, startOffset: "50%" }, text)),
    );
  }
  return svg("svg", { class: "cloth", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": spoken(name, others, insurance) }, paths, lines);
}

/** On a phone the sentences stand beneath one another. */
function stacked(name, others, insurance, width, dealer) {
  const all = insurance ? [others[0], insurance, ...others.slice(1)] : others;
  const top = dealer.y + dealer.u * 1.4 + 52;
  return el(
    "div",
    { class: "cloth said", role: "img", "aria-label": spoken(name, others, insurance), style: { top: `${top}px` } },
    all.filter(Boolean).map(({ text, clause }, at) => el("p", { class: at ? "" : "large", title: clause }, text)),
  );
}

function spoken(name, others, insurance) {
  return `The layout of ${name}. ${[...others, insurance].filter(Boolean).map(({ text }) => text).join(". ")}.`;
}
