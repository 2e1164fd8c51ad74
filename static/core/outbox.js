// The outbox: entries to send. Each is stored on the phone before it is sent, until the server has accepted or refused it,
// so neither a lost signal nor a closed page loses one. Its unique key makes it count once.

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

export class Outbox {
  // `compare` orders the items to send, if not by the time at which they were added.
  constructor(match, compare = () => 0) {
    this.match = match;
    this.store = PREFIX + match;
    this.compare = compare;
  }

  get items() {
    return read(this.store);
  }

  // The items to send, in order; refused ones are parked.
  get waiting() {
    return this.items.filter((item) => !item.parked).sort(this.compare);
  }

  get parked() {
    return this.items.filter((item) => item.parked);
  }

  add(item) {
    const added = { key: newKey(), ...item };
    write(this.store, [...this.items, added]);
    return added;
  }

  // The items to send that were entered after one another from that of a key on.
  following(key) {
    const found = [];
    for (const item of this.waiting) if (item.fields?.after === (found.at(-1)?.key ?? key)) found.push(item);
    return found;
  }

  // An item has been accepted. If another phone had entered the same, what follows comes at the turn after that, which is
  // returned: the key of its entry is not known here.
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
