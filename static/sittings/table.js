// The table of a sitting.

import { run } from "../tables/page.js";
import { entered, entry, next, seatOrder, show, stopped } from "./shown.js";
import { panelOf } from "./state.js";

run({ entered, entry, next, panelOf, seatOrder, show, stopped });
