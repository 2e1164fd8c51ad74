// On every page but the table's own: what was left on this phone when the table was closed is sent from here.

import { post } from "./asking.js";
import "./install.js";
import { outboxes, written } from "./outbox.js";

async function deliverAll() {
  for (const outbox of outboxes()) {
    for (const item of outbox.waiting) {
      const { status } = await post(outbox.address(item), written(item));
      if (status !== 200) break; // The table's own page tells what is wrong with it, and what can be done.
      outbox.remove(item.key);
    }
  }
}

window.addEventListener("online", deliverAll);
deliverAll();
