// On every page except the table: send the entries left in the outbox when the table was closed.

import { post } from "./asking.js";
import { forgetPages } from "./install.js";
import { Outbox, matches, requestOf } from "./outbox.js";
import { tellRevoked } from "./unsent.js";

async function deliverAll() {
  const revoked = [];
  for (const match of matches()) {
    const outbox = new Outbox(match);
    for (let [item] = outbox.waiting; item; [item] = outbox.waiting) {
      const { address, body } = requestOf(match, item);
      const { status, text } = await post(address, body);
      if (status === 404) {
        revoked.push(match);
        forgetPages(`/matches/${match}/`);
      }
      if (status !== 200) break; // The table's page shows the error and the options.
      outbox.accept(item.key, text);
    }
  }
  if (revoked.length) tellRevoked(revoked);
}

window.addEventListener("online", deliverAll);
deliverAll();
