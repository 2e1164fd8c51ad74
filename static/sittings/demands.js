// Demands dismissed on this phone. They stay on record, and on other phones.

import { choose, chosen } from "../core/choices.js";
import { form } from "../tables/game.js";

const store = `away-${form.dataset.match}`;

const away = () => JSON.parse(chosen(store) ?? "[]");

// Hide dismissed demands. Forget those no longer on the table, so that they would be shown if they came back.
export function showDemands() {
  const all = form.querySelector(".demands");
  const parts = [...(all?.querySelectorAll("[data-demand]") ?? [])];
  const keys = away().filter((key) => parts.some((part) => part.dataset.demand === key));
  if (keys.length < away().length) choose(store, JSON.stringify(keys));
  for (const part of parts) part.hidden = keys.includes(part.dataset.demand);
  for (const button of form.querySelectorAll(".put-away")) button.hidden = false;
  if (all) all.hidden = parts.every((part) => part.hidden);
}

form.addEventListener("click", ({ target }) => {
  if (!target.matches(".put-away")) return;
  choose(store, JSON.stringify([...away(), target.closest("[data-demand]").dataset.demand]));
  form.querySelector(".demands").open = false;
  showDemands();
});
