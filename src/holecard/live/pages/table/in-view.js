// On a phone the controls must not cover the player's box: the page scrolls just enough, and back again.

import { settings } from "../lib/settings.js";

export class InView {
  #moved = 0; // pixels

  /** `plate` is the lowest part of the box; `controls` cover the lower end of the page. */
  keep(plate, controls) {
    const lowest = innerHeight - controls.offsetHeight;
    const move = Math.max(plate.getBoundingClientRect().bottom + 6 - lowest, -this.#moved);
    this.#moved += move;
    scrollBy({ top: move, behavior: settings.isStill ? "auto" : "smooth" });
  }
}
