// Tricks and claims on their way to the referee. Each is kept on the phone before it is sent, until the referee has it or has
// refused it; so neither a lost signal nor a closed page loses one. A key of its own makes it count once.

const PREFIX = "outbox-";
let memory = {}; // A private window keeps nothing on the phone; the page itself has to do.

function read(store) {
  try {
    return JSON.parse(localStorage.getItem(store) ?? "[]");
  } catch {
    return memory[store] ?? [];
  }
}

function write(store, items) {
  memory[store] = items;
  try {
    if (items.length) localStorage.setItem(store, JSON.stringify(items));
    else localStorage.removeItem(store);
  } catch {
    // As above.
  }
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

export class Outbox {
  constructor(match) {
    this.match = match;
    this.store = PREFIX + match;
  }

  get items() {
    return read(this.store);
  }

  // What is still to be sent, in order; what was refused is parked.
  get waiting() {
    return this.items.filter((item) => !item.parked);
  }

  get parked() {
    return this.items.filter((item) => item.parked);
  }

  add(item) {
    write(this.store, [...this.items, { key: newKey(), ...item }]);
  }

  remove(key) {
    write(this.store, this.items.filter((item) => item.key !== key));
  }

  park(key, reason) {
    write(this.store, this.items.map((item) => (item.key === key ? { ...item, parked: reason } : item)));
  }
}

// An item as the referee reads it.
export function written({ what, content, key, turn }, token, version) {
  const named = { [what === "claim" ? "items" : "cards"]: content.join(".") };
  return new URLSearchParams({ csrf_token: token, version, key, turn, ...named });
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
