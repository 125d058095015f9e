// On a phone one's own box must not lie beneath the buttons: the page moves as little as that needs, and back.

import { settings } from "../lib/settings.js";

export class InView {
  #moved = 0; // pixels

  /** `plate` is the lowest part of the box, `controls` what lies over the page's lower end. */
  keep(plate, controls) {
    const lowest = innerHeight - controls.offsetHeight;
    const move = Math.max(plate.getBoundingClientRect().bottom + 6 - lowest, -this.#moved);
    this.#moved += move;
    scrollBy({ top: move, behavior: settings.isStill ? "auto" : "smooth" });
  }
}
