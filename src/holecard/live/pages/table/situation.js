// What the controls show: a pure function of what the house said and what the player has before them.

import { waitingText } from "../lib/words.js";

/** `at` is {view, state, restarting, name, seat, free, gaveUp, isFloor, balance, minimum, betting, result, isOut, isAutomatic}. */
export function situation(at) {
  const { view, state, name, seat, free } = at;
  if (state === "gone")
    return {
      kind: "waiting",
      title: "Table not found",
      more: "The house may have removed it. Choose another table in the lobby.",
    };
  if (state === "lost") return { kind: "lost", restarting: at.restarting };
  if (!view) return { kind: "connecting" };
  if (!view.open) return { kind: "closed" };
  if (view.stopped) return { kind: "stopped" };
  const { question } = view;
  if (name && question.type !== "bets" && isForMe(question, at))
    return { kind: "question", question, asked: view.asked };
  if (!name) return { kind: "watching", free: free.length };
  if (!seat) return { kind: "standing", free, gaveUp: at.gaveUp };
  if (question.type === "bets") return bets(at);
  return { kind: "waiting", title: waitingText(question), more: "" };
}

function isForMe(question, { name, seat, isFloor }) {
  if (isFloor && question.who === "floorperson") return true;
  return (
    question.who === "bettor" &&
    (question.bettor === name || (!question.bettor && seat)) &&
    question.choices?.length > 0
  );
}

function bets({ view, name, balance, minimum, betting, result, isOut, isAutomatic }) {
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
    requests: view.requests,
  };
}
