// How players' numbers mix an order that the house has committed to: SHAKE-256 of the commitment and the numbers seeds a
// shuffle. Browsers have no SHAKE-256 of their own. docs/live.md has the same in Python.

const RATE = 136; // bytes of SHAKE-256 for each run of Keccak
const WORD = (1n << 64n) - 1n;

/** The constants of Keccak's rounds, from its shift register of eight bits. */
const CONSTANTS = (() => {
	let register = 1;
	return Array.from({ length: 24 }, () => {
		let constant = 0n;
		for (let at = 0; at < 7; at += 1) {
			if (register & 1) constant |= 1n << BigInt(2 ** at - 1);
			register = (register << 1) ^ (register & 128 ? 0x171 : 0);
		}
		return constant;
	});
})();

const turn = (word, by) => (by ? ((word << BigInt(by)) | (word >> BigInt(64 - by))) & WORD : word);

/** Keccak-f[1600] on 25 words of 64 bits. */
function keccak(state) {
	for (const constant of CONSTANTS) {
		const sums = [0, 1, 2, 3, 4].map((x) => state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20]);
		for (let at = 0; at < 25; at += 1) state[at] ^= sums[(at + 4) % 5] ^ turn(sums[(at + 1) % 5], 1);
		let [x, y, moved] = [1, 0, state[1]];
		for (let step = 1; step <= 24; step += 1) {
			[x, y] = [y, (2 * x + 3 * y) % 5];
			const next = state[x + 5 * y];
			state[x + 5 * y] = turn(moved, ((step * (step + 1)) / 2) % 64);
			moved = next;
		}
		for (let row = 0; row < 25; row += 5) {
			const old = state.slice(row, row + 5);
			for (let at = 0; at < 5; at += 1) state[row + at] = old[at] ^ (~old[(at + 1) % 5] & WORD & old[(at + 2) % 5]);
		}
		state[0] ^= constant;
	}
}

/** The bytes of SHAKE-256 of a text, without end. */
function* shake256(text) {
	const bytes = [...new TextEncoder().encode(text), 0x1f];
	while (bytes.length % RATE) bytes.push(0);
	bytes[bytes.length - 1] |= 0x80;
	const state = Array(25).fill(0n);
	for (let start = 0; start < bytes.length; start += RATE) {
		for (let at = 0; at < RATE; at += 1) state[at >> 3] ^= BigInt(bytes[start + at]) << BigInt(8 * (at % 8));
		keccak(state);
	}
	for (;;) {
		for (let at = 0; at < RATE; at += 1) yield Number((state[at >> 3] >> BigInt(8 * (at % 8))) & 255n);
		keccak(state);
	}
}

/** The committed order as the numbers, `[{name, number}]`, mix it; without numbers, as it is. */
export function mixed(cards, commitment, numbers) {
	if (!numbers.length) return [...cards];
	const lines = [commitment, ...numbers.map(({ name, number }) => `${name} ${number}`).sort()];
	const stream = shake256(lines.map((line) => `${line}\n`).join(""));
	const order = [...cards];
	for (let last = order.length - 1; last > 0; last -= 1) {
		const mask = 2 ** (32 - Math.clz32(last)) - 1;
		let pick;
		do pick = ((stream.next().value << 8) | stream.next().value) & mask;
		while (pick > last);
		[order[last], order[pick]] = [order[pick], order[last]];
	}
	return order;
}

/** 256 random bits. */
export function randomNumber() {
	return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
