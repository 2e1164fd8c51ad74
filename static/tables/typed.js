// What is typed, as it would be tapped: cards in any usual spelling, or numbers.

const SUITS = { "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S", "♣": "C", "♧": "C" };
const CARD = /^(10|[2-9TJQKA])([DHSC])$/;

function cardOf(word) {
  const plain = word.replace(/[\ufe0e\ufe0f]/g, "").replace(/[♠-♧]/g, (sign) => SUITS[sign] ?? sign).toUpperCase();
  const [, rank, suit] = CARD.exec(plain) ?? [];
  return rank && (rank === "10" ? "T" : rank) + suit;
}

// The cards of a text, or the numbers of a `count`, with its total and what it counts; and what is wrong with its first word
// that is none of them.
export function read(text, count) {
  const words = text.split(/[\s,.]+/).filter(Boolean);
  const isNumber = (word) => /^\d{1,3}$/.test(word) && Number(word) <= count.total;
  const wrong = words.find((word) => !(count ? isNumber(word) : cardOf(word)));
  if (wrong === undefined) return { cards: words.map((word) => (count ? String(Number(word)) : cardOf(word))) };
  const what = count ? `number of ${count.counts} from 0 to ${count.total}.` : "card: write rank and suit, as in 7S, 10D or QH.";
  return { fault: `“${wrong.slice(0, 40)}” is not a ${what}` };
}
