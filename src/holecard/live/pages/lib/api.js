// HTTP requests. Every failure is a Problem with a message that a player can read.

import { freshKey } from "./dom.js";

export class Problem extends Error {
	/** `refused` comes with a refusal under a rule: {what, why, text, clause, legal}. */
	constructor(message, { status = 0, refused = null } = {}) {
		super(message);
		this.status = status;
		this.refused = refused;
	}
}

export const LOST_SERVER = "Can't reach the server. Nothing was changed. Try again in a moment.";

export async function request(method, path, body, headers = {}) {
	let response;
	try {
		response = await fetch(path, {
			method,
			headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
			body: body === undefined ? undefined : JSON.stringify(body),
			credentials: "same-origin",
		});
	} catch {
		throw new Problem(LOST_SERVER);
	}
	const text = await response.text();
	const answer = response.headers.get("content-type")?.includes("json") ? JSON.parse(text || "null") : text;
	if (response.ok) return answer;
	throw new Problem(messageOf(answer, response.status), {
		status: response.status,
		refused: answer?.refused ?? null,
	});
}

function messageOf(answer, status) {
	if (typeof answer?.error === "string") return sentence(answer.error);
	if (status === 404) return "Not found. The address may be old or mistyped.";
	return `The server failed with error ${status}. Try again in a moment.`;
}

/** The server's message with a capital letter and a full stop. */
export function sentence(text) {
	const one = text.charAt(0).toUpperCase() + text.slice(1);
	return /[.!?]$/.test(one) ? one : `${one}.`;
}

export const get = (path) => request("GET", path);
export const post = (path, body = {}) => request("POST", path, body);
export const put = (path, body) => request("PUT", path, body);

/** A request that takes effect once, even if a lost connection makes us send it again. */
export async function postOnce(path, body) {
	const headers = { "Idempotency-Key": freshKey() };
	for (let attempt = 0; ; attempt += 1) {
		try {
			return await request("POST", path, body, headers);
		} catch (problem) {
			if (problem.status !== 0 || attempt === 2) throw problem;
			await new Promise((done) => setTimeout(done, 400 * (attempt + 1)));
		}
	}
}
