// Makes elements in one call, with a few helpers that every page uses. The content security policy forbids style
// attributes in HTML, so styles are set through the CSSOM, which it allows.

const SVG = "http://www.w3.org/2000/svg";

/** el("button.quiet", { onclick: go, disabled: true }, "Go"): a tag with its classes, attributes if there are any,
 * children. A button sends no form unless it says so. */
export function el(tag, ...rest) {
	const [name, ...classes] = tag.split(".");
	return fill(document.createElement(name), classes, rest, name === "button" ? { type: "button" } : {});
}

/** The same for SVG. A drawing without a role of its own is hidden from screen readers. */
export function svg(tag, ...rest) {
	const [name, ...classes] = tag.split(".");
	const isHidden = name === "svg" && !rest[0]?.role;
	const usual = isHidden ? { "aria-hidden": "true", focusable: "false" } : {};
	return fill(document.createElementNS(SVG, name), classes, rest, usual);
}

function fill(node, classes, [first, ...others], usual) {
	const hasAttributes = first?.constructor === Object;
	const children = hasAttributes ? others : [first, ...others];
	if (classes.length) node.setAttribute("class", classes.join(" "));
	for (const [name, value] of Object.entries({ ...usual, ...(hasAttributes ? first : {}) })) {
		if (value === null || value === undefined || value === false) continue;
		if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
		else if (name === "style") setStyle(node, value);
		else if (name === "data") Object.assign(node.dataset, value);
		else if (name in PROPERTIES) node[name] = value;
		else node.setAttribute(name, value === true ? "" : value);
	}
	node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
	return node;
}

const PROPERTIES = { value: true, checked: true, textContent: true, innerHTML: true, htmlFor: true };

export function setStyle(node, style) {
	for (const [name, value] of Object.entries(style)) {
		if (name.startsWith("--")) node.style.setProperty(name, value);
		else node.style[name] = value;
	}
}

/** Text for screen readers only. */
export function hidden(text) {
	return el("span.unseen", text);
}

export function wait(milliseconds) {
	return new Promise((done) => setTimeout(done, milliseconds));
}

/** A new, unique key for a request. */
export function freshKey() {
	const bytes = crypto.getRandomValues(new Uint8Array(12));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** "1 box", "2 boxes". */
export function many(count, one, more = `${one}s`) {
	return `${count} ${count === 1 ? one : more}`;
}

export function capital(text) {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "a", "a and b", "a, b and c". */
export function listed(words) {
	return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
