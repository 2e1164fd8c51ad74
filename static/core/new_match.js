// A new match: the names of earlier players at a tap, and places told by the name of the player they are seen from.

const fields = [...document.querySelectorAll('.new-match input[list="known"]')];
const chips = document.querySelectorAll(".known button");
let last = null; // The field that had the focus last.

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
}

// A tap seats a player in the field that is empty and was in use last, or in the first that is empty; a second tap clears it.
for (const chip of chips) {
  chip.addEventListener("click", () => {
    const seated = fields.find((field) => same(field.value, chip.value));
    const free = last?.value === "" ? last : fields.find((field) => !field.value.trim());
    if (seated) seated.value = "";
    else (free ?? last ?? fields.at(-1)).value = chip.value;
    if (seated) last = seated;
    show();
  });
}
for (const field of fields) {
  field.addEventListener("focus", () => (last = field));
  field.addEventListener("input", show);
}
show();
document.querySelector(".known")?.setAttribute("data-ready", "");
