// On the page of an error, where nothing is shared with this phone: tells what waits on it for the matches it came from.

import { matches } from "./outbox.js";
import { tellRevoked } from "./unsent.js";

tellRevoked(matches());
