// A playing card: <card-face card="As">, or <card-face card="--"> for a face-down card. It is drawn as SVG from symbols
// added to the document once. Changing `card` from "--" turns the card over. The style sheet sets the colours.

const NAMES = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** "Th" -> "10 of hearts" */
function cardName(card) {
	return card === "--" ? "a card face down" : `${NAMES[card[0]] ?? card[0]} of ${SUITS[card[1]]}`;
}

const SYMBOLS = `<svg width="0" height="0" aria-hidden="true" focusable="false"><defs>
<symbol id="pip-h" viewBox="-50 -50 100 100">
<path d="M0 42C-10 29-45 9-45-15c0-17 12-27 24-27 11 0 18 7 21 17 3-10 10-17 21-17 12 0 24 10 24 27C45 9 10 29 0
42z"/></symbol>
<symbol id="pip-d" viewBox="-50 -50 100 100">
<path d="M0-47c11 18 23 33 36 47C23 14 11 29 0 47-11 29-23 14-36 0-23-14-11-29 0-47z"/></symbol>
<symbol id="pip-s" viewBox="-50 -50 100 100">
<path d="M0-46c12 20 44 36 44 60 0 15-11 23-22 23-8 0-14-4-17-9 1 9 5 15 12 19h-34c7-4 11-10 12-19-3 5-9 9-17 9-11
0-22-8-22-23 0-24 32-40 44-60z"/></symbol>
<symbol id="pip-c" viewBox="-50 -50 100 100">
<path d="M0-46a22 22 0 0 1 17 36 23 23 0 1 1-12 37c1 9 5 16 12 20h-34c7-4 11-11 12-20a23 23 0 1 1-12-37A22 22 0 0 1
0-46z"/></symbol>
<symbol id="court-K" viewBox="-53 -123 106 123" overflow="hidden">
<path class="robe" d="M-60 2l14-40 28-16h36l28 16L60 2z"/>
<path class="trim" d="M-18-54L-4 2h8l14-56-18 10zM-60 2l10-28 30 28zM60 2L50-26 20 2z"/>
<path class="hair" d="M-21-88h42v26q-4 16-21 22-17-6-21-22z"/><ellipse class="skin" cy="-74" rx="15" ry="19"/>
<path class="hair" d="M-15-68q6-5 15-5t15 5q0 20-15 28-15-8-15-28z"/><path class="lips" d="M-5-61q5 4 10 0"/>
<path class="ink" d="M-9-80h6M3-80h6M0-79v9" /><path class="trim" d="M-26-88l-5-27 17 13 14-19 14 19 17-13-5 27z"/>
<path class="robe" d="M-26-92h52v6h-52z"/>
<circle class="robe" cy="-104" r="4"/></symbol>
<symbol id="court-Q" viewBox="-53 -123 106 123" overflow="hidden">
<path class="hair" d="M-26-86q26-26 52 0l6 46H-32z"/><path class="robe" d="M-60 2l12-36 32-16h32l32 16L60 2z"/>
<path class="trim" d="M-16-50L0-22l16-28 10 5L0 0-26-45zM-60 2l10-26q14 8 16 26zM60 2L50-24q-14 8-16 26z"/>
<ellipse class="skin" cy="-73" rx="15" ry="19"/><path class="skin" d="M-6-58h12v10L0-42l-6-6z"/>
<path class="hair" d="M-16-74q2-20 16-20t16 20q-8-10-16-11-8 1-16 11z"/>
<path class="ink" d="M-9-74h6M3-74h6M0-73v7"/><path class="lips" d="M-4-61q4 3 8 0"/>
<path class="trim" d="M-22-92l-4-20 14 9 12-14 12 14 14-9-4 20q-22-6-44 0z"/><circle class="robe" cy="-117" r="4"/>
<circle class="robe" cx="-25" cy="-113" r="3"/><circle class="robe" cx="25" cy="-113" r="3"/>
<path class="robe" d="M0-30q6 8 0 16-6-8 0-16z"/></symbol>
<symbol id="court-J" viewBox="-53 -123 106 123" overflow="hidden">
<path class="robe" d="M-60 2l16-42 28-12h32l28 12L60 2z"/>
<path class="trim" d="M-16-52l8 54H-24l-12-46zM16-52L8 2h16l12-46zM-4-30h8v32h-8z"/>
<path class="hair" d="M-20-86h40v30q-4 6-8 8h-24q-4-2-8-8z"/><ellipse class="skin" cy="-73" rx="15" ry="18"/>
<path class="ink" d="M-9-76h6M3-76h6M0-75v8"/><path class="lips" d="M-4-62q4 3 8 0"/>
<path class="robe" d="M-27-86q0-22 27-22t27 22q-27-9-54 0z"/>
<path class="trim" d="M-29-84q29-12 58 0v5q-29-10-58 0z"/><path class="trim" d="M16-104q20-2 30-18-2 22-24 27z"/>
</symbol>
</defs></svg>`;

