// On every page except the table: send the entries left in the outbox when the table was closed.

import { deliverAll } from "./deliveries.js";
import { forgetPages } from "./install.js";
import { tellRevoked } from "./unsent.js";

function tell(revoked) {
  for (const match of revoked) forgetPages(`/matches/${match}/`);
  if (revoked.length) tellRevoked(revoked);
}

const deliver = () => deliverAll("", tell);

window.addEventListener("online", deliver);
deliver();
