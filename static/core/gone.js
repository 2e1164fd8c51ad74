// On an error page of a phone with no access left: list the entries that wait here for its former matches.

import { Outbox, matches } from "./outbox.js";
import "./phone_app.js";
import { tellUnsent } from "./unsent.js";

tellUnsent(matches().flatMap((match) => new Outbox(match).items), []);
