// HTTP with errors in words: whatever fails is a Problem whose message a player can read.

import { freshKey } from "./dom.js";

export class Problem extends Error {
  /** `refused` is what the rules say: {what, why, clause, legal}. */
  constructor(message, { status = 0, refused = null } = {}) {
    super(message);
    this.status = status;
    this.refused = refused;
  }
}

export const LOST_SERVER = "The house cannot be reached. Nothing was done; try again in a moment.";

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
  const told = response.headers.get("content-type")?.includes("json") ? JSON.parse(text || "null") : text;
  if (response.ok) return told;
  throw new Problem(words(told, response.status), { status: response.status, refused: told?.refused ?? null });
}

function words(told, status) {
  if (typeof told?.error === "string") return sentence(told.error);
  if (Array.isArray(told?.detail)) return told.detail.map((one) => `${one.loc?.at(-1) ?? "It"}: ${one.msg}`).join("; ");
  if (status === 404) return "There is no such thing here.";
  return `The house answered with an error (${status}). Try again in a moment.`;
}

/** A refusal as the server writes it, as a sentence. */
export function sentence(text) {
  const one = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(one) ? one : `${one}.`;
}

export const get = (path) => request("GET", path);
export const post = (path, body = {}) => request("POST", path, body);
export const put = (path, body) => request("PUT", path, body);

/** Done once, however often the connection makes it be sent. */
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
