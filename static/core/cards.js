// Cards on pages with a pad: codes like `7S`, and in drafts gaps for missing ones.

export const HOLE = "-";
export const keys = [...document.querySelectorAll(".key")];

// Suffixes of the label of a card that has been played, or is selected.
const [PLAYED, SELECTED] = [", played", ", selected"];
const nameOfKey = (key) => key.querySelector(".unseen").textContent.split(",")[0];
export const nameOf = Object.fromEntries(keys.map((key) => [key.value, nameOfKey(key)]));

// The keys of some cards say that these are selected, or else have gone: by their names, as another state would make them other
// keys to a voice. Few changes are made, as a screen reader that gets fifty at once loses what is announced: a label is one,
// another text would be five.
export function nameKeys(selected, ofGone = PLAYED) {
  for (const key of keys) {
    const name = key.getAttribute("aria-label") ?? key.querySelector(".unseen").textContent;
    const text = nameOf[key.value] + powerOf(key) + (selected.includes(key.value) ? SELECTED : key.matches(".gone") ? ofGone : "");
    if (name !== text) key.setAttribute("aria-label", text);
  }
}

// The name of a card's power, in the suit that is chosen.
function powerOf(key) {
  const power = key.value.at(-1) === key.closest("[data-chosen]")?.dataset.chosen && key.querySelector("i");
  return power ? `, ${power.textContent}` : "";
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

// A slower scorer may tap the trick that is entered already.
export function goneWords(code, trick) {
  if (trick) return `The ${nameOf[code]} was played in trick ${trick}.`;
  const isInLast = document.querySelector(`.tapped[data-past="${code}"]`);
  return `The ${nameOf[code]} has already been played${isInLast ? ", in the last trick" : ""}.`;
}

// A link to the correction of the trick that a card is in; the server knows which.
export function correctionLink(address, code) {
  const link = document.createElement("a");
  link.className = "button";
  link.href = `${address}?card=${code}`;
  link.textContent = "Fix that trick";
  return link;
}
