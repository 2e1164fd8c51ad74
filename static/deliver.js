// On every page but the table's own: tricks that were left on this phone when the table was closed are sent from here.

import "./install.js";
import { outboxes, written } from "./outbox.js";

const token = document.querySelector("meta[name=csrf]").content;

async function deliver(outbox) {
  for (const item of outbox.waiting) {
    const body = written(item, token, item.version);
    const address = `/matches/${outbox.match}/${item.what}`;
    const answer = await fetch(address, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (!answer.ok) return; // The table's own page tells what is wrong with it, and what can be done.
    outbox.remove(item.key);
  }
}

async function deliverAll() {
  for (const outbox of outboxes()) {
    try {
      await deliver(outbox);
    } catch {
      // No signal yet.
    }
  }
}

window.addEventListener("online", deliverAll);
deliverAll();
