// On every page except the table: send the entries left in the outbox when the table was closed.

import { deliverAll } from "./deliveries.js";
import { forgetPages } from "./install.js";
import { tellRevoked } from "./unsent.js";

async function deliver() {
  const revoked = await deliverAll();
  for (const match of revoked) forgetPages(`/matches/${match}/`);
  if (revoked.length) tellRevoked(revoked);
}

window.addEventListener("online", deliver);
deliver();
