// On every page except the table: sends the entries that were still in the outbox when the table was closed.

import { post } from "./asking.js";
import "./install.js";
import { outboxes, written } from "./outbox.js";

async function deliverAll() {
  for (const outbox of outboxes()) {
    for (const item of outbox.waiting) {
      const { status } = await post(outbox.address(item), written(item));
      if (status !== 200) break; // The table's page shows the error and the options.
      outbox.remove(item.key);
    }
  }
}

window.addEventListener("online", deliverAll);
deliverAll();
