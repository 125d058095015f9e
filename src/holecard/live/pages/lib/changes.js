// Follows a table: the server first sends it whole, then only what changes with each picture of each event.

/** What was shown, with a change: an object goes in by key, or by place in a list; anything else replaces. */
function merged(shown, change) {
	if (!isPlain(change) || !shown || typeof shown !== "object") return change;
	const made = Array.isArray(shown) ? [...shown] : { ...shown };
	for (const [key, part] of Object.entries(change)) made[key] = merged(made[key], part);
	return made;
}

function isPlain(one) {
	return one !== null && typeof one === "object" && !Array.isArray(one);
}

/** A message with the whole table in it and in each picture; `table` is the one that was last known. */
export function whole(message, table) {
	if (message.table) return message;
	let shown = table;
	const events = message.events.map((event) => ({
		...event,
		pictures: event.pictures.map(({ change, ...more }) => ({ ...more, table: (shown = merged(shown, change)) })),
	}));
	return { ...message, events, table: shown };
}
