// The table of a sitting.

import { run } from "../tables/page.js";
import { asked, entered, entry, next, show, stopped } from "./shown.js";
import { panelOf } from "./state.js";

run({ asked, entered, entry, next, panelOf, show, stopped });
