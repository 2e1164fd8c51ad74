// The table of a sitting.

import { run } from "./page.js";
import { asked, next, show } from "./shown.js";
import { panelOf } from "./state.js";

run({ asked, next, show, panelOf });
