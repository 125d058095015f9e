// What the controls and the layout show: what the house said and what the player has before them decide it.

import { me } from "../lib/me.js";

/** `at` is {view, socket, seat, betting, table, result, items, isOut, isAutomatic}. */
export function situation(at) {
	const { view, socket, seat } = at;
	const { name, box, free, gaveUp } = seat;
	if (socket.state === "gone")
		return {
			kind: "waiting",
			title: "Table not found",
			more: "The house may have removed it. Choose another table in the lobby.",
		};
	if (socket.state === "lost") return { kind: "lost", restarting: socket.restarting };
	if (!view) return { kind: "connecting" };
	if (!view.open) return { kind: "closed" };
	if (view.stopped) return { kind: "stopped" };
	const { question } = view;
	if (name && question.type !== "bets" && isForMe(question, seat))
		return { kind: "question", question, asked: view.asked };
	if (!name) return { kind: "watching", free: free.length };
	if (!box) return { kind: "standing", free, gaveUp };
	if (question.type === "bets") return bets(at);
	return { kind: "waiting", title: question.waiting, more: "" };
}

function isForMe(question, { name, box }) {
	if (me.isFloor && question.who === "floorperson") return true;
	return (
		question.who === "bettor" && (question.bettor === name || (!question.bettor && box)) && question.choices?.length > 0
	);
}

function bets({ view, seat: { name }, table: { minimum }, betting, result, items, isOut, isAutomatic }) {
	const balance = me.person?.balance ?? 0;
	const { total, cost, last, lying, isPlayable, canUndo, canRebet } = betting;
	if (!total && balance + lying < minimum) return { kind: "broke", least: minimum, balance };
	const waits = view.seats.filter(({ name: who, here }) => here && !view.ready.includes(who)).map((seat) => seat.name);
	return {
		kind: "bets",
		total,
		cost,
		last,
		isPlayable,
		ready: total > 0 && view.ready.includes(name),
		canUndo,
		canRebet,
		isOut,
		isAutomatic,
		waiting: waits.join(" and ") || "the deal",
		result: total ? "" : result,
		items: items.length > 1 ? items.join(" · ") : "",
		requests: view.requests,
	};
}

/** The boxes that the layout draws large: {seat, asked}. */
export function inFocus({ question }, { boxes }, { name, box }) {
	const asked = question.bettor === name && question.box ? question.box : 0;
	const own = boxes.filter(({ bettors }) => bettors.includes(name)).map((one) => one.box);
	return { seat: own.length && !own.includes(box) ? own[0] : box, asked };
}

/** What the layout needs to know besides cards and wagers. */
export function seen({ question, seats, ready, open }, isLast, { name, box }, betting, felt) {
	const asks = isLast && ["decide", "offer"].includes(question.type) && question.box;
	return {
		me: name,
		seats,
		ready,
		acting: asks ? question : null,
		betting: isLast && betting.isOpen && box ? betting : null,
		maySit: !box && open,
		mayBack: felt.bettors_per_box - 1,
	};
}
