// On every page but the table's own: tricks that were left on this phone when the table was closed are sent from here.

import "./install.js";
import { outboxes } from "./outbox.js";

const token = document.querySelector("meta[name=csrf]").content;

async function deliver(outbox) {
  for (const { key, turn, cards, version } of outbox.waiting) {
    const body = new URLSearchParams({ csrf_token: token, key, turn, version, cards: cards.join("."), items: "" });
    const answer = await fetch(`/matches/${outbox.match}/trick`, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (!answer.ok) return; // The table's own page tells what is wrong with it, and what can be done.
    outbox.remove(key);
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
