// The user's settings, stored in this browser and set on <html> for the style sheet.

const DEFAULTS = { theme: "auto", deck: "two", motion: "auto", sound: "off", coach: "off", why: "off" };
const STORAGE_KEY = "holecard.settings";

class Settings extends EventTarget {
  #chosen = { ...DEFAULTS, ...read() };

  constructor() {
    super();
    this.#show();
  }

  get(name) {
    return this.#chosen[name];
  }

  set(name, value) {
    this.#chosen = { ...this.#chosen, [name]: value };
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.#chosen));
    } catch {
      // a browser without storage can still play
    }
    this.#show();
    this.dispatchEvent(new Event("change"));
  }

  get isStill() {
    const asked = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return this.#chosen.motion === "off" || (this.#chosen.motion === "auto" && asked);
  }

  #show() {
    const root = document.documentElement;
    root.dataset.theme = this.#chosen.theme;
    root.dataset.deck = this.#chosen.deck;
    root.dataset.motion = this.isStill ? "off" : "on";
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const settings = new Settings();
