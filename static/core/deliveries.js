// Send the entries that were left in outboxes when their tables were closed.

import { post } from "./asking.js";
import { forgetPages } from "./install.js";
import { Outbox, matches, requestOf } from "./outbox.js";

const AGAIN = 15_000; // Milliseconds until the next attempt if there was no answer.
let timer = 0;

// Send the entries of all matches except the one at this table.
export async function deliverAll(atTable = "") {
  const [revoked, refused] = [[], []];
  let isCutOff = false;
  for (const match of matches().filter((each) => each !== atTable)) {
    const outbox = new Outbox(match);
    for (let [item] = outbox.waiting; item; [item] = outbox.waiting) {
      const { address, body } = requestOf(match, item);
      if (navigator.onLine) outbox.change(item.key, { tried: true }); // So Undo waits for its answer.
      const { status, text } = await post(address, body);
      if (status === 404) revoked.push(match);
      else if (status === 409 || status === 422) refused.push([match, address]);
      else isCutOff ||= status !== 200;
      if (status !== 200) break;
      outbox.accept(item.key, text);
    }
  }
  for (const match of revoked) forgetPages(`/matches/${match}/`);
  document.getElementById("refused")?.remove();
  const items = revoked.flatMap((match) => new Outbox(match).items);
  if (items.length || refused.length) import("./unsent.js").then(({ tellUnsent }) => tellUnsent(items, refused), () => {});
  clearTimeout(timer);
  if (isCutOff) timer = setTimeout(() => deliverAll(atTable), AGAIN);
}
