// A figure with its name, its unit and its basis.

import { el } from "../lib/dom.js";

export function tile(name, value, more) {
  return el(
    "div",
    { class: "tile" },
    el("dt", {}, name),
    el("dd", { class: "tile-value" }, value),
    el("dd", { class: "tile-more" }, more),
  );
}
