// What goes on beside the play: the session and its pause, drawers over the table, talk, and answers to disputes.

import { toast } from "../elements/toast.js";
import { get } from "../lib/api.js";
import { me } from "../lib/me.js";
import { signed } from "../lib/money.js";
import { Strip } from "./strip.js";
import { Tally } from "./tally.js";

const DRAWERS = {
	recall: () => import("./recall.js"),
	card: () => import("./card.js"),
	talk: () => import("./talk.js"),
	session: () => import("./session.js"),
}; // by the names of their keys

export class Company {
	#at;
	#opened = new Map(); // drawers, which are loaded when they are first wanted
	#tally = null;

	/** `at` is {host, table, felt, sides, log, layout, socket, seatOf(name), attempt(doing), goOn(), leave()}. */
	constructor(at) {
		this.#at = at;
		this.strip = new Strip(at.felt.keys.session, () => this.open("session"));
		this.answers = import("./answers.js").then(({ Answers }) => new Answers((dispute) => this.#answered(dispute)));
		if (me.person) this.#watch();
		at.socket.addEventListener("talk", ({ detail }) => this.#hear(detail));
	}

	stop() {
		this.answers.then((answers) => answers.stop());
	}

	#watch() {
		this.answers.then((answers) => answers.check());
	}

	/** What this session came to so far; null for spectators and staff. */
	get tally() {
		const { person } = me;
		if (person?.role !== "player") return null;
		if (this.#tally?.name !== person.name || this.#tally.began !== person.session_began)
			this.#tally = new Tally(person, this.#at.table.id, this.#at.sides);
		return this.#tally;
	}

	/** Everything is drawn: the strip and the marked cell follow. */
	follow() {
		this.strip.show(this.tally);
		this.#opened.get("card")?.then((card) => card.follow());
	}

	/** Open or close the drawer of this key. Returns whether there is one. */
	press(key) {
		const name = Object.keys(DRAWERS).find((one) => key === this.#at.felt.keys[one]);
		if (name) this.open(name);
		return Boolean(name);
	}

	async open(name) {
		if (!this.#opened.has(name)) {
			const made = DRAWERS[name]().then(({ default: Made }) => this.#made(Made));
			made.catch(() => this.#opened.delete(name));
			this.#opened.set(name, made);
		}
		await this.#at.attempt(async () => (await this.#opened.get(name)).toggle());
	}

	#made(Made) {
		const { table, felt, socket, host } = this.#at;
		const drawer = new Made({
			table,
			felt,
			strip: this.strip,
			tally: () => this.tally,
			name: () => me.person?.name ?? "",
			open: (other) => this.open(other),
			watch: () => this.#watch(),
			say: (said) => socket.say({ do: "talk", ...said }),
		});
		host.append(drawer.node);
		return drawer;
	}

	/** Every full hour: the time, what was wagered and won, a limit or the door within reach. Returns whether it is due. */
	pause() {
		const { tally } = this;
		if (!tally?.isPauseDue) return document.querySelector("dialog:modal") !== null;
		tally.pause();
		const { host, goOn, leave } = this.#at;
		const more = { tally, strip: this.strip, goOn, leave, limits: () => this.open("session") };
		DRAWERS.session().then(({ pause }) => pause(host, more));
		return true;
	}

	/** Who comes back to their seat in a new page reads how their last round there ended. */
	async welcomeBack() {
		const { table, log } = this.#at;
		const [last] = await get(`/api/rounds?table=${table.id}&most=1`).catch(() => []);
		if (!last) return;
		const net = last.net[me.person.name];
		const text = `Your last round here was round ${last.number}: ${net ? signed(net) : "even"}`;
		log.add([{ text, clause: "", kind: "round" }]);
	}

	#hear({ name, text }) {
		this.#at.log.add([{ text: `${name}: ${text}`, clause: "", kind: "said" }]);
		const box = this.#at.seatOf(name);
		if (box) this.#at.layout.talk(box, text);
	}

	/** The floor has answered a dispute. */
	#answered({ round, answer, answered_by: by, clause }) {
		toast(`The floor has answered your question about round ${round}`);
		this.#at.log.add([{ text: `Round ${round}, ${by} answers: ${answer} (${clause})`, clause }]);
	}
}
