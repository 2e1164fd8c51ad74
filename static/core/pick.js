// Pick cards for the places of a form. Without this script every tap loads a page; with it, only the tap that fills the last
// place does.

import { HOLE, face, markLed, nameKeys, nameOf } from "./cards.js";
import { rove } from "./keyboard.js";
import { say } from "./say.js";

const form = document.getElementById("pick");
const field = form.elements.namedItem("cards");
const places = [...form.querySelectorAll(".pick")];
const parts = form.querySelectorAll(".pad, .typed-cards");
const cards = field.value.split(".").filter(Boolean);
while (cards.length < places.length) cards.push(HOLE);
let chosen = places.findIndex((place) => place.classList.contains("next"));

function choose(place) {
  chosen = place;
  for (const [number, each] of places.entries()) each.classList.toggle("next", number === place);
  for (const part of parts) part.hidden = place < 0;
  rove();
}

function show() {
  field.value = cards.join(".");
  for (const [number, place] of places.entries()) {
    if (cards[number] !== HOLE) place.querySelector(".card").replaceChildren(face(cards[number]));
    place.classList.toggle("filled", cards[number] !== HOLE);
  }
  nameKeys(cards);
  markLed(cards[0]);
}

const nameAt = (place) => places[place].querySelector("bdi").textContent;

function ask() {
  form.elements.namedItem("at")?.remove();
  show();
  form.submit();
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.name === "pick") {
    event.preventDefault();
    choose(Number(button.value));
    say(`${nameAt(chosen)} next.`);
    form.querySelector(".pad").scrollIntoView({ block: "nearest" });
  } else if (button?.name === "card") {
    event.preventDefault();
    const before = cards.indexOf(button.value);
    if (before >= 0) cards[before] = cards[chosen]; // The card is already in another place: swap the two.
    cards[chosen] = button.value;
    if (!cards.includes(HOLE)) return ask();
    const [name, place] = [nameAt(chosen), cards.indexOf(HOLE)];
    show();
    choose(place);
    say(`${name}: ${nameOf[button.value]}. ${nameAt(place)} next.`);
  }
});

// Arrow keys select each option on the way, so a keyboard user confirms with "Ask again".
let isByKey = false;
form.addEventListener("keydown", () => (isByKey = true));
form.addEventListener("pointerdown", () => (isByKey = false));
form.addEventListener("change", ({ target }) => {
  const isPassing = isByKey && target.matches("select");
  if (target.closest(".circumstances") && !isPassing && !cards.includes(HOLE)) ask();
});

// The leader's name is above the first card; the others follow clockwise.
const leader = form.elements.namedItem("leader");
leader?.addEventListener("change", () => {
  for (const [at, place] of places.entries()) {
    place.querySelector("bdi").textContent = leader.options[(leader.selectedIndex + at) % places.length].text;
  }
});

// A page from the back/forward cache would show the cards of the next question.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
