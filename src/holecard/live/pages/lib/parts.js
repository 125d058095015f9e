// Small parts that the pages which are read share: a style sheet of their own, times, percentages, marked-up words.

import { el } from "./dom.js";

/** A page's own style sheet, once. */
export function useStyle(href) {
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(el("link", { rel: "stylesheet", href }));
}

/** 0.0038213 -> "0.3821 %" */
export function percent(share, places = 4) {
  return `${(share * 100).toFixed(places).replace("-", "\u2212")}\u202f%`;
}

/** Whose edge it is, in words: "0.382 % for the house". */
export function edgeWords(edge, places = 3) {
  if (Math.abs(edge) < 5e-7) return "even";
  return `${percent(Math.abs(edge), places)} for the ${edge > 0 ? "house" : "player"}`;
}

/** Seconds since 1970, or a time as a journal writes it, in the reader's own form. */
export function when(time, style = {}) {
  const date = typeof time === "number" ? new Date(time * 1000) : new Date(time);
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", ...style }).format(date);
}

export function clockTime(time) {
  return new Intl.DateTimeFormat(undefined, { timeStyle: "medium" }).format(
    typeof time === "number" ? new Date(time * 1000) : new Date(time),
  );
}

/** Text in which `backticks` mark code and *stars* what is stressed. */
export function marked(text) {
  return text
    .split("`")
    .map((part, at) =>
      at % 2
        ? el("code", {}, part)
        : part.split(/\*([^*]+)\*/).map((word, place) => (place % 2 ? el("em", {}, word) : word)),
    );
}

/** 1234567 -> "1 234 567" */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** "wrong-light" -> "Wrong light" */
export function plainName(key) {
  const text = key.replaceAll(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A heading with what belongs below it, as a section that can be linked to. */
export function section(id, title, ...children) {
  return el(
    "section",
    { class: "part", id, "aria-labelledby": `${id}-title` },
    el("h2", { id: `${id}-title` }, title),
    ...children,
  );
}

/** Ask again until `isDone`, at a pace that does not press; stops when the page is left. */
export async function poll(page, ask, isDone, pause = 700) {
  for (;;) {
    const told = await ask();
    if (isDone(told) || !page.isConnected) return told;
    await new Promise((done) => setTimeout(done, pause));
  }
}
