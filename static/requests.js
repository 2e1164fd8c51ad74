// The requests by which items of the outbox are entered, by game. Items without a game are of the time when there was one.

import * as entries from "./tables/requests.js";
import * as havilering from "./havilering/turns.js";

const own = { havilering };

export const requestsOf = (game = "havilering") => own[game] ?? entries;
