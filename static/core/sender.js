// Sends what waits in an outbox, one entry at a time and in order, and again until there is an answer; and forms.

import { post } from "./asking.js";

const LONGEST_WAIT = 15_000;

// `requestOf` gives the request of an item, `isHeld` tells that one must wait for others; `begin` is called before each post,
// and `end` with its answer. The post of a form has no item.
export function sender(outbox, { requestOf, isHeld = () => false, begin, end }) {
  const state = {
    busy: false, // A post is in progress.
    sending: null, // The item being sent.
    cutOff: false, // The last post got no response.
    hasTrouble: false, // The last post got a server error.
  };
  let wait = 0;
  let timer = 0;

  async function send() {
    clearTimeout(timer);
    const [item] = outbox.waiting;
    if (item && !state.busy && !isHeld(item)) await exchange(requestOf(item), item);
  }

  async function exchange({ address, body }, item = null) {
    Object.assign(state, { busy: true, sending: item });
    begin(item);
    const answer = await post(address, body);
    const cutOff = !answer.text && !answer.moved;
    Object.assign(state, { busy: false, sending: null, cutOff, hasTrouble: answer.status >= 500 });
    wait = cutOff ? Math.min(wait * 2 || 1000, LONGEST_WAIT) : 0;
    if (cutOff && outbox.waiting.length) timer = setTimeout(send, wait);
    end(answer, item);
    if (!state.cutOff) send();
  }

  // `tryAgain` sends what got no response.
  function listen(tryAgain = send) {
    window.addEventListener("online", () => {
      wait = 0; // The event comes slightly before the network works, so the next retry is soon as well.
      tryAgain();
    });
    window.addEventListener("pageshow", send);
    document.addEventListener("visibilitychange", () => document.hidden || send());
    document.getElementById("again").addEventListener("click", tryAgain);
  }

  return { state, send, exchange, listen };
}
