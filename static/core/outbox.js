// The outbox: entries to send. Each is stored on the phone until the server has accepted or refused it, so a lost signal or a
// closed page loses nothing. A unique key makes each count once.

import { post } from "./asking.js";

const PREFIX = "outbox-";
const memory = {}; // The fallback if the phone's storage is blocked or full.

function read(store) {
  if (memory[store]) return memory[store];
  try {
    return JSON.parse(localStorage.getItem(store) ?? "[]");
  } catch {
    return [];
  }
}

function write(store, items) {
  try {
    if (items.length) localStorage.setItem(store, JSON.stringify(items));
    else localStorage.removeItem(store);
    delete memory[store];
  } catch {
    memory[store] = items;
  }
}

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

export class Outbox {
  constructor(match) {
    this.match = match;
    this.store = PREFIX + match;
  }

  get items() {
    return read(this.store);
  }

  // The entries to send, in order; refused ones are parked.
  get waiting() {
    return this.items.filter((item) => !item.parked).sort(inOrder);
  }

  get parked() {
    return this.items.filter((item) => item.parked);
  }

  add(item) {
    const added = { key: newKey(), ...item };
    write(this.store, [...this.items, added]);
    return added;
  }

  // The chain of waiting entries that follow the entry with this key.
  following(key) {
    const found = [];
    for (const item of this.waiting) if (item.fields?.after === (found.at(-1)?.key ?? key)) found.push(item);
    return found;
  }

  // Remove an accepted entry. If another phone had entered the same, return the turn that the next entry must name, as the key
  // of that phone's entry is not known here.
  accept(key, text) {
    const [, turn = ""] = /data-stands="([^"]+)"/.exec(text) ?? [];
    const [next] = this.following(key);
    if (turn && next) this.change(next.key, { fields: { ...next.fields, after: "", turn } });
    this.remove(key);
    return turn;
  }

  remove(key) {
    write(this.store, this.items.filter((item) => item.key !== key));
  }

  change(key, more) {
    write(this.store, this.items.map((item) => (item.key === key ? { ...item, ...more } : item)));
  }
}

// The matches that have an outbox on this phone.
export function matches() {
  try {
    const stores = Object.keys(localStorage).filter((store) => store.startsWith(PREFIX));
    return stores.map((store) => store.slice(PREFIX.length));
  } catch {
    return [];
  }
}

// --- the order of entries: each names its turn or the entry before it; the version only says what the page has shown ---

const numbers = (turn) => turn.split(".").map(Number);

export function isLater(place, than) {
  const at = place.findIndex((number, index) => number !== than[index]);
  return at >= 0 && place[at] > than[at];
}

// A sort key: the turn, then 1 for a claim, which follows its trick.
export const placeOf = ({ turn, do: act }) => [...numbers(turn), Number(act === "claim")];

export function inOrder({ fields: one }, { fields: other }) {
  if (!one.turn || !other.turn) return 0;
  return Number(isLater(placeOf(one), placeOf(other))) - Number(isLater(placeOf(other), placeOf(one)));
}

export function requestOf(match, { key, game, fields }, version = 0) {
  const body = new URLSearchParams({ version, key, ...fields });
  return { address: `${game ? `${game}/` : ""}matches/${match}/enter`, body };
}

// --- sending from a table: forms, and entries one at a time, in order, repeated until there is an answer ------------

const LONGEST_WAIT = 15_000;

// Let the browser paint first: a request takes a slow phone as long as the rest of a tap.
const due = () => new Promise((done) => setTimeout(done));

// `requestOf` builds an entry's request, and `isHeld` is true if it must wait for others. `begin` runs before each post, and
// `end` (awaited) with its answer. Posting a form has no item; `exchange` returns the status.
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
    if (item) await due();
    const answer = await post(address, body);
    const cutOff = !answer.text && !answer.moved;
    Object.assign(state, { busy: false, sending: null, cutOff, hasTrouble: answer.status >= 500 });
    wait = cutOff ? Math.min(wait * 2 || 1000, LONGEST_WAIT) : 0;
    if (cutOff && outbox.waiting.length) timer = setTimeout(send, wait);
    await end(answer, item);
    if (!state.cutOff) send();
    return answer.status;
  }

  // `tryAgain` sends what got no response.
  function listen(tryAgain = send) {
    window.addEventListener("online", () => {
      wait = 0; // The event comes slightly before the network works, so retry again soon.
      tryAgain();
    });
    window.addEventListener("pageshow", send);
    document.addEventListener("visibilitychange", () => document.hidden || send());
    document.getElementById("again").addEventListener("click", tryAgain);
  }

  return { state, send, exchange, listen };
}
