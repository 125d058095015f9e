// What this session has come to: rounds, won, lost, against expectation, mistakes and what they cost.

import { el } from "../lib/dom.js";

export class SessionStrip {
  constructor() {
    this.node = el("section", { class: "strip", "aria-label": "This session", hidden: true });
  }

  judge() {}
}
