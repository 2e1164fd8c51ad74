// The table of cribbage.

import { settle } from "../core/overlays.js";
import { form } from "../tables/game.js";
import { run } from "../tables/page.js";
import { about, entered, entry, next, seatOrder, show, stopped } from "./shown.js";
import { panelOf } from "./state.js";

form.querySelector(".muggins").addEventListener("toggle", () => settle(form)); // Its numbers replace others.

form.addEventListener("click", ({ target }) => target.closest(".strip")?.scrollTo(0, 0));

const twice = () => "That card is there already: Undo takes it back.";

run({ about, entered, entry, next, panelOf, seatOrder, show, stopped, twice });
