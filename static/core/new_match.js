// A new match: the names of earlier players at a tap, places told by the name of the player they are seen from, other
// partners at a tap, and the draw.

import { nameKeys, nameOf } from "./cards.js";
import { choose, chosen } from "./choices.js";
import { say } from "./say.js";

// Back from the match that was begun is the list, not this form once more.
const form = document.querySelector(".new-match[data-list]");
form?.addEventListener("submit", () => choose("begun", location.pathname, "sessionStorage"));
addEventListener("pageshow", ({ persisted }) => {
  const isBack = persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  if (form && isBack && chosen("begun", "sessionStorage") === location.pathname) location.replace(form.dataset.list);
  else choose("begun", "", "sessionStorage");
});

const fields = [...document.querySelectorAll('.new-match input[list="known"]')];
const chips = document.querySelectorAll(".known button");
let last = null; // The field that had the focus last.
let isTouched = false; // Whether a name has been changed, or its field had the focus.
let untouched = null; // The field that has just got the focus: neither tapped nor typed in since.

const same = (one, other) => one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

function show() {
  for (const chip of chips) {
    chip.setAttribute("aria-pressed", String(fields.some((field) => same(field.value, chip.value))));
  }
  for (const label of document.querySelectorAll("[data-beside]")) {
    label.dataset.alone ??= label.textContent;
    const name = document.getElementById(label.dataset.from).value.trim();
    label.textContent = name ? label.dataset.beside.replace("{}", name) : label.dataset.alone;
  }
  for (const field of fields) field.toggleAttribute("data-next", chips.length > 0 && field === free());
  showPairs();
  showDraw();
}

// The field that the next name goes to: the one in use last, if it is empty, or the first that is.
const free = () => (last?.value === "" ? last : fields.find((field) => !field.value.trim()));

// A tap seats a player; a second tap clears the field.
for (const chip of chips) {
  chip.addEventListener("click", () => {
    const seated = fields.find((field) => same(field.value, chip.value));
    if (seated) seated.value = "";
    else (free() ?? last ?? fields.at(-1)).value = chip.value;
    if (seated) last = seated;
    isTouched = true;
    show();
  });
}
for (const field of fields) {
  field.addEventListener("focus", () => {
    last = untouched = field;
    isTouched = true;
    show();
  });
  field.addEventListener("click", () => {
    if (field === untouched) field.select(); // A name is replaced, not edited.
    untouched = null;
  });
  field.addEventListener("input", () => {
    untouched = null;
    show();
  });
}

// --- of four players, with whom the first one plays ------------------------------------------------------------------

const pairs = document.querySelector(".pairs");
const [first, ...others] = fields;

// Once a name has been touched: who plays again as last time needs no other partners.
function showPairs() {
  if (!pairs) return;
  pairs.hidden = !isTouched || fields.some((field) => !field.value.trim());
  pairs.replaceChildren(...others.map((field) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: `${first.value} & ${field.value}` });
    button.setAttribute("aria-pressed", String(field.name === "N"));
    button.addEventListener("click", () => seatOpposite(field));
    return button;
  }));
}

function seatOpposite(field) {
  const opposite = fields.find(({ name }) => name === "N");
  [opposite.value, field.value] = [field.value, opposite.value];
  show();
  pairs.querySelector('[aria-pressed="true"]').focus();
}

// --- the draw: a key fills the next place, and with the last one everybody is seated ---------------------------------

const draw = document.querySelector(".draw");

const drawn = () => [...draw.querySelectorAll("[data-of]:not([hidden]) input")];
const textOf = (key) => key.querySelector("[aria-hidden]").textContent.replace("\ufe0e", "");

function showDraw() {
  const isNamed = fields.some((field) => field.value.trim());
  for (const label of draw?.querySelectorAll("[data-of]") ?? []) {
    const name = document.getElementById(label.dataset.of).value.trim();
    label.hidden = isNamed ? !name : !("usual" in label.dataset);
    if (name) label.querySelector("bdi").textContent = name;
  }
  const cards = draw ? drawn().map(({ value }) => value) : [];
  for (const key of draw?.querySelectorAll(".key") ?? []) key.classList.toggle("gone", cards.includes(textOf(key)));
  nameKeys([], ", drawn");
}

draw?.addEventListener("click", (event) => {
  const key = event.target.closest(".key");
  if (!key) return;
  event.preventDefault();
  const empty = () => drawn().find(({ value }) => !value.trim());
  const next = empty();
  if (next) {
    next.value = textOf(key);
    say(`${next.labels[0].textContent.replace(/\s+/g, " ").trim()} the ${nameOf[key.value]}.`);
  }
  if (next && !empty()) draw.querySelector('button[name="draw"]').click();
  showDraw();
});

show();
document.querySelector(".known")?.setAttribute("data-ready", "");
