// Money is whole cents everywhere. Only the displayed text has a decimal point.

const DENOMINATIONS = [100000, 50000, 10000, 2500, 500, 100, 50, 10, 5, 1];

/** 1250 -> "12.50" */
export function money(cents) {
	const size = Math.abs(cents);
	const whole = String(Math.floor(size / 100)).replace(/\B(?=(\d{3})+$)/g, "\u2009");
	return `${cents < 0 ? "\u2212" : ""}${whole}.${String(size % 100).padStart(2, "0")}`;
}

/** 1250 -> "+12.50" */
export function signed(cents) {
	return cents > 0 ? `+${money(cents)}` : money(cents);
}

/** Short form for chips and the layout: 500 -> "5", 250 -> "2.50" */
export function brief(cents) {
	if (cents % 100) return money(cents);
	return cents >= 1000000 ? `${cents / 100000}k` : money(cents).slice(0, -3);
}

/** "12.5" -> 1250; null if it is not an amount. */
export function parseMoney(text) {
	const found = /^\s*(\d{1,9})(?:[.,](\d{1,2}))?\s*$/.exec(text);
	return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

/** The fewest chips that make an amount, the largest first: [{value, count}]. */
export function inChips(cents) {
	const chips = [];
	let left = cents;
	for (const value of DENOMINATIONS) {
		const count = Math.floor(left / value);
		if (count) chips.push({ value, count });
		left -= count * value;
	}
	return chips;
}

/** The chips in a player's tray at this table: five values, starting at the smallest useful one. */
export function chipTray(minimum, maximum, chip) {
	const useful = DENOMINATIONS.filter((value) => value >= chip && value <= maximum).reverse();
	const first = Math.max(0, useful.findIndex((value) => value >= Math.min(minimum, maximum)) - 1);
	return useful.slice(first, first + 5);
}
