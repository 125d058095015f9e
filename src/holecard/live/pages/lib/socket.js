// A table's WebSocket. Every message gets a key. After a lost connection the message is sent again with the same key,
// and the server acts on it once. `after` asks for the events missed meanwhile. Events: "table", "missed", "you",
// "state".

import { LOST_SERVER, Problem, sentence } from "./api.js";
import { whole } from "./changes.js";
import { freshKey } from "./dom.js";

const LONGEST_WAIT = 8000;
const UNANSWERED = 10000; // the server may be paused, and another then serves the table

export class TableSocket extends EventTarget {
	state = "connecting"; // "open", "lost", "gone" (no such table), "closed"
	restarting = ""; // what the house says of it, until the table is back
	#table;
	#socket = null;
	#seen = -1;
	#shown = null; // the last known table
	#waiting = new Map(); // key -> {text, done, failed}
	#tries = 0;
	#timer = 0;

	/** `after` is the last event that this browser has seen, -1 for none. */
	constructor(table, after = -1) {
		super();
		this.#table = table;
		this.#seen = after;
		this.#connect();
		this.online = () => this.state === "lost" && this.#connect();
		addEventListener("online", this.online);
	}

	/** Send a message. The promise resolves with the reply, or rejects with a Problem. */
	say(message) {
		const key = freshKey();
		const text = JSON.stringify({ key, ...message });
		return new Promise((done, failed) => {
			this.#waiting.set(key, { text, done, failed });
			if (this.state === "open") this.#send(key, text);
		});
	}

	/** Without an answer, try another connection. */
	#send(key, text) {
		const socket = this.#socket;
		socket.send(text);
		setTimeout(() => {
			if (socket !== this.#socket || this.state !== "open" || !this.#waiting.has(key)) return;
			this.#set("lost");
			this.again();
		}, UNANSWERED);
	}

	close() {
		this.#set("closed");
		removeEventListener("online", this.online);
		clearTimeout(this.#timer);
		this.#socket?.close();
		for (const { failed } of this.#waiting.values()) failed(new Problem(LOST_SERVER));
		this.#waiting.clear();
	}

	/** Reconnect, for example after logging in. */
	again() {
		const old = this.#socket;
		this.#connect();
		old.close();
	}

	/** Reconnect now instead of waiting. */
	retry() {
		if (this.state === "lost") this.#connect();
	}

	#connect() {
		clearTimeout(this.#timer);
		const after = this.#seen >= 0 ? `?after=${this.#seen}` : "";
		const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/tables/${this.#table}${after}`);
		this.#socket = socket;
		socket.addEventListener("open", () => this.#opened(socket));
		socket.addEventListener("message", ({ data }) => socket === this.#socket && this.#hear(JSON.parse(data)));
		socket.addEventListener("close", ({ code }) => socket === this.#socket && this.#lost(code));
	}

	#opened(socket) {
		if (socket !== this.#socket) return;
		this.#tries = 0;
		this.restarting = "";
		this.#set("open");
		for (const [key, { text }] of this.#waiting) this.#send(key, text);
	}

	#hear(message) {
		if (message.type === "reply") {
			const request = this.#waiting.get(message.key);
			this.#waiting.delete(message.key);
			if (message.ok) request?.done(message);
			else request?.failed(new Problem(sentence(message.error), { status: 409, refused: message.refused ?? null }));
			return;
		}
		if (message.type === "restarting") this.restarting = message.text;
		const detail = message.type === "table" ? this.#follow(message) : message;
		this.dispatchEvent(new CustomEvent(message.type, { detail }));
	}

	#follow(message) {
		this.#seen = message.seq;
		const view = whole(message, this.#shown);
		this.#shown = view.table;
		return view;
	}

	#lost(code) {
		if (this.state === "closed") return;
		if (code === 4404) return this.#set("gone");
		this.#set("lost");
		const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries) * (0.75 + Math.random() / 2);
		this.#tries += 1;
		this.#timer = setTimeout(() => this.#connect(), code === 4409 ? 50 : wait);
	}

	#set(state) {
		if (this.state === state) return;
		this.state = state;
		this.dispatchEvent(new CustomEvent("state", { detail: state }));
	}
}
