// The table of a sitting.

import { run } from "./page.js";
import { asked, goneIn, next, show } from "./shown.js";
import { panelOf } from "./state.js";

run({ asked, goneIn, next, show, panelOf });
