// A new match: tap the names of earlier players, choose other partners, or draw for seats. Labels describe each place by the
// name of the player it is seen from.

import { nameKeys, nameOf } from "./cards.js";
import { choose, chosen } from "./choices.js";
import { make } from "./make.js";
import { say } from "./say.js";

// After a match has begun, Back leads to the list instead of this form.
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
let isTouched = false; // True once a name has been changed or its field has had the focus.
let untouched = null; // The field that has just got the focus and has not been tapped or typed in since.

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

// The field for the next name: the one used last if it is empty, or else the first empty one.
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
    if (field === untouched) field.select(); // A tap replaces a name instead of editing it.
    untouched = null;
  });
  field.addEventListener("input", () => {
    untouched = null;
    show();
  });
}

// --- choosing a partner for the first of four players ----------------------------------------------------------------

const pairs = document.querySelector(".pairs");
const [first, ...others] = fields;

// Shown once a name has been touched: the same four as last time need no other partners.
function showPairs() {
  if (!pairs) return;
  pairs.hidden = !isTouched || fields.some((field) => !field.value.trim());
  pairs.replaceChildren(...others.map((field) => {
    const properties = { type: "button", ariaPressed: String(field.name === "N"), onclick: () => seatOpposite(field) };
    return make("button", properties, `${first.value} & ${field.value}`);
  }));
}

function seatOpposite(field) {
  const opposite = fields.find(({ name }) => name === "N");
  [opposite.value, field.value] = [field.value, opposite.value];
  show();
  pairs.querySelector('[aria-pressed="true"]').focus();
}

// --- the draw: each card fills the next place, and the last one seats everybody --------------------------------------

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
