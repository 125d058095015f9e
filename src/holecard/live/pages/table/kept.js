// What this browser keeps of a table as long as its tab is open: how far the player has seen, and where he sat.

const EARLIER = 25; // events before the last that was seen, so that the log is not empty after a reload

export class Kept {
  #table;

  constructor(table) {
    this.#table = table;
  }

  get seen() {
    const seen = sessionStorage.getItem(`holecard.seen.${this.#table}`);
    return seen === null ? -1 : Math.max(0, Number(seen) - EARLIER);
  }

  set seen(event) {
    sessionStorage.setItem(`holecard.seen.${this.#table}`, String(event));
  }

  /** He has sat here and has not left, as far as this browser knows. */
  get hasSeat() {
    return sessionStorage.getItem(`holecard.seat.${this.#table}`) !== null;
  }

  set hasSeat(is) {
    if (is) sessionStorage.setItem(`holecard.seat.${this.#table}`, "yes");
    else sessionStorage.removeItem(`holecard.seat.${this.#table}`);
  }

  /** Whether the lobby sent him here to sit down; asked once. */
  takeWish() {
    const wished = sessionStorage.getItem("holecard.sit") === this.#table;
    if (wished) sessionStorage.removeItem("holecard.sit");
    return wished;
  }
}
