// Which shortcut a key is, if it is one. "Shortcuts" in the settings turns them off on every page.

import { settings } from "./settings.js";

/** The key in small letters, or "" if it is not meant as one. */
export function shortcut({ key, target, ctrlKey, metaKey, altKey, repeat }) {
	if (ctrlKey || metaKey || altKey || repeat || settings.get("keys") !== "on") return "";
	if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || document.querySelector("dialog:modal")) return "";
	const isPress = (key === " " || key === "Enter") && target.closest?.("button, a, summary");
	return isPress ? "" : key === "/" ? "?" : key.toLowerCase();
}
