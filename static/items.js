// What is claimed or called, item by item: each tap names one, and the sum shows.

const form = document.getElementById("table");
const field = () => document.querySelector("#post [name=items]");
const named = () => field().value.split(".").filter(Boolean);

export function tapItem(button) {
  const items = named();
  if (button.name === "add") items.push(button.value);
  else items.splice(items.indexOf(button.value), 1);
  field().value = items.join(".");
  showItems();
}

export function takeItems() {
  const items = named();
  field().value = "";
  return items;
}

export function showItems() {
  const items = named();
  let sum = 0;
  for (const add of form.querySelectorAll("[name=add]")) {
    const less = add.parentElement.querySelector("[name=less]");
    const times = items.filter((item) => item === add.value).length;
    sum += times * Number(add.dataset.worth);
    less.hidden = !times;
    less.querySelector(".count").textContent = times;
  }
  for (const shown of form.querySelectorAll(".sum")) shown.textContent = sum;
}
