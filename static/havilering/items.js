// The items of a claim or call: each tap adds one, and the sum is shown.

const form = document.getElementById("table");
const field = () => document.querySelector("#post [name=items]");

export const named = () => field().value.split(".").filter(Boolean);

export function nameItems(items) {
  field().value = items.join(".");
  showItems();
}

export function tapItem(button) {
  const items = named();
  if (button.name === "add") items.push(button.value);
  else items.splice(items.indexOf(button.value), 1);
  nameItems(items);
}

export function takeItems() {
  const items = named();
  field().value = "";
  return items;
}

// Before the trick is entered it is not known whether the dealer wins it, so there may be two sums.
export function showItems() {
  const items = named();
  let [sum, toDealer] = [0, 0];
  for (const add of form.querySelectorAll("[name=add]")) {
    const less = add.parentElement.querySelector("[name=less]");
    const times = items.filter((item) => item === add.value).length;
    sum += times * Number(add.dataset.worth);
    toDealer += times * Number(add.dataset.toDealer ?? add.dataset.worth);
    const count = add.querySelector(".count");
    less.hidden = count.hidden = !times;
    count.textContent = `×${times}`;
  }
  const points = sum === toDealer ? sum : `${sum} or ${toDealer}`;
  for (const shown of form.querySelectorAll(".sum")) {
    const none = shown.closest(".claim") ? "nothing" : "…";
    shown.textContent = items.length ? points : none;
  }
}
