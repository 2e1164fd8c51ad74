// The registry of the games' requests, one line per game. Items without a game are of the time when there was one.

import * as sittings from "./components/sittings/requests.js";
import * as cribbage from "./cribbage/requests.js";
import * as havilering from "./havilering/turns.js";

export const requests = { cribbage, havilering, grevjass: sittings, hearts: sittings, "humbug-whist": sittings };
