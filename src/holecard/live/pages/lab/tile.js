// A figure with its name, its unit and its basis.

import { el } from "../lib/dom.js";

export function tile(name, value, more) {
	return el("div.tile", el("dt", name), el("dd.tile-value", value), el("dd.tile-more", more));
}
