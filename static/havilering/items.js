// The items of a claim or a call of Muggins: each tap adds one, and the total is shown.

import { count } from "../core/cards.js";
import { values } from "../tables/draft.js";
import { write } from "../tables/shown.js";

// Before the trick is entered nobody knows whether the dealer wins it, so there may be two totals.
export function showItems(panel) {
  const items = values();
  let [sum, toDealer] = [0, 0];
  for (const add of panel.querySelectorAll("[name=tap]")) {
    const [less, number] = [add.parentElement.querySelector(".less"), add.querySelector(".count")];
    const times = items.filter((item) => item === add.value).length;
    sum += times * Number(add.dataset.worth);
    toDealer += times * Number(add.dataset.toDealer ?? add.dataset.worth);
    less.hidden = number.hidden = !times;
    less.value = items.lastIndexOf(add.value);
    write(number, `×${times}`);
  }
  const points = sum === toDealer ? sum : `${sum} or ${toDealer}`;
  for (const shown of panel.querySelectorAll(".sum")) {
    const none = shown.closest(".claim") ? "nothing" : "…";
    write(shown, count(items) ? String(points) : none);
  }
}

export function nameOfItem(item) {
  const key = document.getElementById("claiming")?.content.querySelector(`[value=${item}] span`);
  return key?.firstChild.textContent.trim() ?? item;
}
