// The user's settings, stored in this browser and set on <html> for the style sheet.

const DEFAULTS = {
	theme: "auto",
	deck: "two",
	motion: "auto",
	sound: "off",
	coach: "off",
	why: "off",
	keys: "on",
	pit: "auto",
	pace: "normal",
	rebet: "off",
};
const PACES = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };
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
		return (
			this.#chosen.motion === "off" || this.#chosen.pace === "instant" || (this.#chosen.motion === "auto" && asked)
		);
	}

	/** How long pictures stay, as a share of the usual time. */
	get pace() {
		return PACES[this.#chosen.pace] ?? 1;
	}

	#show() {
		const root = document.documentElement;
		root.dataset.theme = this.#chosen.theme;
		root.dataset.deck = this.#chosen.deck;
		root.dataset.keys = this.#chosen.keys;
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
