// Names as there is room for them. What things at a table are called comes from the server.

export const ROLES = { player: "Player", floor: "Floorperson", auditor: "Auditor", administrator: "Administrator" };

/** "guest-1a2b3c4d" -> "Guest 1a2b": what there is room for. */
export function nameShort(name) {
	return name.replace(/^guest-(.{4}).*$/, "Guest $1");
}

/** "Match-the-Dealer Wager" -> "Match-the-Dealer" */
export function short(name) {
	return name.replace(/ Wager$/, "");
}

/** A sentence that names guests, with their names as there is room for them. */
export function namesShort(text) {
	return text.replaceAll(/\bguest-(\w{4})\w*/g, "Guest $1");
}

/** What those read who wait while somebody is asked. */
export function waitingText({ waiting }) {
	return namesShort(waiting);
}

/** What the question that stands calls a choice. */
export function choiceName({ choices = [] }, action) {
	return choices.find((choice) => choice.do === action)?.name || action;
}
