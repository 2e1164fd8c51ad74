// Send the entries that were left in outboxes when their tables were closed.

import { post } from "./asking.js";
import { Outbox, matches, requestOf } from "./outbox.js";

const AGAIN = 15_000; // Milliseconds until the next attempt if there was no answer.
let timer = 0;

// Send the entries of all matches except the one at this table. `tell` gets the matches whose links no longer work.
export async function deliverAll(atTable = "", tell = () => {}) {
  const revoked = [];
  let isCutOff = false;
  for (const match of matches().filter((each) => each !== atTable)) {
    const outbox = new Outbox(match);
    for (let [item] = outbox.waiting; item; [item] = outbox.waiting) {
      const { address, body } = requestOf(match, item);
      if (navigator.onLine) outbox.change(item.key, { tried: true }); // As at the table: Undo there must wait for its answer.
      const { status, text } = await post(address, body);
      isCutOff ||= status === 0;
      if (status === 404) revoked.push(match);
      if (status !== 200) break; // The table's page shows the error and the options.
      outbox.accept(item.key, text);
    }
  }
  tell(revoked);
  clearTimeout(timer);
  if (isCutOff) timer = setTimeout(() => deliverAll(atTable, tell), AGAIN);
}
