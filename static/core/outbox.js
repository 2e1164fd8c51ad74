// Tricks and claims on their way to the referee. Each is kept on the phone before it is sent, until the referee has it
// or has refused it; so neither a lost signal nor a closed page loses one. A key of its own makes it count once.

const PREFIX = "outbox-";
const memory = {}; // Where the phone keeps nothing, because it may not or is full, the page itself has to do.

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

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

// Places in the order of the match: hand, deal, number of the trick; and of a trick its cards (0), then its claim (1).
export const placeOf = ({ turn, what }) => [...turn.split(".").map(Number), Number(what === "claim")];

export function isLater(place, than) {
  const at = place.findIndex((number, index) => number !== than[index]);
  return at >= 0 && place[at] > than[at];
}

const places = (turn) => turn.split(".").map(Number);
export const isLaterTurn = (turn, than) => isLater(places(turn), places(than));

export class Outbox {
  constructor(match) {
    this.match = match;
    this.store = PREFIX + match;
  }

  get items() {
    return read(this.store);
  }

  // What is still to be sent, in the order of the match; what was refused is parked.
  get waiting() {
    const unsent = this.items.filter((item) => !item.parked);
    return unsent.sort((one, other) => (isLater(placeOf(one), placeOf(other)) ? 1 : -1));
  }

  get parked() {
    return this.items.filter((item) => item.parked);
  }

  add(item) {
    const added = { key: newKey(), ...item };
    write(this.store, [...this.items, added]);
    return added;
  }

  remove(key) {
    write(this.store, this.items.filter((item) => item.key !== key));
  }

  change(key, more) {
    write(this.store, this.items.map((item) => (item.key === key ? { ...item, ...more } : item)));
  }

  address({ what }) {
    return `/matches/${this.match}/${what}`;
  }
}

// An item as the referee reads it. It says whose turn it is; the page's version only tells what it has seen.
export function written({ what, content, key, turn }, version = 0) {
  return new URLSearchParams({ version, key, turn, [what === "claim" ? "items" : "cards"]: content.join(".") });
}

// Every outbox on this phone.
export function outboxes() {
  try {
    const stores = Object.keys(localStorage).filter((store) => store.startsWith(PREFIX));
    return stores.map((store) => new Outbox(store.slice(PREFIX.length)));
  } catch {
    return [];
  }
}
