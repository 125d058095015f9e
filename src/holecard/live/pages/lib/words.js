// What things at a table are called comes from the server.

export const ROLES = { player: "Player", floor: "Floorperson", auditor: "Auditor", administrator: "Administrator" };

/** "Match-the-Dealer Wager" -> "Match-the-Dealer" */
export function short(name) {
	return name.replace(/ Wager$/, "");
}

/** What the question that stands calls a choice. */
export function choiceName({ choices = [] }, action) {
	return choices.find((choice) => choice.do === action)?.name || action;
}
