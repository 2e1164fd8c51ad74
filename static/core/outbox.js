// The outbox: tricks and claims to send. Each is stored on the phone before it is sent, until the server has accepted
// or refused it, so neither a lost signal nor a closed page loses one. Its unique key makes it count once.

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

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

// Sort keys in the order of the match: hand, deal, trick number, and 0 for a trick's cards or 1 for its claim.
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

  // The items to send, in the order of the match; refused ones are parked.
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

// An item as form data. It names its turn; the version only says what the page has seen.
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
