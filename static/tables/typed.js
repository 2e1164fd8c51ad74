// Typed cards, in any usual spelling, or numbers, handled like taps.

import { keys } from "../core/cards.js";
import { form, game } from "./game.js";
import { tell } from "./told.js";

const SUITS = { "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S", "♣": "C", "♧": "C" };
const CARD = /^(10|[2-9TJQKA])([DHSC])$/;

function cardOf(word) {
  const signs = word.replace(/[\ufe0e\ufe0f]/g, "").replace(/[♠-♧]/g, (sign) => SUITS[sign] ?? sign);
  const plain = signs.replace(/[a-z]/g, (letter) => letter.toUpperCase()); // ASCII letters only.
  const [, rank, suit] = CARD.exec(plain) ?? [];
  return rank && (rank === "10" ? "T" : rank) + suit;
}

const isInPack = (code) => keys.some((key) => key.value === code && !key.disabled);

// The cards in a text, or the numbers of a `count` with its total and unit; and an error about the first word that is neither.
function read(text, count) {
  const words = text.split(/[\s,.]+/).filter(Boolean);
  const isNumber = (word) => /^\d{1,3}$/.test(word) && Number(word) <= count.total;
  const wrong = words.find((word) => !(count ? isNumber(word) : cardOf(word)));
  const foreign = !count && wrong === undefined && words.find((word) => !isInPack(cardOf(word)));
  if (foreign) return { fault: `“${foreign}” is not in this pack.` };
  if (wrong === undefined) return { cards: words.map((word) => (count ? String(Number(word)) : cardOf(word))) };
  const what = count ? `number of ${count.counts} from 0 to ${count.total}.` : "card: write rank and suit, as in 7S, 10D or QH.";
  return { fault: `“${wrong.slice(0, 40)}” is not a ${what}` };
}

// Pass typed values to `put`, one by one; a typed word may also press a key.
export function enterTyped(put) {
  const at = game.next();
  const { typed } = form.elements;
  const text = typed.value.trim();
  const key = form.querySelector(`.go:not([hidden]) [value="${CSS.escape(text.toLowerCase())}"]:not(:disabled)`);
  const { total, counts } = form.dataset;
  const { cards, fault } = key ? {} : read(text, at.kind === "count" && { total: Number(total), counts });
  if (key) key.click();
  else if (fault || !at.kind) tell(fault ?? "No card is due now.");
  if (key || (!fault && at.kind && put(cards, at, true))) typed.value = "";
  else typed.select(); // What is typed next replaces it.
}
