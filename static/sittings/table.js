// The table of a sitting.

import { run } from "../tables/page.js";
import { asked, entry, next, show, stopped } from "./shown.js";
import { panelOf } from "./state.js";

const twice = "That card is there already: tap a name to change its card.";

run({ about: () => ({}), asked, canTap: ({ phase }) => phase === "play", entry, next, panelOf, show, stopped, twice });
