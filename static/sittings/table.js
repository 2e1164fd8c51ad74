// The table of a sitting.

import { run } from "../tables/page.js";
import { page } from "./shown.js";

run(page);
