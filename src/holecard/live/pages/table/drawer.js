// The rules at the table: a drawer over the layout that leaves the controls and the clock in view. It starts with how the
// game differs; each sentence opens its clause, and the last link leads to all of them.

import "../elements/card-face.js";
import { el, svg } from "../lib/dom.js";
import { short } from "../lib/words.js";

export class RulesDrawer {
  constructor(table, felt) {
    this.node = el(
      "dialog",
      { class: "drawer", "aria-labelledby": "drawer-title" },
      el(
        "header",
        {},
        el("h2", { id: "drawer-title" }, table.game_name),
        el(
          "button",
          { type: "button", class: "quiet small", "aria-label": "Close the rules", onclick: () => this.close() },
          "Close",
        ),
      ),
      el("p", { class: "lead" }, felt.about),
      picture(table, felt),
      el("h3", {}, "How this game differs"),
      el("ol", { class: "differs" }, felt.differs.map(difference)),
      el("p", {}, el("a", { class: "button quiet small", href: `#/rules/${table.game}` }, "All options and clauses")),
    );
    this.node.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
  }

  toggle() {
    if (this.node.open) return this.close();
    this.before = document.activeElement;
    this.node.show();
    return null;
  }

  close() {
    this.node.close();
    this.before?.focus();
  }
}

/** A sentence; its clause is one level deeper. */
function difference({ text, clause, summary }) {
  return el(
    "li",
    {},
    clause
      ? el(
          "details",
          {},
          el("summary", {}, text),
          el("p", { class: "clause" }, el("b", {}, clause), summary ? `: ${summary}` : ""),
        )
      : text,
  );
}

/** A small picture of the layout, from what the server says that it shows. */
function picture({ cloth }, { areas, device, spots, line }) {
  return el(
    "div",
    { class: "differs-picture", "aria-hidden": "true", data: { felt: cloth } },
    el(
      "span",
      { class: "differs-cards" },
      ["6h", ...(areas.length || device ? ["--"] : [])].map((card) => el("card-face", { card })),
    ),
    areas.length
      ? el(
          "span",
          { class: "differs-areas" },
          areas.map(({ cards, colour }, at) =>
            el("span", { class: at === 1 ? "area lit" : "area", data: { colour } }, el("span", {}, cards)),
          ),
        )
      : "",
    line ? el("span", { class: "differs-line" }, line.text) : "",
    el(
      "span",
      { class: "differs-spots" },
      spots.slice(0, Math.ceil(spots.length / 2)).map(spot),
      svg(
        "svg",
        { viewBox: "0 0 40 40" },
        svg("circle", { cx: 20, cy: 20, r: 18 }),
        svg("text", { x: 20, y: 24 }, "BET"),
      ),
      spots.slice(Math.ceil(spots.length / 2)).map(spot),
    ),
  );
}

function spot({ name }) {
  return el("span", { class: "differs-spot" }, short(name));
}
