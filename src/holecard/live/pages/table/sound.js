// Two short sounds, a card and a chip. They are off unless the player turns them on.

import { settings } from "../lib/settings.js";

let context = null;

function play(make) {
	if (settings.get("sound") !== "on") return;
	context ??= new AudioContext();
	make(context, context.currentTime);
}

export function cardSound() {
	play((audio, now) => {
		const size = Math.floor(audio.sampleRate * 0.05);
		const buffer = audio.createBuffer(1, size, audio.sampleRate);
		const samples = buffer.getChannelData(0);
		for (let at = 0; at < size; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / size) ** 3 * 0.25;
		const source = new AudioBufferSourceNode(audio, { buffer });
		source.connect(new BiquadFilterNode(audio, { type: "highpass", frequency: 1800 })).connect(audio.destination);
		source.start(now);
	});
}

/** A rising chord, for a rare win. */
export function fanfare() {
	play((audio, now) => {
		[523, 659, 784, 1047].forEach((frequency, at) => {
			const tone = new OscillatorNode(audio, { type: "sine", frequency });
			const gain = new GainNode(audio, { gain: 0 });
			gain.gain.setValueAtTime(0, now + at * 0.09);
			gain.gain.linearRampToValueAtTime(0.08, now + at * 0.09 + 0.03);
			gain.gain.exponentialRampToValueAtTime(0.0001, now + at * 0.09 + 0.7);
			tone.connect(gain).connect(audio.destination);
			tone.start(now + at * 0.09);
			tone.stop(now + at * 0.09 + 0.75);
		});
	});
}

export function chipSound() {
	play((audio, now) => {
		for (const [frequency, delay] of [
			[3100, 0],
			[4200, 0.035],
		]) {
			const tone = new OscillatorNode(audio, { type: "triangle", frequency });
			const gain = new GainNode(audio, { gain: 0 });
			gain.gain.setValueAtTime(0.07, now + delay);
			gain.gain.exponentialRampToValueAtTime(0.0001, now + delay + 0.06);
			tone.connect(gain).connect(audio.destination);
			tone.start(now + delay);
			tone.stop(now + delay + 0.07);
		}
	});
}
