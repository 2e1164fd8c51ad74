// On an error page of a phone with no access left: list the entries that wait here for its former matches.

import { matches } from "./outbox.js";
import "./phone_app.js";
import { tellRevoked } from "./unsent.js";

tellRevoked(matches());