// pip positions: x and y from the centre, in hundredths of the space between the indices
const L = -1,
	R = 1;
// prettier-ignore
const PIPS = {
  2: [[0, -100], [0, 100]],
  3: [[0, -100], [0, 0], [0, 100]],
  4: [[L, -100], [R, -100], [L, 100], [R, 100]],
  5: [[L, -100], [R, -100], [0, 0], [L, 100], [R, 100]],
  6: [[L, -100], [R, -100], [L, 0], [R, 0], [L, 100], [R, 100]],
  7: [[L, -100], [R, -100], [0, -50], [L, 0], [R, 0], [L, 100], [R, 100]],
  8: [[L, -100], [R, -100], [0, -50], [L, 0], [R, 0], [0, 50], [L, 100], [R, 100]],
  9: [[L, -100], [R, -100], [L, -33], [R, -33], [0, 0], [L, 33], [R, 33], [L, 100], [R, 100]],
  T: [[L, -100], [R, -100], [0, -66], [L, -33], [R, -33], [L, 33], [R, 33], [0, 66], [L, 100], [R, 100]],
};

function pip(suit, x, y, size, turned = false) {
	const turn = turned ? ` transform="rotate(180 ${x} ${y})"` : "";
	return `<use href="#pip-${suit}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"${turn}/>`;
}

function index(rank, suit) {
	const shown =
		rank === "T"
			? `<text x="41" y="74" textLength="58" lengthAdjust="spacingAndGlyphs">10</text>`
			: `<text x="41" y="74">${rank}</text>`;
	return `${shown}${pip(suit, 41, 106, 42)}`;
}

function middle(rank, suit) {
	if (rank === "A") return pip(suit, 125, 175, 118);
	if (rank in PIPS) {
		return PIPS[rank].map(([x, y]) => pip(suit, 125 + x * 34, 175 + y * 1.02, 44, y > 0)).join("");
	}
	const half = `<use href="#court-${rank}" x="74" y="59" width="102" height="116"/>${pip(suit, 96, 84, 30)}`;
	return `<rect class="panel" x="72" y="57" width="106" height="236" rx="6"/>${half}
<g transform="rotate(180 125 175)">${half}</g>
<rect class="panel-line" x="72" y="57" width="106" height="236" rx="6"/>`;
}

const drawn = new Map();

function face(card) {
	if (!drawn.has(card)) {
		const [rank, suit] = card;
		const corner = index(rank, suit);
		drawn.set(
			card,
			`<svg class="front suit-${suit}" viewBox="0 0 250 350" aria-hidden="true" focusable="false">
<rect class="paper" x="1.500" y="1.500" width="247" height="347" rx="17"/><g class="corner">${corner}</g>
<g class="corner-2" transform="rotate(180 125 175)">${corner}</g><g class="middle">${middle(rank, suit)}</g></svg>`,
		);
	}
	return drawn.get(card);
}

const BACK = `<svg class="back" viewBox="0 0 250 350" aria-hidden="true" focusable="false"><defs>
<pattern id="weave" width="20" height="20" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<path d="M0 10h20M10 0v20" class="weave"/><circle cx="10" cy="10" r="2.600" class="weave-dot"/></pattern></defs>
<rect class="paper" x="1.500" y="1.500" width="247" height="347" rx="17"/>
<rect class="back-field" x="14" y="14" width="222" height="322" rx="10"/>
<rect x="14" y="14" width="222" height="322" rx="10" fill="url(#weave)"/>
<ellipse class="back-field back-ring" cx="125" cy="175" rx="56" ry="70"/>
<use class="back-mark" href="#pip-s" x="83" y="133" width="84" height="84"/></svg>`;

class CardFace extends HTMLElement {
	static observedAttributes = ["card"];

	connectedCallback() {
		if (!document.getElementById("pip-s")) document.body.insertAdjacentHTML("beforeend", SYMBOLS);
		this.#draw();
	}

	attributeChangedCallback(name, before) {
		if (!this.isConnected) return;
		if (before === "--" && this.getAttribute("card") !== "--") this.#turn();
		else this.#draw();
	}

	#draw() {
		const card = this.getAttribute("card") ?? "--";
		this.setAttribute("role", "img");
		this.setAttribute("aria-label", cardName(card));
		this.innerHTML = card === "--" ? BACK : face(card);
	}

	/** Edge on, then the other side. */
	#turn() {
		if (document.documentElement.dataset.motion === "off") return this.#draw();
		const half = { duration: 150, easing: "ease-in" };
		const away = this.animate([{ transform: "rotateY(0)" }, { transform: "rotateY(90deg)" }], half);
		away.finished
			.catch(() => {})
			.then(() => {
				this.#draw();
				this.animate([{ transform: "rotateY(-90deg)" }, { transform: "rotateY(0)" }], { ...half, easing: "ease-out" });
			});
	}
}

customElements.define("card-face", CardFace);
