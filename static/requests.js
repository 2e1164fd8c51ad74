// The registry of the games' requests, one line per game. Items without a game are of the time when there was one.

import * as entries from "./tables/requests.js";
import * as havilering from "./havilering/turns.js";

export const requests = { cribbage: entries, havilering, grevjass: entries, hearts: entries, "humbug-whist": entries };
