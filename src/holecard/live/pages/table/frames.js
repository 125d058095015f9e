// The pace of what happened at a table. The house sends a burst of events at once, each with its pictures of the table;
// here is how long each picture is looked at and what moves in it. Pure: no DOM, no clock.

const CALL = 420, // milliseconds
	PAY = 900,
	HOLD = 2600; // for a ruling
const PAUSES = { card: 260, light: 620, turn: 620, split: 260, pit: 700, collect: 0 };

/** [{table, pause, event, flights, swept, split, cleared, stamps}], `event` with the first picture that shows it;
 * `before` is what was shown until now. */
export function frames(before, events) {
	const reel = [];
	let shown = before;
	for (const event of events) {
		const first = reel.length;
		for (const { shows, table, stamps = [], box, hand } of event.pictures) {
			if (shows === "ruled") reel.push({ ...still(shown), pause: HOLD, stamps }); // it is read before it is done
			shown = table;
			reel.push({ ...still(shown), pause: PAUSES[shows] ?? 0, cleared: shows === "collect" });
			if (shows === "split") reel.at(-1).split = { box, hand };
		}
		if (reel.length === first) reel.push(still(shown));
		reel[first].event = event;
		follow(reel.at(-1), event);
	}
	return reel;
}

/** A picture in which nothing moves. */
export function still(table) {
	return { table, pause: 0, event: null, flights: [], swept: [], stamps: [] };
}

const SETTLED = new Set(["paid", "collected", "returned"]);

/** What the last picture of an event is of: chips that move, cards that are taken away, something that is called. */
function follow(frame, { facts, pictures }) {
	if (frame.cleared) return;
	const isStamped = pictures.some(({ stamps }) => stamps);
	frame.flights = facts.filter(({ what, box }) => SETTLED.has(what) && box).map((fact) => ({ ...fact, isStamped }));
	frame.swept = facts.filter(({ what, box, hand }) => what === "removed" && box && hand);
	if (frame.flights.length) frame.pause = PAY;
	else if (!frame.pause && (frame.swept.length || facts.some(({ what }) => ["announced", "exposed"].includes(what))))
		frame.pause = CALL;
}
