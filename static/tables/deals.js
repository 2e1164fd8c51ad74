// The tables of games in which tricks are tapped card by card: builds the arguments of `run` from a game's state (see its
// `state.js`) and words.

import { correctionLink, face, goneWords, hasGone, holeIn, markLed } from "../core/cards.js";
import { values } from "./draft.js";
import { data, form, game } from "./game.js";
import { outbox } from "./sending.js";
import { showPlayers } from "./players.js";
import { afterWaiting, showHeading, showPanel, showWaits } from "./shown.js";
import { from } from "./tricks.js";

const OF_PLAYERS = ["cards", "numbers"]; // Panels whose values belong to players.
const CALLED = { count: "the count", suit: "the chosen suit", four: "the chosen suit", trump: "the trump" };
const TYPED = [...OF_PLAYERS, "suit"];

export function deals({ stateOf, after, panelOf, places }, { asks, come, wordsOf, shows = () => {}, counted = () => null }) {
  const next = () => afterWaiting(stateOf(data()), after);
  const leaderOf = ({ kind }) => kind === "tricks" && form.elements.leader?.value;
  const seatsOf = (at) => from(places(at), leaderOf(at));

  // The entry of a complete draft: its fields, with the seat of each number, in case the dealer has changed when it arrives; and
  // the number of its trick.
  function entry(at, draft, seats) {
    const [leader, order] = [leaderOf(at), at.kind === "count" && seats.join(".")];
    const fields = { way: at.way, kind: at.kind, draft: draft.join("."), ...(leader && { leader }), ...(order && { order }) };
    return { fields, nth: at.played + 1 };
  }

  function show() {
    const at = game.next();
    const panel = panelOf(at);
    const shown = shows(at) ?? panel;
    const isAhead = outbox.waiting.length > 0;
    showPanel(shown, panel === "cards" ? at.kind : "", TYPED.includes(shown));
    const choice = form.querySelector(".leader");
    if (choice) choice.hidden = at.kind !== "tricks" || panel !== "cards";
    choice?.classList.toggle("off", isAhead);
    const [seats, draft] = [seatsOf(at), values()];
    const isTapped = OF_PLAYERS.includes(panel);
    const isAsked = isTapped && at.kind !== "trump";
    const isPlayed = at.phase === "play" && !["count", "trump"].includes(at.kind);
    const goes = { ...at, isAsked, leader: isPlayed && at.leads[0] };
    const numbers = counted(at);
    const isUndone = !isAhead && form.querySelector(".felt.unsaved"); // By Undo, before it was sent.
    if (numbers) showPlayers(numbers.map(([, number]) => number), numbers.map(([seat]) => seat), { ...goes, isFixed: true });
    else if (isTapped || isAhead || isUndone) showPlayers(isAsked ? draft : [], seats, goes);
    markLed(at.kind === "tricks" && draft[0]);
    const isStuck = at.phase === "waiting";
    const words = isStuck ? "Waiting for the referee." : asks(at, seats[holeIn(draft)], draft);
    showWaits(words, { entered, show, summed, then: come(at) }, isStuck);
    showHeading({ trick: isPlayed && at.played + 1, deals: at.ended });
  }

  // An entry in the outbox.
  function entered({ fields, nth }, isOpen = false) {
    if (fields.kind === "tricks" && !isOpen) return [nth ? ` trick ${nth}` : " a trick"];
    const tapped = (fields.draft ?? "").split(".").filter(Boolean);
    const words = wordsOf(fields, tapped);
    return words ? [` ${words}`] : tapped.flatMap((code) => [" ", face(code)]);
  }

  // What waits, with consecutive tricks together.
  function summed(waiting) {
    const parts = [];
    for (const item of waiting) {
      const nth = item.fields.kind === "tricks" && item.nth;
      const last = parts.at(-1);
      if (nth && last?.to === nth - 1) last.to = nth;
      else parts.push({ words: entered(item), first: nth, to: nth });
    }
    return parts.map(({ words, first, to }) => (first === to ? words : ` tricks ${first} to ${to}`));
  }

  // An entry that was removed, in the referee's words: a trick by its number, which is now the next one.
  function undone(item) {
    const { kind } = item.fields;
    return kind === "tricks" ? `trick ${game.next().played + 1}` : CALLED[kind] ?? entered(item);
  }

  // --- cards that have been played in the current deal, including tricks that wait on this phone ---

  // The number of the trick in which a card was played; null if only the server knows it, undefined if the card was not played.
  function trickOf(code) {
    let [at, gone, tricks] = [stateOf(data()), data().gone, []];
    for (const { fields } of outbox.waiting) {
      const then = after(at, fields);
      if (fields.kind === "tricks") tricks.push([at.played + 1, fields.draft]);
      if (then.played < at.played || fields.do === "settle") [gone, tricks] = ["", []]; // A new deal.
      at = then;
    }
    const [waiting] = tricks.find(([, draft]) => draft.split(".").includes(code)) ?? [];
    return waiting ?? (hasGone(gone, code) ? null : undefined);
  }

  // The message about a card that has been played, with a link to its trick; nothing if the card is free.
  function stopped(code, { kind }) {
    const trick = kind === "tricks" ? trickOf(code) : undefined;
    if (trick === undefined) return null;
    return [goneWords(code, trick), trick ? null : correctionLink(form.dataset.correct, code)];
  }

  return { entered, entry, next, panelOf, seatOrder: () => seatsOf(game.next()), show, stopped, undone };
}
