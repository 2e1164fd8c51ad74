// Cards on pages with a pad: codes like `7S`, and in drafts gaps for missing ones.

export const HOLE = "-";
const PLAYED = ", played"; // The suffix of the label of a card that has been played.
export const keys = [...document.querySelectorAll(".key")];

const CHOSEN = ", chosen";
const nameOfKey = (key) => key.querySelector(".unseen").textContent.replace(PLAYED, "").replace(CHOSEN, "");
export const nameOf = Object.fromEntries(keys.map((key) => [key.value, nameOfKey(key)]));

// The keys of some cards say that these are chosen: by their names, as another state would make them other keys to a voice.
export function markChosen(codes) {
  for (const key of keys) {
    const name = key.querySelector(".unseen");
    const text = name.textContent.replace(CHOSEN, "") + (codes.includes(key.value) ? CHOSEN : "");
    if (name.textContent !== text) name.textContent = text;
  }
}

// Mark a key whose card has been played, or not.
export function markGone(key, isGone) {
  const name = key.querySelector(".unseen");
  const text = nameOf[key.value] + (isGone ? PLAYED : "");
  key.classList.toggle("gone", isGone);
  if (name.textContent.replace(CHOSEN, "") !== text) name.textContent = text;
}

export const holeIn = (draft) => (draft.includes(HOLE) ? draft.indexOf(HOLE) : draft.length);
export const count = (draft) => draft.filter((code) => code !== HOLE).length;

// Mark the suit led, of the first card of a trick.
export function markLed(code) {
  const suit = code && code !== HOLE ? code[1] : "";
  for (const rows of document.querySelectorAll(".suit-rows")) rows.classList.toggle("led", rows.dataset.suit === suit);
}

export function face(code) {
  const span = document.createElement("span");
  span.className = `face ${code[1]}`;
  span.setAttribute("role", "img");
  span.setAttribute("aria-label", nameOf[code]);
  const suit = document.createElement("i");
  suit.textContent = { D: "♦", H: "♥", S: "♠", C: "♣" }[code[1]] + "\ufe0e";
  span.append(code.replace("T", "10").slice(0, -1), suit);
  return span;
}

// A text with its cards as they are drawn.
const SIGNS = { "♦": "D", "♥": "H", "♠": "S", "♣": "C" };
const codeOf = ([rank, sign]) => rank + SIGNS[sign];
export const faced = (text) => text.split(/((?:10|[2-9JQKA])[♦♥♠♣])\ufe0e?/).map((part, place) =>
  (place % 2 ? face(codeOf(part.replace("10", "T"))) : part));

// --- cards that have gone in this deal. The page knows which, and not in which trick: that is known only of tricks that
// wait on this phone.

// The order of the cards in what the server tells.
const order = ["D", "H", "S", "C"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));

export const hasGone = (told, code) => told[order.indexOf(code)] === "1";

export const goneWords = (code, trick) => `The ${nameOf[code]} went ${trick ? `in trick ${trick}` : "already"}.`;

// A link to the correction of the trick that a card is in; the server knows which.
export function correctionLink(address, code) {
  const link = document.createElement("a");
  link.className = "button";
  link.href = `${address}?card=${code}`;
  link.textContent = "Its trick was wrong";
  return link;
}
