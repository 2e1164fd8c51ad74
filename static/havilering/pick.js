// Picking four cards from the pad. Without this file every tap loads a page; with it only the tap that completes the four
// cards does.

import { HOLE, face } from "./cards.js";

const form = document.getElementById("pick");
const field = form.elements.namedItem("cards");
const places = [...form.querySelectorAll(".pick")];
const parts = form.querySelectorAll(".pad, .typed-cards");
const four = field.value.split(".").filter(Boolean);
while (four.length < 4) four.push(HOLE);
let chosen = places.findIndex((place) => place.classList.contains("next"));

function choose(place) {
  chosen = place;
  for (const [number, each] of places.entries()) each.classList.toggle("next", number === place);
  for (const part of parts) part.hidden = place < 0;
}

function show() {
  for (const [number, place] of places.entries()) {
    if (four[number] !== HOLE) place.querySelector(".card").replaceChildren(face(four[number]));
    place.classList.toggle("filled", four[number] !== HOLE);
  }
  const led = four[0] === HOLE ? "" : four[0][1];
  for (const rows of form.querySelectorAll(".suit-rows")) rows.classList.toggle("led", rows.dataset.suit === led);
}

function ask() {
  form.elements.namedItem("at")?.remove();
  field.value = four.join(".");
  form.submit();
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.name === "pick") {
    event.preventDefault();
    choose(Number(button.value));
    form.querySelector(".pad").scrollIntoView({ block: "nearest" });
  } else if (button?.name === "card") {
    event.preventDefault();
    const before = four.indexOf(button.value);
    if (before >= 0) four[before] = four[chosen]; // It is in another place: swap the two.
    four[chosen] = button.value;
    if (!four.includes(HOLE)) return ask();
    show();
    choose(four.indexOf(HOLE));
  }
});

form.addEventListener("change", (event) => {
  if (event.target.closest(".circumstances") && !four.includes(HOLE)) ask();
});

// From the back/forward cache the page would have the cards of the next question.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
